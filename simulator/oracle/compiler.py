"""From the lines of a face to its abilities: every ability wholly, or `UnsupportedAbility`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from simulator.abilities import tree as t
from simulator.oracle import (
    conditions_history,
    conditions_lists,
    effects_actions,
    effects_choices,
    effects_each_player,
    effects_exile,
    effects_face_down,
    effects_linked,
    effects_more,
    effects_permanents,
    effects_piles,
    effects_players,
    effects_revealing,
    effects_rules,
    effects_searching,
    effects_turn,
    effects_zones,
    emblems,
    entering,
    events_players,
    mana,
    melding,
    replacing,
    statics_costs,
    statics_draft,
    statics_rules,
    statics_triggers,
    tokens,
)
from simulator.oracle.activated import activated, activated_parts, from_graveyard
from simulator.oracle.chosen import chosen_types
from simulator.oracle.classes import from_level, level_ability, level_of
from simulator.oracle.conditions import condition
from simulator.oracle.context import Context
from simulator.oracle.descriptions import substitute
from simulator.oracle.events import beginning, event
from simulator.oracle.keyword_lines import keyword_line
from simulator.oracle.settling import settle
from simulator.oracle.soundness import ATTACHMENTS, faults
from simulator.oracle.statics import STATICS
from simulator.oracle.template import reader
from simulator.oracle.text import FaceText, normalise, text_hash
from simulator.oracle.whole_effects import whole_effect

#: The modules whose templates fill the tables.
TEMPLATE_MODULES = (
    conditions_history,
    conditions_lists,
    effects_actions,
    effects_choices,
    effects_each_player,
    effects_exile,
    effects_face_down,
    effects_linked,
    effects_more,
    effects_permanents,
    effects_piles,
    effects_rules,
    effects_searching,
    effects_turn,
    effects_players,
    effects_revealing,
    effects_zones,
    emblems,
    entering,
    events_players,
    mana,
    melding,
    replacing,
    statics_costs,
    statics_draft,
    statics_rules,
    statics_triggers,
    tokens,
)

#: No ability that is printed is nearly as long; what is longer isn't read, so that the work has a bound.
LONGEST_LINE = 1000

_TRIGGER = re.compile(r"(when|whenever|at) ")
_CHAPTER = re.compile(r"(?P<numbers>[IVX]+(?:, [IVX]+)*) — (?P<effect>.+)", re.DOTALL)
_ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7}


def compile_face(face: FaceText) -> tuple[t.Ability, ...]:
    """The abilities of one face, in the order of its text.

    An ability that isn't understood wholly becomes an `UnsupportedAbility` with its kind and the hash of its line.
    A line of several keywords gives several abilities; the lines of an instant's or sorcery's spell ability give
    one `Spell`.
    """
    return tuple(ability for ability, _ in compile_lines(face))


def compile_lines(face: FaceText) -> tuple[tuple[t.Ability, str], ...]:
    """The abilities of `compile_face`, each with the normalised text that it was read from."""
    lines = normalise(face)
    read = _read_lines(lines, face.types, "class" in face.type_line.lower())
    abilities = [ability for ability, _ in read]
    if any("name is ~" in line or "named ~" in line for line in lines):
        abilities = [_with_name(ability, face.name) for ability in abilities]
    abilities = list(chosen_types(abilities))
    attaches = any(word in face.type_line for word in ATTACHMENTS)
    while unsound := faults(abilities, face.mana_cost, attaches):
        # what isn't read any more may have been what another ability speaks of
        for index in unsound:
            abilities[index] = t.UnsupportedAbility(_ability_kind(abilities[index]), text_hash(read[index][1]))
    return tuple((ability, text) for ability, (_, text) in zip(abilities, read, strict=True))


def _read_lines(lines: Sequence[str], types: frozenset[str], is_class: bool) -> list[tuple[t.Ability, str]]:
    """The abilities in their order, each with the text that it was read from."""
    is_spell = bool(types & {"instant", "sorcery"})
    read: list[tuple[t.Ability, str]] = []
    spell_lines: list[str] = []
    spell_at = 0
    level = 0
    for line in lines:
        if is_class and level_of(line) is not None:
            level = level_of(line) or 0
            gained = level_ability(line)
            read.extend(((gained, line),) if gained is not None else ())
            continue
        if level:
            read.extend((from_level(ability, level), line) for ability in _compile_line(line, types))
            continue
        if is_spell and _is_spell_line(line):
            if not spell_lines:
                spell_at = len(read)
            spell_lines.append(line)
            continue
        read.extend((ability, line) for ability in _compile_line(line, types))
    if spell_lines:
        read.insert(spell_at, (_spell(spell_lines, types), "\n".join(spell_lines)))
    return read


def _ability_kind(ability: t.Ability) -> str:
    return ability.kind if isinstance(ability, t.UnsupportedAbility) else type(ability).__name__.lower()


def _with_name(ability: t.Ability, name: str) -> t.Ability:
    """CR 201.5: where the text is about the name itself, the name is written out."""
    named = substitute(substitute(ability, t.SetName("~"), t.SetName(name)), t.Named("~"), t.Named(name))
    return named if isinstance(named, t.Ability) else ability


def compile_card(faces: Sequence[FaceText]) -> tuple[tuple[t.Ability, ...], ...]:
    """The abilities of each face of a card."""
    return tuple(compile_face(face) for face in faces)


def _is_spell_line(line: str) -> bool:
    if keyword_line(line) is not None or (_TRIGGER.match(line) and "this turn" not in line.split(",")[0]):
        return bool(re.match(r"at the beginning of (?:the|your) next ", line))
    if activated_parts(line) is not None:
        return False
    return not re.match(
        r"(?:as an additional cost to cast|~ costs? |~ can't be countered|you may .+ rather than pay"
        r"|if .+ rather than pay"
        r"|cast ~ only |if ~ (?:would|is) |~ has |you may cast ~ )",
        line,
    )


def _compile_line(line: str, types: frozenset[str]) -> tuple[t.Ability, ...]:
    try:
        found = read_ability(line, types) if len(line) <= LONGEST_LINE else None
    except RecursionError:
        # far more clauses than any card has: not understood
        found = None
    if found is None:
        return (t.UnsupportedAbility(_kind(line), text_hash(line)),)
    return found


def _kind(line: str) -> str:
    if _TRIGGER.match(line) or _CHAPTER.match(line):
        return "triggered"
    if activated_parts(line) is not None:
        return "activated"
    if re.match(r"[a-z' -]+(?: \{| \d|—)", line) and not line.rstrip(".").count(" ") > 12:
        return "keyword"
    return "static"


@lru_cache(maxsize=65536)
def read_ability(line: str, types: frozenset[str]) -> tuple[t.Ability, ...] | None:
    """The abilities of one line, or None if it isn't wholly understood."""
    keywords = keyword_line(line)
    if keywords is not None:
        return keywords
    if _TRIGGER.match(line):
        triggered = _triggered(line, types)
        return None if triggered is None else (triggered,)
    chapter = _CHAPTER.fullmatch(line)
    if chapter is not None:
        return _chapters(chapter, types)
    parts = activated_parts(line)
    if parts is not None:
        ability = activated(*parts, types)
        return None if ability is None else (ability,)
    exert = _EXERT.fullmatch(line)
    if exert is not None:
        return _exert(exert.group("then"), types)
    static = _static(line, types)
    return None if static is None else (static,)


