"""The walk: cards."""

from __future__ import annotations

from typing import Any

EXEMPT = {("press card.post", "dm"): "in the direct message there is nobody to post to"}


async def walk(tour: Any) -> None:
    names = await tour.complete(tour.alice, "card", "name", "delver of s")
    shown = await tour.slash(tour.alice, "card", name=names[0])
    if tour.context != "dm":
        await tour.press_action(tour.alice, shown, "card.post")
