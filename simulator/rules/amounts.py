"""How many: evaluation of `Amount` nodes and of `Condition` nodes."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.errors import Unsupported
from simulator.rules.context import Context
from simulator.rules.keyword_nodes import ArrivedSinceUpkeep, AttackedOpponents
from simulator.rules.keywords import LAST_UPKEEP
from simulator.rules.monarch import MONARCH
from simulator.rules.predicates import compare, fits, stat
from simulator.rules.scope import Scope
from simulator.sentences import say


def amount(ctx: Context, node: t.Node | None, scope: Scope) -> int:
    """The number that an amount stands for now.

    Raises:
        Unsupported: the amount is of a kind that isn't implemented.
    """
    from simulator.rules.references import matching, objects, players

    if isinstance(node, t.Num):
        return node.value
    if isinstance(node, t.X):
        # CR 107.3m: an enters ability uses the X of the spell that the permanent was; else 107.3f: X is 0
        if scope.x is not None:
            return scope.x
        return ctx.obj(scope.source).x or 0 if scope.source else 0
    if isinstance(node, t.Count):
        return _distinct(ctx, matching(ctx, node.where, node.zone, scope), node.distinct)
    if isinstance(node, t.CountRef):
        return len(objects(ctx, node.ref, scope))
    if isinstance(node, t.Stat):
        numbers = [stat(ctx, id, node.stat) for id in _as_they_were(ctx, node.ref, objects(ctx, node.ref, scope))]
        if not numbers:
            return 0
        if node.combine == "max":
            return max(numbers)
        return min(numbers) if node.combine == "min" else sum(numbers)
    if isinstance(node, t.Counters):
        found = [ctx.obj(id).counters for id in _as_they_were(ctx, node.ref, objects(ctx, node.ref, scope))]
        return sum(sum(c.values()) if not node.kind else c.get(node.kind, 0) for c in found)
    if isinstance(node, t.PlayerStat):
        return sum(_player_stat(ctx, name, node.stat) for name in players(ctx, node.player, scope))
    if isinstance(node, t.CountPlayers):
        return len(players(ctx, node.player, scope))
    if isinstance(node, t.EventAmount):
        return scope.event.amount if scope.event is not None else 0
    if isinstance(node, t.PriorAmount):
        return scope.numbers.get(node.key, 0)
    if isinstance(node, t.Plus):
        return sum(amount(ctx, part, scope) for part in node.parts)
    if isinstance(node, t.Times):
        return node.factor * amount(ctx, node.amount, scope)
    if isinstance(node, t.Product):
        product = 1
        for part in node.parts:
            product *= amount(ctx, part, scope)
        return product
    if isinstance(node, t.Half):
        whole = amount(ctx, node.amount, scope)
        return -(-whole // 2) if node.up else whole // 2
    if isinstance(node, t.Devotion):
        return _devotion(ctx, node.colors, scope.you)
    if isinstance(node, t.DividedBy):
        whole, by = amount(ctx, node.amount, scope), amount(ctx, node.by, scope)
        if by == 0:
            return 0
        return -(-whole // by) if node.up else whole // by
    if isinstance(node, t.CountTargets):
        index = node.index + scope.target_offset
        if index >= len(scope.targets):
            return 0
        return len(scope.targets[index].objects) + len(scope.targets[index].players)
    if isinstance(node, t.CountEvents):
        from simulator.rules.events import event_matches

        _known_event(node.event)
        return sum(1 for happening in ctx.state.happened if event_matches(ctx, node.event, happening, scope))
    if isinstance(node, t.TimesPaid):
        source = ctx.obj(scope.source)
        paid = source.stack.kicked if source.stack is not None else source.cast.get("kicked", ())
        return tuple(paid).count(node.keyword)
    if isinstance(node, AttackedOpponents):
        batch = scope.event.batch if scope.event is not None else -1
        # CR 702.121a: who was attacked, not who controls a planeswalker that was
        return len({h.player for h in ctx.state.happened if h.kind == "attack" and h.batch == batch and not h.other})
    if isinstance(node, t.ChosenNumber):
        return int(scope.words.get("number") or ctx.obj(scope.source).chosen.get("number") or 0)
    raise Unsupported(say("the simulator can't count this yet"))


def _as_they_were(ctx: Context, ref: t.Node, ids: list[int]) -> list[int]:
    """CR 608.2h: of permanents and spells that an earlier instruction moved away, the objects that they were."""
    if not isinstance(ref, t.Prior) or all(ctx.obj(id).zone in ("battlefield", "stack") for id in ids):
        return ids
    before = {new: old for old, new in ctx.state.moved.items()}
    were = []
    for id in ids:
        old = before.get(id)
        known = ctx.state.lki.get(old) if old is not None and ctx.obj(id).zone != "battlefield" else None
        left = known is not None and known.object.zone in ("battlefield", "stack")
        were.append(old if left and old is not None else id)
    return were


def _distinct(ctx: Context, found: list[int], what: str) -> int:
    if not what:
        return len(found)
    seen: list[object] = []
    for id in found:
        values = ctx.values(id)
        several: tuple[object, ...]
        if what == "name":
            several = values.names
        elif what == "color":
            several = values.colors
        elif what == "card type":
            several = values.types
        elif what == "basic land type":
            several = tuple(w for w in values.subtypes if w in ("Plains", "Island", "Swamp", "Mountain", "Forest"))
        elif what in ("mana value", "power", "toughness"):
            several = (stat(ctx, id, what),)
        else:
            raise Unsupported(say("the simulator can't count how many of these differ yet"))
        seen += [value for value in several if value not in seen]
    return len(seen)


def _player_stat(ctx: Context, name: str, what: str) -> int:
    player = ctx.state.players[name]
    if what == "life":
        return player.life
    if what in ("hand", "graveyard", "library"):
        return len(ctx.state.zone_list(what, name))
    if what in ("poison", "energy", "experience", "rad"):
        return player.counters.get(what, 0)
    if what == "monarch":
        return int(bool(player.flags.get(MONARCH)))  # CR 725.1: 1 of the monarch, 0 of others
    if what == "starting life":
        return 20
    if what == "lands played":
        return player.lands_played
    if what == "creatures died":
        return sum(
            1
            for event in ctx.state.happened
            if event.kind == "zone"
            and (event.from_zone, event.to_zone) == ("battlefield", "graveyard")
            and ctx.values(event.object).is_creature
            and ctx.values(event.object).controller == name
        )
    if what == "damage taken":
        return sum(event.amount for event in ctx.state.happened if event.kind == "damage" and event.player == name)
    if what in ("life gained", "life lost", "cards drawn", "spells cast", "spells cast last turn"):
        return int(player.flags.get(what, 0))
    raise Unsupported(say("the simulator can't count this of a player yet"))


def _devotion(ctx: Context, colors: tuple[str, ...], you: str) -> int:
    """CR 700.5: mana symbols of those colors among the mana costs of permanents you control."""
    total = 0
    for id in ctx.permanents():
        values = ctx.values(id)
        if values.controller == you and values.mana_cost is not None:
            total += sum(1 for s in values.mana_cost.symbols if any(c in s.options for c in colors))
    return total


def holds(ctx: Context, node: t.Node | None, scope: Scope) -> bool:
    """Whether a condition is true now (None: always).

    Raises:
        Unsupported: the condition is of a kind that isn't implemented.
    """
    from simulator.rules.references import objects, players

    if node is None:
        return True
    if isinstance(node, t.AllTrue):
        return all(holds(ctx, part, scope) for part in node.parts)
    if isinstance(node, t.AnyTrue):
        return any(holds(ctx, part, scope) for part in node.parts)
    if isinstance(node, t.NotTrue):
        return not holds(ctx, node.part, scope)
    if isinstance(node, t.Holds):
        found = objects(ctx, node.ref, scope)
        return bool(found) and all(fits(ctx, node.where, id, scope) for id in found)
    if isinstance(node, t.AmountIs):
        return compare(amount(ctx, node.left, scope), node.op, amount(ctx, node.right, scope))
    if isinstance(node, t.YourTurn):
        return ctx.state.active in players(ctx, node.player, scope)
    if isinstance(node, t.InStep):
        return in_step(ctx, node.step)
    if isinstance(node, t.WasCast):
        return any(_was_cast(ctx, id, node, scope) for id in objects(ctx, node.ref, scope))
    if isinstance(node, ArrivedSinceUpkeep):
        obj = ctx.state.objects.get(scope.source)
        return obj is not None and obj.control_stamp > ctx.state.players[scope.you].flags.get(LAST_UPKEEP, 0)
    if isinstance(node, t.AnyPlayer):
        before = scope.each_player
        try:
            for name in players(ctx, node.players, scope):
                scope.each_player = name
                if holds(ctx, node.condition, scope):
                    return True
            return False
        finally:
            scope.each_player = before
    if isinstance(node, t.HappenedThisTurn):
        from simulator.rules.events import event_matches

        _known_event(node.event)
        return any(event_matches(ctx, node.event, h, scope) for h in ctx.state.happened)
    raise Unsupported(say("the simulator can't judge this condition yet"))


def _known_event(event: t.Node) -> None:
    from simulator.rules.support import unknown_deeds, unrecognised

    if unrecognised(event) or unknown_deeds(event):
        raise Unsupported(say("the simulator doesn't notice yet whether this happened this turn"))


def in_step(ctx: Context, step: str) -> bool:
    """Whether the game is in a step or phase by its everyday name."""
    now = ctx.state.step
    if step == "combat":
        return now in ("combat", "attackers", "blockers", "first-damage", "damage", "end-of-combat")
    if step == "main":
        return now in ("main", "second-main")
    return now == step


def _was_cast(ctx: Context, id: int, node: t.WasCast, scope: Scope) -> bool:
    obj = ctx.obj(id)
    cast = obj.cast
    if obj.stack is not None:
        cast = {"zone": obj.stack.cast_from, "kicked": obj.stack.kicked, "alternative": obj.stack.alternative}
    if not cast:
        return False
    if node.zone and cast.get("zone") != node.zone:
        return False
    if node.by is not None:
        from simulator.rules.references import players

        if cast.get("by", obj.controller) not in players(ctx, node.by, scope):
            return False
    return not node.kicked or node.kicked in cast.get("kicked", ()) or node.kicked == cast.get("alternative")
