"""As a permanent enters: copies, "enters with", "as enters", printed counters (CR 614.1c, 614.12, 616.1)."""

from __future__ import annotations

from dataclasses import replace

from simulator.abilities import tree as t
from simulator.errors import Unsupported
from simulator.model.decisions import Decision, Option
from simulator.rules import keywords
from simulator.rules.amounts import amount, holds
from simulator.rules.battles import choose_protector
from simulator.rules.context import Context
from simulator.rules.copiable import copiable_values
from simulator.rules.copying import become_copy
from simulator.rules.counters import add_counters
from simulator.rules.predicates import fits
from simulator.rules.references import matching, pick
from simulator.rules.replacement import parts_of
from simulator.rules.rooms import check_copy, is_room, unlock_half
from simulator.rules.sagas import final_chapter
from simulator.rules.scope import Scope
from simulator.rules.wording import public_name
from simulator.sentences import say


def entering_parts(ctx: Context, id: int) -> list[tuple[t.EntersWith, Scope]]:
    """The "enters with", "enters tapped" and "as enters" effects that apply to a permanent that is entering."""
    found: list[tuple[t.EntersWith, Scope]] = []
    values = ctx.values(id)
    scope = Scope(source=id, you=values.controller)
    for ability in values.abilities:
        if isinstance(ability, t.Static):
            found += [(p, scope) for p in ability.parts if isinstance(p, t.EntersWith) and p.where is None]
        elif isinstance(ability, t.Keyword):
            part = keywords.entering(ability)
            if part is not None:
                found.append((part, scope))
    for source, _, part_two, other in parts_of(ctx, t.EntersWith):
        if isinstance(part_two, t.EntersWith) and part_two.where is not None and source != id:
            if fits(ctx, part_two.where, id, other):
                found.append((part_two, other))
    return found


def as_enters(ctx: Context, id: int, counters: tuple[tuple[str, int], ...], half: int | None) -> None:
    """Apply what happens as it enters: copies first (CR 616.1c), then the rest.

    Args:
        counters: (kind, number) that the effect that puts it there adds. half: the face that was cast, if it was.
    """
    copied = 0
    while copied < 10:
        copy_part = next(
            (
                (p, s)
                for p, s in entering_parts(ctx, id)
                if p.enters and p.copy_of is not None and not _used(ctx, id, p)
            ),
            None,
        )
        if copy_part is None:
            break
        copied += 1
        ctx.state.write(id).flags[f"copy part {copied}"] = repr(copy_part[0])
        enter_as_copy(ctx, id, *copy_part)
    for kind, number in counters:
        add_counters(ctx, id, kind, number)
    before, ctx.entering = ctx.entering, id
    try:
        for part, scope in entering_parts(ctx, id):
            if part.enters and part.copy_of is None:
                apply_part(ctx, id, part, scope)
    finally:
        ctx.entering = before
    _printed_counters(ctx, id)
    obj = ctx.state.objects[id]
    if half is not None and obj.face_down is None and is_room(obj.card) and obj.token_of is None:
        # CR 709.5d: the half that was cast is unlocked as it enters
        unlock_half(ctx, id, half)


def _used(ctx: Context, id: int, part: t.EntersWith) -> bool:
    flags = ctx.state.objects[id].flags
    return any(key.startswith("copy part") and value == repr(part) for key, value in flags.items())


def apply_part(ctx: Context, id: int, part: t.EntersWith, scope: Scope) -> None:
    """One "enters with" effect: choices, tapped, counters, payment, other instructions."""
    from simulator.rules.effects import run
    from simulator.rules.paying import may_pay

    if not holds(ctx, part.condition, scope):
        return
    if part.unless is not None and holds(ctx, part.unless, scope):
        return
    if part.pay and may_pay(ctx, scope.you, part.pay, scope):
        return
    for choice in part.choose:
        run(ctx, choice, Scope(source=id, you=ctx.controller(id)))
    if part.tapped:
        ctx.state.write(id).tapped = True
    for counters in part.counters:
        own = scope if scope.source == id else Scope(source=id, you=scope.you)
        own.x = ctx.obj(id).x if own.x is None else own.x
        add_counters(ctx, id, counters.kind, amount(ctx, counters.amount, own))
    if part.effect is not None:
        run(ctx, part.effect, scope)


def _printed_counters(ctx: Context, id: int) -> None:
    """CR 306.5b, 310.4b: loyalty and defense counters as printed."""
    values = ctx.values(id)
    obj = ctx.state.objects[id]
    if "Planeswalker" in values.types and values.loyalty is not None and "loyalty" not in obj.counters:
        add_counters(ctx, id, "loyalty", values.loyalty)
    if "Battle" in values.types and values.defense is None:
        raise Unsupported(say("the defense of {name} isn't known", name=values.name or say("this battle")))
    if "Battle" in values.types and values.defense is not None and "defense" not in obj.counters:
        add_counters(ctx, id, "defense", values.defense)
    if "Battle" in values.types:
        choose_protector(ctx, id)
    if values.is_type("Saga") and not values.has("read ahead"):
        add_counters(ctx, id, "lore", 1)  # CR 714.3a
    elif values.is_type("Saga"):
        # CR 714.3b: read ahead: a number of lore counters between one and the final chapter's
        options = tuple(Option("number", n, str(n)) for n in range(1, final_chapter(ctx, id) + 1))
        decision = Decision(values.controller, "number", say("Choose a chapter."), options, rules=("714.3b",))
        if options:
            add_counters(ctx, id, "lore", int(ctx.choose(decision)[0].value))


def enter_as_copy(ctx: Context, id: int, part: t.EntersWith, scope: Scope) -> None:
    """CR 707.5: it enters as a copy of what its controller chooses."""
    assert part.copy_of is not None  # noqa: S101 - the caller looked
    found = [other for other in matching(ctx, part.copy_of, part.copy_zone, scope) if other != id]
    least = 0 if part.copy_may else 1
    chosen = pick(ctx, ctx.controller(id), say("Choose what it copies."), found, least, 1, "707.5")
    if chosen:
        if part.copy_tapped:
            ctx.state.write(id).tapped = True
        check_copy(ctx.obj(chosen[0]))
        # CR 202.3b: a copy of a back face has mana value 0
        values = replace(copiable_values(ctx.state, chosen[0]), mana_value=None)
        become_copy(ctx, id, values, part.copy_except, scope)
        ctx.tell(say("It enters as a copy of {object}", object=public_name(ctx, chosen[0])), "707.5")
