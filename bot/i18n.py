"""Interface text in the reader's language: `_("…")` where a text is written, `speaking(locale)` where a reply begins.

The language is kept per task (a context variable), so that what is rendered deep below a command need not be told.
"""

from __future__ import annotations

import gettext as _gettext
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_language: ContextVar[_gettext.NullTranslations] = ContextVar("interface language")
_ENGLISH = _gettext.NullTranslations()


def _(text: str) -> str:
    """The text in the reader's language; written `_("… {name} …").format(name=…)`, so that catalogues find it."""
    return _language.get(_ENGLISH).gettext(text)


def ngettext(one: str, many: str, count: int) -> str:
    """The text for this count in the reader's language."""
    return _language.get(_ENGLISH).ngettext(one, many, count)


@contextmanager
def speaking(catalogue: _gettext.NullTranslations) -> Iterator[None]:
    """Inside, texts are of this catalogue."""
    token = _language.set(catalogue)
    try:
        yield
    finally:
        _language.reset(token)
