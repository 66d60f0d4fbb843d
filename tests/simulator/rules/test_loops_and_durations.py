"""What instructions of a loop acted on, players who act together, and how long effects last."""

from __future__ import annotations

import pytest

from bot.services.card_pool import load_pool
from simulator.abilities import tree as t
from simulator.errors import InvalidAction, Unsupported
from simulator.game import Game
from simulator.model import actions as a
from simulator.model.position import Placed, Position, Seat, ZoneName
from simulator.rules.amounts import amount
from simulator.rules.context import Context
from simulator.rules.effects import run
from simulator.rules.scope import Scope

BEAR = t.TokenSpec("", ("Creature",), ("Bear",), (), ("G",), t.Num(2), t.Num(2))


def context(*cards: tuple[str, str, ZoneName]) -> Context:
    placed = []
    for name, player, zone in cards:
        found = load_pool().find(name)
        assert found is not None
        placed.append(Placed(found[0], player, zone))
    game = Game.from_position(Position((Seat("Alice"), Seat("Bob")), "Alice", "main", tuple(placed)))
    return Context(game._shown.clone())


def test_what_was_made_in_all_rounds_is_meant_after_the_loop() -> None:
    """CR 608.2c: "those tokens" are the tokens of every round."""
    ctx, scope = context(), Scope(source=0, you="Alice")
    run(ctx, t.Repeat(t.Num(3), t.CreateToken(BEAR, save_as="bears")), scope)
    assert amount(ctx, t.CountRef(t.Prior("bears")), scope) == 3
    run(ctx, t.PutCountersOn("+1/+1", t.Num(1), t.Prior("bears")), scope)
    assert [ctx.values(id).power for id in ctx.permanents()] == [3, 3, 3]


def test_a_round_means_its_own_objects() -> None:
    """CR 608.2c: inside the loop "it" is the token of that round."""
    ctx, scope = context(), Scope(source=0, you="Alice")
    once = t.Sequence(
        (t.CreateToken(BEAR, save_as="bear"), t.PutCountersOn("+1/+1", t.Num(1), t.Prior("bear"))),
    )
    run(ctx, t.Repeat(t.Num(2), once), scope)
    assert [ctx.values(id).power for id in ctx.permanents()] == [3, 3]


def test_a_round_without_the_instruction_adds_nothing() -> None:
    """A token of an earlier round isn't counted again where a later round made none."""
    ctx, scope = context(("Memnite", "Alice", "battlefield"), ("Island", "Alice", "battlefield")), Scope(0, "Alice")
    creature = t.Holds(t.Prior("each"), t.HasType("Creature"))
    run(ctx, t.ForEach(t.All(), t.If(creature, t.CreateToken(BEAR, save_as="bears"))), scope)
    assert amount(ctx, t.CountRef(t.Prior("bears")), scope) == 1


def test_players_who_each_sacrifice_do_it_at_the_same_time() -> None:
    """CR 101.4, 603.10a: what all players sacrificed is known together, and was sacrificed in one batch."""
    ctx = context(("Memnite", "Alice", "battlefield"), ("Memnite", "Bob", "battlefield"))
    scope = Scope(source=0, you="Alice")
    own = t.Choose(t.ControlledBy(t.ThatPlayer()), minimum=t.Num(1), maximum=t.Num(1), chooser=t.ThatPlayer())
    run(ctx, t.ForEachPlayer(t.EachPlayer(), t.SacrificeEffect(own, t.ThatPlayer(), save_as="gone")), scope)
    assert amount(ctx, t.CountRef(t.Prior("gone")), scope) == 2
    left = [event.batch for event in ctx.state.happened if event.kind == "zone"]
    assert len(left) == 2
    assert len(set(left)) == 1


