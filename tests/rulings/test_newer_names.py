"""Names of newer cards over the shipped ones are read as one build of all names would be."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import pytest

from rulings.catalogue import CardFacts, Catalogue, FaceFacts, to_json
from rulings.catalogue_build import PrintedName, printed_names, write_facts, write_printed
from rulings.names import Names, Resolved
from rulings.names_build import read_nicknames, write_lookup
from rulings.names_fold import fold
from rulings.names_index import NameIndex, parse_entry
from rulings.names_text import find_in_text
from rulings.newer import Newer, write_over
from rulings.newer_catalogue import LayeredCatalogue
from rulings.reference.database import Reference

#: Unknown cards are told with it.
DATE = Catalogue.shipped().data_date


class BothWays(NamedTuple):
    """The same cards: some laid over the others, and all in one build."""

    layered: Names
    whole: Names


def write_all(folder: Path, found: Mapping[str, CardFacts], rows: Iterable[PrintedName], nicknames: Any) -> Catalogue:
    folder.mkdir(exist_ok=True)
    names, _ = printed_names(found, rows)
    write_facts(folder, found, DATE)
    write_printed(folder, found, names, DATE)
    write_lookup(folder, found, names, DATE, nicknames)
    return Catalogue(folder)


def lay_over(
    folder: Path, base: Catalogue, added: list[CardFacts], changed: list[CardFacts], rows: list[PrintedName]
) -> LayeredCatalogue:
    folder.mkdir()
    facts = {each.name: each for each in added}
    for card in {row.card for row in rows} - facts.keys():
        facts[card] = base.facts(card) or pytest.fail(card)
    below = printed_rows(base, facts.keys() - {each.name for each in added})
    names, _ = printed_names(facts, [*rows, *below])
    newer = Newer(
        {each.name: json.dumps(to_json(each)) for each in added},
        {each.name: json.dumps(to_json(each)) for each in changed},
        {name: json.dumps(names[name]) for name in sorted(names)},
    )
    write_over(folder, newer, cast(Reference, SimpleNamespace(card=lambda name: None)), base, DATE)
    return LayeredCatalogue(base, folder)


def printed_rows(catalogue: Catalogue, names: Iterable[str]) -> Iterator[PrintedName]:
    for name in names:
        for face, languages in catalogue.printed(name).items():
            yield from (PrintedName(name, face, code, each) for code, printed in languages.items() for each in printed)


def meaning(index: NameIndex, table: str, value: str) -> Any:
    entry = parse_entry(value)
    return entry.guarded, [(each.letter, index.card_name(each), each.face) for each in entry.targets]


def rows_of(index: NameIndex, table: str) -> dict[str, Any]:
    tables = {"english": index.english_table, "printed": index.printed_table}
    return {key: meaning(index, table, value) for key, value in tables[table].from_prefix("")}


def assert_same_tables(both: BothWays) -> None:
    layered, whole = both.layered.index, both.whole.index
    for table in ("english", "printed"):
        one, other = rows_of(layered, table), rows_of(whole, table)
        assert list(one) == sorted(one)
        different = {key: (one.get(key), other.get(key)) for key in {*one, *other} if one.get(key) != other.get(key)}
        assert different == {}
    words = dict(whole.words_table.from_prefix(""))
    for word, value in layered.words_table.from_prefix(""):
        english = [layered.english_table.at(place)[0] for place in layered.postings(value)[0]]
        there = words.pop(word, "")
        assert english == [whole.english_table.at(place)[0] for place in whole.postings(there)[0]], word
        assert (layered.is_known(word[2:]), layered.is_ordinary(word[2:])) == (
            whole.is_known(word[2:]),
            whole.is_ordinary(word[2:]),
        )
    # in what language a word of a shipped name finds it was decided when it was shipped
    assert all(whole.postings(value)[0] == [] for value in words.values())


def assert_same_answers(both: BothWays, queries: Iterable[str]) -> None:
    for query in queries:
        assert both.layered.resolve(query) == both.whole.resolve(query), query
        assert both.layered.suggest(query) == both.whole.suggest(query), query
        sentence = f"What happens when {query} leaves the battlefield?"
        assert find_in_text(sentence, both.layered) == find_in_text(sentence, both.whole), query


def misspelt(name: str, chance: random.Random) -> str:
    """A name with two letters swapped, one dropped, one doubled, or cut short."""
    at = chance.randrange(1, max(2, len(name) - 1))
    return chance.choice(
        [
            name[:at] + name[at + 1 : at + 2] + name[at : at + 1] + name[at + 2 :],
            name[:at] + name[at + 1 :],
            name[:at] + name[at : at + 1] + name[at:],
            name[: max(3, len(name) - at)],
        ]
    )


def a_card(name: str, *types: str, kind: str = "card") -> CardFacts:
    lines = types or ("Creature — Elf",)
    faces = name.split(" // ")
    return CardFacts(name, "normal", kind, tuple(FaceFacts(face, type_line=lines[0]) for face in faces))


OLD = [
    a_card("Bramwen, Keeper of Dusk", "Legendary Creature — Elf"),
    a_card("Torvald of the Vale", "Legendary Creature — Human"),
    a_card("Gloamhide Crawler"),
    a_card("Snarefang of Ruin"),
    a_card("Mirewick of Thorns"),
    a_card("Quillon", "Artifact"),
    a_card("Quillon", "Plane — Quillon", kind="plane"),
    a_card("Moss Walker // Stone Walker"),
    a_card("Ember Lance", "Instant"),
    a_card("Waltzing Plane", "Plane — Hall", kind="plane"),
]
NEW = [
    a_card("Bramwen, Queen of Dawn", "Legendary Creature — Elf"),
    a_card("Torvaldsson, the Loud", "Legendary Creature — Human"),
    a_card("Vale Snarefang"),
    a_card("Old Mirewick"),
    a_card("Ember Lancer", "Creature — Quillon"),
    a_card("Isolde of the Marsh", "Legendary Creature — Elf"),
    a_card("Stone Walker", "Creature — Golem"),
    a_card("Waltzing Plane", "Creature — Golem"),
    a_card("Sky Whisper // Whispered Sky"),
]
OLD_ROWS = [
    PrintedName("Ember Lance", "Ember Lance", "de", "Glutlanze"),
    PrintedName("Quillon", "Quillon", "de", "Parierstange"),
    PrintedName("Gloamhide Crawler", "Gloamhide Crawler", "fr", "Rampant crépusculaire"),
]
NEW_ROWS = [
    PrintedName("Ember Lancer", "Ember Lancer", "de", "Glutlanzer"),
    PrintedName("Isolde of the Marsh", "Isolde of the Marsh", "de", "Glutlanze"),
    PrintedName("Sky Whisper // Whispered Sky", "Whispered Sky", "de", "Geflüsterter Himmel"),
    PrintedName("Gloamhide Crawler", "Gloamhide Crawler", "de", "Dämmerhautkriecher"),
]
NICKNAMES = {"in_text": {"the crawler": "Gloamhide Crawler"}, "alone": {}, "crossover": {}}


def by_name(cards: Iterable[CardFacts]) -> dict[str, CardFacts]:
    found: dict[str, CardFacts] = {}
    for each in sorted(cards, key=lambda each: (each.name, not each.playable)):
        found.setdefault(each.name, each)
    return found


@pytest.fixture(scope="module")
def invented(tmp_path_factory: pytest.TempPathFactory) -> BothWays:
    folder = tmp_path_factory.mktemp("invented")
    old = by_name(OLD)
    # what is known by name already isn't added: the plane stays what it is
    added = [each for name, each in by_name(NEW).items() if name not in old and name != "Stone Walker"]
    changed = [a_card("Snarefang of Ruin", "Legendary Creature — Beast")]
    base = write_all(folder / "base", old, OLD_ROWS, NICKNAMES)
    layered = lay_over(folder / "over", base, added, changed, NEW_ROWS)
    everything = dict(sorted((old | by_name(changed) | by_name(added)).items()))
    whole = write_all(folder / "whole", everything, [*OLD_ROWS, *NEW_ROWS], NICKNAMES)
    return BothWays(Names(layered, Names(base)), Names(whole))


def test_invented_newer_names_read_as_one_build(invented: BothWays) -> None:
    assert_same_tables(invented)
    chance = random.Random(4)
    names = [each.name for each in (*OLD, *NEW)] + [row.name for row in (*OLD_ROWS, *NEW_ROWS)]
    queries = [*names, *(misspelt(name, chance) for name in names * 5)]
    assert_same_answers(invented, [*queries, "bramwen", "torvald", "snarefang", "isolde", "the crawler", "q"])
    assert list(invented.layered.catalogue.names()) == list(invented.whole.catalogue.names())
    for name in invented.whole.catalogue.names():
        assert invented.layered.catalogue.facts(name) == invented.whole.catalogue.facts(name)
        assert invented.layered.catalogue.printed(name) == invented.whole.catalogue.printed(name)
        for face in name.split(" // "):
            assert invented.layered.catalogue.full_name(face) == invented.whole.catalogue.full_name(face)


def test_a_short_form_that_a_newer_legend_shares_means_both(invented: BothWays) -> None:
    names = invented.layered
    assert isinstance(Names(names.catalogue.base).resolve("Bramwen"), Resolved)  # type: ignore[attr-defined]
    assert not isinstance(names.resolve("Bramwen"), Resolved)


def test_a_short_form_that_a_newer_name_takes_away_is_gone_from_every_lookup(invented: BothWays) -> None:
    """A word that stands in two names names neither."""
    layered = invented.layered
    base = Names(layered.catalogue.base)  # type: ignore[attr-defined]
    assert base.index.english("mirewick") is not None
    assert layered.index.english("mirewick") is None
    assert "mirewick" not in dict(layered.index.english_table.from_prefix("mirewick"))
    place = layered.index.english_table.ordinal("mirewick")
    assert layered.index.english_table.at(place) == ("mirewick", "")


def test_an_exact_newer_name_is_never_outranked_by_a_near_shipped_one(invented: BothWays) -> None:
    found = invented.layered.resolve("ember lancer")
    assert isinstance(found, Resolved)
    assert (found.card, found.matched_by) == ("Ember Lancer", "exact")
    assert [each.card for each in invented.layered.suggest("Ember Lance")] == ["Ember Lance", "Ember Lancer"]
    printed = invented.layered.resolve("Glutlanzer")
    assert isinstance(printed, Resolved)
    assert (printed.card, printed.matched_by, printed.languages) == ("Ember Lancer", "printed", ("de",))


def nothing_left_out(nicknames: Mapping[str, Mapping[str, str]]) -> set[str]:
    return {name for section in nicknames.values() for name in section.values()}


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> tuple[BothWays, list[str]]:
    """The shipped cards, every fortieth of them laid over the others."""
    folder = tmp_path_factory.mktemp("real")
    shipped = Catalogue.shipped()
    found = {name: shipped.facts(name) or pytest.fail(name) for name in shipped.names()}
    nicknamed = nothing_left_out(read_nicknames())
    added = [
        facts
        for facts in list(found.values())[::40]
        if facts.playable and not nicknamed & {facts.name, *(face.name for face in facts.faces)}
    ]
    newer = {facts.name for facts in added}
    rest = {name: facts for name, facts in found.items() if name not in newer}
    base = write_all(folder / "base", rest, printed_rows(shipped, rest), None)
    layered = lay_over(folder / "over", base, added, [], list(printed_rows(shipped, sorted(newer))))
    return BothWays(Names(layered, Names(base)), Names(shipped)), sorted(newer)


def test_real_newer_names_read_as_one_build(real: tuple[BothWays, list[str]]) -> None:
    both, newer = real
    assert len(newer) > 500
    assert_same_tables(both)
    chance = random.Random(5)
    near = [misspelt(name, chance) for name in newer[::12]]
    old = list(Catalogue.shipped().names())[7::700]
    foreign = [row.name for row in printed_rows(Catalogue.shipped(), newer[::40])]
    assert_same_answers(both, [*newer[::20], *near, *old, *(misspelt(name, chance) for name in old), *foreign])
    assert all(fold(name) for name in newer)
