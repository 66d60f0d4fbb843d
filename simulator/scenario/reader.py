"""Reads one line: decides where keywords end and free text begins, with the grammar as the guide.

A card's name may hold any keyword of the language, so no lexer can cut a line into tokens on its own. Here each
place where the grammar accepts a keyword or a free-text slot is tried, in the order that the language prescribes:
an alias beats a keyword, the longest keyword comes first, then the longest known name. The first reading that fits
the whole line is the one. States that were tried are not tried again, so the work grows with the length of the line
times the number of parser states.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, cast

from lark import Lark, Token, Tree, UnexpectedToken
from lark.lexer import Lexer, PatternStr
from lark.parsers.lalr_interactive_parser import InteractiveParser

from simulator.scenario.grammar import GRAMMAR
from simulator.sentences import say
from simulator.symbols import CARD_TYPES, SUPERTYPES

if TYPE_CHECKING:
    from lark.common import LexerConf

#: What a free-text slot is called in an error message.
SLOTS = {
    "THING": say("a card"),
    "CARDNAME": say("a card name"),
    "SETCARD": say("a card name"),
    "REF": say("an object"),
    "REFS": say("objects"),
    "TARGET": say("an object or player"),
    "TARGETS": say("objects or players"),
    "PLAYER": say("a player"),
    "PLAYERNAME": say("a player"),
    "ALIAS": say("a name of one word"),
    "ANSWER": say("an answer"),
    "ANSWERS": say("answers"),
    "KEYWORD": say("a keyword ability"),
    "KIND": say("a kind of counter"),
    "WORDS": say("types or colors"),
    "REST": say("text"),
    "NEWCARD": say("a new card's name"),
    "TYPELINE": say("a type line"),
}
_PATTERNS = {
    "NUMBER": say("a number"),
    "COST": say("mana such as {mana}", mana="{2}{U}"),
    "SIZE": say("power/toughness"),
    "MODIFIER": "+N/-N",
    "XVALUE": "X=N",
    "TIMES": "xN",
    "RULE": say("[rule number]"),
    "CITATION": say("a rule number"),
    "QUOTED": say("a quoted name"),
    "PRINTED": say("power/toughness"),
    "$END": say("the end of the line"),
}
_WORD_END = r"(?=[\s,:;()\[\]]|$)"
_ONE_WORD = re.compile(r"[^\s,:;()\[\]{}#\"+]+")
_NO_COMMA = re.compile(r"[^,:\[\]()]+")
_PLAIN = re.compile(r"[^{}\[\]]+")
#: Slots whose words are in no list of names: they end as soon as the grammar can go on.
_UNKNOWN_WORDS = ("KEYWORD", "KIND")
_TYPE_WORDS = frozenset((*CARD_TYPES, *SUPERTYPES, "Tribal"))
_MAX_STATES = 20_000

Fits = Callable[[str, str], bool]


class _NoLexer(Lexer):
    """The tokens come from this module."""

    def __init__(self, lexer_conf: LexerConf) -> None:
        """Nothing to prepare."""

    def lex(self, lexer_state: object, parser_state: object) -> Iterator[Token]:
        """No tokens."""
        return iter(())


class Keyword(NamedTuple):
    """A terminal that is found by its own pattern."""

    terminal: str
    pattern: re.Pattern[str]
    words: str


@dataclass(frozen=True)
class _Language:
    lark: Lark
    keywords: dict[str, Keyword]

    def cursor(self, start: str) -> InteractiveParser:
        return self.lark.parse_interactive("", start=start)


@lru_cache(maxsize=1)
def _language() -> _Language:
    parser = Lark(GRAMMAR, parser="lalr", lexer=_NoLexer, maybe_placeholders=False, start=["start", "back"])
    keywords = {}
    for terminal in parser.terminals:
        pattern = terminal.pattern
        if isinstance(pattern, PatternStr):
            words = pattern.value
            body = r"\s+".join(re.escape(word) for word in words.split())
            end = _WORD_END if words[-1].isalpha() else ""
        else:
            words, body, end = _PATTERNS[terminal.name], pattern.to_regexp(), _WORD_END
            end = "" if terminal.name in ("COST", "RULE") else end
        keywords[terminal.name] = Keyword(terminal.name, re.compile(body + end, re.IGNORECASE), words)
    return _Language(parser, keywords)


class Stop(NamedTuple):
    """A place where a reading stood: what was read before it and what could follow.

    Attributes:
        position: offset in the line.
        firm: how many characters before it were read as keywords and players.
        expected: the terminals that the grammar accepts there.
        tokens: what was read before it.
    """

    position: int
    firm: int
    expected: tuple[str, ...]
    tokens: tuple[Token, ...]


class Result(NamedTuple):
    """The reading found (None: none) and the places that were tried."""

    tokens: tuple[Token, ...] | None
    stops: tuple[Stop, ...]


class TooComplex(Exception):
    """A line with too many ways to read it."""


def shape_fits(terminal: str, text: str) -> bool:
    """Whether a text has the form of a slot, whatever it names."""
    if terminal in ("ALIAS", "PLAYERNAME"):
        return _ONE_WORD.fullmatch(text) is not None
    if terminal == "REST":
        return True
    if terminal == "TYPELINE":
        return _is_type_line(text)
    if terminal == "NEWCARD":
        # a name that ends with a card type needs quotes
        return _PLAIN.fullmatch(text) is not None and text.split()[-1] not in _TYPE_WORDS
    if terminal in ("KIND", "WORDS", "KEYWORD"):
        return _NO_COMMA.fullmatch(text) is not None and (terminal == "KEYWORD" or _PLAIN.fullmatch(text) is not None)
    if terminal in ("ANSWER", "ANSWERS"):
        return "[" not in text
    return _PLAIN.fullmatch(text) is not None and text.count("(") == text.count(")")


def _is_type_line(text: str) -> bool:
    """Supertypes and card types (CR 205.1), then perhaps a dash and subtypes."""
    left, _, right = text.replace(" - ", " — ").partition("—")
    words = left.split()
    fits = all(word in _TYPE_WORDS for word in words) and any(word not in SUPERTYPES for word in words)
    return fits and not any(char in "/{}[]" or char.isdecimal() for char in right)


def find_reading(
    text: str,
    players: tuple[str, ...],
    fits: Fits = shape_fits,
    is_alias: Callable[[str], bool] | None = None,
    start: str = "start",
    before: tuple[Token, ...] = (),
) -> Result:
    """Find the first reading of a line in the language's order of preference.

    Args:
        text: the line.
        players: the names of the players.
        fits: whether a text may stand in a free-text slot (terminal, text).
        is_alias: whether a word is an alias; with it, longer names are tried first, else shorter slots.
        start: the grammar's start symbol.
        before: tokens that are taken as read.

    Raises:
        TooComplex: the line offers too many ways to read it.
    """
    language = _language()
    search = _Search(text, players, fits, is_alias, language)
    cursor = language.cursor(start)
    for token in before:
        cursor.feed_token(token)
    return search.run(cursor, before)


class _Search:
    def __init__(
        self,
        text: str,
        players: tuple[str, ...],
        fits: Fits,
        is_alias: Callable[[str], bool] | None,
        language: _Language,
    ) -> None:
        self.text = text
        self.fits = fits
        self.is_alias = is_alias
        self.keywords = language.keywords
        self.players = [
            re.compile(re.escape(name) + _WORD_END, re.IGNORECASE) for name in sorted(players, key=len, reverse=True)
        ]
        # where free text may end: before a blank, before punctuation, at the end
        self.ends = [
            index
            for index in range(1, len(text) + 1)
            if not text[index - 1].isspace()
            and (index == len(text) or text[index] in ",:;()[]+" or text[index].isspace())
        ]
        self.checked: dict[tuple[str, int, int], bool] = {}

    def run(self, cursor: InteractiveParser, before: tuple[Token, ...]) -> Result:
        seen: set[tuple[int, tuple[object, ...]]] = set()
        stops: list[Stop] = []
        begin = before[-1].end_pos or 0 if before else 0
        stack = [(self.skip(begin), 0, cursor, before)]
        while stack:
            position, firm, here, tokens = stack.pop()
            key = (position, tuple(here.parser_state.state_stack))
            if key in seen:
                continue
            seen.add(key)
            if len(seen) > _MAX_STATES:
                raise TooComplex
            choices = _terminals(here)
            stops.append(Stop(position, firm, choices, tokens))
            if position == len(self.text):
                if "$END" in choices and self.feed(here, Token("$END", "")) is not None:
                    return Result(tokens, tuple(stops))
                continue
            # the last one pushed is tried first
            for terminal, end in reversed(self.options(choices, position)):
                value = self.text[position:end]
                token = Token(terminal, value, start_pos=position, end_pos=end)
                after = self.feed(here, token)
                if after is not None:
                    known = 0 if terminal in SLOTS and terminal != "PLAYER" else end - position
                    stack.append((self.skip(end), firm + known, after, (*tokens, token)))
        return Result(None, tuple(stops))

    def feed(self, here: InteractiveParser, token: Token) -> InteractiveParser | None:
        # The values are rebuilt by `tree` from the tokens, so the copies may share them.
        after = _copy(here)
        try:
            after.feed_token(token)
        except UnexpectedToken:
            return None
        return after

    def skip(self, position: int) -> int:
        while position < len(self.text) and self.text[position].isspace():
            position += 1
        return position

    def options(self, choices: tuple[str, ...], position: int) -> list[tuple[str, int]]:
        """The terminals that match here, with where they end, in the order of preference."""
        aliases: list[tuple[str, int]] = []
        fixed: list[tuple[bool, int, str, int]] = []
        free: list[tuple[int, str, int]] = []
        for terminal in choices:
            if terminal == "PLAYER":
                ends = [match.end() for pattern in self.players if (match := pattern.match(self.text, position))]
                fixed += [(False, -end, terminal, end) for end in ends]
            elif terminal in SLOTS:
                for end in self.slot_ends(terminal, position):
                    word = self.text[position:end]
                    if self.is_alias is not None and terminal not in ("ALIAS", "PLAYERNAME") and self.is_alias(word):
                        aliases.append((terminal, end))
                    else:
                        longest_first = self.is_alias is not None and terminal not in _UNKNOWN_WORDS
                        free.append((-end if longest_first else end, terminal, end))
            elif terminal in self.keywords and (found := self.keywords[terminal].pattern.match(self.text, position)):
                fixed.append((self.holds_alias(found.group()), -found.end(), terminal, found.end()))
        return (
            aliases
            + [(name, end) for _, _, name, end in sorted(fixed)]
            + [(name, end) for _, name, end in sorted(free)]
        )

    def holds_alias(self, phrase: str) -> bool:
        return self.is_alias is not None and any(self.is_alias(word) for word in phrase.split()[1:])

    def slot_ends(self, terminal: str, position: int) -> list[int]:
        if terminal == "REST":
            return [len(self.text)]
        if terminal in ("ALIAS", "PLAYERNAME"):
            word = _ONE_WORD.match(self.text, position)
            return [word.end()] if word and word.end() in self.ends else []
        return [end for end in self.ends if end > position and self.slot_fits(terminal, position, end)]

    def slot_fits(self, terminal: str, position: int, end: int) -> bool:
        key = (terminal, position, end)
        if key not in self.checked:
            text = self.text[position:end]
            self.checked[key] = shape_fits(terminal, text) and self.fits(terminal, text)
        return self.checked[key]


# lark's interactive parser is annotated in part only.
def _terminals(cursor: InteractiveParser) -> tuple[str, ...]:
    """The terminals that may come next; sorted, for the parse table's own order is not stable."""
    names = cast(Iterable[str], cursor.choices())  # type: ignore[no-untyped-call]
    return tuple(sorted(name for name in names if name.isupper()))


