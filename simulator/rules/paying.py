"""Paying costs other than mana (CR 118), and choosing what pays them."""

from __future__ import annotations

from dataclasses import dataclass, field

from simulator.abilities import tree as t
from simulator.errors import IllegalAction, Unsupported
from simulator.model.decisions import Decision, Option
from simulator.model.objects import Happening
from simulator.rules.amounts import amount
from simulator.rules.context import Context, Pause
from simulator.rules.cost_words import CANT, CHOOSE, cost_text
from simulator.rules.exerting import exert
from simulator.rules.keyword_nodes import TapForPower
from simulator.rules.mana import Purpose, pay_mana
from simulator.rules.predicates import fits, is_summoning_sick
from simulator.rules.references import HIDDEN_ZONES, pick, secretly, zone_objects
from simulator.rules.replacement import prohibited
from simulator.rules.revealing import reveal
from simulator.rules.scope import Scope
from simulator.rules.wording import name_for, public_name
from simulator.rules.zones import Move, move_all
from simulator.sentences import say
from simulator.symbols import ManaCost, parse_mana_cost
from simulator.terms import term


@dataclass
class Payment:
    """How a cost is being paid.

    Attributes:
        player: who pays. source: the object whose ability or spell it is. x: announced X.
        named: ids that the player named to pay with, used up in order.
        paid: ids of what was sacrificed, discarded, exiled, returned.
        kind, way: what the mana is spent for, see `Purpose`.
    """

    player: str
    source: int
    x: int | None = None
    named: list[int] = field(default_factory=list)
    paid: list[int] = field(default_factory=list)
    spent: int = 0
    tapped_self: bool = False
    kind: str = "pay"
    way: str = ""

    @property
    def purpose(self) -> Purpose:
        """What the mana is for (CR 106.6)."""
        return Purpose(self.source, self.kind, self.way)


def mana_of(cost: tuple[t.Cost, ...], x: int | None) -> ManaCost:
    """The mana part of a cost, with X filled in."""
    total = ManaCost()
    for part in cost:
        if isinstance(part, t.PayMana):
            total = total.plus(parse_mana_cost(part.mana))
    return total.with_x(x or 0)


def pay(ctx: Context, cost: tuple[t.Cost, ...], payment: Payment, mana: ManaCost | None = None) -> None:
    """Pay all parts of a cost; mana first (mana abilities are activated before costs are paid: CR 601.2g).

    Args:
        mana: the total mana cost, if it was changed; else that of the cost's parts.

    Raises:
        IllegalAction: a part can't be paid.
    """
    total = mana if mana is not None else mana_of(cost, payment.x)
    for part in cost:
        _check_possible(ctx, part, payment)
    avoid = tuple(payment.named) + ((payment.source,) if any(isinstance(p, t.TapSelf) for p in cost) else ())
    if total.symbols:
        payment.spent += pay_mana(ctx, payment.player, total, payment.purpose, avoid)
    for part in cost:
        _pay_part(ctx, part, payment)


def may_pay(ctx: Context, player: str, cost: tuple[t.Node, ...], scope: Scope) -> bool:
    """Ask whether a player pays; if so, it is paid. A player who can't pay isn't asked (CR 118.3).

    One who can't pay for want of cards in hand that others may not see is asked all the same, without a choice.
    """
    parts = tuple(part for part in cost if isinstance(part, t.Cost))
    prompt = say("Pay {cost}?", cost=cost_text(parts))
    if not _payable(ctx, player, parts, scope):
        hand = ctx.state.players[player].hand
        rest = tuple(part for part in parts if not _from_hand(ctx, part, hand))
        if rest != parts and _payable(ctx, player, rest, scope):
            ctx.refrain(player, prompt, ("118.12",))
        return False
    if not ctx.may(player, prompt, ("118.12",)):
        return False
    pay(ctx, parts, Payment(player, scope.source, scope.x))
    return True


def _payable(ctx: Context, player: str, parts: tuple[t.Cost, ...], scope: Scope) -> bool:
    trial = Context(ctx.state.clone())
    try:
        pay(trial, parts, Payment(player, scope.source, scope.x))
    except IllegalAction:
        return False
    except Pause:
        return True
    return True


