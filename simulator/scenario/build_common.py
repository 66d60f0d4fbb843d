"""From a parse tree to values: what all kinds of lines share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeVar

from lark import Token, Tree

from simulator.scenario.ast import (
    Answer,
    AnyRef,
    ColorAnswer,
    DivisionAnswer,
    GroupAnswer,
    ManaAnswer,
    ModeAnswer,
    NameRef,
    NumberAnswer,
    ObjectRef,
    Price,
    RefAnswer,
    SizeAnswer,
    Statement,
    TypeAnswer,
    YesNoAnswer,
)
from simulator.scenario.names import Names, fold, split_list
from simulator.symbols import COLOR_BY_NAME, parse_mana_cost

T = TypeVar("T")

_SHARE = re.compile(r"(.+?)\s+(\d{1,6})")
_MODE = re.compile(r"mode\s+(\d{1,6})", re.IGNORECASE)
_SIZE = re.compile(r"(-?\d{1,6})/(-?\d{1,6})")


class Parts:
    """The children of a parse tree's node, by what they are.

    The grammar has shown that each slot's text names something (`slot_fits`), so reading a slot can't fail.
    """

    def __init__(self, node: Tree[Token], names: Names) -> None:
        self.node = node
        self.names = names

    @property
    def kind(self) -> str:
        """The rule that the node was read by."""
        return str(self.node.data)

    def tokens(self, *terminals: str) -> list[str]:
        """The texts of the node's own tokens of these terminals."""
        return [str(t).strip() for t in self.node.children if isinstance(t, Token) and t.type in terminals]

    def text(self, *terminals: str) -> str | None:
        """The first such token's text."""
        return next(iter(self.tokens(*terminals)), None)

    def need(self, *terminals: str) -> str:
        """The first such token's text, which the grammar demands."""
        return self.tokens(*terminals)[0]

    def children(self, *rules: str) -> Iterator[Parts]:
        """The node's subtrees of these rules (all, if none is named)."""
        for child in self.node.children:
            if isinstance(child, Tree) and (not rules or child.data in rules):
                yield Parts(child, self.names)

    def child(self, *rules: str) -> Parts | None:
        """The first such subtree."""
        return next(self.children(*rules), None)

    def has(self, rule: str) -> bool:
        """Whether there is such a subtree."""
        return self.child(rule) is not None

    def word(self, rule: str) -> str:
        """The keyword that a subtree of one keyword holds, in lower case."""
        found = self.child(rule)
        return keyword_of(found) if found else ""

    def number(self) -> int:
        """The node's first number."""
        return int(self.need("NUMBER"))

    def player(self) -> str:
        """The node's first player."""
        found = self.names.player(self.need("PLAYER"))
        return found or self.need("PLAYER")

    def ref(self, terminal: str = "REF", index: int = 0) -> ObjectRef:
        """The object or card of a slot."""
        found = self.names.ref(self.tokens(terminal)[index])
        if found is None:
            raise unchecked()
        return found

    def maybe_ref(self, terminal: str = "REF") -> ObjectRef | None:
        """The same of a slot that may be left out."""
        return self.ref(terminal) if self.text(terminal) is not None else None

    def target(self) -> AnyRef:
        """The object or player of a slot."""
        found = self.names.target(self.need("TARGET"))
        if found is None:
            raise unchecked()
        return found

    def refs(self) -> tuple[ObjectRef, ...]:
        """The objects of a list."""
        return sure(split_list(self.need("REFS"), self.names.ref))

    def targets(self) -> tuple[AnyRef, ...]:
        """The objects and players of a list."""
        return sure(split_list(self.need("TARGETS"), self.names.target))

    def name(self, index: int = 0) -> NameRef:
        """The card of a slot where only names stand."""
        return sure(self.names.name(self.tokens("CARDNAME")[index]))

    def answers(self) -> tuple[Answer, ...]:
        """The answers of a list."""
        return sure(read_answers(self.need("ANSWERS"), self.names))

    def alias(self) -> str | None:
        """The name given with `as`."""
        found = self.child("name_as")
        return found.need("ALIAS") if found else None

    def owner(self) -> str | None:
        """The player of `of PLAYER`, or of `under PLAYER`."""
        found = self.child("of_player", "under_player")
        return found.player() if found else None

    def x(self) -> int | None:
        """The number of `X=N`."""
        found = self.child("x_value")
        return int(found.need("XVALUE").partition("=")[2]) if found else None

    def price(self) -> Price | None:
        """The price of `for …`."""
        found = self.child("for_price")
        price = found.child() if found else None
        if price is None:
            return None
        if price.kind == "price_mana":
            return Price("mana", mana(price.need("COST")))
        return Price("nothing" if price.kind == "price_nothing" else "mana cost")


