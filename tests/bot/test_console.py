"""The local console: lines in, lines out, several people, and rulings from proposal to service."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.console.asking import AskingCommands, add_card
from bot.console.errors import words
from bot.console.rulings import RulingCommands
from bot.console.shell import Command, Person, Shell
from bot.console.tables import TableCommands
from bot.console.terminal import Lines, Out
from bot.discord_app.ports import Asked, Entry, Suggestion
from bot.services.card_pool import load_pool
from bot.services.moderation import ModerationService
from bot.services.scenes import Scenes
from bot.services.tables import TableService
from rulings.store import Scope, Store

LOCAL = Scope.local()
DRAFT = """/ruling propose
question: Do we play with manifest reminder tokens?
verdict: yes
answer: Yes, one token a manifested card.
rules: CR 708.6
"""
SLUG = "do-we-play-with-manifest-reminder-tokens"

Play = Callable[[str], str]


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'store.db'}")
    yield opened
    await opened.close()


class Console:
    """A console on a store; `play` feeds it a script and gives what it wrote."""

    def __init__(self, store: Store, asking: object = None) -> None:
        self.service = ModerationService(store, shipped_ids=["shipped-one"])
        self.asking = asking
        self.tables = TableService(store, load_pool())

    def shell(self, script: str) -> tuple[Shell, io.StringIO]:
        written = io.StringIO()
        shell = Shell(Lines(io.BytesIO(script.encode())), Out(written), words)
        RulingCommands(shell, self.service, LOCAL)
        if self.asking is not None:
            AskingCommands(shell, self.asking, LOCAL, Scenes(load_pool()))  # type: ignore[arg-type]
        TableCommands(shell, self.tables, LOCAL)
        add_card(shell)
        return shell, written

    async def play(self, script: str) -> str:
        shell, written = self.shell(script)
        while (line := shell.lines.next("> ")) is not None:
            await shell.do(line)
        return written.getvalue()


class Asking:
    """An asking service with two entries."""

    entries = {  # noqa: RUF012
        "one": Entry("one", "Is one right?", "Yes, **one** is.", ("701.40b", "IPG 2.1"), "Curated ruling", "2026-04-17",
                     proof="Alice manifests Delver of Secrets as secret\nexpect secret: face down"),
        "two": Entry("two", "Is two right?", "No.", ("708.8",), "Curated ruling", "2026-04-17", note="-# later"),
    }  # fmt: skip

    def __init__(self) -> None:
        self.asked: list[tuple[Scope, str]] = []

    async def ask(self, scope: Scope, question: str) -> Asked:
        self.asked.append((scope, question))
        if "one" in question:
            others = (Suggestion("two", "Is two right?"),)
            return Asked("answered", self.entries["one"], others, why=("words: one",))
        if "which" in question:
            return Asked("unsure", None, (Suggestion("one", "Is one right?"), Suggestion("two", "Is two right?")))
        return Asked("declined", None, (), hint="Nothing here is about that.")

    async def entry(self, scope: Scope, entry_id: str) -> Entry:
        return self.entries[entry_id]


# --- lines ------------------------------------------------------------------------------------------------------------


async def test_an_unknown_command_offers_the_nearest(store: Store) -> None:
    written = await Console(store).play("/rulings list\n/xyzzy\n")
    assert "There is no command /rulings. Did you mean /ruling?" in written
    assert "There is no command /xyzzy. /help" in written
    written = await Console(store).play("/foo\n/sim foo\n/sim manfest\n/crad opt\n")
    assert "There is no command /foo. /help" in written
    assert "/sim does one of these.\n" in written
    assert "Did you mean manifest?" in written
    assert "Did you mean /card?" in written


async def test_help_lists_every_command(store: Store) -> None:
    written = await Console(store, Asking()).play("/help\n")
    for command in (
        "/ask",
        "/card",
        "/sim",
        "/explain",
        "/look",
        "/ruling",
        "/show",
        "/why",
        "/whatif",
        "/pick",
        "/help",
        "/quit",
    ):
        assert command in written


async def test_an_answer_says_what_it_was_found_by_and_its_example_is_changed(store: Store) -> None:
    written = await Console(store, Asking()).play(
        "/why\n/ask one\n/why\n/whatif\n/whatif 1\n/whatif 99\n/pick 1\n/whatif\n"
    )
    assert "There is no answer yet that was found." in written
    assert "words: one" in written
    assert "1. another player controls it" in written
    assert "What if: Bob controls secret" in written
    assert "Which one? /whatif 1 to" in written
    assert "no answer yet with an example" in written


def test_nothing_after_quit_is_run_and_the_end_of_input_ends_it(tmp_path: Path) -> None:
    with asyncio.Runner() as runner:
        store = runner.run(Store.open(f"sqlite+aiosqlite:///{tmp_path / 'store.db'}"))
        shell, written = Console(store).shell("/ruling list\n/quit\n/help\n")
        shell.run(runner)
        assert written.getvalue() == "No ruling of this console is in service.\n"
        shell, written = Console(store).shell("")
        shell.run(runner)
        assert written.getvalue() == ""
        runner.run(store.close())


async def test_blank_lines_broken_bytes_and_a_byte_order_mark_do_no_harm(store: Store) -> None:
    console = Console(store, asking := Asking())
    shell, written = console.shell("")
    shell.lines = Lines(io.BytesIO(b"\xef\xbb\xbf/ask one\r\n\r\n   \n/ask caf\xe9 \xff\n"))
    while (line := shell.lines.next("")) is not None:
        await shell.do(line)
    assert [question for _, question in asking.asked] == ["one", "caf� �"]
    assert "Is one right?" in written.getvalue()


async def test_what_is_no_command_is_a_question(store: Store) -> None:
    console = Console(store, asking := Asking())
    await console.play("is one right\n@Bob is two right\n")
    assert asking.asked == [(LOCAL, "is one right"), (LOCAL, "is two right")]


async def test_a_command_of_another_person_is_theirs(store: Store) -> None:
    seen: list[str] = []
    shell, _ = Console(store).shell("")

    async def who(person: Person, rest: str) -> None:
        seen.append(f"{person.name}:{rest}")

    shell.add("/who", Command("/who", "", who))
    for line in ("/who a", "@Bob /who b", "/who c", "@Bob", "/who d", "@Ann-Lee_2 /WHO e", "@Bob   /who   f "):
        await shell.do(line)
    assert seen == ["Alice:a", "Bob:b", "Alice:c", "Bob:d", "Ann-Lee_2:e", "Bob:f"]


def test_a_person_has_one_number_in_whatever_case() -> None:
    assert Person("Alice").user_id == Person("ALICE").user_id != Person("Bob").user_id
    assert 0 < Person("Alice").user_id < 2**63


async def test_an_error_nobody_foresaw_is_told_without_its_message_and_the_console_goes_on(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    shell, written = Console(store).shell("")

    async def fail(_: Person, __: str) -> None:
        raise RuntimeError("the hidden card is Delver of Secrets")

    shell.add("/fail", Command("/fail", "", fail))
    await shell.do("/fail")
    await shell.do("/ruling list")
    assert "Something went wrong here (RuntimeError)" in written.getvalue()
    assert "No ruling of this console" in written.getvalue()
    assert "Delver" not in written.getvalue() + caplog.text
    assert "Traceback" not in written.getvalue() + caplog.text


def test_control_characters_in_somebodys_text_never_reach_the_terminal() -> None:
    written = io.StringIO()
    Out(written).line("a\x1b[31mb\x07\r\nc\td \ud800")
    assert written.getvalue() == "a[31mb\nc   d ?\n"


# --- asking -----------------------------------------------------------------------------------------------------------


async def test_an_answer_shows_its_own_question_its_rules_and_its_source(store: Store) -> None:
    written = await Console(store, Asking()).play("/ask is one right?\n")
    assert written.splitlines() == [
        "Is one right?",
        "Yes, one is.",
        "Rules: CR 701.40b, IPG 2.1",
        "✔ this example was played by the simulator (/show plays it)",
        "Curated ruling · one · written against the rules of 2026-04-17",
        "Other answers (/pick NUMBER shows one):",
        "  1. Is two right?",
    ]


async def test_choices_are_picked_by_number(store: Store) -> None:
    written = await Console(store, Asking()).play("/pick 1\n/ask which\n/pick 3\n/pick two\n/pick 2\n")
    assert "Nothing was offered" in written
    assert "I'm not sure which" in written
    assert written.count("/pick 1 to 2") == 2
    assert written.splitlines()[-5:] == [
        "Is two right?",
        "No.",
        "Rules: CR 708.8",
        "Curated ruling · two · written against the rules of 2026-04-17",
        "later",
    ]


async def test_a_declined_question_says_so(store: Store) -> None:
    written = await Console(store, Asking()).play("/ask what is love\n/show\n/ask\n")
    assert "Nothing here is about that." in written
    assert "There is no answer to show yet" in written
    assert "What is the question?" in written


async def test_the_example_of_an_answer_is_played(store: Store) -> None:
    written = await Console(store, Asking()).play("/ask one\n/show\n")
    assert "▸ Alice manifests Delver of Secrets as secret" in written
    assert "✔ expect secret: face down" in written
    assert "✔ 1 check holds" in written


# --- scripts ----------------------------------------------------------------------------------------------------------


async def test_a_script_shows_each_event_with_its_rules_and_who_may_know_it(store: Store) -> None:
    """CR 701.40a, 708.5: what was manifested is its controller's to know until it is turned face up."""
    written = await Console(store).play("/sim run Alice manifests Delver of Secrets; Alice turns #1 face up\n")
    lines = [line.strip() for line in written.splitlines()]
    assert "▸ Alice manifests Delver of Secrets" in lines
    assert any(line.startswith("(only Alice) ") and "Delver of Secrets" in line and "701.40a" in line for line in lines)
    assert any("turned face up: Delver of Secrets" in line and "708.8" in line for line in lines)
    assert lines[-1].startswith("(costs not paid")
    first = lines.index("▸ Alice turns #1 face up")
    assert all("Delver" not in line for line in lines[1:first] if not line.startswith("(only Alice)"))


