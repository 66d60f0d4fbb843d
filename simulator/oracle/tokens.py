"""Tokens: "create two 1/1 white Soldier creature tokens with flying" (CR 111, 701.7)."""

from __future__ import annotations

import re
from dataclasses import replace

from simulator.abilities import tree as t
from simulator.oracle.clauses import EFFECTS, JOINED
from simulator.oracle.context import Context
from simulator.oracle.effects_players import times
from simulator.oracle.modifications import Mods, abilities, characteristic_words
from simulator.oracle.numbers import YOU
from simulator.oracle.template import reader

_WITH = re.compile(r"(?P<row>.+? tokens?)(?: with (?P<abilities>.+?))?(?: named (?P<name>[A-Z].+))?")
_TITLED = re.compile(r"(?P<name>[A-Z][\w' -]+), an? (?P<rest>legendary .+)")
_STEP = re.compile(r"(?P<a>tapped|attacking|tapped and attacking) ")


def _activated(cost: tuple[t.Cost, ...], effect: t.Effect, sorcery: bool = False) -> tuple[t.Ability, ...]:
    return (t.Activated(cost, effect, sorcery_speed=sorcery),)


_ANY_COLOR = t.AddMana(choice="any color")

#: CR 111.10: predefined tokens.
PREDEFINED: dict[str, t.TokenSpec] = {
    "Treasure": t.TokenSpec(
        types=("Artifact",), subtypes=("Treasure",), abilities=_activated((t.TapSelf(), t.SacrificeSelf()), _ANY_COLOR)
    ),
    "Food": t.TokenSpec(
        types=("Artifact",),
        subtypes=("Food",),
        abilities=_activated((t.PayMana("{2}"), t.TapSelf(), t.SacrificeSelf()), t.GainLife(t.Num(3))),
    ),
    "Gold": t.TokenSpec(
        types=("Artifact",), subtypes=("Gold",), abilities=_activated((t.SacrificeSelf(),), _ANY_COLOR)
    ),
    "Clue": t.TokenSpec(
        types=("Artifact",),
        subtypes=("Clue",),
        abilities=_activated((t.PayMana("{2}"), t.SacrificeSelf()), t.Draw()),
    ),
    "Blood": t.TokenSpec(
        types=("Artifact",),
        subtypes=("Blood",),
        abilities=_activated((t.PayMana("{1}"), t.TapSelf(), t.Discard(), t.SacrificeSelf()), t.Draw()),
    ),
}


@EFFECTS("[{p:p} ]create(s) {n:n} <state:tapped and attacking |tapped |attacking >?{token:token}")
def _create(
    context: Context, n: t.Amount, token: tuple[t.TokenSpec, bool], state: str, p: t.PlayerRef = YOU
) -> t.Effect | None:
    spec, plural = token
    if plural == (n == t.Num(1)):
        return None
    context.subject = p
    context.mention(t.Prior(), frozenset({"token", "creature", "permanent", *spec.subtypes}), plural=n != t.Num(1))
    return t.CreateToken(spec, n, p, tapped="tapped" in state, attacking="attacking" in state)


@EFFECTS("[{p:p} ]create(s) {n:n} {token:token} <be:that's|that are> tapped and attacking")
def _attacking(
    context: Context, n: t.Amount, token: tuple[t.TokenSpec, bool], be: str, p: t.PlayerRef = YOU
) -> t.Effect | None:
    return _create(context, n, token, "tapped and attacking ", p) if token[1] == (be == "that are") else None


@EFFECTS("[{p:p} ]create(s) {n:n} <state:tapped >?{token:token} for each {f:f}")
def _create_each(
    context: Context, n: t.Amount, token: tuple[t.TokenSpec, bool], f: t.Amount, state: str, p: t.PlayerRef = YOU
) -> t.Effect | None:
    spec, plural = token
    if plural == (n == t.Num(1)):
        return None
    context.mention(t.Prior(), frozenset({"token", "creature", "permanent", *spec.subtypes}), plural=True)
    return t.CreateToken(spec, times(n, f), p, tapped=bool(state))


