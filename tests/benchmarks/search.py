"""How fast questions and names are found, beside references in the same run: `python -m tests.benchmarks.search`.

    python -m tests.benchmarks.search [--reference FILE] [--shared DIR]

References: SQLite's FTS5 (porter, bm25) over the same texts; `rapidfuzz.process.extractOne(scorer=ratio)` over the
English names alone; the same search in a service that knows 600 servers' rulings. The texts are the entries, the
official rulings and the rules of reference data: FILE, or what is imported from DIR (`../shared/data` by default).
Prints figures and ratios; asserts nothing.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from rapidfuzz import fuzz, process

from bot.services.asking import AskService
from rulings.catalogue import Catalogue
from rulings.model import Ruling, Source
from rulings.names import Names

ROOT = Path(__file__).parents[2]
QUESTIONS = ROOT / "tests" / "rulings" / "questions"
SHOWN = 5


def questions() -> list[str]:
    """The questions of the project's own sets, in a fixed random order."""
    asked = [
        json.loads(line)["question"]
        for name in ("own.jsonl", "own2.jsonl")
        for line in (QUESTIONS / name).read_text(encoding="utf-8").splitlines()
    ]
    random.Random(3).shuffle(asked)
    return asked


def times(call: Callable[[str], object], inputs: Iterable[str]) -> list[float]:
    """Milliseconds of each call."""
    spent = []
    for each in inputs:
        started = time.perf_counter()
        call(each)
        spent.append((time.perf_counter() - started) * 1000)
    return spent


def told(name: str, spent: Sequence[float]) -> float:
    """Print median and 99th percentile; the median."""
    median, last = statistics.median(spent), statistics.quantiles(spent, n=100)[98]
    print(f"{name}: median {median:.2f} ms, p99 {last:.2f} ms ({len(spent)} calls)")
    return median


def full_text(rulings: Sequence[Ruling], reference: Path) -> tuple[sqlite3.Connection, int, int]:
    """FTS5 over the entries and the reference data's texts; how many official rulings and rules it holds."""
    index = sqlite3.connect(":memory:")
    index.execute("CREATE VIRTUAL TABLE texts USING fts5 (text, tokenize = 'porter unicode61')")
    entries = [" ".join((ruling.question, *ruling.also_asked, ruling.answer)) for ruling in rulings]
    with closing(sqlite3.connect(reference)) as data:
        official = data.execute(
            "SELECT comment FROM card_rulings JOIN ruling_texts ON id = ruling WHERE gone_since = ''"
        ).fetchall()
        newest = data.execute("SELECT max(edition) FROM editions").fetchone()[0]
        rules = data.execute("SELECT text FROM rules WHERE edition = ?", (newest,)).fetchall()
    index.executemany("INSERT INTO texts VALUES (?)", [*((text,) for text in entries), *official, *rules])
    index.execute("INSERT INTO texts(texts) VALUES ('optimize')")
    return index, len(official), len(rules)


def ask_full_text(index: sqlite3.Connection, question: str) -> list[tuple[int]]:
    """The texts that share words with a question, best first."""
    words = dict.fromkeys(re.findall(r"[^\W_]+", question.lower()))
    query = " OR ".join(f'"{word}"' for word in words)
    if not query:
        return []
    sql = "SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY bm25(texts) LIMIT ?"
    return index.execute(sql, (query, SHOWN)).fetchall()


def asking(reference: Path) -> None:
    """`ask` with everything loaded, beside FTS5 over the same texts."""
    service = AskService.shipped(reference=reference)
    service.warm()
    asked = questions()
    index, official, rules = full_text(service.rulings, reference)
    print(f"\nask: {len(service.rulings)} entries, {official} official rulings, {rules} rules")
    for each in asked[:20]:
        service.ask(each)
        ask_full_text(index, each)
    ours = told("  ask", times(service.ask, asked))
    peer = told("  FTS5", times(lambda question: ask_full_text(index, question), asked))
    print(f"  ask takes {ours / peer:.2f} times FTS5's median (budget 2)")


def naming() -> None:
    """Names as typed, some with an error, beside rapidfuzz over the English names."""
    english = sorted(Catalogue.shipped().names())
    chance = random.Random(4)
    typed = []
    for name in chance.sample(english, 300):
        letters = list(name)
        if len(typed) % 2 and len(letters) > 5:  # every other one has two letters swapped
            place = chance.randrange(1, len(letters) - 1)
            letters[place], letters[place - 1] = letters[place - 1], letters[place]
        typed.append("".join(letters))
    print(f"\nnames: {len(english)} cards")
    for what, chosen in (("resolve", typed), ("resolve, misspelt", typed[1::2])):
        # A new resolver each time: what one has resolved it may remember.
        fresh = Names(Catalogue.shipped())
        fresh.resolve("Ornithopther")
        ours = told(f"  {what}", times(fresh.resolve, chosen))
        peer = told("  extractOne", times(lambda name: process.extractOne(name, english, scorer=fuzz.ratio), chosen))
        print(f"  resolve takes {ours / peer:.3f} times extractOne's median (budget 0.5)")


def servers() -> None:
    """A search in one server, when the service knows few servers' rulings and when it knows many."""
    service = AskService.shipped()
    service.warm()
    shipped = list(service.rulings)
    chance = random.Random(6)
    asked = questions()[:400]

    def of_server(server: int) -> tuple[Ruling, ...]:
        chosen = random.Random(server).sample(shipped, 20)
        return tuple(
            replace(ruling, id=f"{ruling.id}-{server}", source=Source.SERVER, replaces="", proof="")
            for ruling in chosen
        )

    print("\nservers: 20 rulings each")
    medians = []
    for number in (30, 5000):
        known = [of_server(server) for server in range(number)]
        for own in known[:30]:
            service.ask("does this use the stack", own)
        for own in chance.sample(known, min(number, 600)):
            service.ask("does this use the stack", own)
        one = known[7]
        service.ask("does this use the stack", one)
        medians.append(
            told(
                f"  one server of {number} ({20 * number} rulings)",
                times(lambda question, one=one: service.ask(question, one), asked),  # type: ignore[misc]
            )
        )
        pairs = [(question, chance.choice(known)) for question in asked[:200]]
        spent = []
        for question, own in pairs:
            started = time.perf_counter()
            service.ask(question, own)
            spent.append((time.perf_counter() - started) * 1000)
        told(f"  any server of {number}, its index made where it isn't kept", spent)
    print(f"  with 100,000 rulings it takes {medians[1] / medians[0]:.2f} times as long as with 600 (budget 2)")


def main() -> None:
    """Measure everything."""
    parser = argparse.ArgumentParser(description="Measure the search beside its references.")
    parser.add_argument("--reference", type=Path, help="reference data that was made by `tablejudge sync`")
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared" / "data", help="files to import instead")
    chosen = parser.parse_args()
    naming()
    servers()
    if chosen.reference is not None:
        asking(chosen.reference)
    elif chosen.shared.is_dir():
        from rulings.reference.importing import import_folder

        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "reference.db"
            import_folder(file, chosen.shared)
            asking(file)
    else:
        print(f"\nno reference data: give --reference FILE, or files to import in {chosen.shared}")


if __name__ == "__main__":
    main()
