"""The services as the front ends get them: a scope's own rulings beside the shipped ones, questions filed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from reference_files import rules_text

from bot.discord_app.ports import Refusal, Services
from bot.services.moderation import Actor, InvalidRuling, NotAllowed
from bot.services.moderation_words import RefusedWord
from bot.settings import Settings
from bot.wiring import opened
from rulings.reference.importing import import_folder
from rulings.rules_index import RulesIndex
from rulings.store import Scope, Store

HERE, THERE = Scope.server(1), Scope.server(2)
ANN = Actor(1, is_moderator=True)
DRAFT: dict[str, Any] = {
    "question": "Do we use purple glass beads for manifested cards?",
    "verdict": "yes",
    "answer": "Yes, house rule: purple beads.",
    "rules": ["708.6"],
    "proof": "Alice manifests Delver of Secrets as bead\nexpect bead: face down",
}
SHIPPED = "manifest-dfc-turn-up"
STEPS: list[str] = []


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(TABLEJUDGE_DATA_DIR=tmp_path)  # type: ignore[call-arg]


@pytest.fixture
async def services(settings: Settings) -> AsyncIterator[Services]:
    STEPS.clear()
    async with opened(settings, STEPS.append) as services:
        yield services


async def publish(services: Services, scope: Scope = HERE, **changed: Any) -> str:
    proposal = await services.moderation.propose(scope, ANN, {**DRAFT, **changed})
    return (await services.moderation.approve(scope, ANN, proposal.ruling.slug, seen=1)).slug


async def test_each_step_that_takes_time_is_told(services: Services) -> None:
    assert STEPS == ["opening the store", "reading the rulings", "reading the card names"]


async def test_what_is_off_topic_is_on_no_list_of_the_moderators(services: Services) -> None:
    for question in ("hello", "how much is Black Lotus", "birds make C for thought knot?"):
        await services.asking.ask(HERE, question)
    listed = await services.moderation.questions.most_asked(HERE, ANN)
    assert [each.text for each in listed] == ["birds make C for thought knot?"]


async def test_an_answer_says_since_when_a_newer_edition_touches_it(
    services: Services, settings: Settings, tmp_path: Path
) -> None:
    question = "can i turn my manifested delver face up"
    before = (await services.asking.ask(HERE, question)).entry
    assert before is not None
    assert "Needs review" not in before.note
    (tmp_path / "in").mkdir()
    # An invented later edition, in which nothing is called 701.40b any more.
    (tmp_path / "in" / "rules.txt").write_text(rules_text(edition="August 7, 2026"))
    assert import_folder(settings.data_dir / "reference.db", tmp_path / "in").ok
    answered = (await services.asking.ask(HERE, question)).entry
    assert answered is not None
    assert answered.id == before.id == SHIPPED
    for entry in (answered, await services.asking.entry(HERE, SHIPPED)):
        assert "Needs review since CR of 2026-08-07: 701.40b" in entry.note
        assert entry.as_of == "2026-04-17"


async def test_an_edition_that_only_the_store_still_has_is_compared_in_answers_as_in_the_queue(
    services: Services, settings: Settings, tmp_path: Path
) -> None:
    await services.moderation.store.editions.add(
        [RulesIndex("2020-01-01", {"708.6": "x", "708": "y"}, {"708": "Face"})]
    )
    slug = await publish(services, as_of="2020-01-01", proof="")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "rules.txt").write_text(rules_text(edition="August 7, 2026"))
    assert import_folder(settings.data_dir / "reference.db", tmp_path / "in").ok
    entry = await services.asking.entry(HERE, slug)
    assert "Needs review since CR of 2026-08-07: 708.6 changed." in entry.note
    assert [each.stored.slug for each in await services.moderation.ageing.outdated(HERE)] == [slug]


async def test_a_servers_ruling_is_found_in_that_server_only_and_until_it_is_retired(
    services: Services,
) -> None:
    ask = services.asking.ask
    before = await ask(HERE, "purple glass beads for manifested cards?")
    assert before.entry is None or "purple" not in before.entry.text
    slug = await publish(services)
    found = (await ask(HERE, DRAFT["question"])).entry
    assert found is not None
    assert (found.id, found.source, found.text) == (slug, "This server's ruling", DRAFT["answer"])
    elsewhere = await ask(THERE, DRAFT["question"])
    assert elsewhere.entry is None or elsewhere.entry.id != slug
    assert (await services.asking.entry(HERE, slug)).title == DRAFT["question"]
    with pytest.raises(Refusal, match="no longer here"):
        await services.asking.entry(THERE, slug)
    await services.moderation.edit(HERE, ANN, slug, {**DRAFT, "answer": "Yes, green beads."}, seen=2)
    found = (await ask(HERE, DRAFT["question"])).entry
    assert found is not None
    assert found.text == "Yes, green beads."
    await services.moderation.retire(HERE, ANN, slug, seen=3)
    after = await ask(HERE, DRAFT["question"])
    assert after.entry is None or after.entry.id != slug
    with pytest.raises(Refusal):
        await services.asking.entry(HERE, slug)


async def test_a_button_that_names_a_replaced_ruling_shows_what_replaces_it_in_that_server(services: Services) -> None:
    slug = await publish(services, replaces=SHIPPED)
    assert (await services.asking.entry(HERE, SHIPPED)).id == slug
    assert (await services.asking.entry(THERE, SHIPPED)).id == SHIPPED
    await services.moderation.retire(HERE, ANN, slug, seen=2)
    assert (await services.asking.entry(HERE, SHIPPED)).id == SHIPPED


async def test_a_servers_ruling_stands_in_for_the_shipped_one_that_it_names(services: Services) -> None:
    title = (await services.asking.entry(HERE, SHIPPED)).title
    slug = await publish(services, question=title, replaces=SHIPPED)
    here, there = await services.asking.ask(HERE, title), await services.asking.ask(THERE, title)
    assert here.entry is not None
    assert there.entry is not None
    assert here.entry.id == slug
    assert SHIPPED not in [other.id for other in here.suggestions]
    assert there.entry.id == SHIPPED


@pytest.mark.parametrize(
    ("proof", "reason"),
    [
        ("Alice manifests Delver of Secrets as bead\nexpect bead: face up", "line 2"),
        ("Alice manifests Delver of Secrets", "expects nothing"),
        ("Alice manifsts Delver of Secrets", "manifests"),
    ],
)
async def test_a_scenario_that_proves_nothing_is_refused(services: Services, proof: str, reason: str) -> None:
    with pytest.raises(InvalidRuling, match=reason):
        await services.moderation.propose(HERE, ANN, {**DRAFT, "proof": proof})


async def test_a_scenario_that_was_played_is_shown_as_proof(services: Services) -> None:
    slug = await publish(services)
    assert (await services.asking.entry(HERE, slug)).proof == DRAFT["proof"]
    assert (await services.asking.entry(HERE, SHIPPED)).proof != ""


async def test_a_scenario_that_holds_no_longer_is_not_shown_as_played(services: Services, settings: Settings) -> None:
    store = await Store.open(settings.store_url)
    proof = "Alice manifests Delver of Secrets as bead\nexpect bead: 3/3"
    content = {**DRAFT, "id": "purple-beads", "as_of": "2026-04-17", "proof": proof}
    await store.rulings.create(HERE, "purple-beads", content, author=1)
    await store.rulings.change(
        HERE, "purple-beads", seen=1, actor=1, action="published", status="published", content=content, content_by=1
    )
    await store.close()
    assert (await services.asking.entry(HERE, "purple-beads")).proof == ""


async def test_a_question_without_an_answer_is_filed_for_its_own_server(services: Services, settings: Settings) -> None:
    for question in ("Florble the wibbly snark?", "florble the wibbly snark", " ?! ", "y" * 6000):
        assert (await services.asking.ask(HERE, question)).entry is None
    store = await Store.open(settings.store_url)
    filed, elsewhere = await store.questions.most_asked(HERE), await store.questions.most_asked(THERE)
    await store.close()
    assert [(q.text[:25], q.count) for q in filed] == [("Florble the wibbly snark?", 2), ("y" * 25, 1)]
    assert max(len(q.text) for q in filed) <= 500
    assert elsewhere == []


async def test_what_repeats_a_shipped_ruling_is_said_while_proposing(services: Services) -> None:
    title = (await services.asking.entry(HERE, SHIPPED)).title
    similar = await services.moderation.similar_to(HERE, {**DRAFT, "question": title, "id": "other"})
    assert (similar[0].id, similar[0].title, similar[0].source) == (SHIPPED, title, "curated")
    assert len(similar) <= 3


async def test_card_names_of_a_proposal_must_be_exact(services: Services) -> None:
    with pytest.raises(InvalidRuling, match="Lightfrom"):
        await services.moderation.propose(HERE, ANN, {**DRAFT, "cards": ["Lightfrom"]})
    await services.moderation.propose(HERE, ANN, {**DRAFT, "cards": ["Lightform", "Delver of Secrets"]})


async def test_what_repeats_a_ruling_in_other_words_is_said_while_proposing(services: Services) -> None:
    """A search that is unsure which of several rulings is meant knows all the same that they are near."""
    question = "my face down manifested delver, can it be turned up and what do i pay for it?"
    similar = await services.moderation.similar_to(HERE, {**DRAFT, "question": question, "rules": ["701.40b"]})
    assert SHIPPED in [each.id for each in similar]
    unlike = {**DRAFT, "question": "Who brings the snacks?", "rules": ["100.1"], "verdict": "explains", "proof": ""}
    assert await services.moderation.similar_to(HERE, unlike) == ()


async def test_phrasings_are_tested_as_if_the_ruling_were_in_service(services: Services) -> None:
    content = {**DRAFT, "also_asked": ["purple beads for manifests"]}
    phrasings = [DRAFT["question"], "purple beads for manifests", "does a morph use the stack?"]
    found = await services.moderation.test_phrasings(HERE, ANN, content, phrasings)
    assert [each.place for each in found[:2]] == [0, 0]
    assert found[2].place != 0
    assert (await services.moderation.published(HERE)).rulings == ()


async def test_in_private_messages_no_question_is_filed(services: Services, settings: Settings) -> None:
    await services.asking.ask(Scope.direct(5), "Florble the wibbly snark?")
    store = await Store.open(settings.store_url)
    assert await store.questions.most_asked(Scope.direct(5)) == []
    await store.close()


async def test_a_servers_words_are_read_in_that_server_only_and_from_then_on(services: Services) -> None:
    question = "can i florble my gizmoed delver"
    before = await services.asking.ask(HERE, question)
    words = services.moderation.words
    await words.add(HERE, ANN, "Florble", "turn face up")
    await words.add(HERE, ANN, "gizmoed", "manifested")
    found = await services.asking.ask(HERE, question)
    assert found.entry is not None
    assert found.entry.id == SHIPPED
    assert (await services.asking.ask(THERE, question)).status == before.status != "answered"
    await words.remove(HERE, ANN, "florble")
    await words.remove(HERE, ANN, "GIZMOED")
    assert (await services.asking.ask(HERE, question)).status == before.status


async def test_only_moderators_add_words_and_a_bad_word_is_refused_with_the_reason(services: Services) -> None:
    words, guest = services.moderation.words, Actor(2, is_moderator=False)
    with pytest.raises(NotAllowed):
        await words.add(HERE, guest, "boop", "return to hand")
    with pytest.raises(NotAllowed):
        await words.remove(HERE, guest, "boop")
    for word, meaning in (("!!", "destroy"), ("boop", " "), ("b" * 41, "destroy"), ("boop", "d" * 101), ("a", "A")):
        with pytest.raises(RefusedWord):
            await words.add(HERE, ANN, word, meaning)
    assert await words.all(HERE) == {}


async def test_what_waits_for_review_is_compared_with_too(services: Services) -> None:
    waiting = (await services.moderation.propose(HERE, ANN, DRAFT)).ruling
    again = {**DRAFT, "question": "Do we use the purple glass beads for a manifested card?"}
    proposed = await services.moderation.propose(HERE, ANN, again)
    assert waiting.slug in [each.id for each in proposed.similar]
    assert proposed.ruling.slug not in [each.id for each in proposed.similar]
    assert waiting.slug not in [each.id for each in await services.moderation.similar_to(THERE, again)]


async def test_phrasings_are_tested_in_the_servers_own_words_as_they_will_be_asked(services: Services) -> None:
    content = {**DRAFT, "proof": ""}
    [before] = await services.moderation.test_phrasings(HERE, ANN, content, ["zorgle fleeb"])
    for word, meaning in (("zorgle", "purple glass beads"), ("fleeb", "manifested cards")):
        await services.moderation.words.add(HERE, ANN, word, meaning)
    [after] = await services.moderation.test_phrasings(HERE, ANN, content, ["zorgle fleeb"])
    [elsewhere] = await services.moderation.test_phrasings(THERE, ANN, content, ["zorgle fleeb"])
    assert (before.place, after.place, elsewhere.place) == (None, 0, None)
