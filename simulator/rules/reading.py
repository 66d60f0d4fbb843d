"""Reading a game whole: facts for checks. Omniscient: nothing of it is shown to a player."""

from __future__ import annotations

from typing import cast

from simulator.abilities import tree as t
from simulator.abilities.subtypes import CREATURE_TYPES
from simulator.model.characteristics import Characteristics
from simulator.model.facts import ObjectFacts, PlayerFacts
from simulator.model.position import ManaMode, Origin, ZoneName
from simulator.rules import keywords
from simulator.rules.board_index import UNREAD
from simulator.rules.context import Context
from simulator.rules.copiable import is_melded
from simulator.rules.cost_words import cost_text
from simulator.rules.layers import candidates
from simulator.rules.predicates import is_summoning_sick, stat
from simulator.rules.support import missing
from simulator.rules.wording import may_look, true_name
from simulator.sentences import say
from simulator.terms import term


def object_facts(ctx: Context, id: int) -> ObjectFacts:
    """Everything that may be asked about an object now."""
    obj, values = ctx.obj(id), ctx.values(id)
    face_down = obj.face_down is not None or bool(obj.flags.get("exiled face down"))
    info = obj.stack
    return ObjectFacts(
        id=id,
        card_id=obj.card_id,
        cards=(obj.card_id, *(part.card_id for part in obj.merged)),
        kind=obj.kind,
        zone=cast(ZoneName, obj.zone),
        owner=obj.owner,
        controller=ctx.controller(id),
        name=values.name if obj.kind != "ability" else "",
        types=values.supertypes + values.types + values.subtypes + _every_creature_type(values),
        subtypes=values.subtypes,
        colors=values.colors,
        power=values.power,
        toughness=values.toughness,
        mana_value=stat(ctx, id, "mana value"),
        mana_cost=str(values.mana_cost) if values.mana_cost is not None else None,
        keywords=tuple(keyword_text(a) for a in values.abilities if isinstance(a, t.Keyword)),
        ability_count=sum(1 for a in values.abilities),
        counters=tuple(sorted((kind, number) for kind, number in obj.counters.items() if number)),
        damage=obj.damage,
        tapped=obj.tapped,
        face_down=face_down,
        origin=cast("Origin | None", obj.face_down.mode if obj.face_down is not None else None),
        handle=obj.handle,
        summoning_sick=obj.zone == "battlefield" and is_summoning_sick(ctx, obj),
        phased_out=obj.phased_out,
        transformed=obj.zone == "battlefield" and obj.card.is_double_faced and (obj.face == 1 or is_melded(obj)),
        attached_to=obj.attached_to,
        source=info.source if info is not None and obj.kind == "ability" else None,
        arrived=id,
    )


def _every_creature_type(values: Characteristics) -> tuple[str, ...]:
    """CR 702.73a: every creature type, for what has them all."""
    if not values.all_creature_types:
        return ()
    return tuple(word for word in sorted(CREATURE_TYPES) if word not in values.subtypes and values.is_type(word))


def keyword_text(keyword: t.Keyword) -> str:
    """A keyword ability as a check names it: "ward {2}", "toxic 2", "protection from black"."""
    text = keyword.name
    if keyword.cost:
        text += " " + cost_text(keyword.cost)
    elif keyword.value:
        text += f" {keyword.value}"
    elif keyword.name == "protection":
        text += " from " + (keyword.quality or _quality(keyword.where))
    return text


def _quality(where: t.Predicate | None) -> str:
    from simulator.symbols import COLOR_NAMES

    if isinstance(where, t.HasColor):
        return COLOR_NAMES[where.color]
    if isinstance(where, t.HasType):
        return where.word.lower()
    return "something"


def player_facts(ctx: Context, name: str) -> PlayerFacts:
    """What may be asked about a player."""
    player = ctx.state.players[name]
    return PlayerFacts(
        name=name,
        life=player.life,
        hand=len(player.hand),
        library=len(player.library),
        pool=tuple(unit.type for unit in player.pool),
        won=player.won,
        lost=player.lost,
        mana=cast(ManaMode, player.mana_mode),
    )


