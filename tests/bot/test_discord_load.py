"""Under load everything is answered, and the heart beats while a long scenario is played (the small profile).

`python -m tests.benchmarks.discord_load` measures how quickly, beside a command that does nothing.
"""

from __future__ import annotations

from pathlib import Path

from loading import MIX, club


async def test_everything_is_answered_under_load_and_the_heart_beats_meanwhile(tmp_path: Path) -> None:
    async with club(tmp_path, people=60, servers=6, heartbeat_ms=200) as people:
        load = await people.run(40, 3, MIX)
        assert load.unanswered == []
        assert load.refused == []
        assert set(load.delays) == {"ask", "button", "card", "completion", "help", "ping", "rule", "sim", "sim run"}
        before = len(people.standin.gateway.heartbeats)
        played = await people.long(600)
        assert "steps" in played.text
        assert len(people.standin.gateway.heartbeats) > before
        assert people.standin.gateway.resumes == 0
        assert len(people.standin.gateway.identifies) == 1
