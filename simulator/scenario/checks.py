"""Whether what a script expects is so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from simulator.model.facts import ObjectFacts
from simulator.scenario import ast
from simulator.scenario.answering import Answering
from simulator.scenario.check_player import PlayerChecks
from simulator.scenario.naming import is_called, is_card
from simulator.scenario.pairing import pair_up
from simulator.scenario.port import Engine
from simulator.scenario.print_checks import prop_text
from simulator.scenario.print_words import ref_text
from simulator.scenario.properties import actual_text, holds
from simulator.scenario.references import References
from simulator.sentences import Sentence, say
from simulator.terms import term


class Verdict(NamedTuple):
    """One expectation: whether it holds, what was expected as a script says it, and in words what is so instead."""

    holds: bool
    expected: str
    actual: str


class Marks(NamedTuple):
    """How long the engine's lists were when the last step began."""

    triggered: int = 0
    revealed: int = 0


class Checks:
    """Looks the expectations of a script up."""

    def __init__(self, engine: Engine, refs: References, answering: Answering) -> None:
        self.engine = engine
        self.refs = refs
        self.players = PlayerChecks(engine, refs, answering)

    def verdicts(self, check: ast.Check, marks: Marks) -> list[Verdict]:
        """Every expectation of a line.

        Raises:
            InvalidAction: a reference can't be looked up. Unsupported: the engine can't tell.
        """
        match check:
            case ast.ExpectObject(ref, props):
                facts = self.refs.checked(ref)
                return [self._prop(ref, facts, prop) for prop in props]
            case ast.ExpectPlayer(player, pprops):
                return [Verdict(*self.players.verdict(player, prop)) for prop in pprops]
            case ast.ExpectZone():
                return [self._zone(check)]
            case ast.ExpectTally("triggered", expected):
                return [self._triggered(expected, list(self.engine.triggered())[marks.triggered :])]
            case ast.ExpectTally(_, expected):
                return [self._stack(expected)]
            case ast.ExpectRevealed(cards):
                return [self._revealed(cards, list(self.engine.revealed())[marks.revealed :])]

    def _prop(self, ref: ast.ObjectRef, facts: ObjectFacts | None, prop: ast.Prop) -> Verdict:
        name = ref_text(ref)
        expected = f"{name}: {prop_text(prop)}"
        if holds(prop, facts, self.refs):
            return Verdict(True, expected, "")
        return Verdict(
            False, expected, say("{of_whom}: {what}", of_whom=name, what=actual_text(prop, facts, self.refs))
        )

    # ------------------------------------------------------------------ zones

    def _zone(self, check: ast.ExpectZone) -> Verdict:
        present = [self._shown_name(id) for id in self.engine.zone(check.zone, check.player)]
        fits = is_called if check.zone == "battlefield" else self._is_card
        wanted = [ref for ref, count in check.cards for _ in range(count)]
        pairs = pair_up(wanted, present, fits)
        there = pairs is not None and (not check.exactly or len(wanted) == len(present))
        exactly = "exactly " if check.exactly and wanted else ""
        expected = f"{check.zone} of {check.player}: {exactly}{_wanted(wanted, 'empty')}"
        zone, cards = term(check.zone), _list(present) or say("empty")
        return Verdict(there, expected, say("{zone} of {player}: {cards}", zone=zone, player=check.player, cards=cards))

    def _is_card(self, ref: ast.NameRef, name: str) -> bool:
        return is_card(ref, name, self.refs.cards)

    def _shown_name(self, id: int) -> str:
        """The name of an object, of a face-down one that it is face down."""
        facts = self.engine.facts(id)
        if facts.name:
            return facts.name
        if facts.handle:
            return say("#{number} (face down)", number=facts.handle)
        return say("a face-down card") if facts.face_down else say("something without a name")

    # ------------------------------------------------------------------ tallies

    def _triggered(self, expected: int | tuple[ast.ObjectRef, ...], sources: list[int]) -> Verdict:
        names = [self._source_name(id) for id in sources]
        actual = say("triggered: {sources}", sources=_list(names) or say("nothing"))
        if isinstance(expected, int):
            return Verdict(len(sources) == expected, f"triggered: {expected or 'nothing'}", actual)
        pairs = pair_up(expected, sources, self.refs.means)
        there = pairs is not None and len(sources) == len(expected)
        return Verdict(there, f"triggered: {_counted_names(map(ref_text, expected))}", actual)

    def _source_name(self, id: int) -> str:
        facts = self.refs.recall(id)
        if facts is None:
            return say("something that is gone")
        return facts.name or (f"#{facts.handle}" if facts.handle else say("something without a name"))

    def _stack(self, expected: int | tuple[ast.ObjectRef, ...]) -> Verdict:
        ids = list(self.engine.zone("stack"))
        # CR 113.7: an ability goes by its source
        sources = [self._goes_by(id) for id in ids]
        actual = say("stack: {objects}", objects=_list(map(self._source_name, sources)) or say("empty"))
        if isinstance(expected, int):
            return Verdict(len(ids) == expected, f"stack: {expected or 'empty'}", actual)
        there = len(ids) == len(expected) and all(map(self.refs.means, expected, sources))
        return Verdict(there, f"stack: {_counted_names(map(ref_text, expected))}", actual)

    def _goes_by(self, id: int) -> int:
        facts = self.engine.facts(id)
        return facts.source if facts.kind == "ability" and facts.source is not None else id

    def _revealed(self, cards: Sequence[tuple[ast.NameRef, int]], names: list[str]) -> Verdict:
        wanted = [ref for ref, count in cards for _ in range(count)]
        there = len(wanted) == len(names) and pair_up(wanted, names, self._is_card) is not None
        actual = say("revealed: {cards}", cards=_list(names) or say("nothing"))
        return Verdict(there, f"revealed: {_wanted(wanted, 'nothing')}", actual)


def _wanted(cards: Iterable[ast.NameRef], nothing: str) -> str:
    """Cards as a script lists them."""
    return _counted_names(ref.name for ref in cards) or nothing


def _counted_names(names: Iterable[str]) -> str:
    return ", ".join(f"{name} x{count}" if count > 1 else name for name, count in Counter(names).items())


def _list(names: Iterable[str]) -> list[str]:
    """What is there, in words."""
    return [_times(name, count) if count > 1 else name for name, count in Counter(names).items()]


def _times(name: str, count: int) -> Sentence:
    return say("{name} x{count}", name=name, count=count)
