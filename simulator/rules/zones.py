"""Zone changes (CR 400): a new object each time, with last known information of the old one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from simulator.abilities import tree as t
from simulator.errors import Unsupported
from simulator.model.cards import CardDefinition
from simulator.model.decisions import Decision, Option
from simulator.model.objects import Component, FaceDown, GameObject, Happening
from simulator.model.state import LastKnown
from simulator.rules.context import Context
from simulator.rules.revealing import reveal_face_down, shuffle_library
from simulator.rules.wording import name_for, public_name
from simulator.sentences import say
from simulator.terms import term

#: Flag of a melded permanent: the object that its second card was (CR 712.8g).
MELDED = "melded"
PUBLIC_ZONES = ("battlefield", "graveyard", "stack", "exile", "command")


@dataclass(frozen=True)
class Move:
    """One object's way to a zone other than the battlefield.

    Attributes:
        position: in a library: "top" | "bottom" | "shuffle" | the number from the top.
        face_down: exiled face down. reason: what makes it go, for the log ("destroyed", "sacrificed", ...).
        by: who did it. lookers: who may look at it in exile.
    """

    id: int
    zone: str
    position: str = "top"
    face_down: bool = False
    reason: str = ""
    by: str = ""
    lookers: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


def check_card(card: CardDefinition) -> None:
    """CR 712.4b, 712.8g: what a meld pair is together, and only on the battlefield, is no card.

    Raises:
        Unsupported: it is such a combined face.
    """
    if card.is_melded_face:
        raise Unsupported(
            say("{name} is no card: it is what a meld pair is together on the battlefield (CR 712.4b)", name=card.name)
        )


def make_melded(obj: GameObject, other: Component, other_id: int) -> None:
    """CR 701.42a, 712.8g: the permanent is represented by its own card and another, their back faces up and combined.

    Args:
        other_id: the object that the other card was before.
    """
    obj.merged = (other,)
    obj.flags[MELDED] = other_id


def new_object(
    ctx: Context, card: CardDefinition, owner: str, zone: str, kind: str = "card", card_id: int | None = None
) -> GameObject:
    """A new object, not yet in any zone's list (CR 400.7).

    Raises:
        Unsupported: the card would be a meld pair's combined face.
    """
    check_card(card)
    state = ctx.state
    id = state.new_id()
    obj = GameObject(id, kind, card, owner, zone, card_id if card_id is not None else id)
    obj.owner_token = state.token
    obj.timestamp = state.stamp()
    state.objects[id] = obj
    state.written.add(id)
    state.touch()
    return obj


def place(ctx: Context, obj: GameObject, position: str = "top") -> None:
    """Put an object into the list of its zone."""
    listed = ctx.state.zone_list_for_writing(obj.zone, obj.owner)
    if obj.zone == "library":
        if position == "top":
            listed.insert(0, obj.id)
        elif position in ("bottom", "shuffle"):
            listed.append(obj.id)
        else:
            listed.insert(max(0, int(position) - 1), obj.id)
    elif obj.zone == "graveyard":
        listed.insert(0, obj.id)  # CR 404.2: on top of the pile
    else:
        listed.append(obj.id)


#: Flag of an attacking creature that left: the player, planeswalker or battle that it attacked.
WAS_ATTACKING = "was attacking"


def leave(ctx: Context, id: int) -> None:
    """Take an object out of its zone and keep its last known information (CR 608.2h)."""
    state = ctx.state
    obj = state.objects[id]
    values = ctx.values(id)
    state.zone_list_for_writing(obj.zone, obj.owner).remove(id)
    state.lki[id] = LastKnown(obj, values)
    del state.objects[id]
    state.combat.attackers.pop(id, None)
    state.combat.blockers.pop(id, None)
    state.touch()


def move(ctx: Context, id: int, zone: str, **details: object) -> int | None:
    """Move one object; see `Move` for details. Returns the new id (None if it ceased to exist or stayed)."""
    found = move_all(ctx, [Move(id, zone, **details)])  # type: ignore[arg-type]
    return found[0] if found else None


def move_all(ctx: Context, moves: list[Move]) -> list[int]:
    """Move objects at the same time (CR 603.10a: leaves-the-battlefield triggers look back to before all of it).

    Returns:
        The new ids, in order, of those that exist in their new zone.
    """
    from simulator.rules.replacement import replaced_zone

    state = ctx.state
    moves = [m for m in moves if m.id in state.objects]
    moves = [_replaced(m, replaced_zone(ctx, m.id, m.zone)) for m in moves]
    moves = [m for m in moves if m.zone]
    batch = state.next_batch
    state.next_batch += 1
    for m in moves:  # CR 603.10a, 608.2h: all of them as they are before anything moves
        ctx.values(m.id)
    snapshot = {m.id: ctx.values(m.id) for m in moves}
    # what stays can only change its abilities if a continuous effect changes types or abilities of something
    if any(state.objects[m.id].zone == "battlefield" for m in moves) and any(
        reason.layer in ("3", "4", "6") for id in ctx.permanents() for reason in ctx.values(id).reasons
    ):
        from simulator.rules.triggers import standing

        ctx.before = (batch, standing(ctx))
    # CR 708.9: a face-down permanent or spell that leaves is revealed to all players by its owner
    reveal_face_down(ctx, [m.id for m in moves if state.objects[m.id].zone in ("battlefield", "stack")])
    happenings: list[Happening] = []
    arrived: list[int] = []
    shuffles: list[str] = []
    for m in moves:
        if m.id in state.combat.attackers:
            # CR 702.49c: what it attacked is known of it after it has left
            state.write(m.id).flags[WAS_ATTACKING] = state.combat.attackers[m.id]
        old = state.objects[m.id]
        _tell_move(ctx, m, old)
        leave(ctx, m.id)
        state.lki[m.id] = LastKnown(old, snapshot[m.id])
        new_ids = _arrive(ctx, m, old)
        arrived += new_ids
        new = new_ids[0] if new_ids else 0
        if new:
            state.moved[m.id] = new
        if m.position == "shuffle" and m.zone == "library" and old.owner not in shuffles:
            shuffles.append(old.owner)
        happenings.append(
            Happening(
                "zone",
                m.id,
                new=new,
                player=snapshot[m.id].controller,
                from_zone=old.zone,
                to_zone=m.zone,
                batch=batch,
                word=m.reason,
                several=tuple(new_ids) if len(new_ids) > 1 else (),
            )
        )
    for name in shuffles:
        shuffle_library(ctx, name)
    ctx.happen_together(happenings)
    return arrived


def _replaced(m: Move, zone: str) -> Move:
    """A move whose destination was replaced; into a library instead of another zone means shuffled into it."""
    return replace(m, zone=zone, position="shuffle") if zone == "library" != m.zone else replace(m, zone=zone)


def component_of(obj: GameObject) -> Component:
    """An object as a component of a merged permanent (CR 730.2)."""
    return Component(
        obj.card, obj.face, obj.card_id, obj.owner, obj.kind, obj.token_of, obj.token_faces, obj.face_down,
        obj.top_stamp, obj.prototyped,
    )  # fmt: skip


def _arrive(ctx: Context, m: Move, old: GameObject) -> list[int]:
    """The new object(s) of a zone change; a merged or melded permanent's components part (CR 730.3, 712.21)."""
    parts = [component_of(old), *old.merged]
    if MELDED in old.flags and m.zone in ("graveyard", "library"):
        parts = _arranged(ctx, parts, old.owner, m.zone, "712.21a")
    elif m.zone == "library" and m.position != "shuffle" and sum(part.kind == "card" for part in parts) > 1:
        parts = _arranged(ctx, parts, old.owner, m.zone, "730.3a")
    arrived = []
    for part in parts:
        if part.kind in ("copy", "ability") and m.zone != "stack":
            continue  # CR 704.5e, 405: a copy of a spell or an ability just ceases to exist
        new = new_object(ctx, part.card, part.owner, m.zone, part.kind, part.card_id)
        new.token_of, new.token_faces = part.token_of, part.token_faces
        new.entered_turn = ctx.state.turn
        if m.face_down:
            new.flags["exiled face down"] = True
            new.flags["lookers"] = m.lookers
        place(ctx, new, m.position)
        arrived.append(new.id)
        if m.zone in PUBLIC_ZONES and not m.face_down:
            for name in ctx.state.order:
                ctx.state.write_player(name).seen[new.card_id] = new.id
        elif m.zone == "hand":
            ctx.state.write_player(new.owner).seen[new.card_id] = new.id
    return arrived


