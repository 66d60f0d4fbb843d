"""`/ask`, `/pick`, `/why`, `/show`, `/whatif`, `/wrong` and `/card` in the console."""

from __future__ import annotations

import asyncio
import contextlib
import io

from bot.console.scripts import play
from bot.console.shell import Command, Person, Shell, Usage
from bot.console.terminal import unmarked
from bot.discord_app.ports import Asking, Cards, Entry, Refusal, Suggestion
from bot.services.answers import AnswerService, Report
from bot.services.scenes import Scenes
from rulings.store import Scope

_NO_ANSWER = {
    "unsure": "I'm not sure which of these you mean:",
    "declined": "I don't have a ruling on that.",
    "answered": "",
}


class AskingCommands:
    """Questions, and what can be done with an answer.

    Args:
        shell: the console.
        asking: answers.
        scope: whose rulings count.
        scenes: what can be changed in an example.
        answers: keeps what people say is wrong.
    """

    def __init__(
        self, shell: Shell, asking: Asking, scope: Scope, scenes: Scenes, answers: AnswerService | None = None
    ) -> None:
        self._out = shell.out
        self._asking = asking
        self._scope = scope
        self._offered: tuple[Suggestion, ...] = ()
        self._shown: Entry | None = None
        self._why: tuple[str, ...] = ()
        self._scenes = scenes
        self._answers = answers
        self._question = ""
        shell.add("/ask", Command("/ask QUESTION", "Answer a rules question from the rulings.", self.ask))
        shell.add("/pick", Command("/pick NUMBER", "Show one of the entries that the last answer offered.", self.pick))
        shell.add("/why", Command("/why", "What the last answer was found by.", self.why))
        shell.add(
            "/whatif", Command("/whatif [NUMBER]", "The last answer's example with one thing changed.", self.what_if)
        )
        shell.add("/show", Command("/show", "Show me: play the example of the last answer.", self.show))
        if answers is not None:
            shell.add("/wrong", Command("/wrong WHY", "Say what is wrong with the last answer.", self.wrong))

    async def ask(self, _: Person, rest: str) -> None:
        """Answer a question."""
        if not rest:
            raise Usage("What is the question? /ask can I turn my manifested card face up")
        found = await self._asking.ask(self._scope, rest)
        self._offered = found.suggestions
        self._shown = found.entry
        self._why = found.why
        self._question = rest
        if found.entry is not None:
            self._entry(found.entry)
            if found.suggestions:
                self._out.line("Other answers (/pick NUMBER shows one):", dim=True)
        else:
            self._out.line(unmarked(found.hint) or _NO_ANSWER[found.status])
        for number, each in enumerate(found.suggestions, start=1):
            self._out.line(f"{number}. {each.title}", indent=2)
        if found.status == "unsure":
            self._out.line("/pick NUMBER shows one; or ask again in other words.")

    async def pick(self, _: Person, rest: str) -> None:
        """Show an entry that was offered."""
        if not self._offered:
            raise Usage("Nothing was offered. /ask a question first.")
        if not rest.isdecimal() or not 1 <= int(rest[:9]) <= len(self._offered):
            raise Usage(f"Which one? /pick 1 to {len(self._offered)}")
        self._shown = await self._asking.entry(self._scope, self._offered[int(rest[:9]) - 1].id)
        self._entry(self._shown)

    async def show(self, _: Person, __: str) -> None:
        """Play the example of the last answer."""
        if self._shown is None:
            raise Usage("There is no answer to show yet. /ask a question first.")
        if not self._shown.proof:
            raise Usage("That answer has no example that could be played.")
        await play(self._out, self._shown.proof)

    async def why(self, _: Person, __: str) -> None:
        """Say what the last answer was found by."""
        if not self._why:
            raise Usage("There is no answer yet that was found. /ask a question first.")
        for line in self._why:
            self._out.line(line)

    async def what_if(self, _: Person, rest: str) -> None:
        """List what can be changed in the last answer's example, or play it with one of these changes."""
        if self._shown is None or not self._shown.proof:
            raise Usage("There is no answer yet with an example that could be changed. /ask a question first.")
        changes = await self._scenes.what_ifs(self._shown.proof)
        if not rest:
            for number, each in enumerate(changes, start=1):
                self._out.line(f"{number}. {each.label}: {each.change}", indent=2)
            self._out.line(
                "/whatif NUMBER plays one." if changes else "Nothing in this example can be changed by itself."
            )
            return
        if not rest.isdecimal() or not 1 <= int(rest[:9]) <= len(changes):
            raise Usage(f"Which one? /whatif 1 to {len(changes)}" if changes else "There is nothing to change in it.")
        changed = changes[int(rest[:9]) - 1]
        self._out.line(f"What if: {changed.change}")
        await play(self._out, changed.script)

    async def about(self, card: str) -> None:
        """Offer the rulings in service that are about a card, by its full English name."""
        found = await self._asking.about(self._scope, card)
        if not found:
            self._out.line("No ruling here names this card; those on its keywords and kind hold for it all the same.")
            return
        self._offered = tuple(found)
        self._out.line("Rulings that name it (/pick NUMBER shows one):", dim=True)
        for number, each in enumerate(found, start=1):
            self._out.line(f"{number}. {each.title}", indent=2)

    async def wrong(self, person: Person, rest: str) -> None:
        """Keep what is wrong with the last answer, for `/ruling reports`."""
        if self._shown is None or self._answers is None:
            raise Usage("There is no answer yet that could be wrong. /ask a question first.")
        if not rest:
            raise Usage("What is wrong with it? /wrong the card's newer wording says otherwise")
        kept = await self._answers.report(
            self._scope,
            person.user_id,
            source=self._shown.origin,
            answer_id=self._shown.id,
            question=self._question,
            report=Report(rest),
        )
        self._out.done(f"Kept as report {kept.feedback.id}: /ruling reports shows it.")

    def _entry(self, entry: Entry) -> None:
        self._out.line(entry.title, bold=True)
        self._out.line(unmarked(entry.text))
        rules = ", ".join(f"CR {rule}" if rule[:1].isdigit() else rule for rule in entry.rules)
        self._out.line(f"Rules: {rules}")
        if entry.proof:
            self._out.line("✔ this example was played by the simulator (/show plays it)")
        self._out.line(f"{entry.source} · {entry.id} · written against the rules of {entry.as_of}", dim=True)
        if entry.note:
            self._out.line(unmarked(entry.note))


def add_card(shell: Shell, asking: AskingCommands | None = None, cards: Cards | None = None) -> None:
    """`/card NAME`: the same page as `tablejudge card`, then the rulings that name the card.

    Args:
        shell: the console.
        asking: offers the rulings.
        cards: which card a name is.
    """

    async def card(_: Person, rest: str) -> None:
        if not rest:
            raise Usage("Which card? /card Lightform")
        shell.out.line((await asyncio.to_thread(_card_page, rest)).rstrip("\n"))
        if asking is None or cards is None:
            return
        with contextlib.suppress(Refusal):  # the page has said it
            await asking.about((await asyncio.to_thread(cards.page, rest)).name)

    shell.add("/card", Command("/card NAME", "A card's facts, what of it is simulated, and rulings on it.", card))


def _card_page(name: str) -> str:
    from bot.commands.card import command

    page = io.StringIO()
    with contextlib.redirect_stdout(page), contextlib.redirect_stderr(page), contextlib.suppress(SystemExit):
        command.main(["--", name], standalone_mode=False)
    return page.getvalue()
