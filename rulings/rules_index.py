"""The shipped index of Comprehensive Rules numbers: which exist, their headings, a hash of each text.

It holds facts only (numbers, headings, hashes), never a sentence of the rules. With it a citation can be checked, a
cited number can be shown with its heading, and two editions can be compared rule by rule: the hash is taken of the
text with rule numbers abstracted, so that a rule that only moved is recognised (see `rulings.rules_index_build`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources

from rulings import CR_EDITION
from rulings.citations import parent, section

_EDITION = re.compile(r"\d{4}-\d{2}-\d{2}")


class UnknownEdition(LookupError):
    """No index of that edition is shipped."""


@dataclass(frozen=True, slots=True)
class RulesIndex:
    """The numbers of one edition.

    Attributes:
        edition: ISO date on which the edition became effective.
        hashes: Number -> hash of the text with rule numbers abstracted, in the order of the document.
        headings: Number -> heading, for sections (708), keyword rules (701.40) and other rules that are a name only.
    """

    edition: str
    hashes: dict[str, str]
    headings: dict[str, str]

    def __contains__(self, number: object) -> bool:
        return number in self.hashes

    def heading(self, number: str) -> str:
        """The heading that a number stands under, the closest one: 701.40b -> ``Manifest``; empty if there is none."""
        return self.headings.get(parent(number)) or self.headings.get(section(number), "")


@cache
def load(edition: str = CR_EDITION) -> RulesIndex:
    """The shipped index of an edition.

    Raises:
        UnknownEdition: No index of that edition is shipped; the message lists those that are.
    """
    folder = resources.files("rulings") / "data" / "rules_index"
    file = folder / f"{edition}.tsv"
    if not _EDITION.fullmatch(edition) or not file.is_file():
        raise UnknownEdition(f"no index of the rules of {edition} is shipped; there are: {', '.join(editions())}")
    hashes: dict[str, str] = {}
    headings: dict[str, str] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        number, digest, heading = line.split("\t")
        hashes[number] = digest
        if heading:
            headings[number] = heading
    return RulesIndex(edition, hashes, headings)


@cache
def editions() -> tuple[str, ...]:
    """ISO dates of the editions whose indexes are shipped, oldest first."""
    folder = resources.files("rulings") / "data" / "rules_index"
    names = (entry.name for entry in folder.iterdir())
    return tuple(sorted(name.removesuffix(".tsv") for name in names if name.endswith(".tsv")))
