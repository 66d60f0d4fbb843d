"""From the lines of a face to its abilities: every ability wholly, or `UnsupportedAbility`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from simulator.abilities import tree as t
from simulator.oracle import (
    effects_permanents,
    effects_players,
    effects_zones,
    entering,
    events_players,
    mana,
    tokens,
)
from simulator.oracle.conditions import condition
from simulator.oracle.context import Context
from simulator.oracle.costs import costs
from simulator.oracle.descriptions import substitute
from simulator.oracle.events import beginning, event
from simulator.oracle.keyword_lines import keyword_line
from simulator.oracle.nouns import describe
from simulator.oracle.sentences import sentences
from simulator.oracle.settling import settle
from simulator.oracle.statics import STATICS
from simulator.oracle.template import reader
from simulator.oracle.text import FaceText, normalise, split_sentences, text_hash

#: The modules whose templates fill the tables.
TEMPLATE_MODULES = (effects_permanents, effects_players, effects_zones, entering, events_players, mana, tokens)

_TRIGGER = re.compile(r"(when|whenever|at) ")
_CHAPTER = re.compile(r"(?P<numbers>[IVX]+(?:, [IVX]+)*) — (?P<effect>.+)", re.DOTALL)
_ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7}
_MODAL = re.compile(
    r"(?P<before>.*?)choose (?P<how>one or both|one or more|one|two|three|up to one|up to two|up to three|any number"
    r"|one that hasn't been chosen|four)"
    r"(?P<again>\. you may choose the same mode more than once)?(?: —|\.)\n(?P<modes>•.*)",
    re.DOTALL,
)
_HOW_MANY = {
    "one": (1, 1),
    "two": (2, 2),
    "three": (3, 3),
    "four": (4, 4),
    "one or both": (1, 2),
    "one or more": (1, -1),
    "up to one": (0, 1),
    "up to two": (0, 2),
    "up to three": (0, 3),
    "any number": (0, -1),
}
_RESTRICTIONS = re.compile(
    r"activate (?:~|this ability )?only |this ability triggers only |spend this mana only |any player may "
)


def compile_face(face: FaceText) -> tuple[t.Ability, ...]:
    """The abilities of one face, in the order of its text.

    An ability that isn't understood wholly becomes an `UnsupportedAbility` with its kind and the hash of its line.
    A line of several keywords gives several abilities; the lines of an instant's or sorcery's spell ability give
    one `Spell`.
    """
    lines = normalise(face)
    types = frozenset(word.lower() for word in face.type_line.split("—")[0].split())
    is_spell = bool(types & {"instant", "sorcery"})
    abilities: list[t.Ability] = []
    spell_lines: list[str] = []
    spell_at = 0
    for line in lines:
        if is_spell and _is_spell_line(line):
            if not spell_lines:
                spell_at = len(abilities)
            spell_lines.append(line)
            continue
        abilities.extend(_compile_line(line, types))
    if spell_lines:
        abilities.insert(spell_at, _spell(spell_lines, types))
    return tuple(abilities)


def compile_card(faces: Sequence[FaceText]) -> tuple[tuple[t.Ability, ...], ...]:
    """The abilities of each face of a card."""
    return tuple(compile_face(face) for face in faces)


def _is_spell_line(line: str) -> bool:
    if keyword_line(line) is not None or (_TRIGGER.match(line) and "this turn" not in line.split(",")[0]):
        return bool(re.match(r"at the beginning of (?:the|your) next ", line))
    if _activated_parts(line) is not None:
        return False
    return not re.match(
        r"(?:as an additional cost to cast|~ costs? |~ can't be countered|you may .+ rather than pay"
        r"|if .+ rather than pay"
        r"|cast ~ only |if ~ (?:would|is) |~ has |you may cast ~ )",
        line,
    )


def _compile_line(line: str, types: frozenset[str]) -> tuple[t.Ability, ...]:
    found = read_ability(line, types)
    if found is None:
        return (t.UnsupportedAbility(_kind(line), text_hash(line)),)
    return found


def _kind(line: str) -> str:
    if _TRIGGER.match(line) or _CHAPTER.match(line):
        return "triggered"
    if _activated_parts(line) is not None:
        return "activated"
    if re.match(r"[a-z' -]+(?: \{| \d|—)", line) and not line.rstrip(".").count(" ") > 12:
        return "keyword"
    return "static"


@lru_cache(maxsize=65536)
def read_ability(line: str, types: frozenset[str]) -> tuple[t.Ability, ...] | None:
    """The abilities of one line, or None if it isn't wholly understood."""
    if "§" in line:
        return None
    keywords = keyword_line(line)
    if keywords is not None:
        return keywords
    if _TRIGGER.match(line):
        triggered = _triggered(line, types)
        return None if triggered is None else (triggered,)
    chapter = _CHAPTER.fullmatch(line)
    if chapter is not None:
        return _chapters(chapter, types)
    parts = _activated_parts(line)
    if parts is not None:
        activated = _activated(*parts, types)
        return None if activated is None else (activated,)
    static = _static(line, types)
    return None if static is None else (static,)


