"""How much memory the reference data takes, and how long: `python -m tests.benchmarks.reference`.

    python -m tests.benchmarks.reference [--shared DIR] [--printings N]

Each figure is the peak of a process of its own, beside the peak of one that only starts (`tablejudge sync --help`):

- a full import of DIR (`../shared/data` by default), and a second one over it;
- a file of N printings (500,000), made from the sample in DIR: each round of it other cards, names and texts;
- the memory of a process that serves with everything loaded: rulings, names, rules, cards, simulator, store.

Needs Linux. Prints figures; asserts nothing.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path

ROOT = Path(__file__).parents[2]
SAMPLE = "scryfall/all-cards.sample.jsonl.gz"
_MEGABYTE = 1 << 20

#: Serves as `tablejudge run` does, without Discord, and tells the memory that it holds and its peak in kilobytes.
_SERVE = """
import asyncio, json, re
from bot.settings import load
from bot.wiring import opened
from rulings.reference.records import Kind
from rulings.store import Scope

async def serve():
    async with opened(load(), lambda step: None) as services:
        for number in ("704.5a", "708", "7", "manifest", "face-down permanents", "zone change"):
            services.reference.rule(number)
            services.reference.complete_rule(number)
        services.reference.complete_term("a")
        services.reference.data_note(Kind.RULES)
        for name in ("Delver of Secrets", "Willbender", "Grizzly Bears"):
            services.cards.page(name)
            services.cards.complete(name[:4], 25)
        for question in ("can i turn my manifested delver face up", "does ward trigger on a cloaked creature"):
            await services.asking.ask(Scope.local(), question)
        text = open("/proc/self/status").read()
        found = {key: int(re.search(key + r":\\s+(\\d+)", text)[1]) for key in ("VmRSS", "VmHWM")}
        print(json.dumps(found))

asyncio.run(serve())
"""


def run(folder: Path, *command: str) -> tuple[float, float, str]:
    """A command's peak memory in megabytes, its seconds, and what it printed."""
    environ = {**os.environ, "TABLEJUDGE_DATA_DIR": str(folder), "TABLEJUDGE_SYNC": "off"}
    started = time.perf_counter()
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(command, env=environ, stdout=output, stderr=subprocess.STDOUT, cwd=ROOT)
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
        output.seek(0)
        return usage.ru_maxrss * 1024 / _MEGABYTE, time.perf_counter() - started, output.read()


def sync(folder: Path, source: Path) -> tuple[float, float, str]:
    """The same of an import."""
    return run(folder, sys.executable, "-m", "bot.cli", "sync", "--from", str(source))


def write_printings(sample: Path, into: Path, count: int) -> None:
    """So many printings, made from a sample's over and over: 500,000 are of 38,000 cards, as they really are."""
    with gzip.open(sample, "rt", encoding="utf-8") as lines:
        printings = [json.loads(line) for line in lines]
    with gzip.open(into, "wt", encoding="utf-8", compresslevel=1) as out:
        for number, printing in enumerate(islice(cycle(printings), count)):
            # each round makes other cards of the sample's, with as many printings each
            turn = number // len(printings)
            own = printing | {"oracle_id": f"{printing.get('oracle_id')}-{turn}"}
            if not own.get("card_faces"):
                own["name"] = f"{printing['name']} {turn}"
            for key in ("printed_name", "oracle_text"):
                if own.get(key):
                    own[key] = f"{own[key]} {turn}"
            out.write(json.dumps(own, ensure_ascii=False) + "\n")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--printings", type=int, default=500_000)
    options = parser.parse_args()
    if not (options.shared / SAMPLE).is_file():
        parser.error(f"{options.shared} holds no {SAMPLE}: name the folder of reference data with --shared")
    with tempfile.TemporaryDirectory() as temporary:
        folder, own = Path(temporary, "data"), Path(temporary, "printings")
        own.mkdir()
        idle, seconds, _ = run(folder, sys.executable, "-m", "bot.cli", "sync", "--help")
        print(f"idle start                    peak {idle:6.0f} MB               {seconds:6.1f} s")
        for what in ("full import", "full import once more"):
            peak, seconds, _ = sync(folder, options.shared)
            print(f"{what:29} peak {peak:6.0f} MB ({peak - idle:+5.0f} MB)   {seconds:6.1f} s", flush=True)
        _, _, told = run(folder, sys.executable, "-c", _SERVE)
        held = json.loads(told.splitlines()[-1])
        print(f"served, everything loaded     holds {held['VmRSS'] / 1024:5.0f} MB, peak {held['VmHWM'] / 1024:.0f} MB")
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        print(f"data folder                   {size / _MEGABYTE:6.0f} MB on disk", flush=True)
        write_printings(options.shared / SAMPLE, own / "all-cards.jsonl.gz", options.printings)
        peak, seconds, told = sync(Path(temporary, "other"), own)
        print(
            f"{options.printings:,} printings".ljust(29),
            f"peak {peak:6.0f} MB ({peak - idle:+5.0f} MB)   {seconds:6.1f} s",
        )
        print("\n".join(line for line in told.splitlines() if "Oracle cards" in line or "printed names" in line))


if __name__ == "__main__":
    main()
