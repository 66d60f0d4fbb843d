"""Whole scripts: what fails them, what is assumed, what is unsupported, and the JSON form of results."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from simulator.model.events import Event
from simulator.scenario.result import ScenarioResult, event_json
from simulator.scenario.session import same_rule

Play = Callable[[str], ScenarioResult]

SIGNET = """\
card Bell Ringer {G} Creature - Elf 1/1
    When Bell Ringer enters, you may draw a card.
card Pit Fighter {R} Creature - Human 2/2
    When Pit Fighter enters, it deals 2 damage to target creature.
card Oddity {1} Artifact
    Frobnicate three wibbles.
"""


def test_an_empty_script_holds(play: Play) -> None:
    assert play("").exit_code == 0


@pytest.mark.parametrize(
    ("script", "line", "column"),
    [
        ("title: A\nexpct stack: empty", 2, 1),
        ("Alice battlefield: Grizly Bears", 1, 20),
        ("Alice battlefield: Chaos", 1, 20),
        ("Alice hand: Island (tapped)", 1, 1),
        ("Alice battlefield: Fire // Ice", 1, 1),
        ("Alice battlefield: Hill Giant (back face up)", 1, 1),
        ("Alice battlefield: Darksteel Relic (attached to Hill Giant)", 1, 1),
        ("expect Nobody: tapped", 1, 8),
        ("next turn\nAlice hand: Island", 2, 1),
        ("Alice battlefield: Island x3000", 1, 1),
    ],
)
def test_a_script_that_cannot_be_read_says_where(play: Play, script: str, line: int, column: int) -> None:
    result = play(script)
    assert result.exit_code == 2
    error = result.to_json()["error"]
    assert (error["line"], error["column"]) == (line, column), error
    assert error["message"]
    assert set(error) == {"line", "column", "message", "expected", "hint"}


@pytest.mark.parametrize("count", ["2001", "100000", "9" * 40])
def test_too_many_copies_of_a_known_card_are_told_the_limit(play: Play, count: str) -> None:
    result = play(f"Alice hand: Island x{count}")
    assert result.exit_code == 2
    assert "at most 2000 cards" in result.to_json()["error"]["message"]


@pytest.mark.parametrize("step", ["Alice casts Serra Angel", "Alice plays Forest", "Alice attacks with Serra Angel"])
def test_a_refusal_of_what_is_nowhere_is_an_error_of_the_script(play: Play, step: str) -> None:
    """What is there and can't be cast is refused by its rule; what isn't there can't be what the line means."""
    assert play(f"Alice battlefield: Hill Giant\nrefuse {step}").exit_code == 2
    assert play("Alice battlefield: Hill Giant\nrefuse Alice casts Hill Giant [601.3]").exit_code == 0


def test_a_misspelt_card_gets_the_nearest_name(play: Play) -> None:
    assert play("Alice battlefield: Grizly Bears").to_json()["error"]["hint"] == "Grizzly Bears"


def test_a_half_that_two_cards_share_gets_the_choices(play: Play) -> None:
    assert "Order // Chaos or Chaos // Law" in play("Alice hand: Chaos").to_json()["error"]["message"]


def test_a_refused_step_of_a_player_fails_the_scenario(play: Play) -> None:
    result = play("Alice hand: Hill Giant\nBob casts Hill Giant\nexpect Alice: hand 1")
    assert result.exit_code == 2  # Bob has no such card: the line names nothing
    result = play("start: Bob, main\nAlice hand: Hill Giant\nAlice casts Hill Giant\nexpect Alice: hand 1")
    assert (result.exit_code, result.passed) == (1, 1)
    step = result.to_json()["steps"][0]
    assert step["status"] == "refused"
    assert step["rules"]
    assert result.failed[0].line == 3


def test_a_refusal_that_is_legal_after_all_fails(play: Play) -> None:
    result = play("Alice hand: Hill Giant\nrefuse Alice casts Hill Giant")
    assert result.exit_code == 1
    assert result.failed[0].actual == "the step is legal"


def test_a_refusal_is_recognised_by_its_rule(play: Play) -> None:
    script = "start: Bob, main\nAlice hand: Hill Giant\nrefuse Alice casts Hill Giant [{}]"
    right = play(script.format("117.1a"))
    assert right.exit_code == 0, right.failed
    assert right.to_json()["steps"][0]["status"] == "refused"
    wrong = play(script.format("712.15a"))
    assert wrong.exit_code == 1
    assert wrong.failed[0].expected == "refused for 712.15a"


