"""Face-down spells and permanents (CR 708; 701.40 manifest, 701.58 cloak, 701.62 manifest dread; 702.37, 702.168).

Every way to turn a permanent face up is derived here, in one place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from simulator.abilities import tree as t
from simulator.errors import IllegalAction
from simulator.model.characteristics import Characteristics
from simulator.model.objects import Copiable, FaceDown, Happening
from simulator.rules.amounts import amount, holds
from simulator.rules.as_enters import apply_part, enter_as_copy
from simulator.rules.board_index import STATIC
from simulator.rules.context import Context
from simulator.rules.copiable import copiable_values, is_melded, own_values
from simulator.rules.counters import add_counters
from simulator.rules.double_faced import is_double_faced
from simulator.rules.entering import Entry, enter
from simulator.rules.layers import candidates
from simulator.rules.predicates import fits
from simulator.rules.references import pick, players
from simulator.rules.replacement import parts_of, prohibited
from simulator.rules.revealing import look, reveal
from simulator.rules.scope import Scope
from simulator.rules.wording import OUTSIDE, name_for, public_name, true_name
from simulator.rules.zones import Move, face_down_as, move_all
from simulator.sentences import say
from simulator.symbols import ManaCost, parse_mana_cost
from simulator.terms import term


@dataclass(frozen=True)
class Procedure:
    """One way in which the controller may turn a permanent face up (CR 116.2b).

    Attributes:
        name: "morph" | "megamorph" | "disguise" | "mana cost".
        cost: what has to be paid. mana: its mana part after changes, X not filled in.
        rule: the rule that offers it.
    """

    name: str
    cost: tuple[t.Cost, ...]
    mana: ManaCost
    rule: str


def procedures(ctx: Context, id: int) -> list[Procedure]:
    """All the ways in which a face-down permanent may be turned face up by its controller, cost aside.

    CR 702.37e, 702.168d: with morph or disguise if it would have that ability face up (effects on its abilities
    count). CR 701.40b, 701.58b: a manifested or cloaked creature card for its mana cost, whatever it has lost.
    """
    obj = ctx.state.objects[id]
    if obj.face_down is None or obj.zone != "battlefield":
        return []
    found: list[Procedure] = []
    for keyword in _face_up_keywords(ctx, id):
        rule = "702.168d" if keyword.name == "disguise" else "702.37e"
        found.append(_with_changes(ctx, id, keyword.name, keyword.cost, rule, keyword.reduction))
    mode = obj.face_down.mode
    if mode in ("manifest", "cloak") and obj.kind == "card":
        # CR 701.40b: it must be represented by a creature card with a mana cost (118.6: no cost, no paying)
        card = _card_values(ctx, id)
        # CR 701.40b: it is that card's mana cost that is shown and paid, whatever it is a copy of
        if "Creature" in card.types and card.mana_cost is not None:
            rule = "701.40b" if mode == "manifest" else "701.58b"
            cost: tuple[t.Cost, ...] = (t.PayMana(str(card.mana_cost)),)
            found.append(_with_changes(ctx, id, "mana cost", cost, rule, None))
    return found


def _card_values(ctx: Context, id: int) -> Copiable:
    return own_values(ctx.state.objects[id])


def _face_up_keywords(ctx: Context, id: int) -> list[t.Keyword]:
    """The morph, megamorph and disguise abilities that it would have face up, after effects (CR 702.37e)."""
    values = copiable_values(ctx.state, id, ignore_face_down=True)
    names = ("morph", "megamorph", "disguise")
    printed = [a for a in values.abilities if isinstance(a, t.Keyword) and a.name in names]
    if not printed and not _granted_somewhere(ctx, id, names):
        return []
    would_have = face_up_values(ctx, id).abilities
    return [a for a in would_have if isinstance(a, t.Keyword) and a.name in names]


def _granted_somewhere(ctx: Context, id: int, names: tuple[str, ...]) -> bool:
    """Whether an effect might give it such an ability: only then need all effects be applied to find out."""
    mods = [mod for effect in ctx.state.effects if id in effect.objects for mod in effect.mods]
    statics: list[t.Modification] | None = ctx.state.cache.get("static modifications")
    if statics is None:
        abilities = [ability for other in candidates(ctx, STATIC) for ability in ctx.values(other).abilities]
        parts = [part for ability in abilities if isinstance(ability, t.Static) for part in ability.parts]
        statics = [mod for part in parts if isinstance(part, t.Modify) for mod in part.mods]
        ctx.state.cache["static modifications"] = statics
    granted = [mod.ability for mod in [*mods, *statics] if isinstance(mod, t.GainAbility)]
    return any(isinstance(ability, t.Keyword) and ability.name in names for ability in granted)


def face_up_values(ctx: Context, id: int) -> Characteristics:
    """The characteristics that a face-down permanent would have face up (all effects applied), without turning it."""
    trial = Context(ctx.state.clone())
    obj = trial.state.write(id)
    obj.face_down = None
    # CR 730.2f: with each of its components
    obj.merged = tuple(replace(part, face_down=None) for part in obj.merged)
    trial.state.touch()
    return trial.values(id)


def _with_changes(
    ctx: Context, id: int, name: str, cost: tuple[t.Cost, ...], rule: str, reduction: t.Node | None
) -> Procedure:
    """The cost after reductions and effects that change the cost of turning face up."""
    from simulator.rules.spell_costs import changed

    controller = ctx.controller(id)
    mana = ManaCost()
    for part in cost:
        if isinstance(part, t.PayMana):
            mana = mana.plus(parse_mana_cost(part.mana))
    scope = Scope(source=id, you=controller)
    if reduction is not None:
        mana = mana.plus_generic(-amount(ctx, reduction, scope))
    for _, _, change, other in parts_of(ctx, t.CostChange):
        if not isinstance(change, t.CostChange) or change.kind not in ("turn face up", name):
            continue
        if controller in players(ctx, change.player, other) and fits(ctx, change.where, id, other):
            mana = changed(ctx, mana, change, other)
    return Procedure(name, cost, mana, rule)


def why_not(ctx: Context, id: int, player: str) -> tuple[str, str] | None:
    """Why a player can't turn a permanent face up at all: (words, rule), or None if a procedure exists."""
    obj = ctx.state.objects.get(id)
    if obj is None or obj.face_down is None:
        return say("It isn't face down."), "708.7"
    if obj.zone != "battlefield":
        return say("A face-down spell can't be turned face up."), "708.7"
    if obj.phased_out:
        # CR 702.26b: it is treated as though it doesn't exist
        return say("It is phased out."), "702.26b"
    mode = obj.face_down.mode
    own_rule = {
        "manifest": "701.40b",
        "cloak": "701.58b",
        "morph": "702.37e",
        "disguise": "702.168d",
        "effect": "708.7",
    }[mode]
    if ctx.controller(id) != player:
        return say("Only its controller may turn it face up."), "116.2b"
    if prohibited(ctx, "be turned face up", id, player) is not None:
        return say("An effect says that it can't be turned face up."), "101.2"
    if not procedures(ctx, id):
        # the same words for every card: a refusal must not tell what the card is
        return say("Nothing lets you turn it face up."), own_rule
    return None


