"""What has been said so far in one ability: its targets, and what "it" and "that player" may mean."""

from __future__ import annotations

from dataclasses import dataclass, field

from simulator.abilities.effects import TargetSpec
from simulator.abilities.references import ObjectRef, PlayerRef


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


Mark = tuple[int, int, int, "ObjectRef | PlayerRef | None"]


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
        clause_at: where the mentions of the clause that is being read begin.
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

    def mark(self) -> Mark:
        """A point to come back to."""
        return len(self.targets), len(self.mentions), len(self.players), self.subject

    def reset(self, mark: Mark) -> None:
        """Forget everything since a mark."""
        targets, mentions, players, self.subject = mark
        del self.targets[targets:]
        del self.mentions[mentions:]
        del self.players[players:]

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
        """Remember objects that were named."""
        self.mentions.append(Mention(ref, words, plural, source, event))

    def name_player(self, player: PlayerRef) -> None:
        """Remember a player that was named."""
        self.players.append(player)