def _copy(cursor: InteractiveParser) -> InteractiveParser:
    return cast(InteractiveParser, cursor.copy(deepcopy_values=False))  # type: ignore[no-untyped-call]


def _finish(cursor: InteractiveParser) -> Tree[Token]:
    return cast(Tree[Token], cursor.feed_eof())  # type: ignore[no-untyped-call]


def tree(tokens: tuple[Token, ...], start: str = "start") -> Tree[Token]:
    """The parse tree of a reading."""
    cursor = _language().cursor(start)
    for token in tokens:
        cursor.feed_token(token)
    return _finish(cursor)


def words_of(terminal: str) -> str:
    """What a terminal is called in an error message: its words, or what the slot holds."""
    if terminal in SLOTS:
        return SLOTS[terminal]
    keyword = _language().keywords.get(terminal)
    return keyword.words if keyword else _PATTERNS.get(terminal, terminal)


@lru_cache(maxsize=1)
def flag_words() -> tuple[str, ...]:
    """The properties of fixed words that a check can name (`face up`, `tapped`)."""
    stop = next(stop for stop in reversed(find_reading("expect x:", ()).stops) if "COMMA" not in stop.expected)
    return tuple(sorted(words_of(terminal) for terminal in stop.expected if is_phrase(terminal)))


def is_phrase(terminal: str) -> bool:
    """Whether a terminal is a keyword made of letters."""
    return terminal not in SLOTS and terminal not in _PATTERNS and words_of(terminal)[0].isalpha()
