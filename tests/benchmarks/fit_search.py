"""Fits the search's confidence and measures its ranking, by cross-validation over the shipped rulings.

    python tests/benchmarks/fit_search.py [--sweep | --halves]

Every further phrasing of every ruling is asked once while it is left out of the index (ten parts, one left out in
turn). That gives hit rates and, for the first hit, features with "right" or "wrong"; each is asked a second time with
every ruling hidden that cites its deciding rule, where an answer would be wrong however close. One in three is asked a
third time while it is there, with a word dropped and words of another phrasing added, as people do who ask nearly
what a ruling has foreseen. The questions of
`tests/rulings/cases/out_of_scope.jsonl` are those to be declined.

People don't type as the authors of rulings do. So the questions of `tests/rulings/questions` count most. Rulings were
mended by one half of them, chosen by a hash of the id (`is_tuned`); the other half counts three times as much and sets
the level of the chances, which the mended half would tell too high. The shared cases only measure. `--halves` prints
how both halves are answered. Prints the coefficients for `rulings/search/confidence.py`. `--sweep` varies each weight
of the ranking and prints what that changes.
"""

from __future__ import annotations

import hashlib
import json
import math
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bot.services.asking import AskService
from bot.services.evaluating import Case, Figures, evaluate_cases, hits, read_cases
from rulings.model import Ruling
from rulings.search.compiled import build
from rulings.search.confidence import Features, features
from rulings.search.engine import Search
from rulings.search.index import Segment
from rulings.search.rank import Scored, Weights

OUT_OF_SCOPE = Path(__file__).parent.parent / "rulings" / "cases" / "out_of_scope.jsonl"
QUESTIONS = Path(__file__).parent.parent / "rulings" / "questions"
PARTS = 10
#: What a row of each kind counts for "the first hit is right" and for "it is about the rules".
RIGHT_WORTH = {"own": 0.15, "gone": 0.05, "near": 0.1, "out": 1.0, "mended": 1.0, "asked": 3.0}
SCOPE_WORTH = {"own": 0.1, "gone": 0.1, "near": 0.1, "out": 4.0, "mended": 2.0, "asked": 4.0}


@dataclass(frozen=True)
class Row:
    """A question with its first hit.

    Kinds: own (its ruling is there), gone (hidden), near (alike), out (of scope), mended (of the half that rulings were
    mended by), asked (of the other half).
    """

    kind: str
    values: Features
    right: bool
    ranked: Sequence[Scored] = ()
    expected: int = -1


def parts(rulings: Sequence[Ruling]) -> Iterator[tuple[list[Ruling], list[tuple[int, str]]]]:
    """The rulings without one tenth of their phrasings, and the phrasings left out, ten times."""
    chosen = random.Random(5)
    part = {(e, i): chosen.randrange(PARTS) for e, ruling in enumerate(rulings) for i in range(len(ruling.also_asked))}
    for number in range(PARTS):
        kept = [
            replace(ruling, also_asked=tuple(p for i, p in enumerate(ruling.also_asked) if part[e, i] != number))
            for e, ruling in enumerate(rulings)
        ]
        left_out = [
            (e, p) for e, ruling in enumerate(rulings) for i, p in enumerate(ruling.also_asked) if part[e, i] == number
        ]
        yield kept, left_out


