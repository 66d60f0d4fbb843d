"""Sequences, conditions, choices, repetition, delayed abilities (CR 608.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from simulator.abilities import tree as t
from simulator.errors import Unsupported
from simulator.model.decisions import Decision, Option
from simulator.model.objects import Happening
from simulator.model.state import DelayedTrigger, PendingTrigger
from simulator.rules.amounts import amount, holds
from simulator.rules.context import Context
from simulator.rules.effects.registry import handles, remember, run
from simulator.rules.effects.rounds import Rounds
from simulator.rules.effects.together import simultaneous
from simulator.rules.paying import may_pay
from simulator.rules.references import choose_player, objects, players, secretly
from simulator.rules.rewriting import rewritten
from simulator.rules.scope import Scope
from simulator.rules.wording import may_look
from simulator.sentences import say
from simulator.symbols import COLOR_NAMES
from simulator.terms import term


@handles(t.Sequence)
def _sequence(ctx: Context, e: t.Sequence, scope: Scope) -> None:
    for part in e.parts:
        run(ctx, part, scope)


@handles(t.Nothing)
def _nothing(ctx: Context, e: t.Nothing, scope: Scope) -> None:
    scope.done = False


@handles(t.UnsupportedAbility)
def _unsupported(ctx: Context, e: t.UnsupportedAbility, scope: Scope) -> None:
    raise Unsupported(say("its text isn't simulated yet"))


@handles(t.If)
def _if(ctx: Context, e: t.If, scope: Scope) -> None:
    if holds(ctx, e.condition, scope):
        run(ctx, e.then, scope)
        return
    _as_if(ctx, e, scope)
    if e.otherwise is not None:
        run(ctx, e.otherwise, scope)


def _as_if(ctx: Context, e: t.If, scope: Scope) -> None:
    """CR 400.2, 701.20e: where "you may" follows on what a hidden card is, others don't learn that it isn't that."""
    first = e.then.parts[0] if isinstance(e.then, t.Sequence) and e.then.parts else e.then
    if not isinstance(first, t.May) or not isinstance(e.condition, t.Holds):
        return
    if secretly(ctx, e.condition.where, [id for id in objects(ctx, e.condition.ref, scope) if ctx.exists(id)]):
        for name in players(ctx, first.player, scope):
            ctx.refrain(name, say("Do it?"), ("608.2d",))


@handles(t.May)
def _may(ctx: Context, e: t.May, scope: Scope) -> None:
    did = False
    for name in players(ctx, e.player, scope):
        if ctx.may(name, say("Do it?"), ("608.2d",)):
            did = True
            run(ctx, e.effect, scope)
            if e.then is not None and scope.done:
                run(ctx, e.then, scope)
        elif e.otherwise is not None:
            run(ctx, e.otherwise, scope)
    scope.done = did


@handles(t.IfDone)
def _if_done(ctx: Context, e: t.IfDone, scope: Scope) -> None:
    scope.done = True
    run(ctx, e.effect, scope)
    if scope.done:
        if e.then is not None and e.when:
            _reflexive(ctx, e.then, e.targets, scope)
        elif e.then is not None:
            run(ctx, e.then, scope)
    elif e.otherwise is not None:
        run(ctx, e.otherwise, scope)


def _reflexive(ctx: Context, then: t.Effect, targets: tuple[t.TargetSpec, ...], scope: Scope) -> None:
    """CR 603.12: "when you do" is a triggered ability of its own."""
    ability = t.Triggered(event=t.PlayerDoes("this"), effect=then, targets=targets)
    event = scope.event or Happening("does", player=scope.you, word="this")
    pending = PendingTrigger(ability, scope.you, scope.source, event, scope.bound_items(), scope.x)
    ctx.state.triggered.append(pending)
    ctx.state.trigger_log.append(scope.source)


@handles(t.PayOr)
def _pay_or(ctx: Context, e: t.PayOr, scope: Scope) -> None:
    paid = False
    for name in players(ctx, e.player, scope):
        paid = may_pay(ctx, name, e.cost, scope) or paid
    if paid and e.paid is not None:
        run(ctx, e.paid, scope)
    elif not paid and e.unpaid is not None:
        run(ctx, e.unpaid, scope)
    scope.done = paid


@handles(t.ChooseOne)
def _choose_one(ctx: Context, e: t.ChooseOne, scope: Scope) -> None:
    options = tuple(Option("mode", index, say("option {number}", number=index + 1)) for index in range(len(e.options)))
    # CR 608.2d: who carries out the instruction chooses, or the player whom it names
    chooser = scope.you if e.chooser is None else next(iter(players(ctx, e.chooser, scope)), scope.you)
    decision = Decision(chooser, "mode", say("Choose one."), options, rules=("608.2d",))
    run(ctx, e.options[int(ctx.choose(decision)[0].value)], scope)


@handles(t.ForEach)
def _for_each(ctx: Context, e: t.ForEach, scope: Scope) -> None:
    found = objects(ctx, e.what, scope)
    rounds = Rounds(e.effect, scope)
    for id in found:
        scope.bound["each"] = (id,)
        with rounds:
            run(ctx, e.effect, scope)
    rounds.finish()
    scope.done = bool(found)


@handles(t.ForEachPlayer)
def _for_each_player(ctx: Context, e: t.ForEachPlayer, scope: Scope) -> None:
    names = players(ctx, e.players, scope)
    together = simultaneous(e.effect)
    if together is not None:
        # CR 101.4, 608.2e: all make their choices in APNAP order, then it happens at the same time
        together(ctx, e.effect, names, scope)
        return
    before = scope.each_player
    rounds = Rounds(e.effect, scope)
    done = False
    for name in names:
        scope.each_player = name
        with rounds:
            run(ctx, e.effect, scope)
        done = done or scope.done
    rounds.finish()
    scope.each_player = before
    scope.done = done


@handles(t.FlipCoin)
def _flip_coin(ctx: Context, e: t.FlipCoin, scope: Scope) -> None:
    """CR 705.2: the player who flips wins or loses the flip."""
    for name in players(ctx, e.player, scope):
        won = ctx.shuffle([0, 1])[0] == 1
        told = say("{player} wins the flip", player=name) if won else say("{player} loses the flip", player=name)
        ctx.tell(told, "705.2")
        followed = e.won if won else e.lost
        if followed is not None:
            run(ctx, followed, scope)


@handles(t.Repeat)
def _repeat(ctx: Context, e: t.Repeat, scope: Scope) -> None:
    rounds = Rounds(e.effect, scope)
    for _ in range(max(0, amount(ctx, e.amount, scope))):
        with rounds:
            run(ctx, e.effect, scope)
    rounds.finish()


@handles(t.Delayed)
def _delayed(ctx: Context, e: t.Delayed, scope: Scope) -> None:
    """CR 603.7: it remembers what it is about; 603.7d: its controller is this effect's."""
    bound = dict(scope.bound)
    if e.what is not None:
        bound["delayed"] = tuple(objects(ctx, e.what, scope))
    ctx.state.delayed.append(
        DelayedTrigger(
            ctx.state.new_id(),
            _bound_event(ctx, e.event, scope, bound),
            _fix_targets(ctx, e.effect, scope),
            scope.you,
            scope.source,
            tuple(sorted(bound.items())),
            e.once,
            e.until,
            ctx.state.turn,
            scope.x,
        )
    )