async def test_a_script_that_fails_says_where_and_why(store: Store) -> None:
    written = await Console(store).play(
        "/sim run Alice manifests Delver of Secrets as x; expect x: face up; refuse transform x [712.15a]\n"
        "/sim run Alice manifsts Opt\n/sim run Alice casts Xqzzkw\n/sim run\n/sim strat\n"
    )
    assert "✘ expected" in written
    assert "1 of 2 checks failed" in written
    assert "✗ That can't be played: line 1, column" in written
    assert "/sim run SCRIPT" in written
    assert "Did you mean start?" in written
    assert "Traceback" not in written


# --- tables -----------------------------------------------------------------------------------------------------------

SECRET = "Delver of Secrets"


async def test_what_is_face_down_is_shown_to_its_seat_alone_until_it_is_turned_up(store: Store) -> None:
    """CR 708.5: only its controller may look; CR 712.15a: a double-faced card turns up with its front face."""
    console = Console(store)
    started = await console.play(f"/sim start\n/sim manifest {SECRET}\n/sim board\n@Bob /look\n@Bob /sim turn-up 1\n")
    assert "A table for Alice, Bob" in started
    assert "#1" in started
    assert "@Alice /look shows what is hidden from the others." in started
    assert SECRET not in started
    assert "Only Bob sees this:" in started
    looked = await console.play("/look\n")
    assert "Only Alice sees this:" in looked
    assert f"#1: {SECRET}" in looked
    turned = await console.play("/sim turn-up #1\n")
    assert SECRET in turned
    assert "708.8" in turned


