"""Rulings in and out as a file, questions without an answer, and phrasings tested before a ruling is in service."""

from __future__ import annotations

import tomllib
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.services import moderation_toml
from bot.services.drafts import InvalidRuling
from bot.services.moderation import Actor, AlreadyThere, Finding, ModerationService, NotAllowed
from rulings import curated
from rulings.model import Ruling
from rulings.store import Conflict, Scope, Store

HERE, THERE = Scope.server(1), Scope.server(2)
ANN, BEN, PAT = Actor(1, is_moderator=True), Actor(2, is_moderator=True), Actor(8, is_moderator=False)
DRAFT: dict[str, Any] = {
    "id": "tokens",
    "question": "Do we play with manifest reminder tokens?",
    "also_asked": ['"manifest" tokens \\ dice', "reminders"],
    "verdict": "yes",
    "answer": "Yes, one token a manifested card.\n\nSo each stays distinct.",
    "rules": ["708.6"],
    "proof": 'title: "Two"\nAlice manifests Delver of Secrets as a\n\nexpect a: \\ """ face down',
}


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'store.db'}")
    yield opened
    await opened.close()


async def find(scope: Scope, ruling: Ruling, phrasings: Sequence[str]) -> Sequence[Finding]:
    return [Finding(each, ruling.id, ruling.question, 0) for each in phrasings]


@pytest.fixture
def service(store: Store) -> ModerationService:
    return ModerationService(store, shipped_ids=["shipped-one"], find_phrasings=find)


async def publish(service: ModerationService, **changed: Any) -> str:
    slug = (await service.propose(HERE, ANN, {**DRAFT, **changed})).ruling.slug
    await service.approve(HERE, ANN, slug, seen=1)
    return slug


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"), min_size=1)


@given(texts, st.lists(texts, min_size=1), texts)
def test_whatever_a_ruling_holds_is_read_back_as_it_was_written(answer: str, asked: list[str], proof: str) -> None:
    content = {"id": "one", "answer": answer, "also_asked": asked, "proof": proof}
    [read] = tomllib.loads(moderation_toml.written([content], ["a remark\nof two lines"]))["ruling"]
    # What follows the last line is the closing marks' own line.
    assert read.pop("proof") == proof + "\n"
    assert read == {"id": "one", "answer": answer, "also_asked": asked}


async def test_an_export_is_imported_elsewhere_as_it_was(service: ModerationService) -> None:
    await publish(service, replaces="shipped-one")
    text, count = await service.exchange.export(HERE, ANN)
    assert count == 1
    plan = await service.exchange.plan(THERE, ANN, text.encode())
    assert [(item.slug, item.kind) for item in plan.items] == [("tokens", "new")]
    assert (await service.published(THERE)).rulings == ()
    await service.exchange.apply(THERE, ANN, plan)
    assert (await service.published(THERE)).rulings == (await service.published(HERE)).rulings
    again = await service.exchange.plan(THERE, ANN, text.encode())
    assert [item.kind for item in again.items] == ["same"]
    assert again.work == ()


async def test_an_export_for_a_pull_request_has_the_shape_of_the_shipped_files(service: ModerationService) -> None:
    await publish(service, replaces="shipped-one")
    await publish(service, id="dice", question="Do we use dice?", see=["tokens"], proof="")
    text, _ = await service.exchange.export(HERE, ANN, upstream=True)
    reading = curated.read_text(text, "export.toml")
    assert reading.problems == []
    assert [(ruling.id, ruling.see) for ruling in reading.rulings] == [("dice", ("shipped-one",)), ("shipped-one", ())]
    assert "# to do: shipped-one: has 2 phrasings" in text


async def test_an_import_is_all_or_nothing(service: ModerationService) -> None:
    await publish(service)
    good = {**DRAFT, "id": "new-one", "question": "New?", "answer": "Yes."}
    bad = {**DRAFT, "id": "bad", "question": "Bad?", "rules": ["999.9z"], "as_of": "2026-04-17", "topics": ["x"]}
    with pytest.raises(InvalidRuling, match=r"bad: .*999"):
        await service.exchange.plan(HERE, ANN, moderation_toml.written([good, bad]).encode())
    plan = await service.exchange.plan(
        HERE, ANN, moderation_toml.written([good, {**DRAFT, "answer": "Yes, two."}]).encode()
    )
    assert [(item.slug, item.kind, item.seen) for item in plan.items] == [
        ("new-one", "new", 0),
        ("tokens", "changed", 2),
    ]
    assert [change.field for change in plan.items[1].changes] == ["answer"]
    await service.edit(HERE, ANN, "tokens", {**DRAFT, "answer": "Yes, three."}, seen=2)
    with pytest.raises(Conflict):
        await service.exchange.apply(HERE, ANN, plan)
    assert [ruling.id for ruling in (await service.published(HERE)).rulings] == ["tokens"]


