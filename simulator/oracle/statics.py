"""Static abilities: what is true while the object is there (CR 604, 613), rules changes, and permissions."""

from __future__ import annotations

import re

from simulator.abilities import tree as t
from simulator.oracle.context import Context
from simulator.oracle.descriptions import describe_in, needs_zone, placed
from simulator.oracle.modifications import Mods, power_change
from simulator.oracle.nouns import Description, describe
from simulator.oracle.numbers import ONE
from simulator.oracle.template import Table, reader

#: Handlers give the parts of a `Static`, or the whole `Static`.
STATICS = Table("statics")
Parts = tuple[t.StaticPart, ...]
_YOUR_TURN: t.Condition = t.YourTurn()


@reader("w")
def subject(text: str, context: Context) -> t.Predicate | None:
    """The objects that a static ability is about, as a predicate."""
    if text == "~":
        return t.Is(t.Self())
    if text == "it":
        # "as long as equipped creature is legendary, it has ...": what the condition was about
        return t.Is(context.mentions[-1].ref) if context.mentions and not context.mentions[-1].plural else None
    if re.fullmatch(r"(?:enchanted|equipped|fortified) (?:\w+)", text):
        return t.Is(t.AttachedTo())
    both = re.fullmatch(r"(?:~ and other|other (?P<first>.+?) and ~) ?(?P<what>.*)", text)
    if both is not None and both.group("what") and not both.group("first"):
        others = describe_in(both.group("what"), context)
        if others is None or needs_zone(others) or placed(others) != "battlefield" or not others.plural:
            return None
        return t.AnyOf((t.Is(t.Self()), others.where))
    found = re.match(r"(?:each|all) ", text)
    described = describe_in(text[found.end() :] if found else text, context)
    if described is None or needs_zone(described) or placed(described) != "battlefield":
        return None
    if found is None and not described.plural and text.rpartition(" ")[2] not in _SAME_PLURAL:
        return None
    return described.where


#: Creature types whose plural is the same word: without an article they are several ("other Merfolk").
_SAME_PLURAL = frozenset(
    ("Merfolk", "Eldrazi", "Kithkin", "Treefolk", "Moonfolk", "Vedalken", "Viashino", "Kor", "Elk")
)


@STATICS("you control enchanted <what:creature|permanent|land|artifact|enchantment|planeswalker|artifact creature>")
def _control(_: Context, what: str) -> Parts:
    # CR 613.1b; what it may enchant is the enchant ability's business (CR 303.4c)
    return (t.Modify(t.Is(t.AttachedTo()), (t.SetController(t.You()),)),)


@STATICS("{w:w} {mods:mods}", "{w:w} {mods:mods} and {also:also}")
def _modify(context: Context, w: t.Predicate, mods: Mods, also: str = "") -> Parts | None:
    parts: list[t.StaticPart] = [t.Modify(w, other_than_it(mods))]
    if also:
        more = STATICS.parse("~ " + also, context)
        if not isinstance(more, tuple):
            return None
        changed = [_about(part, w) for part in more]
        if any(part is None for part in changed):
            return None
        parts.extend(part for part in changed if part is not None)
    return tuple(parts)


@STATICS("it's {mods:being}")
def _it_is(context: Context, mods: Mods) -> Parts | None:
    # "as long as this creature is tapped, it's an artifact in addition to its other types"
    it = subject("it", context)
    return None if it is None else (t.Modify(it, mods),)


def other_than_it(mods: Mods) -> Mods:
    """All Slivers get +1/+1 for each other Sliver": other than the modified creature, which is `That()` there."""
    from simulator.oracle.descriptions import substitute

    changed: list[t.Modification] = []
    for mod in mods:
        put = substitute(mod, t.Other(), t.Not(t.Is(t.That()))) if isinstance(mod, (t.ModifyPT, t.SetPT)) else mod
        changed.append(put if isinstance(put, t.Modification) else mod)
    return tuple(changed)


def _about(part: t.StaticPart, where: t.Predicate) -> t.StaticPart | None:
    from simulator.oracle.descriptions import substitute

    if not isinstance(part, (t.Cant, t.Must, t.Goaded)):
        return None
    changed = substitute(part, t.Is(t.Self()), where)
    return changed if isinstance(changed, t.StaticPart) else None


