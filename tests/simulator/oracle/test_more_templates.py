"""Invented cards: chapters, permissions to play, piles, choices, sentences that go back, restricted mana."""

from __future__ import annotations

import pytest

from simulator.abilities import tree as t
from simulator.oracle import FaceText, compile_face, handwritten
from simulator.oracle.trees import trees_from

CREATURE = t.HasType("Creature")
YOURS = t.ControlledBy(t.You())


def compiled(text: str, type_line: str = "Creature — Bird", name: str = "Pale Lantern") -> tuple[t.Ability, ...]:
    return compile_face(FaceText(name, "{1}{W}", type_line, text))


def spell(text: str) -> t.Spell:
    (ability,) = compiled(text, "Instant", "Quick Word")
    assert isinstance(ability, t.Spell)
    return ability


def triggered(text: str) -> t.Triggered:
    (ability,) = compiled(text)
    assert isinstance(ability, t.Triggered)
    return ability


def test_each_numeral_of_a_chapter_is_an_ability_of_its_own() -> None:
    """CR 714.2c."""
    found = compiled("I, II — You gain 1 life.\nIII — Some Flavor — Draw a card.", "Enchantment — Saga")
    assert [a.event for a in found if isinstance(a, t.Triggered)] == [t.ChapterReached(n) for n in (1, 2, 3)]
    assert [a.effect for a in found if isinstance(a, t.Triggered)][2] == t.Draw()


def test_instead_replaces_the_sentence_before() -> None:
    """CR 614.15."""
    found = spell("Draw a card. If you control a Bird, draw two cards instead.").effect
    assert isinstance(found, t.If)
    assert (found.then, found.otherwise) == (t.Draw(t.Num(2)), t.Draw())


def test_instead_doesn_t_swallow_what_follows_a_choice() -> None:
    (found,) = compiled(
        "You may discard a card. If you do, draw a card. If you control a Bird, draw two cards instead.", "Instant"
    )
    assert isinstance(found, t.UnsupportedAbility)


def test_where_x_is_reaches_both_halves_and_the_target() -> None:
    """CR 107.3i."""
    birds = t.Count(t.AllOf((t.HasType("Bird"), YOURS)))
    both = spell("Each opponent loses X life and you gain X life, where X is the number of Birds you control.").effect
    assert both == t.Sequence((t.LoseLife(birds, t.EachOpponent()), t.GainLife(birds)))
    one = spell("Destroy target creature with power X or less, where X is the number of Birds you control.")
    assert one.targets == (t.TargetSpec(t.AllOf((CREATURE, t.Compare("power", "<=", birds)))),)


def test_it_is_what_its_own_instruction_acted_on() -> None:
    """CR 111.6, 400.7: a token created in between doesn't become "that card"."""
    found = spell(
        "Exile the top card of your library. Create a Treasure token. You may play that card this turn."
    ).effect
    assert isinstance(found, t.Sequence)
    exiled, token, play = found.parts
    assert isinstance(exiled, t.MoveTo)
    assert isinstance(token, t.CreateToken)
    assert play == t.CastCard(t.Prior(exiled.save_as), play=True, duration="end of turn")


def test_a_shuffled_face_down_pile_is_manifested() -> None:
    """CR 701.24, 701.40: nobody knows which of them is which."""
    effect = triggered(
        "When this creature deals combat damage to a player, exile it and the top card of your library in a face-down "
        "pile, shuffle that pile, then manifest those cards."
    ).effect
    assert isinstance(effect, t.Sequence)
    pile, manifest = effect.parts
    assert pile == t.MoveTo(
        t.Union((t.That(), t.TopCards(t.Num(1), t.You()))), "exile", face_down=True, order="random", save_as="pile"
    )
    assert manifest == t.Manifest(t.Prior("pile"), save_as="manifested")


def test_who_manifests_from_a_hand_chooses_the_cards() -> None:
    effect = spell("Each opponent manifests a card from their hand.").effect
    assert isinstance(effect, t.ForEachPlayer)
    chosen = next(node for node in t.walk(effect) if isinstance(node, t.Choose))
    assert chosen.chooser == t.ThatPlayer()


def test_mana_for_several_purposes() -> None:
    """CR 106.6, 702.37b: a megamorph cost is a morph cost."""
    (found,) = compiled("{T}: Add {C}. Spend this mana only to cast a Bird spell or pay a morph cost.", "Land")
    assert isinstance(found, t.Activated)
    assert found.effect == t.AddMana(
        "{C}",
        restriction=t.SpendOnly(t.AllOf((t.IsSpell(), t.HasType("Bird"))), morph_costs=("morph", "megamorph")),
    )


def test_a_group_grows_for_each_other_than_the_one_that_grows() -> None:
    (found,) = compiled("Birds you control get +1/+1 for each other Bird you control.", "Enchantment")
    assert isinstance(found, t.Static)
    nodes = t.walk(found)
    assert t.Other() not in nodes
    assert t.Not(t.Is(t.That())) in nodes


def test_it_is_what_the_condition_is_about() -> None:
    (found,) = compiled("As long as equipped creature is a Bird, it has flying.", "Artifact — Equipment")
    assert isinstance(found, t.Static)
    assert isinstance(found.parts[0], t.Modify)
    assert found.parts[0].where == t.Is(t.AttachedTo())


def test_whether_a_face_down_permanent_is_a_creature_card_is_asked_of_the_card() -> None:
    """CR 708.2: face down every permanent is a creature; the card may not be."""
    (found,) = compiled("{1}: Reveal target face-down permanent. If it's a creature card, you may turn it face up.")
    assert t.Holds(t.Target(0), t.IsCard(CREATURE)) in t.walk(found)


@pytest.mark.parametrize(
    "text",
    [
        "When this creature enters, exile two cards from your graveyard. If you can't, sacrifice this creature.",
        "When this creature enters, target creature deals 1 damage to each other creature.",
        "Whenever this creature attacks, whenever a creature dies this turn, it gains flying.",
    ],
)
def test_what_could_mean_two_things_isn_t_read(text: str) -> None:
    assert isinstance(compiled(text)[0], t.UnsupportedAbility)


def test_a_class_has_its_ability_from_the_level_on() -> None:
    """CR 716.2a."""
    found = compiled("Flying\n{2}{W}: Level 2\nVigilance", "Enchantment — Class")
    assert isinstance(found[1], t.Activated)
    assert found[1].sorcery_speed
    assert isinstance(found[2], t.Static)
    assert found[2].condition == t.AmountIs(t.Stat("level"), ">=", t.Num(2))


def test_the_hand_written_trees_load_and_leave_nothing_unread() -> None:
    assert handwritten()
    for trees in handwritten().values():
        assert not [node for node in t.walk(trees_from(trees)) if isinstance(node, t.UnsupportedAbility)]


def test_a_card_to_be_cast_is_asked_what_it_would_be_as_a_spell() -> None:
    """CR 601.3e: the card on top of the library isn't a spell yet; the permission is about what it would be."""
    text = (
        "At the beginning of your upkeep, you may look at the top card of your library. You may cast it without paying "
        "its mana cost if it's an instant or sorcery spell."
    )
    (ability,) = compile_face(FaceText("Top Caster", "{3}", "Creature — Beast", text))
    asked = [node for node in t.walk(ability) if isinstance(node, t.If)]
    assert len(asked) == 1
    assert not any(isinstance(node, t.IsSpell) for node in t.walk(asked[0].condition))