def _bound_event(ctx: Context, event: t.Node, scope: Scope, bound: dict[str, tuple[int, ...]]) -> t.Event:
    """References to this ability's targets, fixed now because the delayed ability has none."""
    if not isinstance(event, t.Event):
        raise Unsupported(say("the simulator doesn't know what this delayed triggered ability waits for yet"))
    scope = replace(scope, bound=bound)
    fixed: t.Event = fix_references(ctx, event, scope)
    return fixed


def _fix_targets(ctx: Context, effect: t.Effect, scope: Scope) -> t.Effect:
    """CR 603.7c: a delayed ability still speaks of the targets of the ability that created it."""
    fixed: t.Effect = fix_references(ctx, effect, scope, targets_only=True)
    return fixed


def fix_references(ctx: Context, node: Any, scope: Scope, targets_only: bool = False) -> Any:
    """The same tree with targets and remembered objects replaced by the objects they are now."""

    def fixed(node: t.Node) -> t.Node | None:
        if isinstance(node, t.Target) or (not targets_only and isinstance(node, t.Prior | t.That)):
            return t.Union(tuple(t.ObjectId(id) for id in objects(ctx, node, scope)))
        if isinstance(node, t.TargetPlayer) or (isinstance(node, t.ThatPlayer) and not targets_only):
            named = players(ctx, node, scope)
            return t.PlayerId(named[0]) if named else node
        return None

    return rewritten(node, fixed)


