"""A scenario line by line: what a seat may do, and what a spectator's script says."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.errors import AmbiguousAction, InvalidAction
from simulator.model.cards import CardPool
from simulator.scenario.errors import ScenarioError
from simulator.scenario.runner import run_scenario
from simulator.scenario.session import ScenarioSession

TABLE = """\
Alice hand: Hill Giant as held, Island
Alice library: Grizzly Bears as deep, Island
Alice battlefield: Hill Giant (face down manifested) as secret, Darksteel Relic
Bob hand: Grizzly Bears
"""


@pytest.fixture
def table(pool: CardPool) -> ScenarioSession:
    return ScenarioSession(pool, TABLE)


def test_lines_are_played_one_after_the_other(table: ScenarioSession) -> None:
    first = table.run_line("Alice turns secret face up")
    assert (first.status, first.line) == ("ok", 1)
    assert any(event.public and "face up" in event.public for event in first.events)
    assert table.run_line("expect secret: face up, 3/3").passed == 2
    assert table.game.player("Alice").hand == 2
    assert table.players == ("Alice", "Bob")


def test_the_steps_of_the_script_wait_in_its_body(pool: CardPool) -> None:
    session = ScenarioSession(pool, TABLE + "destroy secret\nexpect secret: in graveyard")
    assert [line.text for line in session.scenario.body] == ["destroy secret", "expect secret: in graveyard"]
    assert [session.run(line).ok for line in session.scenario.body] == [True, True]


def test_a_seat_acts_as_its_own_player_only(table: ScenarioSession) -> None:
    with pytest.raises(InvalidAction, match="only Alice"):
        table.run_line("Alice turns secret face up", as_player="Bob")
    assert table.run_line("Alice turns secret face up", as_player="Alice").status == "ok"
    assert table.run_line("next turn", as_player="Bob").status == "ok"


def test_a_seat_makes_no_checks(table: ScenarioSession) -> None:
    for line in ("expect secret: named Hill Giant", "refuse Bob looks at secret"):
        with pytest.raises(InvalidAction, match="hidden"):
            table.run_line(line, as_player="Bob")


def test_instructions_from_nowhere_can_be_shut_out(table: ScenarioSession) -> None:
    with pytest.raises(InvalidAction, match="Instructions"):
        table.run_line("destroy secret", as_player="Bob", instructions=False)
    with pytest.raises(InvalidAction, match="only Alice"):
        table.run_line("Alice draws 1", as_player="Bob")
    assert table.run_line("destroy secret", as_player="Bob").status == "ok"


@pytest.mark.parametrize("line", ["reveal held", "exile deep", "discard held"])
def test_a_seat_cannot_name_what_it_may_not_see(table: ScenarioSession, line: str) -> None:
    before = list(table.game.log())
    with pytest.raises((InvalidAction, ScenarioError)):
        table.run_line(line, as_player="Bob")
    assert list(table.game.log()) == before


def test_a_name_finds_nothing_in_zones_that_the_seat_cannot_see(table: ScenarioSession) -> None:
    """CR 401.2: nobody looks at a library, its owner included: the card comes from outside instead."""
    assert table.run_line("Alice manifests Grizzly Bears", as_player="Alice").status == "ok"
    assert table.game.player("Alice").library == 2
    with pytest.raises(InvalidAction) as there:
        table.run_line("exile Grizzly Bears", as_player="Alice")
    with pytest.raises(InvalidAction) as nowhere:
        table.run_line("exile Delver of Secrets", as_player="Alice")
    assert str(there.value).replace("Grizzly Bears", "X") == str(nowhere.value).replace("Delver of Secrets", "X")


def test_a_seats_line_never_assumes_the_decision_of_another(pool: CardPool) -> None:
    session = ScenarioSession(
        pool,
        "card Bell {1} Creature 1/1\n    When Bell enters, you may draw a card.\n"
        "Alice hand: Bell\nAlice library: Island",
    )
    for line in ("Alice casts Bell", "resolve", "resolve"):
        session.run_line(line)
    with pytest.raises(InvalidAction, match="Alice has to decide first"):
        session.run_line("next turn", as_player="Bob")
    assert session.run_line("Alice chooses yes", as_player="Alice").status == "ok"
    assert session.game.player("Alice").hand == 1


def test_a_line_that_cannot_be_read_is_an_error_and_changes_nothing(table: ScenarioSession) -> None:
    for line in ("Alice explodes", "tap nobody", "tap secret; tap secret", "title: x\ntap secret"):
        with pytest.raises(ScenarioError):
            table.run_line(line)
    with pytest.raises((InvalidAction, AmbiguousAction)):
        table.run_line("tap Delver of Secrets")
    assert not table.game.facts(table.game.placed[4]).tapped


def test_a_refused_step_says_why(table: ScenarioSession) -> None:
    result = table.run_line("Bob looks at secret", as_player="Bob")
    assert result.status == "refused"
    assert result.rules
    assert "Hill Giant" not in result.message


# ---------------------------------------------------------------------- what a spectator sees


def test_a_spectators_script_holds_nothing_hidden_and_plays(pool: CardPool) -> None:
    session = ScenarioSession(
        pool,
        TABLE + "Bob battlefield: Hill Giant (tapped, 2 charge counters, owned by Alice)\n"
        "Bob graveyard: Fire // Ice\nBob life: 9\nBob exile: Island (face down)",
    )
    script = session.spectator_script()
    shown = [line for line in script.splitlines() if "hand" in line or "library" in line or "face down" in line]
    assert shown == [
        "Alice hand: unknown x2",
        "Alice library: unknown x2",
        "Bob hand: unknown x1",
        "Alice battlefield: unknown (face down manifested) as p1",
        "Bob exile: unknown (face down)",
    ]
    result = run_scenario(
        script + "expect p1: face down, manifested\nexpect Bob: life 9, hand 1\nexpect graveyard of Bob: Ice\n"
        "expect p3: named Hill Giant, tapped, 2 charge counters, controlled by Bob, owned by Alice",
        pool,
    )
    assert result.error is None
    assert not result.failed
    assert result.passed == 10


def test_equal_tables_for_a_spectator_give_equal_scripts(pool: CardPool) -> None:
    """Change only what nobody else may see, and not a byte of the script changes."""
    other = (
        TABLE.replace("Hill Giant as held, Island", "Delver of Secrets as held, Grizzly Bears")
        .replace("Grizzly Bears as deep, Island", "Island as deep, Fire // Ice")
        .replace("Hill Giant (face down", "Island (face down")
    )
    scripts = []
    for text in (TABLE, other):
        session = ScenarioSession(pool, text)
        session.run_line("Alice manifests")
        scripts.append(session.spectator_script())
    assert scripts[0] == scripts[1]


def test_a_token_that_no_catalogue_knows_is_written_out(pool: CardPool) -> None:
    session = ScenarioSession(
        pool,
        "card Egg Layer {1} Artifact\n    When Egg Layer enters, create a 3/1 green Bird creature token with flying.\n"
        "Alice hand: Egg Layer",
    )
    for line in ("Alice casts Egg Layer", "resolve", "resolve"):
        session.run_line(line)
    script = session.spectator_script()
    assert 'card "Bird Token"' in script
    result = run_scenario(script + "expect Bird Token: token, 3/1, has flying, Bird", pool)
    assert result.error is None
    assert not result.failed


def test_the_stack_is_told_in_a_comment(table: ScenarioSession) -> None:
    table.run_line("Alice casts held as spell")
    assert "// on the stack: Hill Giant" in table.spectator_script()


def test_the_engine_can_be_another(pool: CardPool) -> None:
    made: list[Any] = []

    def make(position: Any, seed: bytes) -> Any:
        from simulator.game import Game

        made.append((position, seed))
        return Game.from_position(position, seed)

    ScenarioSession(pool, TABLE, b"own seed", make)
    assert made[0][1] == b"own seed"
    assert made[0][0].active == "Alice"
