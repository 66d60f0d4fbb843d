"""Rulings in and out as a file: an export that fits a pull request, an import that shows first what it would change."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from bot.i18n import _
from bot.services import moderation_toml
from bot.services.drafts import InvalidRuling, to_content
from bot.services.moderation_base import ModerationBase, require_moderator
from bot.services.moderation_types import Actor, AlreadyThere, Change, differences
from bot.telling import told
from rulings import curated
from rulings.model import Ruling
from rulings.store import PlaceTaken, Scope, Step, StoredRuling
from rulings.store.questions import folded

#: new: there is none of that id · changed: it becomes another text · back: it was retired or rejected · same: as it is.
Kind: TypeAlias = Literal["new", "changed", "back", "same"]
_MOST_PROBLEMS = 20


@dataclass(frozen=True, slots=True)
class ImportItem:
    """What an import does with one ruling.

    Attributes:
        slug: which one.
        kind: see `Kind`.
        ruling: as the file has it.
        seen: the revision that was there when the file was read; 0 for a new one.
        changes: what differs from what is there.
    """

    slug: str
    kind: Kind
    ruling: Ruling
    seen: int
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """What an import would do; nothing of it is done yet.

    Attributes:
        items: in the file's order.
        waits: whether what it brings waits for another moderator's approval.
    """

    items: tuple[ImportItem, ...]
    waits: bool

    @property
    def work(self) -> tuple[ImportItem, ...]:
        """The items that change something."""
        return tuple(item for item in self.items if item.kind != "same")


class Exchange:
    """Export and import of a scope's rulings.

    Args:
        base: the store and the checks.
    """

    def __init__(self, base: ModerationBase) -> None:
        self._base = base

    async def export(self, scope: Scope, actor: Actor, *, upstream: bool = False) -> tuple[str, int]:
        """The rulings in service as the text of a file, and how many there are.

        Args:
            scope: whose.
            actor: who wants them.
            upstream: in the form of a pull request to the shipped rulings: what replaces a shipped ruling stands under
                that one's id, and what the shipped ones need besides is said at the head.

        Raises:
            NotAllowed: the actor is no moderator.
        """
        require_moderator(actor, "export rulings")
        found = (await self._base.store.rulings.published(scope)).rulings
        contents: list[Mapping[str, Any]] = [stored.content for stored in found]
        if not upstream:
            return moderation_toml.written(contents), len(contents)
        # What was another's id is that of the shipped ruling now, also where others refer to it.
        renamed = {str(each["id"]): str(each["replaces"]) for each in contents if each.get("replaces")}
        contents = [_upstream(content, renamed) for content in contents]
        reading = curated.read_text(moderation_toml.written(contents), "export")
        problems = curated.check(reading.rulings, other_ids=self._base.shipped_ids)
        remarks = [_("Rulings of a server, in the shape of rulings/data.")]
        remarks += [
            _("to do: {ruling}: {problem}").format(ruling=each.ruling, problem=told(each.message))
            for each in (*reading.problems, *problems)
        ]
        return moderation_toml.written(contents, remarks), len(contents)

    async def plan(self, scope: Scope, actor: Actor, data: bytes) -> ImportPlan:
        """What importing a file would do.

        Raises:
            NotAllowed: the actor is no moderator.
            InvalidRuling: with everything that is wrong in the file, each with the entry's id.
        """
        require_moderator(actor, "import rulings")
        here = {stored.slug: stored for stored in await self._base.store.rulings.list(scope)}
        entries = await asyncio.to_thread(moderation_toml.read, data)
        read, problems = await self._read(entries, here)
        rulings = list(read.values())
        problems += _twice(read) + _clashes(rulings, here)
        if problems:
            more = [_("and more than these")] if len(problems) > _MOST_PROBLEMS else []
            raise InvalidRuling(problems[:_MOST_PROBLEMS] + more)
        waits = (await self._base.store.settings.get(scope)).four_eyes
        return ImportPlan(tuple(_item(ruling, here.get(ruling.id)) for ruling in rulings), waits)

    async def apply(self, scope: Scope, actor: Actor, plan: ImportPlan) -> Sequence[StoredRuling]:
        """Do what a plan says, all of it or nothing. Where four eyes are set, what it brings waits for review.

        Raises:
            NotAllowed: the actor is no moderator.
            Conflict: something was changed since the plan was made; nothing was imported.
            AlreadyThere: another ruling in service replaces the same shipped ruling; nothing was imported.
        """
        require_moderator(actor, "import rulings")
        waits = (await self._base.store.settings.get(scope)).four_eyes
        here = {stored.slug: stored for stored in await self._base.store.rulings.list(scope)}
        steps = []
        for item in plan.work:
            content = to_content(item.ruling)
            stored = here.get(item.slug) if item.seen else None
            if waits and stored is not None and stored.status == "published":
                step = Step(
                    item.slug,
                    item.seen,
                    "imported",
                    "published",
                    stored.content,
                    stored.content_by,
                    content,
                    actor.user_id,
                )
            else:
                status = "proposed" if waits else "published"
                step = Step(item.slug, item.seen, "imported", status, content, actor.user_id)  # type: ignore[arg-type]
            steps.append(step)
        try:
            return await self._base.store.rulings.together(scope, actor.user_id, steps)
        except PlaceTaken as error:
            raise AlreadyThere(_("{error}; nothing was imported").format(error=told(str(error))), error.slug) from error

    async def _read(
        self, entries: Sequence[Mapping[str, Any]], here: Mapping[str, StoredRuling]
    ) -> tuple[dict[int, Ruling], list[str]]:
        """The rulings of a file's entries by place, each checked, its proof played; and what is wrong with them."""
        named = {str(entry["id"]) for entry in entries if isinstance(entry.get("id"), str)}
        ids = [*here, *named]
        rulings: dict[int, Ruling] = {}
        problems: list[str] = []
        for place, entry in enumerate(entries, start=1):
            if len(problems) > _MOST_PROBLEMS:
                break  # more wouldn't be told, and each may take a proof's time
            name = str(entry.get("id") or _("entry {place}").format(place=place))[:80]
            try:
                ruling = await self._base.read(entry, ids)
                if ruling.proof and self._base.check_proof is not None:
                    problems += [
                        _("{name}: the proof doesn't hold: {each}").format(name=name, each=each)
                        for each in await self._base.check_proof(ruling.proof)
                    ]
                rulings[place] = ruling
            except InvalidRuling as error:
                problems += [f"{name}: {each}" for each in error.problems]
        return rulings, problems


