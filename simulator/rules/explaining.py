"""Why an object is what it is: its characteristics, layer by layer, in words for one viewer (CR 613).

Part of the hidden-information boundary: only what the viewer may see of the object and of the sources is said.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from simulator.abilities import tree as t
from simulator.model.characteristics import Characteristics, Reason
from simulator.rules.context import Context
from simulator.rules.copiable import is_melded
from simulator.rules.reading import keyword_text
from simulator.rules.wording import may_look, name_for, true_name
from simulator.sentences import both, in_a_phrase, say, say_counted
from simulator.symbols import COLOR_NAMES
from simulator.terms import term

#: The rule of each layer.
LAYER_RULES = {
    "2": "613.1b", "3": "613.1c", "4": "613.1d", "5": "613.1e", "6": "613.1f",
    "7a": "613.4a", "7b": "613.4b", "7c": "613.4c", "7d": "613.4d",
}  # fmt: skip
#: How an object became face down, and the rule that lists what it is.
_FACE_DOWN = {
    "morph": (say("cast face down with morph"), "702.37c"),
    "disguise": (say("cast face down with disguise"), "702.168a"),
    "manifest": (say("manifested"), "701.40a"),
    "cloak": (say("cloaked"), "701.58a"),
    "effect": (say("put or turned face down by an effect"), "708.2a"),
}


@dataclass(frozen=True)
class Explanation:
    """One line of an explanation, with the rules that it follows from.

    Attributes:
        layer: "1a", "1b", "2" to "7d"; "" for the result.
    """

    text: str
    layer: str
    rules: tuple[str, ...]


def explain(ctx: Context, id: int, viewer: str | None) -> tuple[Explanation, ...]:
    """The characteristics of an object, where each comes from and by which rule."""
    obj = ctx.obj(id)
    name = name_for(ctx, id, viewer)
    hidden = obj.face_down is None and not may_look(ctx, id, viewer)
    if hidden or (obj.zone == "exile" and obj.flags.get("exiled face down") and not may_look(ctx, id, viewer)):
        rule = "406.3" if obj.zone == "exile" else "400.2"
        return (Explanation(say("{name} is hidden from you", name=name), "", (rule,)),)
    if obj.kind == "ability":
        return (
            Explanation(
                say("{name} is an ability on the stack: it has no characteristics of a card", name=name), "", ("113.7",)
            ),
        )
    values = ctx.values(id)
    lines = [_origin(ctx, id, viewer)]
    lines += [_reason(ctx, reason, viewer) for reason in values.reasons]
    lines.append(
        Explanation(say("So {name} is {characteristics}", name=name, characteristics=in_words(values)), "", ("613.1",))
    )
    return tuple(lines)


def _origin(ctx: Context, id: int, viewer: str | None) -> Explanation:
    """Layer 1: what it begins with."""
    obj = ctx.obj(id)
    if obj.face_down is not None:
        how, rule = _FACE_DOWN[obj.face_down.mode]
        text = say("It is face down ({how}) and has only the characteristics listed for that", how=how)
        if may_look(ctx, id, viewer):
            text = say(
                "It is face down ({how}) and has only the characteristics listed for that; the card is {card}",
                how=how,
                card=true_name(ctx, id),
            )
        return Explanation(text, "1b", (rule, "708.2", "613.2b"))
    copies = [effect for effect in ctx.state.effects if effect.copy is not None and id in effect.objects]
    if is_melded(obj) and not copies:
        return Explanation(say("Two melded cards are {card}", card=true_name(ctx, id)), "1a", ("712.8g", "701.42a"))
    if obj.merged and not is_melded(obj):
        return Explanation(say("It is a merged permanent: the topmost component counts"), "1a", ("730.2a", "613.2a"))
    if copies and copies[-1].copy is not None:
        copied = " // ".join(copies[-1].copy.names) or say("a nameless object")
        return Explanation(say("A copy effect makes it {copied}", copied=copied), "1a", ("707.2", "613.2a"))
    if obj.token_of is not None:
        return Explanation(say("It is a token: what created it says what it is"), "1a", ("111.3",))
    return Explanation(say("The card says: {card}", card=true_name(ctx, id)), "1a", ("109.3", "613.1"))


def _reason(ctx: Context, reason: Reason, viewer: str | None) -> Explanation:
    rule = LAYER_RULES[reason.layer]
    if isinstance(reason.what, str):
        if reason.what == "counters":
            return Explanation(say("Its counters: {size}", size=_size(reason)), reason.layer, (rule,))
        return Explanation(say("Its basic land types give it their mana abilities"), reason.layer, ("305.6",))
    source = name_for(ctx, reason.source, viewer) if _known(ctx, reason.source) else say("an effect")
    change = change_in_words(reason.what)
    text = say("{source}: {change}", source=source, change=change)
    if reason.layer.startswith("7") and reason.power is not None:
        text = say("{source}: {change}, now {size}", source=source, change=change, size=_size(reason))
    return Explanation(text, reason.layer, (rule,))


def _known(ctx: Context, id: int) -> bool:
    return id in ctx.state.objects or id in ctx.state.lki


def _size(reason: Reason) -> str:
    return f"{reason.power}/{reason.toughness}"


def change_in_words(mod: t.Modification) -> str:
    """What a modification does, in a few words."""
    if isinstance(mod, t.SetController):
        if isinstance(mod.player, t.PlayerId):
            return say("controlled by {player}", player=mod.player.name)
        return say("another controller")
    if isinstance(mod, t.SetName):
        return say("its name is {name}", name=mod.name) if mod.name else say("no name")
    if isinstance(mod, t.SetTypes | t.SetLandType):
        return _types_in_words(mod)
    if isinstance(mod, t.RemoveTypes):
        return say("isn't {types}", types=list(map(term, mod.words)))
    if isinstance(mod, t.SetColors):
        names = _colors_in_words(mod.colors) if mod.colors or not mod.chosen else say("the chosen color")
        return say("also {words}", words=names) if mod.add else names
    if isinstance(mod, t.GainAbility):
        if isinstance(mod.ability, t.Keyword):
            return say("has {ability}", ability=keyword_text(mod.ability))
        return say("has another ability")
    if isinstance(mod, t.LoseAbilities):
        return say("loses {ability}", ability=mod.keyword) if mod.keyword else say("loses all abilities")
    if isinstance(mod, t.CantHave):
        return say("loses {ability} and can't have it", ability=mod.keyword)
    if isinstance(mod, t.SetPT):
        return say("sets power and toughness")
    if isinstance(mod, t.ModifyPT):
        return say("gets {power}/{toughness}", power=_signed(mod.power), toughness=_signed(mod.toughness))
    if isinstance(mod, t.SwitchPT):
        return say("switches power and toughness")
    return say("another change")


def _types_in_words(mod: t.SetTypes | t.SetLandType) -> str:
    if isinstance(mod, t.SetLandType):
        line = " ".join(mod.subtypes)
        return say("also {words}", words=line) if mod.add else line
    supertypes = (word for word in mod.supertypes if not word.startswith("-"))
    words = [*map(term, supertypes), *map(term, mod.types), *mod.subtypes]
    if mod.all_creature_types:
        words.append(say("every creature type"))
    if mod.chosen:
        words.append(say("the chosen {kind}", kind=term(mod.chosen)))
    kept = mod.keep_types or mod.keep_card_types
    if not words:
        return say("also") if kept else say("its types change")
    together = in_a_phrase(words)
    return say("also {words}", words=together) if kept else together


def _colors_in_words(colors: Iterable[str]) -> str:
    return both([term(COLOR_NAMES[color]) for color in colors]) or term("colorless")


def _signed(amount: t.Amount) -> str:
    return f"{amount.value:+d}" if isinstance(amount, t.Num) else "+X"


def in_words(values: Characteristics) -> str:
    """Characteristics in one phrase."""
    colors = _colors_in_words(values.colors)
    line = in_a_phrase(list(map(term, values.supertypes + values.types)))
    if values.subtypes:
        line = say("{types} — {subtypes}", types=line, subtypes=" ".join(values.subtypes))
    if values.is_creature:
        size = f"{values.power}/{values.toughness}"
        what = say("a {size} {colors} {line}", size=size, colors=colors, line=line)
    else:
        what = say("a {colors} {line}", colors=colors, line=line)
    words = [keyword_text(a) for a in values.abilities if isinstance(a, t.Keyword)]
    others = sum(1 for a in values.abilities if not isinstance(a, t.Keyword))
    if others:
        words.append(say_counted("{count} other ability", "{count} other abilities", others))
    return say("{what} with {abilities}", what=what, abilities=tuple(words)) if words else what