_EXERT = re.compile(r"you may exert ~ as (?:it|she|he|they) attacks?\.(?: when you do, (?P<then>.+))?")


def _exert(then: str | None, types: frozenset[str]) -> tuple[t.Ability, ...] | None:
    """CR 701.43d, 607.2h: the static ability, and the triggered ability that is linked to it."""
    static = t.Static((t.MayExert(),))
    if then is None:
        return (static,)
    triggered = _triggered(f"when you exert ~, {then}", types)
    if triggered is None:
        return None
    return static, replace(triggered, event=t.PlayerDoes("exert as it attacks", where=t.Is(t.Self())))


@reader("ability")
def quoted(text: str, _: Context) -> tuple[t.Ability, ...] | None:
    """An ability in quotation marks, granted by another."""
    # "§": the name of the object that grants the ability, which isn't the one that has it
    return None if "§" in text else read_ability(text.strip(), frozenset({"creature"}))


def _spell(lines: list[str], types: frozenset[str]) -> t.Ability:
    try:
        if sum(map(len, lines)) <= LONGEST_LINE:
            return _read_spell(lines, types)
    except RecursionError:
        pass  # far more clauses than any card has: not understood
    return t.UnsupportedAbility("spell", text_hash("\n".join(lines)))


def _read_spell(lines: list[str], types: frozenset[str]) -> t.Ability:
    if len(lines) > 1 and not any("\n" in line or line.startswith("choose ") for line in lines):
        # a paragraph may go back to the one before ("... instead if ...")
        context = Context("spell", types)
        joined = whole_effect(" ".join(lines), context)
        if joined is not None:
            return t.Spell(joined, tuple(context.targets))
    context = Context("spell", types)
    effects: list[t.Effect] = []
    for line in lines:
        done = whole_effect(line, context)
        if done is None:
            return t.UnsupportedAbility("spell", text_hash("\n".join(lines)))
        effects.append(done)
    whole = effects[0] if len(effects) == 1 else t.Sequence(tuple(effects))
    return t.Spell(whole, tuple(context.targets))


