"""Scripts that are played apart from tables, and proofs."""

from __future__ import annotations

import pytest
from table_club import Club

from bot.services.table_types import Refusal


async def test_a_script_is_played_step_by_step_with_its_rules(club: Club) -> None:
    """CR 701.40b."""
    result = await club.tables.run_script(
        "title: Up\nAlice manifests Delver of Secrets\nrefuse transform #1\nAlice turns #1 face up\n"
        "expect #1: face up, 1/1\nBob turns #1 face up\nexpect Bob: life 3"
    )
    assert (result.title, result.passed, result.costs_not_paid) == ("Up", 3, True)
    assert [step.status for step in result.steps] == ["ok", "ok", "ok", "refused"]
    assert "as expected" in result.steps[1].events[-1].text
    assert any("701.40b" in event.rules for event in result.steps[2].events)
    assert len(result.failed) == 1
    assert "life 3" in result.failed[0]


@pytest.mark.parametrize(
    ("script", "reads"),
    [
        ("Alice munches Delver of Secrets", "Line 1, column"),
        ("Alice manifests Delvr of Secrts", "Delvr"),
        ("x" * 6000, "2000 characters"),
        ("Alice passes\n" * 2_100, "2000 lines"),
        ("Alice passes\nAlice turns nothing face up", "Line 2"),
    ],
)
async def test_a_script_that_cannot_be_read_says_where(club: Club, script: str, reads: str) -> None:
    with pytest.raises(Refusal, match=reads):
        await club.tables.run_script(script)


async def test_what_is_not_simulated_is_said(club: Club) -> None:
    script = """card "Odd One" {1} Creature - Bear 2/2
    Whenever it snows, you nod.
Alice battlefield: Odd One
Alice passes"""
    assert (await club.tables.run_script(script)).unsupported


async def test_a_proof_is_one_only_if_it_was_played_and_held(club: Club) -> None:
    proves = club.tables.scripts.proves
    good = "Alice manifests Delver of Secrets; Alice turns #1 face up; expect #1: face up"
    assert await proves(good)
    assert await proves(good)
    for bad in (
        "",
        "Alice passes",
        "Alice munches",
        good.replace("#1: face up", "#1: face down"),
        "expect Alice: life 3",
    ):
        assert not await proves(bad)
