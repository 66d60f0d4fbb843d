"""Instructions that move objects: destroy, exile, return, search, counter, sacrifice, blink (CR 701, 400)."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.oracle import noun_tables as tables
from simulator.oracle.clauses import EFFECTS, JOINED
from simulator.oracle.context import Context
from simulator.oracle.nouns import Description
from simulator.oracle.numbers import YOU
from simulator.oracle.template import reader

_GROUPS = (t.EachOpponent, t.EachPlayer, t.EachOtherPlayer)


def one_of_theirs(what: Description, count: t.Amount, chooser: t.PlayerRef, random: bool = False) -> t.Choose:
    """Objects that a player chooses among those that they control."""
    where = t.AllOf(
        (*(what.where.parts if isinstance(what.where, t.AllOf) else (what.where,)), t.ControlledBy(chooser))
    )
    return t.Choose(where, "battlefield", count, count, chooser=chooser, at_random=random)


@EFFECTS("destroy {what:o}")
def _destroy(context: Context, what: t.ObjectRef) -> t.Effect:
    context.subject = what
    return t.Destroy(what)


@EFFECTS("sacrifice {what:o}")
def _sacrifice(context: Context, what: t.ObjectRef) -> t.Effect | None:
    if isinstance(what, t.Target) and context.clause_targets:
        # nothing that a spell or ability targets is told to be sacrificed in the same clause
        return None
    return t.SacrificeEffect(yours(what), t.You())


def yours(what: t.ObjectRef) -> t.ObjectRef:
    """What a player sacrifices is theirs (CR 701.21a)."""
    if isinstance(what, (t.Choose, t.All)):
        where = t.AllOf((*(what.where.parts if isinstance(what.where, t.AllOf) else (what.where,)), _YOU))
        if isinstance(what, t.All):
            return t.All(where, what.zone)
        return t.Choose(where, what.zone, what.minimum, what.maximum)
    return what


_YOU = t.ControlledBy(t.You())


@EFFECTS("{p:p} sacrifice(s) {n:n} {what:d}[ of their choice]")
def _player_sacrifices(context: Context, p: t.PlayerRef, n: t.Amount, what: Description) -> t.Effect | None:
    if what.zone not in ("", "battlefield") or "card" in what.words or isinstance(p, t.You):
        return None
    if what.plural == (n == t.Num(1)):
        return None
    context.subject = p
    if isinstance(p, _GROUPS) or _several(p, context):
        inner = t.SacrificeEffect(one_of_theirs(what, n, t.ThatPlayer()), t.ThatPlayer())
        return t.ForEachPlayer(p, inner)
    return t.SacrificeEffect(one_of_theirs(what, n, p), p)


@EFFECTS("{p:p} sacrifice(s) all {what:d}")
def _player_sacrifices_all(context: Context, p: t.PlayerRef, what: Description) -> t.Effect | None:
    if what.zone not in ("", "battlefield") or "card" in what.words or isinstance(p, t.You) or not what.plural:
        return None
    context.subject = p
    several = isinstance(p, _GROUPS) or _several(p, context)
    who = t.ThatPlayer() if several else p
    # CR 701.21a: each player sacrifices only what they control
    inner = t.SacrificeEffect(t.All(t.AllOf((what.where, t.ControlledBy(who))), "battlefield"), who)
    return t.ForEachPlayer(p, inner) if several else inner


def _several(p: t.PlayerRef, context: Context) -> bool:
    return isinstance(p, t.TargetPlayer) and context.targets[p.index].maximum != 1


@EFFECTS("{p:p} sacrifice(s) {what:o}")
def _player_sacrifices_it(_: Context, p: t.PlayerRef, what: t.ObjectRef) -> t.Effect | None:
    if isinstance(what, (t.Choose, t.All, t.Target)) or isinstance(p, _GROUPS):
        return None
    return t.SacrificeEffect(what, p)


@EFFECTS("exile {what:o}[ <down:face down>]")
def _exile(context: Context, what: t.ObjectRef, down: str = "") -> t.Effect:
    # CR 607.2a: cards exiled by an ability are linked to the object's other abilities about them
    context.subject = what
    if isinstance(what, (t.Target, t.That)):
        context.moved.append(what)
    return t.MoveTo(what, "exile", face_down=bool(down), linked="exiled")


@EFFECTS("exile {top:top}[ <down:face down>]")
def _exile_top(_: Context, top: t.TopCards, down: str = "") -> t.Effect:
    return t.MoveTo(top, "exile", face_down=bool(down), linked="exiled")


@EFFECTS("exile {what:o} until ~ leaves the battlefield")
def _until_leaves(_: Context, what: t.ObjectRef) -> t.Effect:
    return t.ExileUntilLeaves(what)


@reader("control")
def _control(text: str, context: Context) -> t.PlayerRef | None:
    from simulator.oracle.players import player

    if text == "your control":
        return t.You()
    if text in ("its owner's control", "their owner's control", "their owners' control"):
        return tables.OWNER
    if text.endswith("'s control"):
        return player(text.removesuffix("'s control"), context)
    return None


@EFFECTS(
    "exile {what:o}, then return (that card|those cards|it|them) to the battlefield[ <tapped:tapped>] "
    "under {who:control}"
)
def _blink(_: Context, what: t.ObjectRef, who: t.PlayerRef, tapped: str = "") -> t.Effect | None:
    if who == tables.OWNER:
        return t.Blink(what, "owner", tapped=bool(tapped))
    return t.Blink(what, "you", tapped=bool(tapped)) if isinstance(who, t.You) else None


@JOINED(
    "exile {what:o}. return (that card|those cards|it|them) to the battlefield[ <tapped:tapped>] under {who:control} "
    "at the beginning of the next end step"
)
def _flicker(_: Context, what: t.ObjectRef, who: t.PlayerRef, tapped: str = "") -> t.Effect | None:
    if who == tables.OWNER:
        return t.Blink(what, "owner", end_step=True, tapped=bool(tapped))
    return t.Blink(what, "you", end_step=True, tapped=bool(tapped)) if isinstance(who, t.You) else None


@EFFECTS("exile ~(,)? then return it to the battlefield transformed under {who:control}")
def _transformed(_: Context, who: t.PlayerRef) -> t.Effect:
    controller = None if who == tables.OWNER else who
    return t.Sequence(
        (
            t.MoveTo(t.Self(), "exile", save_as="exiled"),
            t.PutOntoBattlefield(t.Prior("exiled"), controller, transformed=True),
        )
    )


@EFFECTS("exile ~(,)? then return it to the battlefield[ under its owner's control]")
def _back_again(_: Context) -> t.Effect:
    return t.Sequence((t.MoveTo(t.Self(), "exile", save_as="exiled"), t.PutOntoBattlefield(t.Prior("exiled"), None)))


@EFFECTS("return {what:o} to (its|their) owner's hand", "return {what:o} to (their|its) owners' hands")
def _bounce(context: Context, what: t.ObjectRef) -> t.Effect:
    context.subject = what
    if isinstance(what, t.Target):
        context.name_player(t.OwnerOf(what))
    return t.MoveTo(what, "hand")


@EFFECTS("return {what:o} to your hand", "put {what:o} into your hand")
def _to_hand(_: Context, what: t.ObjectRef) -> t.Effect | None:
    return t.MoveTo(what, "hand") if out_of_play(what) else None


def out_of_play(what: t.ObjectRef) -> bool:
    """Whether the cards are yours where they are: only then "your hand" is their owner's hand."""
    return not (isinstance(what, (t.All, t.Choose)) and what.zone == "battlefield")


