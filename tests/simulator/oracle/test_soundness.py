"""References that nothing has filled: trees that the guard refuses, and that no real card's tree is one."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from simulator.abilities import tree as t
from simulator.oracle import FaceText, compile_face, handwritten
from simulator.oracle.soundness import ATTACHMENTS, faults
from simulator.oracle.trees import trees_from

DIES = t.ZoneChange(t.Is(t.Self()), "battlefield", "graveyard")
EXILE = t.MoveTo(t.Target(0), "exile", save_as="gone")


def compiled(
    text: str, type_line: str = "Instant", name: str = "Quick Word", cost: str = "{W}"
) -> tuple[t.Ability, ...]:
    return compile_face(FaceText(name, cost, type_line, text))


def unread(text: str, type_line: str = "Creature — Bird") -> bool:
    return any(isinstance(ability, t.UnsupportedAbility) for ability in compiled(text, type_line))


@pytest.mark.parametrize(
    "ability",
    [
        t.Spell(t.Draw(t.CountRef(t.Prior("gone")))),
        t.Spell(t.Sequence((t.Draw(t.CountRef(t.Prior("gone"))), EXILE)), (t.TargetSpec(),)),
        t.Spell(t.If(t.YourTurn(), EXILE, t.Draw(t.CountRef(t.Prior("gone")))), (t.TargetSpec(),)),
        t.Spell(t.Destroy(t.Target(1)), (t.TargetSpec(),)),
        t.Spell(t.Modes((t.Destroy(t.Target(0)), t.Draw()), ((), ()))),
        t.Spell(t.Destroy(t.That())),
        t.Spell(t.Destroy(t.Prior("cost"))),
        t.Spell(t.Draw(t.X())),
        t.Spell(t.BecomeCopy(t.Target(0), t.Target(0)), (t.TargetSpec(),)),
        t.Activated((t.TapSelf(),), t.GainLife(t.EventAmount())),
        t.Triggered(DIES, t.GainLife(t.EventAmount())),
        t.Triggered(DIES, t.MoveTo(t.Linked(), "hand")),
        t.Triggered(DIES, t.Destroy(t.All(t.OfChosen("color")))),
        t.Triggered(t.Attacks(t.Is(t.AttachedTo())), t.Draw()),
    ],
)
def test_a_reference_that_nothing_fills_is_a_fault(ability: t.Ability) -> None:
    assert list(faults([ability], attaches=False)) == [0]


@pytest.mark.parametrize(
    "ability",
    [
        t.Spell(t.Sequence((EXILE, t.Draw(t.CountRef(t.Prior("gone"))))), (t.TargetSpec(),)),
        t.Spell(t.Delayed(t.BeginningOf("end"), t.Destroy(t.Prior("delayed")), what=t.Target(0)), (t.TargetSpec(),)),
        t.Spell(t.Sequence((t.ChooseValue("color"), t.Destroy(t.All(t.OfChosen("color")))))),
        t.Activated((t.PayMana("{X}"),), t.Draw(t.X())),
        t.Activated((t.Sacrifice(t.HasType("Creature")),), t.Draw(t.Stat("power", t.Prior("cost")))),
        t.Triggered(t.GainsLife(), t.GainLife(t.EventAmount())),
        t.Static((t.Modify(t.HasType("Creature"), (t.ModifyPT(t.Stat("power", t.That())),)),)),
    ],
)
def test_a_reference_that_is_filled_is_none(ability: t.Ability) -> None:
    assert faults([ability], attaches=False) == {}


def test_what_isn_t_read_takes_with_it_what_speaks_of_it() -> None:
    """CR 607.1: without the ability that exiles, "the exiled card" would be nothing."""
    found = compiled(
        "When this creature enters, juggle and exile a card.\n"
        "When this creature dies, return the exiled card to its owner's hand.",
        "Creature — Bird",
    )
    assert [type(ability) for ability in found] == [t.UnsupportedAbility] * 2
    assert [ability.kind for ability in found if isinstance(ability, t.UnsupportedAbility)] == ["triggered"] * 2


def test_a_condition_after_its_instruction_is_about_the_object_before() -> None:
    """CR 608.2c."""
    (found,) = compiled(
        "Whenever a creature dies, return it to the battlefield if it's a permanent card.", "Enchantment"
    )
    assert isinstance(found, t.Triggered)
    assert isinstance(found.effect, t.If)
    assert found.effect.condition == t.Holds(t.That(), t.IsCard(t.IsPermanentCard()))


def test_the_sacrificed_creature_isn_t_the_target() -> None:
    """CR 601.2f, 608.2h: what was sacrificed for the cost."""
    (_, spell) = compiled(
        "As an additional cost to cast this spell, sacrifice a creature.\n"
        "Target creature gets -X/-X until end of turn, where X is the sacrificed creature's power."
    )
    assert t.Stat("power", t.Prior("cost")) in t.walk(spell)
    (found,) = compiled(
        "{1}, Sacrifice another creature: This creature deals damage to target creature equal to the sacrificed "
        "creature's power.",
        "Creature — Bird",
    )
    assert t.Stat("power", t.Prior("cost")) in t.walk(found)


def test_a_target_becomes_a_copy_of_what_was_chosen_before() -> None:
    """CR 707.2."""
    (spell,) = compiled("Choose a red creature on the battlefield. Target creature becomes a copy of that creature.")
    (copy,) = (node for node in t.walk(spell) if isinstance(node, t.BecomeCopy))
    assert copy.what == t.Target(0)
    assert isinstance(copy.of, t.Prior)


def test_what_a_delayed_ability_does_is_spoken_of_inside_it() -> None:
    """CR 603.7."""
    (found,) = compiled(
        "At the beginning of your end step, exile this creature. Return it to the battlefield under its owner's "
        "control at the beginning of your next upkeep. It gains haste.",
        "Creature — Bird",
    )
    (later,) = (node for node in t.walk(found) if isinstance(node, t.Delayed))
    assert t.Continuous in [type(node) for node in t.walk(later)]


def test_the_creature_type_of_your_choice_is_chosen_then() -> None:
    """CR 608.2d; of a target it would have to be chosen while casting, which isn't read."""
    (spell,) = compiled("Destroy all creatures of the creature type of your choice.", "Sorcery")
    assert isinstance(spell, t.Spell)
    assert isinstance(spell.effect, t.Sequence)
    assert spell.effect.parts[0] == t.ChooseValue("creature type")
    assert unread("Destroy target creature of the creature type of your choice.", "Sorcery")


