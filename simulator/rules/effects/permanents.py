"""Effects on permanents: status, counters, attaching, fighting, control, tokens (CR 701)."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.model.decisions import Decision
from simulator.model.objects import Copiable
from simulator.rules import attaching
from simulator.rules.amounts import amount
from simulator.rules.combat import put_attacking
from simulator.rules.context import Context
from simulator.rules.control import remove_from_combat
from simulator.rules.counters import add_counters, remove_counters
from simulator.rules.damage import Hit, deal
from simulator.rules.dividing import announced
from simulator.rules.double_faced import transform
from simulator.rules.effects.registry import handles, remember
from simulator.rules.entering import Entry, enter_all
from simulator.rules.keyword_nodes import Mark
from simulator.rules.paying import tap, untap
from simulator.rules.predicates import stat
from simulator.rules.references import objects, players
from simulator.rules.replacement import multiplied
from simulator.rules.scope import Scope
from simulator.rules.wording import options_for, public_name
from simulator.rules.zones import new_object
from simulator.sentences import say, say_counted
from simulator.terms import term


def _here(ctx: Context, ids: list[int]) -> list[int]:
    """Those that are permanents now."""
    objects_now = ctx.state.objects
    return [
        id
        for id in ids
        if id in objects_now and objects_now[id].zone == "battlefield" and not objects_now[id].phased_out
    ]


@handles(t.TapEffect)
def _tap(ctx: Context, e: t.TapEffect, scope: Scope) -> None:
    found = _here(ctx, objects(ctx, e.what, scope))
    remember(scope, "", found)
    tapped = [tap(ctx, id) for id in found]
    scope.done = any(tapped)


@handles(t.UntapEffect)
def _untap(ctx: Context, e: t.UntapEffect, scope: Scope) -> None:
    found = _here(ctx, objects(ctx, e.what, scope))
    remember(scope, "", found)
    untapped = [untap(ctx, id) for id in found]
    scope.done = any(untapped)


@handles(t.PutCountersOn)
def _put_counters(ctx: Context, e: t.PutCountersOn, scope: Scope) -> None:
    found = _here(ctx, objects(ctx, e.what, scope))
    number = amount(ctx, e.amount, scope)
    before = announced(ctx, e.what, scope) if e.divided else None
    if before is not None:
        shares = {id: before.get(id, 0) for id in found}
    elif e.divided and len(found) > 1:
        options = options_for(ctx, found, scope.you)
        decision = Decision(
            scope.you,
            "divide",
            say("Distribute {number} counters.", number=number),
            options,
            len(found),
            len(found),
            ("601.2d",),
            number,
        )
        answer = ctx.ask(decision)
        shares = {found[i]: n for i, n in zip(answer.chosen, answer.amounts, strict=True)}
    else:
        shares = dict.fromkeys(found, number)
    put = 0
    for id, count in shares.items():
        added = add_counters(ctx, id, e.kind, count, scope.you)
        put += added
        if added:
            ctx.tell(
                say_counted(
                    "{count} {kind} counter put on {object}",
                    "{count} {kind} counters put on {object}",
                    added,
                    kind=term(e.kind),
                    object=public_name(ctx, id),
                ),
                "122.1",
            )
    remember(scope, "", found)
    scope.done = put > 0


@handles(Mark)
def _mark(ctx: Context, e: Mark, scope: Scope) -> None:
    for id in objects(ctx, e.what, scope):
        if id in ctx.state.objects:
            ctx.state.write(id).flags[e.word] = True


@handles(t.RemoveCountersFrom)
def _remove(ctx: Context, e: t.RemoveCountersFrom, scope: Scope) -> None:
    number = amount(ctx, e.amount, scope) if e.amount is not None else None
    found = [
        id for id in objects(ctx, e.what, scope) if id in ctx.state.objects and not ctx.state.objects[id].phased_out
    ]
    removed = sum(remove_counters(ctx, id, e.kind, number) for id in found)
    scope.numbers[""] = removed
    scope.done = removed > 0


@handles(t.MoveCounters)
def _move_counters(ctx: Context, e: t.MoveCounters, scope: Scope) -> None:
    sources, to = _here(ctx, objects(ctx, e.source, scope)), _here(ctx, objects(ctx, e.to, scope))
    moved = 0
    if sources and to:
        kinds = [e.kind] if e.kind else sorted(ctx.state.objects[sources[0]].counters)
        for kind in kinds:
            number = amount(ctx, e.amount, scope) if e.amount is not None else None
            count = remove_counters(ctx, sources[0], kind, number)
            moved += add_counters(ctx, to[0], kind, count, scope.you)
    scope.done = moved > 0


@handles(t.Attach)
def _attach(ctx: Context, e: t.Attach, scope: Scope) -> None:
    hosts = objects(ctx, e.to, scope)
    done = False
    for id in _here(ctx, objects(ctx, e.what, scope)):
        if hosts:
            done = attaching.attach(ctx, id, hosts[0]) or done
    scope.done = done


@handles(t.Unattach)
def _unattach(ctx: Context, e: t.Unattach, scope: Scope) -> None:
    for id in _here(ctx, objects(ctx, e.what, scope)):
        attaching.unattach(ctx, id)


@handles(t.BecomeAura)
def _become_aura(ctx: Context, e: t.BecomeAura, scope: Scope) -> None:
    """It becomes an Aura with enchant and is attached, if both it and what it would enchant are there."""
    hosts = _here(ctx, objects(ctx, e.to, scope))
    for id in _here(ctx, objects(ctx, e.what, scope)):
        if not hosts:
            continue
        from simulator.rules.effects.continuous import begin

        mods = (
            t.SetTypes(subtypes=("Aura",), keep_types=True),
            t.GainAbility(t.Keyword("enchant", where=e.enchant)),
        )
        begin(ctx, [id], mods, "permanent", scope)
        attaching.attach(ctx, id, hosts[0])


@handles(t.Regenerate)
def _regenerate(ctx: Context, e: t.Regenerate, scope: Scope) -> None:
    """CR 701.19a: a shield for the rest of the turn."""
    for id in _here(ctx, objects(ctx, e.what, scope)):
        obj = ctx.state.write(id)
        obj.flags["regeneration"] = obj.flags.get("regeneration", 0) + 1
        ctx.tell(
            say("{object} will regenerate the next time it would be destroyed this turn", object=public_name(ctx, id)),
            "701.19a",
        )


@handles(t.Transform)
def _transform(ctx: Context, e: t.Transform, scope: Scope) -> None:
    transformed = [transform(ctx, id) for id in _here(ctx, objects(ctx, e.what, scope))]
    scope.done = any(transformed)


@handles(t.Flip)
def _flip(ctx: Context, e: t.Flip, scope: Scope) -> None:
    """CR 710.2, 710.4: the permanent becomes flipped, which can't be undone; the same permanent goes on."""
    flipped = []
    for id in _here(ctx, objects(ctx, e.what, scope)):
        if ctx.obj(id).flipped:
            ctx.tell(say("{object} is flipped already", object=public_name(ctx, id)), "710.4")
            continue
        name = public_name(ctx, id)
        ctx.state.write(id).flipped = True
        ctx.state.touch()
        ctx.tell(say("{name} flips into {object}", name=name, object=public_name(ctx, id)), "710.2")
        flipped.append(id)
    scope.done = bool(flipped)


