"""Makes the catalogue's files from card data: facts and printed names (`tablejudge catalog build`).

Reads Scryfall's bulk form (JSON array or JSON Lines, gzipped or not) and a table of printed names. Only facts leave
this module: no sentence of a card is kept. Equal input gives equal bytes.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from rulings.catalogue import FACTS, NAMES, TREES, CardFacts, FaceFacts, Keyword, to_json, wording_hash
from rulings.catalogue_file import pack_lines, pack_table, write_bundle
from rulings.catalogue_keywords import keywords_of

WUBRG = "WUBRG"
_SYMBOL_COLORS = re.compile(r"\{([^{}]+)\}")
_MELDS_INTO = re.compile(r"meld them into ([^.]+)\.")
_PLAYTEST_SETS = frozenset({"cmb1", "cmb2"})
_LAYOUT_KINDS = {
    "token": "token",
    "double_faced_token": "token",
    "emblem": "emblem",
    "art_series": "art",
    "scheme": "scheme",
    "vanguard": "vanguard",
}
#: Card types (CR 300.1 and supplementary ones) that make a kind of their own, in the order of the test.
_TYPE_KINDS = (
    ("Token", "token"),
    ("Emblem", "emblem"),
    ("Phenomenon", "phenomenon"),
    ("Plane", "plane"),
    ("Scheme", "scheme"),
    ("Vanguard", "vanguard"),
    ("Conspiracy", "conspiracy"),
    ("Dungeon", "dungeon"),
    ("Stickers", "sticker"),
    ("Hero", "hero"),
    ("Card", "art"),
)


class DataError(Exception):
    """An input file can't be read as card data; the message names the file, the place and what was expected."""


class PrintedName(NamedTuple):
    """A row of the table of printed names: which face of which card has which name in which language."""

    card: str
    face: str
    language: str
    name: str


def read_text(path: Path) -> str:
    """A file's text, gunzipped by its content, not by its name.

    Raises:
        DataError: The file is missing, not readable, or not UTF-8.
    """
    try:
        raw = path.read_bytes()
        return (gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw).decode("utf-8-sig")
    except OSError as error:
        raise DataError(f"{path}: can't be read ({error.strerror or error})") from error
    except (EOFError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: is cut short or not UTF-8 text; download it again") from error


def read_cards(path: Path) -> Iterator[dict[str, Any]]:
    """The card objects of a Scryfall bulk file in either form.

    Raises:
        DataError: A line isn't a card object.
    """
    text = read_text(path)
    if text.lstrip()[:1] == "[":
        try:
            cards = json.loads(text)
        except json.JSONDecodeError as error:
            raise DataError(f"{path}: broken JSON at line {error.lineno}; download it again") from error
    else:
        cards = _lines(path, text)
    for number, card in enumerate(cards, 1):
        if not isinstance(card, dict) or not isinstance(card.get("name"), str) or "layout" not in card:
            raise DataError(f"{path}: entry {number} is no card in Scryfall's form (it has no name and layout)")
        yield card


def _lines(path: Path, text: str) -> Iterator[Any]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                yield json.loads(line)
            except json.JSONDecodeError as error:
                raise DataError(f"{path}: line {number} is no JSON object") from error


def read_printed_names(path: Path) -> list[PrintedName]:
    """The rows of a table of printed names: tab-separated, with a heading (english, face, lang, printed).

    Raises:
        DataError: A row doesn't have four columns.
    """
    rows: list[PrintedName] = []
    for number, line in enumerate(read_text(path).splitlines(), 1):
        columns = line.split("\t")
        if len(columns) != 4:
            raise DataError(f"{path}: line {number} has {len(columns)} columns, not english, face, lang, printed")
        if number > 1 or columns[0] != "english":
            rows.append(PrintedName(*columns))
    return rows


def _wubrg(colors: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(colors) & set(WUBRG), key=WUBRG.index))


def _cost_colors(cost: str) -> tuple[str, ...]:
    # CR 202.2: the colours of the mana symbols in the cost, hybrid and Phyrexian ones included
    return _wubrg(letter for symbol in _SYMBOL_COLORS.findall(cost) for letter in symbol.split("/"))


def kind_of(card: Mapping[str, Any]) -> str:
    """What a card object is: a key of `rulings.catalogue.KINDS`."""
    if card["name"].startswith("A-"):
        return "rebalanced"
    faces = card.get("card_faces") or [card]
    types = (card.get("type_line") or faces[0].get("type_line", "")).partition("—")[0].split()
    for word, kind in _TYPE_KINDS:
        if word in types:
            return kind
    if card["layout"] in _LAYOUT_KINDS:
        return _LAYOUT_KINDS[card["layout"]]
    if card["layout"] == "planar":
        return "plane"
    if card.get("set_type") == "token":
        return "challenge"
    if card.get("set_type") == "memorabilia":
        return "memorabilia"
    if (
        card.get("set") in _PLAYTEST_SETS
        or "playtest" in card.get("promo_types", ())
        or "Playtest" in card.get("set_name", "")
    ):
        return "playtest"
    return "card"


