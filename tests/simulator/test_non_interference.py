"""Change only what a viewer may not see: every byte shown to that viewer stays the same (CR 400.2, 708.5)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from bot.services.card_pool import load_pool
from simulator.errors import SimulatorError
from simulator.game import Game
from simulator.model import actions as a
from simulator.model.cards import CardDefinition
from simulator.model.decisions import Answer, Decision
from simulator.model.position import Placed, Position, Seat, ZoneName

#: What may lie under Alice's face-down permanents, in her hand and in the libraries: cards of every kind.
SECRETS = (
    "Grizzly Bears", "Island", "Shock", "Serra Angel", "Willbender", "Battering Craghorn", "Museum Nightwatch",
    "Delver of Secrets", "Wrath of God", "Hooded Hydra", "Elvish Visionary", "Lightform", "Zoetic Cavern",
    "Giant Growth",
    "Arcbound Worker", "Tergrid, God of Fright", "Memnite", "Aminatou, the Fateshifter",
)  # fmt: skip
PUBLIC: tuple[ZoneName, ...] = ("graveyard", "exile")
MODES = ("manifest", "cloak", "effect")
BOB_PERMANENTS = ("Coat of Arms", "Muraganda Petroglyphs", "Humility", "Grafdigger's Cage", "Containment Priest")
BOB_HAND = (
    "Shock", "Giant Growth", "Murder", "Turn to Frog", "Doom Blade", "Clone", "Cyber Conversion", "Cloudshift",
    "Exalted Angel", "Rite of Replication", "Djinn of Fool's Fall", "Behold the Multiverse", "Ixidron", "Counterspell",
    "Control Magic", "Wrath of God", "Dreamtail Heron", "Meddling Mage", "Backslide",
)  # fmt: skip
#: Alice's own, for all to see: what they ask her depends on what is in her hand or library.
ALICE_PERMANENTS = ("Elvish Piper", "Evolving Wilds", "Domri Rade", "Wight of the Reliquary")
#: A land, a creature, an instant: what these ask about is there or not.
ASKED_ABOUT = ("Island", "Grizzly Bears", "Shock", "Goblin Piker")
LOOKING = ("scry", "surveil")
ENTERING = ("Port Town", "Squadron Hawk", "Sylvan Ranger", "Augur of Bolas", "Murmuring Bosk", "Goblin Lackey")


@cache
def card(name: str) -> CardDefinition:
    found = load_pool().find(name)
    assert found is not None
    return found[0]


def position(under: tuple[str, ...], modes: tuple[str, ...], hand: tuple[str, ...], library: tuple[str, ...],
             bob: tuple[str, ...], bob_hand: tuple[str, ...], carol: bool = False,
             alice: tuple[str, ...] = ()) -> Position:  # fmt: skip
    cards = [Placed(card(name), "Bob", "battlefield") for name in bob]
    cards += [Placed(card("Hill Giant"), "Bob", "battlefield"), Placed(card("Bonesplitter"), "Bob", "battlefield")]
    for name, mode in zip(under, modes, strict=True):
        cards.append(Placed(card(name), "Alice", "battlefield", face_down=mode))  # type: ignore[arg-type]
    cards += [Placed(card(name), "Alice", "battlefield") for name in alice]
    cards += [Placed(card(name), "Alice", "hand") for name in hand]
    cards += [Placed(card(name), "Alice", "library") for name in library]
    cards += [Placed(card(name), "Bob", "hand") for name in bob_hand]
    cards += [Placed(card("Forest"), "Bob", "library") for _ in range(3)]
    names = ("Alice", "Bob", "Carol") if carol else ("Alice", "Bob")
    return Position(tuple(Seat(name) for name in names), "Bob", "main", tuple(cards))


def attempts(game: Game) -> list[object]:
    """Everything that Bob might try, and instructions that reveal nothing by themselves."""
    mine = [id for id in game.objects() if game.facts(id).zone == "hand" and game.facts(id).owner == "Bob"]
    board = list(game.zone("battlefield"))
    hidden = [id for id in board if game.facts(id).face_down]
    tries: list[object] = []
    for id in mine:
        tries += [a.Cast(id), *(a.Cast(id, targets=(target,)) for target in board)]
        tries += [a.Cast(id, face_down=True), a.Cast(id, ways=("kicker",)), a.Cast(id, targets=("Alice",))]
        tries += [a.Cast(id, ways=("mutate",), targets=(target,)) for target in board]
        tries += [a.Special(kind, id) for kind in ("plot", "foretell", "suspend")]  # type: ignore[arg-type]
    for id in hidden:
        tries += [a.TurnFaceUp(id), a.TurnFaceUp(id, a.PriceTag("mana", "{1}{G}")), a.Look(id), a.Activate(id)]
        tries += [a.TapForMana(id), a.Simple("tap", id), a.Simple("untap", id), a.Simple("phase out", id)]
        tries += [a.AddCounters(id, "+1/+1", 2), a.Grant(id, keyword="flying"), a.Grant(id, size=(4, 4))]
        tries += [a.Simple("lose all abilities", id, True), a.Damage(id, 1), a.CopyToken(id, "Bob")]
        tries += [a.AttachIt(other, id) for other in board if other != id]
        tries += [a.GainControl("Alice", id), a.Simple("turn face down", id), a.Simple("transform", id)]
        tries += [a.Simple("regenerate", id), a.BecomeCopy(id, board[0], True), a.BecomeCopy(board[0], id, True)]
        tries += [a.Grant(id, True, types=("Artifact",)), a.Grant(id, True, colors=("B",)), a.Activate(id, 1)]
        tries += [a.TurnFaceUp(id, a.PriceTag("mana cost")), a.TurnFaceUp(id, way="morph"), a.TurnFaceUp(id, x=2)]
    tries += [a.PutFaceDown("manifest", "Alice"), a.PutFaceDown("cloak", "Alice", 2), a.ToPlayer("draw", "Alice", 1)]
    tries += [a.ToPlayer("gain life", "Bob", 2), a.ToPlayer("shuffle", "Alice"), a.ToPlayer("lose life", "Alice", 1)]
    tries += [a.ToPlayer("scry", "Bob", 1), a.Pass(), a.ManifestDread("Bob"), a.PutFaceDown("manifest", "Bob")]
    tries += [a.ToPlayer("scry", "Alice", 2), a.ToPlayer("surveil", "Alice", 2), a.ToPlayer("scry", "Alice", 3)]
    tries += [a.PutOnto("Alice", outside=card(name)) for name in ENTERING]
    own = [id for id in board if game.facts(id).name in ALICE_PERMANENTS]
    tries += [("Alice", a.Activate(id, 1)) for id in own]
    tries += ["advance attackers", "advance end", "next turn", "resolve"]
    tries += [a.DeclareAttackers((id,)) for id in board] + [a.DeclareBlockers(x, (y,)) for x in hidden for y in board]
    return tries


def attempt(game: Game, what: object) -> str:
    """Try it; what Bob reads of the outcome."""
    try:
        if isinstance(what, str):
            word, _, step = what.partition(" ")
            if word == "resolve":
                game.resolve_top()
            elif word == "next":
                game.next_turn()
            else:
                game.advance(step)
        elif isinstance(what, a.PutFaceDown | a.ToPlayer | a.Simple | a.AddCounters | a.Grant | a.Damage | a.CopyToken
                        | a.AttachIt | a.GainControl | a.BecomeCopy | a.ManifestDread | a.PutOnto):  # fmt: skip
            outcome = game.instruct(what)
            return f"done {outcome.nothing}"
        elif isinstance(what, tuple):
            game.act(*what)
        else:
            game.act("Bob", what)  # type: ignore[arg-type]
    except SimulatorError as refusal:
        return f"{type(refusal).__name__}: {refusal} {getattr(refusal, 'rules', ())}"
    return "done"


def asked(question: Callable[..., bool], *about: object) -> object:
    try:
        return question(*about)
    except SimulatorError as refusal:
        return str(refusal)


def shown(game: Game, viewers: tuple[str | None, ...]) -> str:
    """Everything that they may read: views, logs, and what the game says that Bob could do."""
    seen: list[object] = [(game.view(viewer), game.log_for(viewer)) for viewer in viewers]
    hidden = [id for id in game.zone("battlefield") if game.facts(id).face_down]
    seen += [(asked(game.could_turn_up, "Bob", a.TurnFaceUp(id)), game.sees("Bob", id) is None) for id in hidden]
    seen += [asked(game.could_activate, "Bob", id, None) for id in hidden]
    seen += [game.explain(id, viewer) for viewer in viewers for id in game.zone("battlefield")]
    seen += [asked(game.could_cast, "Bob", id, None) for id in game.zone("hand", "Bob")]
    return repr((seen, game.turn()))


def others_see_the_same(data: st.DataObject, carol: bool, questions: bool) -> None:
    """One game, played twice alike but for what Alice hides; `questions`: it begins with something that asks Alice.

    The viewers are Bob, who acts, a spectator, and Carol where she plays.
    """
    viewers: tuple[str | None, ...] = ("Bob", None, "Carol") if carol else ("Bob", None)
    count = data.draw(st.integers(1, 3))
    pick = st.tuples(*[st.sampled_from(SECRETS)] * count)
    modes = data.draw(st.tuples(*[st.sampled_from(MODES)] * count))
    bob = tuple(data.draw(st.lists(st.sampled_from(BOB_PERMANENTS), max_size=2, unique=True)))
    bob_hand = tuple(data.draw(st.lists(st.sampled_from(BOB_HAND), min_size=1, max_size=3)))
    least = 2 if questions else 0
    alice = tuple(data.draw(st.lists(st.sampled_from(ALICE_PERMANENTS), min_size=least, max_size=2, unique=True)))
    if questions:
        bob = ()
    games = []
    for number in (b"one", b"two"):
        under = data.draw(pick)
        if "effect" in modes:
            # a permanent that an effect turned down was face up: a double-faced card can't be one (CR 712.16)
            under = tuple("Grizzly Bears" if m == "effect" else name for name, m in zip(under, modes, strict=True))
        secrets = ASKED_ABOUT if questions else SECRETS
        hand = data.draw(st.tuples(*[st.sampled_from(secrets)] * 2))
        library = data.draw(st.tuples(*[st.sampled_from(secrets)] * 4))
        games.append(Game.from_position(position(under, modes, hand, library, bob, bob_hand, carol, alice), number))
    one, two = games
    assert shown(one, viewers) == shown(two, viewers)
    for number in range(data.draw(st.integers(1, 6))):
        tries = attempts(one)
        if questions and number == 0:
            tries = [t for t in tries if isinstance(t, tuple | a.PutOnto) or getattr(t, "verb", "") in LOOKING]
        what = tries[data.draw(st.integers(0, len(tries) - 1))]
        outcomes = attempt(one, what), attempt(two, what)
        if different_by_right(one, two):
            return
        assert outcomes[0] == outcomes[1], what
        assert shown(one, viewers) == shown(two, viewers), what
        if isinstance(what, tuple | a.PutOnto) and one.zone("stack"):
            # what she activated, or what triggered, resolves now
            outcomes = attempt(one, "resolve"), attempt(two, "resolve")
        while not different_by_right(one, two):
            assert outcomes[0] == outcomes[1], what
            assert shown(one, viewers) == shown(two, viewers), what
            decision, other = one.pending(), two.pending()
            # others see that a question is asked, and whom
            assert (decision is None) == (other is None), (what, decision, other)
            if decision is None or other is None:
                break
            assert (decision.player, decision.kind) == (other.player, other.kind)
            if decision.player == "Bob":
                assert decision == other
            wanted = data.draw(st.booleans())
            one.answer(answer_to(decision, other, wanted))
            two.answer(answer_to(other, decision, wanted))
        else:
            return


def different_by_right(one: Game, two: Game) -> bool:
    """Whether something is public now, or Bob's to look at, that isn't the same in the two games."""
    if len(one.revealed()) or len(two.revealed()):
        return True
    if any(taken(game) for game in (one, two)) and public(one) == public(two):
        # CR 708.5: he may look at what he controls now; a spectator still can't tell
        assert repr((one.view(None), one.log_for(None))) == repr((two.view(None), two.log_for(None)))
        return True
    return public(one) != public(two)


def taken(game: Game) -> bool:
    """Whether Bob controls a face-down permanent that was Alice's."""
    facts = [game.facts(id) for id in game.zone("battlefield")]
    return any(each.face_down and (each.owner, each.controller) == ("Alice", "Bob") for each in facts)