def _from_hand(ctx: Context, part: t.Cost, hand: list[int]) -> bool:
    """Whether it depends on what cards are in the hand if this can be paid; how many there are is known (CR 402.3)."""
    revealed = isinstance(part, t.RevealFromHand) or (isinstance(part, t.Discard) and not part.self_only)
    revealed = revealed or (isinstance(part, t.ExileCost) and part.zone == "hand" and not part.self_only)
    return revealed and secretly(ctx, part.where, hand)  # type: ignore[attr-defined]


def _check_possible(ctx: Context, part: t.Cost, payment: Payment) -> None:
    """Refuse at once what can't be paid whatever is chosen."""
    obj = ctx.obj(payment.source) if payment.source else None
    if obj is None:
        return
    if isinstance(part, t.TapSelf | t.UntapSelf):
        rule = "107.5" if isinstance(part, t.TapSelf) else "107.6"
        if obj.zone == "battlefield" and obj.tapped == isinstance(part, t.TapSelf):
            name = name_for(ctx, obj.id, payment.player)
            said = (
                say("{object} is tapped already.", object=name)
                if obj.tapped
                else say("{object} is untapped.", object=name)
            )
            raise IllegalAction(said, rule)
        values = ctx.values(obj.id)
        if values.is_creature and is_summoning_sick(ctx, obj) and not values.has("haste"):
            # CR 302.6: neither {T} nor {Q} of a creature that is new under its controller's control
            raise IllegalAction(
                say("{object} has summoning sickness.", object=name_for(ctx, obj.id, payment.player)), "302.6", rule
            )
    elif isinstance(part, t.PayLife):
        wanted = amount(ctx, part.amount, Scope(payment.source, payment.player, x=payment.x))
        if ctx.state.players[payment.player].life < wanted:
            raise IllegalAction(
                say("{player} doesn't have {wanted} life.", player=payment.player, wanted=wanted), "119.4", "118.3"
            )
    elif isinstance(part, t.Loyalty):
        have = obj.counters.get("loyalty", 0)
        change = -(payment.x or 0) if part.x else part.change
        if have + change < 0:
            raise IllegalAction(say("There aren't that many loyalty counters."), "606.6", "118.3")


def _choose(
    ctx: Context, payment: Payment, where: t.Predicate, zone: str, count: int, what: str, tapped: bool | None = None
) -> list[int]:
    """The objects that pay: those named first, else asked for.

    Raises:
        IllegalAction: there aren't enough, or a named one doesn't fit.
    """
    scope = Scope(payment.source, payment.player, x=payment.x)
    listed = zone_objects(ctx, zone, [payment.player] if zone in ("hand", "graveyard") else None)
    legal = [
        id
        for id in listed
        if fits(ctx, where, id, scope)
        and (zone != "battlefield" or ctx.controller(id) == payment.player)
        and (tapped is None or ctx.state.objects[id].tapped == tapped)
        and id != (payment.source if zone in ("hand", "stack") else 0)
    ]
    chosen = [id for id in payment.named if id in legal][:count]
    payment.named = [id for id in payment.named if id not in chosen]
    if len(chosen) < count:
        legal = [id for id in legal if id not in chosen]
        if len(legal) + len(chosen) < count:
            raise IllegalAction(CANT[what](payment.player), "118.3", "601.2h")
        need = count - len(chosen)
        secret = zone in HIDDEN_ZONES and secretly(ctx, where, listed)
        chosen += pick(ctx, payment.player, CHOOSE[what], legal, need, need, "601.2h", hidden=secret)
    return chosen


