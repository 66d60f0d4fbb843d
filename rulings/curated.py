"""Reads the curated rulings from their TOML files and says what is wrong with them.

    python -m rulings.curated [FOLDER]

prints every problem with its file and ruling. Reading is lenient, so that one broken entry doesn't silence the rest:
an entry that can't be read is left out and reported. Checking is strict: it is what the tests and `tablejudge check`
hold the shipped rulings to.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rulings import CR_EDITION, rules_index
from rulings.citations import is_policy, is_rule
from rulings.faults import Fault
from rulings.model import Ruling, Source, Verdict
from rulings.verdict_words import SAYS_DEPENDS, SAYS_NO, SAYS_YES

#: Folder of the shipped rulings, one file a topic.
DATA = Path(__file__).parent / "data"

#: Tables of other modules that live in the same folder.
NOT_RULINGS = frozenset({"vocabulary.toml", "nicknames.toml"})

LEAST_PHRASINGS = 4
MOST_RULES = 8
LONGEST_QUESTION = 200
LONGEST_ANSWER = 1800
LONGEST_LATER = 300
#: The verdict must be read within this many characters of the answer.
VERDICT_WITHIN = 200

_KEBAB = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_NUMBER = re.compile(r"(?<![\d.])[1-9]\d{2}\.\d{1,3}[a-z]{0,2}(?!\w)")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_TEXTS = ("id", "question", "verdict", "answer", "as_of", "later", "proof")
_LISTS = ("also_asked", "rules", "cards", "topics", "see")
_REQUIRED = ("id", "question", "verdict", "answer", "rules", "topics", "as_of")
_VERDICT_WORDS = {
    Verdict.YES: re.compile(r"\byes\b", re.IGNORECASE),
    Verdict.NO: re.compile(r"\bno\b", re.IGNORECASE),
    Verdict.DEPENDS: re.compile(r"\b(?:depends?|only (?:if|when)|unless|sometimes|usually|if)\b", re.IGNORECASE),
}
#: A server's own ruling may say it in its own language.
_LOCAL_WORDS = {Verdict.YES: SAYS_YES, Verdict.NO: SAYS_NO, Verdict.DEPENDS: SAYS_DEPENDS}


#: Says whether a name is exactly a card's English name, in full or of one of its faces.
IsCard = Callable[[str], bool]

#: Gives the rule numbers of an edition; None for one that isn't known.
NumbersOf = Callable[[str], Container[str] | None]


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with a file or a ruling.

    Attributes:
        file: Name of the file.
        ruling: Id of the ruling, or its place in the file (``#3``), or empty for the file as a whole.
        message: What is wrong and what to do.
    """

    file: str
    ruling: str
    message: str

    def __str__(self) -> str:
        return ": ".join(part for part in (self.file, self.ruling, self.message) if part)


@dataclass(slots=True)
class Reading:
    """What a folder of rulings holds: those that could be read, and why the others couldn't."""

    rulings: list[Ruling] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def files(folder: Path = DATA) -> list[Path]:
    """The files of rulings in a folder, by name."""
    return sorted(path for path in folder.glob("*.toml") if path.name not in NOT_RULINGS)


def read(folder: Path = DATA) -> Reading:
    """Every ruling of a folder, in the order of file names and of the entries in them."""
    reading = Reading()
    for path in files(folder):
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            reading.problems.append(Problem(path.name, "", f"can't be read: {error}"))
            continue
        part = read_text(text, path.name)
        reading.rulings += part.rulings
        reading.problems += part.problems
    return reading


def read_text(text: str, origin: str) -> Reading:
    """The rulings of one file's text; `origin` is the name that problems are reported under."""
    # Imported here: answering a question from the prebuilt index needs no TOML parser.
    import tomllib

    reading = Reading()
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        reading.problems.append(Problem(origin, "", f"isn't valid TOML: {error}"))
        return reading
    for key in table:
        if key != "ruling":
            reading.problems.append(Problem(origin, "", f"has the unknown key “{key}”; entries are [[ruling]]"))
    entries = table.get("ruling", [])
    if not isinstance(entries, list):
        reading.problems.append(Problem(origin, "", "writes [ruling]; each entry is [[ruling]]"))
        return reading
    for place, entry in enumerate(entries, start=1):
        wrong = wrong_shape(entry)
        name = entry.get("id") if isinstance(entry.get("id"), str) else f"#{place}"
        reading.problems += [Problem(origin, str(name), message) for message in wrong]
        if not wrong:
            reading.rulings.append(from_mapping(entry, origin=origin))
    return reading


