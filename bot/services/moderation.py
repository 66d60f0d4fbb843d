"""Moderating a server's rulings: propose, review, publish, edit, retire, revert, with every step kept.

No Discord here. Who is a moderator is decided by the caller (by roles, checked at each press) and handed over as an
`Actor`; what follows from it is decided here. The store's own errors (`NotFound`, `Conflict`) come through as they are.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.i18n import _
from bot.services.drafts import MOST_PHRASINGS, InvalidRuling, clean_comment, clean_text, slug_for, to_content
from bot.services.moderation_ageing import AgeingQueue
from bot.services.moderation_base import (
    ModerationBase,
    find,
    require_moderator,
    require_seen,
    same_question,
    status_words,
    waiting_content,
)
from bot.services.moderation_exchange import Exchange
from bot.services.moderation_official import OfficialTexts, OfficialUse
from bot.services.moderation_questions import OpenQuestions
from bot.services.moderation_reports import Reports
from bot.services.moderation_types import (
    Actor,
    AlreadyThere,
    Change,
    Finding,
    HistoryStep,
    ModerationError,
    NotAllowed,
    Proposal,
    ServerRulings,
    Similar,
    Waiting,
    WrongStatus,
    differences,
)
from bot.services.moderation_words import ServerWords
from rulings.model import Ruling
from rulings.store import Conflict, NotFound, PlaceTaken, Scope, Status, Store, StoredRuling

__all__ = [
    "Actor",
    "AlreadyThere",
    "Change",
    "Finding",
    "HistoryStep",
    "InvalidRuling",
    "ModerationError",
    "ModerationService",
    "NotAllowed",
    "Proposal",
    "ServerRulings",
    "Similar",
    "Waiting",
    "WrongStatus",
    "differences",
]

#: How many proposals of one person who is no moderator may wait at once.
MOST_OPEN_PROPOSALS = 10


class ModerationService(ModerationBase):
    """What moderators and helpers do with a server's rulings.

    Attributes:
        ageing: its rulings that a newer edition of the rules touches.
        exchange: rulings in and out as a file.
        official: official rulings that it doesn't use.
        questions: questions that had no answer.
        reports: what people say is wrong with answers.
        words: what its players call things.
        synced: set when the reference data changed, for whoever tells the moderators.
    """

    def __init__(self, store: Store, *, official: OfficialTexts | None = None, **parts: Any) -> None:
        """Bind the service to a store, and to the official rulings; see `ModerationBase` for the other parts."""
        super().__init__(store, **parts)
        self.ageing = AgeingQueue(self)
        self.exchange = Exchange(self)
        self.official = OfficialUse(self, official or OfficialTexts())
        self.questions = OpenQuestions(self, self)
        self.reports = Reports(self)
        self.words = ServerWords(self)
        self.synced = asyncio.Event()

    # --- writing -----------------------------------------------------------------------------------------------------

    async def propose(self, scope: Scope, actor: Actor, content: Mapping[str, Any], *, comment: str = "") -> Proposal:
        """Add a ruling that waits for review; anybody may.

        Args:
            scope: the server.
            actor: who proposes it.
            content: the ruling in the shape of the curated TOML; see `read_draft` for what may be left out.
            comment: a word to the reviewers.

        Raises:
            InvalidRuling: with everything that is wrong with it.
            AlreadyThere: the same question has a ruling in service or waiting, or the id is taken, or another ruling in
                service replaces the same shipped one.
            NotAllowed: too many of this person's proposals are waiting.
        """
        here = await self.store.rulings.list(scope)
        ruling = await self.checked(content, here)
        comment = clean_comment(comment)
        own = [r for r in here if r.status == "proposed" and r.author == actor.user_id]
        if not actor.is_moderator and len(own) >= MOST_OPEN_PROPOSALS:
            raise NotAllowed(
                _("{count} of your proposals wait for review; wait until some are reviewed").format(count=len(own))
            )
        for other in here:
            if other.status in ("proposed", "published") and same_question(other.content, ruling):
                told = (
                    _("a ruling on the same question waits for review: {slug}")
                    if other.status == "proposed"
                    else _("a ruling on the same question is in service: {slug}")
                )
                raise AlreadyThere(told.format(slug=other.slug), other.slug)
        for other in here:
            if ruling.replaces and other.status == "published" and other.replaces == ruling.replaces:
                told = _("“{other}” replaces {replaced} already; edit or retire that one")
                raise AlreadyThere(told.format(other=other.slug, replaced=ruling.replaces), other.slug)
        taken = {r.slug for r in here}
        if ruling.id in taken:
            if content.get("id"):
                raise AlreadyThere(
                    _("there is a ruling “{id}” already; leave the id out to get one").format(id=ruling.id), ruling.id
                )
            ruling = replace(ruling, id=slug_for(ruling.question, taken | self.shipped_ids))
        try:
            stored = await self.store.rulings.create(
                scope, ruling.id, to_content(ruling), author=actor.user_id, comment=comment
            )
        except Conflict as conflict:
            raise AlreadyThere(str(conflict), ruling.id) from conflict
        return Proposal(stored, await self.similar(scope, ruling))

    async def similar_to(self, scope: Scope, content: Mapping[str, Any]) -> tuple[Similar, ...]:
        """Rulings that a draft may repeat, to be shown before it is proposed.

        Raises:
            InvalidRuling: with everything that is wrong with the draft.
        """
        return await self.similar(scope, await self.checked(content, await self.store.rulings.list(scope)))

    async def approve(self, scope: Scope, actor: Actor, slug: str, *, seen: int, comment: str = "") -> StoredRuling:
        """Publish a proposal, or a change that waits. A lone moderator may approve his own, unless four eyes are set.

        Args:
            scope: the server.
            actor: who approves it.
            slug: which ruling.
            seen: the revision that the actor has read: one that nobody has read isn't published.
            comment: a word for the history.

        Raises:
            NotAllowed: the actor is no moderator, or wrote it where four eyes are set.
            WrongStatus: nothing of it waits for review.
            AlreadyThere: another ruling in service replaces the same shipped ruling, or answers the same question.
            InvalidRuling: it no longer passes the checks.
            Conflict: it was changed since it was seen.
        """
        require_moderator(actor, "approve rulings")
        here = await self.store.rulings.list(scope)
        stored = find(here, slug)
        content, writer = waiting_content(stored)
        # What was seen comes first: whoever presses late should hear of the change, not of a consequence of it.
        require_seen(stored, seen)
        if refusal := await self.refusal(scope, actor, writer):
            raise NotAllowed(refusal)
        _require_own_question(stored, await self.checked(content, here), here)
        return await self._change(
            stored,
            seen=seen,
            actor=actor.user_id,
            action="approved",
            status="published",
            content=content,
            content_by=writer,
            comment=clean_comment(comment),
        )

    async def reject(self, scope: Scope, actor: Actor, slug: str, *, seen: int, comment: str = "") -> StoredRuling:
        """Turn down a proposal, or a change that waits (what is in service stays). Who wrote it may withdraw it.

        Raises:
            NotAllowed: the actor is neither a moderator nor who wrote it.
            WrongStatus: nothing of it waits for review.
            Conflict: it was changed since it was seen.
        """
        stored = await self.store.rulings.get(scope, slug)
        content, writer = waiting_content(stored)
        if not actor.is_moderator and actor.user_id not in (writer, stored.author):
            require_moderator(actor, "reject rulings")
        is_change = stored.pending is not None
        rejected = await self.store.rulings.change(
            scope,
            slug,
            seen=seen,
            actor=actor.user_id,
            action="rejected" if actor.is_moderator else "withdrawn",
            status=stored.status if is_change else "rejected",
            content=stored.content,
            content_by=stored.content_by,
            about=content,
            comment=clean_comment(comment),
        )
        if not is_change:
            await self.store.questions.reopen(scope, slug)
        return rejected

    async def edit(
        self,
        scope: Scope,
        actor: Actor,
        slug: str,
        content: Mapping[str, Any],
        *,
        seen: int,
        comment: str = "",
    ) -> StoredRuling:
        """Write a ruling anew. Its id stays.

        A proposal (or a rejected one) then waits for review again; its author may do that too. A published ruling is
        changed at once, or, where four eyes are set, the change waits and the ruling stays in service as it was.

        Raises:
            InvalidRuling: with everything that is wrong with it.
            NotAllowed: the actor is neither a moderator nor the author of a proposal.
            WrongStatus: it is retired (`revert` brings it back).
            AlreadyThere: another ruling in service answers the question that it would ask.
            Conflict: it was changed since it was seen.
        """
        here = await self.store.rulings.list(scope)
        stored = find(here, slug)
        if not actor.is_moderator and (actor.user_id != stored.author or stored.status == "published"):
            require_moderator(actor, "edit this ruling")
        if stored.status == "retired":
            raise WrongStatus(_("this ruling is retired; revert it to the revision that you want back, then edit it"))
        ruling = await self.checked({**content, "id": slug}, here)
        _require_own_question(stored, ruling, here)
        return await self._put(actor, stored, ruling, "edited", seen, comment)

    async def retire(self, scope: Scope, actor: Actor, slug: str, *, seen: int, comment: str = "") -> StoredRuling:
        """Take a published ruling out of service; a change to it that waits goes with it, all of it in the history.

        Raises:
            NotAllowed: the actor is no moderator.
            WrongStatus: it is not in service.
            Conflict: it was changed since it was seen.
        """
        require_moderator(actor, "retire rulings")
        stored = await self.store.rulings.get(scope, slug)
        if stored.status != "published":
            raise WrongStatus(
                _("only a ruling in service can be retired; this one is {status}").format(status=status_words(stored))
            )
        return await self.store.rulings.change(
            scope,
            slug,
            seen=seen,
            actor=actor.user_id,
            action="retired",
            status="retired",
            content=stored.content,
            content_by=stored.content_by,
            about=stored.content,
            comment=clean_comment(comment),
        )

    async def revert(
        self, scope: Scope, actor: Actor, slug: str, to: int, *, seen: int, comment: str = ""
    ) -> StoredRuling:
        """Bring back the content of an earlier revision, as a new one; a retired ruling returns to service with it.

        Where four eyes are set it waits for review like an edit.

        Raises:
            NotAllowed: the actor is no moderator.
            NotFound: there is no such revision.
            InvalidRuling: that content no longer passes the checks.
            AlreadyThere: another ruling in service answers its question by now.
            Conflict: it was changed since it was seen.
        """
        require_moderator(actor, "revert rulings")
        here = await self.store.rulings.list(scope)
        stored = find(here, slug)
        history = await self.store.rulings.history(scope, slug)
        content = next((r.content for r in history if r.number == to), None)
        if content is None:
            raise NotFound(
                _("“{slug}” has revisions 1 to {count}, none of number {to}").format(
                    slug=slug, count=len(history), to=to
                )
            )
        ruling = await self.checked(content, here)
        _require_own_question(stored, ruling, here)
        note = f"to revision {to}" + (f": {comment}" if comment else "")
        return await self._put(actor, stored, ruling, "reverted", seen, note)

    async def test_phrasings(
        self, scope: Scope, actor: Actor, content: Mapping[str, Any], phrasings: Sequence[str]
    ) -> Sequence[Finding]:
        """What phrasings would find if a ruling were in service, before it is.

        Args:
            scope: the server.
            actor: who tests.
            content: the ruling, whether it is stored or not.
            phrasings: as somebody would ask; at most `MOST_PHRASINGS`, empty ones are passed over.

        Raises:
            NotAllowed: the actor is no moderator.
            InvalidRuling: with everything that is wrong with the ruling, or there is no phrasing.
        """
        require_moderator(actor, "test phrasings")
        asked = list(dict.fromkeys(each for each in (clean_text(text) for text in phrasings) if each))
        if not asked:
            raise InvalidRuling([_("write at least one phrasing, one a line")])
        if len(asked) > MOST_PHRASINGS:
            raise InvalidRuling(
                [
                    _("{count} phrasings are too many, at most {most_phrasings} are tested at once").format(
                        count=len(asked), most_phrasings=MOST_PHRASINGS
                    )
                ]
            )
        if self.find_phrasings is None:
            raise InvalidRuling([_("phrasings can't be tested here: no search is at hand")])
        here = [stored.slug for stored in await self.store.rulings.list(scope)]
        return await self.find_phrasings(scope, await self.read(content, here), asked)

    # --- inside ------------------------------------------------------------------------------------------------------

    async def _put(
        self,
        actor: Actor,
        stored: StoredRuling,
        ruling: Ruling,
        action: str,
        seen: int,
        comment: str,
    ) -> StoredRuling:
        """Make a content the ruling's: in service if it may be, else waiting for review."""
        content = to_content(ruling)
        writer = actor.user_id
        was_public = stored.status in ("published", "retired")
        pending: dict[str, Any] | None = None
        status: Status
        if not was_public:
            status, current, current_by = "proposed", content, writer
        elif await self.refusal(stored.scope, actor, writer):
            if stored.status == "published":
                status, current, current_by, pending = "published", stored.content, stored.content_by, content
            else:
                status, current, current_by = "proposed", content, writer
        else:
            status, current, current_by = "published", content, writer
        return await self._change(
            stored,
            seen=seen,
            actor=actor.user_id,
            action=action,
            status=status,
            content=current,
            content_by=current_by,
            pending=pending,
            pending_by=None if pending is None else writer,
            comment=clean_comment(comment),
        )

    async def _change(self, stored: StoredRuling, **changed: Any) -> StoredRuling:
        """A change that may put something into service; the database has the last word on what it replaces."""
        try:
            return await self.store.rulings.change(stored.scope, stored.slug, **changed)
        except PlaceTaken as error:
            raise AlreadyThere(str(error), error.slug) from error


def _require_own_question(stored: StoredRuling, ruling: Ruling, here: Sequence[StoredRuling]) -> None:
    """Refuse a second ruling on a question: which of two was found would be nobody's choice.

    Raises:
        AlreadyThere: another one in service answers it.
    """
    for other in here:
        if other.slug != stored.slug and other.status == "published" and same_question(other.content, ruling):
            told = _("a ruling on the same question is in service: {slug}")
            raise AlreadyThere(told.format(slug=other.slug), other.slug)
