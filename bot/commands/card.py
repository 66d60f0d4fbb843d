"""`tablejudge card NAME`: a card's facts, its printed names, and which of its abilities are simulated."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Any

import click

from bot.console.terminal import clean
from bot.services.card_abilities import card_abilities
from bot.services.card_abilities import lines as ability_lines
from bot.services.card_abilities import to_json as abilities_json
from bot.services.card_names import names_in_service
from bot.services.languages import LANGUAGES
from bot.services.paths import REFERENCE_FILE, data_dir
from rulings.catalogue import KINDS, CardFacts, Catalogue, CatalogueError, FaceFacts, Keyword, to_json
from rulings.names import Ambiguous, Resolved, Unknown

if TYPE_CHECKING:
    from bot.services.reference import CardReference

#: Exit codes: no card has that name; several could be meant. (2 is click's, for a command that can't be read.)
UNKNOWN, AMBIGUOUS = 1, 3


@click.command()
@click.argument("name", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--names", "all_names", is_flag=True, help="List the names in other languages.")
def command(name: tuple[str, ...], as_json: bool, all_names: bool) -> None:
    """Show a card's facts and which of its abilities are simulated; after a sync its Oracle text and rulings too.

    NAME may be in any printed language, a face or half, a short form or a nickname. Exit code: 0 found, 1 no card of
    that name is known, 3 several cards could be meant.
    """
    query = " ".join(name)
    try:
        names = names_in_service()
        found = names.resolve(query)
        if not isinstance(found, Resolved):
            _refuse(found, names.catalogue, as_json)
            sys.exit(UNKNOWN if isinstance(found, Unknown) else AMBIGUOUS)
        facts = names.catalogue.facts(found.card)
        assert facts is not None  # noqa: S101 - a name of the lookup is in the facts: both are of one build
        reference, stale = _reference(facts.name)
        if as_json:
            click.echo(json.dumps(_as_json(found, facts, names.catalogue, reference), ensure_ascii=False))
        else:
            for line in _page(found, facts, names.catalogue, all_names):
                click.echo(line)
            for line in [*_reference_lines(facts, reference), *stale]:
                click.echo(clean(line))
    except CatalogueError as error:
        raise click.ClickException(str(error)) from error


def _refuse(found: Ambiguous | Unknown, catalogue: Catalogue, as_json: bool) -> None:
    """Say that there is no one card of that name."""
    unknown = isinstance(found, Unknown)
    if as_json:
        plain: dict[str, Any] = {
            "status": "unknown" if unknown else "ambiguous",
            "query": found.query,
            "message": found.message,
            "data_date": catalogue.data_date,
        }
        if isinstance(found, Unknown):
            plain["suggestions"] = list(found.suggestions)
        else:
            plain["choices"] = [{"name": choice.card, "face": choice.face} for choice in found.choices]
            plain["more"] = found.more
        click.echo(json.dumps(plain, ensure_ascii=False))
    else:
        click.echo(clean(found.message), err=True)


def _reference(name: str) -> tuple[CardReference | None, list[str]]:
    """What the reference data says of a card, and a line for each kind of it that is stale."""
    # A file that isn't there costs one look: before a sync nothing of the reference data is imported.
    if not (data_dir() / REFERENCE_FILE).is_file():
        return None, []
    from bot.services.reference import ReferenceService
    from rulings.reference.records import Kind

    with closing(ReferenceService(data_dir())) as service:
        found = service.card(name)
        return found, [service.data_note(kind) for kind in (Kind.CARDS, Kind.RULINGS) if service.is_stale(kind)]


def _reference_lines(facts: CardFacts, found: CardReference | None) -> Iterator[str]:
    """Oracle text and official rulings, or why they aren't here."""
    if found is None:
        if (data_dir() / REFERENCE_FILE).is_file():
            yield f"The reference data has no wording of {facts.name}; `tablejudge sync` brings the newest there is"
        else:
            yield "Oracle text and official rulings aren't here yet: `tablejudge sync` brings them"
        return
    from bot.services.reference_cards import ruling_lines, wording_lines

    yield ""
    yield from wording_lines(found)
    if found.wording.url:
        yield found.wording.url
    yield ""
    yield from ruling_lines(found)


