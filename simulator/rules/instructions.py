"""Instructions from nowhere: the same effects as cards have, without a source."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.errors import IllegalAction, InvalidAction, Unsupported
from simulator.model import actions as a
from simulator.model.cards import CardDefinition
from simulator.rules.context import Context
from simulator.rules.effects import run
from simulator.rules.scope import Scope
from simulator.rules.wording import OUTSIDE, public_name
from simulator.rules.zones import new_object, place
from simulator.sentences import say

_EFFECTS = {
    "destroy": t.Destroy,
    "tap": t.TapEffect,
    "untap": t.UntapEffect,
    "transform": t.Transform,
    "regenerate": t.Regenerate,
    "counter": t.CounterSpell,
    "phase out": t.PhaseOut,
    "reveal": t.Reveal,
    "turn face up": t.TurnFaceUp,
    "turn face down": t.TurnFaceDown,
}


def instruct(ctx: Context, instruction: a.EngineInstruction) -> tuple[list[int], tuple[str, ...]]:
    """Carry an instruction out.

    Returns:
        The ids of objects that it put down, created or moved; and the rules that turned it into nothing, if they did.
    """
    state = ctx.state
    before = len(state.log)
    for part in ("object", "original", "host", "target", "keeping"):
        named = getattr(instruction, part, None)
        if isinstance(named, int):
            _must_exist(ctx, named)
            if not ctx.present([named]):
                return [], ("702.26b",)  # CR 702.26b: what is phased out can't be affected or referred to
    effect, you = effect_of(ctx, instruction)
    scope = Scope(source=0, you=you)
    scope.done = True
    for piece in effect:
        run(ctx, piece, scope)
    happened = scope.done or _changed(instruction)
    ids = [id for id in scope.bound.get("", ()) if id in state.objects] if happened else []
    nothing: tuple[str, ...] = ()
    if not happened:
        rules = [rule for event in state.log[before:] for rule in event.rules]
        nothing = tuple(dict.fromkeys(rules)) or ("608.2",)
        if len(state.log) == before:
            ctx.tell(say("Nothing happens"), *nothing)
    return ids, nothing


def _changed(instruction: a.EngineInstruction) -> bool:
    """Instructions that always do something, whatever they report."""
    return isinstance(instruction, a.Grant | a.Damage | a.ToPlayer | a.GainControl | a.BlinkIt)


def _must_exist(ctx: Context, id: int) -> None:
    if id not in ctx.state.objects:
        raise InvalidAction(say("It isn't there any more."))


def _outside(
    ctx: Context, object: int | None, outside: CardDefinition | None, player: str, hidden: bool = False
) -> int:
    """The card, or one that comes from outside the game (it is in no zone that matters before).

    `hidden`: it is put down face down, so that only its owner knows which card it is (CR 708.5).
    """
    if object is not None:
        if object not in ctx.state.objects:
            raise InvalidAction(say("It isn't there any more."))
        if ctx.state.objects[object].zone in ("battlefield", "stack"):
            raise InvalidAction(
                say(
                    "{object} can't be put there: it is on the {zone}.",
                    object=public_name(ctx, object),
                    zone=ctx.obj(object).zone,
                )
            )
        return object
    if outside is None:
        raise InvalidAction(say("Which card?"))
    card = new_object(ctx, outside, player, "command")
    if hidden:
        card.flags[OUTSIDE] = True
    place(ctx, card)
    return card.id


def effect_of(ctx: Context, i: a.EngineInstruction) -> tuple[list[t.Effect], str]:
    """The effects of an instruction, and who "you" is."""
    state = ctx.state
    if isinstance(i, a.PutFaceDown):
        kind = t.Manifest if i.keyword == "manifest" else t.Cloak
        what = None
        if i.object is not None or i.outside is not None:
            what = t.ObjectId(_outside(ctx, i.object, i.outside, i.player, hidden=True))
        return [kind(what, t.Num(i.number), t.PlayerId(i.player))], i.player
    if isinstance(i, a.ManifestDread):
        keep = t.ObjectId(i.keeping) if i.keeping is not None else None
        return [t.ManifestDread(t.PlayerId(i.player), keep)], i.player
    if isinstance(i, a.PutOnto):
        what = t.ObjectId(_outside(ctx, i.object, i.outside, i.player, hidden=i.face_down))
        down = t.FaceDownAs() if i.face_down else None
        return [t.PutOntoBattlefield(what, t.PlayerId(i.player), transformed=i.transformed, face_down=down)], i.player
    if isinstance(i, a.Simple):
        return _simple(ctx, i)
    if isinstance(i, a.Return):
        ref = t.ObjectId(i.object)
        owner = state.objects[i.object].owner
        if i.zone == "battlefield":
            controller = t.PlayerId(i.player) if i.player is not None else None
            return [t.PutOntoBattlefield(ref, controller)], owner
        return [t.MoveTo(ref, i.zone)], owner
    if isinstance(i, a.BlinkIt):
        you = i.player or state.objects[i.object].owner
        return [t.Blink(t.ObjectId(i.object), "you" if i.player is not None else "owner")], you
    if isinstance(i, a.BecomeCopy):
        duration = "end of turn" if i.this_turn else "permanent"
        return [t.BecomeCopy(t.ObjectId(i.object), t.ObjectId(i.original), duration)], ctx.controller(i.object)
    if isinstance(i, a.CopyToken):
        return [t.CreateCopyToken(t.ObjectId(i.original), player=t.PlayerId(i.player))], i.player
    if isinstance(i, a.AttachIt):
        return [t.Attach(t.ObjectId(i.object), t.ObjectId(i.host))], ctx.controller(i.object)
    if isinstance(i, a.GainControl):
        duration = "end of turn" if i.this_turn else "permanent"
        return [t.GainControl(t.ObjectId(i.object), t.PlayerId(i.player), duration)], i.player
    if isinstance(i, a.Grant):
        return _grant(ctx, i)
    if isinstance(i, a.AddCounters):
        return [t.PutCountersOn(i.kind, t.Num(i.number), t.ObjectId(i.object))], ctx.controller(i.object)
    if isinstance(i, a.Damage):
        if isinstance(i.target, str):
            return [t.DealDamage(t.Num(i.number), to_players=t.PlayerId(i.target), source=t.Union())], i.target
        return [t.DealDamage(t.Num(i.number), to=t.ObjectId(i.target), source=t.Union())], ctx.controller(i.target)
    if isinstance(i, a.ToPlayer):
        return _to_player(i)
    raise Unsupported(say("the simulator doesn't know this instruction yet"))


def _simple(ctx: Context, i: a.Simple) -> tuple[list[t.Effect], str]:
    ref = t.ObjectId(i.object)
    you = ctx.controller(i.object)
    if i.verb == "sacrifice":
        return [t.SacrificeEffect(ref, t.PlayerId(you))], you
    if i.verb == "exile":
        return [t.MoveTo(ref, "exile")], you
    if i.verb == "lose all abilities":
        return [t.Continuous(ref, (t.LoseAbilities(),), "end of turn" if i.this_turn else "permanent")], you
    if i.verb == "counter" and ctx.obj(i.object).zone != "stack":
        raise IllegalAction(say("{object} isn't on the stack.", object=public_name(ctx, i.object)), "701.6a")
    return [_EFFECTS[i.verb](ref)], you


def _grant(ctx: Context, i: a.Grant) -> tuple[list[t.Effect], str]:
    mods: list[t.Modification] = []
    if i.keyword is not None:
        mods.append(t.GainAbility(_keyword(i.keyword)))
    if i.modifier is not None:
        mods.append(t.ModifyPT(t.Num(i.modifier[0]), t.Num(i.modifier[1])))
    if i.size is not None:
        mods.append(t.SetPT(t.Num(i.size[0]), t.Num(i.size[1])))
    if i.types is not None:
        mods.append(types_from(i.types))
    if i.colors is not None:
        mods.append(t.SetColors(i.colors))
    duration = "end of turn" if i.this_turn else "permanent"
    return [t.Continuous(t.ObjectId(i.object), tuple(mods), duration)], ctx.controller(i.object)


def types_from(words: tuple[str, ...]) -> t.SetTypes:
    """What "becomes TYPES" sets: card types are replaced, subtypes that still fit stay."""
    from simulator.symbols import CARD_TYPES, SUPERTYPES

    types = tuple(w for w in words if w in CARD_TYPES)
    supertypes = tuple(w for w in words if w in SUPERTYPES)
    return t.SetTypes(types, tuple(w for w in words if w not in types and w not in supertypes), supertypes)


def _keyword(text: str) -> t.Keyword:
    name, brace, rest = text.partition("{")
    if brace:
        return t.Keyword(name.strip(), cost=(t.PayMana(brace + rest),))
    head, _, last = text.rpartition(" ")
    if head and last.isdigit():
        return t.Keyword(head, value=int(last))
    if text.startswith("protection from "):
        from simulator.symbols import COLOR_BY_NAME

        quality = text.removeprefix("protection from ")
        if quality in COLOR_BY_NAME:
            return t.Keyword("protection", where=t.HasColor(COLOR_BY_NAME[quality]))
        if quality == "everything":
            return t.Keyword("protection", quality="everything")
        return t.Keyword("protection", where=t.HasType(quality.rstrip("s").title()))
    return t.Keyword(text)


def _to_player(i: a.ToPlayer) -> tuple[list[t.Effect], str]:
    who = t.PlayerId(i.player)
    number = t.Num(i.number)
    effects: dict[str, t.Effect] = {
        "draw": t.Draw(number, who),
        "mill": t.Mill(number, who),
        "discard": t.DiscardCards(number, who),
        "lose life": t.LoseLife(number, who),
        "gain life": t.GainLife(number, who),
        "scry": t.Scry(number, who),
        "surveil": t.Surveil(number, who),
        "shuffle": t.Shuffle(who),
    }
    return [effects[i.verb]], i.player
