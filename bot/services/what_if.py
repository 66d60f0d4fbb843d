"""What if: a ruling's example changed in one thing and played again.

A change edits the script and says which line it changed; what the example's expectations then say is shown beside what
happens, so that the difference can be read off. Only changes that have something to change are offered.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.i18n import _
from simulator.errors import SimulatorError
from simulator.model.cards import CardDefinition, CardPool
from simulator.scenario.errors import ScenarioError
from simulator.scenario.parser import Scenario, parse_scenario

#: What the card is exchanged for: a noncreature card (one that can be on the battlefield where it has to be), and a
#: double-faced creature card.
NONCREATURE, NONCREATURE_PERMANENT, DOUBLE_FACED = "Opt", "Sol Ring", "Delver of Secrets"
#: What somebody else than before can do with a permanent once they control it.
_WITH_IT = re.compile(r"\s*(?:refuse )?\S+ (?:turns|activates|taps|attacks|blocks|looks)\b|\s*expect ", re.IGNORECASE)
#: So many words of a line are tried as a card's name, the longest first.
_LONGEST_NAME = 7
_ALIAS = re.compile(r"\bas ([^\s,;()#\"+]+)(?=,|$|\s*(?:\[|//))", re.IGNORECASE)
_HANDLE = re.compile(r"#\d+")
_WORDS = re.compile(r"[^\s,:;()\[\]{}]+")
_FACE_DOWN = re.compile(
    r"\b(?:face down|manifests?|cloaks?|manifested|cloaked|morph|disguise|megamorph)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Variant:
    """An example with one thing changed.

    Attributes:
        key: short and stable: what was changed.
        label: the same in words.
        change: what was changed in the script, in words.
        script: the changed script.
        inserted: the line that was put in; empty where a card was exchanged.
    """

    key: str
    label: str
    change: str
    script: str
    inserted: str = ""


def variants(script: str, pool: CardPool) -> tuple[Variant, ...]:
    """The changes of an example that have something to change, in a fixed order.

    Args:
        script: the example.
        pool: where its cards come from.
    """
    try:
        scenario = parse_scenario(script)
    except (ScenarioError, SimulatorError):
        return ()
    lines = script.split("\n")
    found = [
        _other_controller(lines, scenario),
        _exchanged(lines, scenario, pool, "noncreature"),
        _exchanged(lines, scenario, pool, "double-faced"),
        _lost_abilities(lines, scenario),
    ]
    return tuple(each for each in found if each is not None)


def variant(script: str, key: str, pool: CardPool) -> Variant | None:
    """One change by its key; None if the example has nothing of the kind to change (any more)."""
    return next((each for each in variants(script, pool) if each.key == key), None)


def _subject(scenario: Scenario) -> str:
    """What the example is about: the first thing with a name of its own that a step speaks of, else a handle."""
    steps = [line.text for line in scenario.body]
    named = [match[1] for line in (*scenario.setup, *scenario.body) for match in _ALIAS.finditer(line.text)]
    down = [
        match[1]
        for line in (*scenario.setup, *scenario.body)
        if _FACE_DOWN.search(line.text)
        for match in _ALIAS.finditer(line.text)
    ]
    for name in dict.fromkeys([*down, *named]):
        if any(_mentions(step, name) for step in steps):
            return name
    return next((match[0] for step in steps for match in _HANDLE.finditer(step)), "")


def _mentions(text: str, name: str) -> bool:
    return re.search(rf"(?<![\w#]){re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None


def _place(scenario: Scenario, subject: str) -> int | None:
    """The number of the line before which the subject is changed: the first step that speaks of it after it was named.

    None where it isn't on the table before any step.
    """
    moves = [line for line in scenario.body if line.kind in ("step", "refuse")]
    named = next((line.number for line in scenario.body if _names(line.text, subject)), 0)
    later = [line.number for line in moves if line.number > named and _mentions(line.text, subject)]
    if later:
        return later[0]
    following = [line.number for line in scenario.body if line.number > named]
    return following[0] if following else None


def _names(text: str, subject: str) -> bool:
    return any(match[1].casefold() == subject.casefold() for match in _ALIAS.finditer(text))


def _other_controller(lines: Sequence[str], scenario: Scenario) -> Variant | None:
    """Another player controls it, and does what its controller did."""
    subject = _subject(scenario)
    place = _place(scenario, subject) if subject else None
    if place is None or len(scenario.players) < 2:
        return None
    owner = _owner(scenario, subject)
    other = next(player for player in scenario.players if player != owner)
    taken = f"{other} gains control of {subject}"
    swapped = [
        _by_other(line, owner, other) if number >= place and _mentions(line, subject) else line
        for number, line in enumerate(lines, start=1)
    ]
    script = "\n".join([*swapped[: place - 1], taken, *swapped[place - 1 :]])
    change = _("{other} controls {subject} from then on, and acts with it instead of {owner}").format(
        other=other, subject=subject, owner=owner
    )
    return Variant("controller", _("another player controls it"), change, script, taken)


def _owner(scenario: Scenario, subject: str) -> str:
    """The player who has the subject: who set it up or put it down, else the first player."""
    for line in (*scenario.setup, *scenario.body):
        if _names(line.text, subject):
            first = line.text.split(maxsplit=1)[0]
            under = re.search(r"\bunder (\S+)", line.text)
            named = under[1] if under else first
            found = next((player for player in scenario.players if player.casefold() == named.casefold()), None)
            if found is not None:
                return found
    return scenario.players[0]


def _by_other(line: str, owner: str, other: str) -> str:
    """A step with the permanent, or an expectation of the owner, as one of the other player."""
    if not _WITH_IT.match(line):
        return line
    return re.sub(rf"^(\s*(?:refuse |expect )?){re.escape(owner)}\b", rf"\g<1>{other}", line, flags=re.IGNORECASE)


def _lost_abilities(lines: Sequence[str], scenario: Scenario) -> Variant | None:
    """It loses all abilities before the first step that speaks of it."""
    subject = _subject(scenario)
    place = _place(scenario, subject) if subject else None
    if place is None:
        return None
    lost = f"{subject} loses all abilities"
    script = "\n".join([*lines[: place - 1], lost, *lines[place - 1 :]])
    change = _("{subject} loses all abilities").format(subject=subject)
    return Variant("abilities", _("it has lost its abilities"), change, script, lost)


def _exchanged(lines: Sequence[str], scenario: Scenario, pool: CardPool, kind: str) -> Variant | None:
    """The card that the example is about is another one."""
    card = _card(scenario, pool)
    if card is None:
        return None
    written, definition = card
    instead = DOUBLE_FACED
    if kind == "noncreature":
        instead = NONCREATURE_PERMANENT if _is_face_up(scenario, written) else NONCREATURE
    other = pool.find(instead)
    if other is None or other[0].name == definition.name:
        return None
    is_creature = "Creature" in definition.front.type_line.types
    if (not is_creature) if kind == "noncreature" else definition.is_double_faced:
        return None
    pattern = re.compile(rf"(?<!\w){re.escape(written)}(?!\w)", re.IGNORECASE)
    body = {line.number for line in (*scenario.setup, *scenario.body)}
    script = "\n".join(
        pattern.sub(instead, line) if number in body else line for number, line in enumerate(lines, start=1)
    )
    label = {"noncreature": _("it is a noncreature card"), "double-faced": _("it is a double-faced card")}[kind]
    return Variant(kind, label, _("{instead} instead of {written}").format(instead=instead, written=written), script)


def _card(scenario: Scenario, pool: CardPool) -> tuple[str, CardDefinition] | None:
    """The card that the example is about, as written: the one with the subject's name, else the first put face down."""
    subject = _subject(scenario)
    lines = (*scenario.setup, *scenario.body)
    near = [_item(line.text, subject) for line in lines if subject and _names(line.text, subject)]
    libraries = [line.text.partition(":")[2] for line in scenario.setup if " library:" in line.text]
    down = [line.text for line in lines if _FACE_DOWN.search(line.text)]
    for text in [*near, *libraries, *down]:
        for written in _candidates(text):
            found = _find(pool, written)
            if found is not None:
                return written, found
    return None


def _is_face_up(scenario: Scenario, written: str) -> bool:
    """Whether a card begins face up on the battlefield."""
    items = [item for line in scenario.setup if " battlefield:" in line.text for item in line.text.split(",")]
    return any(_mentions(item, written) and not _FACE_DOWN.search(item) for item in items)


def _item(text: str, subject: str) -> str:
    """The item of a line that has the subject's name."""
    rest = text.partition(":")[2] or text
    return next((item for item in rest.split(",") if _names(item.strip(), subject)), rest)


def _candidates(text: str) -> Iterable[str]:
    words = list(_WORDS.finditer(text))
    for first in range(len(words)):
        for last in range(min(len(words), first + _LONGEST_NAME) - 1, first - 1, -1):
            written = text[words[first].start() : words[last].end()]
            if written[:1].isupper() and not any(sign in written for sign in ",:;()[]{}"):
                yield written


def _find(pool: CardPool, written: str) -> CardDefinition | None:
    try:
        found = pool.find(written)
    except SimulatorError:
        return None
    return None if found is None else found[0]