@EFFECTS("put {top:top} into your hand")
def _top_to_hand(_: Context, top: t.TopCards) -> t.Effect | None:
    return t.MoveTo(top, "hand") if isinstance(top.player, t.You) else None


@EFFECTS("put {what:o} into (its|their) owner's graveyard", "put {what:o} into your graveyard")
def _to_graveyard(_: Context, what: t.ObjectRef) -> t.Effect:
    return t.MoveTo(what, "graveyard")


@EFFECTS(
    "put {what:o} on <where:top|the bottom> of (its|their) owner's library",
    "put {what:o} on <where:top|the bottom> of (your|their) library",
)
def _to_library(context: Context, what: t.ObjectRef, where: str) -> t.Effect:
    context.subject = what
    return t.MoveTo(what, "library", "top" if where == "top" else "bottom")


@EFFECTS("shuffle {what:o} into (its|their) owner's library", "{p:p} shuffle(s) {what:o} into their library")
def _shuffle_into(_: Context, what: t.ObjectRef, p: t.PlayerRef = YOU) -> t.Effect:
    return t.MoveTo(what, "library", "shuffle")


@EFFECTS(
    "return {what:o} to the battlefield[ <tapped:tapped>]",
    "put {what:o} onto the battlefield[ <tapped:tapped>]",
    "put {what:o} onto the battlefield face up",
    "return {what:o} to the battlefield[ <tapped:tapped>] under {who:control}",
    "put {what:o} onto the battlefield[ <tapped:tapped>] under {who:control}",
    "return {what:o} to the battlefield <down:face down> under {who:control}",
)
def _onto_battlefield(
    context: Context, what: t.ObjectRef, tapped: str = "", who: t.PlayerRef | None = None, down: str = ""
) -> t.Effect | None:
    if isinstance(what, (t.All, t.Choose)) and what.zone == "battlefield":
        return None
    if isinstance(what, t.Target) and context.targets[what.index].zone == "battlefield" and what not in context.moved:
        return None
    controller = t.You() if who is None else None if who == tables.OWNER else who
    context.subject = what
    face_down = t.FaceDownAs() if down else None
    context.mention(t.Prior(), frozenset({"creature", "permanent", "card"}), plural=False)
    return t.PutOntoBattlefield(what, controller, tapped=bool(tapped), face_down=face_down)


