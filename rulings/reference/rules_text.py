"""The Comprehensive Rules as data: headings, rules, subrules, examples, glossary, edition, cross-references.

Files of every vintage are read: UTF-8 with or without a byte order mark, UTF-16, Windows-1252; line ends LF, CRLF, bare
CR and mixtures. What is cut off or isn't the rules at all is refused with the reason.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from rulings.remarks import Remark

#: Fewer rules than this is a file cut off or not the Comprehensive Rules at all; the edition of 2014 has 2,091.
LEAST_RULES = 2000
#: A rule whose text is longer is a sentence, not a name.
LONGEST_HEADING = 40

_EFFECTIVE = re.compile(r"effective as of (\w+ \d{1,2}, \d{4})")
# A rule starts a paragraph: "701.40.", "701.40b", once "119.1d." with a period, once "606.5" without one, and once
# "901.4." without a blank behind it.
_RULE = re.compile(r"(?P<number>\d{3}\.\d+)(?P<letters>[a-z]*)(?:\.\s*|\s+)(?P<words>\S.*)")
_SECTION = re.compile(r"(\d{3})\. +(.*)")
_CHAPTER = re.compile(r"([1-9])\. +(.*)")
#: Older text files wrote italics as _Magic_.
_ITALICS = re.compile(r"(?<![\w_])_(?=[^\s_])([^_\n]+)_(?!_)")
_REFERENCE = re.compile(
    r"\b(?P<number>\d{3}\.\d+)(?P<first>[a-z]{0,2})(?:[–-](?:\d{3}\.(?=\d))?(?P<last>[a-z]{1,2}|\d{1,3})\b)?"
    r"|(?<=rule )(?P<section>\d{3})\b|(?<=rules )(?P<sections>\d{3})(?: and (?P<other>\d{3}))?\b"
)
_LETTERS = "abcdefghijkmnpqrstuvwxyz"


class NotTheRules(ValueError):
    """The file isn't a whole text of the Comprehensive Rules."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered entry of the rules.

    Attributes:
        number: ``7`` (a chapter), ``704`` (a section), ``704.5`` (a rule) or ``704.5a`` (a subrule).
        text: Its paragraphs, joined by a line break; of a chapter, a section and many keywords the name only.
        examples: The examples below it, without the word "Example".
    """

    number: str
    text: str
    examples: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """``chapter``, ``section``, ``rule`` or ``subrule``."""
        if "." not in self.number:
            return "section" if len(self.number) > 1 else "chapter"
        return "rule" if self.number[-1].isdigit() else "subrule"

    @property
    def heading(self) -> str:
        """Its name if its text is nothing but a name (of a section, a keyword, a step); else empty."""
        if self.kind in ("chapter", "section"):
            return self.text
        return self.text if self.kind == "rule" and is_name(self.text) else ""

    @property
    def references(self) -> tuple[str, ...]:
        """The numbers that its text points to, each once, in order."""
        return tuple(number for number in references(self.text) if number != self.number)


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """An entry of the glossary.

    Attributes:
        term: As printed; several spellings are separated by commas.
        text: Its lines, joined by a line break.
    """

    term: str
    text: str

    @property
    def references(self) -> tuple[str, ...]:
        """The numbers that its text points to, each once, in order."""
        return tuple(references(self.text))


@dataclass(frozen=True, slots=True)
class RulesText:
    """A whole edition.

    Attributes:
        edition: ISO date from which it is effective.
        rules: Chapters, sections, rules and subrules in the document's order.
        glossary: In the document's order.
    """

    edition: str
    rules: tuple[Rule, ...]
    glossary: tuple[GlossaryEntry, ...]

    def count(self, kind: str) -> int:
        """How many entries are of a kind: ``chapter``, ``section``, ``rule``, ``subrule``."""
        return sum(rule.kind == kind for rule in self.rules)

    def summary(self) -> str:
        """The counts as people read them."""
        return (
            f"{self.count('section'):,} headings, {self.count('rule'):,} rules, {self.count('subrule'):,} subrules, "
            f"{len(self.glossary):,} glossary entries"
        )


def decode(data: bytes) -> str:
    """The text of bytes of any vintage: UTF-8 or UTF-16 with or without a byte order mark, Windows-1252.

    Line ends become LF. Some files separate paragraphs by two bare CRs and chapters by CR CR LF: each CR and each CRLF
    is a line end, so that CR CR LF gives two, as meant; where every line ends with CR CR LF it is one.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = data.decode("utf-16", errors="replace")
    elif data[1:2] == b"\0" or data[:1] == b"\0":
        # UTF-16 without a mark: of a letter of the title one of the two bytes is zero
        text = data.decode("utf-16-be" if data[:1] == b"\0" else "utf-16-le", errors="replace")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252", errors="replace")
    if text.count("\r\r\n") == text.count("\n") == text.count("\r") // 2:
        text = text.replace("\r\r\n", "\n")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def is_name(words: str) -> bool:
    """Whether a rule's text is only the name of something (a keyword, a step), which is a fact, not a sentence."""
    return len(words) <= LONGEST_HEADING and not words.endswith((".", ":", ")", "”"))


