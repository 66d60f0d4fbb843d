"""A position as a script that holds only what everybody sees: what is hidden is `unknown`.

Built from public facts, never by leaving something out of a script that players wrote.
"""

from __future__ import annotations

from collections.abc import Sequence

from simulator.errors import SimulatorError
from simulator.model.facts import ObjectFacts
from simulator.model.position import Origin
from simulator.scenario.ast import InventedCard
from simulator.scenario.names import fold
from simulator.scenario.pool_names import PoolNames
from simulator.scenario.port import Engine
from simulator.scenario.printer import to_text

_FACING: dict[Origin, str] = {
    "manifest": " manifested",
    "cloak": " cloaked",
    "morph": " morph",
    "disguise": " disguise",
    "effect": "",
}
_MANA = {"free": "free", "lands": "lands"}


def spectator_script(
    engine: Engine, players: Sequence[str], cards: PoolNames, invented: Sequence[InventedCard] = ()
) -> str:
    """The position now, as a spectator sees it.

    Args:
        engine: the game.
        players: in turn order.
        cards: the names of all cards.
        invented: the cards that its script invents; those that are to be seen are written out.

    Returns:
        A script; what the language can't set up is named in comments (the stack) or left out (effects, damage).
    """
    active, step = engine.turn()
    shown = _Shown(engine, cards, invented)
    lines = [f"players: {', '.join(players)}", f"start: {active}, {step}"]
    body: list[str] = []
    for player in players:
        facts = engine.player(player)
        body += [f"{player} life: {facts.life}"] if facts.life != 20 else []
        body.append(f"{player} mana: {_MANA.get(facts.mana) or _pool(facts.pool)}")
        body += [f"{player} hand: unknown x{facts.hand}"] if facts.hand else []
        body += [f"{player} library: unknown x{facts.library}"] if facts.library else []
    # permanents in the order of their timestamps, so that what is attached stands after its host
    for id in engine.zone("battlefield"):
        body.append(shown.permanent(id))
    for player in players:
        for zone in ("graveyard", "exile", "command"):
            items = [shown.card(id) for id in engine.zone(zone, player)]
            body += [f"{player} {zone}: {', '.join(items)}"] if items else []
    stack = [shown.stack_comment(id) for id in engine.zone("stack")]
    return "\n".join([*lines, *shown.invented, *body, *stack]) + "\n"


def _pool(pool: tuple[str, ...]) -> str:
    return "".join(f"{{{letter}}}" for letter in pool) or "{0}"


class _Shown:
    """Public names of objects."""

    def __init__(self, engine: Engine, cards: PoolNames, invented: Sequence[InventedCard]) -> None:
        self.engine = engine
        self.cards = cards
        self.blocks = {fold(face.name): to_text(card) for card in invented for face in (card.front, card.back) if face}
        self.invented: list[str] = []
        self.names: dict[int, str] = {}

    def card(self, id: int) -> str:
        """A card in a public zone."""
        facts = self.engine.facts(id)
        if facts.face_down or not facts.name:
            return "unknown (face down)"
        counters = [f"{number} {kind} counters" for kind, number in facts.counters]
        return self._known(facts) + (f" ({', '.join(counters)})" if counters and facts.zone == "exile" else "")

    def permanent(self, id: int) -> str:
        """A line for one permanent."""
        facts = self.engine.facts(id)
        name = f"p{len(self.names) + 1}"
        self.names[id] = name
        card = "unknown" if facts.face_down else self._known(facts)
        mods = self._mods(facts)
        said = f" ({', '.join(mods)})" if mods else ""
        return f"{facts.controller} battlefield: {card}{said} as {name}"

    def stack_comment(self, id: int) -> str:
        """The stack can't be set up: a comment names it, without what is hidden."""
        facts = self.engine.facts(id)
        return f"// on the stack: {'a face-down spell' if facts.face_down else facts.name or 'an ability'}"

    def _mods(self, facts: ObjectFacts) -> list[str]:
        mods = [f"face down{_FACING[facts.origin or 'effect']}"] if facts.face_down else []
        mods += ["token"] if facts.kind == "token" else []
        mods += ["tapped"] if facts.tapped else []
        mods += ["summoning sick"] if facts.summoning_sick else []
        mods += ["back face up"] if facts.transformed else []
        mods += [f"{number} {kind} counters" for kind, number in facts.counters]
        if isinstance(facts.attached_to, int) and facts.attached_to in self.names:
            mods.append(f"attached to {self.names[facts.attached_to]}")
        return [*mods, f"owned by {facts.owner}"] if facts.owner != facts.controller else mods

    def _known(self, facts: ObjectFacts) -> str:
        """The name of what all see; what no catalogue knows (most tokens) is written out as a card."""
        name = facts.name or "Nameless"
        try:
            known = self.cards.definition(name)
        except SimulatorError:
            known = None
        block = self.blocks.get(fold(name))
        if block is not None:
            self.invented += [] if block in self.invented else [block]
        elif known is None and not any(line.startswith(f'card "{name}"') for line in self.invented):
            size = f" {facts.power}/{facts.toughness}" if facts.power is not None else ""
            rest = [word for word in facts.types if word not in facts.subtypes]
            types = " ".join(rest) + (f" — {' '.join(facts.subtypes)}" if facts.subtypes else "")
            cost = f" {facts.mana_cost}" if facts.mana_cost else ""
            self.invented.append(f'card "{name}"{cost} {types}{size}')
            self.invented += [f"    {fold(keyword).capitalize()}" for keyword in facts.keywords]
        return name