async def test_an_import_brings_back_what_was_retired_and_the_history_says_so(service: ModerationService) -> None:
    slug = await publish(service)
    await service.retire(HERE, ANN, slug, seen=2)
    plan = await service.exchange.plan(HERE, ANN, moderation_toml.written([DRAFT]).encode())
    assert [item.kind for item in plan.items] == ["back"]
    await service.exchange.apply(HERE, ANN, plan)
    assert [step.revision.action for step in await service.history(HERE, ANN, slug)][-1] == "imported"
    assert len((await service.published(HERE)).rulings) == 1


async def test_where_four_eyes_are_set_an_import_waits_for_another_moderator(
    store: Store, service: ModerationService
) -> None:
    await publish(service)
    await store.settings.update(HERE, lambda s: replace(s, four_eyes=True), actor=1)
    other = {**DRAFT, "id": "other", "question": "Other?"}
    data = moderation_toml.written([{**DRAFT, "answer": "Yes, two."}, other]).encode()
    plan = await service.exchange.plan(HERE, ANN, data)
    assert plan.waits
    await service.exchange.apply(HERE, ANN, plan)
    assert [ruling.answer for ruling in (await service.published(HERE)).rulings] == [DRAFT["answer"]]
    waiting = await service.queue(HERE, BEN)
    assert sorted((each.kind, each.stored.slug) for each in waiting) == [("change", "tokens"), ("new", "other")]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\xff\xfe\x00", "UTF-8"),
        (b"ruling = ", "valid TOML"),
        (b"[ruling]\nid = 1", r"\[\[ruling\]\]"),
        (b"", "no \\[\\[ruling"),
        (b"other = 1", "unknown key"),
        (b"[[ruling]]\nid = 5\nquestion = [1]", "must be text"),
        (b"a = " + b"[" * 5000, "nested far too deep"),
        (b"[[ruling]]\nas_of = " + b"9" * 5000, "valid TOML"),
        (b".".join([b"a"] * 1_000_000) + b" = 1", "very many parts"),
        (b"[" + b".".join([b'"a"'] * 400_000) + b"]\n" + b"k = 1\n" * 10_000, "very many parts"),
        (b"a = {" + b" . ".join([b"a"] * 500_000) + b" = 1}", "very many parts"),
        (b'"' + b'\\"' * 1_000_000, "valid TOML"),
    ],
)
async def test_a_file_that_is_none_of_rulings_is_refused_with_the_reason(
    service: ModerationService, data: bytes, reason: str
) -> None:
    with pytest.raises(InvalidRuling, match=reason):
        await service.exchange.plan(HERE, ANN, data)


async def test_two_of_a_file_may_not_replace_the_same_nor_repeat_a_question_here(service: ModerationService) -> None:
    await publish(service)
    one = {**DRAFT, "id": "one", "question": "One?", "replaces": "shipped-one"}
    two = {**one, "id": "two", "question": DRAFT["question"]}
    with pytest.raises(InvalidRuling) as refused:
        await service.exchange.plan(HERE, ANN, moderation_toml.written([one, two]).encode())
    text = str(refused.value)
    assert "several replace shipped-one" in text
    assert "two: tokens answers the same question" in text


async def test_a_question_here_is_met_again_in_whatever_letters_a_file_asks_it(service: ModerationService) -> None:
    await publish(service)
    same = {**DRAFT, "id": "same", "question": "Dó we play, with MANIFEST reminder-tokens"}
    with pytest.raises(InvalidRuling) as refused:
        await service.exchange.plan(HERE, ANN, moderation_toml.written([same]).encode())
    assert "same: tokens answers the same question already" in str(refused.value)


