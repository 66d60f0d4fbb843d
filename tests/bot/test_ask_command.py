"""`tablejudge ask`, `check` and `evaluate`, and the service behind them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from reference_files import rules_text

from bot.cli import main
from bot.commands import ask, check, evaluate
from bot.services.asking import MOST_RULES, AskService
from bot.services.evaluating import BadQuestion, Case, evaluate_cases, hits, read_cases
from bot.services.proving import ProofStatus, judge
from rulings import curated
from rulings.catalogue_file import CatalogueError
from rulings.model import Ruling, Source, Verdict
from rulings.reference.importing import import_folder
from simulator.scenario.errors import ScenarioError
from simulator.scenario.result import Assumption, Failure, ScenarioResult, StepResult

MORPH = "does turning a morph face up use the stack?"
KEYS = ["question", "status", "answer", "alternatives", "cards"]
ANSWER_KEYS = ["id", "title", "text", "rules", "cards", "source", "as_of", "confidence", "matched_by"]


@pytest.fixture(scope="module")
def service() -> AskService:
    """The service over the shipped rulings."""
    return AskService.shipped()


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEJUDGE_DATA_DIR", str(tmp_path / "data"))


def run(*arguments: str, command: Any = ask.command, stdin: str | None = None) -> Result:
    """Run a command; what it prints must not be a traceback."""
    result = CliRunner().invoke(command, list(arguments), input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def ask_json(question: str, *more: str) -> dict[str, Any]:
    result = run(question, "--json", *more)
    assert result.exit_code == 0
    found: dict[str, Any] = json.loads(result.stdout)
    return found


# ------------------------------------------------------------------------------------------------- one question


def test_the_json_has_the_stable_keys() -> None:
    found = ask_json(MORPH)
    assert list(found) == KEYS
    assert found["question"] == MORPH
    assert found["status"] == "answered"
    answer = found["answer"]
    assert list(answer) == ANSWER_KEYS
    assert answer["source"] == "curated"
    assert answer["as_of"] == "2026-04-17"
    assert 0 < answer["confidence"] <= 1
    assert 1 <= len(answer["rules"]) <= MOST_RULES
    for other in found["alternatives"]:
        assert list(other) == ["id", "title", "rules", "confidence"]
        assert other["id"] != answer["id"]
    assert len(found["alternatives"]) <= 5


def test_timing_is_told_on_demand_only() -> None:
    assert ask_json(MORPH, "--timing")["elapsed_ms"] >= 0
    assert "ms)" in run(MORPH, "--timing").stdout


def test_a_person_reads_title_answer_rules_source_and_edition() -> None:
    answer = ask_json(MORPH)["answer"]
    text = run(MORPH).stdout
    assert text.startswith(answer["title"])
    assert answer["text"].split("\n")[0] in text
    assert ", ".join(answer["rules"]) in text
    assert "curated ruling" in text
    assert "2026-04-17" in text
    assert "Found by" in text


def test_cards_in_any_printed_language_are_resolved() -> None:
    found = ask_json("i manifested ドルイドの使い魔 or Forma de luz, can i turn it face up?")
    assert "Lightform" in found["cards"]


def test_a_card_that_was_not_used_is_said() -> None:
    found = ask_json("does turning a morph face up use the stack while i control Grizzly Bears?")
    assert found["cards"] == ["Grizzly Bears"]
    assert found["answer"] is not None
    assert "I did not use: Grizzly Bears" in found["answer"]["matched_by"]


def test_an_unsure_question_offers_choices() -> None:
    found = ask_json("morph")
    assert found["status"] == "unsure"
    assert found["answer"] is None
    assert 3 <= len(found["alternatives"]) <= 5
    text = run("morph").stdout
    assert "I'm not sure" in text
    assert found["alternatives"][0]["title"] in text


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("what is the price of a foil black lotus", "prices"),
        ("does my pokemon evolve in response", "another game"),
        ("@everyone look", "isn't a question about the rules"),
        ("'; DROP TABLE rulings; --", "isn't a question about the rules"),
        ("why did urza build golems in the story", "story"),
        ("can i turn my manifest face up? " * 200, "too long"),
        ("?!", "no words"),
        ("qwrtz plmkn bvcxy", "found no ruling"),
    ],
)
def test_what_is_no_rules_question_gets_a_friendly_refusal(question: str, said: str) -> None:
    found = ask_json(question)
    assert found["status"] == "declined"
    assert found["answer"] is None
    assert found["alternatives"] == []
    text = run("--", question).stdout
    assert said in text
    # and says what it can do
    assert "for instance" in text


def test_words_need_no_quotes() -> None:
    assert run(*MORPH.split()).stdout == run(MORPH).stdout


def test_a_blank_question_is_declined() -> None:
    assert ask_json("  ")["status"] == "declined"


@pytest.mark.parametrize("arguments", [[], ["--json"], ["question", "--batch", "file.jsonl"]])
def test_a_wrong_command_line_says_what_to_do(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert "give a question" in result.stderr


def test_a_broken_file_of_rulings_is_named_and_the_others_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = curated.Problem("broken.toml", "", "isn't valid TOML")
    shipped = AskService.shipped()
    monkeypatch.setattr(ask.AskService, "shipped", lambda **_: AskService(shipped._search, [problem]))
    result = run(MORPH)
    assert result.exit_code == 0
    assert "left out: broken.toml" in result.stderr


def test_the_installed_command_answers(tmp_path: Path) -> None:
    """As a process: the entry point, its lazy import and the kept index work together."""
    program = [sys.executable, "-m", "bot.cli", "ask", MORPH, "--json"]
    first = subprocess.run(program, capture_output=True, text=True, check=True)
    second = subprocess.run(program, capture_output=True, text=True, check=True)
    assert first.stdout == second.stdout
    assert json.loads(first.stdout)["status"] == "answered"


# -------------------------------------------------------------------------------------------------------- batch


def test_a_batch_answers_line_by_line_in_order(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text(
        '{"id": "a", "question": "' + MORPH + '"}\n\n{"id": 7, "question": "hello", "more": 1}\n{"question": "morph"}\n'
    )
    result = run("--batch", str(file))
    assert result.exit_code == 0
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line.get("id") for line in lines] == ["a", 7, None]
    assert [line["status"] for line in lines] == ["answered", "declined", "unsure"]
    assert {k: v for k, v in lines[0].items() if k != "id"} == ask_json(MORPH)


def test_a_batch_from_the_standard_input() -> None:
    result = run("--batch", "-", "--timing", stdin='{"id": 1, "question": "morph"}\n')
    assert json.loads(result.stdout)["elapsed_ms"] >= 0


def test_a_bad_line_is_named_and_the_others_are_answered(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text(
        '{"id": 1, "question": "morph"}\nnot json\n{"id": 3}\n[1]\n{"id": 5, "question": 5}\n{"question": "x"}\n'
    )
    result = run("--batch", str(file))
    assert result.exit_code == 1
    assert len(result.stdout.splitlines()) == 2
    for number in (2, 3, 4, 5):
        assert f"questions.jsonl:{number}:" in result.stderr


def test_half_a_character_does_not_stop_a_batch() -> None:
    result = run(
        "--batch", "-", stdin='{"id": "\\ud800", "question": "morph \\ud83d"}\n{"id": 2, "question": "morph"}\n'
    )
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == 2


def test_missing_card_data_is_said_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: object) -> AskService:
        raise CatalogueError("the catalogue's file is missing")

    monkeypatch.setattr(ask.AskService, "shipped", fail)
    result = run(MORPH)
    assert result.exit_code == 1
    assert "the catalogue's file is missing" in result.stderr


def test_a_batch_file_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    assert run("--batch", str(tmp_path / "missing.jsonl")).exit_code == 2
    binary = tmp_path / "binary.jsonl"
    binary.write_bytes(b"\xff\xfe\x00")
    result = run("--batch", str(binary))
    assert result.exit_code == 2
    assert "can't be read" in result.stderr


# ------------------------------------------------------------------------------------------------------ service


def own(number: int, **changes: Any) -> Ruling:
    """A server's ruling."""
    values: dict[str, Any] = {
        "id": f"own-{number}",
        "question": "May I borrow a spindown die as my life counter here?",
        "verdict": Verdict.YES,
        "answer": "Yes, in this server.",
        "rules": ("100.3",),
        "as_of": "2026-04-17",
        "source": Source.SERVER,
    }
    return Ruling(**{**values, **changes})


