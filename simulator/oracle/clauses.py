"""Instructions: how clauses and sentences make one effect (CR 608.2c: in the order of the text).

The templates of the instructions stand in the `effects_*` modules; here is how they are joined: "then", "and",
"you may", "if", "for each", durations that stand in front, and sentences that go back to the one before.
"""

from __future__ import annotations

import re
from dataclasses import replace

from simulator.abilities import tree as t
from simulator.oracle import noun_tables as tables
from simulator.oracle.context import Context
from simulator.oracle.descriptions import substitute
from simulator.oracle.template import Table, read, reader

EFFECTS = Table("effects")

#: Effects that name how much happened ("that much life", "the life lost this way").
_COUNTED = (t.LoseLife, t.GainLife, t.DealDamage, t.DiscardCards, t.Mill, t.Draw)
_JOINER = re.compile(r", then |, and then | then |, and | and |, ")
_THIRD_PERSON = re.compile(
    r"(?:gets|gains|gain|get|has|have|loses|becomes|draws|discards|mills|sacrifices|reveals|shuffles|creates|deals|exiles|"
    r"can't|doesn't|don't|puts|untaps|taps|adds|pays|searches|scries|surveils|returns|loses|perpetually|then) "
)
#: Verbs that need a subject before them: without one they would be read as instructions to "you".
_NEEDS_SUBJECT = re.compile(
    r"(?:gets|gains|has|loses|becomes|draws|discards|mills|sacrifices|reveals|shuffles|creates|deals|exiles|puts|untaps|"
    r"taps|adds|pays|searches|scries|surveils|returns|manifests|cloaks|investigates|proliferates|takes|wins) "
)
_PLAYER_GROUPS = (t.EachOpponent(), t.EachPlayer(), t.EachOtherPlayer())


@reader("e")
def effect(text: str, context: Context) -> t.Effect | None:
    """The effect of one sentence (without its full stop), or None."""
    text = text.strip()
    whole = _single(text, context)
    if whole is not None:
        return whole
    for found in _JOINER.finditer(text):
        if text[: found.start()].count('"') % 2:
            continue
        mark = context.mark()
        first = _single(text[: found.start()], context)
        if first is not None:
            rest = _following(text[found.end() :], context)
            if rest is not None:
                return sequence(first, rest)
        context.reset(mark)
    return None


@reader("e1")
def one_effect(text: str, context: Context) -> t.Effect | None:
    """The effect of one clause."""
    return _single(text, context)


def _following(text: str, context: Context) -> t.Effect | None:
    subject = context.subject
    rest = effect(text, context)
    if rest is None and subject is not None and _THIRD_PERSON.match(text):
        context.subject = subject
        rest = effect("% " + text, context)
    return rest


def sequence(*effects: t.Effect) -> t.Effect:
    """The effects one after the other, without nesting."""
    parts: list[t.Effect] = []
    for one in effects:
        parts.extend(one.parts if isinstance(one, t.Sequence) else (one,))
    return parts[0] if len(parts) == 1 else t.Sequence(tuple(parts))


def _single(text: str, context: Context) -> t.Effect | None:
    mark = context.mark()
    text = text.removeprefix("then ")
    if _NEEDS_SUBJECT.match(text):
        return None
    outer, context.clause_at = context.clause_at, len(context.mentions)
    found = EFFECTS.parse(text, context)
    context.clause_at = outer
    if not isinstance(found, t.Effect):
        context.reset(mark)
        return None
    wrapped = _for_each_of_them(found)
    if wrapped is None:
        context.reset(mark)
        return None
    if any(isinstance(node, _COUNTED) for node in t.walk(wrapped)):
        context.prior_amount = True
    return wrapped


def _for_each_of_them(found: t.Effect) -> t.Effect | None:
    """Each opponent loses 1 life for each card in their hand": done player by player."""
    nodes = t.walk(found)
    if tables.EACH_OF_THEM not in nodes:
        return found
    groups = [group for group in _PLAYER_GROUPS if group in nodes]
    if len(groups) != 1:
        return None
    one = substitute(substitute(found, groups[0], t.ThatPlayer()), tables.EACH_OF_THEM, t.ThatPlayer())
    return t.ForEachPlayer(groups[0], one) if isinstance(one, t.Effect) else None


@EFFECTS("you may {e:e}")
def _may(_: Context, e: t.Effect) -> t.Effect:
    return t.May(e)


@EFFECTS("{p:p} may {e:may_effect}")
def _player_may(context: Context, p: t.PlayerRef, e: str) -> t.Effect | None:
    if isinstance(p, t.You) or p in _PLAYER_GROUPS:
        return None
    context.subject = p
    done = effect("% " + e, context)
    return None if done is None else t.May(done, p)


@reader("may_effect")
def _text(text: str, _: Context) -> str:
    return text


@EFFECTS("you may pay {cost:cost}")
def _may_pay(_: Context, cost: tuple[t.Cost, ...]) -> t.Effect:
    return t.PayOr(t.You(), cost)


@EFFECTS("{p:p} may pay {cost:cost}")
def _player_may_pay(_: Context, p: t.PlayerRef, cost: tuple[t.Cost, ...]) -> t.Effect | None:
    return None if p in _PLAYER_GROUPS else t.PayOr(p, cost)


@EFFECTS("if {c:c}, {e:e}")
def _if(_: Context, c: t.Condition, e: t.Effect) -> t.Effect:
    return t.If(c, e)


