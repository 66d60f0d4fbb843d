"""The yes or no of an answer: said only where it answers the question as it was asked.

A ruling's verdict belongs to the ruling's own question. People put the same question the other way round as often as
not: "does it stay tapped" is asked as "does it untap", "does hexproof protect from" as "does it kill hexproof
creatures". Which of the two was asked can't be told from the words (of the questions of our own set that find the right
ruling, a third ask the other way round, and neither the share of common words nor negations tell them apart). So unless
a question is, word for word, one that the ruling names, the answer begins with its reason, and its verdict follows at
the end, tied to the question that it belongs to.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from bot.i18n import N_, _
from rulings.model import Verdict
from rulings.verdict_words import VERDICT

#: An answer that begins with its verdict, right below the question that it belongs to.
TIED = N_("To this question: {answer}")
#: How an answer says its verdict: at its start.
LEADING = re.compile(rf"{VERDICT}[\s,:;.。、，—–-]*", re.IGNORECASE)
# What follows the verdict is no sentence of its own if it begins so.
_LEANS = re.compile(
    r"(?:yes|no|not|unless|neither|then|because|until|by|for|nobody|0|once:|except|but|nor|if so|whichever came first:|"
    r"one after|only (?:if|when|while|as|by|with|for)|as long as|even if|though|although|and|or)(?!\w)",
    re.IGNORECASE,
)


class Wording(NamedTuple):
    """An answer as it is shown.

    Attributes:
        text: The text.
        verdict: ``yes`` or ``no`` if the text begins with it, otherwise empty.
    """

    text: str
    verdict: str


def leading_verdict(text: str) -> str:
    """The verdict that a text begins with: ``yes``, ``no`` or empty."""
    found = LEADING.match(text)
    return _said(found) if found else ""


def worded(title: str, text: str, verdict: Verdict, *, as_asked: bool) -> Wording:
    """How an answer is shown.

    Args:
        title: The ruling's own question.
        text: The ruling's answer.
        verdict: Its verdict.
        as_asked: Whether the asker put the ruling's own question, so that the verdict answers them.
    """
    found = LEADING.match(text)
    if found is None or as_asked:
        return Wording(text, _said(found) if found else "")
    said = _said(found)
    rest = text[found.end() :]
    if not rest or _LEANS.match(rest):
        return Wording(_("To “{question}”: {answer}").format(question=title, answer=_lowered(text)), "")
    reason = f"{rest[:1].upper()}{rest[1:]}"
    if verdict not in (Verdict.YES, Verdict.NO):
        return Wording(reason, "")
    tied = _("{reason} So to the question above: {verdict}.")
    return Wording(tied.format(reason=reason, verdict=_("yes") if said == "yes" else _("no")), "")


def under_title(text: str, *, as_asked: bool) -> str:
    """An answer as it is shown right below its ruling's own question, the verdict in its first line.

    Args:
        text: The ruling's answer.
        as_asked: Whether the asker put the ruling's own question; otherwise the verdict is tied to the title.
    """
    if as_asked or not LEADING.match(text):
        return text
    return _(TIED).format(answer=_lowered(text))


def _said(found: re.Match[str]) -> str:
    return "yes" if found["yes"] else "no"


def _lowered(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"
