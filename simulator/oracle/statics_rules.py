"""Static abilities about what players may do, and about rules of the game itself (CR 101.2, 104.2, 604, 704.5j)."""

from __future__ import annotations

import re
from collections.abc import Callable

from simulator.abilities import tree as t
from simulator.abilities.subtypes import subtype_of
from simulator.oracle.context import Context
from simulator.oracle.descriptions import describe_in
from simulator.oracle.nouns import Description
from simulator.oracle.statics import STATICS, Parts
from simulator.oracle.template import reader

_WHO: dict[str, t.PlayerRef] = {
    "your opponents": t.EachOpponent(),
    "each opponent": t.EachOpponent(),
    "players": t.EachPlayer(),
    "each player": t.EachPlayer(),
    "you": t.You(),
}
_WHO_WORDS = "|".join(_WHO)


def is_spells(what: Description) -> bool:
    """Whether a description is of spells in general ("creature spells"), not of one."""
    return "spell" in what.words and what.plural and what.zone in ("", "stack")


@reader("spells")
def spells(text: str, context: Context) -> t.Predicate | None:
    """Spells, "creature spells", "spells with even mana values"."""
    return _of_parity(text, context, is_spells)


def _of_parity(text: str, context: Context, fits: Callable[[Description], bool]) -> t.Predicate | None:
    """What a description that fits says, also with "with even mana values" or "odd" behind it."""
    # CR 107.1: zero is even
    found = re.fullmatch(r"(.+) with (even|odd) mana values", text)
    described = describe_in(found.group(1) if found else text, context)
    if described is None or not fits(described):
        return None
    return t.AllOf((described.where, t.Compare("mana value", found.group(2)))) if found else described.where


@STATICS(f"<who:{_WHO_WORDS}> can't cast {{what:spells}}[ during <when:your turn|combat>]")
def _cant_cast(_: Context, who: str, what: t.Predicate, when: str = "") -> t.Static | Parts:
    # CR 101.2: an effect that says that something can't happen takes precedence
    cant = t.Cant("be cast", what, player=_WHO[who])
    if not when:
        return (cant,)
    return t.Static((cant,), t.YourTurn() if when == "your turn" else t.InStep("combat"))


@STATICS(f"<who:{_WHO_WORDS}> can't cast {{what:spells}} from anywhere other than their hands")
def _only_from_hand(_: Context, who: str, what: t.Predicate) -> Parts:
    return (t.Cant("be cast", what, player=_WHO[who], zone="graveyard|library|exile|command"),)


@STATICS("{what:spells} can't be cast")
def _spells_cant(_: Context, what: t.Predicate) -> Parts:
    return (t.Cant("be cast", what),)


@STATICS("{what:spells} (you cast|you control) can't be countered")
def _uncounterable(_: Context, what: t.Predicate) -> Parts:
    return (t.Cant("be countered", t.AllOf((what, t.ControlledBy(t.You())))),)


@STATICS(f"<who:{_WHO_WORDS}> can't cast {{what:spells}} or activate abilities of {{of:d}}")
def _neither(_: Context, who: str, what: t.Predicate, of: Description) -> Parts | None:
    if not of.plural or of.zone not in ("", "battlefield"):
        return None
    return (
        t.Cant("be cast", what, player=_WHO[who]),
        t.Cant("be activated", t.AllOf((of.where, t.InZone("battlefield"))), player=_WHO[who]),
    )


@STATICS("your opponents can't block with {what:blocking}")
def _cant_block_with(_: Context, what: t.Predicate) -> Parts:
    return (t.Cant("block", t.AllOf((what, t.ControlledBy(t.EachOpponent())))),)


@reader("blocking")
def _blocking(text: str, context: Context) -> t.Predicate | None:
    return _of_parity(text, context, lambda described: described.plural and not described.zone)


