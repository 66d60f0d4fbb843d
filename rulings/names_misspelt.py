"""Misspelt names inside a sentence: an unknown word that can only be meant for a word of one name."""

from __future__ import annotations

from rulings.names_fold import words
from rulings.names_fuzzy import Fuzzy, name_limit, sound, stem
from rulings.names_index import Target, parse_entry
from rulings.names_sentence import Find, Sentence

#: So many unknown words are looked at; a sentence in another language is all unknown words.
_MOST_UNKNOWN = 12
#: Shorter words are too near to too many others.
_SHORTEST_NAME, _SHORTEST_SHORT_FORM = 6, 8


def misspelt_finds(sentence: Sentence, fuzzy: Fuzzy, covered: set[int]) -> list[Find]:
    """The misspelt names of a sentence.

    Args:
        sentence: Where to look.
        fuzzy: The names to compare with.
        covered: Tokens that are part of a name already.
    """
    unknown = [
        number
        for number, token in enumerate(sentence.tokens)
        if number not in covered
        and not token.cjk
        and len(token.key) > 2
        and token.key.isalpha()
        and not sentence.index.is_known(token.key)
    ]
    finds: list[Find] = []
    for number in unknown[:_MOST_UNKNOWN]:
        find = _of_words(sentence, fuzzy, number, set(unknown)) or _of_one_word(sentence, fuzzy, number)
        if find is not None:
            finds.append(find)
    return finds


def _of_words(sentence: Sentence, fuzzy: Fuzzy, number: int, unknown: set[int]) -> Find | None:
    """A name of several words of which this one is misspelt, perhaps others too."""
    index, tokens = sentence.index, sentence.tokens
    low, high = sentence.reach(number)
    around = [tokens[at].key for at in range(low, high + 1)]
    fuzz = [tokens[at].key for at in range(low, high + 1) if at in unknown]
    near: list[tuple[int, bool, int, int, Target]] = []
    for ordinal, printed in fuzzy.candidates(around, fuzz=fuzz):
        key, value = (index.printed_table if printed else index.english_table).at(ordinal)
        entry = parse_entry(value)
        target = sentence.only([each for each in entry.targets if each.letter in "efxp"], low, high)
        limit = name_limit(key)
        if target is None or not limit or entry.guarded:
            continue
        for first in range(low, number + 1):
            typed = "".join(tokens[at].key for at in range(first, number))
            for last in range(number, high + 1):
                typed += tokens[last].key
                if len(typed) > len(key) + limit:
                    break
                if last == first or len(typed) < len(key) - limit:
                    continue
                distance = fuzzy.distance(typed, key, limit)
                if 0 < distance <= limit and _explained(sentence, fuzzy, (first, last), unknown, target, key):
                    near.append((distance, printed, first, last, target))
    if not near:
        return None
    near.sort(key=lambda each: (each[0], each[1], each[2] - each[3]))
    distance, in_print, first, last, target = near[0]
    margin = 1 if distance == 1 else 2
    if any(each[0] < distance + margin and each[1] <= in_print and each[4].card != target.card for each in near):
        return None
    return Find(first, last, target, "fuzzy", distance=distance)


def _explained(
    sentence: Sentence, fuzzy: Fuzzy, stretch: tuple[int, int], unknown: set[int], target: Target, key: str
) -> bool:
    """Whether a stretch is the target's name but for slips in words that don't exist."""
    places = range(stretch[0], stretch[1] + 1)
    typed = [sentence.tokens[at].key for at in places]
    strange = {sentence.tokens[at].key for at in places if at in unknown}
    if any(word not in strange and word not in key for word in typed):
        return False
    return fuzzy.explains(typed, strange, words(sentence.index.spelled(target, key)))


def _of_one_word(sentence: Sentence, fuzzy: Fuzzy, number: int) -> Find | None:
    """A name or short form of one word, misspelt, when no other word is as near."""
    word = sentence.tokens[number].key
    if len(word) < _SHORTEST_NAME:
        return None
    limit = 1 if len(word) < 9 else 2
    near = [each for each in fuzzy.neighbours(word, limit) if each[0] > 0 and each[1][0] == word[0]]
    for letters, shortest, most in (("efx", _SHORTEST_NAME, limit), ("ak", _SHORTEST_SHORT_FORM, 1)):
        found: dict[int, tuple[int, Target, str]] = {}
        for distance, other, _ in near:
            entry = sentence.index.english(other)
            if entry is None or entry.guarded or len(other) < shortest or distance > most:
                continue
            for target in entry.targets:
                if target.letter in letters:
                    found.setdefault(target.card, (distance, target, other))
        nearest = min((distance for distance, _, _ in found.values()), default=0)
        best = [(target, name) for distance, target, name in found.values() if distance == nearest]
        if len(best) == 1:
            target, name = best[0]
            # a real word that is as near explains the misspelling as well, unless only the name sounds like it
            rivals = [other for distance, other, value in near if value.startswith("d") and distance <= nearest]
            if rivals and (sound(name) != sound(word) or any(sound(each) == sound(word) for each in rivals)):
                return None
            if any(stem(word) == stem(each) for each in (name, *(other for _, other, _ in near))):
                return None
            if not fuzzy.is_slip(word, name):
                return None
            return Find(number, number, target, "fuzzy", distance=nearest)
        if best:
            return None
    return None