@EFFECTS("{e:e1} if {c:c}")
def _if_after(_: Context, e: t.Effect, c: t.Condition) -> t.Effect:
    return t.If(c, e)


@EFFECTS("{e:e1} unless {p:p} pay(s) {cost:cost}")
def _unless(context: Context, e: t.Effect, p: t.PlayerRef, cost: tuple[t.Cost, ...]) -> t.Effect | None:
    return None if p in _PLAYER_GROUPS else t.PayOr(p, cost, unpaid=e)


@EFFECTS("{e:e1} unless you {cost:cost}")
def _unless_you(_: Context, e: t.Effect, cost: tuple[t.Cost, ...]) -> t.Effect | None:
    # "sacrifice it unless you pay {2}" stands above; here the cost is an action of yours
    return t.PayOr(t.You(), cost, unpaid=e)


@EFFECTS("{e:e1} unless {p:p} <a:sacrifice|discard|exile>(s) {more:may_effect}")
def _unless_action(context: Context, e: t.Effect, p: t.PlayerRef, a: str, more: str) -> t.Effect | None:
    if p in _PLAYER_GROUPS:
        return None
    whole = read("cost", f"{a} {more}", context)
    if whole is not None:
        return t.PayOr(p, whole, unpaid=e)
    for found in re.finditer(r" or ", more):
        first = read("cost", f"{a} {more[: found.start()]}", context)
        second = read("cost", more[found.end() :], context)
        if first is not None and second is not None:
            return t.PayOr(p, (t.EitherCost((first, second)),), unpaid=e)
    return None


@EFFECTS("for each {f:f}, {e:e}")
def _for_each(_: Context, f: t.Amount, e: t.Effect) -> t.Effect | None:
    if any(isinstance(node, (t.Prior, t.That)) for node in t.walk(e)):
        return None
    return t.Repeat(f, e)


@EFFECTS(
    "at the beginning of the next end step, {e:e}",
    "{e:e1} at the beginning of the next end step",
)
def _next_end_step(_: Context, e: t.Effect) -> t.Effect:
    return delayed(t.BeginningOf("end"), e)


@EFFECTS(
    "{e:e1} at the beginning of your next <step:upkeep|end step>",
    "at the beginning of your next <step:upkeep|end step>, {e:e}",
)
def _your_next(_: Context, e: t.Effect, step: str) -> t.Effect:
    return delayed(t.BeginningOf("end" if step == "end step" else step, t.You()), e)


@EFFECTS("{e:e1} at the beginning of the next turn's upkeep")
def _next_upkeep(_: Context, e: t.Effect) -> t.Effect:
    return delayed(t.BeginningOf("upkeep"), e)


@EFFECTS("{e:e1} at end of combat")
def _end_of_combat(_: Context, e: t.Effect) -> t.Effect:
    return delayed(t.BeginningOf("end of combat"), e)


def delayed(event: t.Event, done: t.Effect) -> t.Effect:
    """A delayed trigger that remembers now the objects that it will act on (CR 603.7c)."""
    refs = [n for n in t.walk(done) if isinstance(n, (t.Prior, t.That, t.Target)) and not isinstance(n, t.PlayerRef)]
    if not refs:
        return t.Delayed(event, done)
    what = refs[0]
    if any(ref != what for ref in refs):
        return t.Delayed(event, done)
    inner = substitute(done, what, t.Prior("delayed"))
    return t.Delayed(event, inner if isinstance(inner, t.Effect) else done, what=what)


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
            joined = _otherwise(text[len(start) :], last, context)
            if joined is None:
                return False
            before[-1] = joined
            return True
    return False


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
    inner = Context(context.kind, context.source_types)
    inner.mentions = list(context.mentions)
    inner.players = list(context.players)
    then = effect(text, inner)
    if then is None or isinstance(last, (t.Sequence, t.If)):
        return None
    if any(isinstance(n, (t.Target, t.TargetPlayer)) for n in t.walk(then)) and context.targets:
        return None
    return t.IfDone(last, then, when=True, targets=tuple(inner.targets))


def _otherwise(text: str, last: t.Effect, context: Context) -> t.Effect | None:
    done = effect(text, context)
    if done is None:
        return None
    choice = _last_part(last)
    if isinstance(choice, (t.May, t.If, t.IfDone)) and choice.otherwise is None:
        return _with_last_part(last, replace(choice, otherwise=done))
    if isinstance(choice, t.PayOr) and choice.unpaid is None:
        return _with_last_part(last, replace(choice, unpaid=done))
    return None


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
        effects.append(done_one)
        index += 1
    return sequence(*effects) if effects else None


#: Templates that read two or more sentences together, joined by ". ".
JOINED = Table("joined sentences")


def _several_sentences(parts: list[str], index: int, context: Context) -> tuple[t.Effect, int] | None:
    for count in (3, 2):
        if index + count <= len(parts):
            done = JOINED.parse(". ".join(parts[index : index + count]), context)
            if isinstance(done, t.Effect):
                wrapped = _for_each_of_them(done)
                if wrapped is not None:
                    return wrapped, count
    return None


def x_means(text: str, context: Context) -> str:
    """Take "where X is ..." off the end of a sentence; the amount is kept in the context."""
    found = re.fullmatch(r"(.+), where X is (.+)", text)
    if found is None:
        return text
    meaning = read("x", found.group(2), context)
    if meaning is None:
        return text
    context.x_meaning = meaning
    return found.group(1)
