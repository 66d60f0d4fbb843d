"""The whole product as its own process against the stand-in: real discord.py, real services, real store.

Nothing is faked but Discord. What one person reads, what another reads, and what survives `kill -9`.
"""

from __future__ import annotations

import asyncio
import importlib.util
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from discord_standin.server import StandIn
from discord_standin.world import Message

ROOT = Path(__file__).resolve().parent.parent.parent
LAUNCH = ROOT / "tests" / "standin" / "launch.py"
SECRET = "Delver of Secrets"
BACK = "Insectile Aberration"
MORPH = "Exalted Angel"
UNREADABLE = """card "Odd One" {1} Creature - Bear 2/2
    Whenever it snows, you nod.
Alice battlefield: Odd One
Alice passes
expect Alice: life 20"""

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("bot.services.tables") is None, reason="tables are not there yet"
)


class Club:
    """A server with Alice, Bob, an onlooker and a moderator, and the bot's process."""

    def __init__(self, standin: StandIn, folder: Path) -> None:
        self.standin = standin
        self.alice, self.bob, self.carol, self.mod = (
            standin.add_user(name) for name in ("Alice", "Bob", "Carol", "Mod")
        )
        self.guild = standin.add_guild("Club", self.alice, self.bob, self.carol, moderators=(self.mod,))
        self.general = standin.general(self.guild)
        self._folder = folder
        self._process: asyncio.subprocess.Process | None = None
        self.log = folder / "bot.log"

    async def start(self) -> None:
        """Start `tablejudge run` and wait until it is connected and has its commands registered."""
        before = len(self.standin.gateway.identifies)
        environment = {
            **os.environ,
            "DISCORD_TOKEN": self.standin.token,
            "TABLEJUDGE_DATA_DIR": str(self._folder / "data"),
            "TABLEJUDGE_LOG_LEVEL": "DEBUG",
        }
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, LAUNCH, self.standin.api_url, self.standin.gateway_url, "run",
                env=environment, stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log, cwd=self._folder,
            )  # fmt: skip
        ended = asyncio.create_task(self._process.wait())
        try:
            await self.standin.until(
                lambda: ended.done() or len(self.standin.gateway.identifies) > before, "IDENTIFY", 60
            )
            assert not ended.done(), f"the bot ended:\n{self.log.read_text()}"
        finally:
            ended.cancel()

    async def kill(self) -> None:
        """Kill -9: no warning, no time to save anything."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
        if self._process is not None:
            await self._process.wait()
        self._process = None
        self.standin.gateway.current = None

    async def board(self, **options: Any) -> Message:
        """Alice starts a table, Bob accepts his seat."""
        await self.do(self.alice, "sim start", opponent=self.bob, **options)
        posted = [each for each in self.standin.messages.values() if "My cards" in each.buttons()]
        board = max(posted, key=lambda each: each.id)
        await self.standin.press(self.bob, board, label="Accept the seat of Bob")
        await self.standin.until(lambda: "Accept" not in str(board.buttons()), "the board with both seated")
        return board

    async def end(self) -> None:
        """Alice ends her table."""
        asked = await self.do(self.alice, "sim end")
        await self.standin.press(self.alice, asked.original, label="End it and reveal")

    async def do(self, user: Any, command: str, **options: Any) -> Any:
        return await self.standin.slash(user, command, options, channel=self.general)


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with StandIn() as standin:
        club = Club(standin, tmp_path)
        try:
            await club.start()
            yield club
            await standin.settle()
            assert standin.refused == [], "Discord refused something"
            assert [ping for each in standin.messages.values() if each.author.bot for ping in each.pings] == []
            assert "Traceback" not in club.log.read_text()
        finally:
            await club.kill()


async def test_commands_register_and_a_question_is_answered_with_its_rules_and_a_proof(club: Club) -> None:
    """CR 701.40b: a manifested permanent may be turned up for its mana cost if it is a creature card."""
    assert {"ask", "card", "sim", "look", "ruling"} <= {name for _, name in club.standin.commands[None]}
    answer = await club.do(club.alice, "ask", question="can i turn my manifested delver face up")
    assert answer.private
    assert "701.40b" in answer.text
    shown = await club.standin.press(club.alice, answer.original, label="Show me")
    assert "The position" in shown.text
    while "Next ▶" in shown.original.buttons():
        await club.standin.press(club.alice, shown.original, label="Next ▶")
    assert "701.40b" in shown.text
    card = await club.do(club.alice, "card", name="Forma de luz")
    assert "Lightform" in card.text
    choices = await club.standin.autocomplete(club.alice, "card", "name", "delver of", channel=club.general)
    assert any(SECRET in choice["name"] for choice in choices)


async def test_a_manifested_double_faced_card_is_seen_by_its_controller_alone_until_it_is_turned_up(
    club: Club,
) -> None:
    """CR 708.5: only its controller may look at a face-down permanent; CR 712.15a: it turns up with its front face."""
    board = await club.board(cards=f"hand: {MORPH}")
    done = await club.do(club.alice, "sim manifest", card=SECRET)
    assert done.private
    offered = await club.standin.autocomplete(club.alice, "sim cast", "card", "", channel=club.general)
    assert [choice["value"] for choice in offered] == [MORPH]
    cast = await club.do(club.alice, "sim cast", card=MORPH, **{"face-down": True})
    assert "708.4" in cast.text
    for person in (club.alice, club.bob):
        await club.do(person, "sim pass")
    await club.standin.until(lambda: "#2" in board.text, "the face-down creature on the board")
    await club.standin.until(lambda: "#1" in board.text, "the face-down permanent on the board")
    looked = await club.do(club.alice, "look")
    assert looked.private
    assert SECRET in club.standin.sent_to_dm(club.alice)[-1].text
    await club.do(club.bob, "look")
    refused = await club.do(club.bob, "sim turn-up", permanent="#1")
    assert refused.private
    assert "116.2b" in refused.text
    again = await club.do(club.alice, "sim turn-up", permanent="#1", cost="{9}")
    assert "don't allow" in again.text
    await club.do(club.alice, "sim act", step="looks at #1")
    await club.standin.autocomplete(club.alice, "sim turn-up", "permanent", "", channel=club.general)
    await club.standin.settle()
    hidden = [club.standin.seen_in_public(), club.standin.seen_by(club.bob), club.standin.seen_by(club.carol)]
    private = "\n".join(message.text for each in club.standin.interactions for message in each.messages)
    for name in (SECRET, BACK, MORPH, "Delver", "Insectile", "Exalted"):
        assert not any(name in seen for seen in hidden), name
        assert name not in private, f"{name} in a reply that is no direct message"
        assert name not in club.log.read_text(), f"{name} in the log"
    await club.standin.press(club.alice, board, label="Turn #1 face up")
    await club.standin.until(lambda: SECRET in board.text, "the card turned up")
    assert "701.40b" in board.text or "712.15a" in board.text
    assert BACK not in board.text
    assert MORPH not in club.standin.seen_in_public() + club.standin.seen_by(club.bob)


async def test_a_step_that_showed_something_is_taken_back_once_both_agree(club: Club) -> None:
    board = await club.board()
    await club.do(club.alice, "sim manifest")
    await club.standin.until(lambda: "#1" in board.text, "the permanent on the board")
    asked = await club.standin.press(club.alice, board, label="Undo")
    assert "It is done once Undo is pressed for Bob too" in asked.text
    await club.standin.until(lambda: "Alice would like" in board.text, "the wish on the board")
    await club.standin.press(club.bob, board, label="Undo")
    await club.standin.until(lambda: "#1" not in board.text, "the board as it was")


async def test_a_moderators_ruling_is_proposed_approved_and_found(club: Club) -> None:
    question = "May we play with gold-bordered cards at our kitchen table?"
    before = await club.do(club.alice, "ask", question=question)
    assert "gold-bordered cards at our" not in before.text.replace("> " + question, "")
    opened = await club.do(club.mod, "ruling propose")
    kept = await club.standin.submit_modal(
        opened,
        {
            "Question": question,
            "Verdict": "yes",
            "Answer": "Yes, everybody at this club has agreed to it. A game's owner decides about cards at home.",
            "Rules": "100.6",
        },
    )
    assert "Proposed" in kept.text
    queue = await club.do(club.mod, "ruling review")
    await club.standin.press(club.mod, queue.original, label="Approve")
    assert "Published" in queue.text
    after = await club.do(club.alice, "ask", question="can we play gold-bordered cards at the kitchen table")
    assert "verybody at this club has agreed" in after.text
    assert "This server's ruling" in after.text


async def test_after_kill_9_in_mid_game_the_game_goes_on_and_old_buttons_work(club: Club) -> None:
    board = await club.board()
    await club.do(club.alice, "sim manifest", card=SECRET)
    await club.do(club.bob, "sim manifest", card="Grizzly Bears")
    await club.standin.until(lambda: "#2" in board.text, "both on the board")
    turn = board.body
    await club.standin.settle()
    await club.kill()
    await club.start()
    assert board.body is turn, "a restart alone changes no board"
    await club.do(club.bob, "look")
    assert "Grizzly Bears" in club.standin.sent_to_dm(club.bob)[-1].text
    await club.standin.press(club.alice, board, label="Turn #1 face up")
    await club.standin.until(lambda: SECRET in board.text, "the card turned up by a button from before")
    await club.standin.press(club.bob, board, label="My cards")
    await club.standin.press(club.alice, board, label="Next turn")
    await club.standin.until(lambda: "Bob" in board.text.splitlines()[0], "Bob's turn")
    await club.end()
    await club.standin.until(lambda: set(board.buttons()) == {"Share"}, "the last board")
    assert "Grizzly Bears" in board.text
    assert club.standin.command_syncs == 1


async def test_a_board_that_was_not_redrawn_at_the_end_is_redrawn_when_somebody_presses_it(club: Club) -> None:
    board = await club.board()
    await club.do(club.alice, "sim manifest", card=SECRET)
    await club.standin.until(lambda: "#1" in board.text, "the permanent on the board")
    await club.standin.settle()
    club.standin.rest.fail_next(r"PATCH /channels/.*", 403, code=50013)
    await club.end()
    await club.standin.settle()
    club.standin.refused.clear()
    await club.kill()
    await club.start()
    refused = await club.standin.press(club.bob, board, label="Next turn")
    assert "it has ended" in refused.text
    await club.standin.until(lambda: set(board.buttons()) == {"Share"}, "the last board")
    assert SECRET in board.text


async def test_why_explains_a_hidden_card_to_nobody_and_what_is_face_up_to_everybody(club: Club) -> None:
    """CR 708.2: a face-down permanent has only the characteristics listed for it; CR 613.4c: +1/+1 is in layer 7c."""
    board = await club.board(cards=f"hand: {MORPH}; battlefield: Glorious Anthem, Island x3")
    await club.do(club.alice, "sim manifest", card=SECRET)
    await club.standin.until(lambda: "#1" in board.text, "the permanent on the board")
    told = [await club.do(person, "sim why", reference="#1") for person in (club.alice, club.bob)]
    assert all(each.private and "701.40a" in each.text and "613.4c" in each.text for each in told)
    assert all("Glorious Anthem" in each.text and SECRET not in each.text for each in told)
    assert "/look" in told[0].text
    assert "/look" not in told[1].text
    assert "blue" not in told[1].text
    assert "There is no" in (await club.do(club.bob, "sim why", reference=MORPH)).text
    offers = {
        person.name: await club.standin.autocomplete(person, "sim why", "reference", "", channel=club.general)
        for person in (club.alice, club.bob)
    }
    assert {"#1", "Glorious Anthem", MORPH} <= {choice["value"] for choice in offers["Alice"]}
    assert MORPH not in str(offers["Bob"])
    assert SECRET not in str(offers)
    await club.do(club.alice, "sim turn-up", permanent="#1")
    up = await club.do(club.bob, "sim why", reference=SECRET)
    assert "blue" in up.text
    assert "708.8" in up.text


async def test_what_was_acknowledged_survives_kill_9_at_once(club: Club) -> None:
    board = await club.board()
    await club.do(club.alice, "sim manifest", card=SECRET)
    await club.kill()
    await club.start()
    await club.do(club.alice, "look")
    assert SECRET in club.standin.sent_to_dm(club.alice)[-1].text
    await club.do(club.alice, "sim next-turn")
    await club.standin.until(lambda: "#1" in board.text, "the permanent on the board")


#: (command, options, what the answer says, what it must not say)
BAD_INPUT: list[tuple[str, dict[str, Any], str, str]] = [
    # an unknown card, a misspelt one, an ambiguous one
    ("card", {"name": "Zorblax the Unheard"}, "know no card", ""),
    ("card", {"name": "Delvr of Secrts"}, SECRET, ""),
    ("card", {"name": "Lim"}, "could be any of 11 cards", ""),
    ("card", {"name": "x" * 6000}, "as long as that", ""),
    ("sim run", {"script": "Alice manifests Zorblax the Unheard"}, "Zorblax", ""),
    ("sim run", {"script": "Alice manifests Delvr of Secrts"}, SECRET, ""),
    ("sim manifest", {"card": "Zorblax the Unheard"}, "Zorblax", ""),
    ("sim manifest", {"card": "Delvr of Secrts"}, f"Did you mean: {SECRET}", ""),
    ("sim manifest", {"card": "Lim"}, "Lim", "701.40a"),
    # a script with a syntax error, one that is too long, one that goes wrong half-way
    ("sim run", {"script": "Alice munches Delver of Secrets"}, "Line 1, column 7", ""),
    ("sim run", {"script": "Alice passes; Alice turns it up"}, "Line 2", ""),
    ("sim run", {"script": "x" * 6000}, "2000 characters", ""),
    ("sim run", {"script": "@everyone"}, "Line 1", ""),
    ("sim run", {"script": "Alice turns #1 face up"}, "no #1", ""),
    # an illegal action, in a script and at the table
    ("sim run", {"script": "Bob battlefield: Island (face down manifested); Alice turns #1 face up"}, "116.2b", ""),
    ("sim cast", {"card": "Black Lotus"}, "no Black Lotus", ""),
    ("sim turn-up", {"permanent": "#9"}, "#9", ""),
    ("sim turn-up", {"permanent": "@everyone"}, "", "Done"),
    ("sim act", {"step": "munches"}, "", "Done"),
    ("sim act", {"step": "passes; Bob passes"}, "One step at a time", ""),
    ("sim act", {"step": "y" * 6000}, "", "Done"),
    ("sim act", {"step": "destroy #1"}, "A table takes what players do", ""),
    ("sim act", {"step": "passes", "player": "Bob"}, "not one of your seats", ""),
    # a card with unsupported text
    ("sim run", {"script": UNREADABLE}, "ot supported", "✔"),
    # a question about something else, 6,000 characters, @everyone
    ("ask", {"question": "how do I bake a cheesecake"}, "I don't have a ruling on that", ""),
    ("ask", {"question": "x" * 6000}, "6000 characters", ""),
    ("ask", {"question": "?"}, "I don't have a ruling on that", ""),
    ("ask", {"question": "@everyone how do I bake a cheesecake"}, "I don't have a ruling on that", "@everyone"),
]


async def test_bad_input_gets_a_clear_answer_and_loses_nothing(club: Club) -> None:
    board = await club.board()
    await club.do(club.alice, "sim manifest", card=SECRET)
    await club.standin.until(lambda: "#1" in board.text, "the permanent on the board")
    await club.standin.settle()
    before = board.text
    wrong = []
    for command, options, reads, never in BAD_INPUT:
        said = (await club.do(club.alice, command, **options)).text
        silent = not said.strip() or "Something went wrong" in said
        if silent or reads not in said or (never and never in said):
            wrong.append(f"/{command} {str(options)[:80]} -> {said[:300]}")
    assert wrong == []
    await club.standin.settle()
    assert board.text == before, "what was refused changed the table"
    await club.do(club.alice, "sim turn-up", permanent="1")
    await club.standin.until(lambda: SECRET in board.text, "the game goes on")


async def test_an_unknown_card_in_a_ruling_is_refused_with_all_that_was_typed(club: Club) -> None:
    opened = await club.do(club.mod, "ruling propose")
    refused = await club.standin.submit_modal(
        opened,
        {"Question": "Do we play with proxies?", "Verdict": "yes", "Answer": "Yes, @everyone.", "Rules": "999.9"},
    )
    assert "999.9" in refused.text
    assert "Do we play with proxies?" in refused.text
