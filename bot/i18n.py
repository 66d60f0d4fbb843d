"""Interface text in the reader's language: `_("…")` where a text is written, `speaking(language)` where a reply begins.

The language is kept per task (a context variable), so that what is rendered deep below a command need not be told.
Catalogues are gettext's `.po` files, `LANG/LC_MESSAGES/tablejudge.po`, read when their language is first met: a file is
all that a language needs. They are looked for in `bot/locales` and in the folder `locales` of the data folder.
"""

from __future__ import annotations

import gettext as _gettext
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from io import BytesIO
from pathlib import Path

log = logging.getLogger(__name__)

ENGLISH = "en"
DOMAIN = "tablejudge"
#: The catalogues of the package.
SHIPPED = Path(__file__).parent / "locales"

_language: ContextVar[str] = ContextVar("interface language", default=ENGLISH)
_folders: list[Path] = [SHIPPED]


def _(text: str) -> str:
    """The text in the reader's language; written `_("… {name} …").format(name=…)`, so that catalogues find it."""
    return catalogue(_language.get()).gettext(text) if text else ""


def ngettext(one: str, many: str, count: int) -> str:
    """The text for this count in the reader's language."""
    return catalogue(_language.get()).ngettext(one, many, count)


def N_(text: str) -> str:
    """Mark a constant for translation where it is written; `_(CONSTANT)` translates it where it is shown."""
    return text


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Inside, texts are in this language (`language_of` finds it); awaits inside included."""
    token = _language.set(language)
    try:
        yield
    finally:
        _language.reset(token)


def speak(language: str) -> None:
    """From here to the end of the task, texts are in this language."""
    _language.set(language)


def spoken() -> str:
    """The language of this task's texts."""
    return _language.get()


def language_of(locale: str | None) -> str:
    """The language that serves a locale (`es-419` → `es`); English where there is no catalogue."""
    known = languages()
    exact = (locale or ENGLISH).replace("-", "_")
    return next((each for each in (exact, exact.split("_")[0]) if each in known), ENGLISH)


@cache
def languages() -> tuple[str, ...]:
    """English and every language that has a catalogue, by code."""
    found = {path.parent.parent.name for folder in _folders for path in folder.glob(f"*/LC_MESSAGES/{DOMAIN}.po")}
    return (ENGLISH, *sorted(found - {ENGLISH}))


def also_look_in(folder: Path) -> None:
    """Take catalogues from this folder too; where one has a text that the package's has, it is the one that counts."""
    if folder not in _folders:
        _folders.append(folder)
        languages.cache_clear()
        catalogue.cache_clear()


@cache
def catalogue(language: str) -> _gettext.NullTranslations:
    """A language's texts; what they lack is English. A file that can't be read is logged and left out."""
    found = _gettext.NullTranslations()
    if language not in languages():
        return found
    for folder in _folders:
        file = folder / language / "LC_MESSAGES" / f"{DOMAIN}.po"
        if file.exists():
            try:
                fresh = compiled(file)
            except (OSError, ValueError) as error:
                log.error("the catalogue %s can't be read (%s): its texts stay English", file, error)
                continue
            fresh.add_fallback(found)
            found = fresh
    return found


def compiled(file: Path) -> _gettext.GNUTranslations:
    """A `.po` file ready for use.

    Raises:
        ValueError: it can't be read as one.
        OSError: it can't be read at all.
    """
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import PoFileError, read_po

    try:
        with file.open("rb") as source:
            texts = read_po(source, domain=DOMAIN, abort_invalid=True)
    except (PoFileError, UnicodeDecodeError) as error:
        raise ValueError(str(error)) from error
    binary = BytesIO()
    write_mo(binary, texts)
    binary.seek(0)
    return _gettext.GNUTranslations(binary)
