"""Pages keep Discord's limits whatever is put into them, and custom_ids survive a round trip."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from discord_standin.validate import check_message
from discord_standin.world import COMPONENTS_V2, readable
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.discord_app import limits, render, render_answers
from bot.discord_app.components import Form, button, custom_id, form_values, parse
from bot.discord_app.ports import (
    Asked,
    Entry,
    EventLine,
    ScriptResult,
    ScriptStep,
    Suggestion,
)
from bot.services.answers import Kept, Report
from rulings.store import Feedback, PostedAnswer

text = st.text(max_size=200) | st.integers(1, 9000).map(lambda n: "x" * n)
lines = st.lists(text, max_size=60)
events = lines.map(lambda all_: tuple(EventLine(each, ("702.19b",) * 3) for each in all_))
entries = st.builds(Entry, text, text, text, lines.map(tuple), text, text, text, text)


def accepted(view: Any) -> str:
    """The page as Discord gets it, after Discord's own checks; returns its words."""
    body = {"components": view.to_components(), "flags": COMPONENTS_V2}
    check_message(body)
    return readable(body)


@given(text, entries, st.lists(st.tuples(text, text), max_size=8))
@settings(max_examples=60, deadline=None)
def test_answers_fit_whatever_they_hold(question: str, entry: Entry, others: list[tuple[str, str]]) -> None:
    # An id is given once: entries are listed by id.
    suggestions = tuple(Suggestion(*each) for each in dict(others).items())
    accepted(render_answers.asked(question, Asked("answered", entry, suggestions)))
    accepted(render_answers.asked(question, Asked("unsure", None, suggestions, unused=(entry.title,) * 9)))
    accepted(render_answers.entry(question, entry, postable=True))
    accepted(render_answers.which_card(question, question, [title for _, title in others]))
    accepted(render_answers.why(entry, Asked("answered", None, why=tuple(title for _, title in others))))
    accepted(render_answers.more(entry, watched=False, message_id=2**62, mark="review"))
    asker, now = 2**62, datetime.now(UTC)
    line = render_answers.question_line(question)
    copy = PostedAnswer(1, 2, entry.id, asker, line, "", "review", asker, now, now)
    accepted(render_answers.posted(copy, entry))
    accepted(render_answers.posted(copy, None))
    typed = Report(question[:1000], question[:30], question[:1200])
    accepted(render_answers.unkept_report(line, "https://discord.com/channels/1/2/3", typed, question, "id"))
    feedback = Feedback(1, asker, "wrong", "curated", "id", line, entry.text, None, "open", now)
    accepted(render_answers.report(Kept(feedback, question), question))


def test_rules_that_a_question_names_are_offered_without_a_doubt() -> None:
    named = (Suggestion("rule:704.5f", "Rule 704.5f: …"),)
    shown = accepted(render_answers.asked("704.5f?", Asked("unsure", None, named, hint="What you name says:")))
    assert "What you name says:" in shown
    assert "not sure" not in shown


@given(lines, events)
@settings(max_examples=60, deadline=None)
def test_scripts_fit_whatever_they_hold(texts: list[str], happened: tuple[EventLine, ...]) -> None:
    steps = tuple(ScriptStep(1, each, "ok", happened[:5]) for each in texts)
    result = ScriptResult("title", steps, tuple(texts), 1, tuple(texts))
    accepted(render.script(result))


@given(st.text("abz.~# '-é:%/", max_size=12), st.integers(0, 99))
def test_a_custom_id_reads_back_what_was_written(name: str, number: int) -> None:
    try:
        written = custom_id("sim.sit", number, name)
    except ValueError:
        return
    assert len(written.encode()) <= limits.CUSTOM_ID
    assert parse(written) == (1, "sim.sit", (str(number), name))


def test_a_custom_id_that_would_be_too_long_is_an_error_not_a_cut() -> None:
    with pytest.raises(ValueError, match="custom_id"):
        button("x", "ask.show", "y" * 95)


@pytest.mark.parametrize("foreign", ["", "x", "tj1", "tj:ask", "tj1:ASK:1", "1:ask:2"])
def test_foreign_custom_ids_are_not_ours(foreign: str) -> None:
    assert parse(foreign) is None


@given(st.text(max_size=300))
def test_user_text_is_shown_without_mentions(typed: str) -> None:
    shown = limits.plain(f"{typed} @everyone @HERE <@123456789012345678> <@&1> [a](https://b.c)")
    assert "@everyone" not in shown.lower()
    assert "@here" not in shown.lower()
    assert "<@1" not in shown
    assert "[a](" not in shown


def test_user_text_without_marks_is_left_alone() -> None:
    assert (
        limits.plain("Alice turns #1 face up for {1}{U}, 2/2 - why?") == "Alice turns #1 face up for {1}{U}, 2/2 - why?"
    )


def test_a_form_gives_its_values_by_field() -> None:
    form = Form("A title that is much longer than the 45 characters allowed", "ruling.propose")
    form.text("question", "Question").choice("verdict", "Verdict", [("yes", "Yes"), ("no", "No")])
    parts = form.to_dict()["components"]
    assert [part["component"]["custom_id"] for part in parts] == ["question", "verdict"]
    submitted = [
        {"type": 18, "component": {"type": 4, "custom_id": "question", "value": "why?"}},
        {"type": 18, "component": {"type": 3, "custom_id": "verdict", "values": ["no"]}},
    ]
    assert form_values(submitted) == {"question": "why?", "verdict": "no"}
