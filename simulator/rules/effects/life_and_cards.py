"""Effects on players: damage, life, cards, counters, mana, extra turns (CR 106, 118–122)."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.errors import Unsupported
from simulator.model.decisions import Decision
from simulator.model.objects import Happening
from simulator.model.state import Shield
from simulator.rules import cards
from simulator.rules.amounts import amount
from simulator.rules.context import Context
from simulator.rules.damage import Hit, deal
from simulator.rules.dividing import announced
from simulator.rules.effects.registry import handles, remember
from simulator.rules.life import gain_life, lose_life
from simulator.rules.mana_abilities import add_mana, give
from simulator.rules.predicates import fits
from simulator.rules.references import objects, players, secretly
from simulator.rules.replacement import prohibited
from simulator.rules.scope import Scope
from simulator.rules.wording import options_for
from simulator.sentences import say
from simulator.terms import term


@handles(t.DealDamage)
def _deal_damage(ctx: Context, e: t.DealDamage, scope: Scope) -> None:
    dealt = deal(ctx, hits_of(ctx, e, scope))
    scope.numbers[""] = dealt
    scope.done = dealt > 0


def hits_of(ctx: Context, e: t.DealDamage, scope: Scope) -> list[Hit]:
    """The damage that an instruction deals, worked out before any of it is dealt."""
    sources = objects(ctx, e.source, scope)
    number = amount(ctx, e.amount, scope)
    to: list[int | str] = []
    if e.to is not None:
        to += ctx.present(objects(ctx, e.to, scope))
        if isinstance(e.to, t.Target):
            # "any target": the same target may be a player (CR 115.4)
            to += players(ctx, t.TargetPlayer(e.to.index), scope)
    if e.to_players is not None:
        to += players(ctx, e.to_players, scope)
    if e.divided:
        shares = announced(ctx, e.to, scope)
        if shares is not None:
            # CR 601.2d, 608.2b: as announced; what an illegal target would have been dealt is lost
            return [Hit(sources[0] if sources else 0, target, shares.get(target, 0)) for target in to]
        return _divided(ctx, scope, sources[0] if sources else 0, to, number)
    return [Hit(source, target, number) for source in sources or [0] for target in to]


def _divided(ctx: Context, scope: Scope, source: int, to: list[int | str], number: int) -> list[Hit]:
    """CR 601.2d: divided as its controller chose."""
    if not to:
        return []
    options = options_for(ctx, to, scope.you)
    decision = Decision(
        scope.you,
        "divide",
        say("Divide {number} damage.", number=number),
        options,
        len(to),
        len(to),
        ("601.2d",),
        total=number,
    )
    answer = ctx.ask(decision)
    return [Hit(source, to[i], n) for i, n in zip(answer.chosen, answer.amounts, strict=True)]


@handles(t.GainLife)
def _gain_life(ctx: Context, e: t.GainLife, scope: Scope) -> None:
    for name in players(ctx, e.player, scope):
        scope.done = gain_life(ctx, name, amount(ctx, e.amount, scope)) > 0


@handles(t.LoseLife)
def _lose_life(ctx: Context, e: t.LoseLife, scope: Scope) -> None:
    total = 0
    for name in players(ctx, e.player, scope):
        total += lose_life(ctx, name, amount(ctx, e.amount, scope))
    scope.numbers[""] = total
    scope.done = total > 0


@handles(t.SetLife)
def _set_life(ctx: Context, e: t.SetLife, scope: Scope) -> None:
    for name in players(ctx, e.player, scope):
        # CR 119.5: the player gains or loses the difference
        change = amount(ctx, e.amount, scope) - ctx.state.players[name].life
        if change > 0:
            gain_life(ctx, name, change)
        else:
            lose_life(ctx, name, -change, "119.5")


@handles(t.Draw)
def _draw(ctx: Context, e: t.Draw, scope: Scope) -> None:
    drawn = 0
    for name in players(ctx, e.player, scope):
        drawn += len(cards.draw_cards(ctx, name, amount(ctx, e.amount, scope)))
    scope.done = drawn > 0


@handles(t.DiscardCards)
def _discard(ctx: Context, e: t.DiscardCards, scope: Scope) -> None:
    # CR 101.4: each player chooses, then all discard at the same time
    gone = cards.discard_together(ctx, chosen_discard(ctx, e, scope))
    scope.numbers[""] = len(gone)
    remember(scope, e.save_as, gone)


def chosen_discard(ctx: Context, e: t.DiscardCards, scope: Scope) -> list[tuple[str, list[int]]]:
    """Which cards each player will discard."""
    found = []
    for name in players(ctx, e.player, scope):
        hand = [id for id in ctx.state.players[name].hand if fits(ctx, e.where, id, scope)]
        number = len(hand) if e.whole_hand else amount(ctx, e.amount, scope)
        if e.at_random and not e.whole_hand:
            found.append((name, ctx.shuffle(hand)[:number]))
        else:
            secret = secretly(ctx, e.where, ctx.state.players[name].hand)
            found.append((name, cards.pick_discard(ctx, name, number, hand, secret)))
    return found


@handles(t.Mill)
def _mill(ctx: Context, e: t.Mill, scope: Scope) -> None:
    gone: list[int] = []
    for name in players(ctx, e.player, scope):
        gone += cards.mill(ctx, name, amount(ctx, e.amount, scope))
    remember(scope, e.save_as, gone)


@handles(t.Scry)
def _scry(ctx: Context, e: t.Scry, scope: Scope) -> None:
    for name in players(ctx, e.player, scope):
        cards.scry(ctx, name, amount(ctx, e.amount, scope))


@handles(t.Surveil)
def _surveil(ctx: Context, e: t.Surveil, scope: Scope) -> None:
    for name in players(ctx, e.player, scope):
        cards.surveil(ctx, name, amount(ctx, e.amount, scope))


@handles(t.WinGame)
def _win(ctx: Context, e: t.WinGame, scope: Scope) -> None:
    from simulator.rules.state_based import win

    for name in players(ctx, e.player, scope):
        # CR 101.2
        if prohibited(ctx, "win", player=name) is None:
            win(ctx, name)


@handles(t.LoseGame)
def _lose(ctx: Context, e: t.LoseGame, scope: Scope) -> None:
    from simulator.rules.state_based import lose

    for name in players(ctx, e.player, scope):
        lose(ctx, name, "104.3e")


@handles(t.GiveCountersToPlayer)
def _player_counters(ctx: Context, e: t.GiveCountersToPlayer, scope: Scope) -> None:
    for name in players(ctx, e.player, scope):
        number = amount(ctx, e.amount, scope)
        writable = ctx.state.write_player(name)
        writable.counters[e.kind] = writable.counters.get(e.kind, 0) + number
        ctx.tell(say("{name} gets {number} {kind} counters", name=name, number=number, kind=term(e.kind)), "122.1")


@handles(t.ExtraTurn)
def _extra_turn(ctx: Context, e: t.ExtraTurn, scope: Scope) -> None:
    for name in players(ctx, e.player, scope):
        ctx.state.extra_turns.insert(0, name)
        ctx.tell(say("{name} takes an extra turn after this one", name=name), "500.7")


@handles(t.SkipNext)
def _skip_next(ctx: Context, e: t.SkipNext, scope: Scope) -> None:
    """CR 614.10a: each such effect waits for one occurrence of its own."""
    if e.what not in ("untap step", "draw step", "combat phase", "turn"):
        raise Unsupported(say("the simulator can't skip this step, phase or turn yet"))
    for name in players(ctx, e.player, scope):
        ctx.state.skips.append((name, e.what))
        ctx.tell(say("{name} will skip their next {what}", name=name, what=term(e.what)), "614.10")


@handles(t.PreventNext)
def _prevent_next(ctx: Context, e: t.PreventNext, scope: Scope) -> None:
    """CR 615.7, 615.11: a shield for each of them."""
    to: list[int | str] = []
    if e.to is not None:
        to += ctx.present(objects(ctx, e.to, scope))
        if isinstance(e.to, t.Target):
            to += players(ctx, t.TargetPlayer(e.to.index), scope)
    if e.to_players is not None:
        to += [name for name in players(ctx, e.to_players, scope) if name not in to]
    remaining = amount(ctx, e.amount, scope) if e.amount is not None else None
    for each in to:
        ctx.state.shields.append(Shield(ctx.state.new_id(), each, remaining, scope.source, e.combat))
    scope.done = bool(to)


@handles(t.DoubleMana)
def _double_mana(ctx: Context, e: t.DoubleMana, scope: Scope) -> None:
    """CR 701.10f: as much again of each type, as mana without restrictions."""
    for name in players(ctx, e.player, scope):
        more = [unit.type for unit in ctx.state.players[name].pool]
        give(ctx, name, more, t.AddMana(), scope, False)


@handles(t.AddMana)
def _add_mana(ctx: Context, e: t.AddMana, scope: Scope) -> None:
    wanted = scope.words.get("mana", "")
    if wanted and not e.mana:
        # the player has named the mana already: it was checked when the ability was activated
        fixed = t.AddMana(
            mana=wanted,
            amount=e.amount,
            restriction=e.restriction,
            player=e.player,
            until_end_of_turn=e.until_end_of_turn,
        )
        add_mana(ctx, fixed, scope, bool(scope.words.get("tapped")))
        return
    add_mana(ctx, e, scope, bool(scope.words.get("tapped")))


@handles(t.Proliferate)
def _proliferate(ctx: Context, e: t.Proliferate, scope: Scope) -> None:
    """CR 701.34a: choose any number of permanents and players with a counter, and give each another of each kind."""
    from simulator.rules.counters import add_counters

    holders: list[int | str] = [id for id in ctx.permanents() if any(ctx.state.objects[id].counters.values())]
    holders += [name for name in ctx.state.players_in_turn_order() if any(ctx.state.players[name].counters.values())]
    options = options_for(ctx, holders, scope.you)
    decision = Decision(scope.you, "choose", say("Proliferate."), options, 0, len(options), ("701.34a",), optional=True)
    for option in ctx.choose(decision):
        if isinstance(option.value, str):
            writable = ctx.state.write_player(option.value)
            for kind, count in sorted(writable.counters.items()):
                writable.counters[kind] = count + (1 if count else 0)
        else:
            for kind, count in sorted(ctx.state.objects[option.value].counters.items()):
                if count:
                    add_counters(ctx, option.value, kind, 1, scope.you)
    ctx.happen(Happening("does", player=scope.you, word="proliferate"))
