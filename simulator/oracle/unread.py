"""Which part of a card's text isn't understood, as it is printed: shown where the text is at hand."""

from __future__ import annotations

import re

from simulator.abilities import tree as t
from simulator.oracle.activated import activated_parts
from simulator.oracle.compiler import compile_lines
from simulator.oracle.context import Context
from simulator.oracle.costs import costs
from simulator.oracle.events import beginning, event
from simulator.oracle.text import FaceText, self_names, split_sentences, without_reminder
from simulator.oracle.whole_effects import whole_effect

#: Sentences that belong to an activated ability as a whole.
_RESTRICTION = re.compile(r"activate |any player may activate |spend this mana only ")
_WORD = re.compile(r"[~§]|[^~§]+")


def unread_spans(face: FaceText) -> tuple[str, ...]:
    """For each ability of `compile_face` the part of the text that isn't understood; empty where all of it is.

    The part is the smallest that can be told: a cost, a trigger condition or a sentence, else the whole ability. It
    is given as printed, without reminder text.
    """
    printed = without_reminder(face.oracle_text)
    return tuple(
        _as_printed((_smallest(line, face.types), line), printed, self_names(face))
        if isinstance(ability, t.UnsupportedAbility)
        else ""
        for ability, line in compile_lines(face)
    )


def _smallest(line: str, types: frozenset[str]) -> str:
    """The part of a normalised ability that can't be read on its own; the whole where none can be told."""
    parts = activated_parts(line)
    if parts is not None:
        _, paid, effect = parts
        if (
            costs(paid[:1].lower() + paid[1:] if not paid.startswith("{") else paid, Context("activated", types))
            is None
        ):
            return paid
        return _unread_sentence(effect, "activated", types) or line
    if re.match(r"(?:when|whenever|at) ", line):
        return _smallest_of_trigger(line, types)
    if types & {"instant", "sorcery"}:
        return _unread_sentence(line, "spell", types) or line
    return line


def _smallest_of_trigger(line: str, types: frozenset[str]) -> str:
    first, _, rest = line.partition(" ")
    body = ""
    for comma in re.finditer(r", ", rest):
        context = Context("triggered", types)
        head = rest[: comma.start()]
        if (beginning(head, context) if first == "at" else event(head, context)) is not None:
            body = rest[comma.end() :]
            break
    if not body:
        head = rest.partition(", ")[0]
        return f"{first} {head}" if head != rest else line
    return _unread_sentence(body, "triggered", types) or line


def _unread_sentence(text: str, kind: str, types: frozenset[str]) -> str:
    """The first sentence that can't be read after those before it; empty where none can be told."""
    if "\n" in text:
        return ""
    before: list[str] = []
    for sentence in split_sentences(text):
        if _RESTRICTION.match(sentence):
            continue
        before.append(sentence)
        if whole_effect(". ".join(before) + ".", Context(kind, types)) is None:
            return sentence
    return ""


def _as_printed(wanted: tuple[str, ...], printed: str, names: list[str]) -> str:
    """Where the first of several normalised parts stands in the printed text."""
    own = "(?:" + "|".join([*map(re.escape, names), "this snow land", r"this \w+"]) + ")"
    for part in wanted:
        pattern = "".join(
            own if piece in "~§" else re.escape(piece).replace("\\\n", r"\n\s*") for piece in _WORD.findall(part)
        )
        found = re.search(pattern, printed, re.IGNORECASE)
        if found is not None:
            return found.group(0).strip()
    return wanted[-1]
