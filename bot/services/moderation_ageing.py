"""A server's own rulings that a newer edition of the rules touches: renumbered, or in a queue for its moderators.

The queue isn't kept: it is what the rulings in service and the rules' ages say at the moment. A ruling leaves it by a
revision that is written against the newest edition, or by being retired. Moves of a number and changed examples queue
nothing (`rulings.reference.ageing`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, TypeVar

from bot.i18n import _
from bot.services.drafts import from_content, to_content
from bot.services.moderation_base import ModerationBase, require_moderator, require_seen
from bot.services.moderation_types import CONFIRMED_WITH, RENUMBERED_TO, Actor, WrongStatus
from bot.telling import told
from rulings.citations import is_rule, parent, section
from rulings.model import Ruling
from rulings.reference.ageing import Aged, AgeSource, age_of, overlay
from rulings.reference.database import Reference
from rulings.store import Scope, Step, StoredRuling, StoreError

#: Who acts where no person does.
PROGRAM = 0

T = TypeVar("T")
_Work: TypeAlias = Callable[[Sequence[StoredRuling], Reference, AgeSource], list[T]]


@dataclass(frozen=True, slots=True)
class RuleThenAndNow:
    """A cited rule in the edition that a ruling was written against, and in the newest one.

    Attributes:
        cited: its number then.
        number: its number now; empty if it is gone or can't be told.
        since: the first edition that changed it; empty if it reads the same.
        before: its text then; empty if that edition's text isn't here.
        after: its text now; empty if it is gone.
    """

    cited: str
    number: str
    since: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Outdated:
    """A ruling in service whose cited rules changed.

    Attributes:
        stored: the ruling; `stored.revision` is what a decision must name as seen.
        ruling: its content in service.
        edition: the newest edition here.
        since: the first edition that changed a cited rule.
        rules: each rule that changed.
        confirmed: the ruling as *Still right* would leave it; None if a rule that it cites is gone, so that only an
            edit puts it right.
    """

    stored: StoredRuling
    ruling: Ruling
    edition: str
    since: str
    rules: tuple[RuleThenAndNow, ...]
    confirmed: Ruling | None


class AgeingQueue:
    """The rulings of a scope that need review since a newer edition.

    Args:
        base: the store and the checks.
    """

    def __init__(self, base: ModerationBase) -> None:
        self._base = base

    async def queue(self, scope: Scope, actor: Actor) -> Sequence[Outdated]:
        """What needs review, the longest outdated first.

        Raises:
            NotAllowed: the actor is no moderator.
        """
        require_moderator(actor, "see the review queue")
        return await self.outdated(scope)

    async def outdated(self, scope: Scope) -> Sequence[Outdated]:
        """What needs review in a scope, the longest outdated first; nothing before a sync."""
        published = (await self._base.store.rulings.published(scope)).rulings
        return await self._worked_out(published, _outdated_in)

    async def still_right(
        self, scope: Scope, actor: Actor, seen: Mapping[str, int]
    ) -> tuple[Sequence[StoredRuling], Sequence[str]]:
        """Confirm rulings as they are: a revision written against the newest edition, with its numbers.

        Args:
            scope: whose.
            actor: who has read old and new text.
            seen: ruling -> the revision that was read.

        Returns:
            The rulings that were confirmed, and of each other one why not.

        Raises:
            NotAllowed: the actor is no moderator.
        """
        require_moderator(actor, "confirm rulings")
        queue = {each.stored.slug: each for each in await self.outdated(scope)}
        done: list[StoredRuling] = []
        refused: list[str] = []
        for slug, revision in seen.items():
            try:
                done.append(await self._confirm(scope, actor, slug, revision, queue.get(slug)))
            except (StoreError, WrongStatus) as error:
                refused.append(f"{slug}: {told(str(error))}")
        return done, refused

    async def today(self, stored: StoredRuling) -> Mapping[str, Any]:
        """The content that an edit begins with: what waits or is in service, with today's numbers and edition.

        Who edits a ruling has read it beside the rules of today; a number that is gone stays, and has to be put right.
        """
        content = stored.pending or stored.content
        found = await self._worked_out([replace(stored, content=content)], _today_in)
        return to_content(found[0]) if found else content

    async def renumber(self, scope: Scope) -> Sequence[StoredRuling]:
        """Give the rulings in service whose rules only moved today's numbers, each by a revision of the program's."""
        published = (await self._base.store.rulings.published(scope)).rulings
        done: list[StoredRuling] = []
        for stored, ruling in await self._worked_out(published, _moved_in):
            step = self._step(stored, ruling, PROGRAM, "renumbered", RENUMBERED_TO.format(edition=ruling.as_of))
            try:
                done += await self._base.store.rulings.together(scope, PROGRAM, [step])
            except StoreError:
                continue  # changed meanwhile: the next time
        return done

    async def _confirm(
        self, scope: Scope, actor: Actor, slug: str, revision: int, item: Outdated | None
    ) -> StoredRuling:
        if item is None:
            stored = await self._base.store.rulings.get(scope, slug)
            require_seen(stored, revision)
            raise WrongStatus(_("it needs no review (any more)"))
        require_seen(item.stored, revision)
        if item.confirmed is None:
            gone = ", ".join(rule.cited for rule in item.rules if not rule.number)
            raise WrongStatus(
                _("CR {gone} isn't in the CR of {edition}; edit the ruling to cite what applies now").format(
                    gone=gone, edition=item.edition
                )
            )
        step = self._step(
            item.stored, item.confirmed, actor.user_id, "confirmed", CONFIRMED_WITH.format(edition=item.edition)
        )
        return (await self._base.store.rulings.together(scope, actor.user_id, [step]))[0]

    @staticmethod
    def _step(stored: StoredRuling, ruling: Ruling, actor: int, action: str, comment: str) -> Step:
        return Step(
            stored.slug,
            stored.revision,
            action,
            "published",
            to_content(ruling),
            stored.content_by,
            pending=stored.pending,
            pending_by=stored.pending_by,
            about=to_content(ruling),
            comment=comment,
        )

    async def _worked_out(self, published: Sequence[StoredRuling], work: _Work[T]) -> list[T]:
        """What a piece of work says of rulings, beside the reference data in service; nothing before a sync."""
        editions = self._base.editions
        await self._base.know(str(stored.content.get("as_of")) for stored in published)

        def run() -> list[T]:
            with editions.reference() as reference:
                if reference is None or not reference.edition:
                    return []
                return work(published, reference, editions.ages(reference))

        return await asyncio.to_thread(run)


def _outdated_in(published: Sequence[StoredRuling], reference: Reference, source: AgeSource) -> list[Outdated]:
    found = []
    for stored in published:
        ruling = from_content(stored.content)
        aged = age_of(ruling.rules, ruling.as_of, source)
        if not aged.needs_review_since:
            continue
        rules = tuple(
            RuleThenAndNow(
                rule.cited,
                rule.number,
                rule.since,
                _text(reference, rule.cited, ruling.as_of),
                _text(reference, rule.number, reference.edition),
            )
            for rule in aged.cited
            if rule.since
        )
        confirmed = None if any(not rule.number for rule in aged.cited) else _today(ruling, aged, source)
        found.append(Outdated(stored, ruling, reference.edition, aged.needs_review_since, rules, confirmed))
    return sorted(found, key=lambda each: (each.since, each.stored.slug))


def _moved_in(
    published: Sequence[StoredRuling], reference: Reference, source: AgeSource
) -> list[tuple[StoredRuling, Ruling]]:
    """The rulings whose rules read the same, some of them under another number."""
    found = []
    for stored in published:
        ruling = from_content(stored.content)
        aged = age_of(ruling.rules, ruling.as_of, source)
        if aged.renumbered and not aged.unknown and not aged.needs_review_since:
            found.append((stored, _today(ruling, aged, source)))
    return found


def _today_in(stored: Sequence[StoredRuling], _: Reference, source: AgeSource) -> list[Ruling]:
    """Rulings of older editions with today's numbers and edition."""
    rulings = [from_content(each.content) for each in stored]
    aged = [(ruling, age_of(ruling.rules, ruling.as_of, source)) for ruling in rulings]
    return [_today(ruling, age, source) for ruling, age in aged if age.as_of < age.edition and not age.unknown]


def _today(ruling: Ruling, aged: Aged, source: AgeSource) -> Ruling:
    renumbered, _ = overlay(ruling, source)
    return replace(renumbered, as_of=aged.edition)


def _text(reference: Reference, number: str, edition: str) -> str:
    """The text of a rule, and of one that is only a heading what stands below it; empty if it isn't here."""
    rule = reference.rule(number, edition) if is_rule(number) else None
    if rule is None:
        return ""
    if rule.kind == "subrule" or not rule.heading:
        return rule.text
    below = [f"{other} {text}" for other, text in reference.texts(edition).items() if _below(other, number)]
    return "\n".join([rule.text, *below])


def _below(number: str, above: str) -> bool:
    """Whether a number is a subrule of another, or a rule of that section."""
    return number != above and above in (parent(number), section(number))
