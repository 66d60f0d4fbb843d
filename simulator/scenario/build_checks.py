"""From parse trees to checks."""

from __future__ import annotations

from typing import cast

from simulator.scenario import ast
from simulator.scenario.build_common import Builder, Parts, mana, sure


def _pair(text: str) -> tuple[int, int]:
    power, _, toughness = text.partition("/")
    return int(power), int(toughness)


def _prop(part: Parts) -> ast.Prop:
    simple = _word_prop(part)
    return simple if simple is not None else _slot_prop(part)


def _word_prop(part: Parts) -> ast.Prop | None:
    """Properties of keywords and numbers."""
    match part.kind:
        case "prop_flag":
            return ast.FlagProp(cast(ast.Flag, part.word("flag")))
        case "prop_size":
            return ast.SizeProp(*_pair(part.need("SIZE")))
        case "prop_mana_value":
            return ast.ManaValueProp(part.number())
        case "prop_mana_cost":
            return ast.ManaCostProp(mana(part.need("COST")))
        case "prop_counters":
            return ast.CountersProp(part.number(), part.need("KIND"))
        case "prop_damage":
            return ast.DamageProp(part.number())
        case "prop_origin":
            return ast.OriginProp(part.word("origin"))  # type: ignore[arg-type]
        case "prop_zone":
            return ast.ZoneProp(cast(ast.Zone, part.word("any_zone")), part.owner())
        case _:
            return None


def _slot_prop(part: Parts) -> ast.Prop:
    """Properties that name something."""
    match part.kind:
        case "prop_named":
            return ast.NamedProp(part.name())
        case "prop_has" | "prop_lacks":
            return ast.KeywordProp(part.need("KEYWORD"), part.kind == "prop_has")
        case "prop_controlled":
            return ast.ControlledProp(part.player())
        case "prop_owned":
            return ast.OwnedProp(part.player())
        case "prop_attached":
            return ast.AttachedProp(part.target())
        case "prop_not":
            return ast.NotProp(_prop(sure(part.child())))
        case _:
            types, colors = part.names.words(part.need("WORDS")) or ((), ())
            return ast.WordsProp(types, colors)


def _pprop(part: Parts) -> ast.PProp:
    match part.kind:
        case "pprop_life" | "pprop_hand" | "pprop_library":
            return ast.NumberPProp(part.kind.removeprefix("pprop_"), part.number())  # type: ignore[arg-type]
        case "pprop_pool":
            return ast.PoolPProp(mana(part.text("COST") or ""))
        case "pprop_won" | "pprop_lost":
            return ast.OutcomePProp(part.kind.removeprefix("pprop_"))  # type: ignore[arg-type]
        case "pprop_sees" | "pprop_has_seen":
            return ast.SeesPProp(part.ref(), part.name(), part.kind == "pprop_has_seen")
        case "pprop_cannot_see":
            return ast.CannotSeePProp(part.ref())
        case "pprop_can_turn":
            return ast.CanTurnPProp(part.word("can_turn") == "can turn", part.ref(), part.price())
        case "pprop_can_cast":
            return ast.CanCastPProp(part.word("can_cast") == "can cast", part.ref("THING"))
        case "pprop_can_activate":
            ability = part.child("ability")
            can = part.word("can_activate") == "can activate"
            return ast.CanActivatePProp(can, part.ref(), ability.number() if ability else None)
        case "pprop_could_produce":
            could = part.word("could_produce") == "could produce"
            return ast.CouldProducePProp(could, mana(part.need("COST")), part.ref())
        case _:
            return ast.MayChoosePProp(part.answers())


def expect_object(part: Parts) -> ast.ExpectObject:
    """`expect REF: PROP, PROP`."""
    return ast.ExpectObject(part.ref(), tuple(_prop(node) for node in part.children()))


def expect_player(part: Parts) -> ast.ExpectPlayer:
    """`expect PLAYER: PPROP, PPROP`."""
    return ast.ExpectPlayer(part.player(), tuple(_pprop(node) for node in part.children()))


def _counted(part: Parts) -> tuple[tuple[ast.NameRef, int], ...]:
    cards = []
    for node in part.children("counted"):
        times = node.text("TIMES")
        cards.append((node.name(), int(times[1:]) if times else 1))
    return tuple(cards)


def expect_zone(part: Parts) -> ast.ExpectZone:
    """`expect ZONE of PLAYER: [exactly] CARD …`."""
    zone = cast(ast.Zone, part.word("zone"))
    return ast.ExpectZone(zone, part.owner() or "", _counted(part), part.has("exactly"))


def expect_zone_empty(part: Parts) -> ast.ExpectZone:
    """`expect ZONE of PLAYER: empty`."""
    return ast.ExpectZone(cast(ast.Zone, part.word("zone")), part.owner() or "", (), exactly=True)


def _tally(part: Parts) -> int | tuple[ast.ObjectRef, ...]:
    child = sure(part.child())
    if child.kind == "tally_none":
        return 0
    return child.number() if child.kind == "tally_count" else child.refs()


def expect_triggered(part: Parts) -> ast.ExpectTally:
    """`expect triggered: …`."""
    return ast.ExpectTally("triggered", _tally(part))


def expect_stack(part: Parts) -> ast.ExpectTally:
    """`expect stack: …`."""
    return ast.ExpectTally("stack", _tally(part))


def expect_revealed(part: Parts) -> ast.ExpectRevealed:
    """`expect revealed: …`."""
    return ast.ExpectRevealed(_counted(part))


BUILDERS: dict[str, Builder] = {
    "expect_object": expect_object,
    "expect_player": expect_player,
    "expect_zone": expect_zone,
    "expect_zone_empty": expect_zone_empty,
    "expect_triggered": expect_triggered,
    "expect_stack": expect_stack,
    "expect_revealed": expect_revealed,
}
