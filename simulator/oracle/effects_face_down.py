"""Instructions on face-down permanents: manifest, cloak, turning up and down, piles (CR 701.40, 701.58, 708)."""

from __future__ import annotations

import re

from simulator.abilities import tree as t
from simulator.oracle import noun_tables as tables
from simulator.oracle.clauses import EFFECTS, JOINED
from simulator.oracle.context import Context
from simulator.oracle.effects_exile import rest_goes
from simulator.oracle.modifications import characteristic_words
from simulator.oracle.nouns import Description
from simulator.oracle.numbers import YOU
from simulator.oracle.phrases import reference
from simulator.oracle.template import reader


@EFFECTS("[{p:p} ]<how:manifest|cloak>(s) {top:top}")
def _manifest(context: Context, how: str, top: t.TopCards, p: t.PlayerRef = YOU) -> t.Effect | None:
    context.subject = p
    context.mentions.pop()
    context.mention(t.Prior(), frozenset({"creature", "permanent", "card"}), plural=top.amount != t.Num(1))
    node = t.Manifest if how == "manifest" else t.Cloak
    if not isinstance(top.amount, t.Amount):
        return None
    if top.player == p and not top.bottom:
        return node(None, top.amount, p)
    return node(top, top.amount, p)


@EFFECTS("[{p:p} ]<how:manifest|cloak>(s) {what:o}")
def _manifest_cards(context: Context, how: str, what: t.ObjectRef, p: t.PlayerRef = YOU) -> t.Effect | None:
    context.mention(t.Prior(), frozenset({"creature", "permanent", "card"}))
    node = t.Manifest if how == "manifest" else t.Cloak
    if isinstance(what, t.Choose) and not isinstance(p, t.You):
        # who does it chooses it
        return None
    return node(what, player=p)


@EFFECTS("[{p:p} ]manifest(s) dread[ <times:twice>]")
def _dread(context: Context, p: t.PlayerRef = YOU, times: str = "") -> t.Effect:
    context.subject = p
    context.mention(t.Prior(), frozenset({"creature", "permanent", "card"}), plural=bool(times))
    return t.Repeat(t.Num(2), t.ManifestDread(p)) if times else t.ManifestDread(p)


@EFFECTS("manifest dread {n:n} times")
def _dread_often(context: Context, n: t.Amount) -> t.Effect:
    context.mention(t.Prior(), frozenset({"creature", "permanent", "card"}), plural=True)
    return t.Repeat(n, t.ManifestDread())


@EFFECTS("turn {what:o} face <way:up|down>")
def _turn(context: Context, what: t.ObjectRef, way: str) -> t.Effect:
    context.subject = what
    return t.TurnFaceUp(what) if way == "up" else t.TurnFaceDown(what)


@JOINED(
    "turn {what:o} face down. (it's|they're) {as_:row}", "turn {what:o} face down. (it's|they're) {as_:row} creatures"
)
def _turn_into(_: Context, what: t.ObjectRef, as_: t.FaceDownAs) -> t.Effect:
    return t.TurnFaceDown(what, as_)


@reader("row")
def _row(text: str, _: Context) -> t.FaceDownAs | None:
    words = characteristic_words(re.sub(r"^an? ", "", text))
    if words is None or (words.size is None and "Land" not in words.types) or "X" in (words.size or ""):
        return None
    # a face-down land that isn't a creature has no size
    power, toughness = (int(part) for part in (words.size or "0/0").split("/"))
    return t.FaceDownAs(
        power=power,
        toughness=toughness,
        types=words.types or ("Creature",),
        subtypes=words.subtypes,
        supertypes=words.supertypes,
        colors=words.colors,
    )


@JOINED("~ becomes an Aura with enchant creature. manifest {top:top} and attach ~ to it",
        "it becomes an Aura with enchant creature. manifest {top:top} and attach ~ to it")  # fmt: skip
def _form(_: Context, top: t.TopCards) -> t.Effect | None:
    if top != t.TopCards(t.Num(1), t.You()):
        return None
    return t.Sequence(
        (
            t.Continuous(
                t.Self(),
                (t.SetTypes((), ("Aura",), keep_types=True), t.GainAbility(_ENCHANT_CREATURE)),
                "permanent",
            ),
            t.Manifest(save_as="manifested"),
            t.Attach(t.Self(), t.Prior("manifested")),
        )
    )


_ENCHANT_CREATURE = t.Keyword("enchant", where=t.HasType("Creature"))


# Piles (CR 701.24: shuffled, so that nobody knows which card is which)


@EFFECTS(
    "exile {what:pile} in a face-down pile, shuffle that pile, then <how:manifest|cloak> (those cards|them|that pile)",
    "exile {what:pile} in a face-down pile, shuffle that pile, and <how:manifest|cloak> (those cards|them|that pile)",
)
def _pile(context: Context, what: t.ObjectRef, how: str) -> t.Effect:
    node = t.Manifest if how == "manifest" else t.Cloak
    context.mention(t.Prior(), frozenset({"creature", "permanent", "card"}), plural=True)
    pile = t.MoveTo(what, "exile", face_down=True, order="random", save_as="pile")
    return t.Sequence((pile, node(t.Prior("pile"), save_as="manifested")))


@reader("pile")
def _piled(text: str, context: Context) -> t.ObjectRef | None:
    """What goes into a pile: objects, the top cards of a library, or both."""
    from simulator.oracle.template import read

    for found in re.finditer(r" and (?=the top )", text):
        first = reference(text[: found.start()], context)
        second = read("top", text[found.end() :], context) if first is not None else None
        if first is not None and isinstance(second, t.TopCards):
            return t.Union((first, second))
    return reference(text, context)


