"""How near rulings are to each other, and what phrasings find: the search, as moderators use it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence

from bot.services.asking import AskService
from bot.services.moderation_types import Finding, Similar
from rulings.model import Ruling
from rulings.search.local_words import LocalWords
from rulings.store.scope import Scope

#: From these scores of the ranking on a ruling is called similar: where the same rule decides both, and otherwise. Of
#: 120 phrasings left out of the index, 90 found their own ruling so, beside one other ruling each.
_SIMILAR_BY_RULE, _SIMILAR = 4.0, 8.0
_MOST_SIMILAR = 3


class Nearness:
    """Compares a ruling with those that are in service.

    Args:
        service: the search.
        own: gives the rulings that a scope has in service.
        waiting: gives its proposals that wait for review; without it they aren't compared with.
        words: gives its own words, as questions are read there; without it there are none.
        hidden: gives ids of official texts that it doesn't use; without it there are none.
    """

    def __init__(
        self,
        service: AskService,
        own: Callable[[Scope], Awaitable[tuple[Ruling, ...]]],
        waiting: Callable[[Scope], Awaitable[tuple[Ruling, ...]]] | None = None,
        words: Callable[[Scope], Awaitable[LocalWords | None]] | None = None,
        hidden: Callable[[Scope], Awaitable[Collection[str]]] | None = None,
    ) -> None:
        self._service = service
        self._own = own
        self._waiting = waiting
        self._words = words
        self._hidden = hidden

    async def similar(self, scope: Scope, ruling: Ruling) -> list[Similar]:
        """Rulings that answer nearly the question of another one, best first.

        How near they are is told by the ranking, not by the chance to be the answer: that is low wherever several
        rulings fit, which is just where one repeats another. What the same rule decides is similar sooner.
        """
        own = await self._own(scope)
        known = {ruling.id, *(each.id for each in own)}
        waiting = () if self._waiting is None else await self._waiting(scope)
        others = (*own, *(each for each in waiting if each.id not in known))
        best: dict[str, tuple[float, Ruling]] = {}
        for phrasing in (ruling.question, *ruling.also_asked):
            for near, scored in await asyncio.to_thread(self._service.nearest, phrasing, others):
                decided = near.rules[0] in ruling.rules or ruling.rules[0] in near.rules
                alike = scored.exact or scored.score >= (_SIMILAR_BY_RULE if decided else _SIMILAR)
                if alike and scored.score > best.get(near.id, (0.0, near))[0]:
                    best[near.id] = (scored.score, near)
        found = sorted(best.values(), key=lambda each: -each[0])
        return [Similar(each.id, each.question, each.source.value) for _, each in found[:_MOST_SIMILAR]]

    async def findings(self, scope: Scope, ruling: Ruling, phrasings: Sequence[str]) -> list[Finding]:
        """What each phrasing finds once a ruling is in service, asked in its scope."""
        others = (*(each for each in await self._own(scope) if each.id != ruling.id), ruling)

        words = None if self._words is None else await self._words(scope)
        hidden = () if self._hidden is None else await self._hidden(scope)

        def ask(phrasing: str) -> Finding:
            found = self._service.ask(phrasing, others, words=words, hidden=hidden)
            answers = [(found.answer.id, found.answer.title)] if found.answer is not None else []
            listed = answers + [(each.id, each.title) for each in found.alternatives]
            ids = [each for each, _ in listed]
            place = ids.index(ruling.id) + (0 if answers else 1) if ruling.id in ids else None
            return Finding(phrasing, answers[0][0] if answers else "", listed[0][1] if listed else "", place)

        return [await asyncio.to_thread(ask, phrasing) for phrasing in phrasings]
