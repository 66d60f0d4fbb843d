"""Keyword actions that have no node of their own (CR 701): each name with what it does."""

from __future__ import annotations

from collections.abc import Callable

from simulator.abilities import tree as t
from simulator.errors import Unsupported
from simulator.model.objects import Happening
from simulator.rules.amounts import amount
from simulator.rules.cards import choose_discard, draw_cards
from simulator.rules.context import Context
from simulator.rules.effects.designating import DESIGNATING
from simulator.rules.effects.making import MAKING
from simulator.rules.effects.registry import handles, remember, run
from simulator.rules.keyword_nodes import Designate
from simulator.rules.references import current, objects, pick, players
from simulator.rules.revealing import reveal
from simulator.rules.scope import Scope
from simulator.rules.stats import stat
from simulator.rules.wording import public_name
from simulator.rules.zones import move
from simulator.sentences import say

#: CR 111.10f: what a Clue token can do.
CLUE = t.Activated((t.PayMana("{2}"), t.SacrificeSelf()), t.Draw())


@handles(t.KeywordAction)
def _keyword_action(ctx: Context, e: t.KeywordAction, scope: Scope) -> None:
    action = ACTIONS.get(e.action)
    if action is None:
        raise Unsupported(say("the keyword action “{action}” isn't simulated yet", action=e.action))
    action(ctx, e, scope)


def _number(ctx: Context, e: t.KeywordAction, scope: Scope) -> int:
    return amount(ctx, e.amount, scope) if e.amount is not None else 1


def _investigate(ctx: Context, e: t.KeywordAction, scope: Scope) -> None:
    """CR 701.16a: a Clue token."""
    clue = t.TokenSpec(types=("Artifact",), subtypes=("Clue",), abilities=(CLUE,))
    for name in players(ctx, e.player, scope):
        for _ in range(_number(ctx, e, scope)):
            run(ctx, t.CreateToken(clue, player=t.PlayerId(name)), scope)
            ctx.happen(Happening("does", player=name, word="investigate"))


def _become_level(ctx: Context, e: t.KeywordAction, scope: Scope) -> None:
    """CR 716.2a, 716.2b: a designation of the permanent."""
    number = _number(ctx, e, scope)
    if scope.source in ctx.state.objects:
        ctx.state.write(scope.source).flags["level"] = number
        ctx.tell(say("{object} becomes level {number}", object=public_name(ctx, scope.source), number=number), "716.2a")


def _creatures(ctx: Context, player: str) -> list[int]:
    return [id for id in ctx.permanents() if ctx.controller(id) == player and ctx.values(id).is_creature]


def _populate(ctx: Context, e: t.KeywordAction, scope: Scope) -> None:
    """CR 701.36a: a token that's a copy of a creature token that the player controls."""
    for name in players(ctx, e.player, scope):
        tokens = [id for id in _creatures(ctx, name) if ctx.obj(id).kind == "token"]
        for chosen in pick(ctx, name, say("Choose a token to copy."), tokens, 1, 1, "701.36a"):
            run(ctx, t.CreateCopyToken(t.ObjectId(chosen), player=t.PlayerId(name)), scope)


def _bolster(ctx: Context, e: t.KeywordAction, scope: Scope) -> None:
    """CR 701.39a: counters on a creature with the least toughness among the player's."""
    for name in players(ctx, e.player, scope):
        creatures = _creatures(ctx, name)
        least = min((stat(ctx, id, "toughness") for id in creatures), default=0)
        weakest = [id for id in creatures if stat(ctx, id, "toughness") == least]
        for chosen in pick(ctx, name, say("Choose a creature to bolster."), weakest, 1, 1, "701.39a"):
            run(ctx, t.PutCountersOn("+1/+1", t.Num(_number(ctx, e, scope)), t.ObjectId(chosen)), scope)


def _monstrosity(ctx: Context, e: t.KeywordAction, scope: Scope) -> None:
    """CR 701.37a: only if it isn't monstrous yet."""
    obj = ctx.state.objects.get(scope.source)
    if obj is None or obj.flags.get("monstrous"):
        return
    run(ctx, t.PutCountersOn("+1/+1", t.Num(_number(ctx, e, scope))), scope)
    run(ctx, Designate("monstrous", "701.37a"), scope)


