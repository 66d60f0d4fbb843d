"""What a continuous effect does to objects: "gets +1/+1 and gains flying", "loses all abilities and becomes ..." (613).

Shared by instructions with a duration and by static abilities.
"""

from __future__ import annotations

import re

from simulator.abilities import tree as t
from simulator.abilities.subtypes import subtype_of
from simulator.oracle.amounts import amount, for_each
from simulator.oracle.context import Context
from simulator.oracle.keyword_lines import one_keyword
from simulator.oracle.template import read, reader
from simulator.symbols import CARD_TYPES, COLOR_BY_NAME, SUPERTYPES

Mods = tuple[t.Modification, ...]
_PT = re.compile(r"([+-])(\d+|X)/([+-])(\d+|X)")
_VERB = re.compile(
    r"(?P<verb>gets?|gains?|has|have|loses?|becomes?|is|are|can't be blocked|isn't|aren't)(?: (?P<rest>.+))?"
)


@reader("mods")
def modifications(text: str, context: Context) -> Mods | None:
    """Gets +2/+0 and gains first strike: the verb phrases after a subject."""
    whole = _one(text, context)
    if whole is not None:
        return whole
    for found in re.finditer(r", and | and |, ", text):
        if text[: found.start()].count('"') % 2:
            continue
        first = _one(text[: found.start()], context)
        if first is not None:
            rest = modifications(text[found.end() :], context)
            if rest is not None:
                return (*first, *rest)
    return None


@reader("being")
def _being(text: str, context: Context) -> Mods | None:
    """What stands after "it's"."""
    return modifications("is " + text, context)


def _one(text: str, context: Context) -> Mods | None:
    found = _VERB.fullmatch(text)
    if found is None:
        return None
    verb = found.group("verb")
    rest = found.group("rest") or ""
    if verb == "can't be blocked" and not rest:
        return (t.GainAbility(t.Static((t.Cant("be blocked", t.Is(t.Self())),))),)
    if verb.startswith("get"):
        return _gets(rest, context)
    if verb.startswith("gain") or verb in ("has", "have"):
        return _has(rest, context)
    if verb.startswith("lose"):
        return _loses(rest)
    if verb.startswith("become") or verb in ("is", "are"):
        return _becomes(rest, context)
    return None


def _gets(text: str, context: Context) -> Mods | None:
    found = re.fullmatch(r"(\S+/\S+)(?: (?P<more>.+))?", text)
    if found is None:
        return None
    pair = power_change(found.group(1), context)
    if pair is None:
        return None
    more = found.group("more")
    if more is None:
        return (t.ModifyPT(*pair),)
    each = re.fullmatch(r"for each (.+)", more)
    if each is None:
        return None
    per = for_each(each.group(1), context)
    if per is None:
        return None
    return (t.ModifyPT(_times(pair[0], per), _times(pair[1], per)),)


def _times(one: t.Amount, per: t.Amount) -> t.Amount:
    if one == t.Num(0):
        return one
    return per if one == t.Num(1) else t.Times(one.value, per) if isinstance(one, t.Num) else t.Product((one, per))


def power_change(text: str, context: Context) -> tuple[t.Amount, t.Amount] | None:
    """+2/-1" as two amounts."""
    found = _PT.fullmatch(text)
    if found is None:
        return None
    values: list[t.Amount] = []
    for sign, value in ((found.group(1), found.group(2)), (found.group(3), found.group(4))):
        if value == "X":
            x = context.x_meaning if isinstance(context.x_meaning, t.Amount) else t.X()
            values.append(x if sign == "+" else t.Times(-1, x))
        else:
            values.append(t.Num(int(value) if sign == "+" else -int(value)))
    return values[0], values[1]


def abilities(text: str, context: Context) -> tuple[t.Ability, ...] | None:
    """Keywords and quoted abilities in a list: `flying, vigilance, and "When ..."`."""
    found: list[t.Ability] = []
    for piece in _list(text):
        if piece.startswith('"') and piece.endswith('"'):
            inner = read("ability", piece[1:-1], context)
            if inner is None:
                return None
            found.extend(inner)
            continue
        keywords = one_keyword(piece)
        if keywords is None:
            return None
        found.extend(keywords)
    return tuple(found) if found else None


