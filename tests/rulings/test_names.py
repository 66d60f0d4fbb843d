"""Names: exact, alias, prefix, fuzzy; any printed language; never a guess."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulings.catalogue import Catalogue
from rulings.catalogue_build import PrintedName, collect, printed_names, write_facts, write_printed
from rulings.names import Ambiguous, Names, Resolved, Unknown
from rulings.names_build import NicknameError, write_lookup
from rulings.names_fold import fold, tokens, words


def resolved(query: str, names: Names | None = None) -> Resolved:
    found = (names or Names.shipped()).resolve(query)
    assert isinstance(found, Resolved), found
    return found


def unknown(query: str, names: Names | None = None) -> Unknown:
    found = (names or Names.shipped()).resolve(query)
    assert isinstance(found, Unknown), found
    return found


def ambiguous(query: str, names: Names | None = None) -> Ambiguous:
    found = (names or Names.shipped()).resolve(query)
    assert isinstance(found, Ambiguous), found
    return found


# --- folding


@pytest.mark.parametrize(
    "spellings",
    [
        ("Nature's Ruin", "natures ruin", "NATURE’S RUIN", "Nature`s  Ruin"),
        ("Will-o'-the-Wisp", "will o the wisp", "willothewisp"),
        ("Lim-Dûl's Vault", "lim dul's vault", "Lim-Du\u0302l’s Vault"),
        ("Ætherling", "aetherling", "AETHERLING"),
        ("Straße", "strasse"),
        ("Kongming, “Sleeping Dragon”", 'kongming, "sleeping dragon"'),
    ],
)
def test_spellings_of_one_name_have_one_key(spellings: tuple[str, ...]) -> None:
    assert len({fold(spelling) for spelling in spellings}) == 1


def test_marks_that_change_a_word_are_kept() -> None:
    """Voicing marks of kana make another letter; they are no accents."""
    assert fold("ガ") != fold("カ")
    assert fold("번개") == "번개"


def test_words_keep_apostrophes_together() -> None:
    assert words("Ajani's Pridemate") == ["ajanis", "pridemate"]
    assert words("Kiki-Jiki, Mirror Breaker") == ["kiki", "jiki", "mirror", "breaker"]


def test_tokens_of_scripts_without_spaces_are_characters() -> None:
    assert [(token.raw, token.glued) for token in tokens("マナ and x")] == [
        ("マ", False),
        ("ナ", True),
        ("and", False),
        ("x", False),
    ]


# --- what people asked of other bots


@pytest.mark.parametrize("name", ["Fling", "Moat", "Opt", "Recall", "Wonder", "Mana Leak", "Nature's Ruin"])
@pytest.mark.parametrize("change", [str, str.lower, str.upper])
def test_an_exact_name_is_that_card_without_a_doubt(name: str, change: Any) -> None:
    found = resolved(change(name))
    assert (found.card, found.matched_by) == (name, "exact")


@pytest.mark.parametrize(
    ("query", "card", "face"),
    [
        ("illusion", "Illusion // Reality", "Illusion"),
        ("insectile aberration", "Delver of Secrets // Insectile Aberration", "Insectile Aberration"),
        ("delver of secrets", "Delver of Secrets // Insectile Aberration", "Delver of Secrets"),
        ("Fire // Ice", "Fire // Ice", "Fire"),
        ("fire/ice", "Fire // Ice", "Fire"),
        ("ice", "Fire // Ice", "Ice"),
        ("stomp", "Bonecrusher Giant // Stomp", "Stomp"),
        ("tok-tok, volcano born", "Akki Lavarunner // Tok-Tok, Volcano Born", "Tok-Tok, Volcano Born"),
        ("midnight scavengers", "Midnight Scavengers", "Midnight Scavengers"),
        ("chittering host", "Chittering Host", "Chittering Host"),
        ("Wasteland", "Wasteland", "Wasteland"),
        ("Anointed Procession // Anointed Procession", "Anointed Procession", "Anointed Procession"),
    ],
)
def test_faces_halves_and_parts_open_the_card_at_that_face(query: str, card: str, face: str) -> None:
    found = resolved(query)
    assert (found.card, found.face) == (card, face)


def test_a_full_name_comes_before_a_face_of_that_name() -> None:
    assert resolved("seething song").card == "Seething Song"


@pytest.mark.parametrize(
    ("query", "card"),
    [
        ("rofellos", "Rofellos, Llanowar Emissary"),
        ("kinnan", "Kinnan, Bonder Prodigy"),
        ("tergrid", "Tergrid, God of Fright // Tergrid's Lantern"),
        ("delver", "Delver of Secrets // Insectile Aberration"),
        ("nykthos", "Nykthos, Shrine to Nyx"),
        ("ajani pridemate", "Ajani's Pridemate"),
        ("bolas citadel", "Bolas's Citadel"),
        ("jace mind sculptor", "Jace, the Mind Sculptor"),
        ("Godzilla, King of the Monsters", "Zilortha, Strength Incarnate"),
        ("bob", "Dark Confidant"),
        ("GOYF", "Tarmogoyf"),
        ("k-grip", "Krosan Grip"),
    ],
)
def test_short_forms_nicknames_and_other_names_are_found(query: str, card: str) -> None:
    assert resolved(query).card == card


@pytest.mark.parametrize("query", ["teferi", "oko", "jace", "karn"])
def test_a_first_name_of_several_legends_offers_them(query: str) -> None:
    found = ambiguous(query)
    assert 2 <= len(found.choices) <= 10
    assert all(choice.card.lower().startswith(query) for choice in found.choices)


def test_an_exact_name_offers_the_longer_ones() -> None:
    assert "Moat Piranhas" in resolved("moat").longer
    assert resolved("Mana Leak").longer == ()


@pytest.mark.parametrize(
    ("query", "card", "language"),
    [
        ("Forma de luz", "Lightform", "es"),
        ("forma DE Luz", "Lightform", "es"),
        ("Zorn Gottes", "Wrath of God", "de"),
        ("Colère de Dieu", "Wrath of God", "fr"),
        ("colere de dieu", "Wrath of God", "fr"),
        ("マナの反射", "Mana Reflection", "ja"),
        ("Гнев Божий", "Wrath of God", "ru"),
        ("掘密师", "Delver of Secrets // Insectile Aberration", "zhs"),
    ],
)
def test_printed_names_of_every_language_are_found(query: str, card: str, language: str) -> None:
    found = resolved(query)
    assert (found.card, found.matched_by) == (card, "printed")
    assert language in found.languages
    assert found.printed_name is not None
    assert fold(found.printed_name) == fold(query)


def test_a_printed_name_of_a_back_face_opens_it() -> None:
    assert resolved("Insekten-Scheußlichkeit").face == "Insectile Aberration"


def test_a_printed_name_of_several_cards_is_ambiguous() -> None:
    assert {choice.card for choice in ambiguous("Abolir").choices} == {"Abolish", "Unsubstantiate"}


# --- misspelt names


@pytest.mark.parametrize(
    ("query", "card"),
    [
        ("lightnig bolt", "Lightning Bolt"),
        ("kinan bonder prodigy", "Kinnan, Bonder Prodigy"),
        ("wisperwood elemntal", "Whisperwood Elemental"),
        ("bucher of the horde", "Butcher of the Horde"),
        ("ixidorn", "Ixidron"),
        ("omnicience", "Omniscience"),
        ("efemerate", "Ephemerate"),
        ("lightningbolr", "Lightning Bolt"),
        ("Zorn Gotes", "Wrath of God"),
        ("Froma de luz", "Lightform"),
    ],
)
def test_a_misspelling_that_can_mean_one_card_only_is_that_card(query: str, card: str) -> None:
    found = resolved(query)
    assert (found.card, found.matched_by) == (card, "fuzzy")


@pytest.mark.parametrize(
    "query",
    [
        "Zorbulon the Unseen",
        "Goblin Guild",  # Goblin Guide
        "Force of Wall",  # Force of Will
        "Goblin Spyglass",
        "Cloudskull Drake",
        "Grindclockwork Golem",
        "Mirrovald Sentry",
        "Kestralith, Queen of Ashes",
        "Lightning Skelementalist",
        "Thoughtpeel",
        "@everyone",
        "x" * 150,
    ],
)
def test_a_name_in_no_data_is_never_taken_for_another(query: str) -> None:
    found = unknown(query)
    assert "I don't know this card" in found.message
    assert Names.shipped().catalogue.data_date in found.message


def test_near_names_are_offered_and_not_taken() -> None:
    found = unknown("lightning blot")
    assert "Lightning Bolt" in found.suggestions
    assert "Did you mean" in found.message
    assert len(found.suggestions) <= 5


@pytest.mark.parametrize("query", ["", "   ", "!?", "[[]]", "…"])
def test_nothing_names_no_card(query: str) -> None:
    assert unknown(query).suggestions == ()


def test_a_text_too_long_for_a_name_is_refused_shortly() -> None:
    found = unknown("why " * 2000)
    assert "too long" in found.message
    assert len(found.message) < 200


# --- prefixes


def test_a_beginning_that_only_one_name_has_is_that_card() -> None:
    assert resolved("tamiyo, collector").card == "Tamiyo, Collector of Tales"
    assert resolved("lightning gre").card == "Lightning Greaves"
    assert resolved("jace, vryn").card == "Jace, Vryn's Prodigy // Jace, Telepath Unbound"
    assert resolved("tamiyo, collector").matched_by == "prefix"


def test_a_beginning_that_is_also_a_misspelling_offers_both() -> None:
    assert {choice.card for choice in ambiguous("levitatin").choices} == {"Levitation", "Levitating Statue"}


def test_a_beginning_of_several_names_offers_them() -> None:
    assert "Sword of Fire and Ice" in {choice.card for choice in ambiguous("sword of fire").choices}


@pytest.fixture
def small(tmp_path: Path) -> Names:
    """A catalogue of invented cards."""

    def card(name: str, **fields: Any) -> dict[str, Any]:
        return {"name": name, "layout": "normal", "type_line": "Creature — Ape", "mana_cost": "{1}{G}", **fields}

    def legend(name: str) -> dict[str, Any]:
        return card(name, type_line="Legendary Creature — Ape")

    cards = [
        card("Garden Gnomester"),
        card("Zemblor Prime"),
        card("Red Heron", set="cmb2"),
        card("Blue Heron"),
        legend("Ombrix, the Loud"),
        legend("Ombrix, the Quiet"),
        legend("Vessiline, First Singer"),
        card("Vessiline's Song"),
        card("Vessiline", layout="vanguard", type_line="Vanguard"),
        card("Old Plane", layout="planar", type_line="Plane — Somewhere"),
        card("Left Hand // Right Hand", layout="split", card_faces=[card("Left Hand"), card("Right Hand")]),
        card("A-Blue Heron"),
        card("Mudlark"),
    ]
    rows = [
        PrintedName("Mudlark", "", "de", "Zwieselstieg"),
        PrintedName("Blue Heron", "", "fr", "Héron bleu"),
        PrintedName("Zemblor Prime", "", "fr", "Mudlark"),
    ]
    found = collect(cards)
    names, _ = printed_names(found, rows)
    write_facts(tmp_path, found, "2026-02-03")
    write_printed(tmp_path, found, names, "2026-02-03")
    write_lookup(tmp_path, found, names, "2026-02-03", {"in_text": {"muddy": "Mudlark"}})
    return Names(Catalogue(tmp_path))


def test_a_beginning_of_ordinary_words_is_only_offered(small: Names) -> None:
    """Garden Gnome may be a card that isn't known: it isn't the beginning of Garden Gnomester."""
    assert unknown("garden gnome", small).suggestions == ("Garden Gnomester",)
    assert unknown("garden", small).suggestions == ("Garden Gnomester",)
    assert resolved("zemblor", small).card == "Zemblor Prime"


def test_a_short_form_is_the_legend_not_the_oversize_card_or_what_is_named_after_it(small: Names) -> None:
    assert resolved("vessiline", small).card == "Vessiline, First Singer"
    assert len(ambiguous("ombrix", small).choices) == 2


def test_what_isnt_a_playable_card_is_found_by_its_full_name_only(small: Names) -> None:
    assert not resolved("old plane", small).playable
    assert not resolved("red heron", small).playable
    assert resolved("a-blue heron", small).card == "A-Blue Heron"
    assert unknown("old pla", small).suggestions == ()
    assert [suggestion.card for suggestion in small.suggest("old p")] == []
    assert [suggestion.card for suggestion in small.suggest("old plane")] == ["Old Plane"]


def test_an_english_name_comes_before_the_same_printed_name(small: Names) -> None:
    assert resolved("mudlark", small).card == "Mudlark"


def test_a_misspelt_name_of_an_invented_word(small: Names) -> None:
    assert resolved("zemblr prime", small).card == "Zemblor Prime"
    assert resolved("zwiselstieg", small).card == "Mudlark"
    assert resolved("right hnad", small).face == "Right Hand"
    assert unknown("zemblor crime", small).suggestions == ("Zemblor Prime",)


def test_the_date_of_the_data_is_said(small: Names) -> None:
    assert "data to 2026-02-03" in unknown("nobody at all", small).message


def test_a_nickname_of_a_card_that_isnt_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NicknameError, match="Nobody"):
        write_lookup(tmp_path, {}, {}, "2026-02-03", {"alone": {"nob": "Nobody"}})


# --- autocomplete


@pytest.mark.parametrize(
    ("query", "card"),
    [
        ("fllng and then some", "Fling"),
        ("fling and then some", "Fling"),
        ("lightnign bolt deals damage", "Lightning Bolt"),
        ("delver of secretz please flip", "Delver of Secrets // Insectile Aberration"),
    ],
)
def test_the_name_before_further_words_is_offered_and_not_taken(query: str, card: str) -> None:
    assert unknown(query).suggestions == (card,)


@pytest.mark.parametrize("query", ["what exactly is a layer", "when does it untap", "the dragon that flies"])
def test_ordinary_words_offer_no_card_that_is_called_like_the_first_of_them(query: str) -> None:
    assert unknown(query).suggestions == ()


def test_suggestions_are_exact_then_beginnings_then_words() -> None:
    cards = [suggestion.card for suggestion in Names.shipped().suggest("delver")]
    assert cards[0] == "Delver of Secrets // Insectile Aberration"
    assert cards.index("Delver's Torch") < cards.index("Dungeon Delver")
    assert Names.shipped().suggest("opt")[0].card == "Opt"
    assert "Lightning Greaves" in [suggestion.card for suggestion in Names.shipped().suggest("greav")]


def test_suggestions_in_other_languages_name_the_english_card() -> None:
    (first, *_) = Names.shipped().suggest("forma de luz")
    assert (first.label, first.card) == ("Forma de luz (Lightform)", "Lightform")
    assert any(suggestion.card == "Lightform" for suggestion in Names.shipped().suggest("forma de l"))


@pytest.mark.parametrize("typed", ["l", "the", "a", "sol", "jace, the m", "マナ", "zzzz", "", "!", "y" * 300])
def test_suggestions_are_at_most_25_and_distinct(typed: str) -> None:
    suggestions = Names.shipped().suggest(typed)
    assert len(suggestions) <= 25
    assert len({suggestion.card for suggestion in suggestions}) == len(suggestions)


@pytest.mark.parametrize("typed", ["rofellos", "plane", "vanguard", "a-", "art"])
def test_suggestions_are_playable_cards(typed: str) -> None:
    names = Names.shipped()
    for suggestion in names.suggest(typed):
        facts = names.catalogue.facts(suggestion.card)
        assert facts is not None
        assert facts.playable or fold(suggestion.card) == fold(typed)


def test_a_misspelt_word_that_begins_names_suggests_them_and_is_not_taken() -> None:
    found = Names.shipped().resolve("delvr")
    assert isinstance(found, Unknown)
    assert "Delver of Secrets // Insectile Aberration" in found.suggestions[:3]