def test_a_servers_rulings_are_searched_for_that_call_only(service: AskService) -> None:
    question = "can i borrow a spindown die for life here"
    result = service.ask(question, [own(1)])
    assert result.answer is not None
    assert result.answer.id == "own-1"
    assert result.answer.source == "server"
    without = service.ask(question)
    assert without.answer is None or without.answer.id != "own-1"


def test_an_edited_ruling_of_a_server_is_the_one_that_is_found(service: AskService) -> None:
    question = "may i borrow a spindown die as my life counter here"
    assert service.ask(question, [own(1)]).answer is not None
    changed = service.ask(question, [own(1, answer="No longer.", verdict=Verdict.NO)]).answer
    assert changed is not None
    assert changed.text == "No longer."


def test_a_later_change_is_shown_with_the_answer(service: AskService) -> None:
    result = service.ask("may i borrow a spindown die as my life counter here", [own(1, later="100.3 changes in May.")])
    assert result.answer is not None
    assert "100.3 changes in May." in result.answer.note
    assert "100.3 changes in May." in result.to_json()["answer"]["text"]


def test_a_ruling_is_found_by_its_id_a_servers_own_first(service: AskService) -> None:
    shipped = service.rulings[0]
    assert service.ruling(shipped.id) == shipped
    mine = own(1, id=shipped.id)
    assert service.ruling(shipped.id, [mine]) == mine
    assert service.ruling("no-such-ruling") is None