def _triggered(line: str, types: frozenset[str]) -> t.Triggered | None:
    first = line.split(" ", 1)[0]
    rest = line[len(first) + 1 :]
    for found in re.finditer(r", ", rest):
        context = Context("triggered", types)
        head, body = rest[: found.start()], rest[found.end() :]
        if head.count('"') % 2:
            continue
        watched = beginning(head, context) if first == "at" else event(head, context)
        if watched is None and first == "when":
            watched = _state(head, context)
        if watched is None:
            continue
        done = _trigger_body(watched, body, context)
        if done is not None:
            return done
    return None


def _chapters(found: re.Match[str], types: frozenset[str]) -> tuple[t.Ability, ...] | None:
    """CR 714.2b, 714.2c: each numeral before an effect is a triggered ability of its own."""
    numbers = [_ROMAN.get(word) for word in found.group("numbers").split(", ")]
    abilities: list[t.Ability] = []
    for number in numbers:
        context = Context("triggered", types)
        done = whole_effect(found.group("effect"), context)
        if number is None or done is None:
            return None
        abilities.append(t.Triggered(t.ChapterReached(number), done, tuple(context.targets)))
    return tuple(abilities)


def _state(text: str, context: Context) -> t.Event | None:
    """CR 603.8: a state trigger."""
    if text.startswith("you control no ") or re.match(r"~ has (?:no|\w+ or more) .+ counters on it", text):
        read_condition = condition(text, context)
        return None if read_condition is None else t.StateIs(read_condition)
    return None


def _trigger_body(watched: t.Event, body: str, context: Context) -> t.Triggered | None:
    limit = 0
    found = re.fullmatch(r"(?P<body>.+) this ability triggers only once each turn\.", body, re.DOTALL)
    if found is not None:
        body, limit = found.group("body"), 1
    mark = context.mark()
    intervening = re.match(r"if ", body)
    if intervening is not None:
        for comma in re.finditer(r", ", body):
            context.reset(mark)
            # CR 603.4: the intervening "if"
            read_condition = condition(body[3 : comma.start()], context)
            if read_condition is None:
                continue
            done = whole_effect(body[comma.end() :], context)
            if done is not None:
                return _trigger(watched, done, context, read_condition, limit)
        return None
    done = whole_effect(body, context)
    return None if done is None else _trigger(watched, done, context, None, limit)


def _trigger(
    watched: t.Event, done: t.Effect, context: Context, intervening: t.Condition | None, limit: int
) -> t.Triggered:
    zone = "graveyard" if from_graveyard(done) else "battlefield"
    if intervening is not None:
        zone = _stated_zones(intervening) or zone
    if isinstance(watched, t.CastsSpell) and watched.where == t.Is(t.Self()):
        zone = "stack"
    return t.Triggered(watched, done, tuple(context.targets), intervening, zone, limit)


def _stated_zones(intervening: t.Condition) -> str:
    """CR 113.6b: an ability that says in which zones it functions ("if this card is in your graveyard")."""
    for node in t.walk(intervening):
        if isinstance(node, t.Holds) and node.ref == t.Self():
            zones = [part.zone for part in t.walk(node.where) if isinstance(part, t.InZone)]
            if zones and not any(isinstance(part, t.Not) for part in t.walk(node.where)):
                return "|".join(zones)
    return ""


def _static(line: str, types: frozenset[str]) -> t.Static | None:
    context = Context("static", types)
    found = STATICS.parse(line.rstrip("."), context)
    if found is None and ", where X is " in line:
        return None
    if context.targets or found is None:
        return None
    static = settle(found if isinstance(found, t.Static) else t.Static(found), context)
    if static is None:
        return None
    return None if any(isinstance(node, t.PlayerId) for node in t.walk(static)) else static