@handles(t.Fight)
def _fight(ctx: Context, e: t.Fight, scope: Scope) -> None:
    """CR 701.14a: each deals damage equal to its power to the other, if both are creatures on the battlefield."""
    first, second = _here(ctx, objects(ctx, e.first, scope)), _here(ctx, objects(ctx, e.second, scope))
    if not first or not second:
        return
    a, b = first[0], second[0]
    if not (ctx.values(a).is_creature and ctx.values(b).is_creature):
        return
    deal(ctx, [Hit(a, b, stat(ctx, a, "power")), Hit(b, a, stat(ctx, b, "power"))])


@handles(t.PhaseOut)
def _phase_out(ctx: Context, e: t.PhaseOut, scope: Scope) -> None:
    from simulator.rules.phasing import phase_out

    for id in _here(ctx, objects(ctx, e.what, scope)):
        phase_out(ctx, id)


@handles(t.RemoveFromCombat)
def _remove_from_combat(ctx: Context, e: t.RemoveFromCombat, scope: Scope) -> None:
    for id in objects(ctx, e.what, scope):
        remove_from_combat(ctx, id)


@handles(t.CreateToken)
def _create_token(ctx: Context, e: t.CreateToken, scope: Scope) -> None:
    created: list[int] = []
    spec = e.token
    for name in players(ctx, e.player, scope):
        number = multiplied(ctx, "tokens", amount(ctx, e.amount, scope), player=name)
        values = Copiable(
            names=(spec.name or f"{' '.join(spec.subtypes)} Token".strip(),),  # CR 111.4
            mana_cost=None,
            supertypes=spec.supertypes,
            types=spec.types,
            subtypes=spec.subtypes,
            colors=spec.colors,
            power=amount(ctx, spec.power, scope) if spec.power is not None else None,
            toughness=amount(ctx, spec.toughness, scope) if spec.toughness is not None else None,
            loyalty=None,
            defense=None,
            abilities=tuple(a for a in spec.abilities if isinstance(a, t.Ability)),
        )
        counters = tuple((c.kind, amount(ctx, c.amount, scope)) for c in e.counters if isinstance(c, t.EnterCounters))
        created += create_tokens(ctx, values, number, name, e.tapped, counters)
    if e.attacking:
        put_attacking(ctx, created)
    remember(scope, e.save_as, created)


