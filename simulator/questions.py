"""What may be asked about a game as it stands: omniscient, for the tester and for checks, never for a player's eyes."""

from __future__ import annotations

from collections.abc import Sequence

from simulator.errors import InvalidAction
from simulator.model.decisions import Decision
from simulator.model.events import Event
from simulator.model.facts import ObjectFacts, PlayerFacts
from simulator.model.position import ZoneName
from simulator.model.state import State
from simulator.rules import reading
from simulator.rules.context import Context
from simulator.rules.mana_abilities import could_produce
from simulator.sentences import say


class Questions:
    """The reading half of the façade, over the state that is to be seen."""

    _shown: State

    def _ctx(self) -> Context:
        return Context(self._shown)

    def log(self) -> Sequence[Event]:
        """All events so far."""
        return tuple(self._shown.log)

    def turn(self) -> tuple[str, str]:
        """The active player and the step."""
        step = "damage" if self._shown.step == "first-damage" else self._shown.step
        return self._shown.active, step

    def objects(self) -> Sequence[int]:
        """All objects that exist, in order of arrival, library cards top first."""
        state = self._shown
        libraries = [id for name in state.order for id in state.players[name].library]
        inside = set(libraries)
        return (*[id for id in state.objects if id not in inside and state.objects[id].zone], *libraries)

    def facts(self, object: int) -> ObjectFacts:
        """The object now."""
        if object not in self._shown.objects and object not in self._shown.lki:
            raise InvalidAction(say("There is no such object."))
        return reading.object_facts(self._ctx(), object)

    def exists(self, object: int) -> bool:
        """Whether the object is still the one that it was (CR 400.7)."""
        return object in self._shown.objects

    def object_of(self, card_id: int) -> int | None:
        """The object that a physical card or token is (or is a part of) now; None if it is gone."""
        for obj in self._shown.objects.values():
            if obj.card_id == card_id or any(part.card_id == card_id for part in obj.merged):
                return obj.id
        return None

    def face_down_object(self, handle: int) -> int | None:
        """The face-down (or formerly face-down) permanent or spell of that number."""
        for id in [*self._shown.battlefield, *self._shown.stack]:
            if self._shown.objects[id].handle == handle:
                return id
        return None

    def zone(self, zone: ZoneName, player: str | None = None) -> Sequence[int]:
        """The objects of a zone: library and stack top first, the battlefield by controller, others by owner."""
        state, ctx = self._shown, self._ctx()
        if zone == "stack":
            return tuple(reversed(state.stack))
        if zone == "battlefield":
            return tuple(id for id in state.battlefield if player is None or ctx.controller(id) == player)
        if zone in ("exile", "command"):
            return tuple(id for id in state.zone_list(zone, "") if player is None or state.objects[id].owner == player)
        names = state.order if player is None else (player,)
        return tuple(id for name in names for id in state.zone_list(zone, name))

    def player(self, name: str) -> PlayerFacts:
        """A player."""
        return reading.player_facts(self._ctx(), name)

    def triggered(self) -> Sequence[int]:
        """Ids of the sources of all abilities that triggered so far (as they were), mana abilities not."""
        return tuple(self._shown.trigger_log)

    def forced(self) -> Sequence[Decision]:
        """Decisions so far that had just one legal answer: nobody was asked."""
        return tuple(self._shown.forced_log)

    def revealed(self) -> Sequence[str]:
        """Names of all cards revealed so far."""
        return tuple(name for _, name in self._shown.reveal_log)

    def sees(self, player: str, object: int) -> str | None:
        """The name of the card that the player may look at now (public ones too); None if they may not."""
        return reading.seen_name(self._ctx(), player, object)

    def has_seen(self, player: str, card_id: int) -> str | None:
        """The name of a card that the player looked at or was shown and may remember."""
        return reading.remembered_name(self._ctx(), player, card_id)

    def could_produce(self, object: int, mana: str) -> bool:
        """Whether mana of that type (one symbol) could be produced (CR 106.7), without doing anything."""
        return mana.strip("{}") in could_produce(Context(self._shown.clone()), object)
