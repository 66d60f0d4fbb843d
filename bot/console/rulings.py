"""`/ruling` in the console: propose, review, edit, history, retire, revert; `bot.console.rulings_desk` has the rest."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from bot.console.rulings_desk import USAGE as DESK_USAGE
from bot.console.rulings_desk import Desk
from bot.console.rulings_official import USAGE as OFFICIAL_USAGE
from bot.console.rulings_official import Official
from bot.console.shell import Command, Handler, Person, Shell, Usage, first_word, suggestion
from bot.services.drafts import InvalidRuling
from bot.services.moderation import AlreadyThere, Change, ModerationService
from rulings.model import Ruling
from rulings.store import Conflict, Scope

_FIELDS = {
    "question": "as somebody would ask it",
    "verdict": "yes, no, depends or explains",
    "answer": "the verdict, then why",
    "rules": "701.40b, 708.8; the deciding one first",
    "also_asked": "other ways to ask it, with semicolons between",
    "cards": "exact names, with semicolons between",
    "topics": "face-down, mana",
    "see": "ids of related rulings",
    "later": "a change that comes after the edition",
    "replaces": "id of the shipped ruling that it replaces",
    "proof": "a scenario, last of all: every further line belongs to it",
}
_REQUIRED = ("question", "verdict", "answer", "rules")
_FIELD = re.compile(r"(?P<key>[A-Za-z_ ]{2,20}):(?:\s+(?P<value>.*)|$)", re.DOTALL)
_USAGE = {
    "propose": "/ruling propose, then lines such as `question: …`, and an empty line",
    "review": "/ruling review, /ruling review approve|reject ID [COMMENT]",
    "edit": "/ruling edit ID, then the fields to change, and an empty line",
    "history": "/ruling history ID",
    "retire": "/ruling retire ID [COMMENT]",
    "revert": "/ruling revert ID REVISION [COMMENT]",
    "list": "/ruling list",
    "drop": "/ruling drop (forgets a draft that couldn't be kept)",
    **DESK_USAGE,
    **OFFICIAL_USAGE,
}


class RulingCommands:
    """The commands of `/ruling`.

    A ruling is approved, edited or retired only in the revision that the console has shown: what nobody has read is
    shown first.

    Args:
        shell: the console.
        service: the rulings.
        scope: whose.
        card_of: the full English name of the card that was typed; without it it is as typed.
    """

    def __init__(
        self, shell: Shell, service: ModerationService, scope: Scope, card_of: Callable[[str], str] = str
    ) -> None:
        self._shell = shell
        self._out = shell.out
        self._service = service
        self._scope = scope
        self._seen: dict[str, int] = {}
        self._numbered: list[str] = []
        self._draft: dict[str, str] = {}
        self._answers: int | None = None
        self._subcommands: dict[str, Handler] = {
            "propose": self._propose,
            "review": self._review,
            "edit": self._edit,
            "history": self._history,
            "retire": self._retire,
            "revert": self._revert,
            "list": self._list,
            "drop": self._drop,
        }
        desk = Desk(
            shell,
            service,
            scope,
            seen=self._seen,
            number=self._remember,
            named=self._named,
            begin_answer=self._begin_answer,
        )
        self._subcommands |= desk.handlers() | Official(shell, service, scope, card_of).handlers()
        shell.add(
            "/ruling", Command("/ruling propose|review|…", "Propose and review this console's rulings.", self.run)
        )

    async def run(self, person: Person, rest: str) -> None:
        """Run the subcommand that the line names."""
        word, rest = first_word(rest)
        if word not in _USAGE:
            known = "\n".join(f"  {usage}" for usage in _USAGE.values())
            raise Usage(f"/ruling does one of these.{suggestion(word, list(_USAGE)) if word else ''}\n{known}")
        try:
            await self._subcommands[word](person, rest)
        except Conflict:
            # Somebody else changed it: what was shown here is shown anew before anything is decided.
            self._seen.clear()
            raise

    async def _propose(self, person: Person, rest: str) -> None:
        if self._shell.lines.is_terminal:
            self._explain(_REQUIRED)
        typed = self._form(rest)
        if typed is None:
            self._out.line("Nothing was proposed.")
            return
        self._draft.update(typed)
        try:
            if self._answers is None:
                proposal = await self._service.propose(self._scope, person.actor, self._draft)
            else:
                proposal = await self._service.questions.answer(self._scope, person.actor, self._answers, self._draft)
        except (InvalidRuling, AlreadyThere):
            self._out.line("What you typed is kept: /ruling propose again with the fields to correct, or /ruling drop.")
            raise
        self._draft, self._answers = {}, None
        slug = proposal.ruling.slug
        self._out.done(f"Proposed: {proposal.ruling.content['question']} ({slug})")
        for similar in proposal.similar:
            self._out.line(f"  It may repeat {similar.id}: {similar.title}")
        self._out.line(f"  It is in service once it is approved: /ruling review approve {slug}")
        self._seen[slug] = proposal.ruling.revision  # who proposed it has read it

    async def _drop(self, _: Person, __: str) -> None:
        self._draft, self._answers = {}, None
        self._out.line("The draft is forgotten.")

    async def _begin_answer(self, number: int, question: str, person: Person, rest: str) -> None:
        self._draft, self._answers = {"question": " ".join(question.split())[:200]}, number
        self._out.line(f"question: {self._draft['question']}", dim=True)
        await self._propose(person, rest)

    def _remember(self, slugs: list[str]) -> None:
        self._numbered = slugs

    async def _review(self, person: Person, rest: str) -> None:
        word, rest = first_word(rest)
        if word in ("approve", "reject"):
            await self._decide(person, word, rest)
        elif word:
            raise Usage(_USAGE["review"])
        else:
            await self._queue(person)

    async def _queue(self, person: Person) -> None:
        waiting = await self._service.queue(self._scope, person.actor)
        if not waiting:
            self._out.line("Nothing waits for review. /ruling propose makes a proposal.")
        self._numbered = [each.stored.slug for each in waiting]
        for number, each in enumerate(waiting, start=1):
            what = "Proposal" if each.kind == "new" else "Change"
            self._out.line(f"{number}. {what} by {self._shell.name_of(each.by)}: {each.stored.slug}", bold=True)
            self._ruling(each.ruling)
            if each.comment:
                self._out.line(f"“{each.comment}”", indent=3)
            self._changes(each.changes)
            if each.refusal:
                self._out.line(f"You can't approve it: {each.refusal}.", indent=3)
            self._seen[each.stored.slug] = each.stored.revision

    async def _decide(self, person: Person, word: str, rest: str) -> None:
        slug, comment = self._named(rest, _USAGE["review"])
        seen = await self._read(person, slug)
        if seen is None:
            return
        if word == "approve":
            stored = await self._service.approve(self._scope, person.actor, slug, seen=seen, comment=comment)
            self._out.done(f"Published: {stored.content['question']} /ask finds it from now on.")
        else:
            stored = await self._service.reject(self._scope, person.actor, slug, seen=seen, comment=comment)
            self._out.done(f"Rejected: {slug}")
        self._seen[slug] = stored.revision

    async def _edit(self, person: Person, rest: str) -> None:
        slug, _ = self._named(rest, _USAGE["edit"])
        seen = await self._read(person, slug)
        if seen is None:
            return
        stored = await self._service.get(self._scope, person.actor, slug)
        if self._shell.lines.is_terminal:
            self._explain(())
        typed = self._form("")
        if typed is None:
            self._out.line("Nothing was changed.")
            return
        content: dict[str, Any] = {**await self._service.ageing.today(stored), **typed}
        changed = await self._service.edit(self._scope, person.actor, slug, content, seen=seen)
        self._seen[slug] = changed.revision
        waits = changed.status == "proposed" or changed.pending is not None
        self._out.done(f"Changed: {slug}" + (" (it waits for review)" if waits else ""))

    async def _retire(self, person: Person, rest: str) -> None:
        slug, comment = self._named(rest, _USAGE["retire"])
        seen = await self._read(person, slug)
        if seen is not None:
            stored = await self._service.retire(self._scope, person.actor, slug, seen=seen, comment=comment)
            self._seen[slug] = stored.revision
            self._out.done(f"Retired: {slug}. /ruling revert {slug} REVISION brings it back.")

    async def _revert(self, person: Person, rest: str) -> None:
        slug, rest = self._named(rest, _USAGE["revert"])
        number, comment = first_word(rest)
        if not number.isdecimal() or len(number) > 9:
            raise Usage(f"Which revision? {_USAGE['revert']}; /ruling history {slug} lists them.")
        seen = await self._read(person, slug)
        if seen is not None:
            stored = await self._service.revert(
                self._scope, person.actor, slug, int(number), seen=seen, comment=comment
            )
            self._seen[slug] = stored.revision
            self._out.done(f"Reverted: {slug} is as in revision {number} (now revision {stored.revision}).")

    async def _history(self, person: Person, rest: str) -> None:
        slug, _ = self._named(rest, _USAGE["history"])
        for step in await self._service.history(self._scope, person.actor, slug):
            revision = step.revision
            who, when = self._shell.name_of(revision.actor), f"{revision.at:%Y-%m-%d %H:%M} UTC"
            comment = f": {revision.comment}" if revision.comment else ""
            self._out.line(f"{revision.number}. {revision.action} by {who}, {when}{comment}", bold=True)
            self._changes(step.changes)
            self._seen[slug] = revision.number

    async def _list(self, person: Person, _: str) -> None:
        found = await self._service.published(self._scope)
        if not found.rulings:
            self._out.line("No ruling of this console is in service.")
        self._numbered = [ruling.id for ruling in found.rulings]
        for number, ruling in enumerate(found.rulings, start=1):
            self._out.line(f"{number}. {ruling.id}: {ruling.question}")

    # --- inside ------------------------------------------------------------------------------------------------------

    def _form(self, first: str) -> dict[str, str] | None:
        """The fields that follow, up to an empty line; None if there were none or the person gave up."""
        typed: dict[str, str] = {}
        key = ""
        line: str | None = first or self._shell.lines.next("  ")
        while line is not None and line.strip():
            if line.strip().casefold() == "/cancel":
                return None
            if line.startswith("/") and not line.startswith("//"):
                self._shell.lines.put_back(line)
                break
            # A scenario has lines such as `rules: …` of its own, so a proof takes all that follows.
            found = _FIELD.fullmatch(line.strip()) if key != "proof" else None
            name = found["key"].strip().casefold().replace(" ", "_") if found else ""
            if found and name in _FIELDS:
                key = name
                typed[key] = found["value"] or ""
            elif key:
                typed[key] += f"\n{line}"
            else:
                # Said at once; the lines that follow are still fields, no questions of their own.
                self._out.error(f"“{line.strip()[:60]}” names no field; write `question: …` ({', '.join(_FIELDS)})")
            line = self._shell.lines.next("  ")
        if line is None and self._shell.lines.is_terminal:
            return None
        return typed or None

    async def _read(self, person: Person, slug: str) -> int | None:
        """The revision that the console has shown; None if it had to be shown first."""
        if slug in self._seen:
            return self._seen[slug]
        stored = await self._service.get(self._scope, person.actor, slug)
        self._out.line(f"{slug} ({stored.status}, revision {stored.revision}):", bold=True)
        self._show_content(stored.pending or stored.content)
        self._out.line("Type the command again if you mean this.")
        self._seen[slug] = stored.revision
        return None

    def _named(self, rest: str, usage: str) -> tuple[str, str]:
        word, rest = first_word(rest)
        if not word:
            raise Usage(f"Which ruling? {usage}")
        if word.isdecimal() and 0 < int(word[:9]) <= len(self._numbered):
            return self._numbered[int(word[:9]) - 1], rest
        return word, rest

    def _ruling(self, ruling: Ruling) -> None:
        self._out.line(ruling.question, indent=3)
        self._out.line(ruling.answer, indent=3)
        self._out.line(
            f"{ruling.verdict} · {', '.join(ruling.rules)} · written against {ruling.as_of}", indent=3, dim=True
        )
        if ruling.replaces:
            self._out.line(f"replaces {ruling.replaces}", indent=3, dim=True)

    def _show_content(self, content: Mapping[str, Any]) -> None:
        for key, value in content.items():
            self._out.line(f"{key}: {'; '.join(value) if isinstance(value, list) else value}", indent=3)

    def _changes(self, changes: tuple[Change, ...]) -> None:
        for change in changes:
            for mark, value in (("-", change.before), ("+", change.after)):
                if value is not None:
                    text = "; ".join(value) if isinstance(value, list) else value
                    self._out.line(f"{mark} {change.field}: {text}", indent=3)

    def _explain(self, required: tuple[str, ...]) -> None:
        self._out.line("Write one field a line; an empty line ends it, /cancel gives up.")
        for key, meaning in _FIELDS.items():
            if not required or key in required or key == "also_asked":
                self._out.line(f"  {key}: {meaning}", dim=True)