def public(game: Game) -> object:
    """The names in Alice's public zones, and which permanents lie on the battlefield, face up or face down."""
    names = [[game.facts(id).name for id in game.zone(zone, "Alice")] for zone in PUBLIC]
    return names, [(game.facts(id).name, game.facts(id).face_down) for id in game.zone("battlefield")]


def answer_to(decision: Decision, other: Decision, wanted: bool) -> Answer:
    """The same answer in both games: yes only where both may say so, nothing where nothing is allowed."""
    both = all(any(option.kind == "yes" for option in each.options) for each in (decision, other))
    if decision.kind == "may" and wanted and both:
        return Answer((next(i for i, option in enumerate(decision.options) if option.kind == "yes"),))
    return decision.default()


def profile(games: int, **details: bool) -> settings:
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
    return settings(max_examples=games, deadline=None, database=None, suppress_health_check=slow, **details)


@pytest.mark.parametrize("carol", [False, True], ids=["two players", "three players"])
@given(data=st.data())
@profile(250, derandomize=True)
def test_others_see_the_same_whatever_alice_hides(data: st.DataObject, carol: bool) -> None:
    """CR 708.5, 708.6: hands, libraries, cards under face-down permanents and the seed are changed; nobody can tell."""
    others_see_the_same(data, carol, questions=False)