def turn_face_up(ctx: Context, id: int, procedure: str, *rules: str, x: int | None = None, by: str = "") -> bool:
    """Turn a permanent face up (CR 708.7–708.8): the same permanent, its copiable values revert.

    Args:
        procedure: the name of the procedure used, or "effect". by: whose effect it is; "" for its controller.
    """
    state = ctx.state
    obj = state.objects.get(id)
    if obj is None or obj.face_down is None or obj.zone != "battlefield":
        return False
    mode = obj.face_down.mode
    kinds = _printed_types(ctx, id)
    if "Instant" in kinds or "Sorcery" in kinds:
        # CR 701.40g, 701.58g, 730.2g: an instant or sorcery card is revealed and stays face down
        rule = "730.2g" if obj.merged else {"cloak": "701.58g"}.get(mode, "701.40g")
        reveal(ctx, [id], rule)
        ctx.tell(say("{object} stays face down: it is an instant or sorcery card", object=public_name(ctx, id)), rule)
        return False
    if procedure == "effect" and prohibited(ctx, "be turned face up", id) is not None:
        ctx.tell(say("{object} can't be turned face up", object=public_name(ctx, id)), "101.2")
        return False
    before = public_name(ctx, id)
    obj = state.write(id)
    obj.face_down = None
    # CR 613.7f: a new timestamp each time it turns face up or face down
    obj.timestamp = state.stamp()
    # CR 730.2f: each face-down component is turned face up
    obj.merged = tuple(replace(part, face_down=None) for part in obj.merged)
    # CR 702.37f, 702.168e: the X chosen as it is turned up now; an earlier one is gone
    obj.x = x
    for name in state.order:
        seen = state.write_player(name).seen
        seen.update((card_id, id) for card_id in (obj.card_id, *(part.card_id for part in obj.merged)))
    ctx.tell(say("{before} is turned face up: {card}", before=before, card=true_name(ctx, id)), *(rules or ("708.8",)))
    if procedure == "megamorph":
        # CR 702.37b: a megamorph cost puts a +1/+1 counter on it
        add_counters(ctx, id, "+1/+1", 1)
    _as_turned_face_up(ctx, id, x)
    ctx.happen(Happening("face up", id, player=ctx.controller(id), word=procedure, detail=(by or ctx.controller(id),)))
    return True