def test_an_answer_shows_at_most_four_rules_the_deciding_one_first(service: AskService) -> None:
    rules = ("100.3", "100.1", "100.2", "100.4", "100.5")
    result = service.ask("may i borrow a spindown die as my life counter here", [own(1, rules=rules)])
    assert result.answer is not None
    assert result.answer.rules == rules[:4]


# --------------------------------------------------------------------------------------------- check and proofs


GOOD = """
[[ruling]]
id = "a-ruling"
question = "Is this a ruling?"
also_asked = ["one way", "another way", "a third way", "a fourth way"]
verdict = "yes"
answer = "Yes."
rules = ["100.1"]
topics = ["basics"]
as_of = "2026-04-17"
"""


def test_check_passes_good_rulings_and_counts_them(tmp_path: Path) -> None:
    (tmp_path / "basics.toml").write_text(GOOD)
    result = run(str(tmp_path), command=check.command)
    assert result.exit_code == 0
    assert "basics" in result.stdout
    assert "1 rulings; proofs: none; 0 wrong" in result.stdout


def test_check_names_what_is_wrong_with_file_and_ruling(tmp_path: Path) -> None:
    (tmp_path / "basics.toml").write_text(GOOD.replace("100.1", "100.99") + 'cards = ["No Such Card At All"]\n')
    result = run(str(tmp_path), command=check.command)
    assert result.exit_code == 1
    assert "basics.toml: a-ruling: CR 100.99 doesn't exist" in result.stdout
    assert "No Such Card At All" in result.stdout


def test_check_plays_proofs_and_says_which_fail(tmp_path: Path) -> None:
    failing = GOOD + 'proof = """\nAlice battlefield: Forest\nexpect Alice: life 7\n"""\n'
    (tmp_path / "basics.toml").write_text(failing)
    result = run(str(tmp_path), command=check.command)
    assert result.exit_code == 1
    assert "basics.toml: a-ruling: proof" in result.stdout
    assert run(str(tmp_path), "--no-proofs", command=check.command).exit_code == 0


def test_check_of_an_empty_folder_says_so(tmp_path: Path) -> None:
    result = run(str(tmp_path), command=check.command)
    assert result.exit_code == 2
    assert "no rulings" in result.stderr


def step(**changes: Any) -> StepResult:
    return StepResult(line=3, text="a step", kind="step", **changes)


