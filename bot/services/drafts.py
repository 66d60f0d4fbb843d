"""Turns what a person wrote into a ruling, or says everything that is wrong with it.

This is the one place where a server's ruling meets the checks of the shipped ones (`rulings.curated`). Texts from
people are data: they are cleaned of characters that no text needs, bounded in length, and otherwise kept.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Mapping
from typing import Any

from bot.i18n import _
from bot.telling import told
from rulings import CR_EDITION, curated
from rulings.citations import is_rule
from rulings.model import Ruling, Source

#: What a slug may have, so that it fits a button's custom_id.
LONGEST_SLUG = 60
LONGEST_PHRASING = 200
MOST_PHRASINGS = 25
MOST_CARDS = 10
MOST_TOPICS = 8
MOST_SEE = 8
#: What a modal's text field takes.
LONGEST_PROOF = 4000
LONGEST_COMMENT = 1000
#: A topic for rulings that name none.
DEFAULT_TOPIC = "community"

_LISTS = ("also_asked", "rules", "cards", "topics", "see")
# A card's name may have a comma, a phrasing nearly anything: those are split at line ends and semicolons alone.
_SEPARATORS = {"rules": r"[,;\n]", "topics": r"[,;\n]", "see": r"[,;\n]"}
_KEPT_CONTROLS = "\n\t"


class InvalidRuling(Exception):
    """A ruling can't be taken as it is written.

    Attributes:
        problems: everything that is wrong, one sentence each, for the person who wrote it.
    """

    def __init__(self, problems: Collection[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = tuple(problems)


def read_draft(
    entry: Mapping[str, Any],
    *,
    shipped_ids: Collection[str] = (),
    other_ids: Collection[str] = (),
    is_card: Callable[[str], bool] | None = None,
    numbers_of: curated.NumbersOf | None = None,
    newest: str = CR_EDITION,
) -> Ruling:
    """The ruling that an entry in the shape of the curated TOML means; `replaces` may stand in it too.

    What a form leaves out is filled in: `id` from the question, `as_of` with the newest edition, `verdict` as
    "explains". A list may be written as one text with separators.

    Args:
        entry: what the person wrote.
        shipped_ids: ids of the shipped rulings: what `replaces` may name, and `id` may not be.
        other_ids: ids of the server's rulings: what `see` may name beside shipped ones.
        is_card: whether a name is exactly a card's English name.
        numbers_of: gives the rule numbers of an edition; without it only shipped editions are known.
        newest: ISO date of the newest edition that is known.

    Raises:
        InvalidRuling: with everything that is wrong.
    """
    filled = _filled(entry, shipped_ids, newest)
    wrong = curated.wrong_shape(filled, more_texts=("replaces",))
    if wrong:
        raise InvalidRuling([told(each) for each in wrong])
    ruling = curated.from_mapping(filled, source=Source.SERVER)
    problems = [
        told(problem.message)
        for problem in curated.check(
            [ruling],
            is_card=is_card,
            least_phrasings=0,
            other_ids=(*shipped_ids, *other_ids),
            numbers_of=numbers_of,
        )
    ]
    problems += [] if _key(ruling.question) else [_("the question has no words")]
    problems += [] if _key(ruling.answer) else [_("the answer has no words")]
    problems += _too_much(ruling)
    if ruling.replaces and ruling.replaces not in shipped_ids:
        problems.append(_("“replaces” names {replaces}, which is no shipped ruling").format(replaces=ruling.replaces))
    if ruling.id in shipped_ids:
        problems.append(
            _("{id} is a shipped ruling's id; to stand in for that ruling, name it as “replaces”").format(id=ruling.id)
        )
    if problems:
        raise InvalidRuling(problems)
    return ruling


def to_content(ruling: Ruling) -> dict[str, Any]:
    """A ruling in the shape of the curated TOML, without what is empty: what the store keeps."""
    content: dict[str, Any] = {
        "id": ruling.id,
        "question": ruling.question,
        "also_asked": list(ruling.also_asked),
        "verdict": ruling.verdict.value,
        "answer": ruling.answer,
        "rules": list(ruling.rules),
        "cards": list(ruling.cards),
        "topics": list(ruling.topics),
        "as_of": ruling.as_of,
        "see": list(ruling.see),
        "later": ruling.later,
        "proof": ruling.proof,
        "replaces": ruling.replaces,
    }
    return {key: value for key, value in content.items() if value}


def from_content(content: Mapping[str, Any]) -> Ruling:
    """The ruling that the store keeps in that shape; it was checked when it was written."""
    return curated.from_mapping(content, source=Source.SERVER)


def slug_for(question: str, taken: Collection[str] = ()) -> str:
    """A kebab-case id made from a question, with a number behind it where that is taken."""
    folded = unicodedata.normalize("NFKD", question.casefold().replace("'", "").replace("’", ""))
    words = re.findall(r"[a-z0-9]+", "".join(c for c in folded if not unicodedata.combining(c)))
    slug = ""
    for word in words:
        longer = f"{slug}-{word}" if slug else word
        if len(longer) > LONGEST_SLUG - len("-999"):
            break
        slug = longer
    slug = slug or "ruling"
    number, free = 2, slug
    while free in taken:
        free, number = f"{slug}-{number}", number + 1
    return free


def clean_text(text: str) -> str:
    """A text from a person without control characters and broken surrogates, line ends unified."""
    unified = text.replace("\r\n", "\n").replace("\r", "\n")
    whole = unified.encode("utf-8", "replace").decode("utf-8")
    return "".join(c for c in whole if unicodedata.category(c) != "Cc" or c in _KEPT_CONTROLS).strip()


def clean_comment(comment: str) -> str:
    """A comment, cleaned.

    Raises:
        InvalidRuling: it is too long.
    """
    cleaned = clean_text(comment)
    if len(cleaned) > LONGEST_COMMENT:
        raise InvalidRuling(
            [
                _("the comment has {count} characters, at most {longest_comment} are kept").format(
                    count=len(cleaned), longest_comment=LONGEST_COMMENT
                )
            ]
        )
    return cleaned


def _filled(entry: Mapping[str, Any], taken_ids: Collection[str], newest: str) -> dict[str, Any]:
    filled: dict[str, Any] = {}
    for key, value in entry.items():
        if key in _LISTS and isinstance(value, str):
            value = re.split(_SEPARATORS.get(key, r"[;\n]"), clean_text(value))
        if isinstance(value, str):
            value = clean_text(value)
        elif isinstance(value, (list, tuple)):
            items = [clean_text(item) if isinstance(item, str) else item for item in value]
            if key == "topics":
                items = [slug_for(item) if isinstance(item, str) and item else item for item in items]
            elif key == "rules":
                items = [_citation(item) if isinstance(item, str) else item for item in items]
            value = [item for place, item in enumerate(items) if item != "" and item not in items[:place]]
        if value not in ("", []):
            filled[key] = value
    question = filled.get("question")
    if isinstance(question, str):
        question = filled["question"] = question.rstrip(".!?？؟ ") + "?"
        filled.setdefault("id", slug_for(question, taken_ids))
        if isinstance(filled.get("also_asked"), list):
            filled["also_asked"] = _others(filled["also_asked"], question)
            if not filled["also_asked"]:
                del filled["also_asked"]
    if isinstance(filled.get("verdict"), str):
        filled["verdict"] = filled["verdict"].casefold()
    filled.setdefault("verdict", "explains")
    filled.setdefault("as_of", newest)
    filled.setdefault("topics", [DEFAULT_TOPIC])
    return filled


def _others(phrasings: list[Any], question: str) -> list[Any]:
    """The phrasings that ask it in words of their own: none twice, and not as the question does."""
    seen = {_key(question), ""}
    kept = []
    for each in phrasings:
        key = _key(each) if isinstance(each, str) else None
        if key not in seen:
            kept.append(each)
        if key is not None:
            seen.add(key)
    return kept


def _key(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", text.casefold()))


def _citation(text: str) -> str:
    """A rule number as people type it, `CR 701.40B` or `rule 708.8.`, in its own form."""
    bare = re.sub(r"^(?:CR|rule)[\s:]*", "", text, flags=re.IGNORECASE).strip("[]() .").lower()
    return bare if is_rule(bare) else " ".join(text.split())


def _too_much(ruling: Ruling) -> list[str]:
    problems = []
    for count, most, what in (
        (len(ruling.also_asked), MOST_PHRASINGS, _("other phrasings")),
        (len(ruling.cards), MOST_CARDS, _("cards")),
        (len(ruling.topics), MOST_TOPICS, _("topics")),
        (len(ruling.see), MOST_SEE, _("related rulings")),
    ):
        if count > most:
            problems.append(
                _("it names {count} {what}, at most {most} are taken").format(count=count, what=what, most=most)
            )
    for length, most, what in (
        (len(ruling.id), LONGEST_SLUG, _("the id")),
        (max(map(len, ruling.also_asked), default=0), LONGEST_PHRASING, _("a phrasing")),
        (max(map(len, ruling.topics), default=0), LONGEST_SLUG, _("a topic")),
        (len(ruling.proof), LONGEST_PROOF, _("the proof")),
    ):
        if length > most:
            problems.append(
                _("{what} has {length} characters, at most {most} are taken").format(
                    what=what, length=length, most=most
                )
            )
    return problems
