"""What every part of moderation stands on: the store, the checks of a text, who may do what, and reading."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.i18n import _
from bot.services.drafts import InvalidRuling, from_content, read_draft
from bot.services.editions import Editions
from bot.services.moderation_types import (
    Actor,
    CheckProof,
    FindPhrasings,
    FindSimilar,
    HistoryStep,
    NotAllowed,
    ServerRulings,
    Similar,
    Waiting,
    WrongStatus,
    differences,
)
from rulings import rules_index
from rulings.model import Ruling
from rulings.store import AuditEntry, Conflict, NotFound, Scope, Store, StoredRuling
from rulings.store.questions import folded


class ModerationBase:
    """The store with the checks that every writing passes, and what is read from it."""

    def __init__(
        self,
        store: Store,
        *,
        shipped: Mapping[str, Ruling] | None = None,
        shipped_ids: Collection[str] = (),
        is_card: Callable[[str], bool] | None = None,
        find_similar: FindSimilar | None = None,
        check_proof: CheckProof | None = None,
        forget_proofs: Callable[[], None] = lambda: None,
        find_phrasings: FindPhrasings | None = None,
        editions: Editions | None = None,
    ) -> None:
        """Bind the service to a store.

        Args:
            store: the open store.
            shipped: the shipped rulings by id, which a server's ruling may replace or refer to.
            shipped_ids: ids of further ones of which nothing else is known.
            is_card: whether a name is exactly a card's English name; without it card names aren't checked.
            find_similar: finds what a new ruling may repeat; without it nothing is found.
            check_proof: plays a ruling's scenario; without it scenarios are kept unplayed.
            forget_proofs: is told when proofs that were played before are to be played again.
            find_phrasings: says what each phrasing would find; without it that can't be tested.
            editions: the editions of the rules that are known; without it only the shipped ones.
        """
        self.store = store
        self.shipped = dict(shipped or {})
        self.shipped_ids = frozenset(shipped_ids) | self.shipped.keys()
        self.editions = editions or Editions()
        self.check_proof = check_proof
        self.forget_proofs = forget_proofs
        self.find_phrasings = find_phrasings
        self._is_card = is_card
        self._find_similar = find_similar

    async def checked(self, content: Mapping[str, Any], here: Sequence[StoredRuling]) -> Ruling:
        """The ruling of a content, whose proof was played.

        Raises:
            InvalidRuling: with everything that is wrong with it.
        """
        ruling = await self.read(content, [stored.slug for stored in here])
        if ruling.proof and self.check_proof is not None:
            wrong = await self.check_proof(ruling.proof)
            if wrong:
                raise InvalidRuling(
                    [_("the proof doesn't hold: {problem}").format(problem=problem) for problem in wrong]
                )
        return ruling

    async def read(self, content: Mapping[str, Any], other_ids: Sequence[str]) -> Ruling:
        """The ruling of a content; its proof isn't played.

        Raises:
            InvalidRuling: with everything that is wrong with it.
        """
        await self.know([str(content.get("as_of", ""))])
        return await asyncio.to_thread(
            read_draft,
            content,
            shipped_ids=self.shipped_ids,
            other_ids=other_ids,
            is_card=self._is_card,
            numbers_of=self.editions.numbers_of,
            newest=await asyncio.to_thread(lambda: self.editions.newest),
        )

    async def know(self, dates: Iterable[str]) -> None:
        """Know the editions of these dates, also those that only the store still has."""
        # The shipped ones, which nearly every answer is of, are known without a look into a file.
        for date in sorted(set(dates) - set(rules_index.editions())):
            if date and await asyncio.to_thread(self.editions.index, date) is None:
                met = await self.store.editions.get(date)
                self.editions.remember([met] if met is not None else [])

    async def similar(self, scope: Scope, ruling: Ruling) -> tuple[Similar, ...]:
        """Rulings that a ruling may repeat, best first."""
        if self._find_similar is None:
            return ()
        found = await self._find_similar(scope, ruling)
        # that it is like the one whose place it takes is known
        return tuple(each for each in found if each.id not in (ruling.id, ruling.replaces))

    async def refusal(self, scope: Scope, actor: Actor, writer: int) -> str:
        """Why a moderator may not put into service what `writer` wrote; empty if they may."""
        if actor.user_id == writer and (await self.store.settings.get(scope)).four_eyes:
            return _("here a ruling needs the approval of another moderator than who wrote it")
        return ""

    # --- reading -----------------------------------------------------------------------------------------------------

    async def queue(self, scope: Scope, actor: Actor) -> Sequence[Waiting]:
        """What waits for review, longest waiting first.

        Raises:
            NotAllowed: the actor is no moderator.
        """
        require_moderator(actor, "see the review queue")
        found = await self.store.rulings.waiting(scope)
        comments = await self.store.rulings.comments_of_waiting(scope) if found else {}
        refusals: dict[int, str] = {}
        waiting = []
        for stored in found:
            content, writer = waiting_content(stored)
            is_change = stored.pending is not None
            if writer not in refusals:
                refusals[writer] = await self.refusal(scope, actor, writer)
            waiting.append(
                Waiting(
                    stored=stored,
                    kind="change" if is_change else "new",
                    ruling=from_content(content),
                    by=writer,
                    changes=differences(stored.content, content) if is_change else (),
                    refusal=refusals[writer],
                    comment=comments.get(stored.slug, ""),
                )
            )
        return waiting

    async def get(self, scope: Scope, actor: Actor, slug: str) -> StoredRuling:
        """A ruling with its state: everybody may see one in service, its author and moderators any.

        Raises:
            NotFound: there is none, or none that the actor may see.
        """
        stored = await self.store.rulings.get(scope, slug)
        if not actor.is_moderator and actor.user_id != stored.author:
            if stored.status != "published":
                raise NotFound(_("there is no ruling “{slug}” here").format(slug=slug))
            return replace(stored, pending=None, pending_by=None)
        return stored

    async def history(self, scope: Scope, actor: Actor, slug: str) -> Sequence[HistoryStep]:
        """Every revision of a ruling with what it changed, oldest first; for its author and moderators.

        Raises:
            NotAllowed: the actor is neither.
            NotFound: there is no such ruling.
        """
        if not actor.is_moderator and (await self.store.rulings.get(scope, slug)).author != actor.user_id:
            require_moderator(actor, "see this ruling's history")
        steps: list[HistoryStep] = []
        before: Mapping[str, Any] = {}
        for revision in await self.store.rulings.history(scope, slug):
            steps.append(HistoryStep(revision, differences(before, revision.content) if steps else ()))
            before = revision.content
        return steps

    async def audit(
        self, scope: Scope, actor: Actor, *, before: int | None = None, limit: int = 50
    ) -> Sequence[AuditEntry]:
        """Who did what here, newest first; `before` is the id of the last entry of the page before.

        Raises:
            NotAllowed: the actor is no moderator.
        """
        require_moderator(actor, "see what was done here")
        return await self.store.audit.list(scope, before=before, limit=limit)

    async def published(self, scope: Scope) -> ServerRulings:
        """The rulings that a server has in service, for the search."""
        found = await self.store.rulings.published(scope)
        return ServerRulings(found.version, tuple(from_content(stored.content) for stored in found.rulings))

    async def version(self, scope: Scope) -> int:
        """The version of what `published` gives, for whoever keeps an index of it; 0 before the first."""
        return await self.store.rulings.version(scope)


def require_moderator(actor: Actor, what: str) -> None:
    """Refuse what only moderators may do.

    Args:
        actor: who acts.
        what: what they do, as it follows "may": a literal that `make messages` finds.

    Raises:
        NotAllowed: the actor is none.
    """
    if not actor.is_moderator:
        raise NotAllowed(_("only moderators may {what}").format(what=_(what)))


def require_seen(stored: StoredRuling, seen: int) -> None:
    """Refuse to decide on what was changed since it was seen.

    Raises:
        Conflict: there is a newer revision.
    """
    if stored.revision != seen:
        raise Conflict(
            _("“{slug}” was changed meanwhile (revision {revision}, you saw {seen}); look at it again").format(
                slug=stored.slug, revision=stored.revision, seen=seen
            ),
            expected=seen,
            actual=stored.revision,
        )


def status_words(stored: StoredRuling) -> str:
    """How a ruling is, as it follows "it is", in the reader's language."""
    return {
        "proposed": _("proposed"),
        "published": _("in service"),
        "retired": _("retired"),
        "rejected": _("rejected"),
    }[stored.status]


def waiting_content(stored: StoredRuling) -> tuple[Mapping[str, Any], int]:
    """What waits for review of a ruling, and who wrote it."""
    if stored.pending is not None and stored.pending_by is not None:
        return stored.pending, stored.pending_by
    if stored.status == "proposed":
        return stored.content, stored.content_by
    raise WrongStatus(
        _("nothing of “{slug}” waits for review; it is {status}").format(slug=stored.slug, status=status_words(stored))
    )


def same_question(content: Mapping[str, Any], ruling: Ruling) -> bool:
    """Whether a content asks what a ruling asks, in whatever letters."""
    return folded(str(content.get("question", ""))) == folded(ruling.question)


def find(here: Sequence[StoredRuling], slug: str) -> StoredRuling:
    """The ruling of that id.

    Raises:
        NotFound: there is none.
    """
    for stored in here:
        if stored.slug == slug:
            return stored
    raise NotFound(_("there is no ruling “{slug}” here").format(slug=slug))
