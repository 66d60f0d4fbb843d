"""Limits on the work that one person, and one server, may ask for at once.

Heavy work (a script, a proof) is done one at a time a person and a few at a time a server; who asks for more is told so
at once, instead of waiting where nobody sees it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import contextmanager

from bot.i18n import _
from bot.services.table_types import Refusal

#: So many heavy works a server may have under way.
IN_PLACE = 4


class WorkLimits:
    """Counts who has work under way.

    Args:
        in_place: how many works a place may have at once.
    """

    def __init__(self, in_place: int = IN_PLACE) -> None:
        self._in_place = in_place
        self._people: set[int] = set()
        self._places: Counter[Hashable] = Counter()

    @contextmanager
    def one_more(self, person: int, place: Hashable) -> Iterator[None]:
        """While inside, this person's work is under way in this place.

        Raises:
            Refusal: they have one under way already, or the place has too many.
        """
        if person in self._people:
            raise Refusal(_("Your last script is still being played. Wait for it, then try again."))
        if self._places[place] >= self._in_place:
            raise Refusal(_("Others here have scripts under way. Try again in a moment."))
        self._people.add(person)
        self._places[place] += 1
        try:
            yield
        finally:
            self._people.discard(person)
            self._places[place] -= 1
            if not self._places[place]:
                del self._places[place]
