"""What keywords do that no text of a card says in other words: nodes of their own, for the rules alone."""

from __future__ import annotations

from dataclasses import dataclass

from simulator.abilities import tree as t


@dataclass(frozen=True)
class Did(t.Effect):
    """The source has done what a keyword is about ("exploits a creature", CR 702.110b): abilities may wait for it."""

    word: str


@dataclass(frozen=True)
class Designate(t.Effect):
    """The source gets a designation that it keeps while it is on the battlefield ("renowned", CR 702.112b)."""

    word: str
    rule: str


@dataclass(frozen=True)
class Myriad(t.Effect):
    """A token copy attacking each other opponent, exiled at end of combat (CR 702.116a)."""


@dataclass(frozen=True)
class Devour(t.Effect):
    """Sacrifice any number of creatures as it enters; that many times `number` +1/+1 counters (CR 702.82a)."""

    number: int


@dataclass(frozen=True)
class AttackedOpponents(t.Amount):
    """How many opponents were attacked with a creature in the declaration that triggered (CR 702.121a)."""


@dataclass(frozen=True)
class MostLife(t.PlayerRef):
    """The players with the most life, or tied for it (CR 702.105a)."""


@dataclass(frozen=True)
class EnterInPlaceOf(t.Effect):
    """Put the source from a hand onto the battlefield, attacking what the returned creature attacked (CR 702.49c)."""


@dataclass(frozen=True)
class CreateFromExiled(t.Effect):
    """A token copy of the card exiled as the cost: of that color, a Zombie too, without mana cost (CR 702.128a).

    Attributes:
        size: its power and toughness if they aren't the card's (CR 702.129a).
    """

    color: str
    size: int = 0


@dataclass(frozen=True)
class Backup(t.Effect):
    """Counters on the target, which gains the abilities printed below if it is another creature (CR 702.165a)."""

    number: t.Amount
    keyword: t.Keyword