def _list(text: str) -> list[str]:
    pieces: list[str] = []
    for piece in re.split(
        r', and (?=[^"]*(?:"[^"]*"[^"]*)*$)|,? and (?=[^"]*(?:"[^"]*"[^"]*)*$)|, (?=[^"]*(?:"[^"]*"[^"]*)*$)', text
    ):
        if piece.startswith("from ") and pieces:
            pieces[-1] += " and " + piece
        else:
            pieces.append(piece)
    return pieces


def _has(text: str, context: Context) -> Mods | None:
    each = re.fullmatch(r"base power and base toughness each equal to its (mana value|power|toughness)", text)
    if each is not None:
        own = t.Stat(each.group(1), t.That())
        return (t.SetPT(own, own),)
    base = re.fullmatch(r"base power and toughness (\d+|X)/(\d+|X)", text)
    if base is not None:
        return (t.SetPT(_size(base.group(1), context), _size(base.group(2), context)),)
    base = re.fullmatch(r"base (power|toughness) (\d+)", text)
    if base is not None:
        value = t.Num(int(base.group(2)))
        return (t.SetPT(power=value) if base.group(1) == "power" else t.SetPT(toughness=value),)
    base = re.fullmatch(r"base power and toughness each equal to (.+)", text)
    if base is not None:
        size = amount(base.group(1), context)
        return None if size is None else (t.SetPT(size, size),)
    granted = abilities(text, context)
    return None if granted is None else tuple(t.GainAbility(one) for one in granted)


def _size(text: str, context: Context) -> t.Amount:
    if text == "X":
        return context.x_meaning if isinstance(context.x_meaning, t.Amount) else t.X()
    return t.Num(int(text))


def _loses(text: str) -> Mods | None:
    if text in ("all abilities", "all other abilities"):
        return (t.LoseAbilities(),)
    both = re.fullmatch(r"all (?:other )?abilities and (.+)", text)
    if both is not None:
        return None
    names = _list(text)
    keywords = [one_keyword(name) for name in names]
    if any(k is None or k[0].cost or k[0].where for k in keywords):
        return None
    return tuple(t.LoseAbilities(name) for name in names)


_BECOMES = re.compile(
    r"(?:(?P<article>an?) )?(?P<what>.*?)(?: with base power and toughness (?P<base>\d+/\d+|X/X))?"
    r"(?P<also> in addition to (?:its|their) other (?:creature )?(?:colors and )?types)?"
)


def _becomes(text: str, context: Context) -> Mods | None:
    lost = re.fullmatch(r"(.+) and loses all other card types and abilities", text)
    if lost is not None:
        found_mods = _becomes(lost.group(1), context)
        if found_mods is None:
            return None
        # "all other": what the effect itself gives stays (CR 613.1f)
        given = tuple(m for m in found_mods if isinstance(m, t.GainAbility))
        return (*(m for m in found_mods if m not in given), t.LoseAbilities(), *given)
    chosen = {
        "the chosen color": (t.SetColors(chosen=True),),
        "the chosen type": (t.SetTypes(keep_types=False, chosen="creature type"),),
        "the chosen type in addition to their other types": (t.SetTypes(keep_types=True, chosen="creature type"),),
        "all colors": (t.SetColors(tuple(COLOR_BY_NAME.values())),),
        "every creature type": (t.SetTypes(keep_types=True, all_creature_types=True),),
        "every creature type in addition to their other types": (t.SetTypes(keep_types=True, all_creature_types=True),),
        "colorless": (t.SetColors(),),
    }
    if text in chosen and text not in ("the chosen type",):
        return chosen[text]
    found = _BECOMES.fullmatch(text)
    if found is None or not found.group("what"):
        return None
    return _characteristics(found, context)


def _characteristics(found: re.Match[str], context: Context) -> Mods | None:
    what = found.group("what")
    granted: tuple[t.Ability, ...] = ()
    with_abilities = re.fullmatch(r"(.+?) with (?!base )(.+)", what)
    if with_abilities is not None:
        read_abilities = abilities(with_abilities.group(2), context)
        if read_abilities is None:
            return None
        what, granted = with_abilities.group(1), read_abilities
    words = characteristic_words(what)
    if words is None:
        return None
    also = found.group("also")
    mods: list[t.Modification] = []
    if words.types or words.subtypes or words.supertypes:
        mods.extend(_type_change(words, also))
    if words.colors or words.colorless:
        if also and "colors" not in also and not words.colorless:
            # "becomes a black Zombie in addition to its other colors and types" says so; else the color is set
            mods.append(t.SetColors(words.colors))
        else:
            mods.append(t.SetColors(words.colors, add=bool(also)))
    mods.extend(t.GainAbility(one) for one in granted)
    size = words.size or found.group("base")
    if size is not None:
        power, toughness = size.split("/")
        mods.append(t.SetPT(_size(power, context), _size(toughness, context)))
    return tuple(mods) if mods else None


