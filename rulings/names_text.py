"""Card names inside a sentence: which cards a question names, and where.

Precision comes first: a card is reported only where the asker wrote its name, a short form or nickname that can mean
no other card, or a misspelling of one that can be nothing else. The longest name wins. Names that are ordinary words
too (Flash, Fear, Opt: `rulings/data/common_names.txt`) count only when they are marked: in ``[[brackets]]`` or quotes,
or with a capital in mid-sentence when the sentence names nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulings.names import Names, Resolved
from rulings.names_fold import APOSTROPHES, Token, fold, is_cjk, is_hangul, words
from rulings.names_index import Entry, Target
from rulings.names_sentence import Find, Sentence

#: Questions are read up to here; the rest is ignored.
LONGEST_TEXT = 8000

_BRACKETS = re.compile(r"\[\[([^\[\]\n]{1,200})\]\]")
_QUOTES = re.compile(r"[\"“„«]([^\"“”„«»\n]{2,80})[\"”“»]|[「『《【]([^「」『』《》【】\n]{1,60})[」』》】]")
#: What another spelling of a name leaves out.
_BARE = re.compile(r"(?<=\w)['’]s?\b| the ")
_PARTICLES = frozenset("을를은는이가의에로와과도만")
_KANJI = re.compile("[\u3400-\u9fff]")
_HIRAGANA = re.compile("[\u3040-\u309f]")
_KATAKANA = re.compile("[\u30a0-\u30ff]")
_ORDER = {"exact": 0, "nickname": 1, "alias": 2, "printed": 3, "fuzzy": 4}
_HOW = {"k": "nickname", "a": "alias", "x": "alias", "p": "printed", "P": "printed"}
#: Small words inside names, between words with capitals.
_CONNECTORS = frozenset({"of", "to", "in", "from", "for", "the", "with", "de", "du", "der", "von", "di", "da"})
#: Letters (`rulings.names_build.KINDS`) that count inside a sentence.
_COUNT = "efvxkap"


@dataclass(frozen=True, slots=True)
class NameHit:
    """A card named in a sentence.

    Attributes:
        start, end: Where, as offsets into the sentence.
        text: What is written there.
        card: Full English name.
        face: English name of the face that was named.
        matched_by: ``exact``, ``printed``, ``alias``, ``nickname`` or ``fuzzy``; in brackets also ``prefix``.
        marked: Whether it stood in brackets or quotes.
    """

    start: int
    end: int
    text: str
    card: str
    face: str
    matched_by: str
    marked: bool = False


def find_in_text(text: str, names: Names | None = None) -> list[NameHit]:
    """The cards that a sentence names, in the order of the text.

    Args:
        text: A question as typed, in any language.
        names: Whose names to look for; by default those of the shipped catalogue.
    """
    return _Reader(text[:LONGEST_TEXT], names or Names.shipped()).hits()


def unresolved_brackets(text: str, names: Names | None = None) -> list[str]:
    """What stands in ``[[brackets]]`` but names no card, or not only one: worth telling the asker."""
    names = names or Names.shipped()
    return [
        match[1].strip()
        for match in _BRACKETS.finditer(text[:LONGEST_TEXT])
        if not isinstance(names.resolve(match[1]), Resolved)
    ]


class _Reader:
    """One reading of one sentence."""

    def __init__(self, text: str, names: Names) -> None:
        self.names = names
        self.index = names.index
        self.text = text
        self.marked, claimed = self._marked()
        self.sentence = Sentence(text, claimed, names.index)
        self.tokens = self.sentence.tokens

    def hits(self) -> list[NameHit]:
        taken = self._choose(self._exact_finds())
        covered = {number for find in taken if not find.weak for number in range(find.first, find.last + 1)}
        if len(covered) < len(self.tokens):
            from rulings.names_misspelt import misspelt_finds

            near = self._choose(misspelt_finds(self.sentence, self.names.fuzzy, covered))
            taken = self._choose([*near, *taken])
            taken = self._whole_names(taken)
        found = self.marked + [self._hit(find) for find in self._without_weak(taken)]
        return sorted(found, key=lambda hit: hit.start)

    def _hit(self, find: Find) -> NameHit:
        start, end = self.tokens[find.first].start, self.tokens[find.last].end
        card, face = self.index.card_name(find.target), self.index.face_name(find.target)
        return NameHit(start, end, self.text[start:end], card, face, find.matched_by)

    # --- marked names

    def _marked(self) -> tuple[list[NameHit], list[tuple[int, int]]]:
        """Names in brackets and quotes, and the stretches of text that need no more reading."""
        hits: list[NameHit] = []
        claimed: list[tuple[int, int]] = []
        for match in _BRACKETS.finditer(self.text):
            claimed.append(match.span())
            found = self.names.resolve(match[1])
            if isinstance(found, Resolved):
                hits.append(self._marked_hit(match.span(), found))
        for match in _QUOTES.finditer(self.text):
            content = match[1] or match[2]
            if any(start < match.end() and match.start() < end for start, end in claimed) or len(words(content)) > 12:
                continue
            quoted = self.names.resolve_exact(content)
            if isinstance(quoted, Resolved) and self._quoted_name(content, quoted):
                claimed.append(match.span())
                hits.append(self._marked_hit(match.span(), quoted))
        return hits, claimed

    def _quoted_name(self, content: str, found: Resolved) -> bool:
        """Whether quotes mark a name: they are also put around words of the rules."""
        key = fold(content)
        entry = self.index.printed(key) if found.matched_by == "printed" else self.index.english(key)
        if entry is None or entry.targets[0].letter not in _COUNT:
            return False
        # Japanese and Chinese write names in such brackets
        written = content[:1].isupper() if found.matched_by == "exact" else is_cjk(content[0])
        return not entry.guarded or written

    def _marked_hit(self, span: tuple[int, int], found: Resolved) -> NameHit:
        text = self.text[span[0] : span[1]]
        return NameHit(*span, text, found.card, found.face, found.matched_by, marked=True)

    # --- exact names

    def _exact_finds(self) -> list[Find]:
        finds: list[Find] = []
        for printed in (False, True):
            table = self.index.printed_table if printed else self.index.english_table
            for first, token in enumerate(self.tokens):
                if token.glued and is_hangul(token.raw[0]) and is_hangul(self.tokens[first - 1].raw[-1]):
                    continue
                for last, before, own in self.sentence.windows(first):
                    for key, inflected in self._forms(before, own, self.tokens[last]):
                        entry = self.index.printed(key) if printed else self.index.english(key)
                        # what is a name or short form in English is meant in English, if anything is
                        if entry is not None and not (printed and (inflected or self.index.english(key))):
                            finds += self._accepted(first, last, key, entry, inflected)
                    if not table.has_prefix(before + own):
                        break
        return finds

    def _forms(self, before: str, own: str, token: Token) -> Iterator[tuple[str, bool]]:
        """The keys that a stretch can stand for: as written, or without the ending of a possessive, plural or verb."""
        yield before + own, False
        if token.cjk or len(own) < 4:
            return
        if own.endswith("s") and (not own.endswith("ss") or token.raw[-2] in APOSTROPHES):
            yield before + own[:-1], True
        if own.endswith("d") and token.raw[-2] in APOSTROPHES:
            yield before + own[:-1], True
        elif own.endswith("ed") and len(own) > 7 and not self.index.is_ordinary(own):
            yield before + own[:-2], True
            yield before + own[:-1], True

    def _accepted(self, first: int, last: int, key: str, entry: Entry, inflected: bool) -> Iterable[Find]:
        """The find that an entry means in this place, if it may count there at all."""
        allowed = [target for target in entry.targets if target.letter in _COUNT]
        if not allowed and last > first and self.sentence.capitals(first, last):
            # what isn't a playable card counts by its full name, written as a name
            allowed = [
                target
                for target in entry.targets
                if target.letter in "EFP" and not self.index.card_name(target).startswith("A-")
            ]
        target = self.sentence.only(allowed, first, last)
        if target is None:
            return ()
        how = _HOW.get(target.letter, "exact")
        if self.tokens[first].cjk or self.tokens[last].cjk:
            if not self._cjk_fits(first, last, " " in self.index.face_name(target)):
                return ()
        elif not self._spelled(first, last, target, key):
            return ()
        # "the end": a name of a small word and another counts only when both have their capitals
        article = last == first + 1 and self.tokens[first].key in ("a", "an", "the")
        weak = entry.guarded or (article and not self.tokens[first].capitalised)
        if first == last and not self.tokens[first].cjk:
            if key.isdigit() or len(key) < 2 or (len(key) < 4 and how not in ("nickname", "exact")):
                return ()
            weak = weak or (len(key) < 4 and how == "exact")
            if how == "alias" and inflected and self.index.is_ordinary(self.tokens[first].key):
                return ()
        return () if weak and inflected else (Find(first, last, target, how, weak),)

    def _spelled(self, first: int, last: int, target: Target, key: str) -> bool:
        """Whether the words are cut where the name's words are; ``a wake`` is not Awake, ``solring`` is Sol Ring."""
        name = self.index.spelled(target, key)
        if first == last:
            ordinary = self.index.is_ordinary(self.tokens[first].key)
            return target.letter in "kav" or not ordinary or len(words(name)) == 1
        gaps = self.sentence.gaps(first, last)
        if target.letter == "k":
            return not (any(gap.isspace() for gap in gaps) and len(key) < 6)
        if key == fold(self.index.card_name(target)) != fold(name):
            # both halves of a name are one name only when something says so
            return any("/" in gap for gap in gaps)
        cuts: set[int] = set()
        at = 0
        for word in words(name if target.letter != "v" else _BARE.sub(" ", name)):
            at += len(word)
            cuts.add(at)
        at = 0
        for number, gap in zip(range(first, last), gaps, strict=True):
            at += len(self.tokens[number].key)
            if at in cuts:
                continue
            if "," in gap or ":" in gap:
                return False
            pair = self.tokens[number].key, self.tokens[number + 1].key
            if gap.isspace() and any(len(word) < 3 or self.index.is_ordinary(word) for word in pair):
                return False
        return True

    def _cjk_fits(self, first: int, last: int, several_words: bool) -> bool:
        """Whether a stretch of a script without spaces can be a name of its own, not a piece of a longer word.

        Args:
            first, last: The stretch.
            several_words: Whether the English name has several words: a short name is then no everyday word.
        """
        begins = not self.tokens[first].glued
        ends = last + 1 == len(self.tokens) or not self.tokens[last + 1].glued
        length = self.tokens[last].end - self.tokens[first].start
        before = "" if begins else self.tokens[first - 1].raw[-1]
        after = "" if ends else self.tokens[last + 1].raw[0]
        if begins and ends:
            return length > 1 or (is_cjk(self.tokens[first].raw[0]) and len(self.tokens) == 1)
        name = self.tokens[first].raw[0], self.tokens[last].raw[-1]
        if length == 2 and several_words:
            if is_hangul(name[0]):
                return begins and after in _PARTICLES
            # two kanji between kana are a word of their own
            kana = all(not char or _HIRAGANA.match(char) for char in (before, after))
            return all(map(_KANJI.match, name)) and kana
        inside_katakana = (
            before and all(map(_KATAKANA.match, (before, name[0]))) and "・" not in (before, name[0])
        ) or (after and all(map(_KATAKANA.match, (name[1], after))) and "・" not in (name[1], after))
        return length > 2 and not inside_katakana

    # --- choosing

    def _choose(self, finds: Iterable[Find]) -> list[Find]:
        """The longest finds that don't overlap; of equally long ones strong before weak, English before others."""

        def order(find: Find) -> tuple[int, bool, int, int, int]:
            length = self.tokens[find.last].end - self.tokens[find.first].start
            return -length, find.weak, _ORDER[find.matched_by], find.distance, find.first

        taken: list[Find] = []
        used: set[int] = set()
        for find in sorted(finds, key=order):
            span = range(find.first, find.last + 1)
            if used.isdisjoint(span):
                taken.append(find)
                used.update(span)
        return taken

    def _whole_names(self, taken: list[Find]) -> list[Find]:
        """Without finds that are a piece of a longer name which is in no data."""
        covered = {number for find in taken if not find.weak for number in range(find.first, find.last + 1)}
        return [find for find in taken if not self._is_piece(find, covered)]

    def _is_piece(self, find: Find, covered: set[int]) -> bool:
        if self.tokens[find.first].cjk or self.tokens[find.last].cjk:
            return False
        single = find.first == find.last
        titled = self.tokens[find.first].capitalised and self.sentence.capitals(find.first, find.last)
        for at, step in ((find.first, -1), (find.last, 1)):
            if single and self._hyphened(at, step):
                return True
            near = self._beside(at, step)
            if near is None:
                continue
            token = self.tokens[near]
            if step == 1 and token.key in ("of", "the") and find.matched_by in ("alias", "nickname"):
                return True
            if titled:
                beyond = near if token.key in _CONNECTORS else None
                while beyond is not None and self.tokens[beyond].key in _CONNECTORS:
                    beyond = self._beside(beyond, step)
                if beyond is not None and beyond not in covered and self._is_name_part(beyond, single):
                    return True
                comma = "," in self.text[self.tokens[at].end : token.start]
                if (single or near not in covered) and self._is_name_part(near, single or comma):
                    return True
            elif single and near not in covered and token.raw.islower() and self._is_strange(token.key):
                return True
        return False

    def _hyphened(self, at: int, step: int) -> bool:
        """Whether a hyphen glues a token to the one before or after it."""
        low, high = sorted((at, at + step))
        return low >= 0 and high < len(self.tokens) and self.text[self.tokens[low].end : self.tokens[high].start] == "-"

    def _beside(self, at: int, step: int) -> int | None:
        """The token before or after another, if only a space stands between them; after, a comma too."""
        other = at + step
        if not 0 <= other < len(self.tokens):
            return None
        low, high = sorted((at, other))
        gap = self.text[self.tokens[low].end : self.tokens[high].start]
        return other if gap == " " or (step == 1 and gap == ", " and self.tokens[other].capitalised) else None

    def _is_name_part(self, at: int, ordinary: bool) -> bool:
        """Whether a token is written as part of a name: a capital that no sentence begins with.

        Args:
            at: The token.
            ordinary: Whether an ordinary word counts too; people write Creature and Trigger with capitals.
        """
        token = self.tokens[at]
        first = at == 0 or self.sentence.number(at) != self.sentence.number(at - 1)
        return (
            token.capitalised
            and not first
            and len(token.key) > 1
            and (ordinary or not self.index.is_ordinary(token.key))
        )

    def _is_strange(self, word: str) -> bool:
        """Whether a word neither exists nor is a misspelling of a word that does."""
        if len(word) < 4 or not word.isalpha() or self.index.is_known(word):
            return False
        limit = 1 if len(word) < 8 else 2
        return not any(value.startswith("d") for _, _, value in self.names.fuzzy.neighbours(word, limit))

    def _without_weak(self, taken: list[Find]) -> list[Find]:
        """Without the ordinary words, unless one is written as a name and its sentence names nothing else."""
        weak = [find for find in taken if find.weak]
        alone = len(taken) == len(weak) == 1 and not self.marked
        if alone and weak[0].first == 0 and weak[0].last == len(self.tokens) - 1:
            # nothing but a name was typed
            return weak
        strong = [find for find in taken if not find.weak]
        named = {self.sentence.number(find.first) for find in strong}
        for find in weak:
            number = self.sentence.number(find.first)
            mates = [token for at, token in enumerate(self.tokens) if self.sentence.number(at) == number]
            rivals = [
                other
                for other in weak
                if self.sentence.number(other.first) == number and self.sentence.capitals(other.first, other.last)
            ]
            if (
                find.matched_by != "printed"
                and number not in named
                and rivals == [find]
                and self.tokens[find.first] is not mates[0]
                and self.tokens[find.first].capitalised
                # other words of the rules have no capitals in this sentence
                and not any(
                    token.capitalised and len(token.raw) > 1 and self.index.is_ordinary(token.key)
                    for token in mates[1:]
                    if not self.tokens[find.first].start <= token.start < self.tokens[find.last].end
                )
                and all(token.capitalised or len(token.raw) < 4 for token in self.tokens[find.first : find.last + 1])
                # not in a text that is written with capitals throughout
                and sum(token.raw[:1].isupper() for token in mates) * 2 <= len(mates) + 2
            ):
                strong.append(find)
        return strong