@handles(t.ChooseValue)
def _choose_value(ctx: Context, e: t.ChooseValue, scope: Scope) -> None:
    chooser = players(ctx, e.player, scope)[0]
    named = scope.words.get("mana", "").strip("{}")
    # the player named the mana when activating the ability: that is the color
    value = named if e.kind == "color" and named else choose_value(ctx, e, chooser)
    kind = "name" if e.kind == "nonland name" else e.kind
    scope.words[kind] = value
    if e.kind in ("player", "opponent"):
        scope.words["player"] = value
        scope.chosen_player = value
    source = ctx.state.objects.get(scope.source)
    if source is not None and source.zone == "battlefield":
        key = "player" if e.kind == "opponent" else kind
        ctx.state.write(scope.source).chosen[key] = value
    shown = term(COLOR_NAMES.get(value, value))
    ctx.tell(say("{chooser} chooses {shown}", chooser=chooser, shown=shown), "608.2d")


def choose_value(ctx: Context, e: t.ChooseValue, chooser: str) -> str:
    """Ask for a color, a type, a player, a number, one of the named options ..."""
    if e.kind == "color":
        options = tuple(Option("color", c, term(n)) for c, n in COLOR_NAMES.items() if not e.options or c in e.options)
    elif e.kind in ("player", "opponent"):
        names = ctx.state.players_in_turn_order(chooser)
        return choose_player(ctx, chooser, names if e.kind == "player" else names[1:])
    elif e.options:
        options = tuple(Option("word", word, word) for word in e.options)
    elif e.kind == "number":
        options = tuple(Option("number", str(n), str(n)) for n in range(21))
    elif e.kind in ("name", "nonland name"):
        return _choose_name(ctx, e.kind, chooser)
    else:
        options = tuple(Option("word", word, word) for word in _words(ctx, e.kind))
    if not options:
        raise Unsupported(say("the simulator can't let a player choose this yet"))
    decision = Decision(
        chooser, e.kind if e.kind == "color" else "word", say("Choose a {kind}.", kind=term(e.kind)), options
    )
    return str(ctx.choose(decision)[0].value)


def _words(ctx: Context, kind: str) -> list[str]:
    from simulator.abilities import subtypes
    from simulator.symbols import BASIC_LAND_TYPES, CARD_TYPES

    if kind == "creature type":
        return sorted(subtypes.CREATURE_TYPES)
    if kind == "card type":
        return [word for word in CARD_TYPES if word not in ("Dungeon", "Plane", "Phenomenon", "Scheme", "Vanguard")]
    if kind == "basic land type":
        return list(BASIC_LAND_TYPES)
    return []


def _choose_name(ctx: Context, kind: str, chooser: str) -> str:
    """CR 201.4: any card's name; offered are those of cards that the player may look at, so that nothing is told."""
    names: set[str] = set()
    for id, obj in ctx.state.objects.items():
        if obj.kind != "card" or not may_look(ctx, id, chooser):
            continue
        faces = obj.card.faces if obj.card.layout != "split" else obj.card.faces[:1]
        for face in faces:
            if kind == "name" or "Land" not in face.type_line.types:
                # CR 201.4b, 712.19: the name of one face
                names.add(face.name)
    options = tuple(Option("word", name, name) for name in sorted(names))
    decision = Decision(chooser, "word", say("Choose a card name."), options, rules=("201.4",), open="card name")
    answer = ctx.ask(decision)
    return answer.text or (str(options[answer.chosen[0]].value) if answer.chosen else "")


@handles(t.ChooseObjects)
def _choose_objects(ctx: Context, e: t.ChooseObjects, scope: Scope) -> None:
    remember(scope, e.save_as, objects(ctx, e.what, scope))
