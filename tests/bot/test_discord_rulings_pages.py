"""The moderators' pages keep Discord's limits whatever is put into them, and ping nobody."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from discord_standin.validate import check_message
from discord_standin.world import COMPONENTS_V2, readable
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.discord_app import render_history, render_queues, render_rulings
from bot.discord_app.cogs.rulings_drafts import form
from bot.services.drafts import (
    LONGEST_SLUG,
    MOST_CARDS,
    MOST_PHRASINGS,
    MOST_SEE,
    MOST_TOPICS,
    from_content,
)
from bot.services.moderation import Change, Finding, HistoryStep, Similar, Waiting
from bot.services.moderation_ageing import Outdated, RuleThenAndNow
from rulings.store import AuditEntry, Revision, Scope, StoredRuling, UnansweredQuestion

NOW = datetime(2026, 5, 1, tzinfo=UTC)
text = st.text(st.characters(exclude_categories=["Cs"]), max_size=60) | st.sampled_from(
    ["@everyone", "<@1>", "*" * 900, "x" * 1800, "`" * 400, "[a](http://b)", "line\n" * 300]
)
words = text.map(lambda each: each[:200] or "-")
slugs = st.integers(0, LONGEST_SLUG - 1).map(lambda count: "s" + "-s" * (count // 2))
contents = st.fixed_dictionaries(
    {
        "id": slugs,
        "question": words,
        "verdict": st.sampled_from(["yes", "no", "depends", "explains"]),
        "answer": text.map(lambda each: each[:1800] or "-"),
        "rules": st.lists(st.just("702.19b"), min_size=1, max_size=8),
        "also_asked": st.lists(words, max_size=MOST_PHRASINGS),
        "cards": st.lists(words, max_size=MOST_CARDS),
        "topics": st.lists(slugs, max_size=MOST_TOPICS),
        "see": st.lists(slugs, max_size=MOST_SEE),
        "as_of": st.just("2026-04-17"),
        "proof": text,
        "replaces": slugs | st.just(""),
    }
)
statuses = st.sampled_from(["proposed", "published", "retired", "rejected"])


def stored(content: dict[str, Any], status: Any, pending: dict[str, Any] | None = None) -> StoredRuling:
    by = 2**62
    return StoredRuling(Scope.server(1), content["id"], status, 10**6, content, by, pending, by, None, by, NOW, NOW)


def accepted(view: Any) -> str:
    """The page as Discord gets it, after Discord's own checks; returns its words."""
    body = {"components": view.to_components(), "flags": COMPONENTS_V2}
    check_message(body)
    return readable(body)


@given(contents, statuses, contents | st.none(), st.lists(words, max_size=6), text)
@settings(max_examples=60, deadline=None)
def test_a_ruling_and_the_queue_fit(
    content: dict[str, Any], status: Any, pending: dict[str, Any] | None, others: list[str], said: str
) -> None:
    found = stored(content, status, pending if status == "published" else None)
    similar = [Similar(f"s-{place}", each, "curated") for place, each in enumerate(others)]
    accepted(render_rulings.one(found, "Changed.", refusal="here a ruling needs another", similar=similar))
    ruling = from_content(content)
    changes = tuple(Change(field, None, value) for field, value in content.items())
    waiting = Waiting(found, "change", ruling, 2**62, changes, "here a ruling needs another", said[:1000])
    accepted(render_rulings.proposal(waiting, 99, 200, outdated=999))
    findings = [Finding(each, "s", said, place) for place, each in enumerate([content["question"]] * MOST_PHRASINGS)]
    accepted(render_rulings.tested(content["id"], content["question"], findings))


@given(contents, text, st.integers(1, 9))
@settings(max_examples=60, deadline=None)
def test_what_was_typed_comes_back_whole_beside_what_is_wrong(content: dict[str, Any], said: str, rev: int) -> None:
    draft = render_rulings.Draft(
        content["question"], content["verdict"], content["answer"], "702.19b, " * 20, "\n".join(["y" * 150] * 5)
    )
    view = render_rulings.draft(draft, said * 3, ("e", content["id"], str(rev)))
    assert draft.also_asked in accepted(view)
    details = render_rulings.Details("p" * 2600, "c" * 400, "t" * 100, "s" * 200, "r" * 80)
    shown = accepted(render_rulings.details(details, said * 3, (content["id"], str(rev))))
    assert all(value in shown for value in ("p" * 2600, "c" * 400, "t" * 100, "s" * 200, "r" * 80))
    check_form = form(draft, "e", content["id"], rev).to_dict()
    assert len(check_form["components"]) <= 5


@given(contents, st.lists(st.tuples(text, text), min_size=1, max_size=30))
@settings(max_examples=60, deadline=None)
def test_the_history_fits(content: dict[str, Any], pairs: list[tuple[str, str]]) -> None:
    steps = [
        HistoryStep(
            Revision(place + 1, "edited", "published", {**content, "answer": after}, before[:1000], 2**62, NOW),
            (Change("answer", before, after), Change("cards", [before], None)),
        )
        for place, (before, after) in enumerate(pairs)
    ]
    for number in range(3):
        accepted(render_history.history(content["id"], steps, number))
    accepted(render_history.before_revert(content["id"], steps, 1))
    entries = [
        AuditEntry(place + 1, NOW, None, "ruling edited", before[:100], {}) for place, (before, _) in enumerate(pairs)
    ]
    accepted(render_history.audit(entries, 5))


@given(st.lists(contents, min_size=1, max_size=40, unique_by=lambda each: each["id"]), text, st.booleans())
@settings(max_examples=40, deadline=None)
def test_lists_and_outdated_rulings_fit(many: list[dict[str, Any]], rule: str, gone: bool) -> None:
    rules = tuple(
        RuleThenAndNow("702.19b", "" if gone else "702.20c", "2026-08-07", rule * 3, rule * 3) for _ in range(8)
    )
    queue = [
        Outdated(
            stored(each, "published"),
            from_content(each),
            "2026-08-07",
            "2026-08-07",
            rules,
            None if gone else from_content(each),
        )
        for each in many
    ]
    accepted(render_queues.outdated(queue[0], 0, len(queue), "Still right."))
    accepted(render_queues.outdated_list(queue, 0))
    ids = [each["id"] for each in many]
    accepted(render_queues.done_together("Retired", ids[:12], [f"{each}: {rule[:200]}" for each in ids[:12]]))
    accepted(render_history.listed([from_content(each) for each in many], 1))
    questions = [
        UnansweredQuestion(place, each["question"], 3, "open", None, NOW, NOW) for place, each in enumerate(many)
    ]
    accepted(render_queues.questions(questions))
    accepted(render_queues.question(questions[0]))