def _arranged(ctx: Context, parts: list[Component], owner: str, zone: str, rule: str) -> list[Component]:
    """CR 712.21a, 730.3a: its owner may arrange the cards in any order, in a library without revealing it."""
    options = tuple(Option("word", part.card.name, part.card.name) for part in parts)
    prompt = say("Put these into your {zone}, the topmost one last.", zone=term(zone))
    decision = Decision(owner, "order", prompt, options, len(parts), len(parts), (rule,))
    return [parts[index] for index in ctx.ask(decision).chosen]


def _tell_move(ctx: Context, m: Move, old: GameObject) -> None:
    if old.kind == "ability":
        return
    rules = m.rules or ("400.7",)
    # the card is public once it lies in a public zone or was public before
    shown = m.zone in PUBLIC_ZONES and not m.face_down
    was_public = old.zone in PUBLIC_ZONES and not old.flags.get("exiled face down")
    where = _where(m, old)
    if shown or was_public:
        name = name_of_card(ctx, m.id) if shown or old.face_down is not None else public_name(ctx, m.id)
        ctx.tell(_moved(m, name, where), *rules)
        return
    known = [(name, name_for(ctx, m.id, name)) for name in ctx.state.order]
    private = [(viewer, _moved(m, name, where)) for viewer, name in known if name != "a card"]
    ctx.tell(_moved(m, say("A card"), where), *rules, private=private)


