"""Card definitions for the simulator: facts and names from the catalogue, abilities from the ability trees.

Where trees of a card differ, the hand-written ones win over the synced, the synced over the shipped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from rulings.catalogue import CardFacts, Catalogue, FaceFacts
from rulings.names import Ambiguous, Names, Resolved, Unknown
from simulator.abilities import tree as t
from simulator.errors import AmbiguousAction, Unsupported
from simulator.model.cards import DOUBLE_FACED_LAYOUTS, CardDefinition, Face
from simulator.oracle import handwritten
from simulator.oracle.trees import trees_from
from simulator.scenario.invented import printed_number
from simulator.scenario.names import fold
from simulator.symbols import parse_mana_cost, parse_type_line

#: The stored trees of a card by its full name (`simulator.oracle.trees_for`), None if this source has none.
TreeSource = Callable[[str], Mapping[str, Any] | None]
#: Kinds of the catalogue that can be in a game.
_IN_GAMES = ("card", "token")
#: An ability whose text this build doesn't have.
_UNREAD = t.UnsupportedAbility("static", "")
_SPLIT = " // "


class CataloguePool:
    """Definitions of the catalogue's cards, built when they are first named.

    Args:
        names: the resolver of names, with its catalogue.
        tree_sources: where trees come from before the catalogue's own, the first that has the card wins.
    """

    def __init__(self, names: Names, tree_sources: Sequence[TreeSource] = ()) -> None:
        self.names = names
        self.catalogue: Catalogue = names.catalogue
        self.tree_sources = tuple(tree_sources)
        self._found: dict[str, tuple[str, int | None] | tuple[str, ...] | None] = {}
        self._built: dict[str, CardDefinition] = {}

    def find(self, name: str) -> tuple[CardDefinition, int | None] | None:
        """The card of exactly that name (after normalisation; any printed language) and the face that was named.

        Raises:
            AmbiguousAction: several cards have it (of a half, or in another language).
            Unsupported: its printed values are beyond the simulator.
        """
        found = self._lookup(name)
        if found is None:
            return None
        card, face = found
        return self.definition(card), face

    def known_names(self, text: str) -> bool:
        """Whether a whole text is some card's name."""
        try:
            return self._lookup(text) is not None
        except AmbiguousAction:
            return True

    def nearest_names(self, name: str) -> tuple[str, ...]:
        """Names near to what was written, the likeliest first."""
        found = self.names.resolve(name)
        match found:
            case Unknown():
                return found.suggestions
            case Ambiguous():
                return tuple(choice.face for choice in found.choices)
            case Resolved():
                return (found.face,)

    def definition(self, card: str) -> CardDefinition:
        """The definition of a card by its full name.

        Raises:
            KeyError: the catalogue has no such card. Unsupported: its printed values are beyond the simulator.
        """
        if card not in self._built:
            facts = self.catalogue.facts(card)
            if facts is None:
                raise KeyError(card)
            self._built[card] = card_definition(facts, self._abilities(facts))
        return self._built[card]

    # ------------------------------------------------------------------ names

    def _lookup(self, name: str) -> tuple[str, int | None] | None:
        key = fold(name)
        if key not in self._found:
            self._found[key] = self._resolved(name)
        found = self._found[key]
        if found is None or (len(found) == 2 and not isinstance(found[1], str)):
            return found
        choices = tuple(map(str, found))
        raise AmbiguousAction(f"“{name}” could be {' or '.join(choices)}.", choices)

    def _resolved(self, name: str) -> tuple[str, int | None] | tuple[str, ...] | None:
        found = self.names.resolve_exact(name)
        if isinstance(found, Ambiguous):
            same = [choice for choice in found.choices if fold(name) in _spellings(choice.card, choice.face)]
            several = tuple(dict.fromkeys(choice.card for choice in same or found.choices))
            return several if len(several) > 1 else (several[0], self._face(several[0], name))
        if not isinstance(found, Resolved) or found.matched_by not in ("exact", "printed"):
            return None
        # the resolver folds punctuation and blanks away: a list “Fire, Ice” is not the card Fire // Ice
        spellings = _spellings(found.card, found.face) | ({fold(found.printed_name)} if found.printed_name else set())
        facts = self.catalogue.facts(found.card)
        if fold(name) not in spellings or facts is None or facts.kind not in _IN_GAMES:
            return None
        if facts.kind == "token" and facts.variants:
            # several tokens share the name: which one was meant can't be said by it
            return None
        return found.card, self._face(found.card, found.face, named=name)

    def _face(self, card: str, face: str, named: str | None = None) -> int | None:
        """The index of the face or half of that name; None for the whole card."""
        facts = self.catalogue.facts(card)
        if facts is None or len(facts.faces) == 1 or fold(named or face) == fold(card):
            return None
        place = next((i for i, each in enumerate(facts.faces) if fold(each.name) == fold(face)), None)
        # a double-faced card goes by its front face's name
        return None if place == 0 and facts.layout in DOUBLE_FACED_LAYOUTS else place

    # ------------------------------------------------------------------ abilities

    def _abilities(self, facts: CardFacts) -> tuple[tuple[t.Ability, ...], ...]:
        for source in (*self.tree_sources, self.catalogue.trees):
            stored = source(facts.name)
            if stored is None:
                continue
            try:
                read = trees_from(stored)
            except (ValueError, KeyError, TypeError):
                # trees of another version: what they say isn't known here
                continue
            return read + ((_UNREAD,),) * (len(facts.faces) - len(read))
        if not self.catalogue.has_trees or self.catalogue.trees(facts.name) is not None:
            return ((_UNREAD,),) * len(facts.faces)
        # compiled, and without any ability
        return tuple(() if face.known else (_UNREAD,) for face in facts.faces)


def card_definition(facts: CardFacts, abilities: Sequence[tuple[t.Ability, ...]]) -> CardDefinition:
    """A definition from a card's facts and the abilities of its faces.

    Raises:
        Unsupported: its mana cost isn't one that the rules know.
    """
    double = facts.layout in DOUBLE_FACED_LAYOUTS and len(facts.faces) > 1
    faces = tuple(_face(face, own) for face, own in zip(facts.faces, abilities, strict=True))
    return CardDefinition(faces[0].name if double or len(faces) == 1 else facts.name, facts.layout, faces)


def _face(face: FaceFacts, abilities: tuple[t.Ability, ...]) -> Face:
    try:
        cost = parse_mana_cost(face.mana_cost) if face.mana_cost else None
    except ValueError:
        raise Unsupported(f"{face.name}: the mana cost {face.mana_cost} isn't simulated") from None
    return Face(
        name=face.name,
        mana_cost=cost,
        type_line=parse_type_line(face.type_line),
        power=printed_number(face.power),
        toughness=printed_number(face.toughness),
        loyalty=printed_number(face.loyalty),
        defense=printed_number(face.defense),
        color_indicator=face.color_indicator,
        abilities=abilities,
    )


def _spellings(card: str, face: str) -> set[str]:
    return {fold(card), fold(face)}


@cache
def load_pool() -> CataloguePool:
    """The pool of the shipped catalogue, opened once."""
    return CataloguePool(Names.shipped(), (handwritten().get,))
