"""The walk: tables, scripts, and looking at one's own cards."""

from __future__ import annotations

from typing import Any

EXEMPT = {
    ("press sim.open", "dm"): "alone one plays all seats that there are",
    ("press sim.invite", "dm"): "alone all seats are one's own",
}
#: Everything that asks for something: amounts, a card's name, an order, several things, nothing at all.
_CARDS = "Hill Giant, Llanowar Elves, Mountain x8"


async def walk(tour: Any) -> None:
    alice, bob = tour.alice, tour.bob
    await tour.slash(tour.carol, "sim run", script="Alice manifests Grizzly Bears; Alice turns #1 face up")
    if tour.context == "dm":
        # An invitation to a server's table can be accepted in the direct message.
        general = tour.standin.general(tour.guild)
        await tour.slash(alice, "sim start", opponent=bob, at=general)
        invited = await tour.slash(bob, "look")
        await tour.press_action(bob, invited, "sim.sit")
        await _end(tour, alice, general)
    await _seats(tour)
    await _game(tour)


async def _start(tour: Any, user: Any, **options: Any) -> Any:
    """Start a table; where the bot is a guest, its board is the answer to a press. Returns the board."""
    started = await tour.slash(user, "sim start", **options)
    if tour.context in ("user", "group"):
        await tour.press_action(user, started, "sim.bring")
    return await _board(tour, user)


async def _seats(tour: Any) -> None:
    """People come and go."""
    alice, bob = tour.alice, tour.bob
    board = await _start(tour, alice)
    page = await tour.press_action(alice, board, "sim.more")
    await tour.press_action(alice, page, "sim.share")
    await tour.press_action(alice, page, "sim.bring")
    board = await _board(tour, alice)
    await tour.slash(alice, "sim invite", person=bob)
    await tour.slash(alice, "sim board")
    await tour.slash(alice, "sim share")
    if tour.context != "dm":
        page = await tour.press_action(alice, board, "sim.more")
        await tour.press_action(alice, page, "sim.open")
        page = await tour.press_action(alice, board, "sim.more")
        await tour.choose(alice, page, [tour.carol], "sim.invite")
        await tour.press_action(bob, board, "sim.sit")
        page = await tour.press_action(alice, board, "sim.more")
        await tour.press_action(alice, page, "sim.free")
    else:
        # The page of a host who plays everything offers no seat to free: an old one still may.
        await _forged(tour, alice, board, "sim.free")
    page = await tour.press_action(alice, board, "sim.more")
    asked = await tour.press_action(alice, page, "sim.concede")
    await tour.slash(alice, "sim leave", player="Alice")
    await tour.press_action(alice, asked, "sim.conceded")
    await tour.slash(alice, "sim concede")
    board = await _start(tour, alice)
    page = await tour.press_action(alice, board, "sim.more")
    await tour.press_action(alice, page, "sim.leave")
    asked = await tour.press_action(alice, board, "sim.end")
    await tour.press_action(alice, asked, "sim.ended")