def create_tokens(
    ctx: Context,
    values: Copiable,
    number: int,
    player: str,
    tapped: bool = False,
    counters: tuple[tuple[str, int], ...] = (),
    face: int = 0,
    faces: tuple[Copiable, ...] = (),
) -> list[int]:
    """Create tokens with those copiable values under a player's control (CR 111.1, 111.2).

    Args:
        face: the face that is up. faces: of double-faced tokens the values of both (CR 707.8a).
    """
    from simulator.model.cards import CardDefinition, Face
    from simulator.symbols import TypeLine

    entries = []
    shown = tuple(
        Face(
            " // ".join(each.names),
            each.mana_cost,
            TypeLine(each.supertypes, each.types, each.subtypes),
            each.power,
            each.toughness,
        )
        for each in (faces or (values,))
    )
    card = CardDefinition(shown[0].name, "double_faced_token" if faces else "token", shown)
    for _ in range(number):
        token = new_object(ctx, card, player, "", "token")
        token.token_of = values
        token.token_faces = faces
        entries.append(Entry(token.id, player, tapped, face, counters=counters, rules=("111.2",)))
    return enter_all(ctx, entries)


@handles(t.Manifest)
def _manifest(ctx: Context, e: t.Manifest, scope: Scope) -> None:
    _face_down_keyword(ctx, e, scope, "manifest")


@handles(t.Cloak)
def _cloak(ctx: Context, e: t.Cloak, scope: Scope) -> None:
    _face_down_keyword(ctx, e, scope, "cloak")


def _face_down_keyword(ctx: Context, e: t.Manifest | t.Cloak, scope: Scope, mode: str) -> None:
    from simulator.rules.face_down import put_face_down, put_top_face_down
    from simulator.rules.references import current

    made: list[int] = []
    for name in players(ctx, e.player, scope):
        if e.what is None:
            made += put_top_face_down(ctx, name, amount(ctx, e.amount, scope), mode)
        else:
            ids = [now for now in (current(ctx, id) for id in objects(ctx, e.what, scope)) if now is not None]
            made += put_face_down(ctx, ids, mode, name)
    remember(scope, e.save_as, made)


@handles(t.ManifestDread)
def _manifest_dread(ctx: Context, e: t.ManifestDread, scope: Scope) -> None:
    from simulator.rules.face_down import manifest_dread

    made: list[int] = []
    for name in players(ctx, e.player, scope):
        keep = objects(ctx, e.keep, scope)[0] if e.keep is not None else None
        made += manifest_dread(ctx, name, keep)
    remember(scope, e.save_as, made)


@handles(t.TurnFaceUp)
def _turn_face_up(ctx: Context, e: t.TurnFaceUp, scope: Scope) -> None:
    from simulator.rules.face_down import turn_exiled_face_up, turn_face_up

    ids = objects(ctx, e.what, scope)
    exiled = [id for id in ids if id in ctx.state.objects and ctx.state.objects[id].zone == "exile"]
    found = _here(ctx, ids) + exiled
    turned = [
        id for id in found if id not in exiled and turn_face_up(ctx, id, "effect", "708.7", "708.8", by=scope.you)
    ]
    turned += [id for id in exiled if turn_exiled_face_up(ctx, id)]
    remember(scope, "", found)
    scope.done = bool(turned)


@handles(t.TurnFaceDown)
def _turn_face_down(ctx: Context, e: t.TurnFaceDown, scope: Scope) -> None:
    from simulator.rules.face_down import turn_face_down

    found = _here(ctx, objects(ctx, e.what, scope))
    turned = turn_face_down(ctx, found, e.as_)
    remember(scope, "", found)
    scope.done = bool(turned)