def _adapt(ctx: Context, e: t.KeywordAction, scope: Scope) -> None:
    """CR 701.46a: only if it has no +1/+1 counters on it."""
    obj = ctx.state.objects.get(scope.source)
    if obj is not None and not obj.counters.get("+1/+1"):
        run(ctx, t.PutCountersOn("+1/+1", t.Num(_number(ctx, e, scope))), scope)


def _explore(ctx: Context, e: t.KeywordAction, scope: Scope) -> None:
    """CR 701.44a: the top card is revealed; a land goes to the hand, else a counter, and the card may go away."""
    explorers = objects(ctx, e.what, scope) if e.what is not None else [scope.source]
    for id in [current(ctx, each) or each for each in explorers]:
        player = ctx.controller(id) if ctx.exists(id) else ctx.values(id).controller
        library = ctx.state.players[player].library
        top = library[0] if library else None
        if top is not None:
            reveal(ctx, [top], "701.44a")
        if top is not None and "Land" in ctx.values(top).types:
            move(ctx, top, "hand", reason="put", rules=("701.44a",))
            continue
        run(ctx, t.PutCountersOn("+1/+1", t.Num(1), t.ObjectId(id)), scope)
        if top is not None and ctx.may(player, say("Put the revealed card into your graveyard?"), ("701.44a",)):
            move(ctx, top, "graveyard", reason="put", rules=("701.44a",))


def _connive(ctx: Context, e: t.KeywordAction, scope: Scope) -> None:
    """CR 701.50a, 701.50e: draw, discard, and a counter for each nonland card that was discarded.

    CR 701.50c: of a permanent that has left, its last controller draws and discards.
    """
    for id in objects(ctx, e.what, scope) if e.what is not None else [scope.source]:
        player = ctx.controller(id) if ctx.exists(id) else ctx.values(id).controller
        number = _number(ctx, e, scope)
        draw_cards(ctx, player, number)
        gone = choose_discard(ctx, player, number)
        # a card that went to a hidden zone instead has no characteristics that could be looked at
        nonland = [card for card in gone if ctx.exists(card) and "Land" not in ctx.values(card).types]
        if nonland and ctx.exists(id) and ctx.state.objects[id].zone == "battlefield":
            run(ctx, t.PutCountersOn("+1/+1", t.Num(len(nonland)), t.ObjectId(id)), scope)


def _amass(ctx: Context, e: t.KeywordAction, scope: Scope) -> None:
    """CR 701.47a: an Army token where there is none; counters on an Army, which becomes one of that type too."""
    kind = ARMIES[e.action]
    for name in players(ctx, e.player, scope):
        if not any("Army" in ctx.values(id).subtypes for id in _creatures(ctx, name)):
            army = t.TokenSpec("", ("Creature",), (kind, "Army"), (), ("B",), t.Num(0), t.Num(0))
            run(ctx, t.CreateToken(army, player=t.PlayerId(name)), scope)
        armies = [id for id in _creatures(ctx, name) if "Army" in ctx.values(id).subtypes]
        for chosen in pick(ctx, name, say("Choose an Army."), armies, 1, 1, "701.47a"):
            run(ctx, t.PutCountersOn("+1/+1", t.Num(_number(ctx, e, scope)), t.ObjectId(chosen)), scope)
            if kind not in ctx.values(chosen).subtypes:
                also = t.SetTypes(subtypes=(kind,), keep_types=True)
                run(ctx, t.Continuous(t.ObjectId(chosen), (also,), "permanent"), scope)
            remember(scope, "", [chosen])


#: Amassing, with the creature type of the Army.
ARMIES = {"amass Zombies": "Zombie", "amass Orcs": "Orc", "amass Slivers": "Sliver"}
#: CR 701: the actions by name. `support.KEYWORD_ACTIONS` names the same for those who ask what is simulated.
ACTIONS: dict[str, Callable[[Context, t.KeywordAction, Scope], None]] = {
    "investigate": _investigate,
    "become level": _become_level,
    "populate": _populate,
    "bolster": _bolster,
    "monstrosity": _monstrosity,
    "adapt": _adapt,
    "explore": _explore,
    "connive": _connive,
    **dict.fromkeys(ARMIES, _amass),
    **DESIGNATING,
    **MAKING,
}
