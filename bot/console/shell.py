"""The console's loop: reads a line, finds its command and who gives it, runs it, says what went wrong.

/ask can I turn my manifested delver face up      a command
@Bob /look                                        a command of another seat
@Bob                                              from now on Bob is meant where nobody is named
does ward trigger twice?                          anything else is a question
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from bot.console.terminal import Lines, Out
from bot.services.moderation import Actor

log = logging.getLogger(__name__)

#: Who is meant where a line names nobody.
FIRST_PERSON = "Alice"
_AS_PERSON = re.compile(r"@(?P<name>[^\W_][\w-]{0,31})(?:\s+(?P<rest>.*))?", re.DOTALL)
_LEAST_LIKENESS = 70.0
#: Commands of Discord that nobody needs at a console, and why.
_ELSEWHERE = {
    "/settings": "There is nothing to set at the console: roles, channels and languages are a server's.",
    "/privacy": "What you do at the console stays on this machine, in the data folder.",
}


class Usage(Exception):
    """The line isn't how the command is used; the message says how it is."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the console.

    Attributes:
        name: the name, which is their seat's name at a table too.
    """

    name: str

    @property
    def user_id(self) -> int:
        """A number that is always the same for the name, in whatever case it is written."""
        return int.from_bytes(hashlib.sha256(self.name.casefold().encode()).digest()[:7], "big") + 1

    @property
    def actor(self) -> Actor:
        """The person as moderation knows them: whoever sits at this machine moderates its rulings."""
        return Actor(self.user_id, is_moderator=True)


#: What runs a command: the person who gives it, and the rest of the line.
Handler = Callable[[Person, str], Awaitable[None]]
#: Turns an error into what the person reads; None for one that nobody foresaw.
Words = Callable[[Exception], str | None]


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the console.

    Attributes:
        usage: how it is written.
        help: what it does, in one line.
        run: what runs it.
    """

    usage: str
    help: str
    run: Handler


class Shell:
    """The loop and its commands.

    Args:
        lines: where commands come from.
        out: where answers go.
        words: turns errors into words.
    """

    def __init__(self, lines: Lines, out: Out, words: Words) -> None:
        self.lines = lines
        self.out = out
        self._words = words
        self._commands: dict[str, Command] = {}
        self._person = Person(FIRST_PERSON)
        self._going = True
        self._known = {person.user_id: person.name for person in map(Person, ("Alice", "Bob", "Carol", "Dave"))}
        self.add("/help", Command("/help", "This list.", self._help))
        self.add("/quit", Command("/quit", "Leave. What was done is kept.", self._quit))

    def add(self, name: str, command: Command) -> None:
        """Make a command known under a name such as `/ask`."""
        self._commands[name] = command

    def name_of(self, user_id: int) -> str:
        """What a person of that number is called here."""
        return self._known.get(user_id, f"user {user_id}")

    def run(self, runner: asyncio.Runner) -> None:
        """Read and run lines until `/quit` or the end of the input."""
        while self._going:
            try:
                line = self.lines.next(f"{self._person.name}> ")
            except KeyboardInterrupt:
                self.out.line()
                return
            if line is None:
                return
            try:
                runner.run(self.do(line))
            except KeyboardInterrupt:
                self.out.line("Stopped.")

    async def do(self, line: str) -> None:
        """Run one line; whatever goes wrong is said, never raised."""
        person, text = self._who(line.strip())
        if not text:
            return
        name, _, rest = text.partition(" ") if text.startswith("/") else ("/ask", "", text)
        try:
            await self._command(name.casefold()).run(person, rest.strip())
        except Exception as error:
            self._say(error, name)

    def _who(self, text: str) -> tuple[Person, str]:
        named = _AS_PERSON.fullmatch(text)
        if named is None:
            return self._person, text
        person = Person(named["name"])
        self._known[person.user_id] = person.name
        rest = (named["rest"] or "").strip()
        if not rest:
            self._person = person
            self.out.line(f"You are {person.name} now.", dim=True)
        return person, rest

    def _command(self, name: str) -> Command:
        found = self._commands.get(name)
        if found is None and name in _ELSEWHERE:
            raise Usage(_ELSEWHERE[name])
        if found is None:
            raise Usage(
                f"There is no command {name[:40]}.{suggestion(name, list(self._commands))} /help lists them all."
            )
        return found

    def _say(self, error: Exception, name: str) -> None:
        text = str(error) if isinstance(error, Usage) else self._words(error)
        if text is None:
            # Without the message of the error: it could name a hidden card.
            log.error("%s: unexpected %s", name, type(error).__name__, exc_info=log.isEnabledFor(logging.DEBUG))
            text = f"Something went wrong here ({type(error).__name__}). TABLEJUDGE_LOG_LEVEL=DEBUG shows where."
        self.out.error(text)

    async def _help(self, _: Person, __: str) -> None:
        width = max(len(command.usage) for command in self._commands.values())
        for command in self._commands.values():
            self.out.line(f"{command.usage:<{width}}  {command.help}")
        self.out.line("@NAME before a command gives it for that seat; @NAME alone changes who you are.")

    async def _quit(self, _: Person, __: str) -> None:
        self._going = False


def suggestion(typed: str, known: list[str]) -> str:
    """A sentence that offers the nearest known word, or nothing."""
    found = process.extractOne(typed.casefold(), known, scorer=fuzz.ratio, score_cutoff=_LEAST_LIKENESS)
    return f" Did you mean {found[0]}?" if found else ""


def first_word(text: str) -> tuple[str, str]:
    """The first word in lower case, and the rest."""
    word, _, rest = text.strip().partition(" ")
    return word.casefold(), rest.strip()


def counted(number: int, what: str) -> str:
    """A number with what it counts: 1 ruling, 2 rulings."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
