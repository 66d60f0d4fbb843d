"""`/ruling official` in the console: which official rulings are used here."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from bot.console.shell import Handler, Person, Shell, Usage, first_word
from bot.services.moderation import ModerationService
from bot.services.moderation_official import OfficialRuling
from rulings.store import Scope

USAGE = {
    "official": "/ruling official [CARD], /ruling official hide NUMBER WHY, /ruling official show NUMBER",
}


class Official:
    """Official rulings here, and not here; they are named by their place in what was listed last.

    Args:
        shell: the console.
        service: the rulings.
        scope: whose.
        card_of: the full English name of the card that was typed.
    """

    def __init__(self, shell: Shell, service: ModerationService, scope: Scope, card_of: Callable[[str], str]) -> None:
        self._out = shell.out
        self._official = service.official
        self._scope = scope
        self._card_of = card_of
        self._listed: list[str] = []

    def handlers(self) -> dict[str, Handler]:
        """Its subcommand."""
        return {"official": self._run}

    async def _run(self, person: Person, rest: str) -> None:
        word, more = first_word(rest)
        number, why = first_word(more)
        # "Show and Tell" is a card: only a number makes it a command
        if word in ("hide", "show") and number.isdecimal():
            await self._decide(person, word, number, why)
        elif rest.strip():
            card = await asyncio.to_thread(self._card_of, rest.strip())
            found = await self._official.of_card(self._scope, person.actor, card)
            if not found:
                self._out.line(f"The reference data has no official ruling on {card}.")
            self._list(found)
        else:
            hidden = list(await self._official.hidden(self._scope))
            if not hidden:
                self._out.line("Every official ruling is used here. /ruling official CARD lists those on a card.")
            self._list([await self._official.get(self._scope, person.actor, each) for each in hidden])

    def _list(self, found: Sequence[OfficialRuling]) -> None:
        self._listed = [each.id for each in found]
        for place, each in enumerate(found, start=1):
            self._out.line(f"{place}. {each.title}")
            if each.hidden is not None:
                self._out.line(f"not used here: {each.hidden.reason}", indent=3, dim=True)

    async def _decide(self, person: Person, word: str, number: str, why: str) -> None:
        if not 0 < int(number[:9]) <= len(self._listed):
            raise Usage(f"Which one? {USAGE['official']}")
        text_id = self._listed[int(number[:9]) - 1]
        if word == "hide":
            found = await self._official.hide(self._scope, person.actor, text_id, why)
            self._out.done(f"Not used here any more: {found.title}")
        else:
            found = await self._official.show(self._scope, person.actor, text_id)
            self._out.done(f"Used here again: {found.title}")