def turn_exiled_face_up(ctx: Context, id: int) -> bool:
    """CR 406.3: a card exiled face down is turned face up in exile; everybody may examine it from now on."""
    obj = ctx.state.objects[id]
    if not obj.flags.get("exiled face down"):
        return False
    flags = ctx.state.write(id).flags
    flags.pop("exiled face down")
    flags.pop("lookers", None)
    for name in ctx.state.order:
        ctx.state.write_player(name).seen[obj.card_id] = id
    ctx.tell(say("A card exiled face down is turned face up: {card}", card=true_name(ctx, id)), "406.3")
    return True


def _printed_types(ctx: Context, id: int) -> tuple[str, ...]:
    obj = ctx.state.objects[id]
    cards = [obj.card] if obj.kind == "card" else []
    cards += [part.card for part in obj.merged if part.kind == "card"]
    return tuple(word for card in cards for word in card.front.type_line.types)


def _as_turned_face_up(ctx: Context, id: int, x: int | None) -> None:
    """CR 708.11: "as this is turned face up" applies while it is being turned up, not afterwards."""
    for ability in ctx.values(id).abilities:
        if isinstance(ability, t.Static):
            for part in ability.parts:
                if isinstance(part, t.EntersWith) and part.turned_face_up and part.where is None:
                    scope = Scope(source=id, you=ctx.controller(id), x=x)
                    if not holds(ctx, part.condition, scope):
                        continue
                    if part.copy_of is not None:
                        enter_as_copy(ctx, id, part, scope)
                    else:
                        apply_part(ctx, id, part, scope)


def turn_face_down(ctx: Context, ids: list[int], as_: t.FaceDownAs) -> list[int]:
    """CR 708.2a: permanents that an effect turns face down become what it lists; those turned."""
    turned = []
    for id in ids:
        obj = ctx.state.objects.get(id)
        if obj is None or obj.zone != "battlefield":
            continue
        if obj.face_down is not None:
            # CR 708.2b: nothing happens; asked first, so that the answer doesn't tell what the card is
            ctx.tell(say("{object} is face down already", object=public_name(ctx, id)), "708.2b")
            continue
        if is_double_faced(obj) or any(part.card.is_double_faced for part in obj.merged):
            # CR 712.16, 730.2j: a double-faced permanent, or one with such a component, can't be turned face down
            rule = "730.2j" if obj.merged and not is_melded(obj) else "712.16"
            ctx.tell(say("{object} can't be turned face down: it is double-faced", object=public_name(ctx, id)), rule)
            continue
        name = public_name(ctx, id)
        obj = ctx.state.write(id)
        obj.face_down = FaceDown("effect", as_)
        # CR 613.7f: a new timestamp each time it turns face up or face down
        obj.timestamp = ctx.state.stamp()
        ctx.state.effects = [
            e for e in ctx.state.effects if not (e.duration == "until turned face down" and e.objects == (id,))
        ]
        # CR 730.2f: each face-up component is turned face down
        obj.merged = tuple(replace(part, face_down=part.face_down or obj.face_down) for part in obj.merged)
        obj.handle = ctx.state.next_handle
        ctx.state.next_handle += 1
        ctx.tell(say("{name} is turned face down: it is #{handle} now", name=name, handle=obj.handle), "708.2a")
        turned.append(id)
    return turned


