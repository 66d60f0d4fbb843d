"""Brings the catalogues of interface texts up to date: `make messages`; for a new language `make messages LANGUAGE=de`.

Texts come from the code of the bot (`_`, `ngettext`, `N_`), of the simulator (`say`, `say_counted`, its terms; the bot
has such sentences too) and of the rulings (`Remark`, `Fault`), and from the commands themselves (descriptions, choices,
menus). A text that is new is added without a translation, one that is gone is dropped; nothing is guessed from what
looks alike.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from bot import i18n
from simulator.terms import TERMS

ROOT = Path(__file__).resolve().parent.parent
KEYWORDS: dict[str, dict[str, Any]] = {
    "bot": {"_": None, "N_": None, "ngettext": (1, 2), "say": None, "say_counted": (1, 2), "require_moderator": (2,)},
    "simulator": {"say": None, "say_counted": (1, 2)},
    "rulings": {"Fault": None, "Remark": None},
}


async def command_texts() -> list[str]:
    """The texts of every command that the app registers."""
    from bot.discord_app.app import TableJudge
    from bot.discord_app.translate import texts

    with tempfile.TemporaryDirectory() as folder:
        async with TableJudge(MagicMock(), data_dir=Path(folder)) as client:
            await client.load_cogs()
            return list(texts(client.tree))


def extracted() -> Catalog:
    """Every text that is to be translated, with where it is written."""
    found = Catalog(project="Table Judge", charset="utf-8", header_comment="# Interface texts of Table Judge.")
    for package, keywords in KEYWORDS.items():
        for name, line, message, comments, context in extract_from_dir(
            ROOT / package, keywords=keywords, comment_tags=("i18n:",), strip_comment_tags=True
        ):
            found.add(message, None, [(f"{package}/{name}", line)], auto_comments=comments, context=context)
    for word in sorted(TERMS):
        found.add(word, None, [("simulator/terms.py", 1)])
    for text in asyncio.run(command_texts()):
        if not found.get(text):
            found.add(text, None, auto_comments=["the description, choice or menu of a command"])
    return found


def update(language: str, texts: Catalog) -> tuple[int, int]:
    """Write a language's catalogue; returns how many texts it translates and how many there are."""
    file = i18n.SHIPPED / language / "LC_MESSAGES" / f"{i18n.DOMAIN}.po"
    if file.exists():
        with file.open("rb") as source:
            known = read_po(source, locale=language, domain=i18n.DOMAIN)
    else:
        known = Catalog(locale=language, domain=i18n.DOMAIN, project=texts.project, header_comment=texts.header_comment)
    known.update(texts, no_fuzzy_matching=True, update_creation_date=False)
    known.obsolete.clear()
    for each in known:
        if each.id and each.fuzzy:
            # It has got a plural, or lost it: what was written for the other isn't its translation, nor would be used.
            each.flags.discard("fuzzy")
            each.string = ("",) * len(each.id) if isinstance(each.id, tuple) else ""
    known.fuzzy = False
    known.msgid_bugs_address, known.last_translator, known.language_team = "", "", ""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as target:
        write_po(target, known, width=120, sort_output=True, include_lineno=False, omit_header=False)
    entries = [each for each in known if each.id]
    return sum(_whole(each.string) for each in entries), len(entries)


def _whole(string: str | tuple[str, ...]) -> bool:
    return all(string) if isinstance(string, tuple) else bool(string)


if __name__ == "__main__":
    everything = extracted()
    for wanted in dict.fromkeys([*(each for each in i18n.languages() if each != i18n.ENGLISH), *sys.argv[1:]]):
        translated, total = update(wanted, everything)
        print(f"{wanted}: {translated} of {total} texts are translated")
