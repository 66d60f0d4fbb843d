"""Keyword abilities as facts: which keywords a card has, with their costs and values.

Read from the lines of a card's text that list keywords (CR 702.1 and the forms of each keyword in 702). What is kept
is the keyword's name and its parameter: a cost in mana symbols, a number, the quality after ``from`` or ``for``. A
cost in words of more than `LONGEST` words is only marked as such, so that no sentence of a card is kept. Abilities
that a keyword merely introduces (``Boast — …``) keep the keyword's name alone: their behaviour is for ability trees.
"""

from __future__ import annotations

import re

#: A worded cost or quality of more words than this isn't kept.
LONGEST = 4
#: Stands for a cost that is in words, longer than `LONGEST`.
IN_WORDS = "(in words)"

_FLAGS = """deathtouch|defender|double strike|first strike|flash|flying|haste|indestructible|intimidate|lifelink|reach|
shroud|vigilance|banding|flanking|phasing|shadow|horsemanship|fear|provoke|storm|sunburst|epic|convoke|haunt|
split second|delve|gravestorm|changeling|conspire|persist|wither|retrace|exalted|cascade|rebound|umbra armor|
totem armor|infect|battle cry|living weapon|undying|soulbond|unleash|cipher|evolve|extort|fuse|dethrone|hidden agenda|
double agenda|prowess|exploit|menace|devoid|ingest|myriad|skulk|melee|undaunted|improvise|aftermath|ascend|assist|
jump-start|mentor|riot|demonstrate|daybound|nightbound|decayed|training|compleated|enlist|read ahead|ravenous|
space sculptor|living metal|for mirrodin!|bargain|spree|start your engines!|job select|tiered|station|increment|
paradigm|trample|hexproof|partner|friends forever|choose a background|doctor's companion|vanishing|megamorph|
basic landcycling|landcycling|prepared|∞"""
_NUMBERS = """rampage|bushido|fading|vanishing|amplify|modular|soulshift|dredge|bloodthirst|graft|ripple|absorb|
poisonous|frenzy|hideaway|devour|annihilator|tribute|renown|crew|fabricate|afflict|afterlife|casualty|toxic|backup|
saddle|mobilize|firebending"""
_COSTS = """equip|fortify|cumulative upkeep|buyback|cycling|echo|kicker|multikicker|flashback|madness|morph|megamorph|
entwine|ninjutsu|commander ninjutsu|transmute|replicate|recover|aura swap|transfigure|evoke|prowl|unearth|level up|
miracle|overload|scavenge|bestow|outlast|dash|surge|emerge|escalate|embalm|eternalize|spectacle|escape|mutate|encore|
foretell|disturb|cleave|reconfigure|blitz|squad|more than meets the eye|ward|disguise|plot|freerunning|offspring|
harmonize|warp|mayhem|web-slinging|sneak|prototype|basic landcycling|landcycling"""
_NUMBERED_COSTS = "suspend|reinforce|awaken|impending"
_PHRASES = """protection|hexproof|enchant|affinity|champion|splice|partner|craft|emerge|gift|devour|bands with other|
trample|offering|equip|infinity"""
_INTRODUCING = "boast|exhaust|forecast|companion|solved|max speed|visit"


def _set(names: str) -> frozenset[str]:
    return frozenset(name for line in names.split("\n") for name in line.split("|") if name)


FLAGS, NUMBERS, COSTS = _set(_FLAGS), _set(_NUMBERS), _set(_COSTS)
NUMBERED_COSTS, PHRASES, INTRODUCING = _set(_NUMBERED_COSTS), _set(_PHRASES), _set(_INTRODUCING)

#: Every keyword that can be read from a card, longest first (``megamorph`` before ``morph`` can't clash, but
#: ``basic landcycling`` and ``partner with`` could).
KEYWORDS = sorted(FLAGS | NUMBERS | COSTS | NUMBERED_COSTS | PHRASES | INTRODUCING, key=lambda k: (-len(k), k))

_REMINDER = re.compile(r"\s*\([^()]*\)")
_MANA = r"(?:\{[^{}]+\})+"
_COST = re.compile(rf" ({_MANA}(?: and/or {_MANA})*)(?: — \S+/\S+)?(?:\. .*|, where .*)?")
_QUALIFIED_COST = re.compile(rf" ((?:[\w'’,-]+ ){{1,8}}{_MANA})(?:\. .*)?")
_WORDED = re.compile(r" ?— ?(.+)")
_NUMBER = re.compile(r" (\d+|X)(?:, where .*|\. .*)?")
_NUMBERED = re.compile(rf" (\d+|X)—({_MANA})(?:\. .*)?")
_NUMBERED_WORDED = re.compile(r" (\d+|X)—(.+)")
_PHRASE = re.compile(
    r" ((?:from|for|a|an|onto|with|over|artifact|land|creature|nontoken)\b.*|[A-Z][\w’'-]+(?: or [A-Z][\w’'-]+)?)"
)
_TYPECYCLING = re.compile(rf"((?:basic )?[a-z]+cycling) ({_MANA})", re.IGNORECASE)
_LANDWALK = re.compile(
    r"(?:nonbasic |snow |snow-covered |legendary |artifact )?(?:plains|island|swamp|mountain|forest|desert|land)walk",
    re.IGNORECASE,
)
_OFFERING = re.compile(r"[A-Z][a-z]+ offering")
_FLAVOR = re.compile(rf"[A-Z][^—.:]{{0,40}} — (\w[\w ]* {_MANA}(?:\. .*)?)")
_MANA_FIRST = re.compile(rf"({_MANA}), ")
_ENDS = re.compile(r"LEVEL \d|(?:\{[^{}]+\})+: Level \d|STATION|\d+\+ \|")


