"""A question without an answer that names a rule or a card: where what it names can be read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.i18n import _
from rulings.citations import typed_by_asker

#: A section is meant where it is called one: “rule 702”, but not 100 damage.
_SECTION = re.compile(r"(?<!\w)(?:rules?|cr|section)\s+(\d{3})(?!\w|\.\d)", re.IGNORECASE)
#: So many rules and so many cards are pointed at.
_MOST = 3


def rule_numbers(question: str) -> list[str]:
    """The numbers of rules that a question names and that there are, each once, the first few."""
    typed = typed_by_asker(question) + _SECTION.findall(question)
    if not typed:
        return []
    from rulings import rules_index

    known = rules_index.load()
    return [number for number in dict.fromkeys(typed) if number in known][:_MOST]


def where_to_read(rules: Sequence[str], cards: Sequence[str]) -> str:
    """A sentence on where the named rules and cards can be read; empty if none is named.

    Args:
        rules: rule numbers.
        cards: full English names.
    """
    commands = [f"`/rule {number}`" for number in rules]
    commands += [f"`/card {card.partition(' // ')[0]}`" for card in cards[:_MOST]]
    return _("To read what you name: {commands}.").format(commands=", ".join(commands)) if commands else ""