def seen_name(ctx: Context, player: str, id: int) -> str | None:
    """The name of the card that a player may look at now."""
    if id not in ctx.state.objects or not may_look(ctx, id, player):
        return None
    obj = ctx.state.objects[id]
    if obj.zone in ("battlefield", "stack") and obj.face_down is None and obj.kind != "ability":
        return ctx.values(id).name or true_name(ctx, id)
    return true_name(ctx, id)


def remembered_name(ctx: Context, player: str, card_id: int) -> str | None:
    """The name of a card that a player has looked at or was shown and may remember."""
    if card_id not in ctx.state.players[player].seen:
        return None
    for obj in ctx.state.objects.values():
        if obj.card_id == card_id:
            return obj.card.name
    return next((k.object.card.name for k in ctx.state.lki.values() if k.object.card_id == card_id), None)


#: Keywords that do nothing while their permanent is on the battlefield: they matter in other zones or while casting.
_ELSEWHERE = frozenset(
    " ".join(
        """affinity, aftermath, amplify, assist, bargain, bestow, blitz, buyback, cascade, casualty, channel, cleave,
    companion, conspire, convoke, craft, cycling, typecycling, dash, delve, demonstrate, devour, disturb, embalm,
    emerge, encore, entwine, escalate, escape, eternalize, evoke, flashback, foretell, forecast, freerunning,
    fuse, gravestorm, harmonize, improvise, jump-start, kicker, multikicker, madness, mayhem, miracle, ninjutsu,
    offering, overload, partner, plot, prototype, prowl, rebound, reinforce, replicate, retrace, ripple, scavenge,
    sneak, spectacle, splice, split second, storm, surge, suspend, transfigure, transmute, unearth, warp, aura
    swap, undaunted, crew, choose a background, doctor's companion, partner with, friends forever""".split()
    ).split(", ")
)


def unread(ctx: Context) -> list[str]:
    """Permanents with abilities that the simulator can't carry out, in words for the result."""
    found: list[str] = []
    for id in candidates(ctx, UNREAD):
        values = ctx.values(id)
        ignored = ignored_of(values)
        if ignored:
            name = values.name or say("a face-down permanent")
            found += [say("{object}: {name} isn't simulated yet", object=name, name=what) for what in ignored]
    for player in ctx.state.order:
        for id in ctx.state.players[player].graveyard:
            # CR 603.6c: "put into a graveyard from anywhere" is an ability of the card in the graveyard
            if ctx.state.objects[id].entered_turn and _unread_trigger(ctx, id):
                found.append(say("{object}: a triggered ability isn't simulated yet", object=ctx.values(id).name))
    return found


def ignored_of(values: Characteristics) -> list[str]:
    """What of the abilities of a permanent with these characteristics isn't carried out; kept with them."""
    found: list[str] | None = values.derived.get("ignored")
    if found is None:
        found = values.derived["ignored"] = [word for ability in values.abilities for word in _ignored(ability)]
    return found


def _ignored(ability: t.Ability) -> list[str]:
    """What of an ability of a permanent isn't carried out."""
    if isinstance(ability, t.UnsupportedAbility) and ability.kind in ("triggered", "static", "keyword", "replacement"):
        return [say("a {kind} ability", kind=term(ability.kind))]
    if isinstance(ability, t.Keyword) and not known_keyword(ability):
        return [ability.name]
    return list(missing(ability))


def _unread_trigger(ctx: Context, id: int) -> bool:
    return any(isinstance(a, t.UnsupportedAbility) and a.kind == "triggered" for a in ctx.values(id).abilities)


def known_keyword(keyword: t.Keyword) -> bool:
    """Whether the rules carry out a keyword ability, or it matters elsewhere than on the battlefield."""
    name = keyword.name
    if name in keywords.KNOWN or name in _ELSEWHERE:
        return True
    if name.endswith(("cycling", "walk")):
        return True
    return bool(keywords.triggered(keyword) or keywords.activated(keyword) or keywords.entering(keyword))
