"""Compares two editions of the rules, rule by rule, by a hash of each text with rule numbers abstracted.

A rule that only moved keeps its hash, a rule whose references were renumbered too, and a changed example changes
nothing (`rulings.rules_index_build`). With the texts of both editions at hand, a rule that moved and changed at once is
recognised by its likeness; without them by the heading that it stands under.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from rapidfuzz import fuzz

from rulings.citations import parent, section
from rulings.rules_index import RulesIndex

#: Texts of one section that are at least so much alike are the same rule, changed.
_ALIKE = 70.0
#: A text of so few letters proves nothing by its likeness.
_LEAST_TEXT = 30


class Fate(StrEnum):
    """What became of a rule between two editions."""

    UNCHANGED = "unchanged"
    MOVED = "moved"
    CHANGED = "changed"
    AMBIGUOUS = "ambiguous"
    ADDED = "added"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Change:
    """A rule of the older edition and what it is in the newer one.

    Attributes:
        fate: What became of it.
        old: Its number in the older edition; empty if it was added.
        new: Its number in the newer edition; empty if it was removed or can't be told.
        candidates: When ambiguous, the numbers in the newer edition that it could be.
    """

    fate: Fate
    old: str
    new: str = ""
    candidates: tuple[str, ...] = ()

    @property
    def renumbered(self) -> bool:
        """Whether its number is another one now, changed or not."""
        return bool(self.old and self.new) and self.old != self.new


@dataclass(frozen=True)
class Comparison:
    """Two editions compared.

    Attributes:
        old, new: ISO dates.
        changes: One for every rule of the older edition in its order, then one for each added rule.
    """

    old: str
    new: str
    changes: tuple[Change, ...]

    @cached_property
    def by_old(self) -> dict[str, Change]:
        """The change of each rule of the older edition."""
        return {change.old: change for change in self.changes if change.old}

    @cached_property
    def by_new(self) -> dict[str, Change]:
        """The change that led to each rule of the newer edition, where it can be told."""
        return {change.new: change for change in self.changes if change.new}

    def counts(self) -> Counter[Fate]:
        """How many rules each fate has."""
        return Counter(change.fate for change in self.changes)


@dataclass(slots=True)
class _Pairing:
    """The pairs found so far, from both sides."""

    to_new: dict[str, str] = field(default_factory=dict)
    to_old: dict[str, str] = field(default_factory=dict)

    def pair(self, old: str, new: str) -> None:
        self.to_new[old] = new
        self.to_old[new] = old


def compare(
    old: RulesIndex,
    new: RulesIndex,
    old_texts: Mapping[str, str] | None = None,
    new_texts: Mapping[str, str] | None = None,
) -> Comparison:
    """Compare two editions.

    Args:
        old, new: Their indexes; the older one needn't be older.
        old_texts, new_texts: Number -> text, where they are at hand: a rule that moved and changed is then recognised.
    """
    pairs = _Pairing()
    for number, digest in old.hashes.items():
        if new.hashes.get(number) == digest and _same_place(number, old, new):
            pairs.pair(number, number)
    _pair_headings(old, new, pairs)
    ambiguous = _pair_moved(old, new, pairs)
    for number in list(ambiguous):
        # what stands at its old place under its old heading is taken before anything that only reads the same
        ambiguous[number] = tuple(each for each in ambiguous[number] if each not in pairs.to_old)
    _pair_renamed(old, new, pairs, old_texts or {}, new_texts or {})
    _pair_changed(old, new, pairs, ambiguous)
    if old_texts and new_texts:
        _pair_alike(old_texts, new_texts, pairs, ambiguous, new)
    changes = [_change(number, digest, new, pairs, ambiguous) for number, digest in old.hashes.items()]
    changes += [Change(Fate.ADDED, "", number) for number in new.hashes if number not in pairs.to_old]
    return Comparison(old.edition, new.edition, tuple(changes))


def _change(
    number: str, digest: str, new: RulesIndex, pairs: _Pairing, ambiguous: Mapping[str, tuple[str, ...]]
) -> Change:
    other = pairs.to_new.get(number)
    if other is None:
        choices = ambiguous.get(number, ())
        return Change(Fate.AMBIGUOUS, number, "", choices) if choices else Change(Fate.REMOVED, number)
    if new.hashes[other] != digest:
        return Change(Fate.CHANGED, number, other)
    return Change(Fate.UNCHANGED if other == number else Fate.MOVED, number, other)


def _same_place(number: str, old: RulesIndex, new: RulesIndex) -> bool:
    """Whether a number is under the same heading in both: short rules of different keywords may read the same."""
    above = parent(number)
    return above == number or old.headings.get(above) == new.headings.get(above)


def _pair_headings(old: RulesIndex, new: RulesIndex, pairs: _Pairing) -> None:
    """Pair headings of one name: 701.34 Manifest with 701.40 Manifest. A name that several have isn't paired."""
    for kind in (True, False):  # sections, then rules that are a name
        before = _unique({n: h for n, h in old.headings.items() if ("." not in n) is kind and n not in pairs.to_new})
        behind = _unique({n: h for n, h in new.headings.items() if ("." not in n) is kind and n not in pairs.to_old})
        for heading, number in before.items():
            if heading in behind:
                pairs.pair(number, behind[heading])


