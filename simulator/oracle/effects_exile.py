"""Cards in exile: looking at them, playing them, putting them elsewhere (CR 406, 607, 608.2g)."""

from __future__ import annotations

import re

from simulator.abilities import tree as t
from simulator.oracle.clauses import EFFECTS, JOINED, sequence
from simulator.oracle.context import Context
from simulator.oracle.descriptions import describe_in, substitute
from simulator.oracle.noun_tables import EACH_OF_THEM, OWNER
from simulator.oracle.nouns import Description
from simulator.oracle.numbers import ONE
from simulator.oracle.phrases import last_object, reference
from simulator.oracle.players import player
from simulator.oracle.template import read, reader

_THOSE = (
    r"(?:that card|those cards|it|them|they|the exiled cards?|those spells|that spell|spells this way|a spell this way)"
)
_ANY_MANA = (
    rf"(?:mana of any (?:type|color) can be spent to cast {_THOSE}|you may spend mana as though it were mana of any "
    rf"(?:color|type) to cast {_THOSE})"
)
_PERMISSION = re.compile(
    r"(?:(?P<before>until end of turn|until the end of your next turn|until your next turn"
    r"|for as long as (?:that card|those cards|it|they|the exiled card) remains? exiled), )?"
    r"(?P<who>you|they|that player|its owner|its controller) may "
    r"(?P<verbs>look at and (?:play|cast)|play|cast|look at) (?P<what>.+?)"
    r"(?P<free> without paying (?:its|their) mana costs?)?"
    r"(?P<after> this turn| until the end of your next turn| until end of turn"
    r"| for as long as (?:that card|those cards|it|they) remains? exiled| for as long as ~ remains on the battlefield)?"
    rf"(?P<any>,? and {_ANY_MANA})?(?: if (?P<if>.+))?"
)
_DURATIONS = {
    "until end of turn": "end of turn",
    "this turn": "end of turn",
    "until the end of your next turn": "end of your next turn",
    "until your next turn": "your next turn",
    "for as long as ~ remains on the battlefield": "while source",
}


@EFFECTS("{grant:permission}")
def _permission(_: Context, grant: t.Effect) -> t.Effect:
    return grant


@reader("permission")
def permission(text: str, context: Context) -> t.Effect | None:
    """Until end of turn, you may play that card": casting now, or permission to do so later."""
    found = _PERMISSION.fullmatch(text)
    if found is None or (found.group("before") and found.group("after")):
        return None
    who = player(found.group("who"), context)
    span = (found.group("before") or found.group("after") or "").strip()
    duration = _DURATIONS.get(span, "while exiled" if span else "")
    verbs = found.group("verbs")
    if who is None or (verbs.endswith("look at") and (found.group("free") or found.group("any") or found.group("if"))):
        return None
    what = _cards(found.group("what"), context, duration)
    if what is None:
        return None
    parts: list[t.Effect] = []
    if verbs.startswith("look at"):
        if not duration:
            return None
        parts.append(t.AllowLook(what, who, duration))
    if not verbs.endswith("look at"):
        parts.append(
            t.CastCard(
                what,
                who,
                free=bool(found.group("free")),
                play=verbs.endswith("play"),
                duration=duration,
                any_mana=bool(found.group("any")),
            )
        )
    whole = sequence(*parts)
    if found.group("if") is None:
        return whole
    condition = read("c", found.group("if"), context)
    if condition is None or duration:
        # with a duration the condition would be judged when the card is played
        return None
    return t.If(condition, whole)


_FROM_AMONG = re.compile(
    r"(?P<n>an?|one|any number of|up to \w+) (?P<what>.+? )?(?:spells?|cards?) from among (?P<of>.+)|one of (?P<one>.+)"
)


def _cards(text: str, context: Context, duration: str) -> t.ObjectRef | None:
    if text in ("it", "that card", "the card"):
        one = last_object(context, "card", False)
        # what an instruction before has exiled, if it did
        return t.InZoneRef(one, "exile") if one is not None and one in context.moved else one
    if text in ("them", "those cards", "the cards", "they"):
        return last_object(context, "card", True)
    found = _FROM_AMONG.fullmatch(text)
    if found is not None:
        return _among(found, context) if not duration else None
    ref = reference(text, context)
    if isinstance(ref, t.Choose):
        return ref if ref.zone == "exile" and not duration else None
    if isinstance(ref, t.All):
        return ref if ref.zone == "exile" else None
    return ref if isinstance(ref, (t.Linked, t.Prior)) or ref in context.moved else None


def _among(found: re.Match[str], context: Context) -> t.ObjectRef | None:
    of = _cards(found.group("of") or found.group("one"), context, "exile")
    if of is None:
        return None
    where: list[t.Predicate] = [t.Is(of)]
    kind = found.group("what")
    if kind:
        described = describe_in(f"{kind}card", context)
        if described is None or described.zone:
            return None
        where.append(described.where)
    count = found.group("n") or "one"
    if count == "any number of":
        return t.Choose(t.AllOf(tuple(where)), "exile", t.Num(0), None)
    most = read("n", count.removeprefix("up to "), context)
    if most is None:
        return None
    return t.Choose(t.AllOf(tuple(where)), "exile", t.Num(0) if count.startswith("up to") else most, most)


