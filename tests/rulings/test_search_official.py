"""Official rulings and the rules' text beside the entries."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.i18n import speaking
from bot.services.asking import AskService
from bot.telling import told
from rulings.model import Source
from rulings.reference.database import OfficialRuling
from rulings.reference.rules_text import Rule
from rulings.search.engine import Search, Status
from rulings.search.official import OfficialTexts

CARD = "Doubling Season"
OLD = OfficialRuling(1, "wotc", "2005-10-01", "A walker is put with twice its usual loyalty counters on it then.")
NEW = OfficialRuling(2, "wotc", "2020-08-07", "A walker enters with twice its usual loyalty counters on it then.")
OTHER = OfficialRuling(3, "wotc", "2020-08-07", "Tokens that are created get doubled, too, with all that they carry.")
RULE = Rule("306.5b", "A walker has its loyalty counters from the moment that it enters.")


class Texts:
    """Reference data of one card and one rule."""

    edition = "2026-04-17"

    def rulings(self, name: str) -> list[OfficialRuling]:
        return [OTHER, NEW, OLD] if name == CARD else []

    def cards_with(self, ruling: int) -> tuple[str, ...]:
        return (CARD,) if ruling in (1, 2, 3) else ()

    def search_rules(self, text: str, limit: int = 10) -> list[Rule]:
        return [RULE] if "loyalty" in text else []

    def rule(self, number: str, edition: str | None = None) -> Rule | None:
        return RULE if number == RULE.number else None


@pytest.fixture(scope="module")
def search() -> Search:
    return AskService.shipped()._search


@pytest.fixture(scope="module")
def texts(search: Search) -> OfficialTexts:
    return OfficialTexts(search, Texts())


def test_a_named_cards_official_ruling_is_a_choice_with_its_date(search: Search, texts: OfficialTexts) -> None:
    question = "does doubling season give a planeswalker twice the loyalty counters when it enters"
    result = texts.add_to(search.search(question))
    found = [hit.ruling for hit in result.alternatives if hit.ruling.source is Source.OFFICIAL]
    assert [ruling.id for ruling in found][:1] == ["official:2"]
    assert found[0].question.startswith("Doubling Season, official ruling of 2020-08-07: ")
    assert found[0].as_of == "2020-08-07"


def test_an_older_wording_is_shown_as_history_never_by_itself(search: Search, texts: OfficialTexts) -> None:
    ruling = texts.ruling("official:2")
    assert ruling is not None
    assert ruling.answer.startswith(NEW.comment)
    assert "Older wording of 2005-10-01, replaced" in ruling.answer
    with speaking("es"):
        assert told(ruling.question).startswith(f"{ruling.cards[0]}, dictamen oficial del {ruling.as_of}: ")
        assert "Redacción anterior del 2005-10-01, reemplazada" in told(ruling.answer)
    assert texts.ruling("official:1") is None


def test_a_hidden_text_is_no_choice_and_makes_room_for_the_next(search: Search, texts: OfficialTexts) -> None:
    question = "does doubling season give a planeswalker twice the loyalty counters when it enters"
    result = texts.add_to(search.search(question), {"official:2"})
    assert "official:2" not in [hit.ruling.id for hit in result.alternatives]
    assert {each.id for each in texts.of_card(CARD)} == {"official:2", "official:3"}
    assert [texts.cards_of(each) for each in ("official:2", "official:9", "rule:1", "official:x")] == [
        (CARD,),
        (),
        (),
        (),
    ]


def test_rules_stand_among_the_choices(search: Search, texts: OfficialTexts) -> None:
    result = texts.add_to(search.search("how many loyalty counters does a planeswalker have when it enters"))
    found = [hit.ruling for hit in result.alternatives if hit.ruling.source is Source.RULES]
    assert [(ruling.id, ruling.rules) for ruling in found] == [("rule:306.5b", ("306.5b",))]


def test_an_answer_stays_that_of_a_reviewed_entry(search: Search, texts: OfficialTexts) -> None:
    asked = "does doubling season double the loyalty that a planeswalker enters with"
    before = search.search(asked)
    after = texts.add_to(before)
    assert (after.status, after.answer) == (before.status, before.answer)


def test_what_was_declined_stays_declined(search: Search, texts: OfficialTexts) -> None:
    result = search.search("what is the price of doubling season on cardmarket")
    assert result.status is Status.DECLINED
    assert texts.add_to(result) is result


@pytest.mark.parametrize("identity", ["official:99", "official:x", "rule:1.1", "legend-rule", ""])
def test_an_unknown_id_is_none(texts: OfficialTexts, identity: str) -> None:
    assert texts.ruling(identity) is None


def test_without_reference_data_nothing_changes(tmp_path: Path) -> None:
    service = AskService.shipped(reference=tmp_path / "none.db")
    assert service.ask("does unmorphing use the stack") == AskService.shipped().ask("does unmorphing use the stack")
    assert service.ruling("official:2") is None
