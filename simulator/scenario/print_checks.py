"""The words of checks."""

from __future__ import annotations

from collections.abc import Iterable

from simulator.scenario import ast
from simulator.scenario.print_words import (
    answers_text,
    counters_text,
    list_text,
    price_text,
    ref_text,
    words_text,
)


def check_text(statement: ast.Statement) -> str | None:
    """The line of a check; None for anything else."""
    match statement:
        case ast.ExpectObject(ref, props):
            return f"expect {ref_text(ref)}: {', '.join(map(prop_text, props))}"
        case ast.ExpectPlayer(player, pprops):
            return f"expect {player}: {', '.join(map(pprop_text, pprops))}"
        case ast.ExpectZone(zone, player, cards, exactly):
            said = f"{'exactly ' if exactly else ''}{_cards_text(cards)}" if cards else "empty"
            return f"expect {zone} of {player}: {said}"
        case ast.ExpectTally("triggered", expected):
            return f"expect triggered: {_tally_text(expected, 'nothing')}"
        case ast.ExpectTally(what, expected):
            return f"expect {what}: {_tally_text(expected, 'empty')}"
        case ast.ExpectRevealed(cards):
            return f"expect revealed: {_cards_text(cards) if cards else 'nothing'}"
        case _:
            return None


def _cards_text(cards: Iterable[tuple[ast.NameRef, int]]) -> str:
    return ", ".join(f"{name.name} x{count}" if count != 1 else name.name for name, count in cards)


def _tally_text(expected: int | tuple[ast.ObjectRef, ...], nothing: str) -> str:
    if isinstance(expected, int):
        return str(expected) if expected else nothing
    return list_text(expected)


def prop_text(prop: ast.Prop) -> str:
    """A property of an object."""
    match prop:
        case ast.FlagProp(word):
            return word
        case ast.SizeProp(power, toughness):
            return f"{power}/{toughness}"
        case ast.NamedProp(name):
            return f"named {name.name}"
        case ast.ManaValueProp(number):
            return f"mana value {number}"
        case ast.ManaCostProp(cost):
            return f"mana cost {cost}"
        case ast.WordsProp(types, colors):
            return words_text(types, colors)
        case ast.KeywordProp(keyword, has):
            return f"{'has' if has else 'lacks'} {keyword}"
        case ast.CountersProp(number, kind):
            return counters_text(number, kind)
        case ast.ControlledProp(player):
            return f"controlled by {player}"
        case ast.OwnedProp(player):
            return f"owned by {player}"
        case ast.AttachedProp(ref):
            return f"attached to {ref_text(ref)}"
        case ast.ZoneProp(zone, owner):
            return f"in {zone}" + (f" of {owner}" if owner else "")
        case ast.DamageProp(number):
            return f"damage {number}"
        case ast.OriginProp(origin):
            return f"origin {origin}"
        case ast.NotProp(inner):
            return f"not {prop_text(inner)}"


def pprop_text(prop: ast.PProp) -> str:
    """A property of a player."""
    match prop:
        case ast.NumberPProp(what, number):
            return f"{what} {number}"
        case ast.PoolPProp(mana):
            return f"pool {mana or 'empty'}"
        case ast.OutcomePProp(outcome):
            return outcome
        case ast.SeesPProp(ref, name, remembered):
            return f"{'has seen' if remembered else 'sees'} {ref_text(ref)} as {name.name}"
        case ast.CannotSeePProp(ref):
            return f"cannot see {ref_text(ref)}"
        case ast.CanTurnPProp(can, ref, price):
            return f"{'can' if can else 'cannot'} turn {ref_text(ref)} face up{price_text(price)}"
        case ast.CanCastPProp(can, card):
            return f"{'can' if can else 'cannot'} cast {ref_text(card)}"
        case ast.CanActivatePProp(can, ref, ability):
            which = f" ability {ability}" if ability is not None else ""
            return f"{'can' if can else 'cannot'} activate {ref_text(ref)}{which}"
        case ast.CouldProducePProp(could, mana, ref):
            return f"{'could' if could else 'could not'} produce {mana} with {ref_text(ref)}"
        case ast.MayChoosePProp(answers):
            return f"may choose {answers_text(answers)}"
