"""From steps to what the engine is told: names become objects, words become actions and instructions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from simulator.errors import IllegalAction, InvalidAction
from simulator.model import actions as a
from simulator.model.cards import CardDefinition
from simulator.model.facts import Outcome
from simulator.scenario import ast, slots
from simulator.scenario.names import fold
from simulator.scenario.naming import is_card
from simulator.scenario.port import Engine
from simulator.scenario.print_words import answer_text
from simulator.scenario.references import Alias, References
from simulator.sentences import say

_VERBS: dict[str, str] = {
    "draws": "draw", "mills": "mill", "discards": "discard", "loses": "lose life", "gains": "gain life",
    "scries": "scry", "surveils": "surveil",
}  # fmt: skip
_PUT_DOWN: dict[str, Literal["manifest", "cloak"]] = {"manifests": "manifest", "cloaks": "cloak"}
_SPECIAL = {"foretells": "foretell", "plots": "plot", "suspends": "suspend"}


class Acting:
    """Turns steps into actions and instructions, and has the engine carry them out.

    Attributes:
        viewer: a player who may name only what they may see; None: the tester.
    """

    def __init__(self, engine: Engine, refs: References, viewer: str | None = None) -> None:
        self.engine = engine
        self.refs = refs
        self.viewer = viewer

    # ------------------------------------------------------------------ what players do

    def act(self, step: ast.PlayerStep) -> None:
        """Carry a player's step out (`chooses` apart)."""
        action = self.action(step)
        alias = step.alias if isinstance(step, ast.Casts | ast.Plays) else None
        if alias is not None and isinstance(action, a.Cast | a.Play):
            before = self.refs.aliases.get(fold(alias))
            self.refs.name_card(alias, action.object, moving=True)
            try:
                self.engine.act(step.player, action)
            except Exception:
                # a name is given by what happens, not by what is refused: it is known, but nothing bears it
                self.refs.aliases[fold(alias)] = before or Alias(alias, 0, None, "")
                raise
            return
        self.engine.act(step.player, action)

    def action(self, step: ast.PlayerStep) -> a.PlayerAction:
        """The action of a step."""
        match step:
            case ast.Casts():
                return self._cast(step)
            case ast.Plays(player, card):
                return a.Play(self.refs.find_cast(card, player, self.viewer), face_of(card))
            case ast.Activates(player, ref, ability, x, paying, targets):
                id = self._own(ref, player)
                return a.Activate(id, ability, x, self._paid(paying, player), self._targets(targets, player))
            case ast.TapsForMana(player, ref, answers):
                return a.TapForMana(self._own(ref, player), tuple(map(answer_text, answers)))
            case ast.TurnsFaceUp():
                return self.turn_up(step.player, step.ref, step.price, step.keyword, step.x)
            case ast.Attacks(player, attackers, defender):
                whom = self._any(defender, player) if defender is not None else None
                return a.DeclareAttackers(self._permanents(attackers, player), whom)
            case ast.Blocks(player, attacker, blockers):
                return a.DeclareBlockers(self._find(attacker, player), self._permanents(blockers, player))
            case _:
                return self._small_action(step)

    def _small_action(self, step: ast.PlayerStep) -> a.PlayerAction:
        match step:
            case ast.LooksAt(player, ref):
                return a.Look(self._find(ref, player))
            case ast.SpecialAction(player, verb, card):
                return a.Special(_SPECIAL[verb], self.refs.find_cast(card, player, self.viewer))  # type: ignore[arg-type]
            case ast.Unlocks(player, door, ref):
                return self._unlock(player, door, ref)
            case ast.Passes():
                return a.Pass()
            case ast.Concedes():
                return a.Concede()
            case _:
                raise InvalidAction(say("This step answers a decision; it is no action."))

    def turn_up(
        self, player: str, ref: ast.ObjectRef, price: ast.Price | None, way: str | None = None, x: int | None = None
    ) -> a.TurnFaceUp:
        """The special action on what a reference says."""
        return a.TurnFaceUp(self._own(ref, player), tag(price), fold(way) if way else None, x)

    def _cast(self, step: ast.Casts) -> a.Cast:
        merge = step.merge
        return a.Cast(
            object=self.refs.find_cast(step.card, step.player, self.viewer),
            face=face_of(step.card),
            face_down=step.face_down,
            ways=tuple(map(fold, step.keywords)),
            price=tag(step.price),
            x=step.x,
            modes=step.modes,
            paying=self._paid(step.paying, step.player),
            targets=self._targets(step.targets, step.player),
            over=merge.over if merge is not None else None,
            merge_with=self._find(merge.ref, step.player) if merge is not None else None,
        )

    def _unlock(self, player: str, door: str, ref: ast.ObjectRef | None) -> a.Unlock:
        found = self.refs.cards.definition(door)
        halves = [index for index, face in enumerate(found[0].faces) if fold(face.name) == fold(door)] if found else []
        if found is None or not halves:
            raise InvalidAction(say("No card has a door called “{door}”.", door=door))
        if ref is not None:
            return a.Unlock(self._own(ref, player), halves[0])
        name = ast.NameRef(found[0].name, ast.CardName(found[0].name, found[0].name))
        for id in self.engine.zone("battlefield", player):
            # a Room shows the names of its unlocked doors only, but everybody knows which card it is
            if is_card(name, self.engine.sees(player, id) or "", self.refs.cards):
                return a.Unlock(id, halves[0])
        # not on the battlefield, or somebody else's: that it can't be is for the rules to say (CR 709.5e)
        return a.Unlock(self._own(name, player), halves[0])

    # ------------------------------------------------------------------ instructions

    def instruct(self, step: ast.Instruction) -> Outcome:
        """Carry an instruction out, and give what it made the name that it says."""
        made: list[int] = []
        nothing: list[str] = []
        for order in self.instructions(step):
            outcome = self.engine.instruct(order)
            made += outcome.ids
            nothing += outcome.nothing
            if self.engine.pending() is not None:
                break
        if isinstance(step, ast.Manifests | ast.ManifestsDread | ast.PutCard | ast.CreateCopy) and step.alias:
            if made:
                self.refs.name_card(step.alias, made[0])
            elif self.engine.pending() is not None:
                self.refs.name_next(step.alias, step.player)
        return Outcome(tuple(made), tuple(dict.fromkeys(nothing)) if not made else ())

    def instructions(self, step: ast.Instruction) -> Iterator[a.EngineInstruction]:
        """What the engine is told, one after the other."""
        match step:
            case ast.Manifests():
                yield from self._put_down(step)
            case ast.ManifestsDread(player, keeping):
                kept = self.refs.find_in(keeping, "library", player, self.viewer) if keeping is not None else None
                yield a.ManifestDread(player, kept)
            case ast.PutCard(card, player, face_down, transformed):
                outside = self._outside(card, slots.PUT_ONTO, player)
                id = None if outside else self._find_slot(card, slots.PUT_ONTO, player)
                yield a.PutOnto(player, id, outside, face_down, transformed)
            case ast.ReturnObject(ref, zone, player):
                slot = slots.RETURN if zone == "battlefield" else slots.ANY
                yield a.Return(self._find_slot(ref, slot), zone, player)
            case ast.LooksAtTop(player, verb, number) | ast.MovesCards(player, verb, number):
                yield a.ToPlayer(_VERBS[verb], player, number)  # type: ignore[arg-type]
            case ast.ChangesLife(player, verb, number):
                yield a.ToPlayer(_VERBS[verb], player, number)  # type: ignore[arg-type]
            case ast.Shuffles(player):
                yield a.ToPlayer("shuffle", player)
            case _:
                yield self._on_object(step)

    def _on_object(self, step: ast.Instruction) -> a.EngineInstruction:
        match step:
            case ast.ToObject(verb, ref):
                return a.Simple(verb, self._find(ref))
            case ast.TurnObject(ref, face_up):
                return a.Simple("turn face up" if face_up else "turn face down", self._find(ref))
            case ast.LosesAbilities(ref, this_turn):
                return a.Simple("lose all abilities", self._find(ref), this_turn)
            case ast.Blink(ref, player):
                return a.BlinkIt(self._find(ref), player)
            case ast.BecomesCopy(ref, original, this_turn):
                return a.BecomeCopy(self._find(ref), self._find(original), this_turn)
            case ast.CreateCopy(original, player):
                return a.CopyToken(self._find(original), player)
            case ast.Attach(ref, host):
                return a.AttachIt(self._find(ref), self._find(host))
            case ast.GainsControl(player, ref, this_turn):
                return a.GainControl(player, self._find(ref), this_turn)
            case ast.PutCounters(number, kind, ref):
                return a.AddCounters(self._find(ref), kind, number)
            case ast.DealDamage(number, target):
                return a.Damage(self._any(target), number)
            case _:
                return self._grant(step)

    def _grant(self, step: ast.Instruction) -> a.Grant:
        match step:
            case ast.GainsKeyword(ref, keyword, this_turn):
                return a.Grant(self._find(ref), this_turn, keyword=keyword.strip().lower())
            case ast.GetsModifier(ref, power, toughness, this_turn):
                return a.Grant(self._find(ref), this_turn, modifier=(power, toughness))
            case ast.BecomesSize(ref, power, toughness, this_turn):
                return a.Grant(self._find(ref), this_turn, size=(power, toughness))
            case ast.BecomesWords(ref, types, colors, this_turn):
                return a.Grant(self._find(ref), this_turn, types=types or None, colors=colors or None)
            case _:
                raise InvalidAction(say("This instruction isn't known."))

    def _put_down(self, step: ast.Manifests) -> Iterator[a.EngineInstruction]:
        keyword = _PUT_DOWN[step.verb]
        if step.card is None:
            yield a.PutFaceDown(keyword, step.player, step.number if step.number is not None else 1)
            return
        for _ in range(step.number if step.number is not None else 1):
            if step.zone is not None:
                owner = step.zone_of or step.player
                id = self.refs.find_in(step.card, step.zone, owner, self.viewer)
                yield a.PutFaceDown(keyword, step.player, object=id)
                continue
            outside = self._outside(step.card, slots.PUT_DOWN, step.player)
            found = None if outside else self._find_slot(step.card, slots.PUT_DOWN, step.player)
            yield a.PutFaceDown(keyword, step.player, object=found, outside=outside)

    def _outside(self, ref: ast.ObjectRef, slot: slots.Slot, player: str) -> CardDefinition | None:
        """The definition of a card that isn't in a zone: it comes from outside the game."""
        if not self.refs.absent(ref, slot, player, self.viewer):
            return None
        name = ref.card if isinstance(ref, ast.NameRef) else None
        found = self.refs.cards.definition(name.name) if name is not None else None
        if found is None:
            raise IllegalAction(say("That isn't a card: only cards come from outside the game."))
        return found[0]

    # ------------------------------------------------------------------ names

    def _find_slot(self, ref: ast.ObjectRef, slot: slots.Slot, player: str | None = None) -> int:
        return self.refs.find(ref, slot, player, self.viewer)

    def _find(self, ref: ast.ObjectRef, player: str | None = None) -> int:
        return self.refs.find(ref, slots.ANY, player, self.viewer)

    def _any(self, ref: ast.AnyRef, player: str | None = None) -> int | str:
        return self.refs.find_any(ref, slots.ANY, player, self.viewer)

    def _own(self, ref: ast.ObjectRef, player: str) -> int:
        return self.refs.find(ref, slots.OWN, player, self.viewer)

    def _paid(self, refs: tuple[ast.ObjectRef, ...], player: str) -> tuple[int, ...]:
        return tuple(id for id in self.refs.find_all(refs, slots.OWN, player, self.viewer) if isinstance(id, int))

    def _permanents(self, refs: tuple[ast.ObjectRef, ...], player: str) -> tuple[int, ...]:
        found = self.refs.find_all(refs, slots.PERMANENT, player, self.viewer)
        return tuple(id for id in found if isinstance(id, int))

    def _targets(self, refs: tuple[ast.AnyRef, ...], player: str) -> tuple[int | str, ...]:
        return self.refs.find_all(refs, slots.ANY, player, self.viewer)


def face_of(ref: ast.ObjectRef) -> int | None:
    """The face or half that was named, None for a whole card."""
    return ref.card.face if isinstance(ref, ast.NameRef) and ref.card is not None else None


def tag(price: ast.Price | None) -> a.PriceTag | None:
    """The announced cost as the engine is told."""
    return a.PriceTag(price.kind, price.mana) if price is not None else None
