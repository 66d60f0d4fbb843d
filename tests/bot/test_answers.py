"""Answers after they are given: reports with checked rule numbers, and copies that no longer say what is in service."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.discord_app.ports import Refusal, Services
from bot.services.answers import MOST_WAITING, AnswerService, Report
from bot.services.moderation import Actor
from bot.services.reference import ReferenceService
from bot.settings import Settings
from bot.wiring import opened
from rulings.store import Scope, Store

HERE, THERE = Scope.server(1), Scope.server(2)
MOD = Actor(9, is_moderator=True)


class Texts:
    """What rulings say, by id."""

    def __init__(self) -> None:
        self.says = {"ward": "old"}

    async def __call__(self, scope: Scope, answer_id: str) -> str:
        return self.says.get(answer_id, "")


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened_store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'store.db'}")
    yield opened_store
    await opened_store.close()


@pytest.fixture
def texts() -> Texts:
    return Texts()


@pytest.fixture
def answers(store: Store, texts: Texts, tmp_path: Path) -> AnswerService:
    async def said(scenario: str) -> str:
        return f"played {scenario}"

    return AnswerService(store, ReferenceService(tmp_path), texts, said)


async def report(answers: AnswerService, **typed: str) -> str:
    kept = await answers.report(
        HERE, 7, source="curated", answer_id="ward", question="ward?", report=Report(**typed), link=""
    )
    return kept.feedback.comment


@pytest.mark.parametrize(
    ("typed", "number"),
    [("", ""), (" 701.40B ", "701.40b"), ("CR 708.8", "708.8"), ("rule 704.5k", "704.5k"), ("708", "708")],
)
def test_a_rule_number_is_read_as_people_type_it(answers: AnswerService, typed: str, number: str) -> None:
    assert answers.rule_number(typed) == number


@pytest.mark.parametrize(
    ("typed", "hint"), [("701.40zz", "701.40"), ("999.1", "999.1"), ("no idea", "704.5k"), ("704.5a 708.8", "several")]
)
def test_what_is_no_rule_number_is_refused_with_what_there_is(answers: AnswerService, typed: str, hint: str) -> None:
    with pytest.raises(Refusal) as refused:
        answers.rule_number(typed)
    assert hint in str(refused.value) + str(refused.value.choices)


async def test_a_report_keeps_what_was_said_with_rule_and_scenario(answers: AnswerService, store: Store) -> None:
    comment = await report(answers, what=" not so ", rule="701.40B", scenario="Alice draws 1")
    assert comment == "not so\n\nCR 701.40b\n\n▸ Alice draws 1"
    for nothing in (" ", "\u200b", "?!"):
        with pytest.raises(Refusal):
            await report(answers, what=nothing)
    assert len(await store.feedback.open(HERE)) == 1
    assert await store.feedback.open(THERE) == []


async def test_one_persons_reports_do_not_fill_the_list(answers: AnswerService, store: Store) -> None:
    for number in range(MOST_WAITING):
        await report(answers, what=f"wrong, number {number}")
    with pytest.raises(Refusal, match="20 of your reports"):
        await report(answers, what="and another")
    [first, *_] = await store.feedback.open(HERE)
    await store.feedback.close(HERE, first.id, actor=1)
    assert "and another" in await report(answers, what="and another")


async def test_only_what_changed_is_outdated_and_only_until_it_is_put_right(
    answers: AnswerService, store: Store, texts: Texts
) -> None:
    digest = await answers.digest(HERE, "ward")
    for message in (1, 2):
        await answers.copies.add(HERE, message, channel_id=5, answer_id="ward", asker=7, question="?", digest=digest)
    await answers.watch(HERE, "ward", 7)
    assert await answers.changed() == [HERE]
    assert not (await answers.outdated(HERE)).copies
    assert await answers.changed() == []
    texts.says["ward"] = "new"
    answers.again(HERE)
    outdated = await answers.outdated(HERE)
    assert [(copy.message_id, now) for copy, now in outdated.copies] == [(2, "new"), (1, "new")]
    assert [(watcher.user_id, now) for watcher, now in outdated.watchers] == [(7, "new")]
    await answers.copies.corrected(HERE, 2, "new")
    await answers.copies.forget(HERE, 1)
    await answers.told(HERE, outdated.watchers[0][0], "new")
    answers.again(HERE)
    assert not (again := await answers.outdated(HERE)).copies
    assert not again.watchers
    # of a ruling that is gone there is nothing more to hear
    del texts.says["ward"]
    answers.again(HERE)
    gone = await answers.outdated(HERE)
    assert [now for _, now in gone.watchers] == [""]
    await answers.told(HERE, gone.watchers[0][0], "")
    assert not await answers.copies.watches(HERE, "ward", 7)


async def test_a_change_by_the_moderators_outdates_what_was_posted(tmp_path: Path) -> None:
    """With the services as they are wired: an edit, a ruling that replaces a shipped one, and its retirement."""
    draft = {"question": "Purple beads?", "verdict": "yes", "answer": "Yes, purple.", "rules": ["708.6"]}
    shipped = "manifest-dfc-turn-up"
    settings = Settings(TABLEJUDGE_DATA_DIR=tmp_path)  # type: ignore[call-arg]
    async with opened(settings, lambda _: None) as services:
        answers, moderation = services.answers, services.moderation
        for message, scope in ((1, HERE), (2, THERE)):
            await answers.copies.add(
                scope,
                message,
                channel_id=5,
                answer_id=shipped,
                asker=7,
                question="?",
                digest=await answers.digest(scope, shipped),
            )
        assert not await outdated(services, HERE)
        slug = (await moderation.propose(HERE, MOD, {**draft, "replaces": shipped})).ruling.slug
        assert not await outdated(services, HERE)
        await moderation.approve(HERE, MOD, slug, seen=1)
        assert await answers.changed() == [HERE, THERE]
        assert await outdated(services, HERE) == [1]
        assert not await outdated(services, THERE)
        await answers.copies.corrected(HERE, 1, await answers.digest(HERE, shipped))
        await moderation.retire(HERE, MOD, slug, seen=2)
        assert await outdated(services, HERE) == [1]


async def outdated(services: Services, scope: Scope) -> list[int]:
    return [copy.message_id for copy, _ in (await services.answers.outdated(scope)).copies]
