"""Damage (CR 120): its results by source and recipient."""

from __future__ import annotations

from dataclasses import dataclass, replace

from simulator.abilities import tree as t
from simulator.model.decisions import Decision, Option
from simulator.model.objects import Happening
from simulator.model.state import Shield
from simulator.rules.context import Context
from simulator.rules.destroying import use_shield
from simulator.rules.predicates import fits
from simulator.rules.protection import protected
from simulator.rules.references import players
from simulator.rules.replacement import in_chosen_order, parts_of, prohibited
from simulator.rules.wording import name_for, public_name
from simulator.sentences import say
from simulator.terms import term


@dataclass(frozen=True)
class Hit:
    """Damage that one source would deal to one recipient (object id or player name)."""

    source: int
    to: int | str
    amount: int


def deal(ctx: Context, hits: list[Hit], combat: bool = False) -> int:
    """Deal damage at the same time (CR 120.4); the total dealt."""
    state = ctx.state
    total = 0
    batch = state.next_batch
    state.next_batch += 1
    happenings: list[Happening] = []
    guarded: set[int] = set()
    for hit in _in_order_of_prevention(ctx, hits, combat):
        number = _after_effects(ctx, hit, combat, guarded)
        if number <= 0:
            continue
        total += number
        if isinstance(hit.to, str):
            _to_player(ctx, hit, number, combat)
        else:
            _to_permanent(ctx, hit, number)
        # CR 702.15b: lifelink is part of the damage's result, not a trigger
        source_values = ctx.values(hit.source) if hit.source else None
        if source_values is not None and source_values.has("lifelink"):
            from simulator.rules.life import gain_life

            gain_life(ctx, ctx.controller(hit.source) if ctx.exists(hit.source) else source_values.controller, number)
        happenings.append(
            Happening(
                "damage",
                hit.to if isinstance(hit.to, int) else 0,
                player=hit.to if isinstance(hit.to, str) else "",
                amount=number,
                source=hit.source,
                word="combat" if combat else "",
                batch=batch,
            )
        )
    ctx.happen_together(happenings)
    return total


def _after_effects(ctx: Context, hit: Hit, combat: bool, guarded: set[int]) -> int:
    """Prevention and replacement (CR 615, 616); protection prevents all of it (702.16e)."""
    number = hit.amount
    if number <= 0:
        return 0
    if isinstance(hit.to, int):
        obj = ctx.state.objects.get(hit.to)
        if obj is None or obj.zone != "battlefield":
            return 0
        values = ctx.values(hit.to)
        if not any(kind in values.types for kind in ("Creature", "Planeswalker", "Battle")):
            return 0  # CR 120.1: only creatures, planeswalkers, battles and players are dealt damage
    preventable = prohibited(ctx, "be prevented", hit.source or None) is None
    if isinstance(hit.to, int) and hit.source and preventable and protected(ctx, hit.to, hit.source):
        ctx.tell(say("The damage to {object} is prevented by protection", object=public_name(ctx, hit.to)), "702.16e")
        return 0
    found: list[tuple[int, t.ReplacedEvent]] = []
    for source, _, part, scope in list(parts_of(ctx, t.Replacement)):
        if not isinstance(part, t.Replacement) or part.event.kind != "damage":
            continue
        event = part.event
        if event.combat and not combat:
            continue
        if event.by is not None and not (hit.source and fits(ctx, event.by, hit.source, scope)):
            continue
        if isinstance(hit.to, str):
            if event.player is None and event.where != t.AllOf():
                continue
            if event.player is not None and hit.to not in players(ctx, event.player, scope):
                continue
        elif (event.player is not None and event.where == t.AllOf()) or not fits(ctx, event.where, hit.to, scope):
            continue
        if event.prevent and preventable:
            ctx.tell(say("{object} prevents {number} damage", object=public_name(ctx, source), number=number), "615.1")
            return 0
        if not event.prevent:
            found.append((source, event))
    chooser = hit.to if isinstance(hit.to, str) else ctx.controller(hit.to)
    if not preventable:
        # CR 615.12: prevention effects apply without preventing anything; a shield counter is removed all the same
        if isinstance(hit.to, int) and hit.to not in guarded and use_shield(ctx, hit.to):
            guarded.add(hit.to)
        return in_chosen_order(ctx, chooser, found, number)
    if isinstance(hit.to, int) and hit.to in guarded:
        return 0
    return _in_order_of_effects(ctx, hit, combat, chooser, found, guarded)


