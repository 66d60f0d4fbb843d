"""Random play: whatever is tried, the game stays a game, and its journal tells the same game again."""

from __future__ import annotations

import json
from functools import cache

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from bot.services.card_pool import load_pool
from simulator.errors import AmbiguousAction, IllegalAction, InvalidAction, SimulatorError, Unsupported
from simulator.game import Game
from simulator.journal import Row
from simulator.model import actions as a
from simulator.model.cards import CardDefinition
from simulator.model.decisions import Answer, Decision
from simulator.model.position import Placed, Position, Seat
from simulator.rules.attaching import can_attach
from simulator.rules.context import LoopLimit

CARDS = (
    "Grizzly Bears", "Hill Giant", "Serra Angel", "Forest", "Island", "Shock", "Murder", "Giant Growth", "Clone",
    "Willbender", "Hooded Hydra", "Museum Nightwatch", "Exalted Angel", "Delver of Secrets", "Tergrid, God of Fright",
    "Lightform", "Bonesplitter", "Pacifism", "Control Magic", "Humility", "Blood Moon", "Dreamtail Heron",
    "Isamaru, Hound of Konda", "Jace Beleren", "History of Benalia", "Wrath of God", "Doomed Traveler",
    "Elvish Visionary", "Smuggler's Copter", "Llanowar Elves", "Reflecting Pool", "Whispers of the Muse", "Rift Bolt",
    "Djinn of Fool's Fall", "Behold the Multiverse", "Rite of Replication", "Young Wolf", "Typhoid Rats",
    "Cyber Conversion", "Backslide", "Cloudshift", "Turn to Frog", "Ixidron", "Vesuvan Shapeshifter", "Counterspell",
    "Containment Priest", "Grafdigger's Cage", "Coat of Arms", "Meddling Mage", "Arcbound Worker", "Mirari's Wake",
    "Walk-In Closet // Forgotten Cellar", "Krosan Grip", "Trail of Mystery", "Secret Plans", "Fireball", "Opalescence",
)  # fmt: skip
ORIGINS = (None, None, "manifest", "cloak", "morph", "disguise", "effect")
MANA = ("free", "free", "lands")
STEPS = ("upkeep", "draw", "main", "attackers", "blockers", "damage", "second-main", "end", "cleanup")
KEYWORDS = ("flying", "haste", "hexproof", "indestructible", "trample", "deathtouch", "first strike", "ward {2}")


@cache
def card(name: str) -> CardDefinition:
    found = load_pool().find(name)
    assert found is not None, name
    return found[0]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    names = ("Alice", "Bob", "Carol")[: draw(st.sampled_from((2, 2, 3)))]
    cards: list[Placed] = []
    for player in names:
        for name in draw(st.lists(st.sampled_from(CARDS), min_size=1, max_size=5)):
            found = card(name)
            origin = draw(st.sampled_from(ORIGINS))
            if not found.front.type_line.is_permanent and origin not in ("manifest", "cloak"):
                origin = "manifest"
            if origin == "effect" and found.is_double_faced:
                origin = "manifest"
            if "Aura" in found.front.type_line.subtypes and origin is None:
                continue
            owner = draw(st.sampled_from((None, None, *names)))
            cards.append(Placed(found, player, "battlefield", owner=owner, face_down=origin))  # type: ignore[arg-type]
        cards += [Placed(card(n), player, "hand") for n in draw(st.lists(st.sampled_from(CARDS), max_size=4))]
        cards += [Placed(card(n), player, "library") for n in draw(st.lists(st.sampled_from(CARDS), max_size=4))]
        cards += [Placed(card(n), player, "graveyard") for n in draw(st.lists(st.sampled_from(CARDS), max_size=2))]
    seats = tuple(Seat(name, mana=draw(st.sampled_from(MANA))) for name in names)  # type: ignore[arg-type]
    return Position(seats, names[0], draw(st.sampled_from(("upkeep", "main", "main", "end"))), tuple(cards))


