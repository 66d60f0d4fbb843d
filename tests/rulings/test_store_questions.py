"""Settings, unanswered questions, feedback and audit in the store."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from rulings.store import NotFound, Scope, ServerSettings, Store
from rulings.store.questions import folded

HERE, THERE = Scope.server(1), Scope.server(2)


async def test_settings_have_defaults_and_are_a_servers_own(store: Store) -> None:
    assert await store.settings.get(HERE) == ServerSettings()
    role = 2**62 + 3  # an id of today's length
    await store.settings.update(HERE, lambda s: replace(s, moderator_roles=(role,), four_eyes=True), actor=9)
    await store.settings.update(HERE, lambda s: replace(s, moderator_channel=4), actor=9)
    assert await store.settings.get(HERE) == ServerSettings((role,), True, (), 4)
    assert await store.settings.get(THERE) == ServerSettings()
    await store.settings.update(HERE, lambda s: replace(s, moderator_channel=None), actor=9)
    assert (await store.settings.get(HERE)).moderator_channel is None


async def test_settings_changed_at_once_are_all_changed(store: Store) -> None:
    await asyncio.gather(
        *(
            store.settings.update(HERE, lambda s, n=n: replace(s, public_channels=(*s.public_channels, n)), actor=9)
            for n in range(20)
        )
    )
    assert set((await store.settings.get(HERE)).public_channels) == set(range(20))


async def test_a_changed_setting_is_audited_and_an_unchanged_one_is_not(store: Store) -> None:
    await store.settings.update(HERE, lambda s: replace(s, four_eyes=True), actor=9)
    await store.settings.update(HERE, lambda s: replace(s, four_eyes=True), actor=9)
    [entry] = await store.audit.list(HERE)
    assert (entry.actor, entry.action, entry.detail) == (9, "settings changed", {"four_eyes": [False, True]})


async def test_a_question_asked_in_other_letters_counts_up(store: Store) -> None:
    await store.questions.record(HERE, "Can I counter a Juzám Djinn?")
    again = await store.questions.record(HERE, "can i counter a juzam djinn")
    assert (again.count, again.text) == (2, "Can I counter a Juzám Djinn?")
    await store.questions.record(HERE, "Why?")
    assert [(q.text, q.count) for q in await store.questions.most_asked(HERE)] == [
        ("Can I counter a Juzám Djinn?", 2),
        ("Why?", 1),
    ]
    assert await store.questions.most_asked(THERE) == []


async def test_a_question_asked_by_many_at_once_is_counted_for_each(store: Store) -> None:
    await asyncio.gather(*(store.questions.record(HERE, "Why?") for _ in range(30)))
    assert [q.count for q in await store.questions.most_asked(HERE)] == [30]


def test_long_questions_that_differ_at_the_end_are_two() -> None:
    base = "does this " * 600
    assert folded(base + "die") != folded(base + "live")
    assert len(folded(base)) <= 200


async def test_a_closed_question_leaves_the_list_until_it_is_asked_again(store: Store) -> None:
    answered = await store.questions.record(HERE, "One?")
    dismissed = await store.questions.record(HERE, "Two?")
    await store.questions.answer(HERE, answered.id, "one", actor=9)
    await store.questions.dismiss(HERE, dismissed.id, actor=9)
    assert await store.questions.most_asked(HERE) == []
    assert (await store.questions.get(HERE, answered.id)).ruling_slug == "one"
    reopened = await store.questions.record(HERE, "one")
    assert (reopened.status, reopened.count) == ("open", 2)


async def test_another_servers_question_cannot_be_touched(store: Store) -> None:
    question = await store.questions.record(HERE, "One?")
    for attempt in (
        store.questions.get(THERE, question.id),
        store.questions.answer(THERE, question.id, "x", actor=9),
        store.questions.dismiss(THERE, question.id, actor=9),
    ):
        with pytest.raises(NotFound):
            await attempt
    assert (await store.questions.get(HERE, question.id)).status == "open"


async def test_feedback_stays_open_until_a_moderator_closes_it(store: Store) -> None:
    made = await store.feedback.add(
        HERE, user_id=3, kind="wrong", answer_source="curated", answer_id="x", question="Why?", comment="708.9 says no"
    )
    assert await store.feedback.open(HERE) == [made]
    assert await store.feedback.open(HERE, kind="helpful") == []
    assert await store.feedback.open(THERE) == []
    with pytest.raises(NotFound):
        await store.feedback.close(THERE, made.id, actor=9)
    await store.feedback.close(HERE, made.id, actor=9)
    await store.feedback.close(HERE, made.id, actor=9)
    assert await store.feedback.open(HERE) == []
    assert [e.action for e in await store.audit.list(HERE)] == ["feedback closed"]


async def test_audit_entries_come_in_pages_newest_first(store: Store) -> None:
    for n in range(5):
        await store.audit.record(HERE, actor=None, action=f"step {n}", subject="x")
    first = await store.audit.list(HERE, limit=3)
    rest = await store.audit.list(HERE, limit=3, before=first[-1].id)
    assert [e.action for e in (*first, *rest)] == ["step 4", "step 3", "step 2", "step 1", "step 0"]
    assert await store.audit.list(THERE) == []