@reader("spent")
def _spent(text: str, _: Context) -> str | None:
    return text if re.fullmatch(_THOSE, text) else None


@JOINED(
    "{grant:permission}. mana of any <kind:type|color> can be spent to cast {what:spent}",
    "{grant:permission}. you may spend mana as though it were mana of any <kind:type|color> to cast {what:spent}",
    "{grant:permission}. if you cast a spell this way, you may spend mana as though it were mana of any "
    "<kind:type|color> to cast {what:spent}",
)
def _permission_any_mana(_: Context, grant: t.Effect, kind: str, what: str) -> t.Effect | None:
    from dataclasses import replace

    if isinstance(grant, t.CastCard):
        return replace(grant, any_mana=True)
    if isinstance(grant, t.Sequence) and isinstance(grant.parts[-1], t.CastCard):
        return t.Sequence((*grant.parts[:-1], replace(grant.parts[-1], any_mana=True)))
    return None


# Looking at cards and exiling some of them face down


@EFFECTS(
    "look at {top:top}, then exile (it|them|that card|those cards)[ <down:face down>]",
    "look at {top:top} and exile (it|them|that card|those cards)[ <down:face down>]",
)
def _look_and_exile(context: Context, top: t.TopCards, down: str = "") -> t.Effect:
    context.mention(t.Prior(), frozenset({"card"}), plural=top.amount != t.Num(1))
    return t.Sequence(
        (
            t.LookAt(top, save_as="looked"),
            t.MoveTo(t.Prior("looked"), "exile", face_down=bool(down), linked="exiled", save_as="exiled"),
        )
    )


@JOINED("look at {top:top}. exile (it|them|that card|those cards)[ <down:face down>]")
def _look_exile(context: Context, top: t.TopCards, down: str = "") -> t.Effect:
    return _look_and_exile(context, top, down)


_REST = (
    "<where:on the bottom of your library in a random order|on the bottom of your library in any order"
    "|on the bottom of that library in a random order|on the bottom of their library in a random order"
    "|on the bottom of their library in any order|on the bottom of that library in any order"
    "|into your graveyard|into their graveyard|into that player's graveyard>"
)


@EFFECTS(
    f"look at {{top:top}}, exile {{n:n}}[ of them]<down: face down>?, then put the rest {_REST}",
)
def _exile_one_of(context: Context, top: t.TopCards, n: t.Amount, down: str, where: str) -> t.Effect:
    return exile_some(context, top, n, down, where)


@JOINED(f"look at {{top:top}}. exile {{n:n}}[ of them]<down: face down>? and put the rest {_REST}",
        f"look at {{top:top}}. exile {{n:n}}[ of them]<down: face down>?, then put the rest {_REST}")  # fmt: skip
def _exile_one_of_them(context: Context, top: t.TopCards, n: t.Amount, down: str, where: str) -> t.Effect:
    return exile_some(context, top, n, down, where)


@JOINED("look at {top:top}. exile one of them<down: face down>? and put the other "
        "<where:on the bottom of that library|on the bottom of your library>")  # fmt: skip
def _exile_one_other(context: Context, top: t.TopCards, down: str, where: str) -> t.Effect:
    return exile_some(context, top, ONE, down, where)


def exile_some(context: Context, top: t.TopCards, n: t.Amount, down: str, where: str) -> t.Effect:
    """Look at cards, exile some of them, put the rest where the text says."""
    context.mention(t.Prior(), frozenset({"card"}), plural=n != t.Num(1))
    return t.Sequence(
        (
            t.LookAt(top, save_as="looked"),
            t.ChooseObjects(t.Choose(t.Is(t.Prior("looked")), "library", n, n), save_as="chosen"),
            t.MoveTo(t.Prior("chosen"), "exile", face_down=bool(down), linked="exiled", save_as="exiled"),
            rest_goes(where),
        )
    )


def rest_goes(where: str) -> t.Effect:
    """The cards that were looked at and not chosen go to the bottom or the graveyard."""
    rest = t.All(t.AllOf((t.Is(t.Prior("looked")), t.Not(t.Is(t.Prior("chosen"))))), "library")
    if "graveyard" in where:
        return t.MoveTo(rest, "graveyard")
    return t.MoveTo(rest, "library", "bottom", order="random" if "random" in where else "")


# Cards exiled with the source


@EFFECTS(
    "return {what:exiled_with} to (its|their) (owner's|owners') hand(s)",
    "put {what:exiled_with} into (its|their) (owner's|owners') hand(s)",
    "return {what:exiled_with} to your hand",
    "put {what:exiled_with} into your hand",
)
def _exiled_to_hand(context: Context, what: t.ObjectRef) -> t.Effect:
    return t.MoveTo(what, "hand")


@EFFECTS("put {what:exiled_with} into (its|their|your) ((owner's|owners') )?graveyard(s)")
def _exiled_to_graveyard(_: Context, what: t.ObjectRef) -> t.Effect:
    return t.MoveTo(what, "graveyard")


