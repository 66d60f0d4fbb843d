"""Names in slots: what is tried first, and how lists with commas are cut."""

from __future__ import annotations

from dataclasses import replace

import pytest

from simulator.scenario.ast import AliasRef, CardName, HandleRef, LastToken, NameRef, PlayerRef, TopOfStack
from simulator.scenario.names import Names, fold, split_list


@pytest.mark.parametrize(
    ("one", "other"),
    [("Æther Vial", "aether vial"), ("Lim-Dûl’s  Vault", "lim-dul's vault"), ("JÖTUN", "jotun"), ("Straße", "STRASSE")],
)
def test_names_are_equal_after_normalisation(one: str, other: str) -> None:
    assert fold(one) == fold(other)


def test_an_alias_beats_an_object_and_a_card(few_names: Names) -> None:
    assert few_names.with_alias("Dread").ref("dread") == AliasRef("Dread")
    assert few_names.ref("dread") == NameRef("Dread", CardName("Dread", "Dread"))


def test_any_printed_language_names_the_card(few_names: Names) -> None:
    assert few_names.ref("FORMA DE LUZ") == NameRef("Lightform", CardName("Lightform", "Lightform"))


def test_a_face_or_half_names_its_card(few_names: Names) -> None:
    face = CardName("Delver of Secrets", "Insectile Aberration", 1)
    assert few_names.ref("insectile aberration") == NameRef("Insectile Aberration", face)
    assert few_names.ref("Ice") == NameRef("Ice", CardName("Fire // Ice", "Ice", 1))


def test_a_half_that_two_cards_share_must_be_written_in_full(few_names: Names) -> None:
    assert few_names.ref("Fire") is None
    assert few_names.why_not("Fire") == "“Fire” could be more than one card: write Fire // Ice or Start // Fire."
    assert few_names.ref("Fire // Ice") is not None


def test_handles_tokens_and_the_top_of_the_stack(few_names: Names) -> None:
    assert few_names.ref("#12") == HandleRef(12)
    assert few_names.ref("#x") is None
    assert few_names.ref("Last Token") == LastToken()
    assert few_names.ref("top of stack") == TopOfStack()
    assert few_names.ref("marit lage") == NameRef("Marit Lage")
    # CR 111.4: subtypes and the word Token
    assert few_names.ref("eldrazi scion token") == NameRef("Eldrazi Scion Token")
    assert few_names.ref("Wurm Token#2") == NameRef("Wurm Token", number=2)


def test_numbered_names(few_names: Names) -> None:
    assert few_names.ref("Island#2") == NameRef("Island", CardName("Island", "Island"), 2)
    assert few_names.ref("Nonsense#2") is None


def test_a_player_is_a_target_and_no_object(few_names: Names) -> None:
    assert few_names.target("bob") == PlayerRef("Bob")
    assert few_names.ref("bob") is None
    assert few_names.with_alias("bob").target("bob") == AliasRef("bob")


def test_types_and_colors_are_read_as_cards_write_them(few_names: Names) -> None:
    assert few_names.words("legendary enchantment creature") == (("Legendary", "Enchantment", "Creature"), ())
    assert few_names.words("white and blue time lord") == (("Time Lord",), ("W", "U"))
    assert few_names.words("power-plant") == (("Power-Plant",), ())
    assert few_names.words("mannifested") is None
    assert replace(few_names, subtypes={"blorp": "Blorp"}).words("blorp") == (("Blorp",), ())


@pytest.mark.parametrize(
    "text", ["flying", "ward {2}", "Protection from red", "forestcycling {2}", "toxic 1", "kicker"]
)
def test_keyword_abilities_with_cost_or_value(few_names: Names, text: str) -> None:
    assert few_names.is_keyword(text)


@pytest.mark.parametrize("text", ["flyng", "warden", "nothing"])
def test_other_words_are_no_keyword_abilities(few_names: Names, text: str) -> None:
    assert not few_names.is_keyword(text)


def test_lists_take_the_longest_first_name_that_lets_the_whole_list_fit() -> None:
    known = {"a", "b", "a, b", "c"}
    read = {name: name for name in known}.get
    assert split_list("a, b, c", read) == ("a, b", "c")
    assert split_list("b, a, b", read) == ("b", "a, b")
    assert split_list("a, x", read) is None
    assert split_list("a, , c", read) is None


def test_a_long_list_that_fits_nowhere_is_given_up_quickly() -> None:
    tried = []
    read = {"a": "a", "a, a": "a, a"}.get
    assert split_list(", ".join(["a"] * 300 + ["x"]), lambda text: tried.append(text) or read(text)) is None
    assert len(tried) < 301 * 302