def test_the_chosen_type_is_of_the_kind_that_is_chosen() -> None:
    """CR 607.2d."""
    (_, grows) = compiled(
        "As this creature enters, choose a basic land type.\nLands you control are the chosen type in addition "
        "to their other types.",
        "Creature — Bird",
    )
    assert t.SetTypes(chosen="basic land type", keep_types=True) in t.walk(grows)


def test_equipment_is_attached_to_what_was_named_before() -> None:
    """CR 301.5c: nothing is attached to itself."""
    (spell,) = compiled(
        "Create a 1/1 white Soldier creature token. You may attach an Equipment you control to it.", "Sorcery"
    )
    (attach,) = (node for node in t.walk(spell) if isinstance(node, t.Attach))
    (token,) = (node for node in t.walk(spell) if isinstance(node, t.CreateToken))
    assert attach.to == t.Prior(token.save_as)


def test_a_list_that_ends_in_tokens_isn_t_of_tokens_alone() -> None:
    (spell,) = compiled("Destroy all artifacts, enchantments, and/or tokens.")
    kinds = t.AnyOf((t.HasType("Artifact"), t.HasType("Enchantment"), t.IsToken()))
    assert t.All(kinds) in t.walk(spell)


def test_it_is_the_creature_that_was_spoken_of_last() -> None:
    (found,) = compiled(
        "Whenever this creature deals combat damage to a creature, tap that creature and it doesn't untap during its "
        "controller's next untap step.",
        "Creature — Bird",
    )
    (rule,) = (node for node in t.walk(found) if isinstance(node, t.Cant))
    assert rule.where == t.Is(t.That("other"))


def test_the_hand_written_trees_are_sound() -> None:
    for name, trees in handwritten().items():
        for face in trees_from(trees):
            assert faults(face, "{X}") == {}, name


@pytest.mark.shared
def test_no_tree_of_a_real_card_speaks_of_what_nothing_has_filled(shared_dir: Path) -> None:
    wrong: dict[str, dict[int, str]] = {}
    path = shared_dir / "data" / "scryfall" / "oracle-cards.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            card = json.loads(line)
            for face in card.get("card_faces") or [card]:
                types, cost = face.get("type_line", ""), face.get("mana_cost", "")
                trees = compile_face(FaceText(face["name"], cost, types, face.get("oracle_text", "")))
                found = faults(trees, cost, any(word in types for word in ATTACHMENTS))
                if found:
                    wrong[face["name"]] = found
    assert not wrong
