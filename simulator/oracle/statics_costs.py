"""Static abilities about costs: reductions, increases, additional and alternative costs (CR 118.7, 601.2f)."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.oracle.amounts import for_each
from simulator.oracle.context import Context
from simulator.oracle.nouns import Description
from simulator.oracle.statics import STATICS, Parts
from simulator.oracle.template import reader


@STATICS("{what:d} cost(s) {{n:generic}} <way:less|more> to cast")
def _cost(_: Context, what: Description, n: int, way: str) -> Parts | None:
    return _cost_change(what, t.Num(n if way == "more" else -n), t.EachPlayer())


@STATICS("{what:d} you cast cost(s) {{n:generic}} <way:less|more> to cast")
def _cost_yours(_: Context, what: Description, n: int, way: str) -> Parts | None:
    return _cost_change(what, t.Num(n if way == "more" else -n), t.You())


@STATICS("{what:d} your opponents cast cost {{n:generic}} <way:less|more> to cast")
def _cost_theirs(_: Context, what: Description, n: int, way: str) -> Parts | None:
    return _cost_change(what, t.Num(n if way == "more" else -n), t.EachOpponent())


def _cost_change(what: Description, amount: t.Amount, player: t.PlayerRef) -> Parts | None:
    if "spell" not in what.words or what.zone not in ("", "stack"):
        return None
    return (t.CostChange("cast", what.where, amount, player=player),)


@reader("generic")
def _generic(text: str, _: Context) -> int | None:
    return int(text) if text.isdigit() else None


@STATICS("~ costs {{n:generic}} <way:less|more> to cast for each {f:each}")
def _self_cost_each(_: Context, n: int, way: str, f: t.Amount) -> t.Static:
    amount = t.Times(n if way == "more" else -n, f)
    return t.Static((t.CostChange("cast", t.Is(t.Self()), amount, player=t.You()),), zone="stack")


@reader("each")
def _each(text: str, context: Context) -> t.Amount | None:
    return for_each(text, context)


@STATICS("{what:d} you cast cost(s) {{n:generic}} <way:less|more> to cast for each {f:each}")
def _yours_each(_: Context, what: Description, n: int, way: str, f: t.Amount) -> Parts | None:
    return _cost_change(what, t.Times(n if way == "more" else -n, f), t.You())


@STATICS("~ costs {{n:generic}} <way:less|more> to cast if {c:c}")
def _self_cost_if(_: Context, n: int, way: str, c: t.Condition) -> t.Static:
    change = t.CostChange("cast", t.Is(t.Self()), t.Num(n if way == "more" else -n), player=t.You())
    return t.Static((change,), c, zone="stack")


@STATICS("the first {what:d} you cast each turn costs {{n:generic}} less to cast")
def _first_cost(_: Context, what: Description, n: int) -> Parts | None:
    if "spell" not in what.words or what.plural:
        return None
    return (t.CostChange("cast", what.where, t.Num(-n), player=t.You(), nth=1),)


@STATICS("you may cast {what:d} as though (it|they) had flash")
def _flash(_: Context, what: Description) -> Parts | None:
    if "spell" not in what.words or not what.plural:
        return None
    return (t.MayPlay(what.where, flash=True),)


@STATICS("as an additional cost to cast ~, {cost:cost}")
def _additional(_: Context, cost: tuple[t.Cost, ...]) -> t.Static:
    return t.Static((t.AdditionalCost(cost),), zone="stack")


@STATICS("as an additional cost to cast ~, {a:cost} or {b:cost}")
def _additional_choice(_: Context, a: tuple[t.Cost, ...], b: tuple[t.Cost, ...]) -> t.Static:
    return t.Static((t.AdditionalCost(options=(a, b)),), zone="stack")


@STATICS(
    "you may {cost:cost} rather than pay ~'s mana cost", "if {c:c}, you may {cost:cost} rather than pay ~'s mana cost"
)
def _alternative(_: Context, cost: tuple[t.Cost, ...], c: t.Condition | None = None) -> t.Static:
    return t.Static((t.AlternativeCost(cost, c),), zone="stack")


@STATICS("~ costs <mana:(?:\\{[^{}]+\\})+> <way:less|more> to cast for each target beyond the first")
def _per_target(_: Context, mana: str, way: str) -> t.Static | None:
    # CR 601.2f: the targets have been chosen by then
    beyond = t.Plus((t.CountTargets(0), t.Num(-1)))
    generic = mana.strip("{}")
    if generic.isdigit():
        change = t.CostChange("cast", t.Is(t.Self()), t.Times(int(generic), beyond), player=t.You())
    else:
        change = t.CostChange("cast", t.Is(t.Self()), beyond, mana=mana, player=t.You())
    return t.Static((change,), zone="stack") if way == "more" else None


@STATICS("~ costs {X} <way:less|more> to cast, where X is {n:x}")
def _self_cost_x(_: Context, way: str, n: t.Amount) -> t.Static:
    amount = n if way == "more" else t.Times(-1, n)
    return t.Static((t.CostChange("cast", t.Is(t.Self()), amount, player=t.You()),), zone="stack")


@STATICS("~ costs {{n:generic}} less to cast if it targets {what:a}")
def _cheaper_target(_: Context, n: int, what: Description) -> t.Static | None:
    if what.plural or (what.zone and what.zone not in ("battlefield", "stack")):
        return None
    change = t.CostChange("cast", t.Is(t.Self()), t.Num(-n), player=t.You(), targets=what.where)
    return t.Static((change,), zone="stack")


@STATICS(
    "{what:d} you cast from anywhere other than your hand cost {{n:generic}} <way:less|more> to cast",
    "{what:d} you cast from <zone:exile|your graveyard> cost {{n:generic}} <way:less|more> to cast",
)
def _cast_elsewhere(_: Context, what: Description, n: int, way: str, zone: str = "") -> Parts | None:
    if "spell" not in what.words or not what.plural:
        return None
    zones = zone.split()[-1] if zone else "graveyard|library|exile|command"
    return (t.CostChange("cast", what.where, t.Num(n if way == "more" else -n), player=t.You(), zone=zones),)


@STATICS("{what:d} you cast but don't own cost {{n:generic}} less to cast")
def _not_owned(_: Context, what: Description, n: int) -> Parts | None:
    if "spell" not in what.words:
        return None
    where = t.AllOf((what.where, t.Not(t.OwnedBy(t.You()))))
    return (t.CostChange("cast", where, t.Num(-n), player=t.You()),)


@STATICS("all morph costs cost {{n:generic}} more")
def _morph_costs(_: Context, n: int) -> Parts:
    # CR 702.37b: megamorph costs are morph costs
    return tuple(t.CostChange(kind, amount=t.Num(n)) for kind in ("morph", "megamorph"))


@STATICS("{what:d} cost {{n:generic}} <way:less|more> to turn face up")
def _turning_costs(_: Context, what: Description, n: int, way: str) -> Parts | None:
    if not what.plural or what.zone:
        return None
    return (t.CostChange("turn face up", what.where, t.Num(n if way == "more" else -n)),)


@STATICS("activated abilities of {what:d} cost {{n:generic}} <way:less|more> to activate")
def _activation_costs(_: Context, what: Description, n: int, way: str) -> Parts | None:
    if not what.plural or what.zone:
        return None
    return (t.CostChange("activate", what.where, t.Num(n if way == "more" else -n)),)