def _pay_part(ctx: Context, part: t.Cost, payment: Payment) -> None:
    state, player, source = ctx.state, payment.player, payment.source
    scope = Scope(source, player, x=payment.x)
    if isinstance(part, t.PayMana):
        return
    if isinstance(part, t.TapSelf):
        tap(ctx, source, player)
        payment.tapped_self = True
    elif isinstance(part, t.UntapSelf):
        untap(ctx, source)
    elif isinstance(part, t.PayLife):
        from simulator.rules.life import pay_life

        pay_life(ctx, player, amount(ctx, part.amount, scope))
    elif isinstance(part, t.ExertSelf):
        exert(ctx, player, source)
    elif isinstance(part, t.SacrificeSelf):
        sacrifice(ctx, [source], player)
        payment.paid.append(source)
    elif isinstance(part, t.Sacrifice):
        chosen = _choose(ctx, payment, part.where, "battlefield", amount(ctx, part.amount, scope), "sacrifice")
        sacrifice(ctx, chosen, player)
        payment.paid += chosen
    elif isinstance(part, t.TapPermanents):
        count = amount(ctx, part.amount, scope)
        for id in _choose(ctx, payment, part.where, "battlefield", count, "tap", tapped=False):
            tap(ctx, id, player)
            payment.paid.append(id)
    elif isinstance(part, t.UntapPermanents):
        count = amount(ctx, part.amount, scope)
        for id in _choose(ctx, payment, part.where, "battlefield", count, "untap", tapped=True):
            untap(ctx, id)
            payment.paid.append(id)
    elif isinstance(part, TapForPower):
        _pay_power(ctx, part, payment)
    elif isinstance(part, t.Discard):
        _pay_discard(ctx, part, payment, scope)
    elif isinstance(part, t.ExileCost):
        chosen = [source]
        if not part.self_only:
            chosen = _choose(ctx, payment, part.where, part.zone, amount(ctx, part.amount, scope), "exile")
        move_all(ctx, [Move(id, "exile", reason="exiled", by=player) for id in chosen])
        payment.paid += chosen
    elif isinstance(part, t.ReturnToHand):
        chosen = [source]
        if not part.self_only:
            chosen = _choose(ctx, payment, part.where, "battlefield", amount(ctx, part.amount, scope), "return")
        move_all(ctx, [Move(id, "hand", reason="returned", by=player) for id in chosen])
        payment.paid += chosen
    elif isinstance(part, t.EitherCost):
        for chosen_part in _either(ctx, part, payment):
            _pay_part(ctx, chosen_part, payment)
    elif isinstance(part, t.RevealFromHand):
        # CR 702.49a: a card may have to reveal itself
        itself = part.where == t.Is(t.Self())
        number = amount(ctx, part.amount, scope)
        chosen = [source] if itself else _choose(ctx, payment, part.where, "hand", number, "reveal")
        reveal(ctx, chosen, "701.20a")
        payment.paid += chosen
    elif isinstance(part, t.Loyalty):
        _pay_loyalty(ctx, part, payment)
    elif isinstance(part, t.PutCounters):
        from simulator.rules.counters import add_counters

        if prohibited(ctx, "have counters", source) is not None:
            raise IllegalAction(say("It can't have counters."), "118.3")
        add_counters(ctx, source, part.kind, amount(ctx, part.amount, scope), effect=False)
    elif isinstance(part, t.RemoveCounters):
        _pay_remove_counters(ctx, part, payment, scope)
    elif isinstance(part, t.PayEnergy):
        wanted = amount(ctx, part.amount, scope)
        if state.players[player].counters.get("energy", 0) < wanted:
            raise IllegalAction(say("{player} doesn't have enough energy.", player=player), "107.14", "118.3")
        state.write_player(player).counters["energy"] -= wanted
    elif isinstance(part, t.MillCost):
        wanted = amount(ctx, part.amount, scope)
        library = state.players[player].library
        if len(library) < wanted:
            raise IllegalAction(
                say("{player} doesn't have {wanted} cards to mill.", player=player, wanted=wanted), "701.17b", "118.3"
            )
        move_all(ctx, [Move(id, "graveyard", reason="milled") for id in library[:wanted]])
    else:
        raise Unsupported(say("the simulator can't pay this cost yet"))


def _either(ctx: Context, part: t.EitherCost, payment: Payment) -> tuple[t.Cost, ...]:
    options = tuple(Option("cost", i, cost_text(option)) for i, option in enumerate(part.options))
    decision = Decision(payment.player, "choose", say("Choose how to pay."), options, rules=("601.2b",))
    chosen = part.options[int(ctx.choose(decision)[0].value)]
    mana = mana_of(chosen, payment.x)
    if mana.symbols:
        payment.spent += pay_mana(ctx, payment.player, mana, payment.purpose)
    return chosen


def _pay_power(ctx: Context, part: TapForPower, payment: Payment) -> None:
    """CR 702.122a: any number of other untapped creatures with that total power."""
    from simulator.rules.predicates import stat

    where = t.AllOf((t.HasType("Creature"), t.Other(), t.Not(t.IsTapped())))
    scope = Scope(payment.source, payment.player)
    legal = [id for id in ctx.permanents() if ctx.controller(id) == payment.player and fits(ctx, where, id, scope)]
    chosen = [id for id in payment.named if id in legal]
    if not chosen:
        chosen = pick(
            ctx,
            payment.player,
            say("Tap creatures with total power {power}.", power=part.power),
            legal,
            1,
            len(legal),
            "702.122a",
        )
    if sum(stat(ctx, id, "power") for id in chosen) < part.power:
        raise IllegalAction(say("Their total power is less than {power}.", power=part.power), "702.122a", "118.3")
    payment.named = [id for id in payment.named if id not in chosen]
    for id in chosen:
        tap(ctx, id, payment.player)
        payment.paid.append(id)


