"""The words of references, answers, prices and set-up modifiers."""

from __future__ import annotations

from collections.abc import Iterable

from simulator.scenario import ast
from simulator.symbols import COLOR_NAMES


def ref_text(ref: ast.AnyRef) -> str:
    """A reference as it is written."""
    match ref:
        case ast.HandleRef(number):
            return f"#{number}"
        case ast.NameRef(name, _, number):
            return f"{name}#{number}" if number is not None else name
        case ast.LastToken():
            return "last token"
        case ast.TopOfStack():
            return "top of stack"
        case ast.AliasRef(name) | ast.PlayerRef(name):
            return name


def list_text(refs: Iterable[ast.AnyRef]) -> str:
    """Several references."""
    return ", ".join(map(ref_text, refs))


def answer_text(answer: ast.Answer) -> str:
    """An answer as it is written."""
    match answer:
        case ast.RefAnswer(ref):
            return ref_text(ref)
        case ast.GroupAnswer(refs):
            return " + ".join(map(ref_text, refs))
        case ast.DivisionAnswer(parts):
            return " + ".join(f"{ref_text(ref)} {number}" for ref, number in parts)
        case ast.ModeAnswer(number):
            return f"mode {number}"
        case ast.NumberAnswer(number):
            return str(number)
        case ast.ColorAnswer(color):
            return COLOR_NAMES[color]
        case ast.ManaAnswer(mana):
            return mana
        case ast.SizeAnswer(power, toughness):
            return f"{power}/{toughness}"
        case ast.TypeAnswer(word):
            return word
        case ast.YesNoAnswer(yes):
            return "yes" if yes else "no"


def answers_text(answers: Iterable[ast.Answer]) -> str:
    """Several answers."""
    return ", ".join(map(answer_text, answers))


def alias_text(alias: str | None) -> str:
    """` as NAME`, or nothing."""
    return f" as {alias}" if alias else ""


def turn_text(this_turn: bool) -> str:
    """` until end of turn`, or nothing."""
    return " until end of turn" if this_turn else ""


def price_text(price: ast.Price | None) -> str:
    """` for …`, or nothing."""
    if price is None:
        return ""
    return (
        f" for {price.mana}"
        if price.kind == "mana"
        else " for nothing"
        if price.kind == "nothing"
        else " for its mana cost"
    )


def words_text(types: Iterable[str], colors: Iterable[str]) -> str:
    """Colors and types of one phrase."""
    return " ".join([*(COLOR_NAMES[color] for color in colors), *types])


def counters_text(number: int, kind: str) -> str:
    """`2 charge counters`."""
    return f"{number} {kind} counters"


def mod_text(mod: ast.Mod) -> str:
    """A modifier of a set-up item."""
    match mod:
        case ast.FlagMod(word):
            return word
        case ast.FaceDownMod(facing):
            return f"face down {facing}" if facing else "face down"
        case ast.CountersMod(number, kind):
            return counters_text(number, kind)
        case ast.AttachedMod(ref):
            return f"attached to {ref_text(ref)}"
        case ast.OwnedMod(player):
            return f"owned by {player}"
        case ast.XMod(x):
            return f"X={x}"
        case ast.ChoosingMod(answer):
            return f"choosing {answer_text(answer)}"
        case ast.UnlockedMod(door):
            return f"unlocked {door}"
        case ast.OverMod(cards):
            return "over " + " + ".join(card.part if card else "unknown" for card in cards)
