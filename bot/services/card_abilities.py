"""Which abilities of a card are simulated, for whoever shows a card: the command line, the console, Discord."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from bot.i18n import N_, _
from bot.services.card_pool import CataloguePool, load_pool
from bot.telling import told
from rulings.catalogue import CardFacts
from simulator.abilities import tree as t
from simulator.terms import term

#: Where the trees of a card come from.
SOURCES = {
    "hand-written": N_("hand-written"),
    "synced": N_("compiled from the text that was synced"),
    "shipped": N_("as shipped"),
}


@dataclass(frozen=True, slots=True)
class AbilityStatus:
    """One ability of a face.

    Attributes:
        kind: ``keyword``, ``activated``, ``triggered``, ``static``, ``spell``, … in lower case.
        keyword: The keyword ability's name; empty if it is none.
        status: Whether the simulator carries it out.
        why: Of an unsupported one: ``not understood``, or ``not carried out`` (it was read, the rules engine lacks
            something of it); empty if it is simulated.
        unread: The part of the text that isn't understood, as printed; only after a sync.
        lacks: What of it isn't carried out, if that is a part of it; a sentence (`bot.telling`).
    """

    kind: str
    keyword: str
    status: Literal["simulated", "unsupported"]
    why: str = ""
    unread: str = ""
    lacks: str = ""


@dataclass(frozen=True, slots=True)
class FaceAbilities:
    """The abilities of one face, in the order of its text."""

    face: str
    abilities: tuple[AbilityStatus, ...]


@dataclass(frozen=True, slots=True)
class CardAbilities:
    """What is simulated of a card.

    Attributes:
        faces: Face by face.
        source: A key of `SOURCES`.
    """

    faces: tuple[FaceAbilities, ...]
    source: str

    @property
    def total(self) -> int:
        """How many abilities it has."""
        return sum(len(face.abilities) for face in self.faces)

    @property
    def simulated(self) -> int:
        """How many of them are simulated."""
        return sum(each.status == "simulated" for face in self.faces for each in face.abilities)


def card_abilities(facts: CardFacts, pool: CataloguePool | None = None) -> CardAbilities | None:
    """Which abilities of a card are simulated: hand-written trees over synced over shipped.

    Args:
        facts: The card, of `pool.catalogue`.
        pool: By default that of the data folder.

    Returns:
        None if the card's text wasn't compiled.

    Raises:
        CatalogueError: The shipped data can't be read.
    """
    pool = load_pool() if pool is None else pool
    trees, source = pool.abilities_and_source(facts)
    if not source:
        return None
    faces = [
        FaceAbilities(face.name, _statuses(abilities, unread))
        for face, abilities, unread in zip(facts.faces, trees, _unread(facts, trees, pool), strict=True)
    ]
    return CardAbilities(tuple(faces), source)


def _unread(facts: CardFacts, trees: Sequence[Sequence[t.Ability]], pool: CataloguePool) -> list[Sequence[str]]:
    """For each ability the text that isn't understood, where the text is here."""
    nothing: list[Sequence[str]] = [() for _ in facts.faces]
    if not any(isinstance(ability, t.UnsupportedAbility) for face in trees for ability in face):
        return nothing
    texts = pool.synced_faces(facts)
    if not texts:
        return nothing
    from simulator.oracle.unread import unread_spans

    return [unread_spans(face) for face in texts]


def _statuses(abilities: Sequence[t.Ability], unread: Sequence[str]) -> tuple[AbilityStatus, ...]:
    # hand-written trees may cut the text otherwise: then no part of it is told
    spans = unread if len(unread) == len(abilities) else [""] * len(abilities)
    return tuple(_status(ability, span) for ability, span in zip(abilities, spans, strict=True))


def _status(ability: t.Ability, span: str) -> AbilityStatus:
    if isinstance(ability, t.UnsupportedAbility):
        return AbilityStatus(ability.kind or "ability", "", "unsupported", "not understood", span)
    from simulator.playable import lacking

    kind = type(ability).__name__.lower()
    keyword = ability.name if isinstance(ability, t.Keyword) else str(getattr(ability, "keyword", "") or "")
    lacks = lacking(ability)
    if not lacks:
        return AbilityStatus(kind, keyword, "simulated")
    return AbilityStatus(kind, keyword, "unsupported", "not carried out", lacks=lacks if lacks != keyword else "")


def lines(found: CardAbilities | None) -> Iterator[str]:
    """The page of a card's abilities as plain lines."""
    if found is None:
        yield _("Abilities: not yet compiled for the simulator")
        return
    if not found.total:
        yield _("Abilities: none")
        return
    note = "" if found.source == "shipped" else f" ({_(SOURCES[found.source])})"
    yield _("Abilities simulated: {simulated} of {total}{note}").format(
        simulated=found.simulated, total=found.total, note=note
    )
    for face in found.faces:
        prefix = f"{face.face}, " if len(found.faces) > 1 else ""
        for number, each in enumerate(face.abilities, 1):
            kind = told(term(each.kind))
            what = f"{kind} ({each.keyword})" if each.keyword else kind
            yield f"  {prefix}{_carried_out(each).format(number=number, what=what, lacks=told(each.lacks))}"
            if each.unread:
                yield _("    not understood: ") + " ".join(each.unread.split())


def _carried_out(ability: AbilityStatus) -> str:
    if ability.status == "simulated":
        return _("ability {number}: {what}, simulated")
    if ability.lacks:
        return _("ability {number}: {what}, unsupported (not carried out: {lacks})")
    if ability.why == "not carried out":
        return _("ability {number}: {what}, unsupported (not carried out)")
    return _("ability {number}: {what}, unsupported")


def to_json(found: CardAbilities | None) -> list[dict[str, Any]] | None:
    """The same as plain JSON values: what `tablejudge card --json` prints under ``simulated``."""
    if found is None:
        return None
    return [{"face": face.face, "abilities": [_plain(each) for each in face.abilities]} for face in found.faces]


def _plain(ability: AbilityStatus) -> dict[str, Any]:
    plain: dict[str, Any] = {"kind": ability.kind, "status": ability.status}
    for key in ("keyword", "why", "unread", "lacks"):
        if getattr(ability, key):
            plain[key] = getattr(ability, key)
    return plain