def test_the_power_of_what_was_moved_is_its_last_known_one() -> None:
    """CR 608.2h: a creature that an earlier instruction exiled is remembered as it was."""
    ctx = context(("Hill Giant", "Alice", "battlefield"))
    giant, scope = ctx.permanents()[0], Scope(source=0, you="Alice")
    run(ctx, t.PutCountersOn("+1/+1", t.Num(2), t.ObjectId(giant)), scope)
    run(ctx, t.MoveTo(t.ObjectId(giant), "exile", save_as="exiled"), scope)
    assert amount(ctx, t.Stat("power", t.Prior("exiled")), scope) == 5
    assert amount(ctx, t.Counters("+1/+1", t.Prior("exiled")), scope) == 2


@pytest.mark.parametrize("duration", ["for as long as it rains", "while enchanted", ""])
def test_an_unknown_duration_is_unsupported_and_never_permanent(duration: str) -> None:
    """CR 611.2: nobody could say when such an effect ends."""
    ctx = context(("Hill Giant", "Alice", "battlefield"))
    giant = t.ObjectId(ctx.permanents()[0])
    effects = (
        t.Continuous(giant, (t.ModifyPT(t.Num(1), t.Num(1)),), duration),
        t.GainControl(giant, t.PlayerId("Bob"), duration),
        t.RuleEffect(t.Cant("block", giant_where()), duration),
        t.BecomeCopy(giant, giant, duration),
    )
    for effect in effects:
        with pytest.raises(Unsupported):
            run(ctx, effect, Scope(source=0, you="Alice"))


def giant_where() -> t.Predicate:
    return t.HasType("Giant")


def test_a_rule_that_nothing_looks_for_is_unsupported() -> None:
    """A static part that only permanents can have isn't dropped where an effect gives it for a turn."""
    ctx = context()
    for part in (t.MayLook("top of library"), t.Modify(t.AllOf(), (t.ModifyPT(t.Num(1)),)), t.Cant("be tickled")):
        with pytest.raises(Unsupported):
            run(ctx, t.RuleEffect(t.Static((part,))), Scope(source=0, you="Alice"))


def test_a_deed_that_nobody_tells_about_isn_t_counted_as_none() -> None:
    """Whether something happened this turn can't be answered for what the engine doesn't notice."""
    ctx = context()
    with pytest.raises(Unsupported):
        amount(ctx, t.CountEvents(t.PlayerDoes("collect evidence")), Scope(source=0, you="Alice"))


def test_an_effect_while_face_down_ends_as_it_is_turned_up() -> None:
    """CR 611.2b: it lasts as long as what it affects is face down."""
    found = load_pool().find("Serra Angel")
    assert found is not None
    card = Placed(found[0], "Alice", "battlefield", face_down="manifest")
    game = Game.from_position(Position((Seat("Alice"), Seat("Bob")), "Alice", "main", (card,)))
    ctx = Context(game._shown.clone())
    angel = ctx.permanents()[0]
    bigger = t.Continuous(t.ObjectId(angel), (t.ModifyPT(t.Num(3), t.Num(3)),), "while face down")
    run(ctx, bigger, Scope(source=0, you="Alice"))
    assert ctx.values(angel).power == 5
    run(ctx, t.TurnFaceUp(t.ObjectId(angel)), Scope(source=0, you="Alice"))
    from simulator.rules.engine import settle

    settle(ctx)
    assert (ctx.values(angel).power, ctx.values(angel).toughness) == (4, 4)


@pytest.mark.parametrize(
    "instruction", [a.Damage(0, 1), a.CopyToken(0, "Alice"), a.AttachIt(0, 0), a.GainControl("Alice", 0)]
)
def test_an_instruction_about_nothing_is_refused(instruction: a.EngineInstruction) -> None:
    """What isn't there any more can't be acted on: a clear refusal, not a crash."""
    game = Game.from_position(Position((Seat("Alice"), Seat("Bob")), "Alice", "main", ()))
    with pytest.raises(InvalidAction):
        game.instruct(instruction)
