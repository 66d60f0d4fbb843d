"""Makes a rules index from the text of the Comprehensive Rules (a maintainer's tool).

    python -m rulings.rules_index_build MagicCompRules.txt

writes `rulings/data/rules_index/EDITION.tsv`: number, hash, heading, one line a rule, in the document's order.
"""

from __future__ import annotations

import hashlib
import re
import sys
from datetime import datetime
from pathlib import Path

from rulings.rules_index import RulesIndex

_EFFECTIVE = re.compile(r"effective as of (\w+ \d{1,2}, \d{4})")
# A rule starts a paragraph: "701.40.", "701.40b", once "119.1d." with a period and once "606.5" without one.
_RULE = re.compile(r"(\d{3}\.\d+[a-z]*)\.? +(.*)")
_SECTION = re.compile(r"(\d{3})\. +(.*)")
_RULE_REFERENCE = re.compile(r"\b\d{3}\.\d+[a-z]*\b|(?<=rule )\d{3}\b|(?<=rules )\d{3}\b")
# Fewer rules than this is a file cut off or not the Comprehensive Rules at all; the smallest edition known has 2,400.
_LEAST_RULES = 2000


class NotTheRules(ValueError):
    """The file isn't a whole text of the Comprehensive Rules."""


def decode(data: bytes) -> str:
    """The rules text from bytes of any vintage: UTF-8 or UTF-16 with a byte order mark, UTF-8, Windows-1252.

    Line ends become LF (files with bare CR, CRLF and mixtures were published).
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = data.decode("utf-16")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252", errors="replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def abstracted(text: str) -> str:
    """A rule's text as it is hashed: rule numbers replaced, quotes and dashes plain, white space single."""
    for curly, plain in ("’'", "‘'", '“"', '”"', "–-", "—-"):
        text = text.replace(curly, plain)
    return " ".join(_RULE_REFERENCE.sub("#", text).split())


def digest(text: str) -> str:
    """Twelve hexadecimal digits of the SHA-256 of the abstracted text."""
    return hashlib.sha256(abstracted(text).encode()).hexdigest()[:12]


def parse(text: str) -> RulesIndex:
    """The index of a rules text.

    A rule's text is its paragraph and the unnumbered ones that continue it; examples aren't part of it, since a
    changed example changes no rule.

    Raises:
        NotTheRules: The text has no edition, no glossary, or too few rules.
    """
    effective = _EFFECTIVE.search(text)
    if effective is None:
        raise NotTheRules("it doesn't say from when it is effective: is this the Comprehensive Rules text?")
    lines = [line.strip() for line in text.split("\n")]
    # The table of contents repeats every heading: the rules stand between the last "1. Game Concepts" and the Glossary
    # that follows it.
    if "Glossary" not in lines or "Credits" not in lines or lines.index("Credits") == _last(lines, "Credits"):
        raise NotTheRules("it is cut off: the glossary or the credits at its end are missing")
    body = lines[_last(lines, "1. Game Concepts") : _last(lines, "Glossary")]
    texts: dict[str, list[str]] = {}
    headings: dict[str, str] = {}
    current: list[str] | None = None
    in_example = False
    for line in body:
        if not line:
            continue
        if rule := _RULE.fullmatch(line):
            number, words = rule.groups()
            current = texts.setdefault(number, [])
            current.append(words)
            in_example = False
            if number[-1].isdigit() and _is_name(words):
                headings[number] = words
        elif head := _SECTION.fullmatch(line):
            number, words = head.groups()
            texts[number] = [words]
            headings[number] = words
            current, in_example = None, False
        elif line.startswith("Example:"):
            in_example = True
        elif current is not None and not in_example:
            current.append(line)
    if len(texts) < _LEAST_RULES:
        raise NotTheRules(f"it has only {len(texts)} rules")
    edition = datetime.strptime(effective.group(1), "%B %d, %Y").date().isoformat()
    return RulesIndex(edition, {number: digest(" ".join(words)) for number, words in texts.items()}, headings)


def _last(lines: list[str], wanted: str) -> int:
    """Index of the last line that reads so.

    Raises:
        NotTheRules: There is none.
    """
    for index in range(len(lines) - 1, -1, -1):
        if lines[index] == wanted:
            return index
    raise NotTheRules(f"there is no line “{wanted}”")


def _is_name(words: str) -> bool:
    """Whether a rule's text is only the name of something (a keyword, a step), which is a fact, not a sentence."""
    return len(words) <= 40 and not words.endswith((".", ":", ")", "”"))


def write(index: RulesIndex, folder: Path) -> Path:
    """Write an index as `EDITION.tsv` into a folder; equal indexes give equal bytes."""
    path = folder / f"{index.edition}.tsv"
    lines = [f"{number}\t{hashed}\t{index.headings.get(number, '')}\n" for number, hashed in index.hashes.items()]
    path.write_text("".join(lines), encoding="utf-8", newline="\n")
    return path


def main(arguments: list[str]) -> int:
    """Build the index of each file named on the command line; exit code 1 if one is refused."""
    status = 0
    for name in arguments:
        try:
            index = parse(decode(Path(name).read_bytes()))
        except (NotTheRules, OSError) as error:
            print(f"{name}: refused: {error}", file=sys.stderr)
            status = 1
            continue
        path = write(index, Path(__file__).parent / "data" / "rules_index")
        print(f"{path.name}: {len(index.hashes)} numbers, {len(index.headings)} headings")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
