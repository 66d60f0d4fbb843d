"""A whole table between two people, with a moderator's ruling at the end, as each of them sees it on Discord.

The real app with its real services plays against the stand-in; what comes out is the README's transcript. Hands that
are dealt at random aren't looked at, ids are abstracted, so that it is the same each time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from discord_standin.interactions import Interaction
from discord_standin.world import Message, User
from walking import Tour, touring

CARDS = "hand: Shock; battlefield: Island x2, Mountain; library: Delver of Secrets, Serra Angel, Forest"
QUESTION = "How do we mark face-down cards at the Thursday table?"
RULING = {
    "question": QUESTION,
    "verdict": "explains",
    "answer": "With a numbered die on each, in the order in which they became face down.",
    "rules": "708.6",
}
_ROW, _BUTTON, _TEXT = 1, 2, 10
#: So many options of a menu are written down.
_OPTIONS = 4


class Transcript:
    """Writes down what people do and what each sees of it."""

    def __init__(self, tour: Tour) -> None:
        self._tour = tour
        self.lines: list[str] = []
        self._names = {each.id: each.name for each in (tour.alice, tour.bob, tour.carol, tour.mod)}
        self._told: set[int] = set()

    async def slash(self, user: User, command: str, **options: Any) -> Interaction:
        """A slash command, and what is read after it."""
        said = {name: f"@{value.name}" if isinstance(value, User) else value for name, value in options.items()}
        self._did(user, f"/{command} {' '.join(f'{name}: {value}' for name, value in said.items())}".rstrip())
        return await self._answered(user, await self._tour.slash(user, command, **options))

    async def press(self, user: User, on: Interaction | Message, label: str) -> Interaction:
        """A button."""
        self._did(user, f"presses [{label}]")
        return await self._answered(user, await self._tour.press(user, on, label))

    async def choose(self, user: User, page: Interaction, label: str) -> Interaction:
        """An option of a menu, in whichever menu it stands."""
        message = page.messages[-1] if page.messages else page.source
        assert message is not None
        self._did(user, f"chooses “{label}”")
        for part in message.components():
            for option in part.get("options") or []:
                if option["label"].partition(". ")[2] == label or option["label"] == label:
                    done = await self._tour.standin.select(user, message, [option["value"]], part["custom_id"])
                    return await self._answered(user, done)
        raise AssertionError(f"no {label} on {message.text}")

    async def submit(self, user: User, opened: Interaction, **values: str) -> Interaction:
        """A form."""
        self.lines.append(f"{user.name} fills in the form “{(opened.modal or {})['title']}”")
        self.lines += [f"  {name}: {value}" for name, value in values.items()]
        return await self._answered(user, await self._tour.submit(opened, **values))

    def board(self, board: Message) -> None:
        """The board, as everybody sees it now."""
        self._show(f"everybody, in the thread “{board.channel.name}”", board)

    def and_so_on(self) -> None:
        """What was answered last is as it was before: it is left out."""
        last = max(number for number, line in enumerate(self.lines) if line.startswith("> "))
        del self.lines[last + 1 :]

    def letters(self, user: User) -> None:
        """Direct messages to a person that weren't shown yet."""
        for message in self._tour.standin.sent_to_dm(user):
            if message.id not in self._told:
                self._told.add(message.id)
                self._show(f"direct message to {user.name}", message)

    def text(self) -> str:
        """All of it, with ids abstracted."""
        text = "\n".join(self.lines).strip()
        text = re.sub(r"<@!?(\d+)>", lambda found: f"@{self._names[int(found[1])]}", text)
        text = re.sub(r"\[([^\]]+)\]\(https://discord\.com/channels/[^)]*\)", r"\1", text)
        text = re.sub(r"https://discord\.com/channels/\S+", "(link)", text)
        return re.sub(r"\b[0-9a-f]{6}\b", "7c2f1a", re.sub(r"<t:\d+(?::\w)?>", "(date)", text))

    def _did(self, user: User, what: str) -> None:
        self.lines.append(f"> {user.name} {what}")

    async def _answered(self, user: User, done: Interaction) -> Interaction:
        await self._tour.standin.settle(0.05)
        if done.modal is not None:
            return done
        shown = done.messages or [done.source]
        for message in shown:
            if message is not None and not message.deleted:
                self._show(f"only {user.name}" if message.ephemeral_to is not None else "everybody", message)
        return done

    def _show(self, who: str, message: Message) -> None:
        lines = []
        for part in _parts(message.body.get("components") or []):
            if part["type"] == _TEXT:
                # What Discord makes bold, small or a heading is plain here.
                lines += [re.sub(r"^(?:-#|###) |\*\*", "", line) for line in part["content"].split("\n") if line]
            elif part["type"] == _ROW and [each.get("label") for each in part["components"]] != ["Act again"]:
                lines.append(" ".join(_control(each) for each in part["components"]))
        if len(lines) == 1:
            self.lines.append(f"({who}) {lines[0]}")
        else:
            self.lines += [f"({who})", *(f"  {line}" for line in lines)]


def _parts(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for part in components:
        yield part
        if part["type"] != _ROW:
            yield from _parts(part.get("components") or [])


def _control(part: dict[str, Any]) -> str:
    if part["type"] == _BUTTON:
        return f"[{part.get('label')}]"
    options = [option["label"] for option in part.get("options") or []]
    more = [f"{len(options) - _OPTIONS} more"] if len(options) > _OPTIONS else []
    return f"‹{part.get('placeholder')}: {' | '.join([*options[:_OPTIONS], *more])}›"


def _board(tour: Tour) -> Message:
    """The board in its thread."""
    return next(each for each in tour.standin.messages.values() if "My cards" in each.buttons())


async def played(data_dir: Path) -> str:
    """Play it, and return what everybody saw."""
    async with touring("server", data_dir) as tour:
        alice, bob, carol, mod = tour.alice, tour.bob, tour.carol, tour.mod
        told = Transcript(tour)
        await told.slash(alice, "sim start", opponent=bob, cards=CARDS)
        told.letters(alice)
        board = _board(tour)
        told.board(board)
        await told.press(bob, board, "Accept the seat of Bob")
        await told.slash(alice, "sim manifest")
        await told.press(alice, board, "My cards")
        told.letters(alice)
        await told.press(bob, board, "Turn #1 face up")
        page = await told.press(alice, board, "Act")
        page = await told.choose(alice, page, "Cast Shock")
        await told.choose(alice, page, "Bob")
        await told.press(alice, board, "Pass")
        told.and_so_on()
        await told.press(bob, board, "Pass")
        await told.press(alice, board, "Turn #1 face up")
        await told.slash(alice, "sim manifest")
        told.and_so_on()
        asked = await told.press(bob, board, "End")
        await told.press(bob, asked, "End it and reveal")
        told.board(board)
        proposed = await told.submit(mod, await told.slash(mod, "ruling propose"), **RULING)
        await told.press(mod, proposed, "Approve")
        await told.slash(carol, "ask", question="how are face-down cards marked at the thursday table")
        return told.text()