def collect() -> tuple[list[Ruling], list[Row]]:
    """Ask everything."""
    shipped = build()
    rulings = list(shipped.segment.rulings)
    whole = AskService.shipped()._search
    rows: list[Row] = []
    for kept, left_out in parts(rulings):
        search = Search(
            Segment.of(kept, shipped.vocabulary), shipped.vocabulary, whole._cards, whole._speller._is_english
        )
        segments = [search.base]
        for entry, phrase in left_out:
            question = search.analyse(phrase)
            deciding = rulings[entry].rules[0]
            ranked = search.ranker.rank(question, segments)
            if ranked:
                right = deciding in rulings[ranked[0].entry].rules[:4]
                values = features(question, ranked, segments, search.statistics)
                rows.append(Row("own", values, right, ranked, entry))
            hidden = [(0, other) for other, ruling in enumerate(rulings) if deciding in ruling.rules[:4]]
            ranked = search.ranker.rank(question, segments, hidden=hidden)
            if ranked:
                rows.append(Row("gone", features(question, ranked, segments, search.statistics), False))
    rows += nearly(whole, rulings)
    out = [json.loads(line)["question"] for line in OUT_OF_SCOPE.read_text(encoding="utf-8").splitlines()]
    asked = [(case.question, case.wanted, "mended" if is_tuned(case.id) else "asked") for case in cases()]
    for text, wanted, kind in [*((text, (), "out") for text in out), *asked]:
        question = whole.analyse(text)
        ranked = whole.ranker.rank(question, [whole.base])
        if ranked:
            right = hits(rulings[ranked[0].entry].rules[:4], wanted)
            values = features(question, ranked, [whole.base], whole.statistics)
            rows.append(Row(kind if wanted else "out", values, right))
    return rulings, rows


def is_tuned(identity: str) -> bool:
    """Whether a question belongs to the half that rulings were mended by."""
    return not identity.startswith("own3") and hashlib.sha256(identity.encode()).digest()[0] % 2 == 0


def cases() -> list[Case]:
    """The questions of `tests/rulings/questions`."""
    return [
        case
        for name in ("own.jsonl", "own2.jsonl", "own3.jsonl", "declined.jsonl")
        for case in read_cases((QUESTIONS / name).read_text(encoding="utf-8").splitlines())
    ]


def halves() -> None:
    """Print how the questions of both halves are answered."""
    service = AskService.shipped()
    service.warm()
    for tuned in (True, False):
        figures = Figures()
        for outcome in evaluate_cases(service, (case for case in cases() if is_tuned(case.id) is tuned)):
            figures.add(outcome)
        n, every = figures.questions, figures.questions + figures.to_decline
        print(
            f"{'mended' if tuned else 'others'}: {n} and {figures.to_decline} to decline: @1 {figures.first / n:.3f} "
            f"@3 {figures.third / n:.3f}, answered rightly {figures.answered_right / n:.3f}, "
            f"wrongly {figures.answered_wrong / every:.3f}, opposite {figures.opposite}, "
            f"declined rightly {figures.declined_rightly}, wrongly {figures.declined_wrongly}"
        )


def nearly(search: Search, rulings: Sequence[Ruling]) -> list[Row]:
    """One phrasing in three, changed a little, asked of the whole index."""
    chance = random.Random(7)
    phrases = [(entry, phrase) for entry, ruling in enumerate(rulings) for phrase in ruling.also_asked]
    rows: list[Row] = []
    for entry, phrase in phrases[::3]:
        words = phrase.split()
        if len(words) > 3:
            del words[chance.randrange(len(words))]
        more = chance.choice(phrases)[1].split()
        words += chance.sample(more, min(len(more), chance.randrange(3)))
        question = search.analyse(" ".join(words))
        ranked = search.ranker.rank(question, [search.base])
        if ranked:
            right = rulings[entry].rules[0] in rulings[ranked[0].entry].rules[:4]
            rows.append(Row("near", features(question, ranked, [search.base], search.statistics), right))
    return rows


def logistic(rows: Sequence[tuple[Features, bool, float]], ridge: float = 1e-3) -> Features:
    """Coefficients of a logistic model by Newton's method; rows are features, outcome and weight."""
    size = len(Features._fields)
    total = sum(weight for _, _, weight in rows)
    mean = [sum(w * x[i] for x, _, w in rows) / total if i else 0.0 for i in range(size)]
    spread = [
        math.sqrt(sum(w * (x[i] - mean[i]) ** 2 for x, _, w in rows) / total) or 1.0 if i else 1.0 for i in range(size)
    ]
    scaled = [([(x[i] - mean[i]) / spread[i] for i in range(size)], y, w) for x, y, w in rows]
    b = [0.0] * size
    for _ in range(12):
        gradient = [ridge * value for value in b]
        hessian = [[ridge * (i == j) for j in range(size)] for i in range(size)]
        for z, y, w in scaled:
            p = 1 / (1 + math.exp(-sum(value * each for value, each in zip(b, z, strict=True))))
            slope, curve = w * (p - y) / total, w * p * (1 - p) / total
            for i in range(size):
                gradient[i] += slope * z[i]
                row, zi = hessian[i], curve * z[i]
                for j in range(size):
                    row[j] += zi * z[j]
        step = solve(hessian, gradient)
        b = [value - change for value, change in zip(b, step, strict=True)]
    plain = [value / spread[i] for i, value in enumerate(b)]
    plain[0] = b[0] - sum(b[i] * mean[i] / spread[i] for i in range(1, size))
    return Features(*[round(value, 3) for value in plain])


