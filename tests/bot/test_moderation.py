"""Moderating a server's rulings: who may do what, what is in service when, and that nothing is lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot import i18n
from bot.services import moderation_toml
from bot.services.drafts import InvalidRuling, read_draft
from bot.services.moderation import (
    Actor,
    AlreadyThere,
    ModerationService,
    NotAllowed,
    Similar,
    WrongStatus,
)
from rulings.model import Ruling, Source, Verdict
from rulings.store import Conflict, NotFound, Scope, Store
from rulings.store.engine import Database

HERE, THERE = Scope.server(1), Scope.server(2)
ANN, BEN = Actor(1, is_moderator=True), Actor(2, is_moderator=True)
PAT, QUE = Actor(8, is_moderator=False), Actor(9, is_moderator=False)
DRAFT: dict[str, Any] = {
    "question": "Do we play with manifest reminder tokens?",
    "verdict": "yes",
    "answer": "Yes, one token a manifested card, so that each stays distinct.",
    "rules": ["708.6"],
}
SLUG = "do-we-play-with-manifest-reminder-tokens"


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'store.db'}")
    yield opened
    await opened.close()


@pytest.fixture
def service(store: Store) -> ModerationService:
    return ModerationService(store, shipped_ids=["shipped-one", "shipped-two"], is_card=lambda n: n == "Lightform")


async def four_eyes(store: Store) -> None:
    await store.settings.update(HERE, lambda s: replace(s, four_eyes=True), actor=1)


async def put_in_service(service: ModerationService, **changed: Any) -> str:
    proposal = await service.propose(HERE, PAT, {**DRAFT, **changed})
    await service.approve(HERE, ANN, proposal.ruling.slug, seen=1)
    return proposal.ruling.slug


async def answers(service: ModerationService, scope: Scope = HERE) -> list[str]:
    return [ruling.answer for ruling in (await service.published(scope)).rulings]


async def test_a_proposal_goes_into_service_when_a_moderator_approves_it(service: ModerationService) -> None:
    proposal = await service.propose(HERE, PAT, DRAFT)
    assert await answers(service) == []
    assert await service.version(HERE) == 0
    await service.approve(HERE, ANN, proposal.ruling.slug, seen=1, comment="good")
    published = await service.published(HERE)
    assert published.rulings == (
        Ruling(
            id=SLUG,
            question="Do we play with manifest reminder tokens?",
            verdict=Verdict.YES,
            answer="Yes, one token a manifested card, so that each stays distinct.",
            rules=("708.6",),
            as_of="2026-04-17",
            topics=("community",),
            source=Source.SERVER,
        ),
    )
    assert published.version == await service.version(HERE) == 1
    assert await answers(service, THERE) == []


async def test_the_queue_takes_as_many_looks_into_the_store_however_long_it_is(
    store: Store, service: ModerationService, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def none_of_it(*_: object) -> None:
        raise AssertionError("the queue reads no whole history")

    monkeypatch.setattr(store.rulings, "history", none_of_it)
    looks = 0
    read = Database.read

    def counted(self: Database) -> Any:
        nonlocal looks
        looks += 1
        return read(self)

    monkeypatch.setattr(Database, "read", counted)
    taken = []
    for number in range(5):
        await service.propose(HERE, PAT, {**DRAFT, "question": f"Question {number}?"}, comment=f"comment {number}")
        looks = 0
        found = await service.queue(HERE, ANN)
        taken.append(looks)
        assert [each.comment for each in found] == [f"comment {place}" for place in range(number + 1)]
    assert len(set(taken)) == 1


async def test_only_moderators_review(service: ModerationService) -> None:
    slug = (await service.propose(HERE, PAT, DRAFT)).ruling.slug
    for attempt in (
        service.approve(HERE, PAT, slug, seen=1),
        service.reject(HERE, QUE, slug, seen=1),
        service.edit(HERE, QUE, slug, DRAFT, seen=1),
        service.retire(HERE, PAT, slug, seen=1),
        service.revert(HERE, PAT, slug, 1, seen=1),
        service.queue(HERE, PAT),
        service.history(HERE, QUE, slug),
    ):
        with pytest.raises(NotAllowed, match="only moderators"):
            await attempt
    assert (await service.get(HERE, ANN, slug)).revision == 1


async def test_a_lone_moderator_may_publish_his_own(service: ModerationService) -> None:
    slug = (await service.propose(HERE, ANN, DRAFT)).ruling.slug
    await service.approve(HERE, ANN, slug, seen=1)
    assert len(await answers(service)) == 1


async def test_where_four_eyes_are_set_the_writer_does_not_approve(store: Store, service: ModerationService) -> None:
    await four_eyes(store)
    slug = (await service.propose(HERE, ANN, DRAFT)).ruling.slug
    with pytest.raises(NotAllowed, match="another moderator"):
        await service.approve(HERE, ANN, slug, seen=1)
    [own] = await service.queue(HERE, ANN)
    [others] = await service.queue(HERE, BEN)
    assert own.refusal
    assert not others.refusal
    # Who edits it writes it: then the first author is the second pair of eyes.
    await service.edit(HERE, BEN, slug, {**DRAFT, "answer": "Yes, and a die on it."}, seen=1)
    with pytest.raises(NotAllowed):
        await service.approve(HERE, BEN, slug, seen=2)
    await service.approve(HERE, ANN, slug, seen=2)
    assert await answers(service) == ["Yes, and a die on it."]


async def test_where_four_eyes_are_set_a_change_waits_while_the_ruling_stays(
    store: Store, service: ModerationService
) -> None:
    await four_eyes(store)
    slug = await put_in_service(service)
    await service.edit(HERE, ANN, slug, {**DRAFT, "answer": "Yes, two tokens."}, seen=2)
    assert await answers(service) == [DRAFT["answer"]]
    assert await service.version(HERE) == 1
    [waiting] = await service.queue(HERE, BEN)
    assert (waiting.kind, waiting.by, waiting.stored.revision) == ("change", ANN.user_id, 3)
    assert [(c.field, c.before, c.after) for c in waiting.changes] == [("answer", DRAFT["answer"], "Yes, two tokens.")]
    await service.approve(HERE, BEN, slug, seen=3)
    assert await answers(service) == ["Yes, two tokens."]
    assert await service.queue(HERE, BEN) == []


async def test_a_rejected_change_leaves_the_ruling_in_service(store: Store, service: ModerationService) -> None:
    await four_eyes(store)
    slug = await put_in_service(service)
    await service.edit(HERE, ANN, slug, {**DRAFT, "answer": "Yes, two tokens."}, seen=2)
    rejected = await service.reject(HERE, BEN, slug, seen=3, comment="one is enough")
    assert (rejected.status, rejected.pending) == ("published", None)
    assert await answers(service) == [DRAFT["answer"]]
    last = (await service.history(HERE, ANN, slug))[-1].revision
    assert (last.action, last.comment, last.content["answer"]) == ("rejected", "one is enough", "Yes, two tokens.")


async def test_a_moderators_edit_is_in_service_at_once_without_four_eyes(service: ModerationService) -> None:
    slug = await put_in_service(service)
    await service.edit(HERE, BEN, slug, {**DRAFT, "answer": "Yes, two tokens."}, seen=2)
    assert await answers(service) == ["Yes, two tokens."]
    assert await service.version(HERE) == 2


async def test_what_was_changed_since_it_was_read_is_not_approved(service: ModerationService) -> None:
    slug = (await service.propose(HERE, PAT, DRAFT)).ruling.slug
    await service.edit(HERE, PAT, slug, {**DRAFT, "answer": "Yes, or whatever I like."}, seen=1)
    with pytest.raises(Conflict, match="changed meanwhile"):
        await service.approve(HERE, ANN, slug, seen=1)
    assert await answers(service) == []


async def test_a_second_approval_says_that_there_is_nothing_to_approve(service: ModerationService) -> None:
    slug = (await service.propose(HERE, PAT, DRAFT)).ruling.slug
    results = await asyncio.gather(
        *(service.approve(HERE, actor, slug, seen=1) for actor in (ANN, BEN)), return_exceptions=True
    )
    assert sum(isinstance(result, (Conflict, WrongStatus)) for result in results) == 1
    with pytest.raises(WrongStatus, match="it is in service"):
        await service.approve(HERE, BEN, slug, seen=2)
    assert len(await service.history(HERE, ANN, slug)) == 2


async def test_an_author_edits_and_withdraws_their_own_proposal_only(service: ModerationService) -> None:
    slug = (await service.propose(HERE, PAT, DRAFT)).ruling.slug
    await service.edit(HERE, PAT, slug, {**DRAFT, "answer": "Yes, always."}, seen=1)
    withdrawn = await service.reject(HERE, PAT, slug, seen=2)
    assert withdrawn.status == "rejected"
    assert (await service.history(HERE, PAT, slug))[-1].revision.action == "withdrawn"
    await service.edit(HERE, PAT, slug, DRAFT, seen=3)
    [again] = await service.queue(HERE, ANN)
    assert again.stored.slug == slug
    await service.approve(HERE, ANN, slug, seen=4)
    with pytest.raises(NotAllowed):
        await service.edit(HERE, PAT, slug, {**DRAFT, "answer": "Yes, mine now."}, seen=5)


async def test_a_retired_ruling_leaves_service_and_a_revert_brings_it_back(service: ModerationService) -> None:
    slug = await put_in_service(service)
    await service.edit(HERE, ANN, slug, {**DRAFT, "answer": "Yes, two tokens."}, seen=2)
    await service.retire(HERE, BEN, slug, seen=3, comment="outdated")
    assert await answers(service) == []
    with pytest.raises(WrongStatus, match="revert"):
        await service.edit(HERE, ANN, slug, DRAFT, seen=4)
    with pytest.raises(WrongStatus, match="retired"):
        await service.retire(HERE, BEN, slug, seen=4)
    await service.revert(HERE, ANN, slug, 1, seen=4, comment="it was right")
    assert await answers(service) == [DRAFT["answer"]]
    history = await service.history(HERE, ANN, slug)
    assert [step.revision.action for step in history] == ["proposed", "approved", "edited", "retired", "reverted"]
    assert history[-1].revision.comment == "to revision 1: it was right"
    assert [(c.field, c.before, c.after) for c in history[2].changes] == [
        ("answer", DRAFT["answer"], "Yes, two tokens.")
    ]


async def test_a_revert_under_four_eyes_waits(store: Store, service: ModerationService) -> None:
    slug = await put_in_service(service)
    await service.edit(HERE, ANN, slug, {**DRAFT, "answer": "Yes, two tokens."}, seen=2)
    await four_eyes(store)
    await service.revert(HERE, ANN, slug, 1, seen=3)
    assert await answers(service) == ["Yes, two tokens."]
    await service.approve(HERE, BEN, slug, seen=4)
    assert await answers(service) == [DRAFT["answer"]]


async def test_a_revert_to_no_revision_names_those_there_are(service: ModerationService) -> None:
    slug = await put_in_service(service)
    with pytest.raises(NotFound, match="revisions 1 to 2"):
        await service.revert(HERE, ANN, slug, 7, seen=2)


async def test_the_same_question_is_not_proposed_twice(service: ModerationService) -> None:
    await service.propose(HERE, PAT, DRAFT)
    with pytest.raises(AlreadyThere, match="waits for review") as caught:
        await service.propose(HERE, QUE, {**DRAFT, "question": "do we play with MANIFEST reminder tokens"})
    assert caught.value.slug == SLUG
    await service.approve(HERE, ANN, SLUG, seen=1)
    with pytest.raises(AlreadyThere, match="in service"):
        await service.propose(HERE, QUE, DRAFT)
    await service.propose(THERE, QUE, DRAFT)


async def test_a_question_proposed_at_once_by_many_is_there_once(service: ModerationService) -> None:
    results = await asyncio.gather(
        *(service.propose(HERE, Actor(n, is_moderator=False), DRAFT) for n in range(10)), return_exceptions=True
    )
    assert sum(isinstance(result, AlreadyThere) for result in results) == 9
    assert len(await service.queue(HERE, ANN)) == 1


async def test_a_question_that_was_rejected_may_be_proposed_anew(service: ModerationService) -> None:
    await service.propose(HERE, PAT, DRAFT)
    await service.reject(HERE, ANN, SLUG, seen=1)
    assert (await service.propose(HERE, QUE, DRAFT)).ruling.slug == f"{SLUG}-2"


async def test_a_person_has_so_many_proposals_waiting_at_most(service: ModerationService) -> None:
    for n in range(10):
        await service.propose(HERE, PAT, {**DRAFT, "question": f"Is it number {n}?"})
    with pytest.raises(NotAllowed, match="wait for review"):
        await service.propose(HERE, PAT, DRAFT)
    await service.propose(HERE, QUE, DRAFT)
    await service.reject(HERE, ANN, "is-it-number-0", seen=1)
    await service.propose(HERE, PAT, {**DRAFT, "question": "Another one?"})


async def test_a_server_ruling_replaces_a_shipped_one_by_naming_it(service: ModerationService) -> None:
    await put_in_service(service, replaces="shipped-one")
    [ruling] = (await service.published(HERE)).rulings
    assert ruling.replaces == "shipped-one"
    with pytest.raises(AlreadyThere, match=f"“{SLUG}” replaces shipped-one already"):
        await service.propose(HERE, PAT, {**DRAFT, "question": "Another one?", "replaces": "shipped-one"})
    other = await service.propose(HERE, PAT, {**DRAFT, "question": "Another one?"})
    content = {**other.ruling.content, "replaces": "shipped-one"}
    await service.edit(HERE, PAT, other.ruling.slug, content, seen=1)
    with pytest.raises(AlreadyThere, match=f"“{SLUG}” replaces shipped-one already"):
        await service.approve(HERE, ANN, other.ruling.slug, seen=2)
    with pytest.raises(InvalidRuling, match="no shipped ruling"):
        await service.propose(HERE, PAT, {**DRAFT, "question": "And this?", "replaces": "invented"})
    with pytest.raises(InvalidRuling, match="shipped ruling's id"):
        await service.propose(HERE, PAT, {**DRAFT, "question": "And this?", "id": "shipped-two"})


async def test_a_proposal_nobody_may_see_does_not_exist_for_others(service: ModerationService) -> None:
    await service.propose(HERE, PAT, DRAFT)
    with pytest.raises(NotFound):
        await service.get(HERE, QUE, SLUG)
    assert (await service.get(HERE, PAT, SLUG)).status == "proposed"
    await service.approve(HERE, ANN, SLUG, seen=1)
    assert (await service.get(HERE, QUE, SLUG)).status == "published"


async def test_similar_rulings_are_shown_and_do_not_prevent_the_proposal(store: Store) -> None:
    async def find(scope: Scope, ruling: Ruling) -> Sequence[Similar]:
        assert scope == HERE
        return [Similar("shipped-one", f"like {ruling.question}", "curated")]

    service = ModerationService(store, find_similar=find)
    assert await service.similar_to(HERE, DRAFT) == (Similar("shipped-one", f"like {DRAFT['question']}", "curated"),)
    assert [s.id for s in (await service.propose(HERE, PAT, DRAFT)).similar] == ["shipped-one"]


async def test_a_ruling_is_not_said_to_repeat_the_one_that_it_replaces(store: Store) -> None:
    async def find_similar(scope: Scope, ruling: Ruling) -> Sequence[Similar]:
        return [Similar(each, "Another?", "curated") for each in ("shipped-one", "shipped-two")]

    service = ModerationService(store, shipped_ids=["shipped-one", "shipped-two"], find_similar=find_similar)
    proposal = await service.propose(HERE, PAT, {**DRAFT, "replaces": "shipped-one"})
    assert [each.id for each in proposal.similar] == ["shipped-two"]


async def test_a_proof_that_does_not_hold_is_refused(store: Store) -> None:
    async def check(proof: str) -> Sequence[str]:
        return ["line 2: expected face up"] if "wrong" in proof else []

    service = ModerationService(store, check_proof=check)
    with pytest.raises(InvalidRuling, match="line 2: expected face up"):
        await service.propose(HERE, PAT, {**DRAFT, "proof": "wrong"})
    assert (await service.propose(HERE, PAT, {**DRAFT, "proof": "right"})).ruling.content["proof"] == "right"


async def test_what_is_wrong_with_a_ruling_is_said_in_the_moderators_language() -> None:
    draft = {"question": "Why", "answer": "It works.", "rules": ["99999.9"], "topics": ["odds"]}
    with i18n.speaking("es"), pytest.raises(InvalidRuling) as refused:
        read_draft(draft)
    assert refused.value.problems == ("«99999.9» no es una cita: escribe 701.40b, IPG 2.1 o MTR 4.1",)


async def test_no_two_rulings_in_service_answer_one_question(service: ModerationService) -> None:
    """Whatever way the second one takes: approved after another came, edited into its question, reverted to it."""
    waiting = (await service.propose(HERE, ANN, DRAFT)).ruling.slug
    file = moderation_toml.written([{**DRAFT, "id": "imported", "as_of": "2026-04-17"}])
    await service.exchange.apply(HERE, ANN, await service.exchange.plan(HERE, ANN, file.encode()))
    with pytest.raises(AlreadyThere, match="imported"):
        await service.approve(HERE, ANN, waiting, seen=1)
    other = (await service.propose(HERE, ANN, {**DRAFT, "question": "Another one?"})).ruling.slug
    await service.approve(HERE, ANN, other, seen=1)
    with pytest.raises(AlreadyThere, match="imported"):
        await service.edit(HERE, ANN, other, DRAFT, seen=2)
    await service.retire(HERE, ANN, "imported", seen=1)
    await service.approve(HERE, ANN, waiting, seen=1)
    with pytest.raises(AlreadyThere, match=waiting):
        await service.revert(HERE, ANN, "imported", 1, seen=2)