@EFFECTS("look at {top:top}, <how:manifest|cloak> {n:n} of them, and put the rest "
         "on the bottom of your library in <order:a random|any> order")  # fmt: skip
def _look_and_manifest(context: Context, top: t.TopCards, how: str, n: t.Amount, order: str) -> t.Effect:
    context.mention(t.Prior(), frozenset({"creature", "permanent", "card"}), plural=n != t.Num(1))
    return manifest_some(top, how, n, rest_goes(order))


@JOINED("look at {top:top}. <how:manifest|cloak> one of (those cards|them), then put the other on the top or bottom of "
        "your library", "look at {top:top}. <how:manifest|cloak> one of (those cards|them), then put the other on "
        "<where:top|the bottom> of your library")  # fmt: skip
def _look_manifest_one(context: Context, top: t.TopCards, how: str, where: str = "") -> t.Effect | None:
    if top.amount != t.Num(2):
        return None
    context.mention(t.Prior(), frozenset({"creature", "permanent", "card"}))
    other = t.All(t.AllOf((t.Is(t.Prior("looked")), t.Not(t.Is(t.Prior("chosen"))))), "library")
    above, below = t.MoveTo(other, "library", "top"), t.MoveTo(other, "library", "bottom")
    rest: t.Effect = t.ChooseOne((above, below)) if not where else above if where == "top" else below
    return manifest_some(top, how, t.Num(1), rest)


def manifest_some(top: t.TopCards, how: str, n: t.Amount, rest: t.Effect) -> t.Effect:
    """Look at cards, manifest or cloak some of them, and do something with the rest."""
    node = t.Manifest if how == "manifest" else t.Cloak
    return t.Sequence(
        (
            t.LookAt(top, save_as="looked"),
            t.ChooseObjects(t.Choose(t.Is(t.Prior("looked")), "library", n, n), save_as="chosen"),
            node(t.Prior("chosen"), save_as="manifested"),
            rest,
        )
    )


@EFFECTS("{p:p} (each )?<how:manifest|cloak>(s) {n:n} {what:d} from their hand(s)")
def _from_hands(context: Context, p: t.PlayerRef, how: str, n: t.Amount, what: Description) -> t.Effect | None:
    if "card" not in what.words or what.zone or isinstance(p, t.You):
        return None
    node = t.Manifest if how == "manifest" else t.Cloak
    who = t.ThatPlayer()
    where = t.AllOf((*(what.where.parts if isinstance(what.where, t.AllOf) else (what.where,)), t.OwnedBy(who)))
    context.mention(t.Prior(), frozenset({"creature", "permanent", "card"}), plural=True)
    return t.ForEachPlayer(p, node(t.Choose(where, "hand", n, n, chooser=who), player=who, save_as="manifested"))


@EFFECTS("manifest a number of cards from the top of your library equal to {n:x}")
def _manifest_number(context: Context, n: t.Amount) -> t.Effect:
    context.mention(t.Prior(), frozenset({"creature", "permanent", "card"}), plural=True)
    return t.Manifest(None, n)


# Onto the battlefield face down


@JOINED(
    "return {what:o} to the battlefield face down under {who:control}. (it's|they're) {as_:row}",
    "return {what:o} to the battlefield under {who:control} face down<tapped: and tapped>?. (it's|they're) {as_:row}",
    "put {what:put} onto the battlefield face down[ under {who:control}]. (it's|they're) {as_:row}",
)
def _down_as(
    context: Context, what: t.ObjectRef, as_: t.FaceDownAs, who: t.PlayerRef | None = None, tapped: str = ""
) -> t.Effect | None:
    if isinstance(what, (t.All, t.Choose)) and what.zone == "battlefield":
        return None
    if isinstance(what, t.Target) and context.targets[what.index].zone == "battlefield":
        return None
    context.mention(t.Prior(), frozenset({"creature", "permanent", "card"}), plural=isinstance(what, t.All))
    controller = t.You() if who is None else None if who == tables.OWNER else who
    return t.PutOntoBattlefield(what, controller, tapped=bool(tapped), face_down=as_)


@EFFECTS("put {what:put} onto the battlefield face down[ under {who:control}]")
def _down(context: Context, what: t.ObjectRef, who: t.PlayerRef | None = None) -> t.Effect | None:
    return _down_as(context, what, t.FaceDownAs(), who)


@reader("put")
def _put(text: str, context: Context) -> t.ObjectRef | None:
    """Cards that are put onto the battlefield: some that a phrase names, or the top cards of a library."""
    from simulator.oracle.template import read

    top = read("top", text, context)
    return top if isinstance(top, t.TopCards) else reference(text, context)


@EFFECTS("return ~ from your graveyard to the battlefield face up or face down")
def _up_or_down(_: Context) -> t.Effect:
    back = t.PutOntoBattlefield(t.FromGraveyard())
    return t.ChooseOne((back, t.PutOntoBattlefield(t.FromGraveyard(), face_down=t.FaceDownAs())))


@EFFECTS("{p:p} skip(s) (your|their|his or her) next <what:untap step|draw step|combat phase|turn>")
def _skip(_: Context, p: t.PlayerRef, what: str) -> t.Effect:
    return t.SkipNext(what, p)


@EFFECTS("put +1/+1 counters on {what:o} equal to its power")
def _counters_as_power(_: Context, what: t.ObjectRef) -> t.Effect:
    return t.PutCountersOn("+1/+1", t.Stat("power", what), what)
