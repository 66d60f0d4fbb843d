"""What has been said so far in one ability: its targets, and what "it" and "that player" may mean."""

from __future__ import annotations

from dataclasses import dataclass, field

from simulator.abilities.effects import Effect, TargetSpec
from simulator.abilities.node import Node
from simulator.abilities.references import ObjectRef, PlayerRef, Prior

#: How the keys of `Prior` begin that `settling` still has to name.
OPEN = "#"


@dataclass(frozen=True, slots=True)
class Mention:
    """Objects that the text has named.

    Attributes:
        words: the nouns by which the text may come back to them ("that creature").
        source: the source itself, of which the text speaks by name or as "it", never as "that creature".
        event: "subject" or "other" for the two sides of the trigger event: "it" is then the subject.
    """

    ref: ObjectRef
    words: frozenset[str] = frozenset()
    plural: bool = False
    source: bool = False
    event: str = ""


Mark = tuple[int, int, int, int, "ObjectRef | PlayerRef | None"]


@dataclass(slots=True)
class Context:
    """The state of reading one ability.

    Attributes:
        kind: "spell" | "activated" | "triggered" | "static" | "replacement" | "granted".
        targets: the target specifications met so far.
        mentions, players: what has been named, in order.
        subject: the subject of the clause before ("and loses 2 life").
        event_amount: the trigger event has an amount ("that much"); prior_amount: an instruction before has one.
        x_meaning: what X stands for where the text says so.
        clause_at, targets_at: where the mentions and targets of the clause that is being read begin.
        made: the instruction that acted on the objects of `Prior("#n")`, by n; waiting: those not read to the end yet.
        moved: targets that an instruction before has exiled ("return it").
        said_card: the last quality read was one of a card ("if it's a creature card").
        apart: what "other" is other than, where the text names it just before ("target creature and each other ...").
    """

    kind: str = "spell"
    source_types: frozenset[str] = frozenset()
    targets: list[TargetSpec] = field(default_factory=list)
    mentions: list[Mention] = field(default_factory=list)
    players: list[PlayerRef] = field(default_factory=list)
    subject: ObjectRef | PlayerRef | None = None
    event_amount: bool = False
    prior_amount: bool = False
    x_meaning: object | None = None
    clause_at: int = 0
    targets_at: int = 0
    made: dict[int, Effect | None] = field(default_factory=dict)
    waiting: list[int] = field(default_factory=list)
    moved: list[ObjectRef] = field(default_factory=list)
    said_card: bool = False
    apart: ObjectRef | None = None

    @property
    def clause_targets(self) -> bool:
        """Whether the clause that is being read has targets of its own."""
        return len(self.targets) > self.targets_at

    def mark(self) -> Mark:
        """A point to come back to."""
        return len(self.targets), len(self.mentions), len(self.players), len(self.waiting), self.subject

    def reset(self, mark: Mark) -> None:
        """Forget everything since a mark."""
        targets, mentions, players, waiting, self.subject = mark
        del self.targets[targets:]
        del self.mentions[mentions:]
        del self.players[players:]
        del self.waiting[waiting:]

    def inner(self) -> Context:
        """The context of a part with targets of its own: a mode, a reflexive or delayed trigger."""
        return Context(
            self.kind,
            self.source_types,
            mentions=list(self.mentions),
            players=list(self.players),
            event_amount=self.event_amount,
            prior_amount=self.prior_amount,
            made=self.made,
        )

    def add_target(self, spec: TargetSpec) -> int:
        """Add a target; its index."""
        self.targets.append(spec)
        return len(self.targets) - 1

    def mention(
        self,
        ref: ObjectRef,
        words: frozenset[str] = frozenset(),
        plural: bool = False,
        source: bool = False,
        event: str = "",
    ) -> None:
        """Remember objects that were named; `Prior()`: those that the instruction being read acts on."""
        if ref == Prior():
            number = len(self.made) + 1
            self.made[number] = None
            self.waiting.append(number)
            ref = Prior(f"{OPEN}{number}")
        self.mentions.append(Mention(ref, words, plural, source, event))

    def made_by(self, ref: Node) -> Effect | None:
        """The instruction that acts on the objects of an open `Prior`; None for others, or where it isn't known."""
        if not isinstance(ref, Prior) or not ref.key.startswith(OPEN):
            return None
        return self.made.get(int(ref.key[1:]))

    def name_player(self, player: PlayerRef) -> None:
        """Remember a player that was named."""
        self.players.append(player)