@reader("also")
def _also(text: str, _: Context) -> str | None:
    return (
        text
        if text.startswith(
            ("can't ", "attacks ", "doesn't ", "must ", "can block ", "attack ", "don't ", "is goaded", "are goaded")
        )
        else None
    )


@STATICS("as long as {c:c}, {s:static}", "{s:static} as long as {c:c}", "during your turn, {s:static}")
def _as_long(_: Context, s: Parts, c: t.Condition = _YOUR_TURN) -> t.Static | None:
    # CR 113.6b: "as long as it isn't on the battlefield" functions in other zones
    return None if c == t.NotTrue(t.Holds(t.Self(), t.InZone("battlefield"))) else t.Static(s, c)


@STATICS("during turns other than yours, {s:static}")
def _not_yours(_: Context, s: Parts) -> t.Static:
    return t.Static(s, t.NotTrue(t.YourTurn()))


@reader("static")
def parts(text: str, context: Context) -> Parts | None:
    """The parts of a static sentence without a condition of its own."""
    found = STATICS.parse(text, context)
    return found if isinstance(found, tuple) else None


@STATICS("{w:w} (isn't|aren't) {what:types}")
def _isnt(_: Context, w: t.Predicate, what: tuple[str, ...]) -> Parts:
    return (t.Modify(w, (t.RemoveTypes(what),)),)


@reader("types")
def _types(text: str, _: Context) -> tuple[str, ...] | None:
    found = re.fullmatch(r"(?:an? )?(creature|artifact|land)s?", text)
    return None if found is None else (found.group(1).capitalize(),)


@STATICS("~'s power and toughness are each equal to {n:x}")
def _power_and_toughness(_: Context, n: t.Amount) -> t.Static:
    # CR 604.3, 613.4a: characteristic-defining, in every zone
    return t.Static((t.Modify(t.Is(t.Self()), (t.SetPT(n, n, characteristic_defining=True),)),), zone="any")


@STATICS("~'s <which:power|toughness> is equal to {n:x}")
def _one_of_both(_: Context, which: str, n: t.Amount) -> t.Static:
    size = (
        t.SetPT(power=n, characteristic_defining=True)
        if which == "power"
        else t.SetPT(toughness=n, characteristic_defining=True)
    )
    return t.Static((t.Modify(t.Is(t.Self()), (size,)),), zone="any")


@STATICS("~'s power is equal to {n:x} and its toughness is equal to {m:x}")
def _both(_: Context, n: t.Amount, m: t.Amount) -> t.Static:
    return t.Static((t.Modify(t.Is(t.Self()), (t.SetPT(n, m, characteristic_defining=True),)),), zone="any")


@STATICS("~'s power is equal to {n:x} and its toughness is equal to that number plus {m:n}")
def _both_plus(_: Context, n: t.Amount, m: t.Amount) -> t.Static:
    mod = t.SetPT(n, t.Plus((n, m)), characteristic_defining=True)
    return t.Static((t.Modify(t.Is(t.Self()), (mod,)),), zone="any")


@STATICS("{w:w} get(s) {pt:change} for each other {f:shared}")
def _for_each_other(_: Context, w: t.Predicate, pt: tuple[int, int], f: t.Predicate) -> Parts:
    # `That()` in a static modification is the modified object itself
    count = t.Count(t.AllOf((f, t.Not(t.Is(t.That())))))
    return (t.Modify(w, (t.ModifyPT(*(t.Times(n, count) if n != 1 else count for n in pt)),)),)


@reader("change")
def _change(text: str, context: Context) -> tuple[int, int] | None:
    pair = power_change(text, context)
    if pair is None or not isinstance(pair[0], t.Num) or not isinstance(pair[1], t.Num):
        return None
    return pair[0].value, pair[1].value


@reader("shared")
def _shared(text: str, context: Context) -> t.Predicate | None:
    found = re.fullmatch(r"(.+?) that shares (?:at least one|a) (creature type|color) with it", text)
    described = describe_in(found.group(1), context) if found else None
    if found is None or described is None or described.plural:
        return None
    return t.AllOf((described.where, t.SharesWith(found.group(2), t.That())))


