"""`/ruling outdated|right|questions|answer|dismiss|reports|settle|test|export|import|words|audit` in the console."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from bot.console.shell import Handler, Person, Shell, Usage, counted, first_word
from bot.services.after_sync import AfterSync
from bot.services.moderation import ModerationService
from bot.services.moderation_exchange import ImportPlan
from bot.services.moderation_toml import LARGEST_FILE
from rulings.store import Scope

USAGE = {
    "outdated": "/ruling outdated (rulings whose rules changed, old and new text)",
    "right": "/ruling right ID|all (still right with the newest edition)",
    "questions": "/ruling questions (without an answer, the most asked first)",
    "answer": "/ruling answer NUMBER, then the fields as for propose",
    "dismiss": "/ruling dismiss NUMBER",
    "reports": "/ruling reports (what people say is wrong with answers, the oldest first)",
    "settle": "/ruling settle NUMBER (that report needs nothing more)",
    "test": "/ruling test ID, then phrasings one a line, and an empty line",
    "export": "/ruling export FILE [upstream] (upstream: for a pull request to the shipped rulings)",
    "import": "/ruling import FILE (shows first what it would change)",
    "words": "/ruling words, /ruling words add WORD = MEANING, /ruling words remove WORD",
    "audit": "/ruling audit (what was done here)",
}
_AUDIT = 30


class Desk:
    """The part of `/ruling` that looks after rulings in service and what is asked.

    Args:
        shell: the console.
        service: the rulings.
        scope: whose.
        seen: ruling -> the revision that the console has shown; shared with the rest of `/ruling`.
        number: remembers the rulings of a list, so that they can be named by their place.
        named: the ruling that the beginning of a line names, and the rest.
        begin_answer: begins a proposal that answers a question.
    """

    def __init__(
        self,
        shell: Shell,
        service: ModerationService,
        scope: Scope,
        *,
        seen: dict[str, int],
        number: Callable[[list[str]], None],
        named: Callable[[str, str], tuple[str, str]],
        begin_answer: Callable[[int, str, Person, str], Awaitable[None]],
    ) -> None:
        self._shell = shell
        self._out = shell.out
        self._service = service
        self._scope = scope
        self._seen = seen
        self._number = number
        self._named = named
        self._begin_answer = begin_answer
        self._after = AfterSync(service)
        self._questions: list[int] = []
        self._open_reports: list[int] = []
        self._shown_import: tuple[Path, bytes] | None = None

    def handlers(self) -> dict[str, Handler]:
        """Its subcommands."""
        return {
            "outdated": self._outdated,
            "right": self._right,
            "questions": self._list_questions,
            "answer": self._answer,
            "dismiss": self._dismiss,
            "reports": self._reports,
            "settle": self._settle,
            "test": self._test,
            "export": self._export,
            "import": self._import,
            "words": self._words,
            "audit": self._audit,
        }

    async def _outdated(self, person: Person, _: str) -> None:
        if (news := await self._after.run()) is not None:
            for line in news.lines():
                self._out.line(line, dim=True)
        queue = await self._service.ageing.queue(self._scope, person.actor)
        if not queue:
            self._out.line("No ruling of this console needs review.")
        self._number([each.stored.slug for each in queue])
        for place, each in enumerate(queue, start=1):
            self._out.line(f"{place}. {each.stored.slug}: needs review since CR of {each.since}", bold=True)
            self._out.line(each.ruling.question, indent=3)
            self._out.line(each.ruling.answer, indent=3)
            for rule in each.rules:
                missing = "(the text of that edition isn't here)"
                self._out.line(f"- {each.ruling.as_of} CR {rule.cited}: {rule.before or missing}", indent=3)
                now = f"CR {rule.number}: {rule.after or missing}" if rule.number else "gone, or it can't be told"
                self._out.line(f"+ {each.edition} {now}", indent=3)
            self._seen[each.stored.slug] = each.stored.revision
        if queue:
            self._out.line("/ruling right ID|all, /ruling edit ID or /ruling retire ID decides.", dim=True)

    async def _right(self, person: Person, rest: str) -> None:
        if rest.strip().casefold() == "all":
            queue = await self._service.ageing.queue(self._scope, person.actor)
            slugs = [each.stored.slug for each in queue]
        else:
            slugs = [self._named(rest, USAGE["right"])[0]]
        unread = [slug for slug in slugs if slug not in self._seen]
        if unread:
            raise Usage(f"Read first what changed: /ruling outdated ({', '.join(unread[:5])})")
        done, refused = await self._service.ageing.still_right(
            self._scope, person.actor, {slug: self._seen[slug] for slug in slugs}
        )
        for stored in done:
            self._seen[stored.slug] = stored.revision
            self._out.done(f"Still right: {stored.slug}, now written against {stored.content['as_of']}")
        for each in refused:
            self._out.error(each)
        if not slugs:
            self._out.line("No ruling of this console needs review.")

    async def _words(self, person: Person, rest: str) -> None:
        what, rest = first_word(rest)
        if what == "add":
            word, equals, meaning = rest.partition("=")
            if not equals:
                raise Usage(f"What does it mean? {USAGE['words']}")
            kept, means, before = await self._service.words.add(self._scope, person.actor, word, meaning)
            was = f" (before: “{before}”)" if before not in (None, means) else ""
            self._out.done(f"“{kept}” means “{means}” here from now on{was}.")
        elif what == "remove":
            kept = await self._service.words.remove(self._scope, person.actor, rest)
            self._out.done(f"“{kept}” is read as it stands again.")
        elif what in ("", "list"):
            found = await self._service.words.all(self._scope)
            if not found:
                self._out.line("No words were added here. /ruling words add WORD = MEANING adds one.")
            for word, meaning in found.items():
                self._out.line(f"{word}: {meaning}")
        else:
            raise Usage(USAGE["words"])

    async def _list_questions(self, person: Person, _: str) -> None:
        found = await self._service.questions.most_asked(self._scope, person.actor)
        if not found:
            self._out.line("No question waits for an answer.")
        self._questions = [each.id for each in found]
        for place, each in enumerate(found, start=1):
            self._out.line(f"{place}. {each.count}× {each.text}")

    async def _answer(self, person: Person, rest: str) -> None:
        number, rest = self._question(rest, USAGE["answer"])
        question = await self._service.questions.get(self._scope, person.actor, number)
        await self._begin_answer(number, question.text, person, rest)

    async def _dismiss(self, person: Person, rest: str) -> None:
        number, _ = self._question(rest, USAGE["dismiss"])
        found = await self._service.questions.dismiss(self._scope, person.actor, number)
        self._out.done(f"Dismissed: {found.text}")

    def _question(self, rest: str, usage: str) -> tuple[int, str]:
        word, rest = first_word(rest)
        if not word.isdecimal() or not 0 < int(word[:9]) <= len(self._questions):
            raise Usage(f"Which question? {usage}; /ruling questions numbers them.")
        return self._questions[int(word[:9]) - 1], rest

    async def _reports(self, person: Person, _: str) -> None:
        found = await self._service.reports.open(self._scope, person.actor)
        if not found:
            self._out.line("No report is open. /wrong makes one, after an answer.")
        self._open_reports = [each.id for each in found]
        for place, each in enumerate(found, start=1):
            who = self._shell.name_of(each.user_id)
            self._out.line(f"{place}. {each.answer_id}, by {who}, {each.at:%Y-%m-%d}", bold=True)
            self._out.line(f"asked: {each.question}", indent=3)
            self._out.line(each.comment, indent=3)
        if found:
            self._out.line("/ruling edit ID mends your own ruling; /ruling settle NUMBER closes a report.", dim=True)

    async def _settle(self, person: Person, rest: str) -> None:
        word, _ = first_word(rest)
        if not word.isdecimal() or not 0 < int(word[:9]) <= len(self._open_reports):
            raise Usage(f"Which report? {USAGE['settle']}; /ruling reports numbers them.")
        done = await self._service.reports.settle(self._scope, person.actor, self._open_reports[int(word[:9]) - 1])
        self._out.done(f"Settled: report {done.id} on {done.answer_id}")

    async def _test(self, person: Person, rest: str) -> None:
        slug, _ = self._named(rest, USAGE["test"])
        stored = await self._service.get(self._scope, person.actor, slug)
        phrasings: list[str] = []
        while (line := self._shell.lines.next("  ")) and line.strip():
            if line.startswith("/"):
                self._shell.lines.put_back(line)
                break
            phrasings.append(line.strip())
        content = stored.pending or stored.content
        for each in await self._service.test_phrasings(self._scope, person.actor, content, phrasings):
            if each.place == 0:
                self._out.done(f"{each.phrasing}: finds it")
            elif each.place is not None and not each.id:
                self._out.line(f"? {each.phrasing}: not sure; it is choice {each.place}")
            else:
                other = f"finds “{each.title}”" if each.id else f"not sure; first choice is “{each.title}”"
                self._out.error(f"{each.phrasing}: {other if each.title else 'finds nothing'}")

    async def _export(self, person: Person, rest: str) -> None:
        name, _, form = rest.strip().rpartition(" ") if rest.strip().endswith(" upstream") else (rest.strip(), "", "")
        if not name:
            raise Usage(f"Where to? {USAGE['export']}")
        text, count = await self._service.exchange.export(self._scope, person.actor, upstream=bool(form))
        path = _file(name)
        await asyncio.to_thread(_write, path, text)
        self._out.done(f"{counted(count, 'ruling')} written to {path}")

    async def _import(self, person: Person, rest: str) -> None:
        if not rest.strip():
            raise Usage(f"From where? {USAGE['import']}")
        path = _file(rest.strip())
        data = await asyncio.to_thread(_read, path)
        plan = await self._service.exchange.plan(self._scope, person.actor, data)
        if self._shown_import != (path, data):
            self._show_plan(plan)
            if plan.work:
                self._out.line("Nothing is changed yet. Type the command again if you mean this.")
                self._shown_import = path, data
            return
        self._shown_import = None
        done = await self._service.exchange.apply(self._scope, person.actor, plan)
        self._out.done(f"Imported {counted(len(done), 'ruling')}" + (": to be approved." if plan.waits else "."))

    def _show_plan(self, plan: ImportPlan) -> None:
        for item in plan.items:
            fields = f": {', '.join(change.field for change in item.changes)}" if item.changes else ""
            self._out.line(f"{item.kind}: {item.slug}{fields}")

    async def _audit(self, person: Person, _: str) -> None:
        for each in await self._service.audit(self._scope, person.actor, limit=_AUDIT):
            who = self._shell.name_of(each.actor) if each.actor else "the program"
            self._out.line(f"{each.at:%Y-%m-%d %H:%M} UTC · {who} · {each.action} · {each.subject}")


def _file(name: str) -> Path:
    return Path(name).expanduser()


def _write(path: Path, text: str) -> None:
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise Usage(f"{path} is there already; name another file.") from None
    except OSError as error:
        raise Usage(f"{path} can't be written: {error.strerror or error}") from None


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise Usage(f"{path} can't be read: {error.strerror or error}") from None
