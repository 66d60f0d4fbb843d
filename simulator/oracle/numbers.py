"""Numbers as words, digits or X."""

from __future__ import annotations

from simulator.abilities import tree as t

#: Defaults of templates with an optional part.
ONE: t.Amount = t.Num(1)
YOU: t.PlayerRef = t.You()

_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
)
NUMBER_WORDS: dict[str, int] = {word: value for value, word in enumerate(_WORDS.split())}
#: A number in a regular expression.
NUMBER_PATTERN = "|".join((*NUMBER_WORDS, r"\d+", "X"))


def number(text: str) -> t.Amount | None:
    """A number word, digits, "a"/"an" or X as an amount; None for anything else."""
    if text in ("a", "an"):
        return t.Num(1)
    if text in NUMBER_WORDS:
        return t.Num(NUMBER_WORDS[text])
    if text.isdigit():
        return t.Num(int(text))
    return t.X() if text == "X" else None