def wrong_shape(entry: Mapping[str, object], *, more_texts: Sequence[str] = ()) -> list[str]:
    """Why an entry can't be made a ruling: missing, unknown or wrongly typed keys.

    Args:
        entry: The entry as it was read.
        more_texts: Keys of texts that it may have beside those of a shipped ruling (a server's has `replaces`).
    """
    wrong: list[str] = [Fault("lacks “{key}”", key=key) for key in _REQUIRED if not entry.get(key)]
    for key, value in entry.items():
        if key in _TEXTS or key in more_texts:
            if not isinstance(value, str):
                wrong.append(Fault("“{key}” must be text in quotes", key=key))
        elif key in _LISTS:
            if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
                wrong.append(Fault("“{key}” must be a list of texts", key=key))
        else:
            wrong.append(
                Fault(
                    "has the unknown key “{key}”; known: {names}",
                    key=key,
                    names=", ".join((*_TEXTS, *more_texts, *_LISTS)),
                )
            )
    verdict = entry.get("verdict")
    if isinstance(verdict, str) and verdict not in [known.value for known in Verdict]:
        wrong.append(
            Fault(
                "verdict “{verdict}” must be one of {names}",
                verdict=verdict,
                names=", ".join(known.value for known in Verdict),
            )
        )
    return wrong


def from_mapping(entry: Mapping[str, object], *, origin: str = "", source: Source = Source.CURATED) -> Ruling:
    """A ruling from a mapping whose shape was checked."""

    def text(key: str) -> str:
        return " ".join(str(entry.get(key, "")).split())

    def texts(key: str) -> tuple[str, ...]:
        value = entry.get(key, ())
        return tuple(" ".join(str(item).split()) for item in value) if isinstance(value, (list, tuple)) else ()

    return Ruling(
        id=text("id"),
        question=text("question"),
        verdict=Verdict(text("verdict")),
        # Paragraphs of an answer are kept, line breaks within them are the file's only.
        answer="\n\n".join(" ".join(part.split()) for part in str(entry.get("answer", "")).strip().split("\n\n")),
        rules=texts("rules"),
        as_of=text("as_of"),
        also_asked=texts("also_asked"),
        cards=texts("cards"),
        topics=texts("topics"),
        see=texts("see"),
        later=text("later"),
        proof=str(entry.get("proof", "")).strip("\n"),
        source=source,
        replaces=text("replaces"),
        origin=origin,
    )


def check(
    rulings: Sequence[Ruling],
    *,
    is_card: IsCard | None = None,
    least_phrasings: int = LEAST_PHRASINGS,
    other_ids: Iterable[str] = (),
    numbers_of: NumbersOf | None = None,
) -> list[Problem]:
    """What is wrong with rulings that could be read, in their order.

    Args:
        rulings: All rulings of a collection: ids, references and phrasings are checked across them.
        is_card: Says whether a name is exactly a card's English name; without it card names aren't checked.
        least_phrasings: How many other phrasings each must have at least.
        other_ids: Ids of rulings outside the collection that "see" may name.
        numbers_of: Gives the rule numbers of the edition that a ruling was written against, by which its citations are
            checked; without it they must be of a shipped edition and exist in the newest of these.
    """
    problems: list[Problem] = []
    ids: dict[str, Ruling] = {}
    phrasings: dict[str, Ruling] = {}
    known_ids = {ruling.id for ruling in rulings}.union(other_ids)
    for ruling in rulings:

        def report(message: str, ruling: Ruling = ruling) -> None:
            problems.append(Problem(ruling.origin, ruling.id, message))

        if ruling.id in ids:
            report(Fault("the id is taken by an entry of {origin}", origin=ids[ruling.id].origin))
        ids.setdefault(ruling.id, ruling)
        for phrase in (ruling.question, *ruling.also_asked):
            key = " ".join(re.findall(r"[^\W_]+", phrase.casefold()))
            if key in phrasings:
                report(Fault("“{phrase}” is already a phrasing of {id}", phrase=phrase, id=phrasings[key].id))
            phrasings.setdefault(key, ruling)
        for message in (*_wrong_words(ruling, least_phrasings), *_wrong_citations(ruling, numbers_of)):
            report(message)
        for other in ruling.see:
            if other not in known_ids or other == ruling.id:
                itself = other == ruling.id
                report(
                    Fault("“see” names {other}, which is itself", other=other)
                    if itself
                    else Fault("“see” names {other}, which is no ruling", other=other)
                )
        for name in ruling.cards if is_card else ():
            if is_card is not None and not is_card(name):
                report(Fault("“{name}” isn't exactly a card's English name", name=name))
    return problems


