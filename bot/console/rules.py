"""`/rule`, `/glossary` and `/about` in the console; a terminal gets long ones page by page."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterable

from bot.commands.rule import lines
from bot.console.shell import Command, Person, Shell, Usage
from bot.console.terminal import clean, unmarked
from bot.discord_app.ports import Refusal
from bot.services.about import NOTICE, SOURCES, release, standing
from bot.services.reference import ReferenceService
from rulings.reference.lookup import Found, Status
from rulings.reference.records import Kind

#: A page is never shorter, however small the terminal is.
_LEAST_LINES = 5


class RuleCommands:
    """The rules' text and its glossary."""

    def __init__(self, shell: Shell, reference: ReferenceService) -> None:
        self._shell = shell
        self._reference = reference
        usage = "/rule NUMBER|WORDS"
        shell.add("/rule", Command(usage, "The rules by number, range, heading or words.", self.rule))
        shell.add("/glossary", Command("/glossary TERM", "What the rules' glossary says of a term.", self.glossary))

    async def rule(self, _: Person, rest: str) -> None:
        """Show rules."""
        if not rest:
            raise Usage("Which rule? /rule 704.5, /rule 702.37a-702.37e, /rule Manifest or some of its words")
        self._show(await asyncio.to_thread(self._reference.rule, rest))

    async def glossary(self, _: Person, rest: str) -> None:
        """Show an entry of the glossary."""
        if not rest:
            raise Usage("Which term? /glossary Permanent")
        self._show(await asyncio.to_thread(self._reference.glossary, rest))

    def _show(self, found: Found) -> None:
        if found.status is Status.UNKNOWN:
            raise Refusal(found.advice, choices=found.suggestions)
        note = self._reference.data_note(Kind.RULES)
        paged(self._shell, lines(found, note), note or f"Comprehensive Rules of {found.edition}")


def add_about(shell: Shell, reference: ReferenceService) -> None:
    """`/about`: the version, the data and where it comes from."""

    async def about(_: Person, __: str) -> None:
        edition, notes = await asyncio.to_thread(standing, reference)
        shell.out.line(f"Table Judge {release()}", bold=True)
        shell.out.line(f"Comprehensive Rules: edition of {edition}")
        for note in notes or ["No reference texts here yet: numbers and facts only. `tablejudge sync` brings them."]:
            shell.out.line(note)
        shell.out.line(unmarked(SOURCES))
        shell.out.line(NOTICE, dim=True)

    shell.add("/about", Command("/about", "Version, editions and sources.", about))


def paged(shell: Shell, texts: Iterable[str], what: str) -> None:
    """Write lines, in a terminal a page at a time; whatever else is typed between pages is the next command.

    Args:
        shell: Where they are written.
        texts: The lines.
        what: What every page but the last says at its end.
    """
    written = [piece for text in texts for part in clean(text).split("\n") for piece in shell.out.wrapped(part)]
    room = len(written)
    if shell.lines.is_terminal:
        # The prompt and what was typed before it stay in sight.
        room = max(_LEAST_LINES, shutil.get_terminal_size().lines - 2)
    while written:
        page, written = written[:room], written[room:]
        for line in page:
            shell.out.line(line)
        if not written:
            return
        typed = shell.lines.next(f"({what}; {len(written)} more lines: Enter shows them, q ends) ")
        if typed is None or typed.strip():
            if typed is not None and typed.strip().casefold() not in ("q", "/q", "quit"):
                shell.lines.put_back(typed)
            return
