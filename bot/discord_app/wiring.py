"""Fits the real services to what the app asks for (`bot.discord_app.ports`)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.discord_app.ports import CardPage, Refusal
from rulings.catalogue import KINDS, CardFacts, FaceFacts
from rulings.names import Ambiguous, Names, Resolved, Unknown

_WRITTEN_AS_A_NAME = re.compile(
    r"\[\[(?P<bracketed>[^\[\]]+)\]\]|[“\"](?P<quoted>[^“”\"]{2,60})[”\"]|"
    r"(?P<capitals>\b[A-Z][\w'’-]+(?: (?:of|the|to|and|in|for|from|with|[A-Z][\w'’-]*))* ?[A-Z][\w'’-]+"
    r"|\b[A-Z][\w'’-]+)"
)


class CatalogueCards:
    """Cards of the catalogue."""

    def __init__(self, names: Names) -> None:
        self._names = names

    def complete(self, typed: str, limit: int) -> Sequence[tuple[str, str]]:
        """(what the person reads, full English name), the best first."""
        return [(found.label, found.card) for found in self._names.suggest(typed, limit)]

    def page(self, name: str) -> CardPage:
        """A card's facts.

        Raises:
            Refusal: the name is unknown, or could mean several cards.
        """
        found = self._names.resolve(name)
        if isinstance(found, Resolved):
            facts = self._names.catalogue.facts(found.card)
            if facts is None:
                raise Refusal(f"The data has no facts of {found.card}.")
            took = "" if found.matched_by == "exact" else f"-# “{name.strip()}” was taken for this card."
            return CardPage(facts.name, (*_lines(facts), *([took] if took else [])))
        if isinstance(found, Unknown):
            raise Refusal(found.message, choices=found.suggestions)
        raise Refusal(found.message, choices=[choice.card for choice in found.choices])

    def unclear(self, question: str) -> Sequence[tuple[str, Sequence[str]]]:
        """What in a question is written as a card's name and could mean several: as typed, and those cards.

        A name in brackets or quotes counts, and one in capitals within a sentence.
        """
        found: dict[str, Sequence[str]] = {}
        for match in _WRITTEN_AS_A_NAME.finditer(question):
            marked = match["bracketed"] or match["quoted"]
            typed = (marked or match["capitals"]).strip()
            if not marked and match.start() == 0:
                continue
            several = self._names.resolve(typed) if match["bracketed"] else self._names.resolve_exact(typed)
            if isinstance(several, Ambiguous):
                found[typed] = [choice.card for choice in several.choices]
        return list(found.items())


def _lines(facts: CardFacts) -> list[str]:
    lines = [line for face in facts.faces for line in _face(face, named=len(facts.faces) > 1)]
    if not facts.playable:
        lines.append(f"A {KINDS[facts.kind]}, not a card for decks.")
    if facts.melds_into:
        lines.append(f"Melds with {facts.melds_with} into {facts.melds_into}.")
    return [*lines, f"-# Mana value {facts.mana_value:g} · {facts.layout.replace('_', ' ')}"]


def _face(face: FaceFacts, *, named: bool) -> list[str]:
    lines = [f"**{face.name}**"] if named else []
    size = f"{face.power}/{face.toughness}" if face.power is not None else ""
    parts = [face.mana_cost, face.type_line, size]
    parts += [f"loyalty {face.loyalty}" if face.loyalty else "", f"defense {face.defense}" if face.defense else ""]
    lines.append(" · ".join(part for part in parts if part) or "-# The data has only this face's name.")
    if face.keywords:
        lines.append(
            ", ".join(f"{word.name} {word.value}".strip() if word.value else word.name for word in face.keywords)
        )
    return lines