def _as_json(
    found: Resolved, facts: CardFacts, catalogue: Catalogue, reference: CardReference | None
) -> dict[str, Any]:
    plain: dict[str, Any] = {"status": "ok", "query": found.query} | to_json(facts)
    plain |= {
        "playable": facts.playable,
        "face": found.face,
        "face_index": found.face_index,
        "matched_by": found.matched_by,
        "printed_name": found.printed_name,
        "languages": list(found.languages),
        "longer": list(found.longer),
        "printed_names": {
            face: {language: list(names) for language, names in languages.items()}
            for face, languages in catalogue.printed(facts.name).items()
        },
        "simulated": abilities_json(card_abilities(facts)),
        "data_date": catalogue.data_date,
        "reference": None,
    }
    if reference is not None:
        from bot.services.reference_cards import to_json as reference_json

        plain["reference"] = reference_json(reference)
    return plain


def _page(found: Resolved, facts: CardFacts, catalogue: Catalogue, all_names: bool) -> Iterator[str]:
    """The lines of a card's page, the face that was asked for first."""
    yield facts.name
    if found.printed_name is not None:
        yield f"  “{found.printed_name}” in {', '.join(LANGUAGES.get(each, each) for each in found.languages)}"
    elif found.matched_by in ("alias", "nickname", "prefix", "fuzzy"):
        how = {
            "alias": "a short or other name of it",
            "nickname": "a nickname of it",
            "prefix": "the start of its name",
        }
        yield f"  “{clean(found.query)}” was taken as {how.get(found.matched_by, 'a misspelling of it')}"
    if not facts.playable:
        yield f"  This is a {KINDS[facts.kind]}, not a card for decks."
    order = [found.face_index, *(number for number in range(len(facts.faces)) if number != found.face_index)]
    for number in order:
        face = facts.faces[number]
        if len(facts.faces) > 1:
            yield f"{face.name} ({_part(facts, number)})"
        yield from (f"  {line}" for line in _face(face))
    yield f"Layout {facts.layout.replace('_', ' ')}, mana value {facts.mana_value:g}, color identity {_colors(facts)}"
    if facts.melds_into is not None:
        yield f"Melds with {facts.melds_with} into {facts.melds_into}"
    if facts.variants:
        yield f"{len(facts.variants)} other versions of this card differ from it"
    yield from _names_lines(facts, catalogue, all_names)
    yield from map(clean, ability_lines(card_abilities(facts)))
    if found.longer:
        yield "Longer names: " + "; ".join(found.longer)
    yield f"Facts, data to {catalogue.data_date}"


def _part(facts: CardFacts, number: int) -> str:
    if facts.layout in ("transform", "modal_dfc"):
        return "back face" if number else "front face"
    if facts.layout == "flip":
        return "flipped" if number else "unflipped"
    if facts.layout == "split":
        return f"half {number + 1}"
    return f"part {number + 1}"


def _colors(facts: CardFacts) -> str:
    return "".join(facts.color_identity) or "colorless"


def _face(face: FaceFacts) -> Iterator[str]:
    if not face.known:
        yield "The data has only this face's name."
        return
    yield "   ".join(part for part in (face.mana_cost or "no mana cost", face.type_line) if part)
    numbers = []
    if face.power is not None:
        numbers.append(f"{face.power}/{face.toughness}")
    if face.loyalty is not None:
        numbers.append(f"loyalty {face.loyalty}")
    if face.defense is not None:
        numbers.append(f"defense {face.defense}")
    if face.color_indicator:
        numbers.append(f"color indicator {''.join(face.color_indicator)}")
    if numbers:
        yield ", ".join(numbers)
    if face.keywords:
        yield "Keywords: " + ", ".join(map(_keyword, face.keywords))


def _keyword(keyword: Keyword) -> str:
    return keyword.name if keyword.value is None else f"{keyword.name} {keyword.value}"


def _names_lines(facts: CardFacts, catalogue: Catalogue, all_names: bool) -> Iterator[str]:
    printed = catalogue.printed(facts.name)
    languages = sorted({language for each in printed.values() for language in each})
    if not languages:
        yield "Printed in English only, as far as the data knows"
    elif not all_names:
        yield f"Printed in {len(languages) + 1} languages (--names lists them)"
    else:
        for face, names in printed.items():
            yield f"{face} in other languages:"
            for language in sorted(names, key=lambda code: LANGUAGES.get(code, code)):
                yield f"  {LANGUAGES.get(language, language)}: {', '.join(names[language])}"