def player_action(draw: st.DrawFn, game: Game) -> a.PlayerAction:
    things = list(game.objects())
    pick = st.sampled_from(things) if things else st.just(0)
    board = st.sampled_from(list(game.zone("battlefield")) or [0])
    targets = st.lists(st.one_of(board, st.sampled_from(("Alice", "Bob"))), max_size=2).map(tuple)
    kind = draw(st.integers(0, 13))
    if kind in (0, 1):
        ways = draw(st.sampled_from(((), (), (), ("morph",), ("disguise",), ("mutate",), ("kicker",), ("buyback",))))
        return a.Cast(draw(pick), face_down=draw(st.booleans()), ways=ways, targets=draw(targets))
    if kind == 2:
        return a.Cast(draw(pick), face=draw(st.sampled_from((0, 0, 1))) if draw(st.booleans()) else None)
    if kind == 3:
        return a.Play(draw(pick))
    if kind == 4:
        return a.Activate(draw(board), draw(st.sampled_from((None, 1, 2))), targets=draw(targets))
    if kind == 5:
        return a.TapForMana(draw(board))
    if kind in (6, 7):
        way = draw(st.sampled_from((None, None, "morph", "disguise")))
        return a.TurnFaceUp(draw(board), way=way, x=draw(st.sampled_from((None, 0, 2))))
    if kind == 8:
        return a.DeclareAttackers(tuple(draw(st.lists(board, min_size=1, max_size=3, unique=True))))
    if kind == 9:
        return a.DeclareBlockers(draw(board), tuple(draw(st.lists(board, min_size=1, max_size=2, unique=True))))
    if kind == 10:
        return a.Special(draw(st.sampled_from(("foretell", "plot", "suspend"))), draw(pick))  # type: ignore[arg-type]
    if kind == 11:
        return a.Unlock(draw(board), draw(st.sampled_from((0, 1))))
    return a.Look(draw(board)) if kind == 12 else a.Pass()


def instruction(draw: st.DrawFn, game: Game) -> a.EngineInstruction:
    names = [name for name in ("Alice", "Bob") if not game.player(name).lost] or ["Alice"]
    player = st.sampled_from(names)
    board = st.sampled_from(list(game.zone("battlefield")) or [0])
    anything = st.sampled_from(list(game.objects()) or [0])
    kind = draw(st.integers(0, 13))
    if kind == 0:
        verbs = ("destroy", "sacrifice", "exile", "tap", "untap", "transform", "regenerate", "phase out", "reveal",
                 "turn face up", "turn face down", "turn face up", "turn face down", "lose all abilities")  # fmt: skip
        return a.Simple(draw(st.sampled_from(verbs)), draw(board), draw(st.booleans()))  # type: ignore[arg-type]
    if kind == 1:
        keyword = draw(st.sampled_from(("manifest", "cloak")))
        thing = draw(st.one_of(st.none(), anything))
        return a.PutFaceDown(keyword, draw(player), draw(st.integers(1, 2)), thing)  # type: ignore[arg-type]
    if kind == 2:
        return a.ManifestDread(draw(player))
    if kind == 3:
        return a.PutOnto(draw(player), draw(anything), face_down=draw(st.booleans()), transformed=draw(st.booleans()))
    if kind == 4:
        zone = draw(st.sampled_from(("hand", "library", "battlefield")))
        return a.Return(draw(anything), zone)  # type: ignore[arg-type]
    if kind == 5:
        return a.BlinkIt(draw(board), draw(st.sampled_from((None, *names))))
    if kind == 6:
        return a.BecomeCopy(draw(board), draw(board), draw(st.booleans()))
    if kind == 7:
        return a.CopyToken(draw(board), draw(player))
    if kind == 8:
        return a.AttachIt(draw(board), draw(board))
    if kind == 9:
        return a.GainControl(draw(player), draw(board), draw(st.booleans()))
    if kind == 10:
        grants = (
            a.Grant(draw(board), True, keyword=draw(st.sampled_from(KEYWORDS))),
            a.Grant(draw(board), True, modifier=(1, -1)),
            a.Grant(draw(board), True, size=(0, 1)),
            a.Grant(draw(board), True, types=("Artifact",)),
            a.Grant(draw(board), True, colors=("B",)),
        )
        return draw(st.sampled_from(grants))
    if kind == 11:
        return a.AddCounters(draw(board), draw(st.sampled_from(("+1/+1", "-1/-1", "flying", "lore"))), 1)
    if kind == 12:
        return a.Damage(draw(st.one_of(board, player)), draw(st.integers(1, 4)))
    verbs = ("draw", "mill", "discard", "lose life", "gain life", "scry", "surveil", "shuffle")
    return a.ToPlayer(draw(st.sampled_from(verbs)), draw(player), draw(st.integers(1, 2)))  # type: ignore[arg-type]


