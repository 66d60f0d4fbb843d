"""Invented cards in Oracle style: each ability becomes a tree that means its text, or is unsupported."""

from __future__ import annotations

import pytest

from simulator.abilities import tree as t
from simulator.oracle import FaceText, compile_face, trees_for
from simulator.oracle.trees import trees_from


def compiled(text: str, name: str = "Pale Lantern", type_line: str = "Creature — Bird") -> tuple[t.Ability, ...]:
    return compile_face(FaceText(name, "{1}{W}", type_line, text))


def one(text: str, name: str = "Pale Lantern", type_line: str = "Creature — Bird") -> t.Ability:
    (ability,) = compiled(text, name, type_line)
    return ability


CREATURE = t.HasType("Creature")
YOURS = t.ControlledBy(t.You())


def test_keywords_of_a_line_are_abilities_of_their_own() -> None:
    assert compiled("Flying, first strike") == (t.Keyword("flying"), t.Keyword("first strike"))


def test_protection_from_two_qualities_is_two_abilities() -> None:
    """CR 702.16g."""
    assert compiled("Protection from black and from red") == (
        t.Keyword("protection", where=t.HasColor("B")),
        t.Keyword("protection", where=t.HasColor("R")),
    )


def test_reminder_text_means_nothing() -> None:
    """CR 207.2a."""
    assert one("Vigilance (It stays awake.)") == t.Keyword("vigilance")


@pytest.mark.parametrize("line", ["Morph {2}{W}", "Megamorph {2}{W}", "Disguise {2}{W}"])
def test_turn_up_costs(line: str) -> None:
    assert one(line) == t.Keyword(line.split()[0].lower(), (t.PayMana("{2}{W}"),))


def test_a_morph_cost_may_be_an_action() -> None:
    assert one("Morph—Sacrifice another creature.") == t.Keyword(
        "morph", (t.Sacrifice(t.AllOf((t.Other(), CREATURE))),)
    )


def test_a_reduction_of_a_morph_cost_is_kept() -> None:
    found = one("Morph {5}{R}. This cost is reduced by {1} for each creature card in your graveyard.")
    assert isinstance(found, t.Keyword)
    assert found.reduction == t.Count(t.AllOf((CREATURE, t.OwnedBy(t.You()))), "graveyard")


def test_the_card_s_own_name_and_this_creature_are_the_object() -> None:
    by_name = one("Pale Lantern gets +1/+0 as long as you control another creature.")
    assert by_name == one("This creature gets +1/+0 as long as you control another creature.")


def test_a_trigger_that_names_two_events() -> None:
    """CR 708.8: turning up isn't entering, so the text names both."""
    found = one("When this creature enters or is turned face up, draw a card.")
    assert isinstance(found, t.Triggered)
    myself = t.Is(t.Self())
    assert found.event == t.AnyEvent((t.ZoneChange(myself, to="battlefield"), t.TurnedFaceUp(myself)))
    assert found.effect == t.Draw()


def test_targets_stand_in_the_order_of_the_text() -> None:
    found = one("Tap target artifact. Destroy target creature an opponent controls.", "Two Blows", "Sorcery")
    assert isinstance(found, t.Spell)
    assert found.targets[0].where == t.HasType("Artifact")
    assert found.effect == t.Sequence((t.TapEffect(t.Target(0)), t.Destroy(t.Target(1))))


def test_it_comes_back_to_the_target() -> None:
    found = one("Untap target creature. It gets +2/+2 until end of turn.", "Wake", "Instant")
    assert isinstance(found, t.Spell)
    assert found.effect == t.Sequence(
        (t.UntapEffect(t.Target(0)), t.Continuous(t.Target(0), (t.ModifyPT(t.Num(2), t.Num(2)),)))
    )


def test_a_destroyed_creature_that_can_t_be_regenerated() -> None:
    found = one("Destroy target nonblack creature. It can't be regenerated.", "Night", "Instant")
    assert isinstance(found, t.Spell)
    assert found.effect == t.Destroy(t.Target(0), no_regeneration=True)


def test_two_lines_of_a_spell_are_one_spell_ability() -> None:
    """CR 113.3a."""
    found = one("Target creature gains flying until end of turn.\nDraw a card.", "Lift", "Instant")
    assert isinstance(found, t.Spell)
    assert isinstance(found.effect, t.Sequence)


def test_modes_have_their_own_targets() -> None:
    found = one("Choose one —\n• Destroy target artifact.\n• Counter target spell.", "Fork", "Instant")
    assert isinstance(found, t.Spell)
    assert isinstance(found.effect, t.Modes)
    assert found.effect.modes == (t.Destroy(t.Target(0)), t.CounterSpell(t.Target(0)))
    assert found.effect.targets[1][0].zone == "stack"
    assert found.targets == ()


def test_each_opponent_sacrifices_what_they_choose() -> None:
    found = one("Each opponent sacrifices a creature.", "Tithe", "Sorcery")
    assert isinstance(found, t.Spell)
    assert isinstance(found.effect, t.ForEachPlayer)
    assert found.effect.players == t.EachOpponent()


