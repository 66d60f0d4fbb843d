"""Sentences in a row: those that go back to the one before ("if you do", "otherwise", "... instead if") (CR 608.2c)."""

from __future__ import annotations

import re
from dataclasses import replace

from simulator.abilities import tree as t
from simulator.oracle.clauses import JOINED, effect, for_each_of_them, judged_before, sequence
from simulator.oracle.context import OPEN, Context
from simulator.oracle.descriptions import substitute
from simulator.oracle.settling import claim
from simulator.oracle.template import read


def sentences(parts: list[str], context: Context) -> t.Effect | None:
    """The effect of several sentences."""
    effects: list[t.Effect] = []
    index = 0
    while index < len(parts):
        taken = _several_sentences(parts, index, context)
        if taken is not None:
            done, used = taken
            effects.append(done)
            index += used
            continue
        if effects and follow_up(parts[index], effects, context):
            index += 1
            continue
        done_one = effect(parts[index], context)
        if done_one is None:
            return None
        if not _joins_delayed(done_one, effects, context):
            effects.append(done_one)
        index += 1
    return sequence(*effects) if effects else None


def _joins_delayed(done: t.Effect, before: list[t.Effect], context: Context) -> bool:
    """A sentence about what a delayed ability will have done is part of that ability (CR 603.7): put there if so."""
    waiting = next((n for n in t.walk(before[-1]) if isinstance(n, t.Delayed)), None) if before else None
    if waiting is None:
        return False
    inside = t.walk(waiting.effect)
    nodes = t.walk(done)
    spoken = [context.made_by(node) for node in nodes]
    of_event = context.kind != "triggered" and waiting.what is None and any(isinstance(n, t.That) for n in nodes)
    if not of_event and not any(leaf is not None and leaf in inside for leaf in spoken):
        return False
    longer = substitute(before[-1], waiting, replace(waiting, effect=sequence(waiting.effect, done)))
    if isinstance(longer, t.Effect):
        before[-1] = longer
    return True


def _several_sentences(parts: list[str], index: int, context: Context) -> tuple[t.Effect, int] | None:
    for count in (3, 2):
        if index + count <= len(parts):
            whole = ". ".join(parts[index : index + count])
            done = JOINED.parse(whole, context)
            if done is None and whole.startswith("you may "):
                # "you may return it face down. It's a Forest land": the choice is about both sentences
                inner = JOINED.parse(whole.removeprefix("you may "), context)
                done = None if inner is None else t.May(inner)
            if isinstance(done, t.Effect):
                wrapped = for_each_of_them(done)
                if wrapped is not None:
                    claim(context, wrapped)
                    return wrapped, count
    return None


def follow_up(text: str, before: list[t.Effect], context: Context) -> bool:
    """A sentence that changes the effect of the sentence before; True if it was one (and was understood)."""
    last = before[-1]
    if text in _NO_REGENERATION and isinstance(_last_part(last), t.Destroy):
        before[-1] = _with_last_part(last, replace(_as_destroy(_last_part(last)), no_regeneration=True))
        return True
    for start, join in (("if you do, ", _if_you_do), ("if they do, ", _if_you_do), ("when you do, ", _when_you_do)):
        if text.startswith(start):
            joined = join(text[len(start) :], last, context)
            if joined is None:
                return False
            before[-1] = joined
            return True
    for start in (
        "if you don't, ",
        "otherwise, ",
        "if they don't, ",
        "if the player doesn't, ",
        "if that player doesn't, ",
    ):
        if text.startswith(start):
            joined = _otherwise(text[len(start) :], last, context, start == "otherwise, ")
            if joined is None:
                return False
            before[-1] = joined
            return True
    changed = _cannot(text, last, context) or _instead(text, last, context)
    if changed is not None:
        before[-1] = changed
    return changed is not None


def _cannot(text: str, last: t.Effect, context: Context) -> t.Effect | None:
    for start in ("if you can't, ", "if they can't, ", "if that player can't, ", "if it can't, "):
        if text.startswith(start) and not isinstance(last, (t.Sequence, t.If, t.May, t.IfDone, t.PayOr)):
            if any(isinstance(n, t.Choose) and n.minimum != t.Num(1) for n in t.walk(last)):
                # doing a part of it is possible and isn't doing it
                return None
            done = effect(text[len(start) :], context)
            return None if done is None else t.IfDone(last, otherwise=done)
    return None


_INSTEAD = (
    re.compile(r"if (?P<c>.+?), instead (?P<e>.+)"),
    re.compile(r"if (?P<c>.+?), (?P<e>.+) instead"),
    re.compile(r"(?P<e>.+) instead if (?P<c>.+)"),
)


def _instead(text: str, last: t.Effect, context: Context) -> t.Effect | None:
    """The sentence replaces the one before if a condition holds (CR 614.15)."""
    if isinstance(last, t.IfDone) or (isinstance(last, (t.May, t.PayOr)) and _has_sequel(last)):
        return None
    for pattern in _INSTEAD:
        for found in _matches(pattern, text):
            mark = context.mark()
            holds = read("c", found[0], context)
            done = _replaced(found[1], last, context) if holds is not None else None
            if holds is not None and done is not None:
                holds, done = judged_before(holds, last, context), judged_before(done, last, context)
            if holds is not None and done is not None:
                return t.If(holds, done, last)
            context.reset(mark)
    return None


