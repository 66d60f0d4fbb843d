"""The walk: rules and glossary, before any reference data was brought."""

from __future__ import annotations

from typing import Any

EXEMPT = {
    ("press rule.post", "dm"): "in the direct message there is nobody to post to",
    ("press glossary.post", "dm"): "in the direct message there is nobody to post to",
}


async def walk(tour: Any) -> None:
    found = await tour.complete(tour.alice, "rule", "query", "mani")
    await tour.slash(tour.alice, "rule", query=found[0])
    await tour.complete(tour.alice, "glossary", "term", "tok")
    await tour.slash(tour.alice, "glossary", term="token")
