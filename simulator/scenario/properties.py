"""Properties of objects: whether one holds, and what is so instead."""

from __future__ import annotations

from simulator.model.facts import ObjectFacts
from simulator.scenario import ast
from simulator.scenario.names import fold
from simulator.scenario.naming import is_called
from simulator.scenario.references import References
from simulator.scenario.slots import CHECKED
from simulator.sentences import in_a_phrase, say, say_counted
from simulator.symbols import COLOR_NAMES, parse_mana_cost
from simulator.terms import term


def holds(prop: ast.Prop, facts: ObjectFacts | None, refs: References) -> bool:
    """Whether an object (None: it is gone) has a property."""
    if isinstance(prop, ast.NotProp):
        return not holds(prop.prop, facts, refs)
    if isinstance(prop, ast.FlagProp):
        return _flag(prop.word, facts)
    if facts is None:
        return False
    match prop:
        case ast.SizeProp(power, toughness):
            return (facts.power, facts.toughness) == (power, toughness)
        case ast.NamedProp(name):
            return is_called(name, facts.name)
        case ast.ManaValueProp(number):
            return facts.mana_value == number
        case ast.ManaCostProp(cost):
            return facts.mana_cost is not None and _same_cost(facts.mana_cost, cost)
        case ast.WordsProp(types, colors):
            has = set(map(fold, facts.types))
            return all(fold(word) in has for word in types) and all(color in facts.colors for color in colors)
        case ast.KeywordProp(keyword, has_it):
            return has_keyword(facts, keyword) == has_it
        case ast.CountersProp(number, kind):
            return _counters(facts, kind) == number
        case ast.DamageProp(number):
            return facts.damage == number
        case ast.OriginProp(origin):
            return facts.origin == origin
        case _:
            return _place(prop, facts, refs)


def _place(prop: ast.Prop, facts: ObjectFacts, refs: References) -> bool:
    match prop:
        case ast.ControlledProp(player):
            return facts.controller == player
        case ast.OwnedProp(player):
            return facts.owner == player
        case ast.ZoneProp(zone, player):
            whose = facts.controller if facts.zone in ("battlefield", "stack") else facts.owner
            return facts.zone == zone and player in (None, whose)
        case ast.AttachedProp(ref):
            if facts.attached_to is None:
                return False
            return facts.attached_to == _host(ref, refs)
        case _:
            return False


def _host(ref: ast.AnyRef, refs: References) -> int | str | None:
    if isinstance(ref, ast.PlayerRef):
        return ref.name
    if isinstance(ref, ast.AliasRef):
        found = refs.checked(ref)
        return found.id if found is not None else None
    return refs.find(ref, CHECKED)


def _flag(word: ast.Flag, facts: ObjectFacts | None) -> bool:
    if word == "gone" or facts is None:
        return word == "gone" and facts is None
    flags: dict[ast.Flag, bool] = {
        "face up": not facts.face_down,
        "face down": facts.face_down,
        "manifested": facts.face_down and facts.origin == "manifest",
        "cloaked": facts.face_down and facts.origin == "cloak",
        "tapped": facts.tapped,
        "untapped": not facts.tapped,
        "no name": not facts.name,
        "colorless": not facts.colors,
        "no mana cost": facts.mana_cost is None,
        "no subtypes": not facts.subtypes,
        "no abilities": facts.ability_count == 0,
        "unattached": facts.attached_to is None,
        "token": facts.kind == "token",
        "summoning sick": facts.summoning_sick,
        "phased out": facts.phased_out,
        "transformed": facts.transformed,
    }
    return flags[word]


def _same_cost(first: str, second: str) -> bool:
    return parse_mana_cost(first).canonical() == parse_mana_cost(second).canonical()


def has_keyword(facts: ObjectFacts, keyword: str) -> bool:
    """Whether an object has a keyword ability; without a cost or value, any of that keyword will do."""
    wanted = _keyword(keyword)
    return any(found == wanted or found.startswith(wanted + " ") for found in map(_keyword, facts.keywords))


def _keyword(text: str) -> str:
    """A keyword with its cost in one spelling: `ward—{2}` is `ward {2}`."""
    spaced = fold(text).replace("—", " ").replace("{", " {")
    return " ".join(spaced.split()).replace("} {", "}{")


