"""The walk: cards."""

from __future__ import annotations

from typing import Any

from reference_files import card, lines, ruling

from rulings.reference.importing import import_folder

EXEMPT = {("press card.post", "dm"): "in the direct message there is nobody to post to"}


async def walk(tour: Any) -> None:
    names = await tour.complete(tour.alice, "card", "name", "lightning bo")
    shown = await tour.slash(tour.alice, "card", name=names[0])
    if tour.context != "dm":
        await tour.press_action(tour.alice, shown, "card.post")
    ruled = next(each.cards[0] for each in tour.services.asking._service.rulings if len(each.cards) == 1)
    await tour.press_action(tour.alice, await tour.slash(tour.alice, "card", name=ruled), "card.ruling")
    which = await tour.slash(tour.alice, "card", name="Jace")
    await tour.press_action(tour.alice, which, "card.go")
    folder = tour.services.reference.path.parent / "cards"
    folder.mkdir()
    named = [card(0, name="Opt"), *(card(number) for number in range(1, 40))]
    long = [ruling(0, f"Case {number}: " + f"word{number} " * 40, f"2020-01-{number:02}") for number in range(1, 29)]
    (folder / "cards.jsonl.gz").write_bytes(lines(named))
    (folder / "rulings.jsonl.gz").write_bytes(lines([*long, *(ruling(number) for number in range(1, 40))]))
    assert import_folder(tour.services.reference.path, folder).ok
    await tour.press_action(tour.alice, await tour.slash(tour.alice, "card", name="Opt"), "card.page")
