"""Every command, completion, menu, button, select and form of the app is used, in each place where it is offered."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from walking import CONTEXTS, modules, touring

WALKS = modules(Path(__file__).parent / "walk")


@pytest.mark.parametrize("context", CONTEXTS)
async def test_everything_that_is_offered_is_used(
    context: str, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    async with touring(context, tmp_path) as tour:
        exempt: dict[str, str] = {}
        for module in WALKS:
            tour.area = module.__name__
            await module.walk(tour)
            exempt |= {name: why for (name, place), why in getattr(module, "EXEMPT", {}).items() if place == context}
        tour.account()
        required = tour.required()
        missing = sorted(required - set(tour.used) - set(exempt))
        record_property("walk", {"context": context, "used": sorted(tour.used), "missing": missing})
        assert missing == [], f"not used in {context}"
        assert sorted(set(exempt) & set(tour.used)) == [], "exempt, but used"
        assert sorted(set(exempt) - required) == [], "exempt, but not required here"
        assert all(exempt.values()), "an exemption says why"


def test_nothing_is_exempt_everywhere() -> None:
    exempt = [key for module in WALKS for key in getattr(module, "EXEMPT", {})]
    everywhere = {name for name, _ in exempt if all((name, context) in exempt for context in CONTEXTS)}
    assert everywhere == set()
    assert len(exempt) == len(set(exempt))
