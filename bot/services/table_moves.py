"""What a seat may do at a table now: every action that the rules allow, and the choices of a decision.

Each action was tried on a copy of the game. Objects are named as the seat sees them; what is face down goes by its
number, so that a list of actions may be shown in private outside direct messages too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from bot.services.table_pace import may_go_on, may_pass, may_resolve
from bot.services.table_types import Choice, Move
from bot.services.table_view import hidden_names, without
from bot.telling import changed
from simulator.game import Game
from simulator.model import actions as a
from simulator.model.decisions import Decision
from simulator.model.facts import ObjectFacts
from simulator.sentences import say
from simulator.terms import term

#: Ways to cast that are offered where a card has the keyword; casting face down is offered apart.
_NO_WAYS = ("morph", "megamorph", "disguise")
_SPECIALS = ("foretell", "plot", "suspend")
_AHEAD = (
    ("combat", say("Go to combat")), ("attackers", say("Go to declare attackers")),
    ("blockers", say("Go to declare blockers")), ("damage", say("Go to combat damage")),
    ("second-main", say("Go to the postcombat main phase")), ("end", say("Go to the end step")),
)  # fmt: skip
_ORDER = (
    "untap", "upkeep", "draw", "main", "combat", "attackers", "blockers", "damage", "end-of-combat", "second-main",
    "end", "cleanup",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Playable:
    """A move and how it is made.

    Attributes:
        move: what is offered.
        action: makes the action of the candidates that were picked; None for a step.
        step: a step of the scenario language instead; or empty.
    """

    move: Move
    action: Callable[[Sequence[int]], a.PlayerAction] | None = None
    step: str = ""


def moves(game: Game, player: str, others: Collection[str] = ()) -> list[Playable]:
    """Every action that a seat may take now, in an order that depends on what the seat sees alone.

    Args:
        game: the game.
        player: whose seat it is.
        others: the players of other people at the table, who pass for themselves.
    """
    if game.pending() is not None or game.view(None).over:
        return []
    found = [
        *_from_zones(game, player),
        *_permanents(game, player),
        *_face_up(game, player),
        *_combat(game, player),
        *_onwards(game, player, others),
    ]
    return [each for index, each in enumerate(found) if each.move not in [other.move for other in found[:index]]]


def choice(game: Game, player: str) -> Choice | None:
    """What a seat has to decide, without the names that only `Look` shows; None if it isn't asked."""
    pending = game.pending()
    if pending is None or pending.player != player:
        return None
    names = hidden_names(game, [player])
    return Choice(
        player=player,
        prompt=without(pending.prompt, names),
        options=tuple(_option(option.label or str(option.value), names) for option in pending.options),
        minimum=0 if pending.optional else pending.minimum,
        maximum=len(pending.options) if pending.kind == "order" else pending.maximum,
        kind=_kind(pending),
        total=pending.total,
        open=bool(pending.open),
    )


def _option(label: str, names: Collection[str]) -> str:
    """An option's words; what is face down goes by its number alone: `#1 (its name)` is for `Look`."""
    return without(changed(label, lambda part: _number_of(part, names)), names)


def _number_of(text: str, names: Collection[str]) -> str:
    numbered = re.fullmatch(r"(#\d+) \((.+)\)", text)
    return numbered[1] if numbered is not None and numbered[2] in names else text


def _kind(pending: Decision) -> str:
    return pending.kind if pending.kind in ("order", "divide", "mode") else "pick"


def _from_zones(game: Game, player: str) -> Iterator[Playable]:
    """Cards that are cast, played or put aside, from wherever the seat sees them."""
    for zone in ("hand", "command", "graveyard", "exile", "library"):
        for id in _own(game, player, zone):
            facts = game.facts(id)
            name = game.sees(player, id)
            if name is None:
                continue
            yield from _card(game, player, facts, name, _from(zone, name))


def _from(zone: str, card: str) -> str:
    """The card, and where it is cast or played from if that isn't the hand."""
    if zone == "graveyard":
        return say("{card} from the graveyard", card=card)
    if zone == "exile":
        return say("{card} from exile", card=card)
    return say("{card} from the library", card=card) if zone == "library" else card


def _own(game: Game, player: str, zone: str) -> Sequence[int]:
    # Of a library only the top card can be played. Exile has cards of others too that a seat may cast; of the others'
    # other zones nothing is offered here.
    ids = game.zone(zone, None if zone == "exile" else player)  # type: ignore[arg-type]
    return ids[:1] if zone == "library" else ids


