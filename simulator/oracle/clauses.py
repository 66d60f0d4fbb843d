"""Instructions: how clauses make one effect (CR 608.2c: in the order of the text).

The templates of the instructions stand in the `effects_*` modules; here is how they are joined: "then", "and",
"you may", "if", "for each", durations that stand in front. Sentences are joined in `sentences`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TypeVar

from simulator.abilities import tree as t
from simulator.oracle import events as _events  # noqa: F401 - registers the reader of events
from simulator.oracle import noun_tables as tables
from simulator.oracle.context import OPEN, Context
from simulator.oracle.descriptions import substitute
from simulator.oracle.settling import claim
from simulator.oracle.template import Table, read, reader

EFFECTS = Table("effects")
N = TypeVar("N", bound=t.Node)

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
    if ", where X is " in text and text.rpartition(", where X is ")[0].count('"') % 2 == 0:
        # X means that in the whole sentence: it isn't split
        return _where_x(text, context) or _single(text, context)
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


def _where_x(text: str, context: Context) -> t.Effect | None:
    """Where X is an amount, X stands for that amount in the sentence (CR 107.3i)."""
    before, found, meaning = text.rpartition(", where X is ")
    if not found or before.count('"') % 2 or context.x_meaning is not None:
        return None
    mark = context.mark()
    done = effect(before, context)
    value = read("x", meaning, context) if done is not None else None
    found_x = done is not None and (
        t.X() in t.walk(done) or any(t.X() in t.walk(spec) for spec in context.targets[mark[0] :])
    )
    put = substitute(done, t.X(), value) if done is not None and value is not None and found_x else None
    if not isinstance(put, t.Effect) or value is None or not x_in_targets(context, mark[0], value):
        context.reset(mark)
        return None
    return put


def x_in_targets(context: Context, since: int, value: t.Amount) -> bool:
    """Put what X means into the targets from that number on; False if it speaks of a target itself."""
    for index in range(since, len(context.targets)):
        spec = context.targets[index]
        if t.X() not in t.walk(spec):
            continue
        if any(isinstance(node, (t.Target, t.TargetPlayer, t.Prior)) for node in t.walk(value)):
            return False
        changed = substitute(spec, t.X(), value)
        if not isinstance(changed, t.TargetSpec):
            return False
        context.targets[index] = changed
    return True


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
    outer = context.clause_at, context.targets_at
    context.clause_at, context.targets_at = len(context.mentions), len(context.targets)
    found = EFFECTS.parse(text, context)
    context.clause_at, context.targets_at = outer
    if not isinstance(found, t.Effect):
        context.reset(mark)
        return None
    wrapped = for_each_of_them(found)
    if wrapped is None:
        context.reset(mark)
        return None
    claim(context, wrapped)
    if isinstance(context.subject, (t.Choose, t.TopCards)):
        # what was chosen isn't chosen again
        chosen = context.mentions[-1].ref if context.mentions else None
        context.subject = chosen if isinstance(chosen, t.Prior) else None
    if any(isinstance(node, _COUNTED) for node in t.walk(wrapped)):
        context.prior_amount = True
    return _choosing_type(text, wrapped, context)


def _choosing_type(text: str, done: t.Effect, context: Context) -> t.Effect:
    """The creature type of your choice" is chosen as the instruction is carried out (CR 608.2d), not for a target."""
    kind = "creature type"
    if f"of the {kind} of your choice" not in text or any(isinstance(n, t.ChooseValue) for n in t.walk(done)):
        return done
    if any(t.OfChosen(kind) in t.walk(spec) for spec in context.targets):
        return done
    return t.Sequence((t.ChooseValue(kind), done))


def for_each_of_them(found: t.Effect) -> t.Effect | None:
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
    if isinstance(e, t.PayOr) and e.unpaid is not None and e.paid is None:
        # "you may draw a card unless that player pays": first the payment, then the choice
        return replace(e, unpaid=t.May(e.unpaid))
    if isinstance(e, t.If) and e.otherwise is None:
        # "you may ... if you control ...": where the condition doesn't hold there is nothing to choose
        return replace(e, then=t.May(e.then))
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
    return t.If(_would_be(c, e), e)


