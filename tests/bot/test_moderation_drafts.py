"""What people write as a ruling: what is filled in, and how everything that is wrong is told."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.services.drafts import LONGEST_SLUG, InvalidRuling, clean_text, from_content, read_draft, slug_for, to_content
from rulings.model import Verdict

DRAFT: dict[str, Any] = {"question": "Why?", "answer": "Because the rules say so.", "rules": ["708.6"]}


def problems(**changed: Any) -> str:
    with pytest.raises(InvalidRuling) as caught:
        read_draft({**DRAFT, **changed}, shipped_ids=["shipped"], is_card=lambda name: name == "Lightform")
    return "\n".join(caught.value.problems)


def test_what_a_form_leaves_out_is_filled_in() -> None:
    ruling = read_draft({**DRAFT, "question": "  why is it so "})
    assert ruling.question == "why is it so?"
    assert (ruling.id, ruling.verdict, ruling.as_of, ruling.topics) == (
        "why-is-it-so",
        Verdict.EXPLAINS,
        "2026-04-17",
        ("community",),
    )


def test_lists_may_be_written_as_one_text() -> None:
    ruling = read_draft(
        {
            **DRAFT,
            "rules": "CR 701.40B, rule 708.8; 708.8",
            "also_asked": "why so, really\nhow come",
            "cards": "Kozilek, the Broken Reality; Lightform",
            "topics": "Face Down, mana",
        }
    )
    assert ruling.rules == ("701.40b", "708.8")
    assert ruling.also_asked == ("why so, really", "how come")
    assert ruling.cards == ("Kozilek, the Broken Reality", "Lightform")
    assert ruling.topics == ("face-down", "mana")


def test_what_the_store_keeps_reads_back_as_the_same_ruling() -> None:
    ruling = read_draft(
        {**DRAFT, "see": ["shipped"], "replaces": "shipped", "proof": "title: x\n\nAlice passes"},
        shipped_ids=["shipped"],
    )
    assert from_content(to_content(ruling)) == ruling


@pytest.mark.parametrize("nothing", ["?", "\u200b\u200b", "!!!", "🔥🔥?", "\u2060 .?"])
def test_a_question_or_an_answer_without_a_word_is_none(nothing: str) -> None:
    assert "the question has no words" in problems(question=nothing, id="x")
    assert "the answer has no words" in problems(answer=nothing)


def test_phrasings_that_say_the_same_again_are_left_out_and_no_fault() -> None:
    ruling = read_draft({**DRAFT, "also_asked": "WHY\nwhy so\nWhy so?\n...\n\u200b"})
    assert ruling.also_asked == ("why so",)
    assert read_draft({**DRAFT, "also_asked": ["why?"]}).also_asked == ()


def test_a_question_mark_of_another_script_is_not_doubled() -> None:
    assert read_draft({**DRAFT, "id": "x", "question": "كيف أقلب البطاقة؟"}).question == "كيف أقلب البطاقة?"


@pytest.mark.parametrize(
    ("verdict", "answer"),
    [
        ("yes", "Sí, si la carta es una criatura."),
        ("no", "Nein, erst danach."),
        ("depends", "Depende de la carta."),
        ("yes", "はい、できます。"),
    ],
)
def test_a_server_says_a_verdict_in_its_own_language(verdict: str, answer: str) -> None:
    assert read_draft({**DRAFT, "verdict": verdict, "answer": answer}).answer == answer
    other = "no" if verdict == "yes" else "yes"
    assert "don't say the verdict" in problems(verdict=other, answer=answer)


def test_everything_that_is_wrong_is_told_at_once() -> None:
    told = problems(rules=["999.1", "seven"], cards=["Lightfrom"], see=["nowhere"], verdict="yes")
    for part in ("999.1 doesn't exist", "“seven” is no citation", "“Lightfrom”", "nowhere", "don't say the verdict"):
        assert part in told


@pytest.mark.parametrize(
    ("changed", "part"),
    [
        ({"question": ""}, "lacks “question”"),
        ({"answer": "  "}, "lacks “answer”"),
        ({"rules": []}, "lacks “rules”"),
        ({"verdict": "maybe"}, "must be one of yes, no, depends, explains"),
        ({"colour": "red"}, "unknown key “colour”"),
        ({"answer": 5}, "“answer” must be text"),
        ({"rules": [7]}, "“rules” must be a list of texts"),
        ({"question": "x" * 6000}, "at most 200"),
        ({"answer": "x" * 6000}, "at most 1800"),
        ({"also_asked": ["x" * 6000]}, "a phrasing has 6000 characters"),
        ({"also_asked": [f"is it {n}" for n in range(26)]}, "26 other phrasings, at most 25"),
        ({"proof": "x" * 6000}, "the proof has 6000 characters"),
        ({"cards": [f"card {n}" for n in range(11)]}, "11 cards, at most 10"),
        ({"as_of": "1993-08-05"}, "no shipped edition"),
        ({"id": "Not Kebab"}, "kebab-case"),
        ({"id": "x" * 61}, "the id has 61 characters"),
        ({"replaces": "nothing"}, "no shipped ruling"),
    ],
)
def test_each_kind_of_mistake_is_told(changed: dict[str, Any], part: str) -> None:
    assert part in problems(**changed)


def test_an_id_made_from_a_question_avoids_those_of_shipped_rulings() -> None:
    assert read_draft(DRAFT, shipped_ids=["why"]).id == "why-2"


def test_texts_lose_control_characters_and_broken_surrogates_only() -> None:
    assert clean_text(" a\x00b\x1b[31m\r\nc\td \ud800 é @everyone ") == "ab[31m\nc\td ? é @everyone"


@given(st.text(max_size=300), st.sets(st.text(alphabet="abc-2", max_size=8)))
def test_a_slug_is_free_short_and_kebab_case(question: str, taken: set[str]) -> None:
    slug = slug_for(question, taken)
    assert slug not in taken
    assert len(slug) <= LONGEST_SLUG
    assert all(part.isascii() and part.isalnum() and part == part.lower() for part in slug.split("-"))


@given(st.dictionaries(st.sampled_from(["question", "answer", "rules", "id", "topics", "verdict", "x"]), st.one_of(
    st.text(), st.integers(), st.none(), st.lists(st.one_of(st.text(), st.none(), st.booleans()))
)))  # fmt: skip
def test_whatever_comes_in_is_a_ruling_or_a_list_of_problems(entry: dict[str, Any]) -> None:
    told: tuple[str, ...] = ()
    try:
        ruling = read_draft(entry)
    except InvalidRuling as refused:
        told = refused.problems
    assert told or from_content(to_content(ruling)) == ruling


def test_the_word_behind_a_rule_number_is_no_part_of_it() -> None:
    answer = "Yes, by 111.1 it stands for one, and 111.1a is another rule."
    with pytest.raises(InvalidRuling) as refused:
        read_draft({"question": "One?", "verdict": "yes", "answer": answer, "rules": "111.1"})
    assert refused.value.problems == ("CR 111.1a doesn't exist in the edition of 2026-04-17",)