def _card(game: Game, player: str, facts: ObjectFacts, name: str, card: str) -> Iterator[Playable]:
    id = facts.id
    if "Land" in facts.types and game.could(player, a.Play(id)):
        yield _one("play", say("Play {card}", card=card), a.Play(id))
    if _able(game, player, a.Cast(id)):
        yield _one("play", say("Cast {card}", card=card), a.Cast(id))
    for keyword in facts.keywords:
        # CR 702: a keyword that names another way to cast a card
        word = keyword.split(" {")[0]
        if not word.startswith(_NO_WAYS) and _able(game, player, a.Cast(id, ways=(word,))):
            text = say("Cast {card} with {keyword}", card=card, keyword=word)
            yield _one("play", text, a.Cast(id, ways=(word,)))
    if game.could(player, a.Cast(id, face_down=True)):
        yield _one("play", say("Cast {card} face down", card=card), a.Cast(id, face_down=True))
    for kind in _SPECIALS:
        special = a.Special(kind, id)  # type: ignore[arg-type]
        if any(keyword.startswith(kind) for keyword in facts.keywords) and game.could(player, special):
            yield _one("play", _aside(kind, name), special)
    if _able(game, player, a.Activate(id)):
        yield _one("activate", say("Activate an ability of {card}", card=card), a.Activate(id))


def _aside(kind: str, card: str) -> str:
    if kind == "foretell":
        return say("Foretell {card}", card=card)
    return say("Plot {card}", card=card) if kind == "plot" else say("Suspend {card}", card=card)


def _able(game: Game, player: str, action: a.PlayerAction) -> bool:
    """Whether it is legal now; one whose cost can't be paid after its choices would be taken back (CR 733.1)."""
    return game.could(player, action) and not game.unpayable(player, action)


def _permanents(game: Game, player: str) -> Iterator[Playable]:
    for id in game.zone("battlefield", player):
        facts = game.facts(id)
        if facts.phased_out:
            continue
        if _able(game, player, a.Activate(id)):
            basic = "Land" in facts.types and "Basic" in facts.types and facts.ability_count == 1
            card = _called(facts)
            words = say("Tap {card} for mana", card=card) if basic else say("Activate an ability of {card}", card=card)
            yield _one("activate", words, a.Activate(id))
        for half, door in enumerate(facts.name.split(" // ") if "Room" in facts.types else ()):
            if game.could(player, a.Unlock(id, half)):
                yield _one("activate", say("Unlock {door}", door=door), a.Unlock(id, half))


def _face_up(game: Game, player: str) -> Iterator[Playable]:
    """Every own face-down permanent, whether or not it may be turned up: what the list says depends on no card.

    CR 708.7: the player may try; that it can't be done now is said to them alone.
    """
    for id in game.zone("battlefield", player):
        facts = game.facts(id)
        if facts.face_down and not facts.phased_out:
            number = f"#{facts.handle}"
            move = Move("face up", say("Turn {number} face up", number=number), handle=number)
            yield Playable(move, _always(a.TurnFaceUp(id)))


def _combat(game: Game, player: str) -> Iterator[Playable]:
    active, step = game.turn()
    field = game.zone("battlefield")
    if step == "attackers" and active == player:
        able = [id for id in game.zone("battlefield", player) if game.could(player, a.DeclareAttackers((id,)))]
        if able:
            yield Playable(
                Move("combat", say("Attack with…"), tuple(_called(game.facts(id)) for id in able)),
                lambda picked: a.DeclareAttackers(tuple(able[index] for index in picked)),
            )
    if step == "blockers" and active != player:
        mine = game.zone("battlefield", player)
        for attacker in field:
            able_to = [id for id in mine if game.could(player, a.DeclareBlockers(attacker, (id,)))]
            if able_to:
                yield Playable(
                    Move(
                        "combat",
                        say("Block {attacker} with…", attacker=_called(game.facts(attacker))),
                        tuple(_called(game.facts(id)) for id in able_to),
                    ),
                    _blocking(attacker, able_to),
                )


def _blocking(attacker: int, able: Sequence[int]) -> Callable[[Sequence[int]], a.PlayerAction]:
    return lambda picked: a.DeclareBlockers(attacker, tuple(able[index] for index in picked))


def _onwards(game: Game, player: str, others: Collection[str]) -> Iterator[Playable]:
    if may_pass(game, player):
        yield _one("onwards", say("Pass"), a.Pass())
    if game.zone("stack"):
        if may_resolve(others):
            yield Playable(Move("onwards", say("All pass: resolve the top of the stack")), step="resolve")
        return
    active, step = game.turn()
    if active == player and may_go_on(game, others):
        for ahead, words in _AHEAD:
            if _ORDER.index(ahead) > _ORDER.index(step):
                yield Playable(Move("onwards", words), step=f"go to {ahead}")
        yield Playable(Move("onwards", say("Next turn")), step="next turn")


def _one(group: str, label: str, action: a.PlayerAction) -> Playable:
    return Playable(Move(group, label), _always(action))


def _always(action: a.PlayerAction) -> Callable[[Sequence[int]], a.PlayerAction]:
    return lambda _: action


def _called(facts: ObjectFacts) -> str:
    """A permanent as everybody sees it, told apart from its like by what can be seen."""
    words = f"#{facts.handle}" if facts.face_down else facts.name or say("a nameless permanent")
    notes = [f"{facts.power}/{facts.toughness}"] if facts.power is not None else []
    notes += [term("tapped")] if facts.tapped else []
    notes += [say("{count} {kind}", count=number, kind=term(kind)) for kind, number in facts.counters]
    return say("{what} ({notes})", what=words, notes=notes) if notes else words