@pytest.mark.parametrize(
    ("result", "status"),
    [
        (ScenarioResult(steps=(step(passed=2),)), ProofStatus.OK),
        (ScenarioResult(steps=(step(),)), ProofStatus.FAILED),
        (ScenarioResult(steps=(step(passed=2, failures=(Failure(3, "life 20", "life 17"),)),)), ProofStatus.FAILED),
        (ScenarioResult(steps=(step(passed=2),), unsupported=("Banding",)), ProofStatus.UNSUPPORTED),
        (
            ScenarioResult(steps=(step(passed=2, assumed=(Assumption(3, "Bob", "choice", "yes"),)),)),
            ProofStatus.ASSUMED,
        ),
        (ScenarioResult(error=ScenarioError("what is this?", 1)), ProofStatus.UNREADABLE),
    ],
)
def test_only_a_scenario_played_whole_without_assumptions_is_a_proof(
    result: ScenarioResult, status: ProofStatus
) -> None:
    found, reason = judge(result)
    assert found is status
    assert bool(reason) == (status is not ProofStatus.OK)


def test_every_shipped_proof_is_a_proof() -> None:
    """What `tablejudge check` says of the shipped rulings."""
    result = run(command=check.command)
    assert result.exit_code == 0, result.stdout[-3000:]


# ----------------------------------------------------------------------------------------------------- evaluate


def test_a_hit_cites_the_wanted_rule_or_a_subrule_of_the_same_rule() -> None:
    assert hits(["116.2b"], ["116.2b"])
    assert hits(["708.2a"], ["708.2"])
    assert hits(["708.2"], ["708.2a"])
    assert hits(["100.1", "701.40g"], ["701.40b"])
    assert not hits(["701.4"], ["701.40"])
    assert not hits(["100.1"], [])


def test_cases_want_the_deciding_rule_or_an_accepted_one() -> None:
    [case] = read_cases(['{"id": 1, "question": "q", "rules": ["1.1", "2.2"], "accept": ["3.3"], "area": "mana"}', ""])
    assert case == Case(id="1", question="q", wanted=("1.1", "3.3"), area="mana")
    [declined] = read_cases(['{"question": "q", "rules": [], "concept": "none"}'])
    assert declined.wanted == ()


@pytest.mark.parametrize("line", ["nonsense", "[]", '{"id": 1}'])
def test_a_line_that_is_no_question_is_named(line: str) -> None:
    with pytest.raises(BadQuestion, match="line 2"):
        list(read_cases(['{"question": "q"}', line]))


def test_outcomes_are_judged_by_rules_and_verdict(service: AskService) -> None:
    ruling = next(each for each in service.rulings if each.verdict is Verdict.NO)
    right = Case("1", ruling.question, (ruling.rules[0],), verdict="no")
    opposite = Case("2", ruling.question, (ruling.rules[0],), verdict="yes")
    wrong = Case("3", ruling.question, ("999.9",))
    declined = Case("4", "what's the price of a foil morph on the market", ())
    found = list(evaluate_cases(service, [right, opposite, wrong, declined]))
    assert [outcome.right for outcome in found] == [True, True, False, True]
    assert [outcome.opposite for outcome in found] == [False, True, False, False]


def test_evaluate_prints_the_figures_by_area(tmp_path: Path, service: AskService) -> None:
    ruling = service.rulings[0]
    rows = [
        {"id": 1, "question": ruling.question, "rules": [ruling.rules[0]], "area": "one"},
        {"id": 2, "question": ruling.question, "rules": ["999.9"], "area": "two"},
        {"id": 3, "question": "hello there", "rules": [], "area": "none"},
    ]
    file = tmp_path / "cases.jsonl"
    file.write_text("\n".join(json.dumps(row) for row in rows))
    result = run(str(file), "--misses", command=evaluate.command)
    assert result.exit_code == 0
    assert "one" in result.stdout
    assert "3 questions" in result.stdout
    assert "2: " in result.stdout
    assert "wanted 999.9" in result.stdout


