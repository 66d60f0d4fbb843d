"""Card definitions for the simulator: facts and names from the catalogue, abilities from the ability trees.

Where trees of a card differ, the hand-written ones win over the synced, the synced over the shipped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from bot.services.card_names import naming
from bot.services.paths import data_dir
from bot.services.synced_cards import SyncedCards
from rulings.catalogue import CardFacts, Catalogue, FaceFacts
from rulings.names import Ambiguous, Names, Resolved, Unknown
from simulator.abilities import tree as t
from simulator.errors import AmbiguousAction, Unsupported
from simulator.model.cards import DOUBLE_FACED_LAYOUTS, CardDefinition, Face
from simulator.oracle import FaceText, handwritten
from simulator.oracle.trees import trees_from
from simulator.scenario.invented import printed_number
from simulator.scenario.names import fold
from simulator.sentences import either, say
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
        names: the resolver of names, with its catalogue; or what gives the one in service, asked at each use.
        tree_sources: where trees come from before the catalogue's own, the first that has the card wins.
        synced: the texts of the data folder: their trees come after `tree_sources`. Cards that came with a sync are
            known at once; a definition that was handed out stays as it is.
    """

    def __init__(
        self,
        names: Names | Callable[[], Names],
        tree_sources: Sequence[TreeSource] = (),
        synced: SyncedCards | None = None,
    ) -> None:
        self._naming = names if callable(names) else lambda: names
        self._synced = synced
        self._taken: tuple[Names, Any] | None = None
        self.tree_sources = tuple(tree_sources)
        self._found: dict[str, tuple[str, int | None] | tuple[str, ...] | None] = {}
        self._built: dict[str, CardDefinition] = {}

    @property
    def names(self) -> Names:
        """The resolver of names in service."""
        names = self._naming()
        now = (names, self._synced.stamp if self._synced is not None else None)
        if self._taken is None or self._taken[0] is not now[0] or self._taken[1] != now[1]:
            # another state of the data: nothing of the one before is handed out any more
            self._found, self._built, self._taken = {}, {}, now
        return names

    @property
    def catalogue(self) -> Catalogue:
        """The facts and shipped trees behind the names in service."""
        return self.names.catalogue

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
        catalogue, built = self.catalogue, self._built
        if card not in built:
            facts = catalogue.facts(card)
            if facts is None:
                raise KeyError(card)
            built[card] = self._melding(facts, card_definition(facts, self.abilities(facts)))
        return built[card]

    def _melding(self, facts: CardFacts, card: CardDefinition) -> CardDefinition:
        """The definition of a card of a meld pair, or of what such a pair is together, with the others (CR 712.5)."""
        catalogue = self.catalogue
        into = catalogue.facts(facts.melds_into) if facts.melds_into is not None else None
        if into is not None and facts.melds_with is not None:
            combined = card_definition(into, self.abilities(into)).front
            return replace(card, melds_with=facts.melds_with, melds_into=combined)
        if not card.is_melded_face:
            return card
        others = (catalogue.facts(name) for name in catalogue.names())
        pair = [other.name for other in others if other is not None and other.melds_into == facts.name]
        return replace(card, melded_from=tuple(self.definition(name) for name in pair)) if len(pair) == 2 else card

    # ------------------------------------------------------------------ names

    def _lookup(self, name: str) -> tuple[str, int | None] | None:
        key, names, known = fold(name), self.names, self._found
        if key not in known:
            known[key] = self._resolved(name, names)
        found = known[key]
        if found is None or (len(found) == 2 and not isinstance(found[1], str)):
            return found
        choices = tuple(map(str, found))
        raise AmbiguousAction(say("“{name}” could be {choices}.", name=name, choices=either(choices)), choices)

    def _resolved(self, name: str, names: Names) -> tuple[str, int | None] | tuple[str, ...] | None:
        found = names.resolve_exact(name)
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

    def abilities(self, facts: CardFacts) -> tuple[tuple[t.Ability, ...], ...]:
        """The abilities of each face of a card: hand-written over synced over shipped.

        A face whose text wasn't compiled has one that is unsupported.
        """
        return self.abilities_and_source(facts)[0]

    def synced_faces(self, facts: CardFacts) -> Sequence[FaceText]:
        """The texts of a card's faces as they were synced; none before a sync or if the data lacks it."""
        return self._synced.faces(facts) if self._synced is not None else ()

    def abilities_and_source(self, facts: CardFacts) -> tuple[tuple[tuple[t.Ability, ...], ...], str]:
        """The same, and where they come from: ``hand-written``, ``synced``, ``shipped``; empty if from nowhere."""
        catalogue, synced = self.catalogue, self._synced
        sources: list[tuple[str, TreeSource]] = [("hand-written", source) for source in self.tree_sources]
        if synced is not None:
            sources.append(("synced", lambda name: synced.trees(catalogue, name)))
        if catalogue.has_trees:
            sources.append(("shipped", catalogue.trees))
        for origin, source in sources:
            stored = source(facts.name)
            if stored is None:
                continue
            try:
                read = trees_from(stored)
            except (ValueError, KeyError, TypeError):
                # trees of another version: what they say isn't known here
                continue
            return read + ((_UNREAD,),) * (len(facts.faces) - len(read)), origin
        if not catalogue.has_trees or catalogue.trees(facts.name) is not None or not catalogue.was_compiled(facts.name):
            return ((_UNREAD,),) * len(facts.faces), ""
        # compiled, and without any ability
        return tuple(() if face.known else (_UNREAD,) for face in facts.faces), "shipped"


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
        raise Unsupported(
            say("{card}: the mana cost {cost} isn't simulated", card=face.name, cost=face.mana_cost)
        ) from None
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


def load_pool() -> CataloguePool:
    """The pool of the shipped catalogue and of what was synced to the data folder, opened once a folder."""
    return _pool(data_dir())


@cache
def _pool(folder: Path) -> CataloguePool:
    return CataloguePool(naming(folder), (handwritten().get,), SyncedCards(folder))
