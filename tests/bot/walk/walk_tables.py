"""The walk: tables, scripts, and looking at one's own cards."""

from __future__ import annotations

from typing import Any

_ON_BOARDS = ("sit", "manifest", "next", "undo", "end", "up", "look")
EXEMPT = {
    **{(f"press sim.{name}", "user"): "boards stand only where the bot may post" for name in _ON_BOARDS},
    ("form sim.manifest", "user"): "opened from a board",
}


async def walk(tour: Any) -> None:
    alice, bob = tour.alice, tour.bob
    await tour.slash(tour.carol, "sim run", script="Alice manifests Grizzly Bears; Alice turns #1 face up")
    if tour.context == "dm":
        # An invitation to a server's table can be accepted in the direct message.
        general = tour.standin.general(tour.guild)
        await tour.slash(alice, "sim start", opponent=bob, at=general)
        invited = await tour.slash(bob, "look")
        await tour.press_action(bob, invited, "sim.sit")
        await tour.slash(alice, "sim end", at=general)
    # Alone in a direct message one plays both sides, so each line says whose it is.
    options = {"opponent": bob} if tour.context == "server" else {}
    cards = "Alice hand: Willbender, Island" if tour.context == "dm" else "hand: Willbender, Island"
    await tour.slash(alice, "sim start", cards=cards, **options)
    await _completions(tour)
    if tour.context == "user":
        for command, given in {
            "manifest": {}, "cast": {"card": "Willbender"}, "act": {"step": "passes"}, "turn-up": {"permanent": "#1"},
            "next-turn": {}, "undo": {}, "why": {"reference": "#1"}, "end": {},
        }.items():  # fmt: skip
            await tour.slash(alice, f"sim {command}", **given)
        await tour.slash(alice, "look")
        return
    board = await tour.message(alice, "sim.next")
    if tour.context == "server":
        await tour.press_action(bob, board, "sim.sit")
    player = {} if tour.context == "server" else {"player": "Alice"}
    await tour.slash(alice, "sim manifest", card="Grizzly Bears", **player)
    await tour.slash(alice, "sim why", reference="#1")
    await tour.slash(alice, "look")
    await tour.slash(alice, "sim turn-up", permanent="#1", **player)
    await tour.slash(alice, "sim cast", card="Willbender", face_down=True, **player)
    await tour.slash(alice, "sim act", step="passes", **player)
    await tour.press_action(alice, board, "sim.look")
    opened = await tour.press_action(alice, board, "sim.manifest")
    if opened.modal is None:
        opened = await tour.press_action(alice, opened, "sim.manifest")
    await tour.submit(opened, card="Grizzly Bears")
    await tour.press_action(alice, board, "sim.up")
    await tour.press_action(alice, board, "sim.undo")
    await tour.press_action(alice, board, "sim.next")
    await tour.slash(alice, "sim next-turn")
    await tour.slash(alice, "sim undo")
    await tour.press_action(alice, board, "sim.end")
    await tour.slash(alice, "sim end")


async def _completions(tour: Any) -> None:
    for name in sorted(tour.required()):
        if name.startswith("completion /sim "):
            *command, option = name.removeprefix("completion /").split()
            await tour.complete(tour.alice, " ".join(command), option, "")