def answer_for(draw: st.DrawFn, decision: Decision) -> Answer:
    if decision.kind == "divide" or draw(st.booleans()):
        return decision.default()
    places = list(range(len(decision.options)))
    if decision.kind == "order":
        return Answer(tuple(draw(st.permutations(places))))
    count = draw(st.integers(decision.minimum, max(decision.minimum, decision.maximum)))
    return Answer(tuple(draw(st.permutations(places))[:count]))


def one_step(draw: st.DrawFn, game: Game) -> None:
    """One random thing; the four kinds of "no" are the only ones."""
    try:
        decision = game.pending()
        if decision is not None:
            game.answer(answer_for(draw, decision))
            return
        kind = draw(st.integers(0, 9))
        if kind < 5:
            game.act(draw(st.sampled_from(("Alice", "Bob"))), player_action(draw, game))
        elif kind < 8:
            game.instruct(instruction(draw, game))
        elif kind == 8:
            game.resolve_top()
        else:
            game.advance(draw(st.sampled_from(STEPS)))
    except (InvalidAction, IllegalAction, AmbiguousAction, Unsupported, LoopLimit):
        return


def check(game: Game) -> None:
    """What is true of every game at every moment."""
    state = game._shown
    listed = [*state.battlefield, *state.stack, *state.exile, *state.command]
    for name in state.order:
        player = state.players[name]
        listed += [*player.hand, *player.library, *player.graveyard]
        assert all(unit.type in "WUBRGC" for unit in player.pool)
    # CR 400.1: each object is in exactly one zone
    assert len(listed) == len(set(listed))
    assert set(listed) == set(state.objects)
    for id in listed:
        assert id in state.zone_list(state.objects[id].zone, state.objects[id].owner)
        assert state.objects[id].id == id
    # each physical card is in one place
    cards = [part for obj in state.objects.values() if obj.kind != "ability" for part in (obj.card_id, *(p.card_id for p in obj.merged))]  # fmt: skip  # noqa: E501
    assert len(cards) == len(set(cards))
    assert all(count >= 0 for obj in state.objects.values() for count in obj.counters.values())
    if game.pending() is None and not state.over:
        _settled(game)


def _settled(game: Game) -> None:
    """CR 704.5: nothing is left for state-based actions."""
    ctx = game._ctx()
    for id in ctx.permanents():
        obj, values = ctx.state.objects[id], ctx.values(id)
        if values.is_creature:
            assert (values.toughness or 0) > 0
            assert obj.damage < (values.toughness or 0) or values.has("indestructible")
        host = obj.attached_to
        assert host is None or can_attach(ctx, id, host) is None
        assert not values.is_type("Aura") or host is not None


def replayed(game: Game) -> Game:
    rows = [Row.from_json(r.seq, r.seat, r.state_hash, json.loads(json.dumps(r.to_json()))) for r in game.rows]
    return Game.from_journal(json.loads(json.dumps(game.header())), rows)


def play(data: st.DataObject) -> None:
    """A random game from a random position, looked at after every step, and replayed."""
    try:
        game = Game.from_position(data.draw(positions()))
    except SimulatorError:
        return
    for _ in range(data.draw(st.integers(3, 14))):
        one_step(data.draw, game)
        check(game)
        for viewer in (None, "Alice", "Bob"):
            game.view(viewer)
            game.log_for(viewer)
    again = replayed(game)
    assert again.view("Alice") == game.view("Alice")
    assert again.log() == game.log()
    assert again.pending() == game.pending()


def profile(games: int, **details: bool) -> settings:
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
    return settings(max_examples=games, deadline=None, database=None, suppress_health_check=slow, **details)


@given(data=st.data())
@profile(250, derandomize=True)
def test_random_play_keeps_the_game_whole_and_its_replay_equal(data: st.DataObject) -> None:
    """CR 400.1, 704.5; the rows of the journal lead to the same states again, also after JSON."""
    play(data)


@pytest.mark.nightly
@pytest.mark.parametrize("chunk", range(20))
def test_thousands_of_random_games_stay_whole(chunk: int) -> None:
    """CR 400.1, 704.5: the same for 20 times 250 games, each chunk with games of its own."""
    seed(chunk)(profile(250)(given(data=st.data())(play)))()