@given(data=st.data())
@profile(300, derandomize=True)
def test_nobody_learns_from_what_alice_is_asked(data: st.DataObject) -> None:
    """CR 400.2, 402.3, 701.23b: whether, when and what sort of question she is asked doesn't depend on hidden cards."""
    others_see_the_same(data, carol=False, questions=True)


@pytest.mark.nightly
@pytest.mark.parametrize("chunk", range(100))
def test_twenty_thousand_games_tell_others_nothing(chunk: int) -> None:
    """CR 708.5, 708.6: 80 times 250 games, then 20 times as many that begin with a question; each chunk its own."""
    played = seed(chunk)(profile(250)(given(data=st.data())(others_see_the_same)))
    played(carol=chunk % 2 == 1, questions=chunk >= 80)


def test_a_spectator_sees_less_than_the_controller() -> None:
    """CR 708.5: the name of the card is in the controller's view and in nobody else's."""
    game = Game.from_position(position(("Serra Angel",), ("manifest",), (), (), (), ()))
    assert "Serra Angel" in repr(game.view("Alice"))
    assert "Serra Angel" not in repr(game.view("Bob"))
    assert "Serra Angel" not in repr(game.view(None))


@pytest.mark.parametrize("viewer", ["Bob", None])
def test_manifesting_writes_the_card_for_its_controller_alone(viewer: str | None) -> None:
    """CR 701.40a, 708.5: the log names the card to its controller only."""
    game = Game.from_position(position((), (), (), ("Serra Angel",), (), ()))
    game.instruct(a.PutFaceDown("manifest", "Alice"))
    assert any("Serra Angel" in line.text for line in game.log_for("Alice"))
    assert not any("Serra Angel" in line.text for line in game.log_for(viewer))