async def test_only_moderators_move_files_and_see_questions(service: ModerationService) -> None:
    for attempt in (
        service.exchange.export(HERE, PAT),
        service.exchange.plan(HERE, PAT, b""),
        service.questions.most_asked(HERE, PAT),
        service.questions.dismiss(HERE, PAT, 1),
        service.test_phrasings(HERE, PAT, DRAFT, ["x"]),
    ):
        with pytest.raises(NotAllowed):
            await attempt


async def test_questions_are_ranked_and_answered_and_open_again_when_the_answer_is_not_taken(
    store: Store, service: ModerationService
) -> None:
    for question in ("rare one", "often asked", "Often asked?", "spam"):
        await store.questions.record(HERE, question)
    open_ones = await service.questions.most_asked(HERE, ANN)
    assert (open_ones[0].text, open_ones[0].count) == ("often asked", 2)
    ids = {each.text: each.id for each in open_ones}
    await service.questions.dismiss(HERE, ANN, ids["spam"])
    with pytest.raises(InvalidRuling):
        await service.questions.answer(HERE, ANN, ids["often asked"], {"question": "Often asked?"})
    proposal = await service.questions.answer(HERE, ANN, ids["often asked"], DRAFT)
    assert [each.text for each in await service.questions.most_asked(HERE, ANN)] == ["rare one"]
    await service.reject(HERE, ANN, proposal.ruling.slug, seen=1)
    assert [each.text for each in await service.questions.most_asked(HERE, ANN)] == ["often asked", "rare one"]


async def test_phrasings_are_tested_before_the_ruling_is_in_service(service: ModerationService) -> None:
    found = await service.test_phrasings(HERE, ANN, DRAFT, [" one ", "one", "", "two"])
    assert [(each.phrasing, each.place) for each in found] == [("one", 0), ("two", 0)]
    assert (await service.published(HERE)).rulings == ()
    for phrasings, reason in (([" "], "at least one"), ([str(n) for n in range(30)], "too many")):
        with pytest.raises(InvalidRuling, match=reason):
            await service.test_phrasings(HERE, ANN, DRAFT, phrasings)


async def test_a_place_that_was_taken_meanwhile_stops_the_whole_import(service: ModerationService) -> None:
    one = {**DRAFT, "id": "one", "question": "One?", "replaces": "shipped-one"}
    free = {**DRAFT, "id": "a-free-one", "question": "Free?"}
    plan = await service.exchange.plan(HERE, ANN, moderation_toml.written([free, one]).encode())
    await publish(service, replaces="shipped-one")
    with pytest.raises(AlreadyThere, match="nothing was imported"):
        await service.exchange.apply(HERE, ANN, plan)
    assert [ruling.id for ruling in (await service.published(HERE)).rulings] == ["tokens"]


@pytest.mark.parametrize("quote", ['"', "'", '"""', "'''"])
def test_dots_in_texts_and_comments_are_no_keys(quote: str) -> None:
    text = f"# a...........................z\n[[ruling]]\nanswer = {quote}Yes{'.' * 40}{quote}  # {'.' * 40}\n"
    assert moderation_toml.read(text.encode()) == [{"answer": "Yes" + "." * 40}]


async def test_two_entries_of_a_file_that_ask_the_same_are_refused_and_both_are_named(
    service: ModerationService,
) -> None:
    other = {**DRAFT, "id": "dice", "question": "DO WE PLAY with  manifest reminder tokens", "proof": ""}
    third = {**DRAFT, "id": "third", "question": "May we use dice?", "proof": ""}
    file = moderation_toml.written([DRAFT, third, other, third]).encode()
    with pytest.raises(InvalidRuling) as refused:
        await service.exchange.plan(HERE, ANN, file)
    assert list(refused.value.problems) == [
        "dice (entry 3): asks the same as tokens (entry 1)",
        "third: stands in the file twice, as entries 2 and 4",
    ]


async def test_entries_without_an_id_that_ask_the_same_are_told_by_their_places(service: ModerationService) -> None:
    entry = {key: value for key, value in DRAFT.items() if key not in ("id", "proof")}
    with pytest.raises(InvalidRuling, match="twice, as entries 1 and 2"):
        await service.exchange.plan(HERE, ANN, moderation_toml.written([entry, entry]).encode())