@pytest.mark.parametrize(
    ("wanted", "given", "same"),
    [
        ("712.15a", "712.15a", True),
        ("712.15a", "712.15", True),
        ("712.15", "712.15a", True),
        ("712", "712.15a", True),
        ("712.15", "712", True),
        ("712.15a", "712.15b", False),
        ("712.15a", "712", False),
        ("712.1", "712.15", False),
        ("71", "712", False),
        ("118.3", "601.2h", True),
        ("601.2h", "118.3", True),
        ("601.2", "601.2h", True),
        ("118.3a", "601.2h", False),
    ],
)
def test_a_rule_is_it_its_parent_or_a_subrule(wanted: str, given: str, same: bool) -> None:
    assert same_rule(wanted, given) is same


def test_an_instruction_that_comes_to_nothing_fails_nothing_and_is_recognised(play: Play) -> None:
    """CR 701.27a: only double-faced permanents transform."""
    result = play("Alice battlefield: Hill Giant\ntransform Hill Giant\nexpect Hill Giant: 3/3")
    assert result.exit_code == 0
    step = result.to_json()["steps"][0]
    assert step["status"] == "refused"
    assert any(rule.startswith("701.27") for rule in step["rules"])
    assert play("Alice battlefield: Hill Giant\nrefuse transform Hill Giant [701.27]").exit_code == 0
    assert play("Alice battlefield: Delver of Secrets\nrefuse transform Delver of Secrets").exit_code == 1


def test_a_decision_that_no_step_answers_is_assumed_and_listed(play: Play) -> None:
    script = SIGNET + "Alice hand: Bell Ringer\nAlice library: Island\nAlice casts Bell Ringer\nresolve\nresolve\n"
    result = play(script + "next turn\nexpect Alice: hand 0")
    assert result.exit_code == 0, result.failed
    assert [(each.player, each.answer) for each in result.assumed] == [("Alice", "no")]
    assert result.to_json()["assumed"][0]["line"] == 12
    # an optional thing is declined; where a thing must be chosen the first is
    fight = SIGNET + "Alice hand: Pit Fighter\nBob battlefield: Hill Giant as first, Hill Giant as second\n"
    result = play(fight + "Alice casts Pit Fighter\nresolve\nresolve\nexpect first: damage 2\nexpect second: damage 0")
    assert result.exit_code == 0, result.failed
    assert len(result.assumed) == 1


def test_an_answered_decision_is_not_assumed(play: Play) -> None:
    script = SIGNET + "Alice hand: Bell Ringer\nAlice library: Island\nAlice casts Bell Ringer\nresolve\nresolve\n"
    result = play(script + "expect Alice: may choose yes, no\nAlice chooses yes\nexpect Alice: hand 1")
    assert result.exit_code == 0, result.failed
    assert not result.assumed
    assert not play(script + "expect Alice: may choose yes").ok


def test_checks_and_refusals_leave_a_decision_that_the_next_step_answers(play: Play) -> None:
    fight = SIGNET + "Alice hand: Pit Fighter\nBob battlefield: Hill Giant as first, Hill Giant as second\n"
    result = play(
        fight + "Alice casts Pit Fighter\nresolve\nexpect Alice: may choose first, second, Pit Fighter\n"
        "refuse Alice chooses Bob [601.2c]\nrefuse Bob chooses first\nAlice chooses second\nresolve\n"
        "expect second: damage 2\nexpect first: damage 0"
    )
    assert result.exit_code == 0, result.failed
    assert not result.assumed


def test_going_somewhere_stops_early_at_a_decision_and_says_so(play: Play) -> None:
    script = (
        "card Slow Bell {1} Artifact\n    At the beginning of your end step, you may draw a card.\n"
        "Alice battlefield: Slow Bell\nAlice library: Island\ngo to end\nresolve\nresolve all"
    )
    result = play(script)
    assert result.steps[1].message == ""
    result = play(script.replace("resolve\nresolve all", "resolve all"))
    assert result.steps[1].message == "Stopped early: Alice has to decide."


def test_nobody_attacks_where_no_step_attacks_and_that_is_no_assumption(play: Play) -> None:
    result = play("Alice battlefield: Hill Giant\ngo to attackers\ngo to end\nexpect Bob: life 20")
    assert result.exit_code == 0, result.failed
    assert not result.assumed


def test_several_lines_make_one_declaration_of_blockers(play: Play) -> None:
    result = play(
        "Alice battlefield: Hill Giant as one, Hill Giant as two\n"
        "Bob battlefield: Grizzly Bears as a, Grizzly Bears as b\n"
        "go to attackers\nAlice attacks with one, two\ngo to blockers\nBob blocks one with a\nBob blocks two with b\n"
        "go to damage\nexpect Bob: life 20\nexpect graveyard of Bob: exactly Grizzly Bears x2"
    )
    assert result.exit_code == 0, result.failed


