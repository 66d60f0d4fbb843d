"""Looking and revealing (CR 701.20): who has seen which card, and what was revealed."""

from __future__ import annotations

from simulator.model.objects import Happening
from simulator.rules.context import Context
from simulator.rules.wording import may_look, public_name, true_name
from simulator.sentences import say
from simulator.terms import term


def note_seen(ctx: Context, id: int, player: str) -> None:
    """Remember that the player has seen the card of an object."""
    obj = ctx.obj(id)
    ctx.state.write_player(player).seen[obj.card_id] = id


def reveal(ctx: Context, ids: list[int], *rules: str) -> None:
    """Show cards to all players (CR 701.20a)."""
    ctx.shown.update(ids)
    for id in ids:
        obj = ctx.obj(id)
        for name in ctx.state.order:
            note_seen(ctx, id, name)
        ctx.state.reveal_log.append((obj.card_id, true_name(ctx, id)))
    if ids:
        names = tuple(true_name(ctx, id) for id in ids)
        ctx.tell(say("Revealed: {names}", names=names), *(rules or ("701.20a",)))


def reveal_face_down(ctx: Context, ids: list[int]) -> None:
    """CR 708.9: face-down cards, and face-down cards in merged permanents, are shown to all players."""
    names: list[str] = []
    # a card that has just been shown as part of the same action isn't shown twice
    for id in [id for id in ids if id not in ctx.shown]:
        obj = ctx.obj(id)
        shown = [(obj.card_id, true_name(ctx, id))] if obj.face_down is not None and obj.kind == "card" else []
        shown += [(p.card_id, p.card.name) for p in obj.merged if p.face_down is not None and p.kind == "card"]
        for card_id, name in shown:
            for player in ctx.state.order:
                ctx.state.write_player(player).seen[card_id] = id
            ctx.state.reveal_log.append((card_id, name))
            names.append(name)
    if names:
        ctx.tell(say("Revealed: {names}", names=tuple(names)), "708.9")


def reveal_foretold(ctx: Context, owner: str | None = None) -> None:
    """CR 702.143f: foretold cards that lie face down are shown to all as the game ends or their owner leaves it.

    Args:
        owner: whose; None: everybody's.
    """
    objects = ctx.state.objects
    foretold = [id for id in ctx.state.exile if {"foretold", "exiled face down"} <= objects[id].flags.keys()]
    reveal(ctx, [id for id in foretold if owner in (None, objects[id].owner)], "702.143f")


def look(ctx: Context, ids: list[int], player: str, *rules: str, why: str = "") -> None:
    """Only that player sees the cards (CR 701.20e)."""
    if not ids:
        return
    for id in ids:
        note_seen(ctx, id, player)
    if len(ids) == 1 and ctx.obj(ids[0]).face_down:
        known = public_name(ctx, ids[0])
    else:
        known = say("a card") if len(ids) == 1 else say("{number} cards", number=len(ids))
    names = say("{names}", names=tuple(true_name(ctx, id) for id in ids))
    ctx.tell(
        _looking(player, known, why),
        *(rules or ("701.20e",)),
        private=[(player, _looking(player, names, why))],
    )


def _looking(player: str, what: str, why: str) -> str:
    if why:
        return say("{player} looks at {what} ({why})", player=player, what=what, why=term(why))
    return say("{player} looks at {what}", player=player, what=what)


def keep_looks(ctx: Context) -> None:
    """CR 406.3: who is allowed to look at a card exiled face down may look on when what allows it is gone."""
    for id in ctx.state.exile:
        flags = ctx.state.objects[id].flags
        if flags.get("exiled face down"):
            lookers = tuple(name for name in ctx.state.order if may_look(ctx, id, name))
            if set(lookers) != set(flags.get("lookers", ())):
                ctx.state.write(id).flags["lookers"] = lookers


def forget(ctx: Context, ids: list[int]) -> None:
    """After a shuffle nobody knows any longer which card is which (CR 701.24a)."""
    cards = {ctx.obj(id).card_id for id in ids}
    for name in ctx.state.order:
        seen = ctx.state.players[name].seen
        if any(card in cards for card in seen):
            writable = ctx.state.write_player(name)
            writable.seen = {card: where for card, where in seen.items() if card not in cards}
    for id in ids:
        if ctx.state.objects[id].flags.get("looked"):
            ctx.state.write(id).flags.pop("looked", None)


def shuffle_library(ctx: Context, player: str) -> None:
    """Shuffle a library (CR 701.24)."""
    ids = list(ctx.state.players[player].library)
    writable = ctx.state.zone_list_for_writing("library", player)
    writable[:] = ctx.shuffle(ids)
    forget(ctx, writable)
    ctx.tell(say("{player} shuffles", player=player), "701.24a")
    ctx.happen(Happening("does", player=player, word="shuffle"))