def _matches(pattern: re.Pattern[str], text: str) -> list[tuple[str, str]]:
    found = pattern.fullmatch(text)
    if found is None:
        return []
    condition, done = found.group("c"), found.group("e")
    pairs = [(condition, done)]
    for comma in re.finditer(", ", done):
        # the condition may hold commas of its own
        pairs.append((f"{condition}, {done[: comma.start()]}", done[comma.end() :]))
    return pairs


_THOSE_TOKENS = re.compile(r"create (?P<n>\w+) of those tokens")


_OTHER_DAMAGE = re.compile(r"(?:it|~) deals (?P<n>\w+) damage")


def _replaced(text: str, last: t.Effect, context: Context) -> t.Effect | None:
    found = _OTHER_DAMAGE.fullmatch(text)
    if found is not None and isinstance(last, t.DealDamage) and not last.divided:
        # "deals 2 damage to any target. If ..., it deals 4 damage instead": to the same
        damage = read("n", found.group("n"), context)
        return None if damage is None else replace(last, amount=damage)
    found = _THOSE_TOKENS.fullmatch(text)
    if found is not None:
        count = read("n", found.group("n"), context)
        if count is None or not isinstance(last, (t.CreateToken, t.CreateCopyToken)):
            return None
        return replace(last, amount=count)
    return effect(text, context)


def _has_sequel(choice: t.May | t.PayOr) -> bool:
    if isinstance(choice, t.May):
        return choice.then is not None or choice.otherwise is not None
    return choice.paid is not None or choice.unpaid is not None


_NO_REGENERATION = {
    "it can't be regenerated",
    "they can't be regenerated",
    "that creature can't be regenerated",
    "a creature destroyed this way can't be regenerated",
    "creatures destroyed this way can't be regenerated",
    "permanents destroyed this way can't be regenerated",
    "those creatures can't be regenerated",
    "the creature can't be regenerated",
    "that permanent can't be regenerated",
}


def _as_destroy(node: t.Effect) -> t.Destroy:
    if not isinstance(node, t.Destroy):
        raise TypeError(node)
    return node


def _last_part(node: t.Effect) -> t.Effect:
    return node.parts[-1] if isinstance(node, t.Sequence) else node


def _with_last_part(node: t.Effect, part: t.Effect) -> t.Effect:
    return t.Sequence((*node.parts[:-1], part)) if isinstance(node, t.Sequence) else part


def _if_you_do(text: str, last: t.Effect, context: Context) -> t.Effect | None:
    then = effect(text, context)
    if then is None:
        return None
    choice = _last_part(last)
    if isinstance(choice, t.May) and choice.then is None:
        return _with_last_part(last, replace(choice, then=then))
    if isinstance(choice, t.PayOr) and choice.paid is None and choice.unpaid is None:
        return _with_last_part(last, replace(choice, paid=then))
    if isinstance(last, (t.Sequence, t.If)):
        return None
    return t.IfDone(last, then)


def _when_you_do(text: str, last: t.Effect, context: Context) -> t.Effect | None:
    # CR 603.12: a reflexive trigger has its own targets, chosen as it goes on the stack
    inner = context.inner()
    then = effect(text, inner)
    if then is None or isinstance(last, (t.Sequence, t.If)):
        return None
    if any(isinstance(n, (t.Target, t.TargetPlayer)) for n in t.walk(then)) and context.targets:
        return None
    return t.IfDone(last, then, when=True, targets=tuple(inner.targets))


def _otherwise(text: str, last: t.Effect, context: Context, of_condition: bool) -> t.Effect | None:
    choice = _last_part(last)
    kept = list(context.mentions)
    if isinstance(choice, t.If) and isinstance(choice.then, t.May):
        # otherwise than the condition, or than the choice?
        return None
    if isinstance(choice, (t.If, t.May, t.IfDone)):
        # what the other branch would have acted on isn't there to be spoken of
        there = t.walk(choice.then if isinstance(choice, t.If) else choice.effect)
        made = {f"{OPEN}{number}" for number, leaf in context.made.items() if leaf is not None and leaf in there}
        context.mentions = [m for m in kept if not (isinstance(m.ref, t.Prior) and m.ref.key in made)]
    done = effect(text, context)
    if done is None:
        context.mentions = kept
        return None
    if isinstance(choice, t.If) and not of_condition:
        # "if you don't" is about a choice, not about the condition before
        return None
    if isinstance(choice, (t.May, t.If, t.IfDone)) and choice.otherwise is None:
        return _with_last_part(last, replace(choice, otherwise=done))
    if isinstance(choice, t.PayOr) and choice.unpaid is None:
        return _with_last_part(last, replace(choice, unpaid=done))
    return None
