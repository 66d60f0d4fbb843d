"""Why an object is what it is: its characteristics, layer by layer, in words for one viewer (CR 613).

Part of the hidden-information boundary: only what the viewer may see of the object and of the sources is said.
"""

from __future__ import annotations

from dataclasses import dataclass

from simulator.abilities import tree as t
from simulator.model.characteristics import Characteristics, Reason
from simulator.rules.context import Context
from simulator.rules.copiable import is_melded
from simulator.rules.reading import keyword_text
from simulator.rules.wording import may_look, name_for, true_name
from simulator.symbols import COLOR_NAMES

#: The rule of each layer.
LAYER_RULES = {
    "2": "613.1b", "3": "613.1c", "4": "613.1d", "5": "613.1e", "6": "613.1f",
    "7a": "613.4a", "7b": "613.4b", "7c": "613.4c", "7d": "613.4d",
}  # fmt: skip
#: How an object became face down, and the rule that lists what it is.
_FACE_DOWN = {
    "morph": ("cast face down with morph", "702.37c"),
    "disguise": ("cast face down with disguise", "702.168a"),
    "manifest": ("manifested", "701.40a"),
    "cloak": ("cloaked", "701.58a"),
    "effect": ("put or turned face down by an effect", "708.2a"),
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
        return (Explanation(f"{name} is hidden from you", "", (rule,)),)
    if obj.kind == "ability":
        return (Explanation(f"{name} is an ability on the stack: it has no characteristics of a card", "", ("113.7",)),)
    values = ctx.values(id)
    lines = [_origin(ctx, id, viewer)]
    lines += [_reason(ctx, reason, viewer) for reason in values.reasons]
    lines.append(Explanation(f"So {name} is {in_words(values)}", "", ("613.1",)))
    return tuple(lines)


def _origin(ctx: Context, id: int, viewer: str | None) -> Explanation:
    """Layer 1: what it begins with."""
    obj = ctx.obj(id)
    if obj.face_down is not None:
        how, rule = _FACE_DOWN[obj.face_down.mode]
        under = f"; the card is {true_name(ctx, id)}" if may_look(ctx, id, viewer) else ""
        text = f"It is face down ({how}) and has only the characteristics listed for that{under}"
        return Explanation(text, "1b", (rule, "708.2", "613.2b"))
    copies = [effect for effect in ctx.state.effects if effect.copy is not None and id in effect.objects]
    if is_melded(obj) and not copies:
        return Explanation(f"Two melded cards are {true_name(ctx, id)}", "1a", ("712.8g", "701.42a"))
    if obj.merged and not is_melded(obj):
        return Explanation("It is a merged permanent: the topmost component counts", "1a", ("730.2a", "613.2a"))
    if copies and copies[-1].copy is not None:
        copied = " // ".join(copies[-1].copy.names) or "a nameless object"
        return Explanation(f"A copy effect makes it {copied}", "1a", ("707.2", "613.2a"))
    if obj.token_of is not None:
        return Explanation("It is a token: what created it says what it is", "1a", ("111.3",))
    return Explanation(f"The card says: {true_name(ctx, id)}", "1a", ("109.3", "613.1"))


def _reason(ctx: Context, reason: Reason, viewer: str | None) -> Explanation:
    rule = LAYER_RULES[reason.layer]
    if isinstance(reason.what, str):
        if reason.what == "counters":
            return Explanation(f"Its counters: {_size(reason)}", reason.layer, (rule,))
        return Explanation("Its basic land types give it their mana abilities", reason.layer, ("305.6",))
    source = name_for(ctx, reason.source, viewer) if _known(ctx, reason.source) else "an effect"
    text = f"{source}: {change_in_words(reason.what)}"
    if reason.layer.startswith("7") and reason.power is not None:
        text += f", now {_size(reason)}"
    return Explanation(text, reason.layer, (rule,))


def _known(ctx: Context, id: int) -> bool:
    return id in ctx.state.objects or id in ctx.state.lki


def _size(reason: Reason) -> str:
    return f"{reason.power}/{reason.toughness}"


def change_in_words(mod: t.Modification) -> str:
    """What a modification does, in a few words."""
    if isinstance(mod, t.SetController):
        return f"controlled by {mod.player.name}" if isinstance(mod.player, t.PlayerId) else "another controller"
    if isinstance(mod, t.SetName):
        return f"its name is {mod.name}" if mod.name else "no name"
    if isinstance(mod, t.SetTypes | t.SetLandType):
        return _types_in_words(mod)
    if isinstance(mod, t.RemoveTypes):
        return f"isn't {', '.join(mod.words)}"
    if isinstance(mod, t.SetColors):
        names = " and ".join(COLOR_NAMES[c] for c in mod.colors) or ("the chosen color" if mod.chosen else "colorless")
        return f"also {names}" if mod.add else names
    if isinstance(mod, t.GainAbility):
        return f"has {keyword_text(mod.ability)}" if isinstance(mod.ability, t.Keyword) else "has another ability"
    if isinstance(mod, t.LoseAbilities):
        return f"loses {mod.keyword or 'all abilities'}"
    if isinstance(mod, t.CantHave):
        return f"loses {mod.keyword} and can't have it"
    if isinstance(mod, t.SetPT):
        return "sets power and toughness"
    if isinstance(mod, t.ModifyPT):
        return f"gets {_signed(mod.power)}/{_signed(mod.toughness)}"
    if isinstance(mod, t.SwitchPT):
        return "switches power and toughness"
    return type(mod).__name__


def _types_in_words(mod: t.SetTypes | t.SetLandType) -> str:
    if isinstance(mod, t.SetLandType):
        return f"{'also ' if mod.add else ''}{' '.join(mod.subtypes)}"
    words = [*(word for word in mod.supertypes if not word.startswith("-")), *mod.types, *mod.subtypes]
    if mod.all_creature_types:
        words.append("every creature type")
    if mod.chosen:
        words.append(f"the chosen {mod.chosen}")
    kept = "also " if mod.keep_types or mod.keep_card_types else ""
    return f"{kept}{' '.join(words)}".strip() or "its types change"


def _signed(amount: t.Amount) -> str:
    return f"{amount.value:+d}" if isinstance(amount, t.Num) else "+X"


def in_words(values: Characteristics) -> str:
    """Characteristics in one phrase."""
    size = f"{values.power}/{values.toughness} " if values.is_creature else ""
    colors = " and ".join(COLOR_NAMES[c] for c in values.colors) or "colorless"
    line = " ".join(values.supertypes + values.types)
    if values.subtypes:
        line += " — " + " ".join(values.subtypes)
    words = [keyword_text(a) for a in values.abilities if isinstance(a, t.Keyword)]
    others = sum(1 for a in values.abilities if not isinstance(a, t.Keyword))
    words += [f"{others} other {'ability' if others == 1 else 'abilities'}"] if others else []
    return f"a {size}{colors} {line}{' with ' + ', '.join(words) if words else ''}"
