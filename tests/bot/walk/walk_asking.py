"""The walk: questions and their answers."""

from __future__ import annotations

from typing import Any

EXEMPT = {("press ask.post", "dm"): "in the direct message there is nobody to post to"}


async def walk(tour: Any) -> None:
    answer = await tour.slash(tour.alice, "ask", question="Can I turn a manifested double-faced card face up?")
    if tour.context != "dm":
        await tour.press_action(tour.alice, answer, "ask.post")
    await tour.press_action(tour.alice, answer, "ask.proof")
    unsure = await tour.press_action(tour.alice, answer, "ask.others")
    await tour.press_action(tour.alice, unsure, "ask.show")