@reader("ability")
def quoted(text: str, _: Context) -> tuple[t.Ability, ...] | None:
    """An ability in quotation marks, granted by another."""
    return read_ability(text.strip().rstrip(), frozenset({"creature"}))


def _spell(lines: list[str], types: frozenset[str]) -> t.Ability:
    context = Context("spell", types)
    effects: list[t.Effect] = []
    for line in lines:
        done = _effect(line, context)
        if done is None:
            return t.UnsupportedAbility("spell", text_hash("\n".join(lines)))
        effects.append(done)
    whole = effects[0] if len(effects) == 1 else t.Sequence(tuple(effects))
    return t.Spell(whole, tuple(context.targets))


def _effect(text: str, context: Context) -> t.Effect | None:
    modal = _MODAL.fullmatch(text)
    if modal is not None:
        return _modes(modal, context)
    if "\n" in text:
        return None
    parts = split_sentences(text)
    done = sentences(parts, context)
    if done is None and ", where X is " in text:
        done = _with_x(parts, context)
    if done is None or _leftover(done):
        return None
    return settle(done, context)


def _with_x(parts: list[str], context: Context) -> t.Effect | None:
    """Where X is an amount, X stands for the amount in that sentence."""
    index = next(i for i, part in enumerate(parts) if ", where X is " in part)
    before, _, meaning = parts[index].rpartition(", where X is ")
    from simulator.oracle.amounts import amount

    changed = [*parts[:index], before, *parts[index + 1 :]]
    done = sentences(changed, context)
    value = amount(meaning, context) if done is not None else None
    if done is None or value is None:
        return None
    put = substitute(done, t.X(), value)
    return put if isinstance(put, t.Effect) else None


def _leftover(done: t.Effect) -> bool:
    return any(isinstance(node, t.PlayerId) for node in t.walk(done))


def _modes(found: re.Match[str], context: Context) -> t.Effect | None:
    how = found.group("how")
    if how not in _HOW_MANY:
        return None
    before = found.group("before").strip()
    modes: list[t.Effect] = []
    targets: list[tuple[t.TargetSpec, ...]] = []
    if before and before not in ("", "then"):
        return None
    for line in found.group("modes").split("\n"):
        inner = context.inner()
        done = _effect(line.removeprefix("•").strip(), inner)
        if done is None:
            return None
        modes.append(done)
        targets.append(tuple(inner.targets))
    low, high = _HOW_MANY[how]
    maximum = len(modes) if high == -1 else min(high, len(modes))
    return t.Modes(tuple(modes), tuple(targets), low, maximum, repeated=bool(found.group("again")))


def _activated_parts(line: str) -> tuple[str, str, str] | None:
    found = re.match(
        r'(?:(?P<key>boast|exhaust|channel|forecast|power-up|renew) — )?(?P<cost>[^":]+): (?P<effect>.+)',
        line,
        re.DOTALL,
    )
    if found is None or "\n" in found.group("cost"):
        return None
    if _TRIGGER.match(line) or re.match(r"(?:choose|if|as long) ", line):
        return None
    return found.group("key") or "", found.group("cost"), found.group("effect")