@EFFECTS(
    "return {what:exiled_with} to the battlefield[ under {who:control}]",
    "put {what:exiled_with} onto the battlefield[ under {who:control}]",
)
def _exiled_back(_: Context, what: t.ObjectRef, who: t.PlayerRef | None = None) -> t.Effect:
    return t.PutOntoBattlefield(what, t.You() if who is None else None if who == OWNER else who)


@reader("exiled_with")
def _exiled_with(text: str, context: Context) -> t.ObjectRef | None:
    ref = reference(text, context)
    if isinstance(ref, t.Linked):
        return ref
    if not isinstance(ref, (t.All, t.Choose)) or ref.zone != "exile" or t.Other() in t.walk(ref):
        # "all other cards exiled with it": other than those exiled just now
        return None
    return ref


@EFFECTS("turn the exiled card(s) face up", "turn all cards exiled with ~ face up")
def _exiled_face_up(context: Context) -> t.Effect:
    context.mention(t.Linked(), frozenset({"card"}))
    return t.TurnFaceUp(t.Linked())


@EFFECTS("{p:p} exile(s) {n:n} {what:d} from (their|your) hand(s)<down: face down>?")
def _exile_from_hand(context: Context, p: t.PlayerRef, n: t.Amount, what: Description, down: str) -> t.Effect | None:
    if "card" not in what.words or what.zone or isinstance(p, (t.EachOpponent, t.EachPlayer)):
        return None
    context.subject = p
    where = t.AllOf((*(what.where.parts if isinstance(what.where, t.AllOf) else (what.where,)), t.OwnedBy(p)))
    context.mention(t.Prior(), frozenset({"card"}), plural=n != t.Num(1))
    return t.MoveTo(t.Choose(where, "hand", n, n, chooser=p), "exile", face_down=bool(down), linked="exiled")


@EFFECTS("{p:p} exile(s) {top:top}<down: face down>?")
def _exile_top(context: Context, p: t.PlayerRef, top: t.TopCards, down: str) -> t.Effect:
    context.subject = p
    return per_player(p, t.MoveTo(top, "exile", face_down=bool(down), linked="exiled"))


def per_player(p: t.PlayerRef, done: t.Effect) -> t.Effect:
    """An instruction that names no player itself, for each of several players ("each opponent exiles ...")."""
    if EACH_OF_THEM not in t.walk(done) or not isinstance(p, (t.EachOpponent, t.EachPlayer, t.EachOtherPlayer)):
        return done
    one = substitute(done, EACH_OF_THEM, t.ThatPlayer())
    return t.ForEachPlayer(p, one) if isinstance(one, t.Effect) else done


@EFFECTS("{p:p} exile(s) all cards from (their|your) hand<down: face down>?",
         "{p:p} exile(s) (their|your) <zone:hand|graveyard|library><down: face down>?",
         "exile {p:whose} <zone:hand|graveyard|library><down: face down>?",
         "exile all cards from {p:whose} <zone:hand|graveyard|library><down: face down>?")  # fmt: skip
def _exile_all(context: Context, p: t.PlayerRef, zone: str = "hand", down: str = "") -> t.Effect:
    context.subject = p
    context.mention(t.Prior(), frozenset({"card"}), plural=True)
    group = isinstance(p, (t.EachOpponent, t.EachPlayer, t.EachOtherPlayer))
    owner = EACH_OF_THEM if group else p
    return per_player(p, t.MoveTo(t.All(t.OwnedBy(owner), zone), "exile", face_down=bool(down), linked="exiled"))


@reader("whose")
def _whose(text: str, context: Context) -> t.PlayerRef | None:
    if text == "your":
        return t.You()
    return player(text.removesuffix("'s"), context) if text.endswith("'s") else None


@JOINED(
    "search {whose:library} for a card, exile it<down: face down>?, then shuffle",
)
def _search_exile(context: Context, whose: t.PlayerRef, down: str) -> t.Effect:
    return search_exile(context, whose, down)


@EFFECTS("search {whose:library} for a card, exile it<down: face down>?, then shuffle")
def _search_exile_one(context: Context, whose: t.PlayerRef, down: str) -> t.Effect:
    return search_exile(context, whose, down)


@JOINED("search {whose:library} for a card and exile it<down: face down>?. then that player shuffles")
def _search_theirs(context: Context, whose: t.PlayerRef, down: str) -> t.Effect:
    return search_exile(context, whose, down)


def search_exile(context: Context, whose: t.PlayerRef, down: str) -> t.Effect:
    """Search a library for any card and exile it; that library is shuffled."""
    context.mention(t.Prior(), frozenset({"card"}))
    library = None if isinstance(whose, t.You) else whose
    return t.Sequence(
        (
            t.Search(to="", library_of=library, save_as="found"),
            t.MoveTo(t.Prior("found"), "exile", face_down=bool(down), linked="exiled", save_as="exiled"),
            t.Shuffle(whose),
        )
    )


@reader("library")
def _library(text: str, context: Context) -> t.PlayerRef | None:
    if text == "your library":
        return t.You()
    return player(text.removesuffix("'s library"), context) if text.endswith("'s library") else None
