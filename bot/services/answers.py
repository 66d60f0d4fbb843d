"""What becomes of an answer once it is given: reports that it is wrong, posted copies, judges' marks, watchers.

Everything is in the store before it is acknowledged. No Discord here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from bot.i18n import _
from bot.services.reference import ReferenceService
from bot.services.table_types import Refusal
from rulings.model import Ruling
from rulings.reference.lookup import Status
from rulings.store import Feedback, PostedAnswer, PostedAnswers, Scope, Store, Watcher
from rulings.store.posted import Mark

#: Says why a scenario can't be taken as it stands, in words; empty if it plays and its expectations hold.
CheckScenario = Callable[[str], Awaitable[str]]
#: The digest of what a ruling says now in a scope; empty if it is gone.
DigestOf = Callable[[Scope, str], Awaitable[str]]
#: So many reports of one person may wait for a server's moderators.
MOST_WAITING = 20


@dataclass(frozen=True, slots=True)
class Report:
    """What somebody says is wrong with an answer.

    Attributes:
        what: in their words.
        rule: the number of the rule that says otherwise, or empty.
        scenario: a script that shows it, or empty.
    """

    what: str
    rule: str = ""
    scenario: str = ""


@dataclass(frozen=True, slots=True)
class Kept:
    """A report that is in the store.

    Attributes:
        feedback: as it is kept.
        played: what the simulator says of the scenario; empty if there was none.
    """

    feedback: Feedback
    played: str = ""


@dataclass(frozen=True, slots=True)
class Outdated:
    """Posted copies and watchers of a scope that don't know yet what a ruling says now.

    Attributes:
        copies: each with the digest of what it should say; empty if the ruling is gone.
        watchers: likewise.
    """

    copies: tuple[tuple[PostedAnswer, str], ...] = ()
    watchers: tuple[tuple[Watcher, str], ...] = ()


class AnswerService:
    """Reports, posted copies, marks and watchers.

    Args:
        store: the open store.
        reference: tells which rule numbers there are.
        digest_of: what a ruling says now.
        check_scenario: plays a scenario; without it scenarios are kept unplayed.

    Attributes:
        copies: the posted copies and watchers that are kept.
    """

    def __init__(
        self,
        store: Store,
        reference: ReferenceService,
        digest_of: DigestOf,
        check_scenario: CheckScenario | None = None,
    ) -> None:
        self.copies: PostedAnswers = store.posted
        self._store = store
        self._reference = reference
        self._digest_of = digest_of
        self._check_scenario = check_scenario
        # The version of each scope's rulings that its copies were compared with last; nothing after a start.
        self._compared: dict[Scope, int] = {}

    def rule_number(self, typed: str) -> str:
        """A rule number as it is written, from what somebody typed; empty for nothing.

        Raises:
            Refusal: there is no such rule; the message says what there is.
        """
        text = " ".join(typed.split())
        if not text:
            return ""
        found = self._reference.rule(text)
        if found.status is Status.FOUND and len(found.pages) == 1:
            return found.pages[0].number
        named = [page.number for page in found.pages] or [rule.number for rule in found.matches]
        if found.status is Status.FOUND:
            raise Refusal(_("That names several rules: write the one number that decides it."), choices=named)
        raise Refusal(
            _("“{text}” is no rule number. Write one such as 704.5k, or leave it empty.").format(text=text[:60]),
            choices=named[:5] or found.suggestions,
        )

    async def report(
        self, scope: Scope, user_id: int, *, source: str, answer_id: str, question: str, report: Report, link: str = ""
    ) -> Kept:
        """Keep that somebody says an answer is wrong.

        Args:
            scope: where.
            user_id: who.
            source: the answer's source: server, curated, official or rules.
            answer_id: id of the ruling.
            question: what had been asked.
            report: what is wrong; its rule number is checked.
            link: where the answer stands, if others can read it.

        Raises:
            Refusal: the rule number is none, nothing is said, or too many of this person's reports wait.
        """
        if not any(each.isalnum() for each in report.what):
            raise Refusal(_("Say what is wrong."))
        number = self.rule_number(report.rule)
        # Where somebody settles them: one person's can't fill the list for all others.
        if scope.kind == "server" and await self._store.feedback.waiting_of(scope, user_id) >= MOST_WAITING:
            raise Refusal(
                _("{count} of your reports wait for the moderators here. They take more when some are settled.").format(
                    count=MOST_WAITING
                )
            )
        played = ""
        if report.scenario.strip() and self._check_scenario is not None:
            played = await self._check_scenario(report.scenario)
        parts = [report.what.strip()]
        # In no language's words: who reads it may speak another than who wrote it.
        parts += [f"CR {number}"] if number else []
        parts += (
            ["\n".join(f"▸ {line}" for line in report.scenario.strip().splitlines())] if report.scenario.strip() else []
        )
        kept = await self._store.feedback.add(
            scope,
            user_id=user_id,
            kind="wrong",
            answer_source=source,
            answer_id=answer_id,
            question=question,
            comment="\n\n".join(parts),
            link=link or None,
        )
        return Kept(kept, played)

    async def digest(self, scope: Scope, answer_id: str) -> str:
        """Of what a ruling says now, to be taken before it is shown; empty if it is gone."""
        return await self._digest_of(scope, answer_id)

    async def mark(self, scope: Scope, message_id: int, mark: Mark, judge: int, source: str) -> PostedAnswer:
        """A judge marks a posted answer, or takes the mark back; to endorse it counts as feedback on the ruling too.

        Args:
            scope: where.
            message_id: the posted answer's message.
            mark: what the judge says; empty takes the mark back.
            judge: who.
            source: the answer's source: server, curated, official or rules.

        Raises:
            NotFound: that message is none.
        """
        copy = await self.copies.mark(scope, message_id, mark, judge=judge)
        if mark == "endorsed":
            await self._store.feedback.add(
                scope,
                user_id=judge,
                kind="endorsed",
                answer_source=source,
                answer_id=copy.answer_id,
                question=copy.question,
            )
        return copy

    async def watch(self, scope: Scope, answer_id: str, user_id: int) -> None:
        """Somebody wants to hear when a ruling changes."""
        await self.copies.watch(scope, answer_id, user_id, await self._digest_of(scope, answer_id))

    async def changed(self) -> Sequence[Scope]:
        """The scopes with copies or watchers whose rulings changed since they were compared; after a start all."""
        versions = await self.copies.versions()
        return [scope for scope, version in versions.items() if self._compared.get(scope) != version]

    async def outdated(self, scope: Scope) -> Outdated:
        """What doesn't know yet what the rulings of a scope say now; quick where none changed since the last call.

        What is given is given again until `copies` has it corrected or forgotten, or `told` is called for it; a call
        that couldn't be seen through is followed by `again`.
        """
        version = await self._store.rulings.version(scope)
        if self._compared.get(scope) == version:
            return Outdated()
        digests: dict[str, str] = {}

        async def digest(answer_id: str) -> str:
            if answer_id not in digests:
                digests[answer_id] = await self._digest_of(scope, answer_id)
            return digests[answer_id]

        copies = [(each, await digest(each.answer_id)) for each in await self.copies.of(scope)]
        watchers = [(each, await digest(each.answer_id)) for each in await self.copies.watchers(scope)]
        self._compared[scope] = version
        return Outdated(
            tuple((each, now) for each, now in copies if each.digest != now),
            tuple((each, now) for each, now in watchers if each.digest != now),
        )

    def again(self, scope: Scope) -> None:
        """Something couldn't be told now: compare the scope another time."""
        self._compared.pop(scope, None)

    async def told(self, scope: Scope, watcher: Watcher, digest: str) -> None:
        """A watcher has heard of the change; of a ruling that is gone there is nothing more to hear."""
        if digest:
            await self.copies.watch(scope, watcher.answer_id, watcher.user_id, digest)
        else:
            await self.copies.unwatch(scope, watcher.answer_id, watcher.user_id)


def digest_of_ruling(ruling: Ruling) -> str:
    """A digest of what a ruling says: its question, verdict, answer, rules and later change, as they are written."""
    parts = (ruling.id, ruling.question, ruling.verdict.value, ruling.answer, "\n".join(ruling.rules), ruling.later)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