def keywords_of(text: str) -> tuple[tuple[str, str | None], ...]:
    """The keyword abilities that a card's text lists, in order, as (name, value).

    Args:
        text: A face's text in Scryfall's form: one ability a line, reminder text in parentheses.

    Returns:
        Names in lower case; the value is None for keywords without a parameter.
    """
    found: list[tuple[str, str | None]] = []
    for line in text.split("\n"):
        # CR 711.2, 716.2: what stands after a level or class bar is had only at that level
        if _ENDS.match(line):
            break
        while (shorter := _REMINDER.sub("", line)) != line:
            line = shorter
        found += _line(line.strip()) or ()
    return tuple(found)


def _line(line: str) -> list[tuple[str, str | None]] | None:
    """The keywords of a line, None if it isn't a list of keywords."""
    if not line or line[0] in "{[•+−0123456789":
        return None
    whole = _piece(line)
    if whole is not None and (whole[0] not in PHRASES or "—" in line or not re.search("[,;] ", line)):
        return [whole]
    # CR 207.2d: a flavor word before a keyword has no rules meaning ("Diana — Equip {2}")
    if (flavor := _FLAVOR.fullmatch(line)) and (named := _piece(flavor[1])) and named[1]:
        return [named]
    found: list[tuple[str, str | None]] = []
    rest = re.split(r"[,;] ", line)
    at = 0
    while at < len(rest):
        # a quality may hold commas itself ("from Vampires, from Werewolves, and from Zombies"): take the longest
        for end in range(len(rest), at, -1):
            piece = _piece(", ".join(rest[at:end])) if end - at == 1 or _is_quality(rest[at:end]) else None
            if piece is not None:
                found.append(piece)
                at = end
                break
        else:
            return None
    return found


def _is_quality(pieces: list[str]) -> bool:
    """Whether pieces after the first can only continue a quality: none of them starts with a keyword."""
    return not any(_keyword(piece.lower()) for piece in pieces[1:]) and _keyword(pieces[0].lower()) in (
        "protection",
        "hexproof",
        "enchant",
        "affinity",
        "trample",
    )


def _keyword(lower: str) -> str | None:
    for keyword in KEYWORDS:
        if lower.startswith(keyword) and not lower[len(keyword) : len(keyword) + 1].isalpha():
            return keyword
    return None


def _worded(cost: str) -> str:
    cost = cost.strip().rstrip(".")
    if len(cost.split()) <= LONGEST:
        return cost
    mana = _MANA_FIRST.match(cost)
    return f"{mana[1]}, {IN_WORDS}" if mana else IN_WORDS


def _piece(text: str) -> tuple[str, str | None] | None:
    """One keyword with its parameter, None if the text is anything else."""
    lower = text.lower().rstrip(".")
    if _LANDWALK.fullmatch(lower):
        return lower, None
    if _OFFERING.fullmatch(text):
        return "offering", text.split()[0]
    if match := _TYPECYCLING.fullmatch(text):
        return match[1].lower(), match[2]
    keyword = _keyword(lower)
    if keyword is None:
        return None
    rest = text[len(keyword) :]
    if keyword in FLAGS and rest.rstrip(".") == "":
        return keyword, None
    if keyword in INTRODUCING:
        return (keyword, None) if rest.startswith((" —", "—")) else None
    if keyword in NUMBERED_COSTS:
        if match := _NUMBERED.fullmatch(rest):
            return keyword, f"{match[1]}—{match[2]}"
        if match := _NUMBERED_WORDED.fullmatch(rest):
            return keyword, f"{match[1]}—{_worded(match[2])}"
        return None
    if keyword in NUMBERS and (match := _NUMBER.fullmatch(rest)):
        return keyword, match[1]
    if keyword in COSTS:
        if match := _COST.fullmatch(rest):
            return keyword, match[1]
        if match := _QUALIFIED_COST.fullmatch(rest):
            return keyword, match[1]
        if match := _WORDED.fullmatch(rest):
            return keyword, _worded(match[1])
    if keyword in PHRASES:
        return _phrase(keyword, rest)
    return None


def _phrase(keyword: str, rest: str) -> tuple[str, str | None] | None:
    if keyword == "partner" and (match := _WORDED.fullmatch(rest)):
        return keyword, _worded(match[1])
    if keyword == "splice" and (match := re.fullmatch(r" (onto \w+)—(.+)", rest)):
        return keyword, f"{match[1]}—{_worded(match[2])}"
    if keyword == "enchant" and re.fullmatch(r" [^.:]+", rest):
        # what may be enchanted; a long condition is left to the ability's tree
        return keyword, rest[1:] if len(rest.split()) <= 2 * LONGEST else IN_WORDS
    if keyword == "partner" and rest.startswith(" with "):
        return "partner with", rest[6:].rstrip(".")
    match = _PHRASE.fullmatch(rest)
    if match is None or ". " in rest:
        return None
    phrase = match[1]
    if len(phrase.split()) > 3 * LONGEST or re.search(r"\b(?:deals|have|has|gets|put|create)\b", phrase):
        return None
    return keyword, phrase