def test_evaluate_names_a_bad_line(tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text("nonsense")
    result = run(str(file), command=evaluate.command)
    assert result.exit_code == 2
    assert "line 1" in result.stderr


@pytest.mark.shared
def test_the_shared_questions_are_answered(shared_dir: Path, service: AskService) -> None:
    """Of the questions about face-down cards and mana three fifths are answered rightly, few wrongly."""
    cases = list(read_cases((shared_dir / "cases" / "questions.jsonl").read_text(encoding="utf-8").splitlines()))
    found = list(evaluate_cases(service, cases))
    asked = [outcome for outcome in found if outcome.case.area in ("facedown", "mana")]
    assert sum(outcome.right for outcome in asked) >= 0.6 * len(asked)
    assert sum(0 in outcome.places for outcome in asked) >= 0.78 * len(asked)
    assert not any(outcome.opposite for outcome in found)
    assert sum(outcome.answered and not outcome.right for outcome in found) <= 0.06 * len(found)
    assert all(outcome.right for outcome in found if not outcome.case.wanted)


def test_questions_out_of_scope_are_not_answered(service: AskService) -> None:
    file = Path(__file__).parent.parent / "rulings" / "cases" / "out_of_scope.jsonl"
    questions = [json.loads(line)["question"] for line in file.read_text(encoding="utf-8").splitlines()]
    results = [service.ask(question) for question in questions]
    assert sum(result.status == "declined" for result in results) >= 0.95 * len(results)
    assert sum(result.status == "answered" for result in results) <= 0.02 * len(results)


# ------------------------------------------------------------------------------------- files that are broken somewhere


def test_a_broken_line_of_a_batch_spoils_no_other(tmp_path: Path) -> None:
    """Bytes that are no UTF-8, brackets without end, half a surrogate pair, a byte order mark, Windows line ends."""
    good = json.dumps({"id": "good", "question": MORPH}).encode()
    file = tmp_path / "batch.jsonl"
    half = b'{"id": "half", "question": "\\ud800 does a morph use the stack"}'
    file.write_bytes(b"\n".join([b"\xef\xbb\xbf" + good + b"\r", b"\xff\xfe", b"[" * 100_000, b"", half, good]))
    result = run("--batch", str(file))
    assert result.exit_code == 1
    assert [json.loads(line)["id"] for line in result.stdout.splitlines()] == ["good", "half", "good"]
    assert [line.split(":")[-2] for line in result.stderr.splitlines()] == ["2", "3"]


def test_a_batch_that_is_no_file_says_so(tmp_path: Path) -> None:
    for name in (tmp_path / "none.jsonl", tmp_path):
        result = run("--batch", str(name))
        assert result.exit_code == 2
        assert "can't be read" in result.stderr


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252"])
def test_an_output_that_lacks_a_character_gets_a_question_mark(encoding: str) -> None:
    result = CliRunner(charset=encoding).invoke(main, ["card", "Lightform", "--names"])
    assert result.exception is None
    assert "Lichtform" in result.output
    assert "Japanese: ???" in result.output


def test_marks_keep_their_meaning_in_an_output_that_lacks_them(tmp_path: Path) -> None:
    (tmp_path / "odd.scn").write_text("expect Alice: life 20\nexpect Alice: life 19\n", encoding="utf-8")
    written = CliRunner(charset="latin-1").invoke(main, ["simulate", str(tmp_path)]).output
    assert "1 + expect Alice: life 20" in written
    assert "2 x expect Alice: life 19" in written


# ------------------------------------------------------------------------------- rules and cards that are only named


@pytest.mark.parametrize(
    ("question", "read"),
    [
        ("what does 704.5f say", "`tablejudge rule 704.5f`"),
        ("my friend told me to read CR 704.5.", "`tablejudge rule 704.5`"),
        ("what is in section 702?", "`tablejudge rule 702`"),
        ("rulings for delver of secrets", "`tablejudge card Delver of Secrets`"),
    ],
)
def test_a_rule_or_card_that_is_only_named_is_pointed_at(question: str, read: str) -> None:
    assert ask_json(question)["status"] == "declined"
    assert read in run(question).stdout


@pytest.mark.parametrize("question", ["qwrx 100 zzz", "qwrx 999.9", "qwrx 1.704.5", "hello"])
def test_a_number_that_is_no_rule_is_not_pointed_at(question: str) -> None:
    assert "To read" not in run(question).stdout


def test_a_rule_that_is_only_named_is_a_choice_once_its_text_is_here(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "rules.txt").write_text(rules_text("100.1. A game has players.\n\n100.1a Two or more."))
    assert import_folder(tmp_path / "data" / "reference.db", tmp_path / "in").ok
    found = ask_json("what does 100.1a say, and 999.1?")
    assert (found["status"], found["answer"]) == ("unsure", None)
    assert [each["id"] for each in found["alternatives"]] == ["rule:100.1a"]
    assert "1. Rule 100.1a: Two or more." in run("what does 100.1a say").stdout
