"""Keyword actions (CR 701) with an object or a number."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.oracle.clauses import EFFECTS
from simulator.oracle.context import Context
from simulator.oracle.template import reader


@EFFECTS("<does:goad|suspect|detain> {what:o}")
def _acts_on(context: Context, does: str, what: t.ObjectRef) -> t.Effect:
    context.subject = what
    return t.KeywordAction(does, what=what)


@EFFECTS("{what:o} <does:explores|connives|endures|connive|explore>[ {n:n}]")
def _object_acts(context: Context, what: t.ObjectRef, does: str, n: t.Amount | None = None) -> t.Effect | None:
    context.subject = what
    action = does.rstrip("s")
    if (action == "endure") != (n is not None) and action != "connive":
        return None
    return t.KeywordAction(action, amount=n, what=what)


@EFFECTS("<does:bolster|adapt|monstrosity|discover|fateseal|incubate> {n:n}")
def _acts_with_number(_: Context, does: str, n: t.Amount) -> t.Effect:
    return t.KeywordAction(does, amount=n)


@EFFECTS("support {n:n}")
def _support(context: Context, n: t.Amount) -> t.Effect | None:
    """CR 701.41a: on a permanent it says "other" creatures."""
    if not isinstance(n, t.Num | t.X):
        return None
    creature = t.HasType("Creature")
    spell = {"instant", "sorcery"} & context.source_types
    where = creature if spell else t.AllOf((t.Other(), creature))
    number = n.value if isinstance(n, t.Num) else 0
    spec = t.TargetSpec(where, minimum=0, maximum=number, x=isinstance(n, t.X))
    return t.PutCountersOn("+1/+1", t.Num(1), t.Target(context.add_target(spec)))


@EFFECTS("amass {kind:amassed} {n:n}")
def _amass(_: Context, kind: str, n: t.Amount) -> t.Effect:
    return t.KeywordAction(f"amass {kind}", amount=n)


@reader("amassed")
def _amassed(text: str, _: Context) -> str | None:
    return text if text in ("Zombies", "Orcs", "Slivers") else None


@EFFECTS(
    "<does:populate|learn|venture into the dungeon|take the initiative|become the monarch|the Ring tempts you|open an "
    "Attraction|forage>",
    "you <does:populate|learn|venture into the dungeon|take the initiative|become the monarch>",
)
def _acts(_: Context, does: str) -> t.Effect:
    return t.KeywordAction(does)


@EFFECTS("{p:p} <does:becomes the monarch|ventures into the dungeon|investigates>")
def _player_acts(_: Context, p: t.PlayerRef, does: str) -> t.Effect:
    names = {"becomes the monarch": "become the monarch", "ventures into the dungeon": "venture into the dungeon"}
    return t.KeywordAction(names.get(does, "investigate"), p)


@EFFECTS("investigate <times:twice>")
def _investigate_twice(_: Context, times: str) -> t.Effect:
    return t.Repeat(t.Num(2), t.KeywordAction("investigate"))