def _face_facts(card: Mapping[str, Any], face: Mapping[str, Any], number: int) -> FaceFacts:
    cost = face.get("mana_cost", "")
    text = face.get("oracle_text", "")
    by_cost = _cost_colors(cost)
    single = face is card
    if "colors" in face:
        colors = _wubrg(face["colors"])
    elif card["layout"] == "flip" and number:
        # CR 710.1c: a flip card keeps its colour and mana cost when it is flipped
        colors = _wubrg(card.get("colors", ()))
    else:
        colors = by_cost
    indicator = _wubrg(face.get("color_indicator", ()))
    flipped = card["layout"] == "flip" and number > 0
    if not indicator and colors and not set(colors) & set(by_cost) and "all colors" not in text and not flipped:
        # CR 204.1: colours that the cost doesn't give come from an indicator
        indicator = colors
    get = face.get if not single else card.get
    return FaceFacts(
        name=face["name"],
        mana_cost=cost,
        type_line=face.get("type_line", ""),
        power=get("power"),
        toughness=get("toughness"),
        loyalty=get("loyalty"),
        defense=get("defense"),
        color_indicator=indicator,
        colors=colors,
        keywords=tuple(Keyword(name, value) for name, value in keywords_of(text)),
    )


def facts_of(card: Mapping[str, Any]) -> CardFacts:
    """The facts of one card object."""
    faces = card.get("card_faces") or [card]
    name, layout, value = card["name"], card["layout"], card.get("cmc")
    if layout == "reversible_card" or (len(faces) == 2 and faces[0]["name"] == faces[1]["name"]):
        # the same card on both sides: one card with one face, known by its one name
        faces, name = faces[:1], faces[0]["name"]
        layout = faces[0].get("layout", "normal")
        value = faces[0].get("cmc", value)
    return CardFacts(
        name=name,
        layout=layout,
        kind=kind_of(card),
        faces=tuple(_face_facts(card, face, number) for number, face in enumerate(faces)),
        mana_value=value or 0,
        color_identity=_wubrg(card.get("color_identity", ())),
    )


def color_identity_of(facts: CardFacts, texts: Iterable[str]) -> tuple[str, ...]:
    """CR 903.4: the colors of mana symbols in costs and texts, of indicators and of color-defining abilities."""
    symbols = "".join((*(face.mana_cost for face in facts.faces), *map(without_reminder, texts)))
    return _wubrg((*_cost_colors(symbols), *(color for face in facts.faces for color in face.colors)))


def without_reminder(text: str) -> str:
    """A text without what stands in parentheses (CR 903.4c: reminder text doesn't count)."""
    return re.sub(r"\([^()]*\)", "", text)


def _by_name(cards: Iterable[Mapping[str, Any]]) -> dict[str, list[tuple[Mapping[str, Any], CardFacts]]]:
    """The card objects of each name with their facts, the one that stands for the name first."""
    by_name: dict[str, list[tuple[tuple[Any, ...], Mapping[str, Any], CardFacts]]] = {}
    for card in cards:
        facts = facts_of(card)
        doubled = card["layout"] == "reversible_card"
        order = (not facts.playable, doubled, card.get("collector_number", ""), card.get("oracle_id", ""))
        by_name.setdefault(facts.name, []).append((order, card, facts))
    return {
        name: [(card, facts) for _, card, facts in sorted(same, key=lambda each: each[0])]
        for name, same in by_name.items()
    }


def card_faces(cards: Iterable[Mapping[str, Any]]) -> dict[str, list[Mapping[str, Any]]]:
    """The face objects, texts included, of the card that stands for each name: what a compiler of texts needs.

    Each has the card's ``layout`` and, where the card has one face, is the card object itself.
    """
    found: dict[str, list[Mapping[str, Any]]] = {}
    for name, same in sorted(_by_name(cards).items()):
        card, facts = same[0]
        faces = (card.get("card_faces") or [card])[: len(facts.faces)]
        found[name] = [{**face, "layout": facts.layout} for face in faces]
    return found


def collect(cards: Iterable[Mapping[str, Any]]) -> dict[str, CardFacts]:
    """Facts by full name, sorted; cards of one name are merged (equal facts) or kept as variants."""
    found: dict[str, CardFacts] = {}
    melds: dict[str, str] = {}
    for name, same in sorted(_by_name(cards).items()):
        distinct = list(dict.fromkeys(facts for _, facts in same))
        found[name] = replace(distinct[0], variants=tuple(distinct[1:]))
        if distinct[0].layout == "meld":
            melds[name] = same[0][0].get("oracle_text", "")
    for name, (partner, result) in _meld_pairs(melds).items():
        found[name] = replace(found[name], melds_with=partner, melds_into=result)
    return found


