"""Makes the table of card subjects from card data (a maintainer's tool).

    python -m rulings.search.cards_build oracle-cards.jsonl.gz

reads Scryfall's bulk form and writes `rulings/data/search/card_subjects.bin`: for each card the vocabulary terms of its
text, types, layout and the kinds of symbols in its mana cost. Only names of game concepts leave this module. Equal
input gives equal bytes.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rulings.catalogue_build import DataError, read_cards
from rulings.catalogue_file import Bundle, pack_table, write_bundle
from rulings.search.cards import FILE, SUBJECTS, TABLE
from rulings.search.compiled import read_vocabulary
from rulings.search.text import tokens
from rulings.search.vocabulary import MEANS, Vocabulary

# A term that more cards than this share tells nothing about any of them.
_TOO_COMMON = 0.12
# The rarest terms of a card are kept.
_MOST_TERMS = 12
_LAYOUT_TERMS = {
    "transform": "double-faced",
    "modal_dfc": "modal-double-faced",
    "split": "split-card",
    "adventure": "adventure",
    "saga": "saga",
    "mutate": "mutate",
}
# Kinds of mana symbols that people ask about.
_SYMBOL_TERMS = (
    (re.compile(r"/P\}"), "phyrexian-mana"),
    (re.compile(r"\{[WUBRGC2]/[WUBRG]\}"), "hybrid-mana"),
    (re.compile(r"\{X\}"), "x"),
    (re.compile(r"\{S\}"), "snow"),
)


def subjects_of(card: Mapping[str, Any], vocabulary: Vocabulary) -> list[str]:
    """The terms of one card, in the order of its text, each once."""
    parts = [card, *card.get("card_faces", ())]
    terms: dict[str, None] = {}
    if layout := _LAYOUT_TERMS.get(str(card.get("layout"))):
        terms[layout] = None
    for part in parts:
        cost = part.get("mana_cost") or ""
        terms.update({term: None for symbol, term in _SYMBOL_TERMS if symbol.search(cost)})
        text = " . ".join((part.get("type_line") or "", part.get("oracle_text") or ""))
        for name in {str(part.get("name")), str(part.get("name")).split(",")[0]}:
            text = text.replace(name, " ")
        for word in vocabulary.words(tokens(text.replace("—", " . "))):
            if word.known:
                terms.update({term: None for term, weight in word.terms if weight >= MEANS})
    return list(terms)


def build(cards: Iterable[Mapping[str, Any]], vocabulary: Vocabulary) -> dict[str, list[str]]:
    """Name -> terms, the common ones left out."""
    subjects = {str(card["name"]): subjects_of(card, vocabulary) for card in cards}
    counts = Counter(term for terms in subjects.values() for term in terms)
    most = _TOO_COMMON * len(subjects)
    kept: dict[str, list[str]] = {}
    for name, terms in subjects.items():
        telling = sorted((term for term in terms if counts[term] <= most), key=lambda term: (counts[term], term))
        if telling:
            kept[name] = telling[:_MOST_TERMS]
    return kept


def write_newer(folder: Path, cards: Iterable[Mapping[str, Any]]) -> None:
    """Write the table of cards that aren't in the shipped one, by the measure of that one.

    Args:
        folder: Where to.
        cards: In Scryfall's form.

    Raises:
        CatalogueError: The shipped table can't be read.
    """
    shipped = Bundle(SUBJECTS).table(TABLE)
    counts = Counter(term for _, row in shipped.from_prefix("") for term in row.split(" "))
    vocabulary = read_vocabulary()
    rows: dict[str, str] = {}
    for card in cards:
        # what isn't in the shipped table is too common to tell anything
        telling = sorted(
            (term for term in subjects_of(card, vocabulary) if term in counts), key=lambda term: (counts[term], term)
        )
        if telling:
            rows[str(card["name"])] = " ".join(telling[:_MOST_TERMS])
    write_bundle(folder / FILE, {"cards": len(rows)}, {TABLE: pack_table(rows.items())})


def main(arguments: list[str]) -> int:
    """Build the table from the file named on the command line; exit code 1 if it can't be read."""
    try:
        cards = list(read_cards(Path(arguments[0])))
    except (DataError, IndexError) as error:
        print(f"card data needed: {error}", file=sys.stderr)
        return 1
    subjects = build(cards, read_vocabulary())
    SUBJECTS.parent.mkdir(exist_ok=True)
    table = pack_table((name, " ".join(terms)) for name, terms in subjects.items())
    write_bundle(SUBJECTS, {"cards": len(subjects)}, {TABLE: table})
    print(f"{SUBJECTS.name}: {len(subjects)} cards, {SUBJECTS.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
