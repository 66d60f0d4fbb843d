"""Opens what the front ends stand on, and fits it to what they ask for (`bot.discord_app.ports`)."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import replace

from bot.discord_app.ports import Asked, Entry, Refusal, Services, Suggestion
from bot.discord_app.wiring import CatalogueCards
from bot.i18n import _, ngettext
from bot.services.answers import AnswerService, digest_of_ruling
from bot.services.asking import MOST_RULES, Answer, AskService
from bot.services.asking_reason import UNFILED
from bot.services.card_names import naming
from bot.services.card_pool import load_pool
from bot.services.drafts import from_content
from bot.services.editions import Editions
from bot.services.moderation import ModerationService
from bot.services.moderation_official import OfficialTexts
from bot.services.nearness import Nearness
from bot.services.paths import REFERENCE_FILE
from bot.services.proving import ProofStatus, judge
from bot.services.reference import ReferenceService
from bot.services.scenes import Scenes
from bot.services.scripts import Scripts
from bot.services.tables import TableService
from bot.services.verdicts import under_title
from bot.settings import Settings
from bot.telling import told
from rulings.model import Ruling, Source
from rulings.names import Names, Resolved
from rulings.search.local_words import LocalWords
from rulings.store import Scope, Store
from rulings.store.questions import folded

log = logging.getLogger(__name__)

#: What a source is called where an answer is shown.
SOURCES = {
    Source.SERVER: "This server's ruling",
    Source.CURATED: "Curated ruling",
    Source.OFFICIAL: "Official ruling",
    Source.RULES: "Comprehensive Rules",
}
#: A question is filed for the moderators with so many characters at most.
_LONGEST_FILED = 500
_KEPT_SCOPES = 256


@asynccontextmanager
async def opened(settings: Settings, progress: Callable[[str], None]) -> AsyncIterator[Services]:
    """Open store, rulings, names and tables, and close the store at the end.

    Args:
        settings: the process's settings.
        progress: hears of each step that takes time.

    Raises:
        StoreUnavailable: the store can't be opened; the message says what to do.
        CatalogueError: the shipped facts can't be read.
    """
    progress("opening the store")
    store = await Store.open(settings.store_url)
    try:
        progress("reading the rulings")
        asking = await asyncio.to_thread(
            AskService.shipped,
            cache=settings.data_dir / "cache",
            naming=naming(settings.data_dir),
            reference=settings.data_dir / REFERENCE_FILE,
        )
        for problem in asking.problems:
            log.warning("a shipped ruling is left out: %s", problem)
        progress("reading the card names")
        pool = await asyncio.to_thread(load_pool)
        await asyncio.to_thread(asking.warm)
        own = OwnRulings(store)
        editions = Editions(settings.data_dir)
        tables = TableService(store, pool)
        words = OwnWords(store)
        nearness = Nearness(asking, own.of, own.waiting, words.of, store.hidden.all)
        moderation = ModerationService(
            store,
            official=OfficialTexts(asking.ruling, asking.official, asking.cards_of),
            shipped={ruling.id: ruling for ruling in asking.rulings},
            is_card=lambda name: _is_card(pool.names, name),
            find_similar=nearness.similar,
            check_proof=lambda scenario: _wrong_with(tables, scenario),
            forget_proofs=tables.scripts.forget_proofs,
            find_phrasings=nearness.findings,
            editions=editions,
        )
        with closing(ReferenceService(settings.data_dir, editions.ages)) as reference:
            questions = RulingsAsking(asking, own, words, store, tables.scripts, reference, moderation.know)
            answers = AnswerService(
                store, reference, questions.digest, lambda scenario: _said_of(tables.scripts, scenario)
            )
            cards = CatalogueCards(pool, reference)
            yield Services(
                questions,
                cards,
                tables,
                moderation,
                store.settings,
                reference,
                answers,
                store.privacy,
                Scenes(pool),
                store.languages,
            )
    finally:
        await store.close()


class OwnRulings:
    """The rulings that a scope has in service, read from the store again only after they changed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[Scope, tuple[int, tuple[Ruling, ...]]] = OrderedDict()

    async def of(self, scope: Scope) -> tuple[Ruling, ...]:
        """The rulings of a scope, by id; the same tuple until they change."""
        version = await self._store.rulings.version(scope)
        if version == 0:
            return ()
        kept = self._kept.get(scope)
        if kept is None or kept[0] != version:
            found = await self._store.rulings.published(scope)
            kept = (found.version, tuple(from_content(stored.content) for stored in found.rulings))
            self._kept[scope] = kept
        self._kept.move_to_end(scope)
        while len(self._kept) > _KEPT_SCOPES:
            self._kept.popitem(last=False)
        return kept[1]

    async def waiting(self, scope: Scope) -> tuple[Ruling, ...]:
        """The new rulings of a scope that wait for review."""
        found = await self._store.rulings.waiting(scope)
        return tuple(from_content(stored.content) for stored in found if stored.status == "proposed")


