"""What the references of a script mean while it is played: names given with `as`, handles, bare names, `CARD#n`."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from simulator.errors import AmbiguousAction, InvalidAction, SimulatorError
from simulator.model.facts import ObjectFacts
from simulator.model.position import ZoneName
from simulator.scenario import ast
from simulator.scenario.names import fold
from simulator.scenario.naming import card_parts, is_called, is_card
from simulator.scenario.pool_names import PoolNames
from simulator.scenario.port import Engine
from simulator.scenario.slots import CAST, CHECKED, ELSEWHERE, PUBLIC_ZONES, Slot
from simulator.sentences import either, say

#: CR 701.24: shuffling. Names given to cards before it serve checks only.
_SHUFFLE = "701.24"


@dataclass
class Alias:
    """A name given with `as`.

    Attributes:
        name: as written. card_id: the card or token; 0 while nothing has been made that bears it.
        object: what a step means by it; None: nothing any longer.
        zone: where that is. moving: the card is being cast or played, so that its next move is followed.
        awaiting: whose permanent will bear the name, once a decision is made.
    """

    name: str
    card_id: int
    object: int | None
    zone: str
    moving: bool = False
    awaiting: str | None = None


@dataclass
class Numbered:
    """An entry of the list that `CARD#n` counts."""

    object: int
    card_id: int
    zone: str


class References:
    """Follows objects by the rules of the language (not by what anybody may see).

    Call `refresh` after everything that the engine does.
    """

    def __init__(self, engine: Engine, cards: PoolNames) -> None:
        self.engine = engine
        self.cards = cards
        self.aliases: dict[str, Alias] = {}
        self.numbered: dict[str, list[Numbered]] = {}
        self.known: dict[int, ObjectFacts] = {}
        self.last_token = 0
        self.log_length = 0
        self.refresh()

    # ------------------------------------------------------------------ following

    def refresh(self) -> None:
        """Take note of what has moved, arrived, been named or shuffled."""
        events = self.engine.log()
        shuffled = any(rule.startswith(_SHUFFLE) for event in events[self.log_length :] for rule in event.rules)
        self.log_length = len(events)
        here = [self.engine.facts(id) for zone in ("battlefield", "stack") for id in self._zone(zone)]
        here.sort(key=lambda facts: facts.arrived)
        for facts in here:
            if facts.id not in self.known and facts.kind == "token":
                self.last_token = facts.id
        for alias in self.aliases.values():
            self._follow(alias, here, shuffled)
        for facts in here:
            self.known[facts.id] = facts
            if facts.name and facts.kind != "ability":
                self._count(facts)

    def _zone(self, zone: str, player: str | None = None) -> list[int]:
        return list(self.engine.zone(zone, player))  # type: ignore[arg-type]

    def _follow(self, alias: Alias, here: list[ObjectFacts], shuffled: bool) -> None:
        if alias.awaiting is not None:
            new = next((f for f in here if f.id not in self.known and f.controller == alias.awaiting), None)
            if new is not None and new.zone == "battlefield":
                alias.card_id, alias.object, alias.zone, alias.awaiting = new.card_id, new.id, new.zone, None
            return
        if alias.object is None:
            return
        now = self.engine.object_of(alias.card_id)
        if now == alias.object:
            alias.object = None if shuffled and alias.zone == "library" else now
            return
        zone = self.engine.facts(now).zone if now is not None else ""
        # a spell becomes the permanent of its name (CR 608.3), a card that is being cast that spell (CR 601.2a)
        onward = alias.moving or (alias.zone == "stack" and zone == "battlefield")
        alias.object = now if onward else None
        alias.zone, alias.moving = zone, False

    def _count(self, facts: ObjectFacts) -> None:
        entries = self.numbered.setdefault(fold(facts.name), [])
        for entry in entries:
            if entry.object == facts.id:
                entry.zone = facts.zone
                return
            if entry.card_id == facts.card_id and entry.zone == "stack" and facts.zone == "battlefield":
                entry.object, entry.zone = facts.id, facts.zone
                return
        entries.append(Numbered(facts.id, facts.card_id, facts.zone))

    # ------------------------------------------------------------------ naming

    def name_card(self, name: str, object: int, moving: bool = False) -> None:
        """Give an object a name."""
        facts = self.engine.facts(object)
        self.aliases[fold(name)] = Alias(name, facts.card_id, object, facts.zone, moving)

    def name_next(self, name: str, player: str) -> None:
        """Give the name to the next permanent that arrives under that player's control."""
        self.aliases[fold(name)] = Alias(name, 0, None, "", awaiting=player)

    def object_names(self) -> dict[str, str]:
        """Names of objects that all may see: folded -> as shown (tokens and copies too)."""
        shown = [*self._zone("battlefield"), *self._zone("stack")]
        names = (self.known[id].name if id in self.known else self.engine.facts(id).name for id in shown)
        return {fold(name): name for name in names if name}

    # ------------------------------------------------------------------ steps

    def find(
        self,
        ref: ast.ObjectRef,
        slot: Slot,
        actor: str | None = None,
        viewer: str | None = None,
        taken: Collection[int] = (),
    ) -> int:
        """The object that a step means.

        Args:
            ref: the reference.
            slot: where a bare name is looked for.
            actor: the player who acts.
            viewer: a player who may name only what they may see; None: the tester.
            taken: objects that the same list has named already.

        Raises:
            InvalidAction: it means nothing now. AmbiguousAction: it could mean several permanents or spells.
        """
        match ref:
            case ast.AliasRef(name):
                return self._aliased(name, viewer)
            case ast.HandleRef(number):
                return self._sure(self.engine.face_down_object(number), f"#{number}")
            case ast.LastToken():
                return self._sure(self.last_token if self._exists(self.last_token) else None, "last token")
            case ast.TopOfStack():
                stack = self._zone("stack")
                return self._sure(stack[0] if stack else None, "top of stack")
            case ast.NameRef(name, _, number) if number is not None and (found := self._nth(ref)) is not None:
                return self._sure(found if self._exists(found) else None, f"{name}#{number}")
        return self._by_name(ref, slot, actor, viewer, taken)

    def find_any(self, ref: ast.AnyRef, slot: Slot, actor: str | None = None, viewer: str | None = None) -> int | str:
        """The object, or the player's name."""
        return ref.name if isinstance(ref, ast.PlayerRef) else self.find(ref, slot, actor, viewer)

    def find_all(
        self, refs: Iterable[ast.AnyRef], slot: Slot, actor: str | None = None, viewer: str | None = None
    ) -> tuple[int | str, ...]:
        """Objects and players of a list; equal cards that are named twice are two cards."""
        found: list[int | str] = []
        for ref in refs:
            taken = [id for id in found if isinstance(id, int)] if slot.own else []
            found.append(ref.name if isinstance(ref, ast.PlayerRef) else self.find(ref, slot, actor, viewer, taken))
        return tuple(found)

    def find_cast(self, ref: ast.ObjectRef, player: str, viewer: str | None = None) -> int:
        """The card that a player casts or plays: from hand first, then from where the rules let them."""
        if not isinstance(ref, ast.NameRef):
            return self.find(ref, CAST, player, viewer)
        best: int | None = None
        face = ref.card.face if ref.card else None
        for zone in CAST.zones:
            for id in self._named_in(ref, zone, player, viewer):
                owned = self.engine.facts(id).owner == player
                if (zone == "hand" and owned) or self.engine.could_cast(player, id, face):
                    return id
                best = id if best is None and (owned or zone in PUBLIC_ZONES) else best
        if best is None:
            # what is on the battlefield or the stack is there: that it can't be cast is for the rules to say (601.3)
            here = [id for zone in ELSEWHERE for id in self._named_in(ref, zone, player, viewer)]
            best = next(iter(here), None)
        return self._sure(best, ref.name)

    def find_in(self, ref: ast.ObjectRef, zone: ZoneName, player: str, viewer: str | None = None) -> int:
        """The card in a player's zone."""
        if not isinstance(ref, ast.NameRef):
            return self.find(ref, CHECKED, player, viewer)
        found = [id for id in self._named_in(ref, zone, player, viewer) if self.engine.facts(id).owner == player]
        return self._sure(next(iter(found), None), say("{name} in that zone", name=ref.name))

    def absent(self, ref: ast.ObjectRef, slot: Slot, actor: str, viewer: str | None = None) -> bool:
        """Whether a bare name means no card in these zones."""
        return isinstance(ref, ast.NameRef) and not any(self._named_in(ref, zone, actor, viewer) for zone in slot.zones)

    def _aliased(self, name: str, viewer: str | None) -> int:
        alias = self.aliases.get(fold(name))
        if alias is None or alias.object is None:
            raise InvalidAction(say("“{name}” names nothing that a step could mean any longer.", name=name))
        if viewer is not None and not self._visible(alias.object, viewer):
            raise InvalidAction(say("{viewer} can't tell which card “{name}” is.", viewer=viewer, name=name))
        return alias.object

    def _sure(self, id: int | None, name: str) -> int:
        if id is None:
            raise InvalidAction(say("There is no {name} here.", name=name))
        return id

    def _exists(self, id: int) -> bool:
        return id in self.engine.objects()

    def _nth(self, ref: ast.NameRef) -> int | None:
        entries = self.numbered.get(fold(ref.name))
        if entries is None:
            keys = card_parts(ref, self.cards)
            entries = next((self.numbered[key] for key in sorted(keys) if key in self.numbered), [])
        number = ref.number or 0
        return entries[number - 1].object if 1 <= number <= len(entries) else None

    def _visible(self, id: int, viewer: str) -> bool:
        facts = self.engine.facts(id)
        if facts.zone in PUBLIC_ZONES and not (facts.zone == "exile" and facts.face_down):
            return True
        return self.engine.sees(viewer, id) is not None

    def _named_in(self, ref: ast.NameRef, zone: str, actor: str | None, viewer: str | None) -> list[int]:
        """Objects of that name in a zone, the acting player's first; those of exactly that name before others."""
        exact: list[ObjectFacts] = []
        other: list[ObjectFacts] = []
        for id in self._zone(zone):
            facts = self.engine.facts(id)
            if facts.kind == "ability" or (viewer is not None and not self._visible(id, viewer)):
                continue
            name = facts.name
            if zone == "exile" and facts.face_down:
                # only those who may look at a card that is exiled face down know its name (CR 406.3)
                name = (self.engine.sees(actor, id) if actor else "") or ""
            if is_called(ref, name):
                exact.append(facts)
            elif is_card(ref, name, self.cards):
                other.append(facts)
        found = exact or other
        found.sort(key=lambda facts: actor is not None and facts.controller != actor)
        return [facts.id for facts in found]

    def _by_name(
        self, ref: ast.NameRef, slot: Slot, actor: str | None, viewer: str | None, taken: Collection[int]
    ) -> int:
        for zone in slot.zones:
            found = [id for id in self._named_in(ref, zone, actor, viewer) if id not in taken]
            if ref.number is not None:
                found = found[ref.number - 1 : ref.number]
            if slot.own and actor is not None:
                found = [id for id in found if self.engine.facts(id).controller == actor] or found
            if len(found) > 1 and zone in ("battlefield", "stack"):
                raise self._several(ref, found)
            if found:
                return found[0]
        shown = f"{ref.name}#{ref.number}" if ref.number is not None else ref.name
        raise InvalidAction(say("There is no {shown} here.", shown=shown))

    def _several(self, ref: ast.NameRef, found: list[int]) -> AmbiguousAction:
        entries = [entry.object for entry in self.numbered.get(fold(ref.name), [])]
        choices = tuple(f"{ref.name}#{entries.index(id) + 1}" for id in found if id in entries)
        if not choices:
            return AmbiguousAction(say("“{name}” is there {number} times.", name=ref.name, number=len(found)), choices)
        told = say(
            "“{name}” is there {number} times: write {choices}.",
            name=ref.name,
            number=len(found),
            choices=either(choices),
        )
        return AmbiguousAction(told, choices)

    # ------------------------------------------------------------------ checks

    def checked(self, ref: ast.ObjectRef) -> ObjectFacts | None:
        """The object that a check looks at, for the tester's eye only; None if it is gone.

        Raises:
            AmbiguousAction: it could mean several permanents or spells.
        """
        if isinstance(ref, ast.AliasRef):
            alias = self.aliases.get(fold(ref.name))
            now = self.engine.object_of(alias.card_id) if alias is not None and alias.card_id else None
            return self.engine.facts(now) if now is not None else None
        try:
            return self.engine.facts(self.find(ref, CHECKED))
        except InvalidAction:
            return None

    def recall(self, id: int) -> ObjectFacts | None:
        """An object, or as it last was."""
        try:
            return self.engine.facts(id)
        except SimulatorError:
            return self.known.get(id)

    def means(self, ref: ast.ObjectRef, id: int) -> bool:
        """Whether an object (as it is or last was) is what a reference says."""
        facts = self.recall(id)
        match ref:
            case ast.AliasRef(name):
                alias = self.aliases.get(fold(name))
                return alias is not None and (
                    alias.object == id or (facts is not None and alias.card_id in facts.cards)
                )
            case ast.HandleRef(number):
                return self.engine.face_down_object(number) == id or (facts is not None and facts.handle == number)
            case ast.LastToken():
                return id == self.last_token
            case ast.TopOfStack():
                return id in self._zone("stack")[:1]
            case ast.NameRef(_, _, number) if number is not None:
                return self._nth(ref) == id
        names = [each.name for each in (facts, self.known.get(id)) if each is not None]
        now = self.engine.object_of(facts.card_id) if facts is not None else None
        if now is not None:
            names.append(self.engine.facts(now).name)
        return any(is_card(ref, name, self.cards) for name in names)
