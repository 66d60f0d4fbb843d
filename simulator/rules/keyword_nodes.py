"""What keywords do that no text of a card says in other words: nodes for the rules alone, and a keyword's number."""

from __future__ import annotations

from dataclasses import dataclass

from simulator.abilities import tree as t


def number_of(keyword: t.Keyword) -> t.Amount:
    """The number that a keyword is written with, or X."""
    return t.X() if keyword.value < 0 else t.Num(keyword.value)


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


@dataclass(frozen=True)
class TapForPower(t.Cost):
    """Tap any number of other untapped creatures you control with that total power (CR 702.122a)."""

    power: int


@dataclass(frozen=True)
class CastForMadness(t.Effect):
    """Its owner may cast the exiled card by paying its madness cost, else it goes to the graveyard (CR 702.35a)."""


@dataclass(frozen=True)
class Cascade(t.Effect):
    """Exile from the top of the library until a cheaper nonland card comes, which may be cast (CR 702.85a)."""


@dataclass(frozen=True)
class CopyForStorm(t.Effect):
    """Copy the spell for each other spell that was cast before it this turn (CR 702.40a)."""


@dataclass(frozen=True)
class CumulativeUpkeep(t.Effect):
    """An age counter, then the cost once for each age counter, else the permanent is sacrificed (CR 702.24a)."""

    cost: tuple[t.Cost, ...]


@dataclass(frozen=True)
class ArrivedSinceUpkeep(t.Condition):
    """The source came under its controller's control since the beginning of their last upkeep (CR 702.30a)."""


@dataclass(frozen=True)
class Mark(t.Effect):
    """Remember of an object that a rule applies to it ("unearthed", CR 702.84a)."""

    what: t.ObjectRef
    word: str
