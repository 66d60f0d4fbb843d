"""Special actions (CR 116): turning face up, playing a land, foretelling, plotting, suspending, unlocking."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.errors import IllegalAction
from simulator.model.decisions import Decision, Option
from simulator.model.objects import Happening
from simulator.rules.amounts import amount
from simulator.rules.context import Context
from simulator.rules.cost_words import cost_text
from simulator.rules.entering import Entry, enter
from simulator.rules.face_down import Procedure, procedures, turn_face_up, why_not
from simulator.rules.paying import Payment, mana_of, pay
from simulator.rules.permissions import may_play_from
from simulator.rules.replacement import player_rules, prohibited
from simulator.rules.rooms import is_room, unlock_half
from simulator.rules.wording import name_for, true_name
from simulator.rules.zones import move
from simulator.sentences import say
from simulator.symbols import ManaCost
from simulator.terms import term


def total_cost(procedure: Procedure, x: int | None) -> ManaCost:
    """The mana that a procedure costs with that X."""
    return procedure.mana.with_x(x or 0)


def turn_up(
    ctx: Context,
    player: str,
    id: int,
    with_: str = "",
    for_cost: ManaCost | None = None,
    x: int | None = None,
    named: tuple[int, ...] = (),
) -> None:
    """CR 116.2b: the controller turns a permanent face up any time they have priority, without the stack.

    Args:
        with_: "morph", "megamorph", "disguise" or "mana cost"; "" if the cost decides or there is just one way.
        for_cost: the total that is announced. x: announced X. named: what pays other parts of the cost.

    Raises:
        IllegalAction: no such procedure, the wrong cost, or it can't be paid.
    """
    reason = why_not(ctx, id, player)
    if reason is not None:
        raise IllegalAction(reason[0], reason[1])
    found = procedures(ctx, id)
    if with_:
        family = ("morph", "megamorph") if with_ == "morph" else (with_,)
        found = [p for p in found if p.name in family]
        if not found:
            rule = {"disguise": "702.168d", "mana cost": _mana_cost_rule(ctx, id)}.get(with_, "702.37e")
            raise IllegalAction(say("It can't be turned face up with its {way}.", way=term(with_)), rule)
    if for_cost is not None:
        matching = [p for p in found if _announces(p, for_cost, x)]
        if not matching:
            raise IllegalAction(
                say("{for_cost} is not a cost for which it may be turned face up.", for_cost=str(for_cost)),
                found[0].rule,
            )
        found = matching
    if len({(p.name, str(p.mana)) for p in found}) > 1 and for_cost is None and not with_:
        raise IllegalAction(say("There are several ways to turn it face up: say for which cost."), found[0].rule)
    procedure = found[0]
    x = _chosen_x(ctx, player, procedure, for_cost, x)
    payment = Payment(player, id, x, list(named), kind="turn face up", way=procedure.name)
    pay(ctx, procedure.cost, payment, total_cost(procedure, x))
    ctx.tell(
        say(
            "{player} turns {object} face up ({words})",
            player=player,
            object=name_for(ctx, id, None),
            words=_words(procedure),
        ),
        "116.2b",
        procedure.rule,
    )
    if not turn_face_up(ctx, id, procedure.name, procedure.rule, "708.8", x=x):
        raise IllegalAction(say("It can't be turned face up."), procedure.rule)


def _words(procedure: Procedure) -> str:
    others = tuple(part for part in procedure.cost if not isinstance(part, t.PayMana))
    parts = [str(procedure.mana)] if procedure.mana.symbols else []
    parts += [cost_text(others)] if others else []
    return say("{way}: {costs}", way=term(procedure.name), costs=tuple(parts) or "{0}")


def _implied_x(procedure: Procedure, total: ManaCost) -> int:
    """The X with which a cost comes to that total."""
    spare = total.mana_value - procedure.mana.mana_value
    return max(0, spare // procedure.mana.variables) if procedure.mana.variables else 0


def _announces(procedure: Procedure, total: ManaCost, x: int | None) -> bool:
    """Whether an announced total (X filled in, or as it is printed) is what a procedure costs."""
    if total.variables:
        return total.canonical() == procedure.mana.canonical()
    if procedure.name == "mana cost":
        x = 0  # CR 107.3h: in a mana cost that an effect or rule lets a player pay, X is 0
    elif x is None:
        x = _implied_x(procedure, total)
    return procedure.mana.with_x(x).canonical() == total.canonical()


def _chosen_x(ctx: Context, player: str, procedure: Procedure, total: ManaCost | None, x: int | None) -> int | None:
    """CR 107.3d: X in a morph or disguise cost is chosen just before paying; CR 107.3h: in a mana cost it is 0.

    Raises:
        IllegalAction: an X was announced where there is none to choose.
    """
    variables = procedure.mana.variables
    if not variables or procedure.name == "mana cost":
        if x:
            raise IllegalAction(
                say("X can only be 0 here.") if variables else say("That cost has no X."), "107.3h", "107.3d"
            )
        return None
    if x is not None:
        return x
    if total is not None and not total.variables:
        return _implied_x(procedure, total)
    options = tuple(Option("number", n, str(n)) for n in range(21))
    return int(ctx.choose(Decision(player, "number", say("Choose X."), options, rules=("107.3d",)))[0].value)


def _mana_cost_rule(ctx: Context, id: int) -> str:
    face_down = ctx.state.objects[id].face_down
    mode = face_down.mode if face_down is not None else ""
    return {"manifest": "701.40b", "cloak": "701.58b", "disguise": "702.168d", "effect": "708.7"}.get(mode, "702.37e")


def may_play_land(ctx: Context, player: str, id: int, face: int) -> None:
    """CR 305.2–305.3, 116.2a: a land may be played in one's own main phase with an empty stack, once each turn.

    Raises:
        IllegalAction: it may not.
    """
    state = ctx.state
    if state.active != player or state.step not in ("main", "second-main") or state.stack:
        raise IllegalAction(say("A land is played in your own main phase while the stack is empty."), "305.3", "116.2a")
    if state.players[player].lands_played >= lands_allowed(ctx, player):
        raise IllegalAction(say("{player} has played a land this turn.", player=player), "305.2", "305.2b")
    if prohibited(ctx, "play lands", player=player) is not None:
        raise IllegalAction(say("An effect says that you can't play lands."), "101.2")
    if "Land" not in state.objects[id].card.faces[face].type_line.types:
        raise IllegalAction(say("It isn't a land card."), "305.1")


def lands_allowed(ctx: Context, player: str) -> int:
    """CR 305.2: how many lands the player may play this turn."""
    more = player_rules(ctx, player, "additional land", "extra land drop")
    return 1 + sum(amount(ctx, part.amount, scope) for part, scope in more)


def play_land(ctx: Context, player: str, id: int, face: int = 0) -> int | None:
    """CR 305.1: put the land onto the battlefield; it uses no stack."""
    obj = ctx.state.objects[id]
    if face and obj.card.layout != "modal_dfc":
        raise IllegalAction(say("Only a modal double-faced card can be played with its back face up."), "712.12")
    if not may_play_from(ctx, player, id):
        raise IllegalAction(say("{player} can't play it from there.", player=player), "305.1", "601.3")
    may_play_land(ctx, player, id, face)
    ctx.state.write_player(player).lands_played += 1
    ctx.tell(say("{player} plays {name}", player=player, name=obj.card.faces[face].name), "116.2a", "305.1")
    new = enter(ctx, Entry(id, player, face=face, rules=("305.1",)))
    if new is not None:
        ctx.happen(Happening("play land", new, player=player, from_zone=obj.zone))
    return new


def exile_specially(ctx: Context, player: str, kind: str, id: int) -> None:
    """Foretell (CR 702.143a), plot (702.170a) or suspend (702.62a) a card in hand: a special action (116.2).

    Raises:
        IllegalAction: the card has no such ability, or this isn't the time.
    """
    state = ctx.state
    obj = state.objects[id]
    rule = {"foretell": "702.143a", "plot": "702.170a", "suspend": "702.62a"}[kind]
    found = ctx.values(id).keyword_abilities(kind)
    if obj.zone != "hand" or obj.owner != player:
        raise IllegalAction(say("Only a card in your hand can be."), rule)
    if not found:
        raise IllegalAction(say("It has no {kind}.", kind=term(kind)), rule)
    main = state.active == player and state.step in ("main", "second-main") and not state.stack
    values = ctx.values(id)
    quick = "Instant" in values.types or values.has("flash")
    if (kind == "foretell" and state.active != player) or (kind == "plot" and not main):
        raise IllegalAction(say("Not at this time."), rule, "116.2")
    if kind == "suspend" and not (main or quick):
        # CR 702.62a: only if the player could begin to cast it
        raise IllegalAction(say("It could be cast only in your own main phase while the stack is empty."), rule)
    cost = (t.PayMana("{2}"),) if kind == "foretell" else found[0].cost
    x = None
    if mana_of(cost, None).variables or found[0].value == -1:
        options = tuple(Option("number", n, str(n)) for n in range(1, 21))
        x = int(ctx.choose(Decision(player, "number", say("Choose X."), options, rules=("107.3d",)))[0].value)
    name = true_name(ctx, id)
    private = [(player, say("{player} foretells {card}", player=player, card=name))] if kind == "foretell" else []
    pay(ctx, cost, Payment(player, id, x, kind=kind))
    if kind == "foretell":
        told = say("{player} foretells a card", player=player)
    elif kind == "plot":
        told = say("{player} plots {card}", player=player, card=name)
    else:
        told = say("{player} suspends {card}", player=player, card=name)
    ctx.tell(told, "116.2", rule, private=private)
    hidden = kind == "foretell"
    new = move(ctx, id, "exile", face_down=hidden, lookers=(player,) if hidden else (), reason="exiled", rules=(rule,))
    if new is None or ctx.obj(new).zone != "exile":
        return
    exiled = ctx.state.write(new)
    if kind == "suspend":
        exiled.counters["time"] = x if x is not None and found[0].value == -1 else found[0].value
    else:
        exiled.flags["foretold" if hidden else "plotted"] = state.turn
    ctx.happen(Happening("does", new, player=player, word=kind))


def unlock(ctx: Context, player: str, id: int, half: int) -> None:
    """CR 709.5e: pay the mana cost of a locked half of a Room to unlock it.

    Raises:
        IllegalAction: it isn't a locked half of a Room of that player, or this isn't the time.
    """
    state = ctx.state
    obj = state.objects[id]
    if obj.zone != "battlefield" or obj.face_down is not None or not is_room(obj.card) or obj.token_of is not None:
        raise IllegalAction(say("It has no doors."), "709.5e")
    if obj.phased_out:
        raise IllegalAction(say("It is phased out."), "702.26b")
    if ctx.controller(id) != player:
        raise IllegalAction(say("Only its controller may unlock it."), "709.5e")
    if state.active != player or state.step not in ("main", "second-main") or state.stack:
        raise IllegalAction(
            say("A door is unlocked in your own main phase while the stack is empty."), "709.5e", "116.2"
        )
    if half in obj.flags.get("unlocked", ()):
        raise IllegalAction(say("That door is unlocked already."), "709.5e")
    cost = obj.card.faces[half].mana_cost
    if cost is None:
        raise IllegalAction(say("It has no mana cost to pay."), "118.6")
    total = ManaCost(cost.symbols)
    pay(ctx, (), Payment(player, id, kind="unlock a door"), total)
    ctx.tell(say("{player} unlocks {name}", player=player, name=obj.card.faces[half].name), "709.5e", "116.2")
    unlock_half(ctx, id, half)