def test_other_creatures_than_the_target() -> None:
    found = one(
        "Target creature and all other creatures with the same name as that creature get -1/-1 until end of turn.",
        "Kinblight",
        "Instant",
    )
    assert isinstance(found, t.Spell)
    assert isinstance(found.effect, t.Continuous)
    assert t.Not(t.Is(t.Target(0))) in t.walk(found.effect)
    assert t.Other() not in t.walk(found.effect)


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("{T}: Add {G}.", t.AddMana("{G}")),
        ("{T}: Add {B} or {G}.", t.AddMana(choice="options", options=("{B}", "{G}"))),
        ("{T}: Add one mana of any color.", t.AddMana(choice="any color")),
        ("{T}: Add {C} for each creature you control.", t.AddMana("{C}", amount=t.Count(t.AllOf((CREATURE, YOURS))))),
        (
            "{T}: Add one mana of any type that a land you control could produce.",
            t.AddMana(choice="could produce", where=t.AllOf((t.HasType("Land"), YOURS)), types="type"),
        ),
        (
            "{T}: Choose a color of a permanent you control. Add one mana of that color.",
            t.AddMana(choice="colors among", where=YOURS),
        ),
    ],
)
def test_mana_abilities(text: str, effect: t.Effect) -> None:
    found = one(text, "Well", "Land")
    assert isinstance(found, t.Activated)
    assert found.cost == (t.TapSelf(),)
    assert found.effect == effect


def test_a_mana_trigger() -> None:
    found = one("Whenever a player taps a land for mana, that player adds one mana of any type that land produced.")
    assert isinstance(found, t.Triggered)
    assert found.event == t.TappedForMana(t.HasType("Land"))
    assert found.effect == t.AddMana(choice="same type", player=t.ThatPlayer())


def test_as_it_is_turned_face_up_is_no_enters_instruction() -> None:
    """CR 708.11."""
    found = one("As this creature is turned face up, put four +1/+1 counters on it.")
    assert isinstance(found, t.Static)
    (part,) = found.parts
    assert isinstance(part, t.EntersWith)
    assert (part.enters, part.turned_face_up) == (False, True)
    assert part.effect == t.PutCountersOn("+1/+1", t.Num(4))


def test_a_face_down_permanent_with_listed_characteristics() -> None:
    """CR 708.2a."""
    found = one("Turn target creature face down. It's a 2/2 Golem artifact creature.", "Rust", "Instant")
    assert isinstance(found, t.Spell)
    assert found.effect == t.TurnFaceDown(
        t.Target(0), t.FaceDownAs(types=("Artifact", "Creature"), subtypes=("Golem",))
    )


@pytest.mark.parametrize(
    "text",
    [
        "Whenever this creature attacks, its controller sings a song.",
        "Destroy target creature if the moon is full.",
        "Legendary artifacts or creatures you control have flying.",
        "This creature gets +1/+1 until the cows come home.",
        "{T}: Add {G}. Spend this mana only on Tuesdays.",
        "When this creature enters, draw a card and sing a song.",
    ],
)
def test_what_isn_t_understood_wholly_is_unsupported(text: str) -> None:
    assert isinstance(one(text), t.UnsupportedAbility)


def test_an_unsupported_ability_keeps_its_neighbours() -> None:
    found = compiled("Flying\nWhen this creature enters, sing a song.\n{T}: Add {W}.")
    assert [type(a) for a in found] == [t.Keyword, t.UnsupportedAbility, t.Activated]
    assert found[1].kind == "triggered"  # type: ignore[attr-defined]


def test_the_stored_form_gives_the_same_trees() -> None:
    faces = (FaceText("Pale Lantern", "{W}", "Creature — Bird", "Flying\nWhen this creature dies, draw a card."),)
    stored = trees_for(faces)
    assert stored["v"] == t.TREE_VERSION
    assert trees_from(stored) == (compile_face(faces[0]),)


def test_a_verb_without_a_subject_goes_on_with_the_subject_before() -> None:
    found = one("Target player discards a card, then mills a card.", "Gloom", "Sorcery")
    assert isinstance(found, t.Spell)
    assert found.effect == t.Sequence((t.DiscardCards(player=t.TargetPlayer(0)), t.Mill(player=t.TargetPlayer(0))))


def test_it_is_never_the_source_named_in_the_same_clause() -> None:
    found = one("Whenever a creature you control enters, you may attach this Equipment to it.", "Hook", "Artifact")
    assert isinstance(found, t.Triggered)
    assert found.effect == t.May(t.Attach(t.Self(), t.That()))


def test_that_creature_is_the_other_one_of_the_event_and_it_the_subject() -> None:
    other = one("Whenever this creature blocks a creature, destroy that creature.")
    subject = one("Whenever this creature blocks a creature, it gets +1/+1 until end of turn.")
    assert isinstance(other, t.Triggered)
    assert isinstance(subject, t.Triggered)
    assert other.effect == t.Destroy(t.That("other"))
    assert isinstance(subject.effect, t.Continuous)
    assert subject.effect.what == t.That()