async def test_a_table_goes_on_in_a_console_that_is_started_later(store: Store) -> None:
    await Console(store).play(f"/sim start\n/sim manifest {SECRET}\n")
    assert f"#1: {SECRET}" in await Console(store).play("/look\n")


async def test_the_others_cannot_act_for_a_seat(store: Store) -> None:
    written = await Console(store).play("/sim start Alice, Bob\n@Carol /look\n@Carol /sim act passes\n")
    assert written.count("Carol has no seat at this table; its seats: Alice, Bob") == 2


async def test_a_turn_passes_a_step_is_taken_back_and_the_table_ends(store: Store) -> None:
    """CR 708.9: at the end of a game all face-down permanents are revealed."""
    console = Console(store)
    written = await console.play("/sim start\n/sim next-turn\n")
    assert "Bob's precombat main" in written
    await console.play(f"/sim manifest {SECRET}\n/sim undo\n@Bob /sim undo\n")
    assert "nothing face down" in await console.play("/look\n")
    await console.play(f"/sim manifest {SECRET}\n")
    assert SECRET in await console.play("/sim end\n")
    assert "There is no table." in await console.play("/sim board\n")


async def test_why_says_layer_source_and_rule_to_each_seat_without_the_hidden_card(store: Store) -> None:
    """CR 708.2: a face-down permanent has only the characteristics listed for it, whoever asks."""
    console = Console(store)
    await console.play(f"/sim start\n/sim manifest {SECRET}\n")
    alice, bob = [await console.play(f"@{name} /sim why #1\n") for name in ("Alice", "Bob")]
    for written in (alice, bob):
        assert "layer 1b: It is face down (manifested)" in written
        assert "[701.40a, 708.2, 613.2b]" in written
        assert "what happened to it:" in written
        assert SECRET not in written
    assert "@Alice /look shows which card it is." in alice
    assert "/look" not in bob
    await console.play("/sim turn-up #1\n")
    assert "1/1 blue Creature" in await console.play(f"@Bob /explain {SECRET}\n")


