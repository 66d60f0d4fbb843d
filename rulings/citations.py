"""Citations: rule numbers as the Comprehensive Rules write them, and policy documents.

A citation is either a rule of the Comprehensive Rules (``701.40b``, ``116.2``, a whole section ``708``) or a
numbered part of a policy document (``IPG 2.1``, ``MTR 4.1``). Nothing here knows which of them exist: that is
`rulings.rules_index`.
"""

from __future__ import annotations

import re

#: A rule or subrule. The letters l and o are never used, so that they aren't read as 1 and 0.
RULE_NUMBER = re.compile(r"[1-9]\d{2}\.[1-9]\d{0,2}[a-km-np-z]{0,2}")
#: A section heading such as 708.
SECTION_NUMBER = re.compile(r"[1-9]\d{2}")
#: The Magic Infraction Procedure Guide, the Magic Tournament Rules, Judging at Regular.
POLICY = re.compile(r"(?:IPG|MTR) \d{1,2}(?:\.\d{1,2})?|JAR")

_IN_COMMENT = re.compile(
    r"(?:^|[#\"'(\s])CR:? (?P<list>\d{3}(?:\.\d+[a-z]*)?(?:(?:,| and|, and|–|-) ?\d{3}(?:\.\d+[a-z]*)?)*)"
)
_NUMBER = re.compile(r"\d{3}(?:\.\d+[a-z]*)?")
_TYPED = re.compile(r"(?<![\d.])([1-9]\d{2})\s?\.\s?(\d{1,3})\s?\.?([a-km-np-z]{0,2})(?![\w])", re.IGNORECASE)


def is_rule(citation: str) -> bool:
    """Whether a citation has the form of a rule, subrule or section of the Comprehensive Rules."""
    return bool(RULE_NUMBER.fullmatch(citation) or SECTION_NUMBER.fullmatch(citation))


def is_policy(citation: str) -> bool:
    """Whether a citation has the form of a policy document's part, such as ``IPG 2.1``."""
    return bool(POLICY.fullmatch(citation))


def parent(number: str) -> str:
    """The rule that a subrule belongs to: ``701.40b`` -> ``701.40``; anything else is returned unchanged."""
    return number.rstrip("abcdefghijkmnpqrstuvwxyz") if RULE_NUMBER.fullmatch(number) else number


def section(number: str) -> str:
    """The section of a rule: ``701.40b`` -> ``701``; a policy citation is returned unchanged."""
    return number[:3] if is_rule(number) else number


def is_within(number: str, other: str) -> bool:
    """Whether `number` is `other` or one of its subrules: 708.2a is within 708.2 and within 708."""
    return number == other or parent(number) == other or (is_rule(number) and section(number) == other)


def same_rule(number: str, other: str) -> bool:
    """Whether two citations are the same rule or subrules of one: 701.40b and 701.40g, 708.2 and 708.2a."""
    return parent(number) == parent(other)


def cited_in_source(text: str) -> list[str]:
    """The rule numbers that a source file cites in the form ``CR 708.8``, in order, each as often as it stands there.

    Lists and ranges count: ``CR 613.1f, 613.2b`` and ``CR 601-608`` give both numbers.
    """
    return [number for found in _IN_COMMENT.finditer(text) for number in _NUMBER.findall(found["list"])]


def typed_by_asker(question: str) -> list[str]:
    """The rule numbers in a question: ``does 701.40B apply`` -> ``["701.40b"]``; each once, in order."""
    numbers = [f"{head}.{int(rule)}{letters.lower()}" for head, rule, letters in _TYPED.findall(question)]
    return list(dict.fromkeys(number for number in numbers if is_rule(number)))