def _pay_discard(ctx: Context, part: t.Discard, payment: Payment, scope: Scope) -> None:
    from simulator.rules.cards import discard

    chosen = [payment.source]
    if not part.self_only:
        count = amount(ctx, part.amount, scope)
        if part.at_random:
            hand = ctx.state.players[payment.player].hand
            if len(hand) < count:
                raise IllegalAction(say("{player} can't discard.", player=payment.player), "118.3")
            chosen = ctx.shuffle(list(hand))[:count]
        else:
            chosen = _choose(ctx, payment, part.where, "hand", count, "discard")
    discard(ctx, payment.player, chosen)
    payment.paid += chosen


def _pay_loyalty(ctx: Context, part: t.Loyalty, payment: Payment) -> None:
    """CR 606.4: put or remove that many loyalty counters."""
    from simulator.rules.counters import add_counters

    change = -(payment.x or 0) if part.x else part.change
    if change > 0:
        add_counters(ctx, payment.source, "loyalty", change, effect=False)
    elif change < 0:
        obj = ctx.state.write(payment.source)
        obj.counters["loyalty"] = obj.counters.get("loyalty", 0) + change


def _pay_remove_counters(ctx: Context, part: t.RemoveCounters, payment: Payment, scope: Scope) -> None:
    from simulator.rules.counters import remove_counters

    wanted = amount(ctx, part.amount, scope)
    holder = payment.source
    if part.where is not None:
        with_counters = t.AllOf((part.where, t.HasCounter(part.kind)))
        holder = _choose(ctx, payment, with_counters, "battlefield", 1, "remove a counter from")[0]
    have = ctx.state.objects[holder].counters
    available = have.get(part.kind, 0) if part.kind else sum(have.values())
    if available < wanted:
        raise IllegalAction(
            say("There aren't {wanted} {kind} counters to remove.", wanted=wanted, kind=term(part.kind)), "118.3"
        )
    remove_counters(ctx, holder, part.kind, wanted)


def tap(ctx: Context, id: int, player: str = "") -> bool:
    """Tap an untapped permanent (CR 701.26a)."""
    if ctx.state.objects[id].tapped:
        return False
    ctx.state.write(id).tapped = True
    ctx.tell(say("{object} becomes tapped", object=public_name(ctx, id)), "701.26a")
    ctx.happen(Happening("tap", id, player=player or ctx.controller(id)))
    return True


def untap(ctx: Context, id: int) -> bool:
    """Untap a tapped permanent (CR 701.26b)."""
    if not ctx.state.objects[id].tapped:
        return False
    if ctx.state.objects[id].counters.get("stun"):
        # CR 122.1d: a stun counter is removed instead
        ctx.state.write(id).counters["stun"] -= 1
        ctx.tell(
            say("A stun counter is removed from {object} instead of untapping it", object=public_name(ctx, id)),
            "122.1d",
        )
        return False
    ctx.state.write(id).tapped = False
    ctx.tell(say("{object} becomes untapped", object=public_name(ctx, id)), "701.26b")
    ctx.happen(Happening("untap", id, player=ctx.controller(id)))
    return True


def sacrifice(ctx: Context, ids: list[int], player: str) -> list[int]:
    """A player sacrifices permanents that they control (CR 701.21a); the ids that were sacrificed."""
    return sacrifice_together(ctx, [(player, ids)])


def sacrifice_together(ctx: Context, chosen: list[tuple[str, list[int]]]) -> list[int]:
    """Players sacrifice permanents that they control at the same time; the ids that were sacrificed."""
    legal = [
        (player, id)
        for player, ids in chosen
        for id in dict.fromkeys(ids)
        if id in ctx.state.objects
        and ctx.state.objects[id].zone == "battlefield"
        and ctx.controller(id) == player
        and prohibited(ctx, "be sacrificed", id) is None
    ]
    batch = ctx.state.next_batch
    rules = ("701.21a",)
    move_all(ctx, [Move(id, "graveyard", reason="sacrificed", by=player, rules=rules) for player, id in legal])
    for player, id in legal:
        ctx.happen(Happening("sacrifice", id, player=player, batch=batch))
    return [id for _, id in legal]