@EFFECTS("return {what:o} from (your|a) graveyard to the battlefield[ <tapped:tapped>]",
         "return {what:o} from your graveyard to the battlefield[ <tapped:tapped>] under {who:control}")  # fmt: skip
def _from_graveyard(
    context: Context, what: t.ObjectRef, tapped: str = "", who: t.PlayerRef | None = None
) -> t.Effect | None:
    if not isinstance(what, (t.Self, t.That)):
        return None
    return _onto_battlefield(context, t.FromGraveyard() if isinstance(what, t.Self) else what, tapped, who)


@EFFECTS("return {what:o} from your graveyard to your hand")
def _hand_from_graveyard(_: Context, what: t.ObjectRef) -> t.Effect | None:
    return t.MoveTo(t.FromGraveyard(), "hand") if isinstance(what, t.Self) else None


@EFFECTS("put {what:o} from a graveyard onto the battlefield under your control")
def _that_from_graveyard(_: Context, what: t.ObjectRef) -> t.Effect | None:
    if not isinstance(what, t.That):
        return None
    return t.PutOntoBattlefield(t.InZoneRef(what, "graveyard"), t.You())


@EFFECTS("put {n:n} {what:d} from your hand on <where:top|the bottom> of your library[ in any order]")
def _hand_to_library(_: Context, n: t.Amount, what: Description, where: str) -> t.Effect | None:
    if "card" not in what.words or what.zone:
        return None
    cards = t.AllOf((*(what.where.parts if isinstance(what.where, t.AllOf) else (what.where,)), t.OwnedBy(t.You())))
    return t.MoveTo(t.Choose(cards, "hand", n, n), "library", "top" if where == "top" else "bottom")


