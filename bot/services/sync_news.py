"""What a sync brought: rules added, changed and moved, new cards, rulings touched."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Self

from bot.i18n import _
from rulings import CR_EDITION, rules_index
from rulings.model import Ruling
from rulings.reference.ageing import age_of
from rulings.reference.comparing import Fate, compare
from rulings.reference.database import Reference
from rulings.rules_index import RulesIndex

_DIGEST = 8
#: So many names of new cards and ids of rulings are listed; the rest is counted.
_MOST_NAMED = 15


@dataclass(frozen=True, slots=True)
class _Facts:
    """Counts, words and lists of words that the store keeps as JSON."""

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}

    @classmethod
    def from_json(cls, plain: Mapping[str, Any]) -> Self:
        """Out of JSON values; what another version wrote beside them is left out."""
        known = {each.name for each in fields(cls)} & plain.keys()
        return cls(**{name: tuple(plain[name]) if isinstance(plain[name], list) else plain[name] for name in known})


@dataclass(frozen=True, slots=True)
class SyncNews(_Facts):
    """What changed between two states of the reference data.

    Attributes:
        edition: ISO date of the rules' edition now; empty if none is here.
        edition_before: the one before; before the first sync the shipped one.
        added, removed, changed, moved, unclear: how many rules; unclear ones could be several of today's.
        new_cards: how many cards are new; of the first sync none is.
        card_names: the names of the first few of them.
        cards: how many cards there are.
        shipped: ids of shipped rulings whose cited rules changed since they were written.
        proved: how many of their proofs were played again and hold.
        unproved: ids of those whose proof holds no longer.
    """

    edition: str
    edition_before: str
    added: int = 0
    removed: int = 0
    changed: int = 0
    moved: int = 0
    unclear: int = 0
    new_cards: int = 0
    card_names: tuple[str, ...] = ()
    cards: int = 0
    shipped: tuple[str, ...] = ()
    proved: int = 0
    unproved: tuple[str, ...] = ()

    @property
    def is_any(self) -> bool:
        """Whether there is anything to tell."""
        return self.edition != self.edition_before or self.new_cards > 0

    def lines(self) -> list[str]:
        """As people read it, one fact a line, in the language of this task."""
        told = []
        if self.edition and self.edition != self.edition_before:
            counts = [
                text.format(count=f"{count:,}")
                for count, text in (
                    (self.added, _("{count} added")),
                    (self.removed, _("{count} removed")),
                    (self.changed, _("{count} changed")),
                    (self.moved, _("{count} moved")),
                    (self.unclear, _("{count} not told apart")),
                )
                if count
            ]
            told.append(
                _("Comprehensive Rules of {edition} (before: {before}): {counts}").format(
                    edition=self.edition,
                    before=self.edition_before,
                    counts=", ".join(counts) or _("no rule differs"),
                )
            )
        if self.new_cards:
            more = self.new_cards - len(self.card_names)
            names = _and_more(", ".join(self.card_names), more)
            told.append(_("New cards: {count} ({names})").format(count=f"{self.new_cards:,}", names=names))
        if self.shipped:
            text = _("Shipped rulings whose rules changed: {rulings} (reviewed upstream)")
            told.append(text.format(rulings=_listed(self.shipped)))
        if self.proved:
            text = _("Their proofs that were played again and hold: {count}")
            told.append(text.format(count=f"{self.proved:,}"))
        if self.unproved:
            text = _("Their proofs that hold no longer, and are not shown any more: {rulings}")
            told.append(text.format(rulings=_listed(self.unproved)))
        return told


@dataclass(frozen=True, slots=True)
class Touched(_Facts):
    """What an edition did to a server's own rulings.

    Attributes:
        renumbered: ids of those that got today's numbers.
        review: ids of those that need review.
        unproved: ids of those whose proof was played again and holds no longer.
        proved: how many proofs were played again and hold.
    """

    renumbered: tuple[str, ...] = ()
    review: tuple[str, ...] = ()
    unproved: tuple[str, ...] = ()
    proved: int = 0

    def lines(self) -> list[str]:
        """As people read it, one fact a line, in the language of this task."""
        told = []
        if self.review:
            text = _("This server's rulings that need review: {rulings}")
            told.append(text.format(rulings=_listed(self.review)))
        if self.renumbered:
            text = _("Renumbered, because their rules only moved: {rulings}")
            told.append(text.format(rulings=_listed(self.renumbered)))
        if self.proved:
            text = _("Proofs of touched rulings that were played again and hold: {count}")
            told.append(text.format(count=f"{self.proved:,}"))
        if self.unproved:
            text = _("Proofs that hold no longer, and are not shown any more: {rulings}")
            told.append(text.format(rulings=_listed(self.unproved)))
        return told


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What the reference data holds, as far as news are made of it.

    Attributes:
        edition: ISO date of the newest edition of the rules; empty without one.
        index: that edition's index, if it is at hand.
        texts: number -> text of that edition, where they are at hand.
        cards: a digest of each card's name, sorted, one behind the other.
    """

    edition: str = ""
    index: RulesIndex | None = None
    texts: Mapping[str, str] = field(default_factory=dict)
    cards: bytes = b""

    @classmethod
    def of(cls, reference: Reference | None) -> Snapshot:
        """What is in service."""
        if reference is None:
            return cls()
        edition = reference.edition
        index = reference.index(edition) if edition else None
        return cls(edition, index, reference.texts(edition) if edition else {}, card_digests(reference))