def put_face_down(
    ctx: Context, ids: list[int], mode: str, controller: str, as_: t.FaceDownAs | None = None, shuffled: bool = False
) -> list[int]:
    """Put cards onto the battlefield face down, one at a time (CR 701.40e, 701.58e); the new ids."""
    found = []
    rule = {"manifest": "701.40a", "cloak": "701.58a"}.get(mode, "708.3")
    if shuffled:
        ids = ctx.shuffle(ids)
    for id in ids:
        if id not in ctx.state.objects or ctx.state.objects[id].zone in ("battlefield", "stack"):
            continue
        face_down = face_down_as(mode) if as_ is None else FaceDown(mode, as_)
        known = name_for(ctx, id, controller)
        what = true_name(ctx, id) if known == true_name(ctx, id) else say("a card")
        flags = ctx.obj(id).flags
        hidden = flags.get("exiled face down") or flags.get(OUTSIDE)
        was_public = ctx.obj(id).zone in ("graveyard", "exile", "command") and not hidden
        shown = what if was_public else say("a card")
        private = [(controller, _put_in_words(mode, controller, what))] if what != shown else []
        ctx.tell(_put_in_words(mode, controller, shown), rule, private=private)
        new = enter(ctx, Entry(id, controller, face_down=face_down, rules=(rule, "708.3")))
        if new is not None:
            found.append(new)
            # CR 708.5: its controller may look at it at any time
            ctx.state.write_player(controller).seen[ctx.state.objects[new].card_id] = new
            ctx.happen(Happening("does", new, player=controller, word=mode))
    return found


def _put_in_words(mode: str, player: str, card: str) -> str:
    if mode == "manifest":
        return say("{player} manifests {card}", player=player, card=card)
    if mode == "cloak":
        return say("{player} cloaks {card}", player=player, card=card)
    return say("{player} puts face down {card}", player=player, card=card)


def put_top_face_down(ctx: Context, player: str, number: int, mode: str) -> list[int]:
    """Manifest or cloak the top cards of a library, one at a time (CR 701.40e)."""
    found = []
    for _ in range(number):
        library = ctx.state.players[player].library
        if not library:
            ctx.tell(
                say("{player}'s library is empty: nothing to {mode}", player=player, mode=term(mode)),
                "701.40a" if mode == "manifest" else "701.58a",
            )
            break
        before = library[0]
        found += put_face_down(ctx, [before], mode, player)
        if before in ctx.state.objects:
            break  # CR 701.40f: it stays where it was
    return found


def manifest_dread(ctx: Context, player: str, keep: int | None = None) -> list[int]:
    """CR 701.62a: look at the top two cards, manifest one, put the other into the graveyard."""
    top = list(ctx.state.players[player].library[:2])
    found: list[int] = []
    buried: list[int] = []
    look(ctx, top, player, "701.62a", why="manifest dread")
    if top:
        chosen = keep if keep is not None and keep in top else None
        if keep is not None and chosen is None:
            raise IllegalAction(say("That card isn't among the top two."), "701.62a")
        if chosen is None:
            for id in top:
                ctx.state.write(id).flags["looked"] = (player,)
            chosen = pick(ctx, player, say("Choose the card to manifest."), top, 1, 1, "701.62a")[0]
        for id in top:
            if id in ctx.state.objects:
                ctx.state.write(id).flags.pop("looked", None)
        found = put_face_down(ctx, [chosen], "manifest", player)
        # CR 701.62a: what wasn't manifested goes there, also a card that couldn't be (701.40f)
        rest = [id for id in top if id in ctx.state.objects and ctx.state.objects[id].zone == "library"]
        buried = move_all(ctx, [Move(id, "graveyard", reason="put", rules=("701.62a",)) for id in rest])
    # CR 701.62b: it happened even if some or all of it was impossible
    ctx.happen(Happening("does", player=player, word="manifest dread", several=tuple(buried)))
    return found