@STATICS(
    "activated abilities of sources with the chosen name can't be activated[ unless they're <mana:mana> abilities]"
)
def _named_sources(_: Context, mana: str = "") -> Parts:
    return (t.Cant("be activated", t.OfChosen("name"), except_mana=bool(mana)),)


# Winning, losing, life (CR 104, 119)


@STATICS("you can't lose the game and your opponents can't win the game")
def _no_outcome(_: Context) -> Parts:
    return (t.Cant("lose", player=t.You()), t.Cant("win", player=t.EachOpponent()))


@STATICS("you can't lose the game")
def _cant_lose(_: Context) -> Parts:
    return (t.Cant("lose", player=t.You()),)


@STATICS("damage can't be prevented")
def _unpreventable(_: Context) -> Parts:
    return (t.Cant("be prevented"),)


@STATICS("if <who:a player|an opponent> would gain life, that player gains no life instead")
def _no_life(_: Context, who: str) -> Parts:
    player: t.PlayerRef = t.EachPlayer() if who == "a player" else t.EachOpponent()
    return (t.Replacement(t.ReplacedEvent("life gain", player=player, multiply=0)),)


# The rules of the game


@STATICS('the "legend rule" doesn\'t apply[ to {w:w}]')
def _legend_rule(_: Context, w: t.Predicate | None = None) -> Parts:
    # CR 704.5j
    return (t.Cant("legend rule", w if w is not None else t.AllOf()),)


@STATICS(
    "{what:entering} entering don't cause abilities[ of {of:w}] to trigger",
    "{what:entering} entering <dying:or dying> don't cause abilities[ of {of:w}] to trigger",
)
def _no_triggers(_: Context, what: t.Predicate, dying: str = "", of: t.Predicate | None = None) -> Parts:
    event: t.Event = t.ZoneChange(what, to="battlefield")
    if dying:
        event = t.AnyEvent((event, t.ZoneChange(what, "battlefield", "graveyard")))
    return (t.NoTriggers(of if of is not None else t.AllOf(), event),)


@reader("entering")
def _entering(text: str, context: Context) -> t.Predicate | None:
    described = describe_in(text, context)
    if described is None or not described.plural or described.zone or "card" in described.words:
        return None
    return described.where


@STATICS(f"<who:{_WHO_WORDS}> can't draw more than {{n:n}} card(s) each turn")
def _draw_limit(_: Context, who: str, n: t.Amount) -> Parts:
    return (t.PlayerRule("draws each turn", _WHO[who], n),)


@STATICS("players skip their <what:untap|draw> steps", "each player skips their <what:untap|draw> step")
def _skip(_: Context, what: str) -> Parts:
    return (t.PlayerRule(f"skip {what}", t.EachPlayer()),)


@STATICS("untap {what:yours} during each other player's untap step")
def _untaps_too(_: Context, what: t.Predicate) -> Parts:
    return (t.UntapsToo(what),)


@reader("yours")
def _yours(text: str, context: Context) -> t.Predicate | None:
    described = describe_in(text.removeprefix("all "), context)
    if described is None or not text.startswith("all ") or not text.endswith(" you control") or described.zone:
        return None
    return described.where


@STATICS("each spell that would cost less than {n:n} mana to cast costs {m:n} mana to cast")
def _floor(_: Context, n: t.Amount, m: t.Amount) -> Parts | None:
    return (t.CostFloor(n.value),) if isinstance(n, t.Num) and n == m else None


@STATICS("you may cast {what:spells} from your hand without paying their mana costs")
def _free(_: Context, what: t.Predicate) -> Parts:
    # CR 118.9: an alternative cost, which the player may choose
    return (t.MayPlay(what, zone="hand", free=True),)


@STATICS(
    "you may cast ~ from your graveyard[ as long as {c:c}]",
    "you may cast ~ from your graveyard or from exile<exile:>",
)
def _from_graveyard(_: Context, c: t.Condition | None = None, exile: str | None = None) -> t.Static:
    # CR 113.6f: it functions where the card can be cast from
    zone = "graveyard" if exile is None else "graveyard|exile"
    return t.Static((t.MayPlay(t.Is(t.Self()), zone=zone),), c, zone=zone)


