"""How much of the cards' text is understood, and which phrases to read next."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from simulator.abilities import tree as t
from simulator.oracle.compiler import compile_face
from simulator.oracle.text import FaceText, normalise, text_hash

_NOT_CONSTRUCTED = frozenset(
    ("Plane", "Phenomenon", "Scheme", "Vanguard", "Conspiracy", "Dungeon", "Stickers", "Token", "Emblem", "Card")
)
_FACE_DOWN = re.compile(r"morph|disguise|cloak|manifest|face down|face up|face-down|face-up", re.IGNORECASE)
_TYPES = ("Artifact", "Battle", "Creature", "Enchantment", "Instant", "Land", "Planeswalker", "Sorcery")
_KEYWORDS = ("morph", "megamorph", "disguise", "manifest", "cloak", "mutate", "transform")
_PHRASE_WORDS = 5
_MAIN = ("all", "constructed", "face_down")

#: Whether the rules engine carries out an ability that was read: asked of the caller, who knows the engine.
Executes = Callable[[t.Ability], bool]


@dataclass(slots=True)
class Share:
    """Cards and abilities of one group, and how many of them are understood wholly."""

    cards: int = 0
    compiled: int = 0
    abilities: int = 0
    abilities_compiled: int = 0

    def add(self, abilities: Sequence[t.Ability], executes: Executes | None = None) -> None:
        """Count one card; with `executes` only what it affirms counts as understood."""
        known = [ability for ability in abilities if not isinstance(ability, t.UnsupportedAbility)]
        read = len(known) if executes is None else sum(executes(ability) for ability in known)
        self.cards += 1
        self.compiled += read == len(abilities)
        self.abilities += len(abilities)
        self.abilities_compiled += read

    def merge(self, other: Share) -> None:
        """Add the figures of other cards."""
        self.cards += other.cards
        self.compiled += other.compiled
        self.abilities += other.abilities
        self.abilities_compiled += other.abilities_compiled

    def to_json(self) -> dict[str, int]:
        """The four figures."""
        return {
            "cards": self.cards,
            "compiled": self.compiled,
            "abilities": self.abilities,
            "abilities_compiled": self.abilities_compiled,
        }


@dataclass(slots=True)
class Coverage:
    """The figures of `tablejudge catalog coverage`, filled card by card with `add`.

    Attributes:
        executes: says of an ability that was read whether the engine carries it out; None: isn't counted.
    """

    executes: Executes | None = None
    groups: dict[str, Share] = field(default_factory=dict)
    executed: dict[str, Share] = field(default_factory=dict)
    unread: Counter[str] = field(default_factory=Counter)

    def add(self, faces: Sequence[FaceText]) -> None:
        """Compile one card and count it in its groups."""
        compiled = [compile_face(face) for face in faces]
        abilities = [ability for face in compiled for ability in face]
        for group in _groups(faces):
            self.groups.setdefault(group, Share()).add(abilities)
            if self.executes is not None:
                self.executed.setdefault(group, Share()).add(abilities, self.executes)
        phrases = {phrase for face, found in zip(faces, compiled, strict=True) for phrase in _unread(face, found)}
        self.unread.update(phrases)

    def merge(self, other: Coverage) -> None:
        """Add the figures of other cards."""
        for mine, theirs in ((self.groups, other.groups), (self.executed, other.executed)):
            for group, share in theirs.items():
                mine.setdefault(group, Share()).merge(share)
        self.unread.update(other.unread)

    def to_json(self, phrases: int = 50) -> dict[str, Any]:
        """`all`, `constructed` and `face_down`, shares by type and keyword, and the most frequent unread phrases.

        With `executes` also `executable`: the same three groups, counting only what the engine carries out.
        """
        empty = Share()
        main: dict[str, Any] = {name: self.groups.get(name, empty).to_json() for name in _MAIN}
        if self.executes is not None:
            main["executable"] = {name: self.executed.get(name, empty).to_json() for name in _MAIN}
        return {
            **main,
            "types": {kind: self.groups.get(kind, empty).to_json() for kind in _TYPES},
            "keywords": {word: self.groups.get(word, empty).to_json() for word in _KEYWORDS},
            "unread": [
                {"phrase": phrase, "cards": count}
                for phrase, count in sorted(self.unread.items(), key=lambda item: (-item[1], item[0]))[:phrases]
            ],
        }


def _groups(faces: Sequence[FaceText]) -> list[str]:
    types = {word for face in faces for word in face.type_line.split("—")[0].split()}
    text = "\n".join(face.oracle_text for face in faces)
    groups = ["all", *(kind for kind in _TYPES if kind in types)]
    if types and not types & _NOT_CONSTRUCTED:
        groups.append("constructed")
        if _FACE_DOWN.search(text):
            groups.append("face_down")
    lower = text.lower()
    return groups + [word for word in _KEYWORDS if re.search(rf"\b{word}", lower)]


def _unread(face: FaceText, abilities: Sequence[t.Ability]) -> list[str]:
    missing = {ability.text_hash for ability in abilities if isinstance(ability, t.UnsupportedAbility)}
    if not missing:
        return []
    return [
        " ".join(re.sub(r"\d+", "N", line).split()[:_PHRASE_WORDS])
        for line in normalise(face)
        if text_hash(line) in missing
    ]


def coverage(cards: Iterable[Sequence[FaceText]], executes: Executes | None = None) -> Coverage:
    """The coverage of many cards, each given as its faces."""
    found = Coverage(executes)
    for faces in cards:
        found.add(faces)
    return found
