"""`tablejudge export`: the rules, rulings and cards that are here, as JSON Lines; own rulings as TOML."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import chain
from typing import IO, Any

import click

from bot.commands.rule import entry_json, rule_json
from bot.services.paths import REFERENCE_FILE, data_dir
from rulings import CR_EDITION, curated
from rulings.model import Ruling
from rulings.reference.ageing import overlay
from rulings.reference.database import CardWording, Reference, Unreadable

#: Of the form of what is written; it is the first line's `version`.
VERSION = 1
_PARTS = ("curated", "rules", "glossary", "cards", "official", "own")


@click.command()
@click.argument("part", type=click.Choice(_PARTS))
@click.option("--edition", metavar="YYYY-MM-DD", help="rules: an older edition that was synced. Default: the newest.")
@click.option("--output", "-o", type=click.File("w", encoding="utf-8", lazy=True), default="-", help="Default: stdout.")
@click.option("--server", type=click.IntRange(1, 2**63 - 1), help="own: Discord's id of the server.")
@click.option("--upstream", is_flag=True, help="own: in the form of a pull request to the shipped rulings.")
def command(part: str, edition: str | None, output: IO[str], server: int | None, upstream: bool) -> None:
    """Write what is here as JSON Lines: one JSON object a line, the first one about the data.

    PART: curated (the shipped rulings, with today's rule numbers), rules, glossary, cards (Oracle text), official
    (official rulings, each once, with the cards that have it). All of these but curated need `tablejudge sync` first.
    own: the rulings in service of the console, or of a server, as TOML in the shape of rulings/data, to be imported
    elsewhere with `tablejudge import`.
    """
    if part == "own":
        _write_own(output, server, upstream=upstream)
        return
    if server is not None or upstream:
        raise click.UsageError("--server and --upstream are for `tablejudge export own`")
    try:
        with closing(Reference.open(data_dir() / REFERENCE_FILE)) as reference:
            _write(output, _about(part, reference, edition), _entries(part, reference, edition))
    except Unreadable as error:
        if part != "curated":
            raise click.ClickException(str(error)) from None
        about = {"version": VERSION, "part": part, "edition": CR_EDITION}
        _write(output, about, (_curated_json(ruling, "") for ruling in curated.read().rulings))


def _write_own(output: IO[str], server: int | None, *, upstream: bool) -> None:
    """Write the rulings of a scope as TOML."""
    # Imported when needed: the other parts need no database.
    import asyncio

    from bot.services.moderation import Actor, ModerationService
    from bot.services.moderation_ageing import PROGRAM
    from bot.settings import SettingsError, load
    from rulings.store import Scope, Store, StoreError

    async def read(url: str) -> tuple[str, int]:
        store = await Store.open(url)
        try:
            shipped = {ruling.id: ruling for ruling in curated.read().rulings}
            service = ModerationService(store, shipped=shipped)
            scope = Scope.local() if server is None else Scope.server(server)
            return await service.exchange.export(scope, Actor(PROGRAM, is_moderator=True), upstream=upstream)
        finally:
            await store.close()

    try:
        text, count = asyncio.run(read(load().store_url))
    except (SettingsError, StoreError) as error:
        raise click.ClickException(str(error)) from None
    if not count:
        whose = "the console" if server is None else f"the server {server}"
        raise click.ClickException(f"no ruling of {whose} is in service")
    output.write(text)
    click.echo(f"{count} ruling{'s' if count != 1 else ''}", err=True)


def _write(output: IO[str], about: dict[str, Any], entries: Iterable[dict[str, Any]]) -> None:
    try:
        for each in chain([about], entries):
            output.write(json.dumps(each, ensure_ascii=False) + "\n")
        output.flush()
    except BrokenPipeError:
        raise  # who reads has enough
    except OSError as error:
        raise click.ClickException(f"it couldn't be written ({error.strerror or error})") from None


def _about(part: str, reference: Reference, edition: str | None) -> dict[str, Any]:
    about: dict[str, Any] = {"version": VERSION, "part": part}
    if part in ("rules", "glossary", "curated"):
        known = [each.edition for each in reference.editions()]
        if edition is not None and edition not in known:
            raise click.ClickException(f"no edition of {edition} is here; there are: {', '.join(known) or 'none'}")
        about["edition"] = edition or reference.edition or CR_EDITION
        if part != "curated" and not known:
            raise click.ClickException("the rules' text isn't here yet: run `tablejudge sync`")
    else:
        kind = "cards" if part == "cards" else "rulings"
        source = next((each for each in reference.sources().values() if each.kind.value == kind), None)
        if source is None:
            raise click.ClickException(f"there are no {kind} here yet: run `tablejudge sync`")
        about |= {"file": source.file, "data_to": source.newest, "count": source.count}
    return about


def _entries(part: str, reference: Reference, edition: str | None) -> Iterator[dict[str, Any]]:
    match part:
        case "rules":
            return (rule_json(rule) for rule in reference.rules(edition))
        case "glossary":
            return (entry_json(entry) for entry in reference.glossary_of(edition))
        case "cards":
            return (_card_json(card) for card in reference.cards())
        case "official":
            return _official(reference)
        case _:
            aged = (overlay(ruling, reference) for ruling in curated.read().rulings)
            return (_curated_json(ruling, found.note) for ruling, found in aged)


def _official(reference: Reference) -> Iterator[dict[str, Any]]:
    for ruling in reference.all_rulings():
        plain: dict[str, Any] = {"id": ruling.id, "source": ruling.source, "published_at": ruling.published_at}
        plain |= {"text": ruling.comment, "cards": list(reference.cards_with(ruling.id))}
        yield plain | ({"gone_since": ruling.gone_since} if ruling.gone_since else {})


def _card_json(card: CardWording) -> dict[str, Any]:
    return {
        "oracle_id": card.oracle_id,
        "name": card.name,
        "layout": card.layout,
        "faces": [face._asdict() for face in card.faces],
        "url": card.url,
    }


def _curated_json(ruling: Ruling, note: str) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "id": ruling.id,
        "question": ruling.question,
        "also_asked": list(ruling.also_asked),
        "verdict": ruling.verdict.value,
        "answer": ruling.answer,
        "rules": list(ruling.rules),
        "cards": list(ruling.cards),
        "topics": list(ruling.topics),
        "as_of": ruling.as_of,
        "see": list(ruling.see),
    }
    more = {"later": ruling.later, "proof": ruling.proof, "needs_review": note}
    return plain | {key: value for key, value in more.items() if value}