def _moved(m: Move, name: str, where: str) -> str:
    """What happened to an object that ends in its going elsewhere; where it goes may be replaced."""
    if m.reason == "destroyed":
        return say("{object} is destroyed and {where}", object=name, where=where)
    if m.reason == "sacrificed":
        return say("{object} is sacrificed and {where}", object=name, where=where)
    if m.reason == "discarded":
        return say("{object} is discarded and {where}", object=name, where=where)
    if m.reason == "milled":
        return say("{object} is milled and {where}", object=name, where=where)
    return say("{object} is {where}", object=name, where=where)


#: Places in a library counted from the top.
_FROM_THE_TOP = (
    say("first"), say("second"), say("third"), say("fourth"), say("fifth"),
    say("sixth"), say("seventh"), say("eighth"), say("ninth"), say("tenth"),
)  # fmt: skip


def _where(m: Move, old: GameObject) -> str:
    owner = old.owner
    if m.zone == "exile":
        return say("exiled face down") if m.face_down else say("exiled")
    if m.zone in ("stack", "command"):
        return say("put onto the stack") if m.zone == "stack" else say("put into the command zone")
    if m.zone == "hand":
        if old.zone in ("battlefield", "graveyard", "stack"):
            return say("returned to {owner}'s hand", owner=owner)
        return say("put into {owner}'s hand", owner=owner)
    if m.zone == "graveyard":
        return say("put into {owner}'s graveyard", owner=owner)
    if m.position.isdigit():
        place = int(m.position)
        said = _FROM_THE_TOP[place - 1] if 0 < place <= len(_FROM_THE_TOP) else say("number {place}", place=place)
        return say("put into {owner}'s library, {place} from the top", owner=owner, place=said)
    if m.position == "bottom":
        return say("put on the bottom of {owner}'s library", owner=owner)
    if m.position == "shuffle":
        return say("shuffled into {owner}'s library", owner=owner)
    return say("put on top of {owner}'s library", owner=owner)


def name_of_card(ctx: Context, id: int) -> str:
    """The name under which an object is public after its move."""
    obj = ctx.obj(id)
    if obj.token_of is not None:
        return " // ".join(obj.token_of.names) or say("a token")
    if obj.face_down is None and obj.zone in ("battlefield", "stack"):
        return ctx.values(id).name or obj.card.name
    return obj.card.name


def face_down_as(mode: str) -> FaceDown:
    """The face-down characteristics that a rule lists for its own mode.

    CR 702.37c, 701.40a: a 2/2 without text, name, subtypes or mana cost; CR 702.168a, 701.58a: with ward {2}.
    """
    abilities: tuple[t.Node, ...] = ()
    if mode in ("disguise", "cloak"):
        abilities = (t.Keyword("ward", cost=(t.PayMana("{2}"),)),)
    return FaceDown(mode, t.FaceDownAs(mode=mode, abilities=abilities))