@STATICS("each opponent can cast spells only any time they could cast a sorcery")
def _sorcery_times(_: Context) -> Parts:
    return (t.PlayerRule("sorcery speed", t.EachOpponent()),)


@STATICS("players can't untap more than {n:n} {what:kind_of} during their untap steps")
def _untap_limit(_: Context, n: t.Amount, what: t.Predicate) -> Parts | None:
    return (t.UntapLimit(what, n.value),) if isinstance(n, t.Num) else None


@reader("kind_of")
def _kind_of(text: str, context: Context) -> t.Predicate | None:
    described = describe_in(text, context)
    return None if described is None or described.zone or "card" in described.words else described.where


@STATICS("{what:spells} you cast have {kw:cast_keyword}")
def _spells_have(_: Context, what: t.Predicate, kw: str) -> Parts:
    where = t.AllOf((what, t.ControlledBy(t.You())))
    return (t.Modify(where, (t.GainAbility(t.Keyword(kw)),), zone="stack"),)


@reader("cast_keyword")
def _cast_keyword(text: str, _: Context) -> str | None:
    """Keywords without a cost that matter while a spell is cast or on the stack."""
    return text if text in ("convoke", "improvise", "delve", "cascade", "storm") else None


# Attack taxes (CR 508.1d, 508.1g)


@STATICS(
    "creatures can't attack you unless their controller pays {cost:payment} for each creature they control that's "
    "attacking you",
    "creatures can't attack you <too:or planeswalkers you control> unless their controller pays {cost:payment} for "
    "each of those creatures[, where X is {x:x}]",
)
def _attack_tax(_: Context, cost: str, too: str = "", x: t.Amount | None = None) -> Parts | None:
    if ("{X}" in cost) != (x is not None):
        return None
    return (t.AttackTax(cost, x, planeswalkers=bool(too)),)


@reader("payment")
def _payment(text: str, _: Context) -> str | None:
    return text if re.fullmatch(r"(?:\{[0-9WUBRGCXP/]+\})+", text) else None


# Lands (CR 305.6, 305.7)

_BASIC = ("Plains", "Island", "Swamp", "Mountain", "Forest")


@STATICS("{w:w} is a {kind:basic_land} in addition to its other <types:land types|types>",
         "{w:w} are {kind:basic_land} in addition to their other <types:land types|types>")  # fmt: skip
def _also_land(_: Context, w: t.Predicate, kind: str, types: str) -> Parts:
    return (t.Modify(w, (t.SetLandType((kind,), add=True),)),)


@reader("basic_land")
def _basic_land(text: str, _: Context) -> str | None:
    found = subtype_of(text)
    return found if found in _BASIC else None


@STATICS("{w:w} are every basic land type in addition to their other types")
def _every_land(_: Context, w: t.Predicate) -> Parts:
    return (t.Modify(w, (t.SetLandType(_BASIC, add=True),)),)


@STATICS("~ gets {pt:x_change}, where X is {x:x}")
def _gets_x(_: Context, pt: tuple[int, int], x: t.Amount) -> Parts:
    sized = [t.Times(n, x) if n != 1 else x for n in pt]
    return (t.Modify(t.Is(t.Self()), (t.ModifyPT(*(s if n else t.Num(0) for n, s in zip(pt, sized, strict=True))),)),)


@reader("x_change")
def _x_change(text: str, _: Context) -> tuple[int, int] | None:
    sizes = {"+X": 1, "-X": -1, "+0": 0, "-0": 0}
    power, _slash, toughness = text.partition("/")
    return (sizes[power], sizes[toughness]) if power in sizes and toughness in sizes else None


@STATICS("{w:w} (is|are) goaded")
def _goaded(_: Context, w: t.Predicate) -> Parts:
    return (t.Goaded(w),)
