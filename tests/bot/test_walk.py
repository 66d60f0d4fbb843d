"""Every command, completion, menu, button, select and form of the app is used, in each place where it is offered."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from untranslated import english, found
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
            exempt |= {name: why for (name, place), why in _exempt(module) if place == context}
        tour.account()
        required = tour.required()
        missing = sorted(required - set(tour.used) - set(exempt))
        record_property("walk", {"context": context, "used": sorted(tour.used), "missing": missing})
        assert missing == [], f"not used in {context}"
        assert sorted(set(exempt) & set(tour.used)) == [], "exempt, but used"
        assert sorted(set(exempt) - required) == [], "exempt, but not required here"
        assert all(exempt.values()), "an exemption says why"


def _exempt(module: ModuleType) -> list[tuple[tuple[str, str], str]]:
    """What can't come up where; in a group chat the app is a guest as in a server without it."""
    listed: dict[tuple[str, str], str] = getattr(module, "EXEMPT", {})
    guest = {(name, "group"): why for (name, place), why in listed.items() if place == "user"}
    return list((guest | listed).items())


@pytest.mark.parametrize(
    ("context", "holds"),
    [
        (
            "server",
            ("Dictamen revisado", "Propuesta 1", "dictamen aprobado", "Publicar en el canal", "Turno 3 · ", "Pasar"),
        ),
        ("dm", ("Dictamen revisado", "Turno 3 · ", "No tienes nada boca abajo")),
        (
            "user",
            ("Tu mesa está lista", "Poner el tablero aquí", "Turno 3 · ", "El tablero es para todos los de aquí"),
        ),
        (
            "group",
            (
                "Tu mesa está lista",
                "Poner el tablero aquí",
                "Turno 3 · ",
                "El tablero es para todos los de aquí",
                "Publicar en el canal",
            ),
        ),
    ],
)
async def test_everything_is_used_in_spanish_and_nothing_is_said_in_english(
    context: str, holds: tuple[str, ...], tmp_path: Path
) -> None:
    """Longer labels and texts keep the limits, and what is read back from a message is found in any language."""
    async with touring(context, tmp_path, locale="es-ES") as tour:
        for module in WALKS:
            tour.area = module.__name__
            await module.walk(tour)
        shown = tour.standin.seen_by(tour.alice) + tour.standin.seen_by(tour.mod)
        assert [words for words in holds if words not in shown] == []
        assert english(tour) == []


def test_the_walk_finds_english_but_in_data_and_between_code_marks() -> None:
    shown = [
        "**The seat of Bob** is kept for somebody else.",
        "Mesa",
        "`You have no seat`",
        "a > Nothing \\*happened\\*",
    ]
    assert [each.split(" in ")[0] for each in found(shown, [], "es")] == [
        "'Nothing happened.'",
        "'The seat of {player} is kept for somebody else.'",
    ]
    assert found(shown, ["the seat of Bob is kept for somebody else, they said", "Nothing happened"], "es") == []


def test_nothing_is_exempt_everywhere() -> None:
    exempt = [key for module in WALKS for key in getattr(module, "EXEMPT", {})]
    everywhere = {name for name, _ in exempt if all((name, context) in exempt for context in CONTEXTS)}
    assert everywhere == set()
    assert len(exempt) == len(set(exempt))
