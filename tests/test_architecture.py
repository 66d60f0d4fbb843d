"""What holds over all packages: citations exist, the editions agree, an answer imports nothing heavy."""

from __future__ import annotations

import ast
import io
import subprocess
import sys
import tokenize
from pathlib import Path

import pytest

import rulings
import simulator
from rulings import curated, rules_index
from rulings.citations import cited_in_source, is_rule, typed_by_asker

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("bot", "rulings", "simulator", "tests")


def sources() -> list[Path]:
    """Every Python file of the packages and the tests."""
    return sorted(path for name in PACKAGES for path in (ROOT / name).rglob("*.py"))


def prose(path: Path) -> str:
    """The comments and docstrings of a Python file: where it cites rules. Other strings may hold anything."""
    source = path.read_text(encoding="utf-8")
    parts = [
        token.string
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    ]
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, documented):
            parts.append(ast.get_docstring(node, clean=False) or "")
    return "\n".join(parts)


def scenarios() -> list[Path]:
    """The project's own scenarios."""
    return sorted((ROOT / "tests").rglob("*.scn"))


def test_the_editions_agree() -> None:
    assert rulings.CR_EDITION == simulator.CR_EDITION
    assert rulings.CR_EDITION in rules_index.editions()


def test_every_citation_in_the_source_exists_in_the_pinned_edition() -> None:
    index = rules_index.load()
    texts = {path: prose(path) for path in sources()}
    texts.update({path: path.read_text(encoding="utf-8") for path in scenarios()})
    wrong = [
        f"{path.relative_to(ROOT)}: CR {number}"
        for path, text in texts.items()
        for number in cited_in_source(text)
        if number not in index
    ]
    assert wrong == []


def test_the_source_cites_the_rules_at_all() -> None:
    """The test above can't pass by finding nothing."""
    cited = {number for path in sources() for number in cited_in_source(prose(path))}
    assert len(cited) > 100


def test_every_citation_of_the_curated_rulings_exists() -> None:
    index = rules_index.load()
    wrong = [
        f"{ruling.id}: CR {number}"
        for ruling in curated.read().rulings
        for number in (*ruling.rules, *typed_by_asker(ruling.answer), *typed_by_asker(ruling.later))
        if is_rule(number) and number not in index
    ]
    assert wrong == []


def test_a_citation_that_does_not_exist_would_be_found() -> None:
    assert [n for n in cited_in_source("# CR 708.99: no such rule") if n not in rules_index.load()] == ["708.99"]


@pytest.mark.parametrize(
    "heavy", ["discord", "sqlalchemy", "pydantic", "lark", "rich", "tomllib", "simulator", "aiohttp"]
)
def test_an_answer_from_the_prebuilt_index_imports_nothing_heavy(heavy: str, tmp_path: Path) -> None:
    """A cold `tablejudge ask` must be quick: it reads the kept index, and loads no library that it doesn't need."""
    program = (
        "import sys; from pathlib import Path; from bot.services.asking import AskService; import bot.commands.ask;"
        "s = AskService.shipped(cache=Path(sys.argv[1])); r = s.ask('does a morph use the stack?');"
        "assert r.status in ('answered', 'unsure'), r; print(','.join(sorted(sys.modules)))"
    )
    loaded = ""
    for _ in range(2):  # the first run keeps the index
        run = subprocess.run([sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=True)
        loaded = run.stdout
    assert heavy not in loaded.strip().split(",")
