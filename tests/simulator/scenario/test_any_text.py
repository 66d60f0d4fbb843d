"""Whatever is written, a script gives a result."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simulator.scenario.result import ScenarioResult

WORDS = (
    "Alice Bob battlefield: hand: library: Hill Giant Grizzly Bears Delver of Secrets Fire // Ice Island unknown x2 "
    "( ) , as secret #1 #2 expect refuse casts manifests cloaks turns face up face down for {3} {U} nothing targeting "
    "resolve go to end next turn destroy exile blink chooses yes no 3 token tapped [701.40a] 2/2 has flying : + ; "
    "\n \n \n"
).split(" ")
SETUP = "Alice battlefield: Hill Giant as giant, Delver of Secrets\nAlice library: Island x3\nAlice hand: Hill Giant\n"
STEPS = (
    "Alice manifests as secret", "Alice cloaks 2", "turn giant face down", "turn giant face up", "destroy giant",
    "transform Delver of Secrets", "Alice turns #1 face up", "resolve", "resolve all", "next turn", "go to end",
    "go to attackers", "Alice attacks with giant", "Bob concedes", "exile giant", "blink giant under Bob",
    "Alice casts Hill Giant", "Alice draws 2", "Bob discards 1", "Alice shuffles", "return giant to hand",
    "giant becomes a copy of Delver of Secrets", "create a token copy of giant under Bob", "exile last token",
    "expect giant: face up, 3/3, not gone", "expect Alice: sees secret as Island", "refuse Alice plays Island",
    "expect triggered: nothing", "phase out giant", "Alice gains control of giant", "giant loses all abilities",
)  # fmt: skip
ALWAYS = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


@ALWAYS
@given(st.text(max_size=200) | st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join))
def test_any_text_gives_a_result(play: Callable[[str], ScenarioResult], text: str) -> None:
    result = play(text)
    assert result.exit_code in (0, 1, 2, 3)
    assert "failed here" not in " ".join(result.unsupported)
    if result.error is not None:
        assert result.error.message


@ALWAYS
@given(st.lists(st.sampled_from(STEPS), max_size=12))
def test_any_order_of_steps_gives_a_result(play: Callable[[str], ScenarioResult], steps: list[str]) -> None:
    result = play(SETUP + "\n".join(steps))
    assert "failed here" not in " ".join(result.unsupported)
    assert play(SETUP + "\n".join(steps)).to_json() == result.to_json()