_CANT = {
    "attack": ("attack",),
    "block": ("block",),
    "attack or block": ("attack", "block"),
    "be blocked": ("be blocked",),
    "be countered": ("be countered",),
    "be regenerated": ("be regenerated",),
    "attack or block alone": ("attack", "block"),
    "be sacrificed": ("be sacrificed",),
    "be enchanted": ("be enchanted",),
    "be equipped": ("be equipped",),
    "transform": ("transform",),
    "be turned face up": ("be turned face up",),
}
_CANT_WORDS = "|".join(sorted(_CANT, key=len, reverse=True))


@STATICS(f"{{w:w}} can't <what:{_CANT_WORDS}>[ unless {{c:c}}]")
def _cant(_: Context, w: t.Predicate, what: str, c: t.Condition | None = None) -> Parts:
    return tuple(t.Cant(one, w, alone="alone" in what, unless=c) for one in _CANT[what])


@STATICS("{w:w} can't be blocked by {by:blockers}", "{w:w} can't be blocked except by {but:blockers}")
def _cant_be_blocked(
    _: Context, w: t.Predicate, by: t.Predicate | None = None, but: t.Predicate | None = None
) -> Parts:
    return (t.Cant("be blocked", w, by=by if by is not None else t.Not(but) if but is not None else None),)


@STATICS("{w:w} can't be blocked by more than one creature")
def _only_one(_: Context, w: t.Predicate) -> Parts:
    return (t.BlockLimit(w, maximum=1),)


@STATICS("{w:w} can't be blocked except by two or more creatures")
def _menace(_: Context, w: t.Predicate) -> Parts:
    return (t.BlockLimit(w, minimum=2),)


@reader("blockers")
def _blockers(text: str, context: Context) -> t.Predicate | None:
    described = describe_in(text, context)
    return described.where if described is not None and described.plural and not described.zone else None


@STATICS("{w:w} can block only {by:blockers}")
def _block_only(_: Context, w: t.Predicate, by: t.Predicate) -> Parts:
    return (t.Cant("block", w, by=t.Not(by)),)


@STATICS("{w:w} attack(s) each (combat|turn) if able")
def _must_attack(_: Context, w: t.Predicate) -> Parts:
    return (t.Must("attack", w),)


@STATICS("all creatures able to block ~ do so")
def _lure(_: Context) -> Parts:
    return (t.Must("be blocked by all", t.Is(t.Self())),)


@STATICS("{w:w} (doesn't|don't) untap during (your|its controller's|their controllers') untap step(s)")
def _no_untap(_: Context, w: t.Predicate) -> Parts:
    return (t.Cant("untap", w),)


@STATICS("you may choose not to untap ~ during your untap step")
def _may_not_untap(_: Context) -> Parts:
    return (t.MayNotUntap(t.Is(t.Self())),)


@STATICS("~ can attack as though it didn't have defender")
def _no_defender(_: Context) -> Parts:
    return (t.AsThough("didn't have defender", t.Is(t.Self())),)


# Zones and casting


@STATICS("{what:d} can't enter the battlefield")
def _cant_enter(_: Context, what: Description) -> Parts | None:
    return None if not what.zone else (t.Cant("enter", what.where, zone=what.zone),)


@STATICS("{what:bare} cards in graveyards and libraries can't enter the battlefield")
def _cant_enter_from(_: Context, what: t.Predicate) -> Parts:
    return (t.Cant("enter", what, zone="graveyard|library"),)


@reader("bare")
def _bare(text: str, _: Context) -> t.Predicate | None:
    described = describe(text + " card")
    return None if described is None or described.zone else described.where


@STATICS("players can't cast spells from <zones:graveyards or libraries|graveyards|libraries|exile>")
def _cant_cast_from(_: Context, zones: str) -> Parts:
    names = {"graveyards": "graveyard", "libraries": "library", "exile": "exile"}
    zone = "|".join(names[word] for word in zones.split(" or "))
    return (t.Cant("be cast", t.IsSpell(), player=t.EachPlayer(), zone=zone),)


@STATICS("players can't <what:gain life|search libraries|cast spells during combat>")
def _players_cant(_: Context, what: str) -> Parts | None:
    names = {"gain life": "gain life", "search libraries": "search"}
    return (t.Cant(names[what], player=t.EachPlayer()),) if what in names else None


