"""Instructions that add mana (CR 106.3, 106.7, 605)."""

from __future__ import annotations

import itertools
import re

from simulator.abilities import tree as t
from simulator.oracle.clauses import EFFECTS, JOINED
from simulator.oracle.context import Context
from simulator.oracle.descriptions import placed
from simulator.oracle.nouns import Description, describe
from simulator.oracle.numbers import ONE, YOU
from simulator.oracle.template import read, reader

_OPTION = re.compile(r"(?:\{[WUBRGC]\})+")
_TYPES = {"color": "any color", "type": "any type"}


@reader("options")
def _options(text: str, _: Context) -> tuple[str, ...] | None:
    """{B} or {G}", "{W}, {U}, or {B}"."""
    parts = re.split(r", or | or |, ", text)
    if len(parts) < 2 or not all(_OPTION.fullmatch(part) for part in parts):
        return None
    return tuple(parts)


@EFFECTS("[{p:p} ]add(s) [an additional ]{mana:mana}")
def _fixed(context: Context, mana: str, p: t.PlayerRef = YOU) -> t.Effect | None:
    context.subject = p
    return None if "X" in mana else t.AddMana(mana, player=p)


@EFFECTS("[{p:p} ]add(s) [an additional ]{mana:mana} for each {f:f}", "add an amount of {mana:mana} equal to {f:x}")
def _for_each(_: Context, mana: str, f: t.Amount, p: t.PlayerRef = YOU) -> t.Effect:
    return t.AddMana(mana, amount=f, player=p)


@EFFECTS("add {n:n} {mana:mana}")
def _several(_: Context, n: t.Amount, mana: str) -> t.Effect:
    return t.AddMana(mana, amount=n)


@EFFECTS("[{p:p} ]add(s) [an additional ]{o:options}")
def _choice(_: Context, o: tuple[str, ...], p: t.PlayerRef = YOU) -> t.Effect:
    return t.AddMana(choice="options", options=o, player=p)


@EFFECTS("[{p:p} ]add(s) [an additional ]{n:n} mana of any <one:one >?color")
def _any(_: Context, n: t.Amount, one: str, p: t.PlayerRef = YOU) -> t.Effect | None:
    if n != t.Num(1) and not one:
        return None
    return t.AddMana(choice="any color", amount=n, player=p)


@EFFECTS("add one mana of any one color for each {n:f}", "add an amount of mana of any one color equal to {n:x}")
def _any_each(_: Context, n: t.Amount) -> t.Effect:
    return t.AddMana(choice="any color", amount=n)


@EFFECTS(
    "[{p:p} ]add(s) [an additional ]{n:n} mana of the chosen color",
    "[{p:p} ]add(s) [an additional ]{n:n} mana of that color",
)
def _chosen(_: Context, n: t.Amount, p: t.PlayerRef = YOU) -> t.Effect:
    return t.AddMana(choice="chosen color", amount=n, player=p)


@EFFECTS("add {n:n} mana of that color for each {f:f}", "add an amount of mana of that color equal to {f:x}")
def _chosen_each(_: Context, f: t.Amount, n: t.Amount = ONE) -> t.Effect | None:
    return t.AddMana(choice="chosen color", amount=f) if n == t.Num(1) else None


@EFFECTS("add {n:n} mana in any combination of {c:combination}", "add {n:n} mana in any combination of <all:colors>")
def _combination(_: Context, n: t.Amount, c: tuple[str, ...] = (), all: str = "") -> t.Effect:
    options = c or ("{W}", "{U}", "{B}", "{R}", "{G}")
    return t.AddMana(choice="combination", options=options, amount=n, one_color=False)


@reader("combination")
def _combination_options(text: str, _: Context) -> tuple[str, ...] | None:
    parts = re.split(r", and/or | and/or |, ", text)
    return tuple(parts) if len(parts) > 1 and all(_OPTION.fullmatch(part) for part in parts) else None


@EFFECTS("add one mana of any <kind:color|type> that {what:source} could produce",
         "[{p:p} ]add(s) one mana of any <kind:color|type> that {what:source} could produce")  # fmt: skip
def _could(_: Context, kind: str, what: Description, p: t.PlayerRef = YOU) -> t.Effect:
    # CR 106.7: what it could produce is looked at without doing it
    return t.AddMana(choice="could produce", where=what.where, types=kind, player=p)


@reader("source")
def _source(text: str, _: Context) -> Description | None:
    found = re.match(r"an? ", text)
    described = describe(text[found.end() :]) if found else None
    if described is None or described.about or placed(described) != "battlefield":
        return None
    return described


@EFFECTS("[{p:p} ]add(s) [an additional ]one mana of any type (that permanent|that land|that artifact) produced")
def _same_type(_: Context, p: t.PlayerRef = YOU) -> t.Effect:
    return t.AddMana(choice="same type", player=p)


@EFFECTS("add one mana of any color among {what:d}", "add one mana of any of the colors of {what:d}")
def _colors_among(_: Context, what: Description) -> t.Effect | None:
    if "card" in what.words and not what.zone:
        return None
    return t.AddMana(choice="colors among", where=what.where, zone=placed(what))


@JOINED("choose a color of {what:colored}. add one mana of that color")
def _color_of(_: Context, what: Description) -> t.Effect:
    return t.AddMana(choice="colors among", where=what.where, zone=placed(what))


@reader("colored")
def _colored(text: str, context: Context) -> Description | None:
    found = re.match(r"an? ", text)
    described: Description | None = read("d", text[found.end() :], context) if found else None
    if described is None or described.plural or ("card" in described.words and not described.zone):
        return None
    return described


@EFFECTS("add {n:n} mana of any color in your commander's color identity",
         "add {n:n} mana of any color in your commanders' color identities")  # fmt: skip
def _identity(_: Context, n: t.Amount) -> t.Effect:
    return t.AddMana(choice="commander identity", amount=n)


@EFFECTS("add {mana:mana} or one mana of the chosen color")
def _fixed_or_chosen(_: Context, mana: str) -> t.Effect:
    return t.ChooseOne((t.AddMana(mana), t.AddMana(choice="chosen color")))


@EFFECTS("add two mana of different colors")
def _different(_: Context) -> t.Effect:
    pairs = itertools.combinations("WUBRG", 2)
    return t.AddMana(choice="options", options=tuple(f"{{{a}}}{{{b}}}" for a, b in pairs))


@EFFECTS("add one mana of any of the exiled (card's|cards') colors")
def _colors_of_exiled(_: Context) -> t.Effect:
    return t.AddMana(choice="colors among", where=t.Is(t.Linked()), zone="exile")


@EFFECTS("add [an additional ]{mana:mana} for each <kind:[a-z]+> counter removed this way")
def _for_each_removed(_: Context, mana: str, kind: str) -> t.Effect:
    # the number of counters is the X of the cost that removed them
    return t.AddMana(mana, amount=t.X())
