"""The whole effect of an ability: its sentences, its modes, and what "it" means settled (CR 608, 700.2)."""

from __future__ import annotations

import re

from simulator.abilities import tree as t
from simulator.oracle.clauses import x_in_targets
from simulator.oracle.context import Context
from simulator.oracle.descriptions import substitute
from simulator.oracle.sentences import sentences
from simulator.oracle.settling import settle
from simulator.oracle.template import reader
from simulator.oracle.text import split_sentences

_MODAL = re.compile(
    r"(?P<before>.*?)choose (?P<how>one or both|one or more|one|two|three|up to one|up to two|up to three|any number"
    r"|one that hasn't been chosen|four)"
    r"(?P<again>\. you may choose the same mode more than once)?(?: —|\.)\n(?P<modes>•.*)",
    re.DOTALL,
)
_HOW_MANY = {
    "one": (1, 1),
    "two": (2, 2),
    "three": (3, 3),
    "four": (4, 4),
    "one or both": (1, 2),
    "one or more": (1, -1),
    "up to one": (0, 1),
    "up to two": (0, 2),
    "up to three": (0, 3),
    "any number": (0, -1),
}


def whole_effect(text: str, context: Context) -> t.Effect | None:
    """The effect of all sentences of an ability, or None if one of them isn't understood."""
    modal = _MODAL.fullmatch(text)
    if modal is not None:
        return _modes(modal, context)
    if "\n" in text:
        return None
    parts = split_sentences(text)
    mark = context.mark()
    done = sentences(parts, context)
    if ", where X is " in text and (done is None or _unmeant_x(done, context, mark[0])):
        context.reset(mark)
        done = _with_x(parts, context)
    if done is None or _leftover(done):
        return None
    return settle(done, context)


def _unmeant_x(done: t.Effect, context: Context, since: int) -> bool:
    """An X is left although the text says what X is: another sentence speaks of it too."""
    return t.X() in t.walk(done) or any(t.X() in t.walk(spec) for spec in context.targets[since:])


def _with_x(parts: list[str], context: Context) -> t.Effect | None:
    """Where X is an amount, X stands for the amount in that sentence."""
    index = next(i for i, part in enumerate(parts) if ", where X is " in part)
    before, _, meaning = parts[index].rpartition(", where X is ")
    from simulator.oracle.amounts import amount

    changed = [*parts[:index], before, *parts[index + 1 :]]
    since = len(context.targets)
    done = sentences(changed, context)
    value = amount(meaning, context) if done is not None else None
    if done is None or value is None or not x_in_targets(context, since, value):
        return None
    put = substitute(done, t.X(), value)
    return put if isinstance(put, t.Effect) else None


def _leftover(done: t.Effect) -> bool:
    return any(isinstance(node, t.PlayerId) for node in t.walk(done))


def _modes(found: re.Match[str], context: Context) -> t.Effect | None:
    how = found.group("how")
    if how not in _HOW_MANY:
        return None
    before = found.group("before").strip()
    modes: list[t.Effect] = []
    targets: list[tuple[t.TargetSpec, ...]] = []
    if before and before not in ("", "then"):
        return None
    for line in found.group("modes").split("\n"):
        inner = context.inner()
        done = whole_effect(line.removeprefix("•").strip(), inner)
        if done is None:
            return None
        modes.append(done)
        targets.append(tuple(inner.targets))
    low, high = _HOW_MANY[how]
    maximum = len(modes) if high == -1 else min(high, len(modes))
    return t.Modes(tuple(modes), tuple(targets), low, maximum, repeated=bool(found.group("again")))


@reader("es")
def several_sentences(text: str, context: Context) -> t.Effect | None:
    """One or more sentences of an instruction inside another ability ("as this enters, ...")."""
    return sentences(split_sentences(text), context)