class OwnWords:
    """The words that a scope's players have of their own, made ready again only after they changed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[Scope, tuple[Mapping[str, str], LocalWords]] = OrderedDict()

    async def of(self, scope: Scope) -> LocalWords | None:
        """The words of a scope; None where there are none."""
        found = await self._store.words.all(scope)
        if not found:
            return None
        kept = self._kept.get(scope)
        if kept is None or kept[0] != found:
            kept = self._kept[scope] = (found, LocalWords(found))
        self._kept.move_to_end(scope)
        while len(self._kept) > _KEPT_SCOPES:
            self._kept.popitem(last=False)
        return kept[1]


class RulingsAsking:
    """Questions to the shipped rulings and the scope's own. Rules questions without an answer are filed for moderators.

    Rule numbers are those of the edition in service, and what changed since a ruling was written is said.

    Args:
        know_editions: makes editions that only the store still has known to `reference`, before it tells an age.
    """

    def __init__(
        self,
        service: AskService,
        own: OwnRulings,
        words: OwnWords,
        store: Store,
        scripts: Scripts,
        reference: ReferenceService,
        know_editions: Callable[[Iterable[str]], Awaitable[None]],
    ) -> None:
        self._reference = reference
        self._know_editions = know_editions
        self._service = service
        self._own = own
        self._words = words
        self._store = store
        self._scripts = scripts

    async def ask(self, scope: Scope, question: str, *, file: bool = True) -> Asked:
        """Answer a question.

        Args:
            scope: whose own rulings count, and whose moderators hear of it if it has no answer.
            question: as typed.
            file: whether they hear of it; not for one that was put before. In private messages nobody moderates.

        Raises:
            StoreUnavailable: it has no answer and couldn't be filed.
        """
        own = await self._own.of(scope)
        words = await self._words.of(scope)
        hidden = await self._store.hidden.all(scope)
        found = await asyncio.to_thread(lambda: self._service.ask(question, own, words=words, hidden=hidden))
        rules = found.answer is None and found.reason not in UNFILED
        if file and scope.kind != "direct" and rules and folded(question):
            await self._store.questions.record(scope, question.strip()[:_LONGEST_FILED])
        return Asked(
            status=found.status.value,
            entry=None if found.answer is None else await self._answered(found.answer, found.unused, own),
            suggestions=tuple(Suggestion(other.id, told(other.title)) for other in found.alternatives),
            hint=found.message,
            why=tuple(found.why.lines()) if found.why is not None else (),
            unused=found.unused,
            reason=found.reason,
            cards=found.cards if found.answer is None else (),
        )

    async def entry(self, scope: Scope, entry_id: str) -> Entry:
        """An entry by id; in place of a shipped ruling, the scope's own one that replaces it (old buttons name it).

        Raises:
            Refusal: there is none (any more), or the scope's moderators took it out of service.
        """
        ruling = await self._ruling(scope, entry_id)
        if (hidden := (await self._store.hidden.all(scope)).get(entry_id)) is not None:
            raise Refusal(
                _("This server's moderators don't use that official ruling: {reason}").format(reason=hidden.reason)
            )
        if ruling is None:
            raise Refusal(_("That ruling is no longer here. Ask again for what is in service now."))
        return await self._played(await self._current(ruling))

    async def about(self, scope: Scope, card: str) -> Sequence[Suggestion]:
        """The rulings in service that are about a card, the scope's own first; none that is replaced."""
        own = await self._own.of(scope)
        replaced = {each.replaces for each in own}
        shipped = (each for each in self._service.rulings if each.id not in replaced)
        return [Suggestion(each.id, each.question) for each in (*own, *shipped) if card in each.cards]

    async def digest(self, scope: Scope, entry_id: str) -> str:
        """A digest of what an entry says, its own words and numbers alone; empty if there is none (any more)."""
        ruling = await self._ruling(scope, entry_id)
        return "" if ruling is None else digest_of_ruling(ruling)

    async def _ruling(self, scope: Scope, entry_id: str) -> Ruling | None:
        if entry_id in await self._store.hidden.all(scope):
            return None
        own = await self._own.of(scope)
        return next((each for each in own if each.replaces == entry_id), None) or self._service.ruling(entry_id, own)

    async def _answered(self, answer: Answer, unused: tuple[str, ...], own: tuple[Ruling, ...]) -> Entry:
        ruling = self._service.ruling(answer.id, own)
        if ruling is None or ruling.source != answer.source:
            entry = _entry_of_answer(answer)
        else:
            entry = await self._current(ruling)
            # A yes or no is said only to the question as it was asked, else tied to the title right above it.
            entry = replace(entry, text=under_title(entry.text, as_asked=bool(answer.verdict)))
        return await self._played(
            _noted(entry, _("I did not use: {names}").format(names=", ".join(unused)) if unused else "")
        )

    async def _current(self, ruling: Ruling) -> Entry:
        await self._know_editions([ruling.as_of])
        shown, age = await asyncio.to_thread(self._reference.current, ruling)
        return _noted(_entry_of_ruling(shown), age)

    async def _played(self, entry: Entry) -> Entry:
        """The entry with its scenario only if it proves the answer now: what is shown as played has been played."""
        return entry if await self._scripts.proves(entry.proof) else replace(entry, proof="")


