"""What keywords of permanents do (CR 702) that isn't said in other instructions."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.model.objects import Happening
from simulator.rules.combat import put_attacking
from simulator.rules.context import Context
from simulator.rules.counters import add_counters
from simulator.rules.effects.copies import values_to_copy
from simulator.rules.effects.registry import handles, remember, run
from simulator.rules.keyword_nodes import Backup, Designate, Devour, Did, Myriad
from simulator.rules.references import objects
from simulator.rules.scope import Scope
from simulator.rules.wording import public_name
from simulator.sentences import say
from simulator.terms import term


@handles(Did)
def _did(ctx: Context, e: Did, scope: Scope) -> None:
    others = scope.bound.get("", ())
    ctx.happen(Happening("does", scope.source, other=others[0] if others else 0, player=scope.you, word=e.word))


@handles(Designate)
def _designate(ctx: Context, e: Designate, scope: Scope) -> None:
    obj = ctx.state.objects.get(scope.source)
    if obj is None or obj.zone != "battlefield" or obj.flags.get(e.word):
        return
    ctx.state.write(scope.source).flags[e.word] = True
    ctx.tell(say("{object} becomes {word}", object=public_name(ctx, scope.source), word=term(e.word)), e.rule)
    ctx.happen(Happening("does", scope.source, player=scope.you, word=f"become {e.word}"))


@handles(Devour)
def _devour(ctx: Context, e: Devour, scope: Scope) -> None:
    """CR 702.82a: the choice is made, and the creatures are sacrificed, as it enters (CR 614.13a: not itself)."""
    prey = t.Choose(t.AllOf((t.HasType("Creature"), t.ControlledBy(t.You()))), minimum=t.Num(0))
    run(ctx, t.SacrificeEffect(prey, save_as="devoured"), scope)
    eaten = scope.bound.get("devoured", ())
    # CR 702.82b: what it devoured is known as long as it is that permanent
    ctx.state.write(scope.source).flags["devoured"] = (
        *ctx.state.objects[scope.source].flags.get("devoured", ()),
        *eaten,
    )
    add_counters(ctx, scope.source, "+1/+1", e.number * len(eaten))


@handles(Myriad)
def _myriad(ctx: Context, e: Myriad, scope: Scope) -> None:
    """CR 702.116a: for each opponent but the defending player its controller may have a token attack."""
    attacked = scope.event.player if scope.event is not None else ""
    made: list[int] = []
    for name in ctx.state.opponents(scope.you):
        if name == attacked or not ctx.may(
            scope.you, say("Create a token that attacks {name}?", name=name), ("702.116a",)
        ):
            continue
        run(ctx, t.CreateCopyToken(t.Self(), tapped=True), scope)
        tokens = list(scope.bound.get("", ()))
        put_attacking(ctx, tokens, name)
        made += tokens
    remember(scope, "myriad", made)
    if made:
        gone = t.MoveTo(t.Prior("delayed"), "exile")
        run(ctx, t.Delayed(t.BeginningOf("end of combat"), gone, t.Prior("myriad")), scope)


@handles(Backup)
def _backup(ctx: Context, e: Backup, scope: Scope) -> None:
    """CR 702.165a: abilities printed below, without backup; 702.165c: what it gained otherwise isn't granted."""
    source = scope.source
    targets = objects(ctx, t.Target(0), scope)
    run(ctx, t.PutCountersOn("+1/+1", e.number, t.Target(0)), scope)
    printed = values_to_copy(ctx, source)
    if printed is None or e.keyword not in printed.abilities:
        return  # backup itself was gained: nothing is printed below it
    below = printed.abilities[printed.abilities.index(e.keyword) + 1 :]
    granted = tuple(
        t.GainAbility(ability) for ability in below if not (isinstance(ability, t.Keyword) and ability.name == "backup")
    )
    others = [id for id in targets if id != source]
    if granted and others:
        run(ctx, t.Continuous(t.Union(tuple(t.ObjectId(id) for id in others)), granted), scope)
    remember(scope, "", targets)