Builder = Callable[[Parts], Statement]


def keyword_of(part: Parts) -> str:
    """The keyword that a node holds, in lower case, with single blanks."""
    return " ".join(str(part.node.children[0]).lower().split())


def mana(text: str) -> str:
    """Mana symbols in one spelling: `{u} {2}` is `{U}{2}`."""
    return re.sub(r"\s+", "", text).upper()


def is_mana(text: str) -> bool:
    """Whether the text holds mana symbols only."""
    try:
        return bool(parse_mana_cost(mana(text)).symbols)
    except ValueError:
        return False


def read_answers(text: str, names: Names) -> tuple[Answer, ...] | None:
    """A list of answers; None if an entry is none."""
    return split_list(text, lambda entry: read_answer(entry, names))


def read_answer(text: str, names: Names) -> Answer | None:
    """One answer: names first, then types, colors, numbers and the rest; None if it is nothing."""
    ref = names.target(text)
    if ref is not None:
        return RefAnswer(ref)
    simple = _simple_answer(text, names)
    return simple if simple is not None else _sum_answer(text, names)


def _simple_answer(text: str, names: Names) -> Answer | None:
    folded = fold(text)
    word = names.type_word(text)
    if word is not None:
        return TypeAnswer(word)
    if folded in COLOR_BY_NAME:
        return ColorAnswer(COLOR_BY_NAME[folded])
    if folded.isdecimal() and len(folded) <= 6:
        return NumberAnswer(int(folded))
    if match := _MODE.fullmatch(text):
        return ModeAnswer(int(match[1]))
    if match := _SIZE.fullmatch(text):
        return SizeAnswer(int(match[1]), int(match[2]))
    if folded in ("yes", "no", "none"):
        return YesNoAnswer(folded == "yes")
    return ManaAnswer(mana(text)) if is_mana(text) else None


def _sum_answer(text: str, names: Names) -> Answer | None:
    """`A + B`, `A 3 + B 2` (and `A 3`)."""
    pieces = re.split(r"\s+\+\s+", text)
    shares = [_SHARE.fullmatch(piece) for piece in pieces]
    parts = [(names.target(share[1]), int(share[2])) for share in shares if share]
    if len(parts) == len(pieces) and all(ref is not None for ref, _ in parts):
        return DivisionAnswer(tuple((ref, number) for ref, number in parts if ref is not None))
    refs = [names.target(piece) for piece in pieces]
    if len(pieces) > 1 and all(ref is not None for ref in refs):
        return GroupAnswer(tuple(ref for ref in refs if ref is not None))
    return None


def slot_fits(names: Names) -> Callable[[str, str], bool]:
    """Whether a text names something that may stand in a slot (terminal, text)."""

    def fits(terminal: str, text: str) -> bool:
        if terminal in ("THING", "REF"):
            return names.ref(text) is not None
        if terminal == "TARGET":
            return names.target(text) is not None
        if terminal == "REFS":
            return split_list(text, names.ref) is not None
        if terminal == "TARGETS":
            return split_list(text, names.target) is not None
        if terminal == "CARDNAME":
            return names.name(text) is not None
        if terminal == "SETCARD":
            named = names.name(text)
            return fold(text) == "unknown" or (named is not None and named.card is not None)
        if terminal == "ANSWER":
            return read_answer(text, names) is not None
        if terminal == "ANSWERS":
            return read_answers(text, names) is not None
        if terminal == "WORDS":
            return names.words(text) is not None
        return terminal != "KEYWORD" or names.is_keyword(text)

    return fits


def unchecked() -> AssertionError:
    """A slot that names nothing reached the builders: a fault of this package."""
    return AssertionError("a slot that fits names something")


def sure(value: T | None) -> T:
    """The value of a slot that was checked before."""
    if value is None:
        raise unchecked()
    return value