def _type_change(words: Characteristics, also: str | None) -> list[t.Modification]:
    land_types = [s for s in words.subtypes if s in ("Plains", "Island", "Swamp", "Mountain", "Forest")]
    if words.subtypes and len(land_types) == len(words.subtypes):
        # CR 305.7: a land that becomes a basic land type
        changes: list[t.Modification] = [t.SetLandType(words.subtypes, add=bool(also))]
        if words.types or words.supertypes:
            changes.insert(0, t.SetTypes(words.types, supertypes=words.supertypes, keep_types=True))
        return changes
    if also or not (words.types or words.subtypes):
        return [t.SetTypes(words.types, words.subtypes, words.supertypes, keep_types=True)]
    if words.types == ("Artifact", "Creature"):
        # CR 205.1b: one that becomes an artifact creature keeps its card types and subtypes but creature types
        return [t.SetTypes(words.types, words.subtypes, words.supertypes, keep_card_types=True)]
    # CR 205.1a: with no card type named the card types stay, and only the subtypes of that kind are replaced
    return [t.SetTypes(words.types, words.subtypes, words.supertypes)]


class Characteristics:
    """Colors, types and size named in a row: "2/2 blue and white Bird artifact creature"."""

    __slots__ = ("colorless", "colors", "size", "subtypes", "supertypes", "types")

    def __init__(self) -> None:
        self.size: str | None = None
        self.colors: tuple[str, ...] = ()
        self.colorless = False
        self.supertypes: tuple[str, ...] = ()
        self.types: tuple[str, ...] = ()
        self.subtypes: tuple[str, ...] = ()


def characteristic_words(text: str) -> Characteristics | None:
    """Read a row of characteristics; None if a word is none."""
    result = Characteristics()
    words = re.sub(r",? and |, ", " ", text).split()
    if words and words[-1] in ("token", "tokens"):
        words.pop()
    for word in words:
        singular = word.rstrip("s")
        if re.fullmatch(r"(\d+|X)/(\d+|X)", word) and result.size is None:
            result.size = word
        elif word in COLOR_BY_NAME:
            result.colors = (*result.colors, COLOR_BY_NAME[word])
        elif word == "colorless":
            result.colorless = True
        elif word.capitalize() in SUPERTYPES:
            result.supertypes = (*result.supertypes, word.capitalize())
        elif singular.capitalize() in CARD_TYPES and word[0].islower():
            result.types = (*result.types, singular.capitalize())
        elif word[0].isupper() and subtype_of(word) is not None:
            result.subtypes = (*result.subtypes, str(subtype_of(word)))
        else:
            return None
    return result


def copy_exceptions(text: str, context: Context) -> Mods | None:
    """What stands after "except" in a copy effect (CR 707.9)."""
    mods: list[t.Modification] = []
    for piece in re.split(
        r",? and (?=(?:it|its|they) (?:has|have|isn't|name)|it's|they're|it gains)|, (?=it|he |she )", text
    ):
        one = _exception(piece, context)
        if one is None:
            return None
        mods.extend(one)
    return tuple(mods)


def _exception(text: str, context: Context) -> Mods | None:
    found = re.fullmatch(r"(?:it|they|the token|he|she) (has|have|gains?) (.+)", text)
    if found is not None:
        return _has(found.group(2), context)
    found = re.fullmatch(r"(?:it's|it is|they're) (?P<what>.+)", text)
    if found is not None:
        what = found.group("what")
        if what == "legendary":
            return (t.SetTypes(supertypes=("Legendary",), keep_types=True),)
        if what == "not legendary":
            return (t.SetTypes(supertypes=("-Legendary",), keep_types=True),)
        return _becomes(what, context)
    if re.fullmatch(r"(?:it isn't|the token isn't|they aren't) legendary", text):
        return (t.SetTypes(supertypes=("-Legendary",), keep_types=True),)
    if re.fullmatch(r"(?:its|his|her|their) name is ~", text):
        # the name of the card: `compile_face` knows it
        return (t.SetName("~"),)
    return None
