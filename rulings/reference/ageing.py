"""How rulings age: which of the rules that they cite were renumbered, changed or removed since they were written.

The table of ages is made when the reference data is built, from every edition met and every one whose index is
shipped, so that looking at a ruling costs one query. A moved rule is renumbered, on a shipped ruling as an overlay; a
changed one marks the ruling "needs review since CR of DATE", DATE being the first edition in which it changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

from rulings.citations import RULE_NUMBER, is_rule, parent, section
from rulings.model import Ruling
from rulings.reference.comparing import Comparison, Fate, compare
from rulings.remarks import Remark
from rulings.rules_index import RulesIndex

#: Number -> text of an edition; empty where only the index is at hand.
Texts = Callable[[str], Mapping[str, str]]
_NUMBER_IN_TEXT = re.compile(rf"(?<![\d.]){RULE_NUMBER.pattern}(?![\d])")


class Age(NamedTuple):
    """What a rule of an older edition is today.

    Attributes:
        edition: ISO date of the older edition.
        old: Its number there.
        new: Its number in the newest edition; empty if it was removed or can't be told.
        fate: A value of `Fate`: unchanged, moved, changed, ambiguous, removed.
        since: The first edition in which its text changed, or in which it was gone; empty if neither.
        below_since: The first edition in which something below it changed (subrules of a keyword, rules of a section).
    """

    edition: str
    old: str
    new: str
    fate: str
    since: str
    below_since: str


@dataclass(frozen=True, slots=True)
class CitedRule:
    """A rule that a ruling cites, then and now.

    Attributes:
        cited: The number in the edition that the ruling was written against.
        number: The number in the newest edition; empty if it is gone or can't be told.
        fate: What became of it.
        since: The first edition in which it (or what it stands for) changed; empty if it didn't.
    """

    cited: str
    number: str
    fate: Fate
    since: str = ""


@dataclass(frozen=True, slots=True)
class Aged:
    """A ruling's citations against the newest edition.

    Attributes:
        as_of: The edition that the ruling was written against.
        edition: The newest edition here.
        cited: Each Comprehensive Rules citation, in the ruling's order.
        unknown: Whether nothing can be said, because the edition `as_of` was never imported.
    """

    as_of: str
    edition: str
    cited: tuple[CitedRule, ...] = ()
    unknown: bool = False

    @property
    def needs_review_since(self) -> str:
        """The first edition that changed a cited rule; empty if the ruling needs no review."""
        return min((rule.since for rule in self.cited if rule.since), default="")

    @property
    def renumbered(self) -> dict[str, str]:
        """Old number -> new number of the rules that have another number today."""
        return {rule.cited: rule.number for rule in self.cited if rule.number and rule.number != rule.cited}

    @property
    def note(self) -> str:
        """What an answer says of it; empty when the ruling is current."""
        if self.unknown:
            return Remark(
                "Written against the CR of {edition}, which was never imported here: not compared.", edition=self.as_of
            )
        since = self.needs_review_since
        if not since:
            return ""
        changed = [
            Remark("{number}, now {new}", number=rule.cited, new=rule.number)
            if rule.number not in ("", rule.cited)
            else rule.cited
            for rule in self.cited
            if rule.since
        ]
        return Remark("Needs review since CR of {edition}: {rules} changed.", edition=since, rules=changed)


class AgeSource(Protocol):
    """What tells ages: the reference database is one (`rulings.reference.database.Reference`)."""

    edition: str

    def ages(self, edition: str, numbers: Iterable[str]) -> dict[str, Age] | None:
        """The ages of some numbers of an edition; None if that edition is unknown."""
        ...


def age_of(rules: Sequence[str], as_of: str, source: AgeSource) -> Aged:
    """Compare citations with the newest edition.

    Args:
        rules: Citations; those of policy documents are left out.
        as_of: ISO date of the edition that they are of.
        source: Where ages are told.
    """
    numbers = [number for number in rules if is_rule(number)]
    if not source.edition or as_of >= source.edition:
        return Aged(as_of, source.edition)
    ages = source.ages(as_of, numbers)
    if ages is None:
        return Aged(as_of, source.edition, unknown=bool(numbers))
    cited = [_cited(number, ages.get(number), as_of) for number in numbers]
    return Aged(as_of, source.edition, tuple(cited))


def _cited(number: str, age: Age | None, as_of: str) -> CitedRule:
    if age is None:
        # the edition has no such rule: a wrong citation, which only a person can put right
        return CitedRule(number, "", Fate.REMOVED, as_of)
    since = min((each for each in (age.since, age.below_since) if each), default="")
    fate = Fate(age.fate)
    return CitedRule(number, age.new, Fate.CHANGED if since and fate in (Fate.UNCHANGED, Fate.MOVED) else fate, since)


def overlay(ruling: Ruling, source: AgeSource) -> tuple[Ruling, Aged]:
    """A shipped ruling with today's numbers in its citations and its answer, and how it aged.

    Numbers that are gone or can't be told stay as they were written.
    """
    aged = age_of(ruling.rules, ruling.as_of, source)
    if aged.unknown or aged.as_of >= aged.edition:
        return ruling, aged
    named = list(dict.fromkeys(_NUMBER_IN_TEXT.findall(f"{ruling.answer} {ruling.later}")))
    moved = {**age_of(named, ruling.as_of, source).renumbered, **aged.renumbered}
    if not moved:
        return ruling, aged

    def renumber(text: str) -> str:
        return _NUMBER_IN_TEXT.sub(lambda match: moved.get(match[0], match[0]), text)

    rules = tuple(dict.fromkeys(moved.get(number, number) for number in ruling.rules))
    return replace(ruling, rules=rules, answer=renumber(ruling.answer), later=renumber(ruling.later)), aged


def ages_of(indexes: Iterable[RulesIndex], texts: Texts) -> Iterator[Age]:
    """The ages of every rule of every edition but the newest.

    Args:
        indexes: The editions, in any order.
        texts: Tells the texts of an edition.
    """
    known = sorted(indexes, key=lambda index: index.edition)
    if not known:
        return
    following = known[-1]
    later: dict[str, Age] = {
        number: Age(following.edition, number, number, Fate.UNCHANGED, "", "") for number in following.hashes
    }
    for index in reversed(known[:-1]):
        found = compare(index, following, texts(index.edition), texts(following.edition))
        later = {age.old: age for age in _step(index, found, later)}
        yield from later.values()
        following = index


def _step(index: RulesIndex, found: Comparison, later: Mapping[str, Age]) -> Iterator[Age]:
    """The ages of an edition from its comparison with the next one and the ages of that one."""
    touched = _touched(index, found)
    for number in index.hashes:
        change = found.by_old[number]
        if not change.new:
            yield Age(index.edition, number, "", change.fate, found.new, "")
            continue
        then = later[change.new]
        changed = change.fate is Fate.CHANGED
        since = found.new if changed else then.since
        if then.fate in (Fate.REMOVED, Fate.AMBIGUOUS):
            fate = Fate(then.fate)
        elif changed or then.fate == Fate.CHANGED:
            fate = Fate.CHANGED
        else:
            fate = Fate.UNCHANGED if then.new == number else Fate.MOVED
        below = found.new if number in touched else then.below_since
        yield Age(index.edition, number, then.new, fate, since, below)


def _touched(index: RulesIndex, found: Comparison) -> set[str]:
    """Headings of an edition below which something changed, came or went in the next one.

    A rule with a text of its own stands for itself; a heading stands for what is below it.
    """
    touched: set[str] = set()
    for change in found.changes:
        if change.fate in (Fate.UNCHANGED, Fate.MOVED):
            continue
        if change.old:
            above = {parent(change.old), section(change.old)} - {change.old}
        else:
            over = (found.by_new.get(number) for number in {parent(change.new), section(change.new)} - {change.new})
            above = {each.old for each in over if each is not None}
        touched |= {number for number in above if number in index.headings}
    return touched