def _counters(facts: ObjectFacts, kind: str) -> int:
    return sum(number for name, number in facts.counters if fold(name) == fold(kind))


# ---------------------------------------------------------------------- what is so


def actual_text(prop: ast.Prop, facts: ObjectFacts | None, refs: References) -> str:
    """What is so, in words of the property's kind."""
    if facts is None:
        return say("gone")
    match prop:
        case ast.NotProp(inner):
            return actual_text(inner, facts, refs)
        case ast.FlagProp(word):
            return _flag_text(word, facts)
        case ast.SizeProp():
            return say("no power and toughness") if facts.power is None else f"{facts.power}/{facts.toughness}"
        case ast.NamedProp():
            return _name_text(facts)
        case ast.ManaValueProp():
            return say("mana value {number}", number=facts.mana_value)
        case ast.ManaCostProp():
            return _cost_text(facts)
        case ast.WordsProp():
            return in_a_phrase([*_color_words(facts), *map(term, facts.types)]) or say("no types")
        case ast.KeywordProp():
            return say("has {keywords}", keywords=facts.keywords) if facts.keywords else say("no keyword abilities")
        case ast.CountersProp():
            found = [
                say_counted("{count} {kind} counter", "{count} {kind} counters", number, kind=term(kind))
                for kind, number in facts.counters
            ]
            return say("{counters}", counters=found) if found else say("no counters")
        case _:
            return _place_text(prop, facts, refs)


def _place_text(prop: ast.Prop, facts: ObjectFacts, refs: References) -> str:
    match prop:
        case ast.ControlledProp():
            return say("controlled by {player}", player=str(facts.controller))
        case ast.OwnedProp():
            return say("owned by {player}", player=str(facts.owner))
        case ast.ZoneProp():
            whose = facts.controller if facts.zone in ("battlefield", "stack") else facts.owner
            return say("in {zone} of {player}", zone=term(facts.zone), player=str(whose))
        case ast.AttachedProp():
            return _attached_text(facts, refs)
        case ast.DamageProp():
            return say("damage {number}", number=facts.damage)
        case _:
            return say("origin {origin}", origin=term(facts.origin)) if facts.origin else term("face up")


def _attached_text(facts: ObjectFacts, refs: References) -> str:
    if facts.attached_to is None:
        return term("unattached")
    if isinstance(facts.attached_to, str):
        return say("attached to {host}", host=facts.attached_to)
    host = refs.recall(facts.attached_to)
    name = (host.name or f"#{host.handle}") if host is not None else say("something that is gone")
    return say("attached to {host}", host=name)


def _flag_text(word: ast.Flag, facts: ObjectFacts) -> str:
    opposites: dict[ast.Flag, ast.Flag] = {"face up": "face down", "tapped": "untapped"}
    pairs = opposites | {second: first for first, second in opposites.items()}
    if word in pairs:
        return term(word if _flag(word, facts) else pairs[word])
    match word:
        case "manifested" | "cloaked":
            if not facts.face_down:
                return term("face up")
            return say("face down, origin {origin}", origin=term(str(facts.origin)))
        case "no name":
            return _name_text(facts)
        case "colorless":
            return in_a_phrase(_color_words(facts)) or term("colorless")
        case "no mana cost":
            return _cost_text(facts)
        case "no subtypes":
            return " ".join(facts.subtypes) or say("no subtypes")
        case "no abilities":
            count = facts.ability_count
            return say_counted("{count} ability", "{count} abilities", count) if count else say("no abilities")
        case "gone":
            return say("in {zone}", zone=term(facts.zone))
        case _:
            return term(word) if _flag(word, facts) else say("not {state}", state=term(word))


def _name_text(facts: ObjectFacts) -> str:
    return say("named {name}", name=facts.name) if facts.name else say("no name")


def _cost_text(facts: ObjectFacts) -> str:
    return say("mana cost {cost}", cost=facts.mana_cost) if facts.mana_cost is not None else say("no mana cost")


def _color_words(facts: ObjectFacts) -> list[str]:
    return [term(COLOR_NAMES[color]) for color in facts.colors]
