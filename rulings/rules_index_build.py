"""Makes a rules index from the text of the Comprehensive Rules (a maintainer's tool).

    python -m rulings.rules_index_build MagicCompRules.txt

writes `rulings/data/rules_index/EDITION.tsv`: number, hash, heading, one line a rule, in the document's order.
"""

from __future__ import annotations

import hashlib
import re
import sys
from pathlib import Path

from rulings.reference import rules_text
from rulings.reference.rules_text import NotTheRules, RulesText, decode
from rulings.rules_index import RulesIndex

__all__ = ["NotTheRules", "abstracted", "decode", "digest", "index_of", "parse", "write"]

_RULE_REFERENCE = re.compile(r"\b\d{3}\.\d+[a-z]*\b|(?<=rule )\d{3}\b|(?<=rules )\d{3}\b")


def abstracted(text: str) -> str:
    """A rule's text as it is hashed: rule numbers replaced, quotes and dashes plain, white space single."""
    for curly, plain in ("’'", "‘'", '“"', '”"', "–-", "—-"):
        text = text.replace(curly, plain)
    return " ".join(_RULE_REFERENCE.sub("#", text).split())


def digest(text: str) -> str:
    """Twelve hexadecimal digits of the SHA-256 of the abstracted text."""
    return hashlib.sha256(abstracted(text).encode()).hexdigest()[:12]


def index_of(edition: RulesText) -> RulesIndex:
    """The index of an edition.

    A rule's text is its paragraph and the unnumbered ones that continue it; examples aren't part of it, since a
    changed example changes no rule. Chapters have no entry: nobody cites them by number.
    """
    rules = [rule for rule in edition.rules if rule.kind != "chapter"]
    headings = {rule.number: rule.heading for rule in rules if rule.heading}
    return RulesIndex(edition.edition, {rule.number: digest(rule.text) for rule in rules}, headings)


def parse(text: str) -> RulesIndex:
    """The index of a rules text.

    Raises:
        NotTheRules: The text isn't a whole edition.
    """
    return index_of(rules_text.parse(text))


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