def _twice(read: Mapping[int, Ruling]) -> list[str]:
    """Entries of one file that are of one id, or that ask the same in whatever letters: of these one alone is found."""
    problems: list[str] = []
    ids: dict[str, int] = {}
    asked: dict[str, int] = {}
    for place, ruling in read.items():
        first = ids.setdefault(ruling.id, place)
        same = asked.setdefault(folded(ruling.question), place)
        if first != place:
            told = _("{id}: stands in the file twice, as entries {first} and {second}")
            problems.append(told.format(id=ruling.id, first=first, second=place))
        elif same != place:
            told = _("{id} (entry {second}): asks the same as {other} (entry {first})")
            problems.append(told.format(id=ruling.id, second=place, other=read[same].id, first=same))
    return problems


def _clashes(rulings: Sequence[Ruling], here: Mapping[str, StoredRuling]) -> list[str]:
    """What is wrong with rulings together, and beside those that stay in service."""
    problems: list[str] = []
    replaced = {
        str(stored.content["replaces"]): slug
        for slug, stored in here.items()
        if stored.status == "published" and stored.content.get("replaces")
    }
    coming = {ruling.id for ruling in rulings}
    # One look-up a ruling, however many there are: as `same_question` compares them.
    asked: dict[str, list[str]] = {}
    for slug, stored in here.items():
        if stored.status == "published" and slug not in coming:
            asked.setdefault(folded(str(stored.content.get("question", ""))), []).append(slug)
    for ruling in rulings:
        holder = replaced.get(ruling.replaces) if ruling.replaces else None
        if holder is not None and holder != ruling.id and holder not in coming:
            problems.append(
                _("{id}: {holder} replaces {replaces} already").format(
                    id=ruling.id, holder=holder, replaces=ruling.replaces
                )
            )
        problems += [
            _("{id}: {slug} answers the same question already").format(id=ruling.id, slug=slug)
            for slug in asked.get(folded(ruling.question), ())
        ]
    places = [ruling.replaces for ruling in rulings if ruling.replaces]
    problems += [
        _("several replace {place}").format(place=place) for place in dict.fromkeys(places) if places.count(place) > 1
    ]
    return problems


def _item(ruling: Ruling, stored: StoredRuling | None) -> ImportItem:
    content = to_content(ruling)
    if stored is None:
        return ImportItem(ruling.id, "new", ruling, 0)
    before = stored.content
    if stored.status in ("retired", "rejected"):
        return ImportItem(ruling.id, "back", ruling, stored.revision, differences(before, content))
    if before == content and stored.pending is None and stored.status == "published":
        return ImportItem(ruling.id, "same", ruling, stored.revision)
    return ImportItem(ruling.id, "changed", ruling, stored.revision, differences(before, content))


def _upstream(content: Mapping[str, Any], renamed: Mapping[str, str]) -> dict[str, Any]:
    plain = {key: value for key, value in content.items() if key != "replaces"}
    plain["id"] = renamed.get(str(content["id"]), content["id"])
    if content.get("see"):
        plain["see"] = [renamed.get(each, each) for each in content["see"]]
    return plain
