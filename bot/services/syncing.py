"""How a sync is set up from the environment. Light: no pydantic, so that every command may use it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from urllib.parse import urlsplit

from rulings.reference.discovery import BULK_INDEX, RULES_PAGE
from rulings.reference.download import Downloader
from rulings.reference.syncing import Addresses


class BadAddress(Exception):
    """A variable holds no web address; the message names it."""


def addresses(environ: Mapping[str, str] | None = None) -> Addresses:
    """Where to look: TABLEJUDGE_BULK_INDEX_URL and TABLEJUDGE_RULES_URL, by default Scryfall's and Wizards' own.

    Raises:
        BadAddress: A variable holds no web address.
    """
    variables = os.environ if environ is None else environ
    return Addresses(
        bulk_index=_address(variables, "TABLEJUDGE_BULK_INDEX_URL", BULK_INDEX),
        rules_page=_address(variables, "TABLEJUDGE_RULES_URL", RULES_PAGE),
    )


def downloader(environ: Mapping[str, str] | None = None) -> Downloader:
    """What downloads; TABLEJUDGE_CONTACT tells the servers' operators whom to write to."""
    variables = os.environ if environ is None else environ
    return Downloader(contact=" ".join(variables.get("TABLEJUDGE_CONTACT", "").split())[:200])


def _address(variables: Mapping[str, str], name: str, default: str) -> str:
    value = variables.get(name, "").strip() or default
    try:
        parts = urlsplit(value)
        is_web = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_web = False
    if not is_web or any(character.isspace() for character in value):
        raise BadAddress(f"{name} is “{value[:100]}”, not a web address such as {default}")
    return value
