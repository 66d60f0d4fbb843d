"""Fits the real services to what the app asks for (`bot.discord_app.ports`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import quote

from bot.discord_app import limits
from bot.discord_app.ports import CardPage, Refusal
from bot.i18n import _
from bot.services.card_abilities import card_abilities
from bot.services.card_abilities import lines as ability_lines
from bot.services.card_pool import CataloguePool
from bot.services.languages import LANGUAGES
from bot.services.reference import CardReference, ReferenceService
from rulings.catalogue import KINDS, CardFacts, FaceFacts
from rulings.names import Ambiguous, Names, Resolved, Unknown
from rulings.reference.database import OfficialRuling
from rulings.reference.records import Kind
from rulings.search.official import OFFICIAL_ID

_WRITTEN_AS_A_NAME = re.compile(
    r"\[\[(?P<bracketed>[^\[\]]+)\]\]|[“\"](?P<quoted>[^“”\"]{2,60})[”\"]|"
    r"(?P<capitals>\b[A-Z][\w'’-]+(?: (?:of|the|to|and|in|for|from|with|[A-Z][\w'’-]*))* ?[A-Z][\w'’-]+"
    r"|\b[A-Z][\w'’-]+)"
)


#: What somebody typed for a card's name is repeated to them up to so many characters.
_LONGEST_TYPED = 150


class CatalogueCards:
    """Cards of the catalogue, with what was synced about them.

    Args:
        pool: the cards and names in service.
        reference: wording and official rulings, once they are synced.
    """

    def __init__(self, pool: CataloguePool, reference: ReferenceService) -> None:
        self._pool = pool
        self._reference = reference

    @property
    def _names(self) -> Names:
        return self._pool.names

    def complete(self, typed: str, limit: int) -> Sequence[tuple[str, str]]:
        """(what the person reads, full English name), the best first."""
        return [(found.label, found.card) for found in self._names.suggest(typed, limit)]

    def page(self, name: str, hidden: Mapping[str, str] | None = None) -> CardPage:
        """A card's facts.

        Args:
            name: as typed.
            hidden: official rulings that aren't used where it is asked for, by id, and why.

        Raises:
            Refusal: the name is unknown, or could mean several cards.
        """
        names = self._names
        found = names.resolve(name)
        if isinstance(found, Resolved):
            facts = names.catalogue.facts(found.card)
            if facts is None:
                raise Refusal(_("The data has no facts of {card}.").format(card=found.card))
            took = (
                ""
                if found.matched_by == "exact"
                else _("-# “{typed}” was taken for this card.").format(typed=limits.plain(name.strip()))
            )
            return self._page(facts, (*_lines(facts), *([took] if took else [])), hidden or {})
        if isinstance(found, Unknown):
            raise Refusal(_unknown(name, names.catalogue.data_date), choices=found.suggestions)
        raise Refusal(_ambiguous(found), choices=[choice.card for choice in found.choices])

    def _page(self, facts: CardFacts, lines: tuple[str, ...], hidden: Mapping[str, str]) -> CardPage:
        synced = self._reference.card(facts.name)
        abilities = [limits.plain(line) for line in ability_lines(card_abilities(facts, self._pool))]
        more = [(abilities[0], tuple(abilities[1:]))]
        note = _("Oracle text and official rulings aren't here yet: whoever runs this bot can sync them.")
        url = f"https://scryfall.com/search?q={quote(f'!{chr(34)}{facts.name}{chr(34)}')}"
        if synced is not None:
            more[:0] = [(_("Oracle text"), tuple(_wording(synced)))]
            more.append((_rulings_heading(synced, hidden), tuple(_official(synced, hidden))))
            notes = (self._reference.data_note(kind) for kind in (Kind.CARDS, Kind.RULINGS))
            note = " · ".join(filter(None, notes))
            url = synced.wording.url or url
        printed = self._names.catalogue.printed(facts.name)
        aside = ((_("Printed names"), tuple(_printed(printed, several=len(facts.faces) > 1))),)
        return CardPage(facts.name, lines, tuple(each for each in more if each[0]), aside, note, url)

    def unclear(self, question: str) -> Sequence[tuple[str, Sequence[str]]]:
        """What in a question is written as a card's name and could mean several: as typed, and those cards.

        A name in brackets or quotes counts, and one in capitals within a sentence.
        """
        found: dict[str, Sequence[str]] = {}
        for match in _WRITTEN_AS_A_NAME.finditer(question):
            marked = match["bracketed"] or match["quoted"]
            typed = (marked or match["capitals"]).strip()
            if not marked and match.start() == 0:
                continue
            several = self._names.resolve(typed) if match["bracketed"] else self._names.resolve_exact(typed)
            if isinstance(several, Ambiguous):
                found[typed] = [choice.card for choice in several.choices]
        return list(found.items())


def _unknown(name: str, data_date: str) -> str:
    typed = " ".join(name.split())
    if len(typed) > _LONGEST_TYPED:
        return _("A card's name isn't as long as that. Type its name alone.")
    return _("I know no card called “{typed}” (cards to {date}).").format(typed=typed, date=data_date)


def _ambiguous(found: Ambiguous) -> str:
    count = len(found.choices) + found.more
    return _("“{typed}” could be any of {count} cards. Which one?").format(typed=found.query.strip(), count=count)


def _wording(synced: CardReference) -> Iterator[str]:
    for face in synced.wording.faces:
        if len(synced.wording.faces) > 1:
            yield f"**{limits.plain(face.name)}**"
        yield from (limits.plain(line) for line in face.oracle_text.split("\n") if line.strip())
        if not face.oracle_text.strip():
            yield "-# " + _("no rules text")


def _rulings_heading(synced: CardReference, hidden: Mapping[str, str]) -> str:
    if not synced.rulings_to:
        return _("Official rulings: not synced yet")
    count = sum(_text_id(each.ruling) not in hidden for each in synced.rulings)
    return _("Official rulings ({count}), newest first").format(count=count)


def _official(synced: CardReference, hidden: Mapping[str, str]) -> Iterator[str]:
    """Official rulings, an older wording folded away below its newer one; of those not used here only why not."""
    left_out = []
    for shown in synced.rulings:
        now = shown.ruling
        if (reason := hidden.get(_text_id(now))) is not None:
            told = _("The one of {date} isn't used in this server: {reason}")
            left_out.append("-# " + told.format(date=now.published_at, reason=limits.plain(reason)))
            continue
        gone = " " + _("(no longer published since {date})").format(date=now.gone_since) if now.gone_since else ""
        yield f"**{now.published_at}**{gone} {limits.plain(' '.join(now.comment.split()))}"
        for old in shown.replaced:
            said = limits.plain(" ".join(old.comment.split()))
            yield "-# ↳ " + _("replaces the wording of {date}:").format(date=old.published_at) + f" ||{said}||"
    yield from left_out


def _text_id(ruling: OfficialRuling) -> str:
    return f"{OFFICIAL_ID}{ruling.id}"


def _printed(printed: Mapping[str, Mapping[str, Sequence[str]]], *, several: bool) -> Iterator[str]:
    for face, languages in printed.items():
        if several:
            yield f"**{limits.plain(face)}**"
        for language in sorted(languages, key=lambda code: LANGUAGES.get(code, code)):
            yield f"{_(LANGUAGES.get(language, language))}: {limits.plain(', '.join(languages[language]))}"


def _lines(facts: CardFacts) -> list[str]:
    lines = [line for face in facts.faces for line in _face(face, named=len(facts.faces) > 1)]
    if not facts.playable:
        lines.append(_("A {kind}, not a card for decks.").format(kind=KINDS[facts.kind]))
    if facts.melds_into:
        lines.append(
            _("Melds with {melds_with} into {melds_into}.").format(
                melds_with=facts.melds_with, melds_into=facts.melds_into
            )
        )
    return [
        *lines,
        _("-# Mana value {mana_value:g} · {layout}").format(
            mana_value=facts.mana_value, layout=facts.layout.replace("_", " ")
        ),
    ]


def _face(face: FaceFacts, *, named: bool) -> list[str]:
    lines = [f"**{limits.plain(face.name)}**"] if named else []
    size = limits.plain(f"{face.power}/{face.toughness}") if face.power is not None else ""
    parts = [face.mana_cost, face.type_line, size]
    parts += [
        _("loyalty {loyalty}").format(loyalty=face.loyalty) if face.loyalty else "",
        _("defense {defense}").format(defense=face.defense) if face.defense else "",
    ]
    lines.append(" · ".join(part for part in parts if part) or _("-# The data has only this face's name."))
    if face.keywords:
        lines.append(
            ", ".join(f"{word.name} {word.value}".strip() if word.value else word.name for word in face.keywords)
        )
    return lines
