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


class Verdict(NamedTuple):
    """One expectation: whether it holds, in words what was expected and what is so."""

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
        actual = actual_text(prop, facts, self.refs)
        return Verdict(holds(prop, facts, self.refs), f"{name}: {prop_text(prop)}", f"{name}: {actual}")

    # ------------------------------------------------------------------ zones

    def _zone(self, check: ast.ExpectZone) -> Verdict:
        present = [self._shown_name(id) for id in self.engine.zone(check.zone, check.player)]
        fits = is_called if check.zone == "battlefield" else self._is_card
        wanted = [ref for ref, count in check.cards for _ in range(count)]
        pairs = pair_up(wanted, present, fits)
        there = pairs is not None and (not check.exactly or len(wanted) == len(present))
        where = f"{check.zone} of {check.player}"
        exactly = "exactly " if check.exactly and wanted else ""
        return Verdict(there, f"{where}: {exactly}{_list(ref.name for ref in wanted)}", f"{where}: {_list(present)}")

    def _is_card(self, ref: ast.NameRef, name: str) -> bool:
        return is_card(ref, name, self.refs.cards)

    def _shown_name(self, id: int) -> str:
        """The name of an object, of a face-down one that it is face down."""
        facts = self.engine.facts(id)
        if facts.name:
            return facts.name
        if facts.handle:
            return f"#{facts.handle} (face down)"
        return "a face-down card" if facts.face_down else "something without a name"

    # ------------------------------------------------------------------ tallies

    def _triggered(self, expected: int | tuple[ast.ObjectRef, ...], sources: list[int]) -> Verdict:
        names = [self._source_name(id) for id in sources]
        actual = f"triggered: {_list(names, 'nothing')}"
        if isinstance(expected, int):
            return Verdict(len(sources) == expected, f"triggered: {expected or 'nothing'}", actual)
        pairs = pair_up(expected, sources, self.refs.means)
        there = pairs is not None and len(sources) == len(expected)
        return Verdict(there, f"triggered: {_list(map(ref_text, expected))}", actual)

    def _source_name(self, id: int) -> str:
        facts = self.refs.recall(id)
        if facts is None:
            return "something that is gone"
        return facts.name or (f"#{facts.handle}" if facts.handle else "something without a name")

    def _stack(self, expected: int | tuple[ast.ObjectRef, ...]) -> Verdict:
        ids = list(self.engine.zone("stack"))
        # CR 113.7: an ability goes by its source
        sources = [self._goes_by(id) for id in ids]
        actual = f"stack: {_list(map(self._source_name, sources), 'empty')}"
        if isinstance(expected, int):
            return Verdict(len(ids) == expected, f"stack: {expected or 'empty'}", actual)
        there = len(ids) == len(expected) and all(map(self.refs.means, expected, sources))
        return Verdict(there, f"stack: {_list(map(ref_text, expected))}", actual)

    def _goes_by(self, id: int) -> int:
        facts = self.engine.facts(id)
        return facts.source if facts.kind == "ability" and facts.source is not None else id

    def _revealed(self, cards: Sequence[tuple[ast.NameRef, int]], names: list[str]) -> Verdict:
        wanted = [ref for ref, count in cards for _ in range(count)]
        there = len(wanted) == len(names) and pair_up(wanted, names, self._is_card) is not None
        expected = _list((ref.name for ref in wanted), "nothing")
        return Verdict(there, f"revealed: {expected}", f"revealed: {_list(names, 'nothing')}")


def _list(names: Iterable[str], nothing: str = "empty") -> str:
    counted = Counter(names)
    return ", ".join(f"{name} x{count}" if count > 1 else name for name, count in counted.items()) or nothing
