"""Why a line can't be read: the place, what could stand there, and the nearest valid word."""

from __future__ import annotations

from difflib import SequenceMatcher

from lark import Token

from simulator.scenario.build_common import slot_fits
from simulator.scenario.errors import ScenarioError
from simulator.scenario.names import Names, fold
from simulator.scenario.reader import SLOTS, Result, Stop, find_reading, flag_words, is_phrase, words_of
from simulator.sentences import say

_NEAR = 0.75
_MAX_EXPECTED = 12


def explain(
    text: str, result: Result, players: tuple[str, ...], names: Names | None, line: int, column: int
) -> ScenarioError:
    """The error for a line that has no reading.

    Args:
        text: the line.
        result: what the search tried.
        players: the players' names.
        names: what may be named; None while only the form of lines is read.
        line: its number.
        column: the column at which its text begins.
    """
    best = max(stop.firm for stop in result.stops)
    stops = [stop for stop in result.stops if stop.firm == best]
    typo = _nearest_keyword(text, stops, players)
    if typo is not None:
        stop, word, hint = typo
        message: str = say("I can't read “{word}” here.", word=word)
        return ScenarioError(message, line, column + stop.position, expected(stop, hint), hint)
    # nothing of the line was recognised: point at its start, not at the end of what might be a name
    stop = max(stops, key=lambda each: each.position) if best else stops[0]
    if names is not None:
        unknown = _unknown_name(text, stops, players, names)
        if unknown is not None:
            stop, token, message, hint = unknown
            begin = token.start_pos or stop.position
            return ScenarioError(message, line, column + begin, expected(stop, ""), hint)
    rest = text[stop.position :]
    what = say("I can't read “{text}” here.", text=_shorten(rest)) if rest else say("The line ends too early.")
    return ScenarioError(what, line, column + stop.position, expected(stop, ""), "")


def expected(stop: Stop, hint: str) -> tuple[str, ...]:
    """What could stand there, in words, the hint first."""
    words = dict.fromkeys([hint] if hint else [])
    slots = [words_of(terminal) for terminal in stop.expected if terminal in SLOTS]
    words.update(dict.fromkeys(slots + sorted(words_of(each) for each in stop.expected if each not in SLOTS)))
    return tuple(words)[:_MAX_EXPECTED]


def _nearest_keyword(text: str, stops: list[Stop], players: tuple[str, ...]) -> tuple[Stop, str, str] | None:
    found: list[tuple[float, int, Stop, str, str]] = []
    for stop in stops:
        words = text[stop.position :].split()
        choices = [words_of(terminal) for terminal in stop.expected if is_phrase(terminal)]
        choices += players if "PLAYER" in stop.expected else ()
        for phrase in choices if words else ():
            said = " ".join(words[: len(phrase.split())]).rstrip(",;")
            likeness = SequenceMatcher(None, fold(said), fold(phrase)).ratio()
            if _NEAR <= likeness < 1 and len(phrase) > 2:
                found.append((likeness, -stop.position, stop, said, phrase))
    if not found:
        return None
    _, _, stop, said, phrase = max(found, key=lambda each: each[:2])
    return stop, said, phrase


def _unknown_name(
    text: str, stops: list[Stop], players: tuple[str, ...], names: Names
) -> tuple[Stop, Token, str, str] | None:
    """The slot whose text names nothing, found by reading on as if every text named something."""
    for stop in sorted(stops, key=lambda each: -each.position):
        if not any(terminal in SLOTS for terminal in stop.expected):
            continue
        onward = find_reading(text, players, before=stop.tokens)
        if onward.tokens is None:
            continue
        token = onward.tokens[len(stop.tokens)]
        if token.type in SLOTS and token.type != "PLAYER":
            message, hint = _say_unknown(token, names)
            return stop, token, message, hint
    return None


def _say_unknown(token: Token, names: Names) -> tuple[str, str]:
    text = str(token).strip()
    if token.type == "WORDS":
        return say("“{text}” is no property, type or color that I know.", text=text), _near_word(text)
    if token.type == "KEYWORD":
        return say("“{text}” is no keyword ability that I know.", text=text), ""
    if token.type in ("REFS", "TARGETS", "ANSWERS"):
        text = _first_unknown(token, text, names)
    with_players = token.type in ("TARGET", "TARGETS", "ANSWER", "ANSWERS")
    return names.why_not(text), names.nearest(text, players=with_players)


def _first_unknown(token: Token, text: str, names: Names) -> str:
    single = {"REFS": "REF", "TARGETS": "TARGET"}.get(token.type, "ANSWER")
    fits = slot_fits(names)
    for entry in (piece.strip() for piece in text.split(",")):
        if entry and not fits(single, entry):
            return entry
    return text


def _near_word(text: str) -> str:
    likeness = [(SequenceMatcher(None, fold(text), word).ratio(), word) for word in flag_words()]
    score, word = max(likeness)
    return word if score >= _NEAR else ""


def _shorten(text: str, limit: int = 40) -> str:
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"