def _unique(headings: Mapping[str, str]) -> dict[str, str]:
    counts = Counter(headings.values())
    return {heading: number for number, heading in headings.items() if counts[heading] == 1}


def _pair_moved(old: RulesIndex, new: RulesIndex, pairs: _Pairing) -> dict[str, tuple[str, ...]]:
    """Pair rules whose text stands at another number; what could be several is returned."""
    places: dict[str, list[str]] = defaultdict(list)
    for number, digest in new.hashes.items():
        if number not in pairs.to_old:
            places[digest].append(number)
    same: dict[str, list[str]] = defaultdict(list)
    for number, digest in old.hashes.items():
        if number not in pairs.to_new and digest in places:
            same[digest].append(number)
    ambiguous: dict[str, tuple[str, ...]] = {}
    for digest, numbers in same.items():
        choices = places[digest]
        if len(numbers) == len(choices) == 1:
            pairs.pair(numbers[0], choices[0])
            continue
        for number in numbers:
            # several read the same: the one under the heading that moved with it is meant
            near = [each for each in choices if each not in pairs.to_old and _under(number, each, pairs)]
            if len(near) == 1:
                pairs.pair(number, near[0])
            else:
                ambiguous[number] = tuple(near or choices)
    return ambiguous


def _under(old: str, new: str, pairs: _Pairing) -> bool:
    """Whether a rule of the newer edition stands where the rule above an older one is now."""
    above = parent(old)
    if above != old and above in pairs.to_new:
        return pairs.to_new[above] == parent(new) != new
    return pairs.to_new.get(section(old), section(old)) == section(new)


def _pair_renamed(
    old: RulesIndex, new: RulesIndex, pairs: _Pairing, old_texts: Mapping[str, str], new_texts: Mapping[str, str]
) -> None:
    """Pair headings of different names at one number if what stands below them is the same, or nearly."""
    for number in old.headings:
        if number in pairs.to_new or number in pairs.to_old or number not in new.headings or "." not in number:
            continue
        first = f"{number}a"
        same = first in old.hashes and old.hashes[first] == new.hashes.get(first)
        if same or _likeness(old_texts.get(first, ""), new_texts.get(first, "")) >= _ALIKE:
            pairs.pair(number, number)


def _pair_changed(old: RulesIndex, new: RulesIndex, pairs: _Pairing, ambiguous: Mapping[str, tuple[str, ...]]) -> None:
    """Pair what is left by place: the same letter under the heading's number of today, the same number otherwise."""
    for number in old.hashes:
        if number in pairs.to_new or ambiguous.get(number):
            continue
        above = parent(number)
        if above != number and above in old.headings and above not in pairs.to_new:
            continue  # it went with its keyword
        if above != number and above in pairs.to_new:
            place = pairs.to_new[above] + number[len(above) :]
        elif section(number) in pairs.to_new and number != section(number):
            place = pairs.to_new[section(number)] + number[3:]
        else:
            place = number
        # a keyword's name at the number of another keyword is another rule, not a changed one
        named = number in old.headings, place in new.headings
        if place in new.hashes and place not in pairs.to_old and not any(named):
            pairs.pair(number, place)


def _pair_alike(
    old_texts: Mapping[str, str],
    new_texts: Mapping[str, str],
    pairs: _Pairing,
    ambiguous: Mapping[str, tuple[str, ...]],
    new: RulesIndex,
) -> None:
    """Pair rules of one section anew by likeness of their texts, where the place alone paired unlike ones."""
    loose: dict[str, list[str]] = defaultdict(list)
    taken: dict[str, list[str]] = defaultdict(list)
    for number, text in old_texts.items():
        other = pairs.to_new.get(number)
        changed = other is not None and other in new_texts and _likeness(text, new_texts[other]) < _ALIKE
        if (other is None and not ambiguous.get(number)) or changed:
            if len(text) >= _LEAST_TEXT:
                loose[pairs.to_new.get(section(number), section(number))].append(number)
    free = [number for number in new.hashes if number not in pairs.to_old]
    for home, numbers in loose.items():
        held = [pairs.to_new[number] for number in numbers if number in pairs.to_new]
        taken[home] = [each for each in [*free, *held] if section(each) == home]
    for home, numbers in loose.items():
        scored = sorted(
            ((_likeness(old_texts[a], new_texts[b]), a, b) for a in numbers for b in taken[home] if b in new_texts),
            key=lambda each: (-each[0], each[1], each[2]),
        )
        _take_best(scored, pairs)


def _take_best(scored: Iterable[tuple[float, str, str]], pairs: _Pairing) -> None:
    done_old: set[str] = set()
    done_new: set[str] = set()
    for likeness, old, new in scored:
        if likeness < _ALIKE:
            break
        if old in done_old or new in done_new:
            continue
        done_old.add(old)
        done_new.add(new)
        if pairs.to_new.get(old) == new:
            continue
        previous, other = pairs.to_new.pop(old, None), pairs.to_old.pop(new, None)
        if previous is not None:
            pairs.to_old.pop(previous, None)
        if other is not None:
            pairs.to_new.pop(other, None)
        pairs.pair(old, new)


def _likeness(one: str, other: str) -> float:
    """How much alike two texts are, 0 to 100; 0 if one is missing."""
    return fuzz.ratio(one, other) if one and other else 0.0
