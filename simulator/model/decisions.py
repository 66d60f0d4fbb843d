"""Decisions: what the engine waits for, with its legal options; and their answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Option:
    """One thing that may be chosen.

    Attributes:
        kind: "object" | "player" | "mode" | "color" | "mana" | "number" | "yes" | "no" | "word" | "cost".
        value: the object's id, the player's name, the mode's index, ... as plain JSON.
        label: words for the person who decides.
    """

    kind: str
    value: Any
    label: str = ""


@dataclass(frozen=True)
class Decision:
    """A typed question to one player (CR 608.2d and others).

    Attributes:
        player: who decides. kind: what it is about: "target" | "choose" | "may" | "mode" | "order" | "color" |
            "mana" | "number" | "divide" | "word" | "pay" | "attackers" | "blockers" | "scry" | "legend".
        prompt: words for that player. options: the legal ones in the engine's stated order.
        minimum, maximum: how many options must and may be chosen.
        rules: the rules that ask. total: with "divide", the amount to divide. optional: doing nothing is the default.
        open: "card name": any card's name may be given instead of an option (CR 201.4); "" for the options alone.
        hidden: which options there are follows from what other players may not see (CR 400.2): it is asked even if
            only one answer is legal, so that nobody learns from the question that there is a choice.
    """

    player: str
    kind: str
    prompt: str
    options: tuple[Option, ...]
    minimum: int = 1
    maximum: int = 1
    rules: tuple[str, ...] = ()
    total: int = 0
    optional: bool = False
    open: str = ""
    hidden: bool = False

    def default(self) -> Answer:
        """The assumed answer: no for an optional one, else the first options in the stated order."""
        if self.kind == "may":
            return Answer((next(i for i, o in enumerate(self.options) if o.kind == "no"),))
        if self.kind == "divide":
            amounts = [0] * len(self.options)
            least = 1 if self.total >= len(self.options) else 0
            for index in range(len(self.options)):
                amounts[index] = least
            amounts[0] += self.total - sum(amounts)
            return Answer(tuple(range(len(self.options))), tuple(amounts))
        if self.optional or (self.open and not self.options):
            return Answer(())
        count = len(self.options) if self.kind == "order" else self.minimum
        return Answer(tuple(range(count)))

    def only_answer(self) -> Answer | None:
        """The only legal answer, if there is just one."""
        count = len(self.options)
        if self.open:
            return None
        if self.kind == "order" and count < 2:
            return Answer(tuple(range(count)))
        if self.kind == "divide" and count == 1:
            return Answer((0,), (self.total,))
        if count == 0 or self.maximum == 0:
            return Answer(())
        if self.kind not in ("order", "divide") and self.minimum >= count == self.maximum:
            return Answer(tuple(range(count)))
        return None


@dataclass(frozen=True)
class Answer:
    """Indices of the chosen options, in order; with "divide", the amounts for them.

    `text`: for an open decision, what is chosen that is none of the options.
    """

    chosen: tuple[int, ...]
    amounts: tuple[int, ...] = ()
    text: str = ""