def edition_of(text: str) -> str:
    """ISO date from which a text says that it is effective.

    Raises:
        NotTheRules: It says none.
    """
    effective = _EFFECTIVE.search(text)
    if effective is None:
        raise NotTheRules(Remark("it doesn't say from when it is effective: is this the Comprehensive Rules text?"))
    try:
        return datetime.strptime(effective.group(1), "%B %d, %Y").date().isoformat()
    except ValueError:
        raise NotTheRules(Remark("“{text}” isn't a date", text=effective.group(1))) from None


def parse(text: str) -> RulesText:
    """An edition from its decoded text.

    Raises:
        NotTheRules: The text has no edition, no glossary, no credits, or too few rules.
    """
    edition = edition_of(text)
    lines = [line.strip() for line in _ITALICS.sub(r"\1", text).split("\n")]
    # The table of contents repeats every heading: the rules stand between the last "1. Game Concepts" and the Glossary
    # that follows it, the glossary before the last Credits.
    if "Glossary" not in lines or "Credits" not in lines:
        raise NotTheRules(Remark("it is cut off: the glossary and the credits at its end are missing"))
    start, glossary, credits = (_last(lines, each) for each in ("1. Game Concepts", "Glossary", "Credits"))
    if glossary < start:
        raise NotTheRules(Remark("it is cut off: the rules don't go on to the glossary"))
    if credits < glossary:
        raise NotTheRules(Remark("it is cut off in the glossary: the credits at its end are missing"))
    rules = _rules(lines[start:glossary])
    found = sum(len(rule.number) > 1 for rule in rules)
    if found < LEAST_RULES:
        raise NotTheRules(Remark("it has only {count} rules", count=found))
    entries = _glossary(lines[glossary + 1 : credits])
    if not entries:
        raise NotTheRules(Remark("its glossary is empty"))
    return RulesText(edition, tuple(rules), tuple(entries))


def references(text: str) -> list[str]:
    """The rule numbers that a text points to, each once, in order; a range gives each of its letters.

    >>> references("See rule 708, and rules 702.2b–d; 113.6 too.")
    ['708', '702.2b', '702.2c', '702.2d', '113.6']
    """
    found: list[str] = []
    for match in _REFERENCE.finditer(text):
        if match["section"] or match["sections"]:
            found += [number for number in (match["section"], match["sections"], match["other"]) if number]
            continue
        number, first, last = match["number"], match["first"], match["last"]
        found.append(number + first)
        if last and first and first in _LETTERS and last in _LETTERS:
            found += [number + letter for letter in _LETTERS[_LETTERS.index(first) + 1 : _LETTERS.index(last) + 1]]
        elif last and not first and last.isdigit():
            head, _, rule = number.partition(".")
            found += [f"{head}.{each}" for each in range(int(rule) + 1, int(last) + 1)]
    return list(dict.fromkeys(found))


def _rules(lines: list[str]) -> list[Rule]:
    """The numbered entries of the body's lines."""
    texts: dict[str, list[str]] = {}
    examples: dict[str, list[str]] = {}
    current = ""
    in_example = False
    for line in lines:
        if not line:
            continue
        if rule := _RULE.fullmatch(line):
            current, in_example = rule["number"] + rule["letters"], False
            texts.setdefault(current, []).append(rule["words"])
        elif heading := _SECTION.fullmatch(line) or _CHAPTER.fullmatch(line):
            current, in_example = heading.group(1), False
            texts[current] = [heading.group(2)]
        elif line.startswith("Example:"):
            in_example = True
            examples.setdefault(current, []).append(line.removeprefix("Example:").strip())
        elif in_example:
            examples[current][-1] += f"\n{line}"
        elif current:
            # a paragraph that continues the rule above without a number
            texts[current].append(line)
    return [Rule(number, "\n".join(words), tuple(examples.get(number, ()))) for number, words in texts.items()]


def _glossary(lines: list[str]) -> list[GlossaryEntry]:
    """The entries of the glossary's lines: a term, its text below, an empty line."""
    entries: list[GlossaryEntry] = []
    block: list[str] = []
    for line in [*lines, ""]:
        if line:
            block.append(line)
        elif block:
            if len(block) == 1 and entries:
                # a paragraph of its own continues the entry above: a term always has a text
                last = entries.pop()
                entries.append(GlossaryEntry(last.term, f"{last.text}\n{block[0]}"))
            else:
                entries.append(GlossaryEntry(block[0], "\n".join(block[1:])))
            block = []
    return entries


def _last(lines: list[str], wanted: str) -> int:
    """Index of the last line that reads so.

    Raises:
        NotTheRules: There is none.
    """
    for index in range(len(lines) - 1, -1, -1):
        if lines[index] == wanted:
            return index
    raise NotTheRules(Remark("there is no line “{line}”", line=wanted))