def _in_order_of_effects(
    ctx: Context,
    hit: Hit,
    combat: bool,
    chooser: str,
    found: list[tuple[int, t.ReplacedEvent]],
    guarded: set[int],
) -> int:
    """CR 616.1: shield counter, shields and changes of the number apply in the order that the affected side chooses."""
    state = ctx.state
    number = hit.amount
    counter = isinstance(hit.to, int) and state.objects[hit.to].counters.get("shield", 0) > 0
    shields = [s for s in state.shields if s.to == hit.to and (combat or not s.combat)]
    limited = any(shield.remaining is not None for shield in shields)
    while number > 0 and (counter or shields or found):
        names = [
            *([say("the shield counter")] if counter else []),
            *([say("the prevention")] if shields else []),
            *([say("the change of the amount")] if found else []),
        ]
        first = names[0]
        if len(names) > 1 and (counter or limited):
            options = tuple(Option("mode", index, name) for index, name in enumerate(names))
            decision = Decision(chooser, "choose", say("Which effect applies first?"), options, rules=("616.1e",))
            first = names[ctx.ask(decision).chosen[0]]
        if first == "the shield counter":
            # CR 122.1c: one counter for all the damage that would be dealt to it at the same time
            use_shield(ctx, int(hit.to))
            guarded.add(int(hit.to))
            return 0
        if first == "the prevention":
            number, shields = _shielded(ctx, shields, number), []
        else:
            number, found = in_chosen_order(ctx, chooser, found, number), []
    return number


def _in_order_of_prevention(ctx: Context, hits: list[Hit], combat: bool) -> list[Hit]:
    """CR 615.7: of damage from several sources at once the one to whom it would be dealt chooses what is prevented."""
    state = ctx.state
    ordered = list(hits)
    for to in dict.fromkeys(hit.to for hit in hits):
        shields = [s for s in state.shields if s.to == to and (combat or not s.combat)]
        own = [hit for hit in hits if hit.to == to and hit.amount > 0]
        if not shields or any(s.remaining is None for s in shields) or len({hit.source for hit in own}) < 2:
            continue
        left = sum(s.remaining or 0 for s in shields)
        if left >= sum(hit.amount for hit in own) or (isinstance(to, int) and not ctx.exists(to)):
            continue
        chooser = to if isinstance(to, str) else ctx.controller(to)
        first: list[Hit] = []
        while left > 0 and len(own) > 1:
            options = tuple(Option("object", hit.source, name_for(ctx, hit.source, chooser)) for hit in own)
            prompt = say("Which damage is prevented first?")
            decision = Decision(chooser, "choose", prompt, options, rules=("615.7",))
            first.append(own.pop(ctx.ask(decision).chosen[0]))
            left -= first[-1].amount
        ordered = first + [hit for hit in ordered if hit not in first]
    return ordered


def _shielded(ctx: Context, shields: list[Shield], number: int) -> int:
    """CR 615.7: each 1 damage prevented reduces the shield by 1; what is left of the damage."""
    state = ctx.state
    for shield in shields:
        taken = number if shield.remaining is None else min(number, shield.remaining)
        if not taken:
            continue
        number -= taken
        place = state.shields.index(shield)
        left = None if shield.remaining is None else shield.remaining - taken
        state.shields[place] = replace(shield, remaining=left)
        if left == 0:
            del state.shields[place]
        ctx.tell(say("{taken} damage is prevented", taken=taken), "615.7")
    return number


def _to_player(ctx: Context, hit: Hit, number: int, combat: bool) -> None:
    from simulator.rules.life import lose_life

    name = str(hit.to)
    values = ctx.values(hit.source) if hit.source else None
    who = public_name(ctx, hit.source) if hit.source else say("An effect")
    ctx.tell(say("{who} deals {number} damage to {name}", who=who, number=number, name=name), "120.1")
    if values is not None and values.has("infect"):
        # CR 120.3b, 702.90b: poison counters instead of life
        writable = ctx.state.write_player(name)
        writable.counters["poison"] = writable.counters.get("poison", 0) + number
        ctx.tell(say("{name} gets {number} {kind} counters", name=name, number=number, kind=term("poison")), "120.3b")
    else:
        lose_life(ctx, name, number, "120.3a")
    # CR 120.3g, 702.164c: toxic adds to combat damage that a creature deals, and to no other
    if combat and values is not None and values.has("toxic") and values.is_creature:
        toxic = sum(k.value for k in values.keyword_abilities("toxic"))
        writable = ctx.state.write_player(name)
        writable.counters["poison"] = writable.counters.get("poison", 0) + toxic
        ctx.tell(say("{name} gets {number} {kind} counters", name=name, number=toxic, kind=term("poison")), "120.3g")


def _to_permanent(ctx: Context, hit: Hit, number: int) -> None:
    from simulator.rules.counters import add_counters, remove_counters

    id = int(hit.to)
    values = ctx.values(id)
    source = ctx.values(hit.source) if hit.source else None
    who = public_name(ctx, hit.source) if hit.source else say("An effect")
    ctx.tell(
        say("{who} deals {number} damage to {object}", who=who, number=number, object=public_name(ctx, id)), "120.1"
    )
    if "Planeswalker" in values.types:
        remove_counters(ctx, id, "loyalty", number)  # CR 120.3c
    if "Battle" in values.types:
        remove_counters(ctx, id, "defense", number)  # CR 120.3h
    if "Creature" in values.types:
        if source is not None and (source.has("wither") or source.has("infect")):
            add_counters(ctx, id, "-1/-1", number, effect=False)  # CR 120.3d
        else:
            obj = ctx.state.write(id)
            obj.damage += number  # CR 120.3e
        if source is not None and source.has("deathtouch"):
            ctx.state.write(id).deathtouched = True  # CR 702.2b
