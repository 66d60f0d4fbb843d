"""What follows from a sync: editions are kept, rulings renumbered or queued, proofs played again, moderators told.

It may be run at any time and by several processes: what was done and told is in the store.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.services.drafts import from_content
from bot.services.moderation import ModerationService
from bot.services.sync_news import Snapshot, SyncNews, Touched, card_digests, news
from rulings.rules_index import RulesIndex
from rulings.store import Scope, Seen


@dataclass(frozen=True, slots=True)
class Notice:
    """News that a scope's moderators have not read yet.

    Attributes:
        id: number of the news.
        scope: whose.
        channel: id of the moderators' channel.
        news: what the sync brought.
        touched: what it did to the scope's rulings.
    """

    id: int
    scope: Scope
    channel: int
    news: SyncNews
    touched: Touched

    @property
    def lines(self) -> list[str]:
        """What to tell, in the language of who asks: kept are the facts."""
        return self.news.lines() + self.touched.lines()

    @property
    def reviews(self) -> int:
        """How many of the scope's rulings need review."""
        return len(self.touched.review)


class AfterSync:
    """Brings rulings and moderators up to date with the reference data.

    Args:
        moderation: the rulings.
    """

    def __init__(self, moderation: ModerationService) -> None:
        self._moderation = moderation
        self._store = moderation.store
        self._done: tuple[int, int] | None = None

    async def run(self) -> SyncNews | None:
        """Do what is due; what is new since the last time, None if nothing is. Of the same file it is done once."""
        stamp = self._moderation.editions.stamp
        if stamp is None or stamp == self._done:
            return None
        fresh = await self._run()
        self._done = stamp
        return fresh

    async def _run(self) -> SyncNews | None:
        before = await self._store.news.seen()
        old = await self._store.editions.get(before.edition) if before is not None and before.edition else None
        found = await asyncio.to_thread(self._look, before, old)
        if found is None:
            return None
        now, fresh, indexes = found
        await self._store.editions.add(indexes)
        self._moderation.forget_proofs()
        touched = await self._touch(since=before.edition if before is not None else "")
        if before is not None and now == before:
            return None
        fresh = await self._proved(fresh)
        contents = {}
        if fresh.is_any or before is None:
            for scope in await self._store.news.channels():
                content = {"news": fresh.to_json(), "touched": touched.get(scope, Touched()).to_json()}
                contents[scope] = content
        first = await self._store.news.add(before, now, contents)
        return fresh if first and fresh.is_any else None

    async def notices(self) -> Sequence[Notice]:
        """What moderators have not been told yet, where they have a channel."""
        channels = await self._store.news.channels()
        found = []
        for told in await self._store.news.waiting():
            if told.scope in channels:
                touched = Touched.from_json(told.content.get("touched", {}))
                news = SyncNews.from_json(told.content["news"])
                notice = Notice(told.id, told.scope, channels[told.scope], news, touched)
                if notice.lines:
                    found.append(notice)
        return found

    async def told(self, notice: Notice) -> None:
        """A notice was told, or can never be. Until then it is one of `notices`, also after a crash."""
        await self._store.news.mark_told(notice.id)

    def _look(self, before: Seen | None, old: RulesIndex | None) -> tuple[Seen, SyncNews, list[RulesIndex]] | None:
        with self._moderation.editions.reference() as reference:
            if reference is None:
                return None
            known = None if before is None else Snapshot(before.edition, old, cards=before.cards)
            indexes = [reference.index(each.edition) for each in reference.editions()]
            fresh = news(known, reference, list(self._moderation.shipped.values()))
            now = Seen(reference.edition, card_digests(reference))
            return now, fresh, [index for index in indexes if index is not None]

    async def _proved(self, fresh: SyncNews) -> SyncNews:
        """The news with what came of playing the proofs of shipped rulings whose rules changed."""
        check = self._moderation.check_proof
        proofs = {slug: self._moderation.shipped[slug].proof for slug in fresh.shipped}
        if check is None:
            return fresh
        unproved = [slug for slug, proof in proofs.items() if proof and await check(proof)]
        played = sum(1 for proof in proofs.values() if proof)
        return replace(fresh, proved=played - len(unproved), unproved=tuple(unproved))

    async def _touch(self, *, since: str) -> dict[Scope, Touched]:
        """Renumber, find what needs review, and play the proofs of those again whose rules changed or moved."""
        found = {}
        for scope in await self._store.news.scopes_with_rulings():
            renumbered = await self._moderation.ageing.renumber(scope)
            review = [each.stored for each in await self._moderation.ageing.outdated(scope) if each.since > since]
            unproved, proved = [], 0
            for stored in (*renumbered, *review):
                proof = from_content(stored.content).proof
                if proof and self._moderation.check_proof is not None:
                    if await self._moderation.check_proof(proof):
                        unproved.append(stored.slug)
                    else:
                        proved += 1
            found[scope] = Touched(
                tuple(each.slug for each in renumbered),
                tuple(each.slug for each in review),
                tuple(unproved),
                proved,
            )
        return found