async def _game(tour: Any) -> None:
    """A game is played: from the menus, from the row under the board, and by commands."""
    alice, bob = tour.alice, tour.bob
    others = tour.context != "dm"
    lead = "" if others else "Alice "
    cards = f"{lead}hand: Willbender, Mountain, Shock; {lead}battlefield: {_CARDS}"
    board = await _start(tour, alice, cards=cards, **({"opponent": bob} if others else {}))
    await _completions(tour)
    if others:
        await tour.press_action(bob, board, "sim.sit")
    player = {} if others else {"player": "Alice"}
    await tour.slash(alice, "sim manifest", card="Grizzly Bears", **player)
    page = await tour.press_action(alice, board, "sim.act")
    asked = await _pick(tour, alice, page, tour.words("Cast {card}", card="Shock"))
    await tour.choose(alice, asked, ["0"], "sim.pick")
    await tour.standin.settle()
    await tour.press_action(alice, board, "sim.pass")
    await tour.standin.settle()
    await tour.press_action(alice, board, "sim.undo")
    await tour.slash(alice, "sim pass")
    page = await tour.press_action(alice, board, "sim.why")
    await tour.choose(alice, page, ["#1"], "sim.whyof")
    await tour.slash(alice, "sim why", reference="#1")
    await tour.slash(alice, "sim turn-up", permanent="#1", **player)
    await tour.slash(alice, "sim cast", card="Willbender", face_down=True, **player)
    await tour.slash(alice, "sim act", step="passes" if others else "resolve", **player)
    if others:
        await tour.slash(bob, "sim pass")
    await tour.slash(alice, "sim play", card="Mountain", **player)
    await tour.slash(alice, "sim activate", permanent="Mountain#1", **player)
    await tour.slash(alice, "sim choose", answer="yes", **player)
    page = await tour.press_action(alice, board, "sim.act")
    await _pick(tour, alice, page, tour.words("Go to declare attackers"))
    page = await tour.press_action(alice, board, "sim.act")
    asked = await _pick(tour, alice, page, tour.words("Attack with…"))
    await tour.choose(alice, asked, ["0"], "sim.with")
    await tour.slash(alice, "sim attack", creatures="Hill Giant", **player)
    await tour.slash(alice, "sim block", attacker="Hill Giant", creatures="#1", **player)
    await _looks(tour)
    opened = await tour.press_action(alice, board, "sim.manifest")
    if opened.modal is None:
        opened = await tour.press_action(alice, opened, "sim.manifest")
    await tour.submit(opened, card="Grizzly Bears")
    await tour.press_action(alice, board, "sim.up")
    await tour.press_action(alice, board, "sim.next")
    await tour.slash(alice, "sim next-turn")
    await tour.slash(alice, "sim undo")
    # What an old page offers is answered too, though nothing asks for it any more.
    for action in ("sim.divide", "sim.name"):
        opened = await _forged(tour, alice, board, action, "0", "Alice")
        await tour.submit(opened, **({"amounts": "1, 2"} if action == "sim.divide" else {"card": "Shock"}))
    await _forged(tour, alice, board, "sim.picked", "0", "Alice", "")
    for action in ("sim.cards", "sim.log"):
        if others:
            await _forged(tour, alice, board, action, "0")
    await _end(tour, alice)


async def _looks(tour: Any) -> None:
    """The list of cards, its log and its other pages."""
    alice = tour.alice
    looked = await tour.slash(alice, "look")
    board = await _board(tour, alice)
    await tour.press_action(alice, board, "sim.look")
    if tour.context == "dm":
        page = await tour.message(alice, "sim.log")
        await tour.press_action(alice, page, "sim.log")
        await _forged(tour, alice, board, "sim.cards", "1")
    assert looked.acknowledged is not None


async def _pick(tour: Any, user: Any, page: Any, label: str) -> Any:
    """Choose an action by its label, in whichever of the menus it stands."""
    message = page.messages[-1] if page.messages else page.source
    for part in message.components():
        labels = [option["label"] for option in part.get("options") or []]
        if label in labels:
            return await tour.standin.select(user, message, [label], part["custom_id"])
    raise AssertionError(f"no {label} on {message.text}")


async def _forged(tour: Any, user: Any, board: Any, action: str, *args: str) -> Any:
    """Press a button that an older page had, on a message that only this person gets."""
    from bot.discord_app import render
    from bot.discord_app.components import button, parse

    table = parse(next(iter(board.buttons().values())))[2][0]
    view = render.page(["An older page."], [[button("Old", action, table, *(args or ("Bob",)))]])
    body = {"components": view.to_components(), "flags": 1 << 15}
    message = tour.standin.post(board.channel, body, {}, ephemeral_to=user if board.channel.type != 1 else None)
    return await tour.standin.press(user, message, label="Old")


async def _board(tour: Any, user: Any) -> Any:
    """The newest board that a person can play on."""

    def newest() -> Any:
        act, pass_ = tour.words("Act"), tour.words("Pass")
        found = [each for each in tour.standin.messages.values() if {act, pass_} <= set(each.buttons())]
        here = [each for each in found if not each.deleted and _is_here(tour, user, each)]
        return max(here, key=lambda each: each.id) if here else None

    return await tour.standin.until(newest, "a board")


def _is_here(tour: Any, user: Any, message: Any) -> bool:
    if tour.context == "dm":
        return bool(message.channel is tour.standin.dm_with(user))
    if tour.context == "group":
        return bool(message.channel is tour.where)
    return bool(message.channel.guild is tour.guild)


async def _end(tour: Any, user: Any, at: Any = None) -> None:
    asked = await tour.slash(user, "sim end", at=at)
    await tour.press_action(user, asked, "sim.ended")


async def _completions(tour: Any) -> None:
    for name in sorted(tour.required()):
        if name.startswith("completion /sim "):
            *command, option = name.removeprefix("completion /").split()
            await tour.complete(tour.alice, " ".join(command), option, "")
