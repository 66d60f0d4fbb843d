"""Examples as scenes: the position first, each step with its rules, each viewer's own sight; changed in one thing."""

from __future__ import annotations

import pytest

from bot.discord_app.ports import Refusal
from bot.services.asking import AskService
from bot.services.card_pool import load_pool
from bot.services.scenes import JUDGE, Scenes, play
from bot.services.what_if import variant, variants
from simulator.model.cards import CardPool

PROOF = """
title: A manifested Grizzly Bears is turned up
Alice mana: {1}{G}
Alice library: Grizzly Bears, Island
Bob hand: Island
Alice manifests as secret
expect Alice: can turn secret face up for {1}{G}
Alice turns secret face up for {1}{G}
expect secret: face up, named Grizzly Bears, 2/2
refuse Alice turns secret face up for nothing
"""


@pytest.fixture(scope="module")
def pool() -> CardPool:
    return load_pool()


def test_it_begins_with_the_position_and_gives_each_step_its_rules(pool: CardPool) -> None:
    scene = play(PROOF, pool)
    assert scene.title == "A manifested Grizzly Bears is turned up"
    assert [frame.text for frame in scene.frames] == [
        "",
        "Alice manifests as secret",
        "Alice turns secret face up for {1}{G}",
        "refuse Alice turns secret face up for nothing",
    ]
    position, manifested, turned, refused = scene.frames
    assert position.board.players[0].library == 2
    assert "Alice library: Grizzly Bears, Island" in position.known[JUDGE]
    assert not any("Bears" in line for player in ("Alice", "Bob") for line in position.known[player])
    assert position.events == {}
    assert "701.40a" in manifested.rules
    assert [check.held for check in manifested.checks] == [True]
    assert any("Grizzly Bears" in line for line in turned.board.players[0].battlefield)
    assert (refused.status, refused.expected) == ("refused", True)
    assert scene.failed == ()
    assert scene.stopped == ""


def test_each_viewer_sees_what_the_rules_show_them_and_a_judge_everything(pool: CardPool) -> None:
    scene = play(PROOF, pool)
    assert scene.viewers == (JUDGE, "Alice", "Bob")
    manifested = scene.frames[1]
    assert manifested.known["Alice"] == ("#1 is Grizzly Bears",)
    assert manifested.known["Bob"] == ("hand: Island",)
    assert set(manifested.known[JUDGE]) == {"Alice: #1 is Grizzly Bears", "Bob: hand: Island"}
    assert not any("Grizzly" in event.text for event in manifested.events["Bob"])
    assert "Grizzly" not in repr(manifested.board)


def test_what_cannot_be_read_is_refused_with_the_place(pool: CardPool) -> None:
    with pytest.raises(Refusal, match="Line 1"):
        play("Alice manifsts", pool)


async def test_the_changes_of_an_example_are_played_with_what_no_longer_holds(pool: CardPool) -> None:
    scenes = Scenes(pool)
    assert [each.key for each in await scenes.what_ifs(PROOF)] == [
        "controller",
        "noncreature",
        "double-faced",
        "abilities",
    ]
    changed, scene = await scenes.what_if(PROOF, "noncreature")
    assert changed.change == "Opt instead of Grizzly Bears"
    turning = next(frame for frame in scene.frames if "turns secret" in frame.text)
    # CR 701.40b: a manifested card that is no creature card can't be turned face up so
    assert (turning.status, turning.expected) == ("refused", False)
    assert "701.40b" in turning.rules
    assert scene.failed
    _, kept = await scenes.what_if(PROOF, "double-faced")
    assert any("Delver of Secrets" in str(frame.known) for frame in kept.frames)
    with pytest.raises(Refusal):
        await scenes.what_if("title: empty", "controller")


async def test_another_player_acts_with_what_they_control(pool: CardPool) -> None:
    changed = variant(PROOF, "controller", pool)
    assert changed is not None
    lines = changed.script.splitlines()
    assert "Bob gains control of secret" in lines
    assert "Bob turns secret face up for {1}{G}" in lines
    scene = await Scenes(pool).play(changed.script)
    assert not scene.stopped


def test_a_double_faced_card_isnt_exchanged_for_one_nor_a_noncreature_card(pool: CardPool) -> None:
    script = PROOF.replace("Grizzly Bears", "Delver of Secrets")
    assert "double-faced" not in [each.key for each in variants(script, pool)]
    script = PROOF.replace("Grizzly Bears", "Forest")
    assert "noncreature" not in [each.key for each in variants(script, pool)]


def test_every_shipped_proof_is_a_scene_in_which_all_holds(pool: CardPool) -> None:
    proofs = [ruling.proof for ruling in AskService.shipped().rulings if ruling.proof]
    assert proofs
    for proof in proofs:
        scene = play(proof, pool)
        assert scene.failed == (), proof
        assert scene.stopped == "", proof
        assert all(frame.status == "ok" or frame.expected or not frame.checks for frame in scene.frames)
