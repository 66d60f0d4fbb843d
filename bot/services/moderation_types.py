"""What moderation speaks of: who acts, what waits, what changed, and what is refused."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from bot.i18n import N_
from rulings.model import Ruling
from rulings.store import Revision, Scope, StoredRuling

#: What the program itself says of a revision. It is kept in English, as these say it, and read in the reader's language
#: (`bot.discord_app.history_words.commented`).
CONFIRMED_WITH = N_("with the CR of {edition}")
RENUMBERED_TO = N_("to the numbers of the CR of {edition}")
RULES_CHANGED = N_("its rules changed in the CR of {edition}")


class ModerationError(Exception):
    """Base of what moderation refuses; the message is for the person who asked.

    ModerationError
    ├── NotAllowed     the actor may not do that
    ├── AlreadyThere   the same question has a ruling here, or waits for one
    └── WrongStatus    that can't be done with a ruling in this status
    `InvalidRuling` (of `bot.services.drafts`) says what is wrong with a text.
    """


class NotAllowed(ModerationError):
    """The actor may not do that."""


class AlreadyThere(ModerationError):
    """There is one already.

    Attributes:
        slug: the ruling that is in the way.
    """

    def __init__(self, message: str, slug: str) -> None:
        super().__init__(message)
        self.slug = slug


class WrongStatus(ModerationError):
    """That can't be done with a ruling in this status, for example because somebody else has done it already."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts.

    Attributes:
        user_id: the person.
        is_moderator: whether they moderate this server's rulings, checked just now.
    """

    user_id: int
    is_moderator: bool


@dataclass(frozen=True, slots=True)
class Similar:
    """A ruling that answers nearly the same question.

    Attributes:
        id: its id.
        title: its question.
        source: "server" or "curated".
    """

    id: str
    title: str
    source: str


#: Finds rulings that a new one may repeat, best first: the search's business.
FindSimilar: TypeAlias = Callable[[Scope, Ruling], Awaitable[Sequence[Similar]]]
#: Says what each phrasing finds in a scope once a ruling is in service there: the search's business.
FindPhrasings: TypeAlias = Callable[[Scope, Ruling, Sequence[str]], Awaitable[Sequence["Finding"]]]
#: Plays a ruling's scenario; says what is wrong with it, nothing if it holds: the simulator's business.
CheckProof: TypeAlias = Callable[[str], Awaitable[Sequence[str]]]


@dataclass(frozen=True, slots=True)
class Finding:
    """What a phrasing finds.

    Attributes:
        phrasing: as it would be asked.
        id: the ruling that is answered with; empty if it is none.
        title: its question; where it is none, that of the best choice that is offered, or empty.
        place: of the ruling that was tested: 0 the answer, 1 the first choice, and so on; None where it isn't found.
    """

    phrasing: str
    id: str
    title: str
    place: int | None


@dataclass(frozen=True, slots=True)
class Proposal:
    """A ruling that was proposed.

    Attributes:
        ruling: as the store keeps it.
        similar: rulings that it may repeat, best first.
    """

    ruling: StoredRuling
    similar: tuple[Similar, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """What differs between two contents in one field.

    Attributes:
        field: the field's name, as in the TOML.
        before: its value, None if it wasn't there.
        after: its value, None if it is there no more.
    """

    field: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Waiting:
    """Something that waits for review.

    Attributes:
        stored: the ruling; `stored.revision` is what an approval must name as seen.
        kind: "new" for a proposal, "change" for a change to a ruling that stays in service meanwhile.
        ruling: what would be published.
        by: who wrote that.
        changes: what it changes, for a change.
        refusal: why this actor may not approve it, or empty.
        comment: what was said about it when it was last written.
    """

    stored: StoredRuling
    kind: Literal["new", "change"]
    ruling: Ruling
    by: int
    changes: tuple[Change, ...]
    refusal: str
    comment: str = ""


@dataclass(frozen=True, slots=True)
class HistoryStep:
    """A revision and what it changed.

    Attributes:
        revision: the revision.
        changes: differences from the content of the revision before it.
    """

    revision: Revision
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class ServerRulings:
    """A server's rulings that are in service.

    Attributes:
        version: grows when they change; an index built for it may be kept until then.
        rulings: with source "server", by id.
    """

    version: int
    rulings: tuple[Ruling, ...]


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Change, ...]:
    """The fields in which two contents differ, in the order of the new one, then what is there no more."""
    fields = [*after, *(field for field in before if field not in after)]
    return tuple(
        Change(field, before.get(field), after.get(field)) for field in fields if before.get(field) != after.get(field)
    )
