"""What references mean while a script is played."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from simulator.scenario.result import ScenarioResult

Play = Callable[[str], ScenarioResult]


def holds(result: ScenarioResult) -> bool:
    assert result.error is None, result.error
    assert not result.failed, result.failed
    assert not result.unsupported, result.unsupported
    return True


def test_a_name_on_a_spell_follows_it_onto_the_battlefield(play: Play) -> None:
    assert holds(
        play("Alice hand: Hill Giant\nAlice casts Hill Giant as giant\nresolve\ntap giant\nexpect giant: tapped")
    )


def test_a_name_follows_its_permanent_face_down_and_up(play: Play) -> None:
    assert holds(
        play(
            "Alice battlefield: Hill Giant as giant\nturn giant face down\nexpect giant: face down, 2/2\n"
            "turn giant face up\nexpect giant: face up, 3/3\nexpect Hill Giant: face up"
        )
    )


def test_a_check_follows_a_named_card_through_zones_and_a_step_does_not(play: Play) -> None:
    script = "Alice battlefield: Hill Giant as giant\ndestroy giant\nexpect giant: in graveyard of Alice\n"
    assert holds(play(script))
    back = script + "return Hill Giant to the battlefield\nexpect giant: in battlefield\n"
    assert holds(play(back))
    # CR 400.7: what came back is another object
    refused = play(back + "tap giant")
    assert refused.exit_code == 2
    assert refused.error is not None
    assert refused.error.line == 6
    assert "giant" in refused.error.message


def test_a_name_given_in_hand_serves_steps_while_the_card_is_there(play: Play) -> None:
    assert holds(play("Alice hand: Hill Giant as giant, Island\nAlice casts giant\nexpect stack: giant"))


def test_names_given_before_a_shuffle_serve_checks_only(play: Play) -> None:
    script = "Alice library: Hill Giant as giant, Island x9\nAlice shuffles\nexpect giant: in library\n"
    assert holds(play(script))
    refused = play(script + "put giant onto the battlefield under Alice")
    assert refused.exit_code == 2


def test_numbers_count_objects_of_a_name_in_the_order_they_arrived(play: Play) -> None:
    assert holds(
        play(
            "Alice battlefield: Hill Giant, Hill Giant (tapped)\nAlice hand: Hill Giant\n"
            "expect Hill Giant#2: tapped\ndestroy Hill Giant#1\nexpect Hill Giant#2: tapped\n"
            "Alice casts Hill Giant\nresolve\nput 1 charge counters on Hill Giant#3\n"
            "expect Hill Giant#3: 1 charge counters, untapped\nexpect Hill Giant#1: gone"
        )
    )


def test_handles_are_never_renumbered(play: Play) -> None:
    assert holds(
        play(
            "Alice library: Hill Giant, Grizzly Bears\nAlice manifests\nAlice manifests\ndestroy #1\n"
            "expect #1: gone\nexpect Alice: sees #2 as Grizzly Bears\nAlice turns #2 face up\nexpect #2: face up"
        )
    )


def test_a_name_that_two_permanents_share_must_be_numbered(play: Play) -> None:
    result = play("Alice battlefield: Hill Giant x2\ntap Hill Giant")
    assert result.exit_code == 2
    assert result.error is not None
    assert result.error.expected == ("Hill Giant#1", "Hill Giant#2")


def test_a_player_attacks_with_their_own_creature_of_that_name(play: Play) -> None:
    assert holds(
        play(
            "Alice battlefield: Hill Giant as mine\nBob battlefield: Hill Giant as theirs\ngo to attackers\n"
            "Alice attacks with Hill Giant\nexpect mine: tapped\nexpect theirs: untapped"
        )
    )


def test_a_card_is_cast_from_hand_before_any_other_zone(play: Play) -> None:
    assert holds(
        play(
            "Alice hand: Hill Giant as held\nAlice graveyard: Hill Giant as dead\nAlice casts Hill Giant\n"
            "expect stack: held\nexpect dead: in graveyard"
        )
    )


def test_a_step_looks_on_the_battlefield_before_other_zones(play: Play) -> None:
    assert holds(
        play(
            "Alice graveyard: Hill Giant as dead\nBob battlefield: Hill Giant as there\nexile Hill Giant\n"
            "expect there: in exile of Bob\nexpect dead: in graveyard\nexile Hill Giant\nexpect dead: in exile"
        )
    )


def test_a_manifested_card_that_is_in_no_zone_comes_from_outside(play: Play) -> None:
    assert holds(
        play(
            "Alice library: Island, Hill Giant\nAlice manifests Grizzly Bears as new\nexpect Alice: library 2\n"
            "expect Alice: sees new as Grizzly Bears\nAlice manifests Hill Giant from library as deep\n"
            "expect Alice: library 1, sees deep as Hill Giant"
        )
    )


def test_either_face_names_a_double_faced_card(play: Play) -> None:
    assert holds(
        play(
            "Alice battlefield: Delver of Secrets\ntransform Insectile Aberration\n"
            "expect Delver of Secrets: named Insectile Aberration, transformed"
        )
    )


def test_the_half_that_is_named_is_the_one_that_is_cast(play: Play) -> None:
    assert holds(play("Alice hand: Fire // Ice\nAlice casts Ice for {1}{U}\nexpect stack: Ice\nexpect Ice: blue"))


def test_the_last_token_and_the_top_of_the_stack(play: Play) -> None:
    assert holds(
        play(
            "Alice battlefield: Hill Giant\nAlice hand: Grizzly Bears\ncreate a token copy of Hill Giant under Bob\n"
            "expect last token: token, controlled by Bob, 3/3\nexpect Hill Giant#2: token\nAlice casts Grizzly Bears\n"
            "counter top of stack\nexpect graveyard of Alice: Grizzly Bears\nexile last token\nexpect last token: gone"
        )
    )


@pytest.mark.parametrize("line", ["tap nobody", "expect nobody: tapped", "Alice casts nobody"])
def test_an_unknown_name_is_an_error_of_the_script(play: Play, line: str) -> None:
    result = play(f"Alice hand: Hill Giant\n{line}")
    assert result.exit_code == 2
    assert result.error is not None
    assert result.error.line == 2
    assert "nobody" in result.error.message


def test_what_is_gone_because_a_step_failed_is_a_failure_and_no_error(play: Play) -> None:
    result = play("Alice mana: {G}\nAlice hand: Hill Giant\nAlice casts Hill Giant as giant\nresolve\ntap giant")
    assert result.exit_code == 1
    assert [failure.line for failure in result.failed] == [3, 4, 5]