async def test_why_says_how_it_is_used_and_what_it_cannot_find(store: Store) -> None:
    console = Console(store)
    assert "There is no table." in await console.play("/explain #1\n")
    written = await console.play("/sim start\n/sim why\n/explain #7\n@Carol /sim why #1\n/sim\n")
    assert written.count("/sim why REF") == 2
    assert "There is no #7 here." in written
    assert "no seat" in written


async def test_without_a_table_it_says_how_to_start_one(store: Store) -> None:
    written = await Console(store).play("/look\n/sim manifest Opt\n/sim undo\n/sim cast\n/sim turn-up\n")
    assert written.count("There is no table. /sim start makes one.") == 3
    assert "/sim cast CARD" in written
    assert "/sim turn-up #1" in written


async def test_an_illegal_or_unknown_step_is_refused_with_its_reason(store: Store) -> None:
    written = await Console(store).play("/sim start\n/sim manifest Xqzzkw\n/sim turn-up #7\n/sim act flies away\n")
    lines = [line for line in written.splitlines() if line.startswith("✗")]
    assert len(lines) == 3
    assert "Xqzzkw" in lines[0]
    assert "Something went wrong" not in written


# --- rulings ----------------------------------------------------------------------------------------------------------


async def test_a_ruling_is_proposed_reviewed_and_put_into_service(store: Store) -> None:
    console = Console(store)
    written = await console.play(f"{DRAFT}\n/ruling review\n@Bob /ruling review approve 1 fine\n/ruling list\n")
    assert f"Proposed: Do we play with manifest reminder tokens? ({SLUG})" in written
    assert f"1. Proposal by Alice: {SLUG}" in written
    assert "Published: Do we play with manifest reminder tokens?" in written
    [ruling] = (await console.service.published(LOCAL)).rulings
    assert ruling.rules == ("708.6",)
    written = await console.play(f"/ruling history {SLUG}\n")
    assert "1. proposed by Alice" in written
    assert "2. approved by Bob" in written
    assert written.count(": fine") == 1


async def test_the_next_command_ends_the_fields_too(store: Store) -> None:
    written = await Console(store).play(f"{DRAFT}/ruling review\n")
    assert f"1. Proposal by Alice: {SLUG}" in written
    assert await Console(store).play(DRAFT) == (
        f"What you typed is kept: /ruling propose again with the fields to correct, or /ruling drop.\n"
        f"✗ a ruling on the same question waits for review: {SLUG}\n"
    )


async def test_a_draft_with_mistakes_is_kept_and_corrected(store: Store) -> None:
    written = await Console(store).play(
        DRAFT.replace("708.6", "708.66").replace("Yes, one", "One")
        + "\n/ruling propose rules: 708.6\nanswer: Yes, one.\n"
    )
    assert "CR 708.66 doesn't exist" in written
    assert "don't say the verdict" in written
    assert "✔ Proposed" in written