def test_what_is_not_simulated_makes_the_result_unsupported_and_names_it(play: Play) -> None:
    result = play(SIGNET + "Alice battlefield: Oddity, Hill Giant\nexpect Hill Giant: 3/3")
    assert result.exit_code == 3
    assert not result.ok
    assert any("Oddity" in text for text in result.unsupported)
    # what doesn't hold then may be due to it: no failure, and never a pass
    result = play(SIGNET + "Alice battlefield: Oddity, Hill Giant\nexpect Hill Giant: 4/4")
    assert (result.exit_code, result.failed) == (3, ())
    assert result.steps[0].doubts[0].actual == "Hill Giant: 3/3"


def test_nothing_is_played_after_an_unsupported_step(play: Play) -> None:
    script = (
        "card Muddle {1} Sorcery\n    Frobnicate three wibbles.\n"
        "Alice hand: Muddle\nAlice casts Muddle\nresolve\nexpect Alice: hand 5"
    )
    result = play(script)
    assert result.exit_code == 3
    assert result.steps[-1].status == "unsupported"
    assert result.to_json()["steps"][-1]["status"] == "unsupported"
    assert "Muddle" in result.unsupported[0]


def test_a_planeswalker_set_up_without_counters_has_its_printed_number(play: Play) -> None:
    """CR 306.5b."""
    script = "card Old Sage {3} Legendary Planeswalker - Sage 4\n    +1: Draw a card.\nAlice battlefield: Old Sage"
    assert play(script + "\nexpect Old Sage: 4 loyalty counters").exit_code == 0
    assert play(script + " (2 loyalty counters)\nexpect Old Sage: 2 loyalty counters").exit_code == 0


def test_the_result_as_json_has_the_documented_form(play: Play) -> None:
    result = play("title: One\nAlice library: Hill Giant\nAlice manifests as secret\nexpect secret: 2/2, 3/3")
    data = json.loads(json.dumps(result.to_json()))
    assert set(data) == {"title", "ok", "unsupported", "steps", "checks", "assumed"}
    assert (data["title"], data["ok"]) == ("One", False)
    (step,) = data["steps"]
    assert (step["line"], step["text"], step["status"]) == (3, "Alice manifests as secret", "ok")
    audiences = [event["audience"] for event in step["events"]]
    assert "public" in audiences
    assert ["Alice"] in audiences
    assert data["checks"] == {
        "passed": 1,
        "failed": [{"line": 4, "expected": "secret: 3/3", "actual": "secret: 2/2"}],
    }


def test_the_faces_of_an_event_name_their_audience() -> None:
    event = Event("A card", (("Alice", "Shock"), ("Bob", "Opt"), ("Carol", "Shock")), ("1.2",))
    assert event_json(event) == [
        {"text": "A card", "rules": ["1.2"], "audience": "public"},
        {"text": "Shock", "rules": ["1.2"], "audience": ["Alice", "Carol"]},
        {"text": "Opt", "rules": ["1.2"], "audience": ["Bob"]},
    ]
    assert event_json(Event(None, (("Bob", "x"),))) == [{"text": "x", "rules": [], "audience": ["Bob"]}]


def test_equal_scripts_give_equal_results(play: Play) -> None:
    script = "Alice library: Island, Hill Giant, Grizzly Bears, Darksteel Relic\nAlice shuffles\nAlice draws 2"
    assert play(script) == play(script)


def test_costs_that_are_not_paid_are_told(play: Play) -> None:
    assert play("Alice mana: lands\nexpect stack: empty").free_mana == ("Bob",)


def test_a_fault_of_the_simulator_is_unsupported_and_no_traceback(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    from simulator.game import Game

    def broken(self: Game) -> None:
        raise KeyError("x")

    monkeypatch.setattr(Game, "resolve_top", broken)
    result = play("resolve")
    assert result.exit_code == 3
    assert "failed here (KeyError" in result.unsupported[0]


def test_an_announcement_that_asks_first_is_refused_by_what_it_comes_to(play: Play) -> None:
    """CR 601.2c, 601.2h: targets are chosen before the cost is found to be unpayable."""
    script = (
        "card Zap {R} Instant\n    Zap deals 1 damage to any target.\nAlice mana: {U}\nAlice hand: Zap\n"
        "refuse Alice casts Zap [118.3]\nexpect Alice: hand 1"
    )
    result = play(script)
    assert result.exit_code == 0, result.failed
    assert len(result.assumed) == 1
    assert play(script.replace("{U}", "{R}")).failed[0].actual == "the step is legal"
