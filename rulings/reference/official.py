"""Official rulings as they are shown: newest first, an older wording folded under the one that replaced it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from rulings.reference.database import OfficialRuling

#: Two rulings of one card at least so much alike are two wordings of one. Measured on the 45,147 published up to 2022:
#: from 80 on every pair that was read is a rewording, below 75 pairs about different things appear.
_SAME = 80.0


@dataclass(frozen=True, slots=True)
class ShownRuling:
    """A ruling in service with its history.

    Attributes:
        ruling: The newest wording.
        replaced: Older wordings that it replaced, newest first: history, never the answer.
    """

    ruling: OfficialRuling
    replaced: tuple[OfficialRuling, ...] = ()


def with_history(rulings: Sequence[OfficialRuling]) -> list[ShownRuling]:
    """Fold older wordings under newer ones.

    A ruling is an older wording only of one of a later date that reads nearly the same. One that is no longer published
    never replaces another.

    Args:
        rulings: Those of one card.
    """
    newest_first = sorted(rulings, key=lambda each: (not each.gone_since, each.published_at), reverse=True)
    shown: list[tuple[OfficialRuling, list[OfficialRuling]]] = []
    for ruling in newest_first:
        best = max(
            (each for each in shown if each[0].published_at > ruling.published_at and not each[0].gone_since),
            key=lambda each: fuzz.ratio(each[0].comment, ruling.comment),
            default=None,
        )
        if best is not None and fuzz.ratio(best[0].comment, ruling.comment) >= _SAME:
            best[1].append(ruling)
        else:
            shown.append((ruling, []))
    return [ShownRuling(ruling, tuple(replaced)) for ruling, replaced in shown]
