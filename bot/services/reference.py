"""Reference data for the front ends: rules, glossary, cards' wording and official rulings, as far as they are synced.

Light: opening it reads nothing, and a process that serves for weeks takes up a newer file by itself.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from bot.i18n import N_, _
from bot.services.paths import REFERENCE_FILE
from bot.telling import told
from rulings.model import Ruling, Source
from rulings.reference import state
from rulings.reference.ageing import Aged, AgeSource, age_of, overlay
from rulings.reference.book import fold, spellings
from rulings.reference.database import CardWording, Reference, Unreadable
from rulings.reference.lookup import Found, complete, define, look_up
from rulings.reference.official import ShownRuling, with_history
from rulings.reference.records import Kind

log = logging.getLogger(__name__)

T = TypeVar("T")
_DATA = {Kind.CARDS: N_("Oracle data"), Kind.RULINGS: N_("Rulings data"), Kind.NAMES: N_("Printed names")}
#: What tells ages beside the reference data: it may know editions that are no longer there.
Ages = Callable[[Reference], AgeSource]


@dataclass(frozen=True, slots=True)
class CardReference:
    """What the reference data says of a card.

    Attributes:
        wording: Its current Oracle text, face by face.
        rulings: Official rulings, newest first, older wordings folded under the newer.
        printed_names: Face, language, printed name.
        wording_to: "Data to DATE" of the wording; empty if the data has no dates.
        rulings_to: The same of the rulings; empty if none were ever synced.
    """

    wording: CardWording
    rulings: tuple[ShownRuling, ...]
    printed_names: tuple[tuple[str, str, str], ...]
    wording_to: str
    rulings_to: str


class ReferenceService:
    """The reference data of a data folder.

    Args:
        folder: The data folder. Nothing needs to be in it yet.
        ages: What tells the ages of citations; by default the reference data itself.
    """

    def __init__(self, folder: Path, ages: Ages | None = None) -> None:
        self._aging: Ages = ages or (lambda reference: reference)
        self._ages: tuple[Reference, AgeSource] | None = None
        self.path = folder / REFERENCE_FILE
        self._lock = threading.Lock()
        self._open: tuple[tuple[int, int, int], Reference] | None = None
        self._damaged: tuple[int, int, int] | None = None

    def _reading(self, use: Callable[[Reference | None], T]) -> T:
        """What comes of reading the data in service; of None if none can be read. One thread at a time."""
        with self._lock:
            try:
                seen = self.path.stat()
                stamp = (seen.st_ino, seen.st_mtime_ns, seen.st_size)
                if stamp == self._damaged:
                    return use(None)
                if self._open is None or self._open[0] != stamp:
                    fresh = Reference.open(self.path)
                    self._close()
                    self._open = (stamp, fresh)
            except (OSError, Unreadable):
                self._close()
            if self._open is None:
                return use(None)
            try:
                return use(self._open[1])
            except Unreadable as error:
                # until the next sync it counts as none
                log.error("%s", error)
                self._damaged = self._open[0]
                self._close()
                return use(None)

    def _close(self) -> None:
        if self._open is not None:
            self._open[1].close()
            self._open = None

    def close(self) -> None:
        """Close the file; the next call opens it again."""
        with self._lock:
            self._close()

    @property
    def edition(self) -> str:
        """ISO date of the rules edition in service; empty before a sync."""
        return self._reading(lambda reference: "" if reference is None else reference.edition)

    def rule(self, query: str) -> Found:
        """Rules by number, range, heading or words. Before a sync: numbers and headings from the shipped index."""
        return self._reading(lambda reference: look_up(query, reference))

    def glossary(self, term: str) -> Found:
        """An entry of the glossary."""
        return self._reading(lambda reference: define(term, reference))

    def complete_rule(self, typed: str, limit: int = 25) -> list[tuple[str, str]]:
        """Completions of a rule number, heading or term: what is shown, and the query."""
        return self._reading(lambda reference: list(complete(typed, reference, limit)))

    def complete_term(self, typed: str, limit: int = 25) -> list[str]:
        """Terms of the glossary that hold what was typed, those that begin so first; none before a sync."""
        wanted = fold(typed)
        entries = self._reading(lambda reference: () if reference is None else reference.glossary)
        terms = {term: fold(term) for entry in entries for term in spellings(entry.term)}
        near = [term for term, key in terms.items() if wanted in key]
        return sorted(near, key=lambda term: (not terms[term].startswith(wanted), len(term), term))[:limit]

    def card(self, name: str) -> CardReference | None:
        """What is known of a card by its full English name or a face's; None before a sync or if the data lacks it."""
        return self._reading(lambda reference: None if reference is None else _card(name, reference))

    def overlay(self, ruling: Ruling) -> tuple[Ruling, Aged]:
        """A shipped ruling with today's rule numbers, and how it aged; unchanged before a sync."""
        nothing = (ruling, Aged(ruling.as_of, ""))
        return self._reading(lambda found: nothing if found is None else overlay(ruling, self._ages_of(found)))

    def age(self, rules: tuple[str, ...], as_of: str) -> Aged:
        """What became of citations since an edition."""
        nothing = Aged(as_of, "")
        return self._reading(lambda found: nothing if found is None else age_of(rules, as_of, self._ages_of(found)))

    def _ages_of(self, reference: Reference) -> AgeSource:
        # what it worked out for editions that are no longer there is kept as long as the data is the same
        if self._ages is None or self._ages[0] is not reference:
            self._ages = (reference, self._aging(reference))
        return self._ages[1]

    def current(self, ruling: Ruling) -> tuple[Ruling, str]:
        """A ruling as it is shown beside the edition in service, and what to say of its age; empty if nothing.

        A shipped ruling gets today's rule numbers; in a server's own one they stay as its moderators wrote them, and
        the new ones are told.
        """
        shown, aged = self.overlay(ruling)
        if aged.as_of >= aged.edition or not (aged.cited or aged.unknown):
            return ruling, ""
        same = _("The rules that it cites read the same in the CR of {edition}, which is loaded.")
        notes = [told(aged.note) or same.format(edition=aged.edition)]
        if aged.unknown:
            notes.append(_("Loaded is the CR of {edition}.").format(edition=aged.edition))
        moved = [rule for rule in aged.cited if rule.cited in aged.renumbered and not rule.since]
        if moved:
            is_now = _("{number} is now {new}")
            numbers = ", ".join(is_now.format(number=rule.cited, new=rule.number) for rule in moved)
            notes.append(_("Renumbered: {numbers}.").format(numbers=numbers))
        return (ruling if ruling.source is Source.SERVER else shown), " ".join(notes)

    def is_stale(self, kind: Kind) -> bool:
        """Whether newer data of a kind may exist that couldn't be taken."""
        note = state.read(self.path).get(kind)
        return note is not None and note.stale

    def data_note(self, kind: Kind) -> str:
        """What every page of a kind says of its data: up to when it goes, whether it is stale; empty without any."""
        source = self._reading(lambda reference: None if reference is None else reference.sources().get(kind))
        if source is None:
            return ""
        if kind is Kind.RULES:
            what = _("Comprehensive Rules of {date}").format(date=source.newest)
        else:
            data = _(_DATA[kind])
            to, imported = _("{data} to {date}"), _("{data} imported on {date}")
            what = (to if source.newest else imported).format(data=data, date=source.newest or source.imported_at)
        note = state.read(self.path).get(kind)
        if note is not None and note.stale:
            what += _(" (stale: no newer data could be taken since {date}: {problem})").format(
                date=note.failed_at[:10], problem=told(note.problem)
            )
        return what


def _card(name: str, reference: Reference) -> CardReference | None:
    wording = reference.card(name)
    if wording is None:
        return None
    sources = reference.sources()
    rulings = sources.get(Kind.RULINGS)
    return CardReference(
        wording,
        tuple(with_history(reference.rulings_of(wording.oracle_id))),
        tuple(reference.printed_names(wording.name)),
        sources[Kind.CARDS].newest if Kind.CARDS in sources else "",
        rulings.newest if rulings is not None else "",
    )