@STATICS("your opponents can't <what:gain life|search libraries>")
def _opponents_cant(_: Context, what: str) -> Parts:
    return (t.Cant({"gain life": "gain life", "search libraries": "search"}[what], player=t.EachOpponent()),)


@STATICS("activated abilities of {what:d} can't be activated[ unless they're <mana:mana> abilities]")
def _cant_activate(_: Context, what: Description, mana: str = "") -> Parts | None:
    if not what.plural or what.zone not in ("", "battlefield"):
        return None
    return (t.Cant("be activated", what.where, except_mana=bool(mana)),)


@STATICS("spells with the chosen name can't be cast")
def _cant_cast_named(_: Context) -> Parts:
    return (t.Cant("be cast", t.OfChosen("name")),)


@STATICS("you may look at {what:d} any time")
def _may_look(_: Context, what: Description) -> Parts | None:
    if not what.plural or placed(what) != "battlefield" or needs_zone(what):
        return None
    return (t.MayLook("permanents", what.where),)


@STATICS("you may look at the top card of your library any time")
def _look_top(_: Context) -> Parts:
    return (t.MayLook("top of library"),)


@STATICS("play with the top card of your library revealed")
def _reveal_top(_: Context) -> Parts:
    return (t.MayLook("top of library", revealed=True),)


@STATICS("if ~ is in your opening hand, you may begin the game with it on the battlefield")
def _leyline(_: Context) -> t.Static:
    return t.Static((t.OpeningHand(),), zone="hand")


@STATICS("~ can be your commander")
def _commander(_: Context) -> Parts:
    # CR 903.3: it matters only while a deck is built
    return (t.PlayerRule("can be your commander"),)


@STATICS("you have no maximum hand size")
def _hand_size(_: Context) -> Parts:
    return (t.PlayerRule("no maximum hand size"),)


@STATICS(
    "you may play an additional land on each of your turns", "you may play {n:n} additional lands on each of your turns"
)
def _lands(_: Context, n: t.Amount = ONE) -> Parts:
    return (t.PlayerRule("additional land", amount=n),)


@STATICS("skip your draw step")
def _skip_draw(_: Context) -> Parts:
    return (t.PlayerRule("skip draw"),)


@STATICS("you have <what:hexproof|shroud>")
def _player_has(_: Context, what: str) -> Parts:
    return (t.PlayerRule(what),)


@STATICS("{what:d} can't block {w:w}", "{w:w} can't be blocked by {what:d}")
def _cant_block_it(_: Context, what: Description, w: t.Predicate) -> Parts | None:
    if not what.plural or what.zone or "creature" not in what.words:
        return None
    return (t.Cant("be blocked", w, by=what.where),)


@STATICS("{w:w} can't be turned face up during your turn")
def _not_turned_up(_: Context, w: t.Predicate) -> t.Static:
    return t.Static((t.Cant("be turned face up", w),), t.YourTurn())


@STATICS("{w:w} can block any number of creatures")
def _block_many(_: Context, w: t.Predicate) -> Parts:
    return (t.AsThough("can block any number", w),)


@STATICS("{w:w} can block an additional creature each combat")
def _block_more(_: Context, w: t.Predicate) -> Parts:
    return (t.AsThough("can block an additional creature", w),)


@STATICS("{w:w} must be blocked if able")
def _must_be_blocked(_: Context, w: t.Predicate) -> Parts:
    return (t.Must("be blocked", w),)


@STATICS("{w:w} (isn't|aren't) {what:types} unless {c:c}")
def _isnt_unless(_: Context, w: t.Predicate, what: tuple[str, ...], c: t.Condition) -> t.Static:
    return t.Static((t.Modify(w, (t.RemoveTypes(what),)),), t.NotTrue(c))


@STATICS("you can't cast more than {n:n} spell(s) each turn")
def _one_spell(_: Context, n: t.Amount) -> Parts | None:
    return (t.PlayerRule("spells each turn", amount=n),)


@STATICS("each player can't cast more than {n:n} spell(s) each turn")
def _one_spell_each(_: Context, n: t.Amount) -> Parts | None:
    return (t.PlayerRule("spells each turn", t.EachPlayer(), n),)
