"""The walk: moderating a server's rulings."""

from __future__ import annotations

from typing import Any


async def walk(tour: Any) -> None:
    if not tour.offered("ruling propose"):
        return
    fields = {"verdict": "yes", "answer": "Yes. It stands for one."}
    opened = await tour.slash(tour.mod, "ruling propose")
    refused = await tour.submit(opened, question="May I keep a napkin as a token?", **fields, rules="99999.9")
    again = await tour.press_action(tour.mod, refused, "ruling.again")
    await tour.submit(again, rules="111.1")
    for question in ("May I keep a coin as a token?", "May I keep a shoe as a token?"):
        opened = await tour.slash(tour.mod, "ruling propose")
        await tour.submit(opened, question=question, **fields, rules="111.1")
    queue = await tour.slash(tour.mod, "ruling review")
    await tour.press_action(tour.mod, queue, "ruling.queue")
    await tour.press_action(tour.mod, queue, "ruling.approve")
    queue = await tour.slash(tour.mod, "ruling review")
    reason = await tour.press_action(tour.mod, queue, "ruling.reject")
    await tour.submit(reason, reason="It says nothing new.")