def card_digests(reference: Reference) -> bytes:
    """A digest of each card's name, sorted, one behind the other."""
    return b"".join(sorted({_digest(name) for name in _names(reference)}))


def news(before: Snapshot | None, reference: Reference, shipped: Sequence[Ruling] = ()) -> SyncNews:
    """What the reference data brings beside what was there.

    Args:
        before: what was there; None before the first sync, which is compared with the shipped edition.
        reference: what is there now.
        shipped: the shipped rulings.
    """
    old = before.index if before is not None and before.index is not None else rules_index.load(CR_EDITION)
    edition = reference.edition
    counts: Mapping[Fate, int] = {}
    new = reference.index(edition) if edition and edition != old.edition else None
    if new is not None:
        old_texts = before.texts if before is not None and before.texts else reference.texts(old.edition)
        counts = compare(old, new, old_texts, reference.texts(edition)).counts()
    names = list(_names(reference))
    known = _split(before.cards) if before is not None and before.cards else None
    fresh = [] if known is None else sorted(name for name in names if _digest(name) not in known)
    return SyncNews(
        edition=edition,
        edition_before=old.edition,
        added=counts.get(Fate.ADDED, 0),
        removed=counts.get(Fate.REMOVED, 0),
        changed=counts.get(Fate.CHANGED, 0),
        moved=counts.get(Fate.MOVED, 0),
        unclear=counts.get(Fate.AMBIGUOUS, 0),
        new_cards=len(fresh),
        card_names=tuple(fresh[:_MOST_NAMED]),
        cards=len(names),
        shipped=tuple(
            ruling.id for ruling in shipped if age_of(ruling.rules, ruling.as_of, reference).needs_review_since
        ),
    )


def _names(reference: Reference) -> Iterable[str]:
    return (card.name for card in reference.cards())


def _digest(name: str) -> bytes:
    return hashlib.blake2b(name.encode(), digest_size=_DIGEST).digest()


def _split(joined: bytes) -> set[bytes]:
    return {joined[place : place + _DIGEST] for place in range(0, len(joined), _DIGEST)}


def _listed(ids: Sequence[str]) -> str:
    more = len(ids) - _MOST_NAMED
    return f"{len(ids):,} ({_and_more(', '.join(ids[:_MOST_NAMED]), more)})"


def _and_more(names: str, more: int) -> str:
    return names if more <= 0 else _("{names} and {count} more").format(names=names, count=f"{more:,}")
