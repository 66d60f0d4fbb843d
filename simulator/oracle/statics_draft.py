"""Abilities that function while cards are drafted (CR 905.2): in a game there is nothing to do for them."""

from __future__ import annotations

import re

from simulator.abilities import tree as t
from simulator.oracle.context import Context
from simulator.oracle.statics import STATICS, Parts
from simulator.oracle.template import reader

#: How a sentence begins that speaks of the draft, never of the game.
_SENTENCE = re.compile(
    r"draft ~ face up$|as you draft (?:a|an|the) |during the draft, |instead of drafting |"
    r"immediately after the draft, |"
    r"as long as ~ is face up during the draft, |each player passes the last card from each booster pack |"
    r"reveal ~ as you draft it|after you draft \w+ cards? this way, "
)
#: What goes on with such a sentence.
_MORE = re.compile(
    r"if you do, |you may accept any one offer$|each other player may offer you one card in their card pool "
)


@STATICS("{what:draft}")
def _draft(_: Context, what: Parts) -> Parts:
    return what


@reader("draft")
def _during_draft(text: str, _: Context) -> Parts | None:
    """An ability all of whose sentences are about the draft."""
    sentences = text.split(". ")
    if not _SENTENCE.match(sentences[0]):
        return None
    if not all(_SENTENCE.match(each) or _MORE.match(each) for each in sentences[1:]):
        return None
    return (t.DuringDraft(),)