def _activated(key: str, cost_text: str, effect_text: str, types: frozenset[str]) -> t.Activated | None:
    if key:
        return None
    context = Context("activated", types)
    cost = costs(cost_text[:1].lower() + cost_text[1:] if not cost_text.startswith("{") else cost_text, context)
    if cost is None:
        return None
    parts = split_sentences(effect_text) if "\n" not in effect_text else [effect_text]
    kept: list[str] = []
    options: dict[str, object] = {}
    for part in parts:
        option = _restriction(part, context)
        if option is None:
            kept.append(part)
        else:
            options.update(option)
    if not kept:
        return None
    done = _effect(". ".join(kept) + ("" if "\n" in effect_text else "."), context)
    if done is None:
        return None
    restriction = options.pop("restriction", None)
    if restriction is not None:
        done = _restricted(done, restriction)
        if done is None:
            return None
    loyalty = any(isinstance(c, t.Loyalty) for c in cost)
    ability = t.Activated(cost, done, tuple(context.targets), zone=_zone(cost, done), loyalty=loyalty)
    return replace(ability, **options)  # type: ignore[arg-type]


def _zone(cost: tuple[t.Cost, ...], done: t.Effect) -> str:
    """Where the ability functions: where its cost or its effect needs the object to be (CR 113.6k, 113.6m)."""
    for part in cost:
        if isinstance(part, t.Discard) and part.self_only:
            return "hand"
        if isinstance(part, t.ExileCost) and part.self_only:
            return part.zone
    return "graveyard" if _from_graveyard(done) else "battlefield"


def _from_graveyard(done: t.Effect) -> bool:
    return any(isinstance(node, t.FromGraveyard) for node in t.walk(done))


def _restricted(done: t.Effect, restriction: object) -> t.Effect | None:
    if not isinstance(done, t.AddMana) or not isinstance(restriction, t.Node):
        return None
    return replace(done, restriction=restriction)


def _restriction(text: str, context: Context) -> dict[str, object] | None:
    """A sentence that says when the ability may be activated, or what its mana is for."""
    if text in ("activate only as a sorcery", "activate this ability only any time you could cast a sorcery"):
        return {"sorcery_speed": True}
    found = re.fullmatch(r"activate (?:this ability )?only (?P<n>once|twice|three times)(?: each turn)?", text)
    if found is not None and text.endswith("each turn"):
        return {"limit": {"once": 1, "twice": 2, "three times": 3}[found.group("n")]}
    if text == "activate only as a sorcery and only once each turn":
        return {"sorcery_speed": True, "limit": 1}
    if text == "any player may activate this ability":
        return {"any_player": True}
    if text == "activate only during your turn":
        return {"condition": t.YourTurn()}
    if text == "activate only during your upkeep":
        return {"condition": t.AllTrue((t.YourTurn(), t.InStep("upkeep")))}
    found = re.fullmatch(r"activate (?:this ability )?only if (?P<c>.+)", text)
    if found is not None:
        read_condition = condition(found.group("c"), context)
        return None if read_condition is None else {"condition": read_condition}
    found = re.fullmatch(r"spend this mana only to cast (?P<what>.+)", text)
    if found is not None:
        predicate = _spending(found.group("what"))
        return None if predicate is None else {"restriction": predicate}
    return None


def _spending(text: str) -> t.Predicate | None:
    found = re.match(r"an? ", text)
    described = describe(text[found.end() :] if found else text)
    if described is None or "spell" not in described.words or described.about:
        return None
    return described.where


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
        done = _effect(found.group("effect"), context)
        if number is None or done is None:
            return None
        abilities.append(t.Triggered(t.ChapterReached(number), done, tuple(context.targets)))
    return tuple(abilities)


def _state(text: str, context: Context) -> t.Event | None:
    """CR 603.8: a state trigger."""
    if text.startswith("you control no "):
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
            done = _effect(body[comma.end() :], context)
            if done is not None:
                return _trigger(watched, done, context, read_condition, limit)
        return None
    done = _effect(body, context)
    return None if done is None else _trigger(watched, done, context, None, limit)


def _trigger(
    watched: t.Event, done: t.Effect, context: Context, intervening: t.Condition | None, limit: int
) -> t.Triggered:
    zone = "graveyard" if _from_graveyard(done) else "battlefield"
    if isinstance(watched, t.CastsSpell) and watched.where == t.Is(t.Self()):
        zone = "stack"
    return t.Triggered(watched, done, tuple(context.targets), intervening, zone, limit)


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
    if any(isinstance(node, (t.PlayerId, t.Target)) for node in t.walk(static)):
        return None
    return static