def recalibrated(coefficients: Features, rows: Sequence[Row]) -> Features:
    """The model with its odds moved and stretched so that it tells the chances among questions as people ask them.

    The left-out phrasings are harder than what people ask: the order that they teach is right, their chances too low.
    """
    odds = [(sum(c * v for c, v in zip(coefficients, row.values, strict=True)), row.right) for row in rows]
    move, stretch = 0.0, 1.0
    for _ in range(50):
        slope = [0.0, 0.0]
        curve = [[1e-6, 0.0], [0.0, 1e-6]]
        for z, right in odds:
            p = 1 / (1 + math.exp(-(move + stretch * z)))
            for i, a in enumerate((1.0, z)):
                slope[i] += (p - right) * a
                for j, b in enumerate((1.0, z)):
                    curve[i][j] += p * (1 - p) * a * b
        step = solve(curve, slope)
        move, stretch = move - step[0], stretch - step[1]
    scaled = [round(stretch * value, 3) for value in coefficients]
    scaled[0] = round(scaled[0] + move, 3)
    return Features(*scaled)


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve a linear system by Gaussian elimination with pivots."""
    size = len(right)
    rows = [[*matrix[i], right[i]] for i in range(size)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda i: abs(rows[i][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for i in range(size):
            if i != column:
                factor = rows[i][column] / rows[column][column]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[column], strict=True)]
    return [rows[i][size] / rows[i][i] for i in range(size)]


def rates(rulings: Sequence[Ruling], rows: Sequence[Row], weights: Weights) -> str:
    """Hit rates when the hits are ranked by other weights."""
    first = third = rule = 0
    own = [row for row in rows if row.kind == "own"]
    for row in own:
        ranked = sorted(
            row.ranked, key=lambda s: (-sum(w * m for w, m in zip(weights, s.measures, strict=True)), s.entry)
        )
        entries = [scored.entry for scored in ranked[:3]]
        first += entries[0] == row.expected
        third += row.expected in entries
        rule += rulings[row.expected].rules[0] in rulings[entries[0]].rules[:4]
    n = len(own)
    return f"@1 {first / n:.3f} @3 {third / n:.3f} deciding rule cited @1 {rule / n:.3f} (of {n})"


def show(name: str, fitted: Features) -> None:
    """Print coefficients as the source has them."""
    print(f"{name} = Features(")
    for field, value in fitted._asdict().items():
        print(f"    {field}={value},")
    print(")")


def main(arguments: Sequence[str]) -> None:
    """Collect, fit, print."""
    if "--halves" in arguments:
        halves()
        return
    rulings, rows = collect()
    print(f"{len(rulings)} rulings:", rates(rulings, rows, Weights()))
    if "--sweep" in arguments:
        for field, value in Weights()._asdict().items():
            for factor in (0.0, 0.5, 2.0):
                print(f"  {field} x {factor}:", rates(rulings, rows, Weights()._replace(**{field: value * factor})))
    # What is asked almost word for word although its phrasing was left out is asked by two rulings: for their authors.
    clear = [row for row in rows if row.kind not in ("own", "gone") or not row.values.verbatim]
    right = logistic([(row.values, row.right, RIGHT_WORTH[row.kind]) for row in clear])
    show("RIGHT", recalibrated(right, [row for row in rows if row.kind == "asked"]))
    show("IN_SCOPE", logistic([(row.values, row.kind != "out", SCOPE_WORTH[row.kind]) for row in rows]))


if __name__ == "__main__":
    main(sys.argv[1:])