def judged_before(holds: N, done: t.Effect, context: Context) -> N | None:
    """A condition that stands after its instruction, and speaks of the instruction's objects before it acted.

    CR 608.2c: what stands later in the text may modify what stands before. None if what it speaks of isn't known yet.
    """
    inside = t.walk(done)
    changed: t.Node = holds
    for ref in [node for node in t.walk(holds) if isinstance(node, t.Prior) and node.key.startswith(OPEN)]:
        leaf = context.made_by(ref)
        if leaf is None or leaf not in inside:
            continue
        what = getattr(leaf, "of", getattr(leaf, "what", None))
        if not isinstance(what, (t.Target, t.That, t.Self, t.Prior, t.Linked, t.AttachedTo)):
            return None
        changed = substitute(changed, ref, what)
        if context.said_card and isinstance(what, (t.That, t.Target)) and isinstance(changed, t.Holds):
            # CR 109.2a: "a creature card" is asked of the card
            changed = t.Holds(changed.ref, t.IsCard(changed.where))
    return changed  # type: ignore[return-value]


@EFFECTS("{e:e1} if {c:c}")
def _if_after(context: Context, e: t.Effect, c: t.Condition) -> t.Effect | None:
    judged = judged_before(c, e, context)
    if judged is None:
        return None
    c = judged
    if any(isinstance(node, t.AllowLook) or (isinstance(node, t.CastCard) and node.duration) for node in t.walk(e)):
        # the condition of a permission is judged when the card is played, not now
        return None
    return t.If(_would_be(c, e), e)


def _would_be(holds: N, done: t.Effect) -> N:
    """CR 601.3e: "if it's an instant spell" of a card to be cast asks what it would be as a spell; it isn't one yet."""
    if not isinstance(holds, t.Holds) or not any(
        isinstance(node, t.CastCard) and node.what == holds.ref for node in t.walk(done)
    ):
        return holds
    return substitute(holds, t.IsSpell(), t.AllOf())  # type: ignore[return-value]


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


@EFFECTS("{e:e1} unless {c:c}")
def _unless_condition(context: Context, e: t.Effect, c: t.Condition) -> t.Effect | None:
    judged = judged_before(c, e, context)
    return None if judged is None else t.If(t.NotTrue(judged), e)


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


@EFFECTS(
    "until end of turn, whenever {when:event}, {e:e}",
    "whenever {when:event} this turn, {e:e}",
)
def _for_the_turn(context: Context, when: t.Event, e: t.Effect) -> t.Effect | None:
    return for_a_while(when, e, "end of turn", context)


@EFFECTS("until your next turn, whenever {when:event}, {e:e}")
def _until_next_turn(context: Context, when: t.Event, e: t.Effect) -> t.Effect | None:
    return for_a_while(when, e, "your next turn", context)


def for_a_while(when: t.Event, done: t.Effect, until: str, context: Context) -> t.Effect | None:
    """A delayed triggered ability that triggers again and again (CR 603.7b)."""
    nodes = t.walk(done)
    if context.kind == "triggered" and any(isinstance(n, (t.That, t.ThatPlayer, t.EventAmount)) for n in nodes):
        # two events: which one "it" means is open
        return None
    if any(isinstance(n, (t.Target, t.TargetPlayer)) for n in nodes):
        # its own targets would be chosen each time that it triggers
        return None
    return t.Delayed(when, done, once=False, until=until)


@EFFECTS("when {what:o} dies this turn, {e:later}")
def _dies_this_turn(context: Context, what: t.ObjectRef, e: str) -> t.Effect | None:
    watched = t.ZoneChange(t.Is(t.Prior("delayed")), "battlefield", "graveyard")
    inner = Context("triggered", context.source_types)
    inner.players = list(context.players)
    inner.mention(t.That(), frozenset({"creature", "permanent", "card"}), event="subject")
    done = effect(e, inner)
    if done is None or inner.targets or isinstance(what, (t.All, t.Choose)):
        return None
    return t.Delayed(watched, done, what=what, until="end of turn")


@reader("later")
def _later(text: str, _: Context) -> str:
    return text


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


#: Templates that read two or more sentences together, joined by ". ".
JOINED = Table("joined sentences")