async def test_a_draft_can_be_given_up(store: Store) -> None:
    written = await Console(store).play(f"{DRAFT}/cancel\n/ruling propose\n\n/ruling propose hello\n")
    assert written.count("Nothing was proposed.") == 3
    assert "“hello” names no field" in written


async def test_a_proof_takes_every_line_that_follows(store: Store) -> None:
    proof = "proof: title: A token each\nrules: 708.6\n// a comment\nAlice manifests Delver of Secrets"
    await Console(store).play(f"{DRAFT}{proof}\n\n")
    stored = (await store.rulings.get(LOCAL, SLUG)).content
    assert stored["proof"] == "title: A token each\nrules: 708.6\n// a comment\nAlice manifests Delver of Secrets"
    assert stored["rules"] == ["708.6"]


async def test_nobody_approves_what_the_console_has_not_shown(store: Store) -> None:
    await Console(store).play(DRAFT)
    console = Console(store)
    written = await console.play(f"/ruling review approve {SLUG}\n")
    assert "answer: Yes, one token a manifested card." in written
    assert "Type the command again if you mean this." in written
    assert (await console.service.published(LOCAL)).rulings == ()


async def test_what_somebody_else_changed_is_shown_anew(store: Store) -> None:
    await Console(store).play(DRAFT)
    console = Console(store)
    shell, written = console.shell("")
    await shell.do("/ruling review")
    await console.service.edit(
        LOCAL, Person("Bob").actor, SLUG, {**(await store.rulings.get(LOCAL, SLUG)).content, "answer": "Yes!"}, seen=1
    )
    for _ in range(3):
        await shell.do(f"/ruling review approve {SLUG}")
    assert "changed meanwhile" in written.getvalue()
    assert "answer: Yes!" in written.getvalue()
    assert "Published" in written.getvalue()


async def test_a_ruling_is_edited_retired_and_brought_back(store: Store) -> None:
    console = Console(store)
    script = f"""{DRAFT}
/ruling review approve {SLUG}
/ruling edit {SLUG}
answer: Yes, two tokens.

/ruling retire {SLUG} outdated
/ruling list
/ruling revert {SLUG}
/ruling revert {SLUG} 9
/ruling revert {SLUG} 1 it was right
/ruling history {SLUG}
"""
    written = await console.play(script)
    assert "Changed: " in written
    assert "No ruling of this console is in service." in written
    assert "Which revision?" in written
    assert "has revisions 1 to 4, none of number 9" in written
    assert "- answer: Yes, one token a manifested card." in written
    assert "+ answer: Yes, two tokens." in written
    assert [r.answer for r in (await console.service.published(LOCAL)).rulings] == ["Yes, one token a manifested card."]


async def test_four_eyes_hold_in_the_console_too(store: Store) -> None:
    await store.settings.update(LOCAL, lambda s: replace(s, four_eyes=True), actor=1)
    written = await Console(store).play(
        f"{DRAFT}\n/ruling review\n/ruling review approve 1\n@Bob /ruling review approve 1\n"
    )
    assert "You can't approve it" in written
    assert "another moderator" in written
    assert "✔ Published" in written


async def test_each_wrong_use_of_ruling_says_how_it_is_used(store: Store) -> None:
    written = await Console(store).play(
        "/ruling\n/ruling reveiw\n/ruling review perhaps\n/ruling review approve\n/ruling history nothing\n"
    )
    assert "Did you mean review?" in written
    assert "Which ruling?" in written
    assert "there is no ruling “nothing” here" in written


async def test_a_line_that_names_no_field_leaves_the_others_fields(store: Store) -> None:
    written = await Console(store).play(DRAFT.replace("question:", "what they ask\nquestion:") + "\n/ruling review\n")
    assert "“what they ask” names no field" in written
    assert f"Proposed: Do we play with manifest reminder tokens? ({SLUG})" in written


async def test_a_card_is_looked_up_in_any_language(store: Store) -> None:
    written = await Console(store).play("/card Forma de luz\n/card xqzzkw\n/card\n/card --json\n")
    assert written.splitlines()[0] == "Lightform"
    assert "Which card?" in written
    assert "{" not in written.splitlines()[-1]
