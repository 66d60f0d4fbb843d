"""A player's question as the search sees it: words with their terms, cards, rule numbers, what is out of scope."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from rulings.citations import typed_by_asker
from rulings.search.index import NAME_MARK, name_terms
from rulings.search.text import Token, key, stem, tokens
from rulings.search.vocabulary import MEANS, Scope, Vocabulary, Word

# Shorter words are too close to too many others to be corrected.
_SHORTEST_CORRECTED = 5
_TWO_ERRORS_FROM = 8
_SCRAMBLED_ING = re.compile(r"(?<=\w{3})(?:ign|nig|img|inng|igng|ingg)$")


# Mentions of people, roles and channels, custom emoji, and addresses: no words of a question.
_NOISE = re.compile(r"@(?:everyone|here)\b|<(?:@[!&]?|#|a?:\w+:)\w+>|\bhttps?://\S+", re.IGNORECASE)
_MASS = re.compile(r"@(?:everyone|here)\b", re.IGNORECASE)
_MASS_MENTION = Scope("instructions to a machine", True, "a mention of everyone")
# What code has more of than sentences; braces are left out, they hold mana symbols.
_CODE = re.compile(r"[;=<>|\\^~`]|\w\((?!s\)|es\)|ies\))|\):|\(\)|\]\(|\.\./|--|\*/|/\*|\{\"")
_CODE_SIGNS = 3
_IS_CODE = Scope("instructions to a machine", True, "code")
# Small words of other languages; two of them make a question one that we can't read.
_FOREIGN = frozenset(
    "der die das und ist kann ich wenn eine einen nicht wird meine mein mit auf "
    "que eu posso quando uma meu minha ele eles podem para como "
    "el los las puedo cuando mi una jugador criatura carta puede "
    "le les est puis je quand mon une sur dans peut avec "
    "il gli posso mia della che quando "
    "ik een het mijn kan als niet wordt "
    "den dem einer eines sich zu vom beim durch noch oder auch "
    "en por con se lo su hay tiene sobre pero esta este al del un "
    "du des au aux ce cette elle ses par pour ne pas vont "
    "em na com os um seu sua "
    "per non si dal nel sul".split()
)
_ANOTHER_LANGUAGE = Scope("another language", False, "words of another language")
# How people ask what the rules let them do, and what happens.
_MAY = re.compile(
    r"\b(?:can|could|may|does|do|did|will|would|must|is|are|am|has|have|cant|doesnt|dont|isnt|wont) "
    r"(?:i|you|u|he|she|they|it|its|my|his|her|their|the|a|an|this|that|opps?|opponents?|we|both|all|each)\b"
)
_WHAT_HAPPENS = re.compile(
    r"\b(?:what happens|how (?:does|do|many|much)|when (?:does|do|can|i|my|it|a)|who (?:gets|controls|wins|chooses)|"
    r"if (?:i|my|he|she|they|his|their|opps?|a|the|it)|in response|respond|still|in play|on the stack|on board|"
    r"at instant speed|my turn|opps? turn|opponents turn|this turn|same turn)\b"
)
# So many known words, names of cards among them, make a text a rules question in whatever language it is.
_READABLE = 2
# Sizes and counters are no words.
_SIZE = re.compile(r"[+-]?(?:\d+|x)/[+-]?(?:\d+|x)|\*/\*")
# So many cards and hardly a word beside them are a list.
_LIST_FROM = 8
_IS_LIST = Scope("deck building and strategy", True, "a list of cards")
# So many words that no ruling knows, and such a share of them, are a text about something else.
_PASTE_FROM, _PASTE_SHARE = 10, 0.3
_IS_PASTE = Scope("small talk", True, "a text about something else")
_ENGLISH_SMALL = frozenset("the a an is are can do does if i my to it of when in on for with he they and".split())


class Mention(NamedTuple):
    """A card that a question names.

    Attributes:
        start: Offset of the name in the question.
        end: Offset behind it.
        card: English name.
    """

    start: int
    end: int
    card: str


class Cards(Protocol):
    """What the search needs to know of cards."""

    def find(self, question: str) -> Sequence[Mention]:
        """The cards that a question names, in the order of the text, not overlapping."""
        ...

    def terms(self, card: str) -> Sequence[tuple[str, float]]:
        """What a card is evidence of: terms of its types, layout and keywords, with weights."""
        ...


class Speller:
    """Corrects words of a question that are misspelt rules words, and no others.

    A word is corrected if it is nowhere in the collection and no English word, and exactly one known word is close.
    """

    def __init__(self, known: Iterable[str], is_english: Callable[[str], bool]) -> None:
        """Take the stems that may be meant, and the test for ordinary words."""
        self._known = frozenset(known)
        self._choices = sorted(word for word in self._known if len(word) >= _SHORTEST_CORRECTED - 1 and word.isalpha())
        self._is_english = is_english

    def knows(self, token: Token) -> bool:
        """Whether a word needs no correction."""
        return token.stem in self._known or token.word in self._known

    def is_ordinary(self, token: Token) -> bool:
        """Whether an unknown word is an everyday word: evidence that the question is about something else."""
        return self._is_english(token.word) or self._is_english(token.stem)

    def correct(self, token: Token) -> Token:
        """The token, or the known word that was meant by it."""
        ending = _SCRAMBLED_ING.search(token.word)
        if ending and not self.is_ordinary(token):
            word = token.word[: ending.start()] + "ing"
            token = token._replace(word=word, stem=stem(word))
        if len(token.word) < _SHORTEST_CORRECTED or not token.word.isalpha() or self.knows(token):
            return token
        if self.is_ordinary(token):
            return token
        # Imported here: most questions have no unknown word.
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        allowed = 2 if len(token.stem) >= _TWO_ERRORS_FROM else 1
        found = process.extract(token.stem, self._choices, scorer=OSA.distance, score_cutoff=allowed, limit=5)
        near = [(distance, word) for word, distance, _ in found if word[0] == token.stem[0] or distance == 1]
        if not near:
            return token
        near.sort()
        if len(near) > 1 and near[1][0] == near[0][0]:
            return token
        return token._replace(word=near[0][1], stem=near[0][1])


@dataclass(frozen=True, slots=True)
class Question:
    """An analysed question.

    Attributes:
        text: As it was put.
        key: Its words without case and punctuation.
        words: Its words that carry a subject, in order; a card's name is one word.
        cards: English names of the cards that it names, each once.
        evidence: Terms that its cards are evidence of, with weights.
        evidence_by_card: The same card by card, in the order of `cards`.
        rules: Rule numbers typed by the asker.
        scopes: What in it shows that it is no rules question.
        corrected: Words as typed with what they were taken for.
        strange: Words that are neither in the collection nor in the vocabulary.
        asks: How much it is put as a question of what may be done (1) and of what happens (1), 0 to 2.
        foreign: Whether it is in another language, of which only some words can be read.
        plain: The stems of all its words as they stand, each once.
    """

    text: str
    key: str
    words: tuple[Word, ...]
    cards: tuple[str, ...]
    evidence: tuple[tuple[str, float], ...]
    evidence_by_card: tuple[tuple[str, tuple[str, ...]], ...]
    rules: tuple[str, ...]
    scopes: tuple[Scope, ...]
    corrected: tuple[tuple[str, str], ...]
    strange: tuple[str, ...]
    asks: float = 0.0
    foreign: bool = False
    plain: tuple[str, ...] = ()


def analyse(text: str, vocabulary: Vocabulary, speller: Speller, cards: Cards | None = None) -> Question:
    """Analyse a question."""
    text = text.strip()
    read_text = _NOISE.sub(lambda found: " " * len(found[0]), text)
    mentions = list(cards.find(read_text)) if cards is not None else []
    marked = _mark(read_text, mentions)
    typed = [token for token in tokens(marked) if token.word]
    read = [token if token.word.startswith(NAME_MARK) else speller.correct(token) for token in typed]
    words: list[Word] = []
    strange: list[str] = []
    read_words = vocabulary.words(read)
    more_scopes = _more_scopes(text, read_text, typed, len(mentions))
    is_foreign = _ANOTHER_LANGUAGE in more_scopes
    for word in read_words:
        if is_foreign and not word.known and word.surface in _FOREIGN:
            continue
        if word.surface.startswith(NAME_MARK):
            mention = mentions[int(word.surface[1:])]
            called = read_text[mention.start : mention.end]
            named = name_terms(mention.card, called, vocabulary)
            words.append(Word(called, named, mention.start, mention.end, True))
            continue
        words.append(word)
        if word.known or _SIZE.fullmatch(word.surface):
            continue
        if not speller.knows(Token(word.surface, word.terms[0][0], 0, 0)):
            strange.append(word.surface)
    evidence: dict[str, float] = {}
    own = {term for word in words for term, weight in word.terms if weight >= MEANS}
    names = tuple(dict.fromkeys(mention.card for mention in mentions))
    by_card: list[tuple[str, tuple[str, ...]]] = []
    for name in names:
        terms = cards.terms(name) if cards is not None else ()
        by_card.append((name, tuple(term for term, _ in terms)))
        for term, weight in terms:
            if term not in own:
                evidence[term] = max(evidence.get(term, 0.0), weight)
    asked = key(text)
    if is_foreign and sum(word.known for word in words) >= _READABLE:
        more_scopes.remove(_ANOTHER_LANGUAGE)
    scopes = [*vocabulary.scopes(read, read_words), *more_scopes]
    if not is_foreign and len(strange) >= _PASTE_FROM and len(strange) > _PASTE_SHARE * len(words):
        scopes.append(_IS_PASTE)
    return Question(
        text=text,
        key=asked,
        words=tuple(words),
        cards=names,
        evidence=tuple(evidence.items()),
        evidence_by_card=tuple(by_card),
        rules=tuple(typed_by_asker(text)),
        scopes=tuple(scopes),
        corrected=tuple((was.word, now.word) for was, now in zip(typed, read, strict=True) if was.word != now.word),
        strange=tuple(strange),
        asks=float(_MAY.search(asked) is not None) + float(_WHAT_HAPPENS.search(asked) is not None),
        foreign=is_foreign,
        plain=tuple(dict.fromkeys(token.stem for token in tokens(read_text))),
    )


def _more_scopes(text: str, read_text: str, words: Sequence[Token], cards: int) -> list[Scope]:
    """What in a text, besides its phrases, shows that it is no rules question, or none that we can read.

    `read_text` is the text without mentions and addresses, `cards` the number of cards that it names.
    """
    found = [_MASS_MENTION] if _MASS.search(text) else []
    if cards >= _LIST_FROM and sum(token.word.isalpha() for token in words) < 4 * cards:
        found.append(_IS_LIST)
    if len(_CODE.findall(read_text)) >= _CODE_SIGNS:
        found.append(_IS_CODE)
    foreign = sum(token.word in _FOREIGN for token in words)
    letters = [c for c in text if c.isalpha()]
    other_script = sum(ord(c) > 0x24F for c in letters)
    if (foreign >= 2 and foreign > sum(token.word in _ENGLISH_SMALL for token in words)) or (
        other_script > len(letters) / 2
    ):
        found.append(_ANOTHER_LANGUAGE)
    return found


def _mark(text: str, mentions: Sequence[Mention]) -> str:
    parts: list[str] = []
    at = 0
    for number, mention in enumerate(mentions):
        parts += [text[at : mention.start], f" {NAME_MARK}{number} "]
        at = mention.end
    return "".join([*parts, text[at:]])


def known_stems(vocabulary: Vocabulary, terms: Collection[str]) -> set[str]:
    """The stems that a question's words may have without being strange or misspelt."""
    return {*vocabulary.stems, *vocabulary.stop, *vocabulary.ordinary, *(term for term in terms if ":" not in term)}
