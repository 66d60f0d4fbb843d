"""Instructions that are carried out several times: what they acted on in all the rounds together."""

from __future__ import annotations

from types import TracebackType

from simulator.abilities import tree as t
from simulator.rules.scope import Scope


class Rounds:
    """Adds up what each round of an instruction acted on.

    Inside a round a `Prior` means that round's objects; after the loop (`finish`) it means those of all rounds.
    Each round is a `with` block.
    """

    def __init__(self, effect: t.Effect, scope: Scope) -> None:
        self.scope = scope
        #: the names under which instructions of the loop keep what they acted on
        keys = [str(getattr(node, "save_as", "")) for node in t.walk(effect)]
        self.keys = tuple(dict.fromkeys(key for key in keys if key))
        self.found: dict[str, tuple[int, ...]] = {}
        self.number: int | None = None
        self.reads_number = any(isinstance(node, t.PriorAmount) for node in t.walk(effect))
        self.last: tuple[int, ...] | None = None

    def __enter__(self) -> None:
        bound = self.scope.bound
        for key in self.keys:
            bound.pop(key, None)
        self.last = bound.get("")
        if not self.reads_number:
            self.scope.numbers.pop("", None)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        bound = self.scope.bound
        for key in self.keys:
            self.found[key] = self.found.get(key, ()) + bound.get(key, ())
        last = bound.get("")
        if last is not None and last is not self.last:
            self.found[""] = self.found.get("", ()) + last
        if not self.reads_number and "" in self.scope.numbers:
            self.number = (self.number or 0) + self.scope.numbers[""]

    def finish(self) -> None:
        """After the last round: what all of them acted on, each object once."""
        for key, ids in self.found.items():
            self.scope.bound[key] = tuple(dict.fromkeys(ids))
        if self.number is not None:
            self.scope.numbers[""] = self.number