@EFFECTS("[{p:p} ]create(s) a number of {token:token} equal to {n:x}")
def _create_number(
    context: Context, token: tuple[t.TokenSpec, bool], n: t.Amount, p: t.PlayerRef = YOU
) -> t.Effect | None:
    context.mention(t.Prior(), frozenset({"token", "creature", "permanent", *token[0].subtypes}), plural=True)
    return t.CreateToken(token[0], n, p) if token[1] else None


@EFFECTS("create {token:titled}")
def _create_titled(context: Context, token: t.TokenSpec) -> t.Effect:
    context.mention(t.Prior(), frozenset({"token", "creature", "permanent", *token.subtypes}))
    return t.CreateToken(token, t.Num(1), YOU)


@reader("titled")
def _titled(text: str, context: Context) -> t.TokenSpec | None:
    read = token(text, context) if _TITLED.fullmatch(text) else None
    return None if read is None else read[0]


@reader("token")
def token(text: str, context: Context) -> tuple[t.TokenSpec, bool] | None:
    """A token's description, and whether it is a plural."""
    titled = _TITLED.fullmatch(text)
    if titled is not None:
        # "Marit Lage, a legendary 20/20 black Avatar creature token with ...": the name stands before
        inner = token(titled.group("rest"), context)
        return None if inner is None or inner[1] else (replace(inner[0], name=titled.group("name")), False)
    found = _WITH.fullmatch(text)
    if found is None:
        return None
    row = found.group("row")
    plural = row.endswith("s")
    words = characteristic_words(row)
    if words is None:
        return None
    named = PREDEFINED.get(words.subtypes[0]) if len(words.subtypes) == 1 and not words.types else None
    if named is not None:
        return None if found.group("abilities") or words.size else (named, plural)
    if not words.types or ("Creature" in words.types) != (words.size is not None):
        return None
    granted: tuple[t.Ability, ...] | None = ()
    if found.group("abilities"):
        granted = abilities(found.group("abilities"), context)
    if granted is None:
        return None
    power: t.Amount | None = None
    toughness: t.Amount | None = None
    if words.size is not None:
        power, toughness = (_size(part, context) for part in words.size.split("/"))
    spec = t.TokenSpec(
        found.group("name") or "",
        words.types,
        words.subtypes,
        words.supertypes,
        words.colors,
        power,
        toughness,
        granted,
    )
    return spec, plural


def _size(text: str, context: Context) -> t.Amount:
    if text == "X":
        return context.x_meaning if isinstance(context.x_meaning, t.Amount) else t.X()
    return t.Num(int(text))


@JOINED(
    "[{p:p} ]create(s) {n:n} {token:token}. (it has|they have) {more:granted}",
)
def _create_with(
    context: Context,
    n: t.Amount,
    token: tuple[t.TokenSpec, bool],
    more: tuple[t.Ability, ...],
    p: t.PlayerRef = YOU,
) -> t.Effect | None:
    from dataclasses import replace

    spec, plural = token
    if plural == (n == t.Num(1)):
        return None
    context.mention(t.Prior(), frozenset({"token", "creature", "permanent", *spec.subtypes}), plural=plural)
    return t.CreateToken(replace(spec, abilities=(*spec.abilities, *more)), n, p)


@reader("granted")
def _granted(text: str, context: Context) -> tuple[t.Ability, ...] | None:
    return abilities(text, context)


@EFFECTS(
    "[{p:p} ]create(s) {n:n} <state:tapped >?token(s) that('s a copy|'re copies| are copies) of {of:o}"
    "[, except {but:except}]"
)
def _copy_token(
    context: Context, n: t.Amount, of: t.ObjectRef, state: str, p: t.PlayerRef = YOU, but: Mods = ()
) -> t.Effect:
    context.mention(t.Prior(), frozenset({"token", "creature", "permanent"}), plural=n != t.Num(1))
    return t.CreateCopyToken(of, n, p, bool(state), except_=but)


@EFFECTS("create a token that's a copy of {of:o} and that's <state:tapped and attacking|tapped|attacking>")
def _copy_attacking(context: Context, of: t.ObjectRef, state: str) -> t.Effect:
    context.mention(t.Prior(), frozenset({"token", "creature", "permanent"}))
    return t.CreateCopyToken(of, tapped="tapped" in state, attacking="attacking" in state)
