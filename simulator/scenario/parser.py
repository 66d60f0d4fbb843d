"""From a script to lines that are known to be well formed, and from a line to what it means.

Form doesn't depend on names, so it is checked for the whole script at once. What a line means depends on what is on
the table when it is reached, so names are looked up line by line (`read_line`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, cast

from lark import Token, Tree

from simulator.scenario import build_checks, build_setup, build_steps
from simulator.scenario.ast import (
    InventedCard,
    InventedFace,
    Move,
    Players,
    Refuse,
    Rules,
    Start,
    Statement,
    Title,
)
from simulator.scenario.build_common import Builder, Parts, slot_fits, sure
from simulator.scenario.errors import ScenarioError
from simulator.scenario.explain import explain
from simulator.scenario.lines import SourceLine, split_lines
from simulator.scenario.names import Names, fold
from simulator.scenario.reader import Result, TooComplex, find_reading, tree
from simulator.sentences import say

DEFAULT_PLAYERS = ("Alice", "Bob")
DEFAULT_START = Start("", "main")
Kind = Literal["header", "setup", "step", "refuse", "check"]
_KINDS: dict[str, Kind] = {"setup": "setup", "move": "step", "refusal": "refuse", "check": "check"}
_BUILDERS: dict[str, Builder] = {**build_setup.BUILDERS, **build_steps.BUILDERS, **build_checks.BUILDERS}
_ALIAS = re.compile(r"\bas\s+([^\s,:;()\[\]{}#\"+]+)\s*(?=,|$)", re.IGNORECASE)
_HEADERS = ("title", "rules", "players", "begin", "card_block")


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """A well-formed line whose names are still to be looked up.

    Attributes:
        number: 1-based line number.
        column: 1-based column of its first character.
        text: the line without comment and surrounding blanks.
        kind: what sort of line it is.
    """

    number: int
    column: int
    text: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Scenario:
    """A script whose form is right.

    Attributes:
        title: its title, or "".
        rules: the rule numbers that it names.
        players: in turn order.
        start: whose turn and which step it begins in.
        cards: the cards that it invents.
        setup: its set-up lines.
        body: its steps, refusals and checks.
    """

    title: str = ""
    rules: tuple[str, ...] = ()
    players: tuple[str, ...] = DEFAULT_PLAYERS
    start: Start = Start(DEFAULT_PLAYERS[0], "main")
    cards: tuple[InventedCard, ...] = ()
    setup: tuple[ScriptLine, ...] = ()
    body: tuple[ScriptLine, ...] = ()


def parse_scenario(text: str) -> Scenario:
    """Read a script's form: every line that can't be read whatever names exist is found here.

    Args:
        text: the script; in a one-line script `; ` is a line break.

    Raises:
        ScenarioError: the first line that can't be read.
    """
    lines = split_lines(text)
    players = _find_players(lines)
    script = _Script(players)
    for line in lines:
        script.add(line)
    return script.finish()


def parse_line(text: str, players: tuple[str, ...] = DEFAULT_PLAYERS, number: int = 1) -> ScriptLine:
    """Read the form of one line of a running game.

    Raises:
        ScenarioError: it can't be read.
    """
    lines = split_lines(text)
    if len(lines) != 1:
        raise ScenarioError(say("Write one step or check."), number)
    line = replace(lines[0], number=number)
    return _script_line(line, _shape(line, players))


def read_line(line: ScriptLine, names: Names) -> Statement:
    """What a line means, given what may be named.

    Raises:
        ScenarioError: a name in it is unknown, or could be more than one card.
    """
    players = tuple(names.players)
    if line.kind == "setup":
        # an item may refer to one before it in the same list
        for alias in _ALIAS.findall(line.text):
            names = names.with_alias(alias)
    result = _search(line, players, names)
    if result.tokens is None:
        raise explain(line.text, result, players, names, line.number, line.column)
    parsed = tree(result.tokens)
    for node in parsed.iter_subtrees():
        _check_clauses(node, line)
        if node.data == "name_as" and fold(str(node.children[0])) in map(fold, players):
            message = say("“{name}” is a player: give the object another name.", name=str(node.children[0]))
            raise ScenarioError(message, line.number, line.column)
    return _build(parsed, names)


def _search(line: SourceLine | ScriptLine, players: tuple[str, ...], names: Names | None) -> Result:
    try:
        if names is None:
            return find_reading(line.text, players)
        known = names
        return find_reading(line.text, players, slot_fits(known), lambda word: known.alias(word) is not None)
    except TooComplex:
        message = say("This line can be read in too many ways: give its objects short names with `as`.")
        raise ScenarioError(message, line.number, line.column) from None


def _shape(line: SourceLine, players: tuple[str, ...]) -> Tree[Token]:
    result = _search(line, players, None)
    if result.tokens is None:
        raise explain(line.text, result, players, None, line.number, line.column)
    return tree(result.tokens)


def _check_clauses(node: Tree[Token], line: ScriptLine) -> None:
    """Clauses stand in any order, but only `with` may come twice."""
    if node.data in ("casts", "activates", "turns"):
        clauses = [str(child.data) for child in node.children if isinstance(child, Tree)]
        twice = next((name for name in clauses if clauses.count(name) > 1 and name != "with_keyword"), None)
        if twice is not None:
            word = twice.split("_")[0]
            raise ScenarioError(say("`{word}` stands only once in a line.", word=word), line.number, line.column)


def _top(parsed: Tree[Token]) -> Tree[Token]:
    return cast(Tree[Token], parsed.children[0])


def _script_line(line: SourceLine, parsed: Tree[Token]) -> ScriptLine:
    top = _top(parsed)
    name = str(top.data)
    kind: Kind = "header" if name in _HEADERS else _KINDS.get(name) or _kind_of(name)
    return ScriptLine(line.number, line.column, line.text, kind)


def _kind_of(rule: str) -> Kind:
    if rule == "refuse":
        return "refuse"
    return "setup" if rule.startswith("setup") else "check" if rule.startswith("expect") else "step"


def _build(parsed: Tree[Token], names: Names) -> Statement:
    top = _top(parsed)
    if top.data == "refuse":
        part = Parts(top, names)
        rule = part.text("RULE")
        move = _build_move(sure(part.child("move")).node, names)
        return Refuse(move, rule.strip("[] ") if rule else None)
    if top.data == "move":
        return _build_move(top, names)
    return _BUILDERS[str(top.data)](Parts(top, names))


def _build_move(node: Tree[Token], names: Names) -> Move:
    inner = cast(Tree[Token], node.children[0])
    return cast(Move, _BUILDERS[str(inner.data)](Parts(inner, names)))


def _find_players(lines: Iterable[SourceLine]) -> tuple[str, ...]:
    """The players must be known before any other line can be read."""
    for line in lines:
        if line.text[:8].lower() == "players:":
            parsed = _top(_shape(line, ()))
            players = cast(Players, _BUILDERS["players"](Parts(parsed, Names(())))).names
            if len(players) < 2:
                raise ScenarioError(say("A game has at least two players."), line.number, line.column)
            if len({fold(name) for name in players}) < len(players):
                raise ScenarioError(say("Two players can't have the same name."), line.number, line.column)
            return players
    return DEFAULT_PLAYERS


class _Script:
    """Collects the lines of a script in their order."""

    def __init__(self, players: tuple[str, ...]) -> None:
        self.players = players
        self.names = Names(players)
        self.seen: dict[type[Statement], Statement] = {}
        self.cards: list[InventedCard] = []
        self.open_card = False
        self.setup: list[ScriptLine] = []
        self.body: list[ScriptLine] = []

    def add(self, line: SourceLine) -> None:
        if self.open_card and line.indented:
            self.add_text(line)
            return
        self.open_card = False
        parsed = _shape(line, self.players)
        script_line = _script_line(line, parsed)
        if script_line.kind in ("header", "setup") and self.body:
            message = say("Set-up lines stand before the first step or check.")
            raise ScenarioError(message, line.number, line.column, ("a step", "a check"))
        if script_line.kind == "header":
            self.add_header(line, _build(parsed, self.names))
        else:
            (self.setup if script_line.kind == "setup" else self.body).append(script_line)

    def add_header(self, line: SourceLine, statement: Statement) -> None:
        if isinstance(statement, InventedCard):
            self.cards.append(statement)
            self.open_card = True
            return
        if isinstance(statement, Title | Rules) and (self.setup or self.cards):
            raise ScenarioError(say("`title:` and `rules:` come first."), line.number, line.column)
        if type(statement) in self.seen:
            word = line.text.partition(":")[0].lower()
            raise ScenarioError(say("`{word}:` stands only once.", word=word), line.number, line.column)
        self.seen[type(statement)] = statement

    def add_text(self, line: SourceLine) -> None:
        """A line of Oracle text of the card that was opened, or the first line of its other face."""
        card = self.cards[-1]
        if line.text.split()[0].lower() == "back" and card.back is None:
            result = find_reading(line.text, self.players, start="back")
            if result.tokens is None:
                raise explain(line.text, result, self.players, None, line.number, line.column)
            face = build_setup.invented_face(Parts(tree(result.tokens, "back"), self.names))
            self.cards[-1] = replace(card, back=face)
        elif card.back is not None:
            self.cards[-1] = replace(card, back=_with_text(card.back, line.text))
        else:
            self.cards[-1] = replace(card, front=_with_text(card.front, line.text))

    def finish(self) -> Scenario:
        title = self.seen.get(Title)
        rules = self.seen.get(Rules)
        start = self.seen.get(Start)
        return Scenario(
            title=title.text if isinstance(title, Title) else "",
            rules=rules.numbers if isinstance(rules, Rules) else (),
            players=self.players,
            start=start if isinstance(start, Start) else Start(self.players[0], "main"),
            cards=tuple(self.cards),
            setup=tuple(self.setup),
            body=tuple(self.body),
        )


def _with_text(face: InventedFace, line: str) -> InventedFace:
    return replace(face, text=(*face.text, line))