def _meld_pairs(texts: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Of each meld card its counterpart and what they become.

    CR 712.4a: one card of a pair has the ability that melds them and names both.
    """
    pairs: dict[str, tuple[str, str]] = {}
    for name, text in texts.items():
        if match := _MELDS_INTO.search(text):
            result = match[1]
            for other in texts:
                if other in text and other not in (name, result):
                    pairs[name], pairs[other] = (other, result), (name, result)
    return pairs


def newest_release(cards: Iterable[Mapping[str, Any]]) -> str | None:
    """The newest release date in the data (ISO), None if no card has one."""
    return max((date for card in cards if (date := card.get("released_at"))), default=None)


def face_names(found: Mapping[str, CardFacts]) -> dict[str, str]:
    """Face name -> full name, for faces whose name isn't a card's full name; playable cards first."""
    faces: dict[str, str] = {}
    for facts in sorted(found.values(), key=lambda facts: (not facts.playable, facts.name)):
        for face in facts.faces:
            if face.name not in found:
                faces.setdefault(face.name, facts.name)
    return faces


def printed_names(
    found: Mapping[str, CardFacts], rows: Iterable[PrintedName]
) -> tuple[dict[str, dict[str, dict[str, list[str]]]], list[str]]:
    """Printed names by full name, face and language, in stable order.

    Returns:
        The names, and the English names of rows that no card has (newer than the cards, or misspelt).
    """
    faces = face_names(found)
    names: dict[str, dict[str, dict[str, list[str]]]] = {}
    strangers: set[str] = set()
    for row in sorted(set(rows)):
        card = row.card if row.card in found else faces.get(row.card)
        if card is None:
            strangers.add(row.card)
            continue
        face = row.face or found[card].faces[0].name
        halves = row.name.split(" // ")
        if len(halves) == len(found[card].faces) > 1:
            # the row of one half names both
            index = next((i for i, each in enumerate(found[card].faces) if each.name == face), 0)
            printed = halves[index]
        else:
            printed = row.name
        languages = names.setdefault(card, {}).setdefault(face, {})
        languages.setdefault(row.language, []).append(printed)
    for languages_of in names.values():
        for face, languages in languages_of.items():
            languages_of[face] = {language: sorted(set(languages[language])) for language in sorted(languages)}
    return names, sorted(strangers)


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def write_facts(folder: Path, found: Mapping[str, CardFacts], data_date: str) -> None:
    """Write the file of facts."""
    write_bundle(
        folder / FACTS,
        {"data_date": data_date, "cards": len(found)},
        {
            "facts": pack_table(((name, _compact(to_json(facts))) for name, facts in found.items()), per_block=32),
            "faces": pack_table(face_names(found).items(), per_block=128),
        },
    )


def write_printed(folder: Path, found: Mapping[str, CardFacts], names: Mapping[str, Any], data_date: str) -> None:
    """Write the file of printed names: a list a language, one line a card."""
    languages = sorted({language for faces in names.values() for each in faces.values() for language in each})
    lists: dict[str, bytes] = {}
    count = 0
    for language in languages:
        lines: list[str] = []
        for name, facts in found.items():
            faces = [names.get(name, {}).get(face.name, {}).get(language, []) for face in facts.faces]
            count += sum(map(len, faces))
            lines.append("\t".join("\x1f".join(each) for each in faces).rstrip("\t"))
        lists[language] = pack_lines(lines)
    write_bundle(folder / NAMES, {"data_date": data_date, "names": count, "languages": languages}, lists)


def wordings_of(cards: Mapping[str, list[Mapping[str, Any]]]) -> dict[str, str]:
    """The hash of each card's wording (`rulings.catalogue.wording_hash`), by full name, of what `card_faces` gives."""
    fields = ("name", "mana_cost", "type_line", "oracle_text")
    return {
        name: wording_hash(
            (str(face["name"]), *(str(face.get(field) or "") for field in fields[1:]))  # type: ignore[misc]
            for face in faces
        )
        for name, faces in cards.items()
    }


def write_trees(
    folder: Path, trees: Iterable[tuple[str, Any]], meta: Mapping[str, Any], wordings: Mapping[str, str] | None = None
) -> None:
    """Write the file of ability trees.

    Args:
        folder: The catalogue's folder.
        trees: Full English card name -> a JSON value; cards without an ability need no entry.
        meta: What the file should say of itself (format of the trees, the compiler's version, the data's date).
        wordings: The hash of the wording that was compiled, of every card (`wordings_of`).
    """
    rows = ((name, json.dumps(value, ensure_ascii=True, separators=(",", ":"))) for name, value in trees)
    tables = {"trees": pack_table(rows, per_block=32)}
    if wordings is not None:
        tables["wordings"] = pack_table(wordings.items(), per_block=128)
    write_bundle(folder / TREES, meta, tables)
