"""The card pool: definitions from the catalogue's facts, its names and the ability trees."""

from __future__ import annotations

import pytest

from bot.services.card_pool import CataloguePool, card_definition, load_pool
from rulings.catalogue import CardFacts, FaceFacts
from rulings.names import Names
from simulator.abilities import tree as t
from simulator.errors import AmbiguousAction, Unsupported
from simulator.oracle.trees import trees_for


@pytest.fixture(scope="module")
def pool() -> CataloguePool:
    return load_pool()


@pytest.mark.parametrize(
    ("name", "card", "face"),
    [
        ("Grizzly Bears", "Grizzly Bears", None),
        ("gRIZZLY  bEARS", "Grizzly Bears", None),
        ("Delver of Secrets", "Delver of Secrets", None),
        ("Delver of Secrets // Insectile Aberration", "Delver of Secrets", None),
        ("Insectile Aberration", "Delver of Secrets", 1),
        ("Fire // Ice", "Fire // Ice", None),
        ("Ice", "Fire // Ice", 1),
        ("Bonecrusher Giant", "Bonecrusher Giant // Stomp", 0),
        ("Stomp", "Bonecrusher Giant // Stomp", 1),
        ("Lim-Dul’s Vault", "Lim-Dûl's Vault", None),
        ("Forma de luz", "Lightform", None),
    ],
)
def test_a_name_is_exact_after_normalisation(pool: CataloguePool, name: str, card: str, face: int | None) -> None:
    found = pool.find(name)
    assert found is not None
    assert (found[0].name, found[1]) == (card, face)
    assert pool.known_names(name)


@pytest.mark.parametrize("name", ["Grizly Bears", "Fire, Ice", "Fire Ice", "GrizzlyBears", "bolt", "", "No Such Card"])
def test_a_name_that_is_not_exact_is_no_card(pool: CataloguePool, name: str) -> None:
    assert pool.find(name) is None
    assert not pool.known_names(name)


def test_a_name_that_several_cards_share_gives_the_choices(pool: CataloguePool) -> None:
    shared = _shared_printed_name(pool)
    with pytest.raises(AmbiguousAction) as error:
        pool.find(shared)
    assert len(error.value.choices) > 1
    assert pool.known_names(shared)


def _shared_printed_name(pool: CataloguePool) -> str:
    """Some name in another language that two cards have."""
    seen: dict[str, str] = {}
    for card in pool.catalogue.names():
        for languages in pool.catalogue.printed(card).values():
            for names in languages.values():
                for name in names:
                    other = seen.setdefault(name, card)
                    if other != card and not pool.catalogue.facts(name):
                        try:
                            pool.find(name)
                        except AmbiguousAction:
                            return name
    pytest.skip("no two cards of the catalogue share a printed name")


def test_near_names_are_offered(pool: CataloguePool) -> None:
    assert "Grizzly Bears" in pool.nearest_names("Grizly Bears")


def test_a_definition_holds_what_is_printed(pool: CataloguePool) -> None:
    card, _ = pool.find("Delver of Secrets") or pytest.fail("no Delver")
    front, back = card.faces
    assert (front.power, front.toughness, str(front.mana_cost)) == (1, 1, "{U}")
    assert (back.name, back.mana_cost, back.color_indicator) == ("Insectile Aberration", None, ("U",))
    assert card.is_double_faced
    star, _ = pool.find("Tarmogoyf") or pytest.fail("no Tarmogoyf")
    assert (star.front.power, star.front.toughness) == (0, 1)
    land, _ = pool.find("Forest") or pytest.fail("no Forest")
    assert land.front.mana_cost is None


def test_a_card_without_abilities_has_none_and_one_that_is_not_understood_says_so(pool: CataloguePool) -> None:
    vanilla, _ = pool.find("Grizzly Bears") or pytest.fail("no Bears")
    assert vanilla.front.abilities == ()
    unread = next(
        name
        for name in pool.catalogue.cards_with_trees()
        if (facts := pool.catalogue.facts(name))
        and facts.playable
        and "UnsupportedAbility" in str(pool.catalogue.trees(name))
    )
    abilities = [ability for face in pool.definition(unread).faces for ability in face.abilities]
    assert any(isinstance(ability, t.UnsupportedAbility) for ability in abilities)


def test_hand_written_trees_win_over_the_shipped_ones() -> None:
    from simulator.oracle import FaceText

    written = {"Hill Giant": trees_for([FaceText("Hill Giant", type_line="Creature", oracle_text="Flying")])}
    pool = CataloguePool(Names.shipped(), (written.get,))
    assert [ability.name for ability in pool.definition("Hill Giant").front.abilities] == ["flying"]  # type: ignore[attr-defined]
    assert pool.definition("Grizzly Bears").front.abilities == ()
    # trees of a version that isn't known here aren't taken
    written["Hill Giant"]["v"] = 999
    pool = CataloguePool(Names.shipped(), (written.get,))
    assert pool.definition("Hill Giant").front.abilities == ()


def test_the_pool_plays_the_hand_written_cards(pool: CataloguePool) -> None:
    from simulator.oracle import handwritten

    for name, trees in handwritten().items():
        faces = pool.definition(name).faces
        assert [len(face.abilities) for face in faces] == [len(face) for face in trees["faces"]]


def test_a_cost_that_the_rules_do_not_know_is_unsupported() -> None:
    facts = CardFacts("Half Baked", "normal", "card", (FaceFacts("Half Baked", "{HW}", "Creature"),))
    with pytest.raises(Unsupported, match="Half Baked"):
        card_definition(facts, ((),))
