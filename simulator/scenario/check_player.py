"""Properties of players: what they have, see, can do and may choose."""

from __future__ import annotations

from simulator.errors import InvalidAction
from simulator.model.actions import TurnFaceUp
from simulator.scenario import ast
from simulator.scenario.acting import face_of, tag
from simulator.scenario.answering import Answering, options_text
from simulator.scenario.naming import is_card
from simulator.scenario.port import Engine
from simulator.scenario.print_checks import pprop_text
from simulator.scenario.references import References
from simulator.scenario.slots import OWN
from simulator.sentences import Sentence, say
from simulator.symbols import parse_mana_cost


class PlayerChecks:
    """Looks the properties of players up."""

    def __init__(self, engine: Engine, refs: References, answering: Answering) -> None:
        self.engine = engine
        self.refs = refs
        self.answering = answering

    def verdict(self, player: str, prop: ast.PProp) -> tuple[bool, str, str]:
        """Whether the player has the property, what was expected, what is so."""
        there, actual = self._looked_up(player, prop)
        return there, f"{player}: {pprop_text(prop)}", say("{of_whom}: {what}", of_whom=player, what=actual)

    def _looked_up(self, player: str, prop: ast.PProp) -> tuple[bool, str]:
        facts = self.engine.player(player)
        match prop:
            case ast.NumberPProp(what, number):
                count = {"life": facts.life, "hand": facts.hand, "library": facts.library}[what]
                return count == number, _number_text(what, count)
            case ast.PoolPProp(wanted):
                there = sorted(facts.pool) == sorted(mana_letters(wanted))
                mana = "".join(f"{{{letter}}}" for letter in facts.pool)
                return there, say("pool {mana}", mana=mana) if mana else say("pool empty")
            case ast.OutcomePProp(outcome):
                there = facts.won if outcome == "won" else facts.lost
                return there, say("won") if facts.won else say("lost") if facts.lost else say("still playing")
            case ast.SeesPProp() | ast.CannotSeePProp():
                return self._sees(player, prop)
            case ast.MayChoosePProp(answers):
                return self._may_choose(player, answers)
            case _:
                there = self._able(player, prop)
                return there, pprop_text(prop) if there else say("not so: {check}", check=pprop_text(prop))

    def _sees(self, player: str, prop: ast.SeesPProp | ast.CannotSeePProp) -> tuple[bool, str]:
        facts = self.refs.checked(prop.ref)
        if isinstance(prop, ast.CannotSeePProp):
            seen = self.engine.sees(player, facts.id) if facts is not None else None
            return seen is None, _seen_text(seen)
        if prop.remembered:
            seen = self.engine.has_seen(player, facts.card_id) if facts is not None else None
            said = say("has seen it as {name}", name=seen) if seen is not None else say("has not seen it")
        else:
            seen = self.engine.sees(player, facts.id) if facts is not None else None
            said = _seen_text(seen)
        return seen is not None and is_card(prop.name, seen, self.refs.cards), said

    def _able(self, player: str, prop: ast.PProp) -> bool:
        match prop:
            case ast.CanTurnPProp(can, ref, price):
                action = TurnFaceUp(self._object(ref, player), tag(price))
                return self.engine.could_turn_up(player, action) == can
            case ast.CanCastPProp(can, card):
                return self._castable(player, card) == can
            case ast.CanActivatePProp(can, ref, ability):
                return self.engine.could_activate(player, self._object(ref, player), ability) == can
            case ast.CouldProducePProp(could, mana, ref):
                id = self._object(ref, player)
                symbols = [f"{{{letter}}}" for letter in mana_letters(mana)]
                return all(self.engine.could_produce(id, symbol) == could for symbol in symbols)
            case _:
                return False

    def _object(self, ref: ast.ObjectRef, player: str) -> int:
        """What a check asks about: a name given with `as` is followed wherever its card went."""
        found = self.refs.checked(ref) if isinstance(ref, ast.AliasRef) else None
        return found.id if found is not None else self.refs.find(ref, OWN, player)

    def _castable(self, player: str, card: ast.ObjectRef) -> bool:
        try:
            found = self.refs.checked(card) if isinstance(card, ast.AliasRef) else None
            id = found.id if found is not None else self.refs.find_cast(card, player)
        except InvalidAction:
            # what isn't in a zone can't be cast
            return False
        return self.engine.could_cast(player, id, face_of(card))

    def _may_choose(self, player: str, answers: tuple[ast.Answer, ...]) -> tuple[bool, str]:
        decision = self.engine.pending()
        if decision is None or decision.player != player:
            return False, say("has nothing to choose")
        may = self.answering.may_choose(decision, answers)
        return may, say("may choose {options}", options=options_text(decision))


def _number_text(what: str, count: int) -> Sentence:
    match what:
        case "life":
            return say("life {count}", count=count)
        case "hand":
            return say("hand {count}", count=count)
        case _:
            return say("library {count}", count=count)


def _seen_text(seen: str | None) -> Sentence:
    return say("sees it as {name}", name=seen) if seen is not None else say("cannot see it")


def mana_letters(mana: str) -> list[str]:
    """The mana that symbols stand for, one letter each: `{W}{2}` is W and two colorless."""
    letters: list[str] = []
    for symbol in parse_mana_cost(mana).symbols if mana else ():
        letters += [*symbol.options] if symbol.options else ["C"] * symbol.generic
    return letters