def written_in(text: str) -> list[str]:
    """What has the form of a rule number in a text, in order: the word behind a number is no part of it."""
    return _NUMBER.findall(text)


def _wrong_words(ruling: Ruling, least_phrasings: int) -> Iterable[str]:
    """Problems of the texts of one ruling."""
    if not _KEBAB.fullmatch(ruling.id):
        yield Fault("the id must be kebab-case: lower-case letters and digits joined by hyphens")
    if not ruling.question.endswith("?"):
        yield Fault("the question must end with a question mark")
    if len(ruling.question) > LONGEST_QUESTION:
        yield Fault(
            "the question has {number} characters, at most {most} fit a title",
            number=len(ruling.question),
            most=LONGEST_QUESTION,
        )
    if len(ruling.also_asked) < least_phrasings:
        yield Fault(
            "has {number} phrasings in “also_asked”, at least {least} are needed",
            number=len(ruling.also_asked),
            least=least_phrasings,
        )
    if len(ruling.answer) > LONGEST_ANSWER:
        yield Fault(
            "the answer has {number} characters, at most {most} are shown",
            number=len(ruling.answer),
            most=LONGEST_ANSWER,
        )
    if len(ruling.later) > LONGEST_LATER:
        yield Fault(
            "“later” has {number} characters, at most {most} are shown", number=len(ruling.later), most=LONGEST_LATER
        )
    words = [_VERDICT_WORDS.get(ruling.verdict)]
    if ruling.source is Source.SERVER:
        words.append(_LOCAL_WORDS.get(ruling.verdict))
    known = [each for each in words if each is not None]
    if known and not any(each.search(ruling.answer[:VERDICT_WITHIN]) for each in known):
        yield Fault(
            "the first {most} characters of the answer don't say the verdict, “{verdict}”",
            most=VERDICT_WITHIN,
            verdict=ruling.verdict.value,
        )
    for topic in ruling.topics:
        if not _KEBAB.fullmatch(topic):
            yield Fault("the topic “{topic}” must be kebab-case", topic=topic)


def _wrong_citations(ruling: Ruling, numbers_of: NumbersOf | None) -> Iterable[str]:
    """Problems of the citations and the edition of one ruling."""
    edition, numbers = CR_EDITION, numbers_of and numbers_of(ruling.as_of)
    if numbers is not None:
        edition = ruling.as_of
    else:
        numbers = rules_index.load()
        known = numbers_of is None and _DATE.fullmatch(ruling.as_of) and ruling.as_of in rules_index.editions()
        if not known:
            shipped = ", ".join(rules_index.editions())
            yield (
                Fault(
                    "“as_of” {date} is no shipped edition of the rules ({shipped})", date=ruling.as_of, shipped=shipped
                )
                if numbers_of is None
                else Fault(
                    "“as_of” {date} is no known edition of the rules; shipped is {shipped}, others come by "
                    "`tablejudge sync`",
                    date=ruling.as_of,
                    shipped=shipped,
                )
            )
    if len(ruling.rules) > MOST_RULES:
        yield Fault("cites {number} rules, at most {most}", number=len(ruling.rules), most=MOST_RULES)
    if len(set(ruling.rules)) < len(ruling.rules):
        yield Fault("cites a rule twice")
    for number in ruling.rules:
        if not is_rule(number) and not is_policy(number):
            yield Fault("“{number}” is no citation: write 701.40b, IPG 2.1 or MTR 4.1", number=number)
    for number in dict.fromkeys([*ruling.rules, *written_in(ruling.answer), *written_in(ruling.later)]):
        if is_rule(number) and number not in numbers:
            yield Fault("CR {number} doesn't exist in the edition of {edition}", number=number, edition=edition)


def main(arguments: Sequence[str]) -> int:
    """Check a folder (default: the shipped rulings); exit code 1 if anything is wrong."""
    reading = read(Path(arguments[0]) if arguments else DATA)
    problems = reading.problems + check(reading.rulings)
    for problem in problems:
        print(problem)
    print(f"{len(reading.rulings)} rulings, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
