"""How quickly the app acknowledges under load: `python -m tests.benchmarks.discord_load [RATE] [SECONDS]`.

The reference is `/ping`, a command that does nothing but answer, in the same process and the same run: once alone at
the same rate, once among the load. Then a scenario of 2,000 lines runs, and the heartbeats' rhythm is looked at. The
app runs in a process of its own with its real services; the stand-in and the people are in this one. The exit code is 1
when something was refused or left unanswered, or the load's 99th percentile is over ten times the reference's.
"""

from __future__ import annotations

import asyncio
import itertools
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "standin"))

from loading import MIX, Club, Load, club, percentile

RATE, SECONDS, LINES, HEARTBEAT = 200.0, 20.0, 2000, 1.0
MOST = 10.0


def told(name: str, delays: list[float]) -> None:
    """Print one line of figures."""
    shares = [1000 * percentile(delays, share) for share in (0.5, 0.95, 0.99, 1.0)]
    print(f"{name:<12} {len(delays):>6} " + " ".join(f"{each:>9.1f}" for each in shares))


async def main(rate: float, seconds: float) -> int:
    """Run it; 1 if it isn't as it should be."""
    with tempfile.TemporaryDirectory() as folder:
        async with club(Path(folder), heartbeat_ms=round(1000 * HEARTBEAT)) as people:
            await people.run(rate / 4, 2, MIX)  # the first answers read what is read once
            alone = await people.run(rate, min(seconds, 5), "p")
            load = await people.run(rate, seconds, MIX)
            ratio = _figures(rate, alone, load)
            rhythm = await _rhythm(people)
    bad = bool(load.unanswered or load.refused) or ratio > MOST or rhythm > 1.5
    print("as it should be" if not bad else "NOT as it should be")
    return int(bad)


def _figures(rate: float, alone: Load, load: Load) -> float:
    print(f"{rate:.0f} a second; milliseconds to the first acknowledgement\n{'':<12} {'count':>6} ", end="")
    print(" ".join(f"{each:>9}" for each in ("median", "p95", "p99", "longest")))
    told("ping alone", alone.delays["ping"])
    for kind in sorted(load.delays):
        told(kind, load.delays[kind])
    told("all but ping", load.all_but_ping())
    among = percentile(load.all_but_ping(), 0.99) / percentile(load.delays["ping"], 0.99)
    apart = percentile(load.all_but_ping(), 0.99) / percentile(alone.delays["ping"], 0.99)
    print(
        f"p99 is {among:.1f} times that of ping among the load (at most {MOST:.0f}), "
        f"{apart:.1f} times that of ping alone"
    )
    print(
        f"processor time of the app: {1000 * load.each:.1f} ms an interaction, {load.each / alone.each:.1f} times that "
        f"of ping alone; {rate * load.each:.0%} of one core"
    )
    print(f"unanswered: {len(load.unanswered)}, refused: {len(load.refused)}")
    return among


async def _rhythm(people: Club) -> float:
    """The longest gap between heartbeats while a long scenario runs, in intervals."""
    standin = people.standin
    await asyncio.sleep(2 * HEARTBEAT)
    began, first = time.monotonic(), len(standin.gateway.heartbeats)
    played = await people.long(LINES)
    took = time.monotonic() - began
    await asyncio.sleep(1.5 * HEARTBEAT)
    beats = standin.gateway.heartbeats[max(0, first - 1) :]
    gaps = [(after - before) / HEARTBEAT for before, after in itertools.pairwise(beats)]
    print(f"{LINES} lines in {took:.1f} s ({played.text}); heartbeats meanwhile: {len(gaps)}, ", end="")
    print(f"median gap {statistics.median(gaps):.2f}, longest {max(gaps):.2f} intervals of {HEARTBEAT:.0f} s")
    return max(gaps)


if __name__ == "__main__":
    numbers = [float(each) for each in sys.argv[1:]]
    sys.exit(asyncio.run(main(*(numbers + [RATE, SECONDS][len(numbers) :]))))