@EFFECTS("counter {what:o}")
def _counter(context: Context, what: t.ObjectRef) -> t.Effect | None:
    context.subject = what
    on_stack = isinstance(what, t.Target) and context.targets[what.index].zone == "stack"
    return t.CounterSpell(what) if on_stack or _is_spell(what, context) else None


def _is_spell(what: t.ObjectRef, context: Context) -> bool:
    return any(m.ref == what and m.words & {"spell", "ability"} for m in context.mentions)


@JOINED(
    "counter {what:o}. if that spell is countered this way, exile it instead of putting it into its owner's graveyard"
)
def _counter_exile(context: Context, what: t.ObjectRef) -> t.Effect:
    context.moved.append(what)
    context.mention(what, frozenset({"card"}))
    return t.CounterSpell(what, "exile")


@EFFECTS("change the target of {what:o}")
def _change_target(_: Context, what: t.ObjectRef) -> t.Effect:
    return t.ChangeTargets(what, "change")


@EFFECTS("choose new targets for {what:o}", "you may choose new targets for {what:o}")
def _new_targets(_: Context, what: t.ObjectRef) -> t.Effect:
    return t.ChangeTargets(what, "new")


@EFFECTS("copy {what:o}")
def _copy(_: Context, what: t.ObjectRef) -> t.Effect:
    return t.CopySpell(what, new_targets=False)


@JOINED("copy {what:o}. you may choose new targets for (the|that) copy")
def _copy_new(_: Context, what: t.ObjectRef) -> t.Effect:
    return t.CopySpell(what)


_FOUND = {
    "onto the battlefield": "battlefield",
    "into your hand": "hand",
    "into your graveyard": "graveyard",
}


@EFFECTS(
    "search your library for {n:n} {what:d}, "
    "<reveal:reveal it, |reveal them, |reveal that card, |reveal those cards, >?"
    "put (it|them|that card|those cards) <to:onto the battlefield|into your hand|into your graveyard>"
    "<tapped: tapped>?, then shuffle",
    "search your library for up to {most:n} {what:d}, <reveal:reveal it, |reveal them, |reveal those cards, >?"
    "put (it|them|that card|those cards) <to:onto the battlefield|into your hand|into your graveyard>"
    "<tapped: tapped>?, then shuffle",
)
def _search(
    context: Context,
    what: Description,
    reveal: str,
    to: str,
    tapped: str,
    n: t.Amount | None = None,
    most: t.Amount | None = None,
) -> t.Effect | None:
    if "card" not in what.words or what.zone:
        return None
    count = n if n is not None else most
    if count is None or what.plural == (count == t.Num(1)):
        return None
    search = t.Search(
        what.where, count, up_to=most is not None, to=_FOUND[to], tapped=bool(tapped), reveal=bool(reveal)
    )
    context.mention(t.Prior(), what.words, plural=count != t.Num(1))
    return t.Sequence((search, t.Shuffle()))


@EFFECTS("search your library for {n:n} {what:d}, <reveal:reveal it, >?then shuffle and put (that|the) card on top")
def _tutor(_: Context, n: t.Amount, what: Description, reveal: str) -> t.Effect | None:
    if n != t.Num(1) or "card" not in what.words or what.zone or what.plural:
        return None
    found = t.Search(what.where, n, to="", reveal=bool(reveal), save_as="found")
    return t.Sequence((found, t.Shuffle(), t.MoveTo(t.Prior("found"), "library", "top")))


@EFFECTS("put a card {p:p} put into (your|their) graveyard this way into your hand")
def _dread_card(_: Context, p: t.PlayerRef) -> t.Effect | None:
    # CR 701.62: the cards that the manifest dread of the event put into the graveyard
    if not isinstance(p, t.You):
        return None
    chosen = t.Choose(t.Is(t.That("other")), "graveyard", t.Num(1), t.Num(1))
    return t.MoveTo(chosen, "hand")