async def _wrong_with(tables: TableService, scenario: str) -> list[str]:
    """Why a scenario proves nothing; empty if it holds."""
    status, reason = judge(await tables.scripts.play(scenario))
    return [] if status is ProofStatus.OK else [reason]


async def _said_of(scripts: Scripts, scenario: str) -> str:
    """What comes of playing a scenario, in a sentence."""
    result = await scripts.play(scenario)
    if result.error is not None:
        return _("it can't be read: {error}").format(error=told(str(result.error)))
    if result.failed:
        first = result.failed[0]
        return _("line {line}: expected {expected}, but {actual}").format(
            line=first.line, expected=told(first.expected), actual=told(first.actual)
        )
    if result.unsupported:
        return _("not simulated: {names}").format(names="; ".join(map(told, result.unsupported)))
    if not result.passed:
        return _("it was played; it checks nothing")
    return ngettext("played, {count} check holds", "played, {count} checks hold", result.passed).format(
        count=result.passed
    )


def _is_card(names: Names, name: str) -> bool:
    found = names.resolve_exact(name)
    return isinstance(found, Resolved) and name in (found.card, found.face)


def _noted(entry: Entry, note: str) -> Entry:
    return replace(entry, note="\n".join(filter(None, (entry.note, note))))


def _entry_of_answer(answer: Answer) -> Entry:
    return Entry(
        id=answer.id,
        title=told(answer.title),
        text=told(answer.text),
        rules=answer.rules,
        source=_(SOURCES[Source(answer.source)]),
        as_of=answer.as_of,
        note=answer.note,
        proof=answer.proof,
        origin=answer.source,
    )


def _entry_of_ruling(ruling: Ruling) -> Entry:
    return Entry(
        id=ruling.id,
        title=told(ruling.question),
        text=told(ruling.answer),
        rules=ruling.rules[:MOST_RULES],
        source=_(SOURCES[ruling.source]),
        as_of=ruling.as_of,
        note=_("Later change: {change}").format(change=ruling.later) if ruling.later else "",
        proof=ruling.proof,
        origin=ruling.source.value,
    )
