"""`tablejudge doctor`: what is missing or wrong is named with what to do; Discord is asked if it answers."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from discord_standin.server import StandIn
from discord_standin.world import MEMBER

from bot.discord_app import health as online
from bot.services import health
from rulings.store import Store

LAUNCH = Path(__file__).resolve().parent.parent / "standin" / "launch.py"
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.not-a-real-one"


async def doctor(folder: Path, *arguments: str, standin: StandIn | None = None, **variables: str) -> tuple[int, Any]:
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("TABLEJUDGE_", "DISCORD_"))}
    environment |= {"TABLEJUDGE_DATA_DIR": str(folder / "data"), **variables}
    # Without a stand-in: a port where nobody listens.
    api, gateway = (standin.api_url, standin.gateway_url) if standin else ("http://127.0.0.1:1/api/v10", "ws://x")
    process = await asyncio.create_subprocess_exec(
        sys.executable, LAUNCH, api, gateway, "doctor", "--json", *arguments, env=environment,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, err = await asyncio.wait_for(process.communicate(), 120)
    assert not err, err.decode()
    assert TOKEN not in out.decode()
    found = json.loads(out)
    assert process.returncode is not None
    return process.returncode, {each["name"]: each for each in found["findings"]} | {"ok": found["ok"]}


async def test_without_a_token_it_says_where_one_comes_from(tmp_path: Path) -> None:
    code, found = await doctor(tmp_path)
    assert (code, found["ok"]) == (1, False)
    assert "isn't set" in found["token"]["message"]
    assert "Reset Token" in found["token"]["advice"]
    assert "login" not in found


@pytest.mark.parametrize(
    ("token", "words"),
    [("abc", "1 part"), ("Bot a.b.c", "begins with"), ("a b", "blanks"), ('"MTIz.a.b"', "quotation"), ("MTIz.a.", "3"),
     ("YWJj.a.b", "application's number")],
)  # fmt: skip
def test_what_cannot_be_a_token_is_told_apart(token: str, words: str) -> None:
    found = health.token({"DISCORD_TOKEN": token})
    assert found.verdict == "problem"
    assert words in found.message


async def test_a_good_token_with_all_permissions_passes(tmp_path: Path) -> None:
    async with StandIn(token=TOKEN) as standin:
        guild = standin.add_guild("Club")
        guild.join(standin.bot, online.NEEDED.value)
        code, found = await doctor(tmp_path, standin=standin, DISCORD_TOKEN=TOKEN)
    assert code == 0
    for name in ("login", "installation", "permissions", "clock", "database", "data folder"):
        assert found[name]["verdict"] == "ok", found[name]


async def test_missing_permissions_are_named_with_the_server_and_the_invite_link(tmp_path: Path) -> None:
    async with StandIn(token=TOKEN) as standin:
        standin.add_guild("Club").join(standin.bot, MEMBER & ~(1 << 11))
        _, found = await doctor(tmp_path, standin=standin, DISCORD_TOKEN=TOKEN)
    assert "Club: " in found["permissions"]["message"]
    assert "send_messages" in found["permissions"]["message"]
    assert "oauth2/authorize" in found["permissions"]["advice"]


async def test_a_refused_token_is_a_problem(tmp_path: Path) -> None:
    async with StandIn() as standin:
        code, found = await doctor(tmp_path, standin=standin, DISCORD_TOKEN=TOKEN)
    assert code == 1
    assert found["login"]["verdict"] == "problem"


async def test_without_a_network_what_discord_would_say_is_skipped(tmp_path: Path) -> None:
    code, found = await doctor(tmp_path, DISCORD_TOKEN=TOKEN)
    assert (code, found["Discord"]["verdict"]) == (0, "skipped")
    _, found = await doctor(tmp_path, "--offline", DISCORD_TOKEN=TOKEN)
    assert "Discord" not in found


async def test_variables_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    code, found = await doctor(tmp_path, TABLEJUDGE_LOG_LEVEL="loud")
    assert code == 1
    assert "TABLEJUDGE_LOG_LEVEL" in found["environment"]["message"]


def test_a_wrong_clock_is_told_with_its_side() -> None:
    now = datetime(2026, 5, 1, 12, tzinfo=UTC)
    date = "Fri, 01 May 2026 12:00:00 GMT"
    assert online._clock(date, now + timedelta(seconds=10)).verdict == "ok"
    assert "90 s ahead" in online._clock(date, now + timedelta(seconds=90)).message
    assert "90 s behind" in online._clock(date, now - timedelta(seconds=90)).message
    assert online._clock("", now).verdict == "skipped"


async def test_a_store_is_looked_at_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    url = f"sqlite+aiosqlite:///{path}"
    assert "first start" in health.database(url).message
    assert not path.exists()
    await (await Store.open(url)).close()
    assert health.database(url).verdict == "ok"
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    assert "doesn't know" in health.database(url).message


def test_a_file_that_is_no_store_and_a_url_that_cannot_be_read_are_problems(tmp_path: Path) -> None:
    (tmp_path / "other.db").write_bytes(b"not a database, but long enough to be taken for one" * 50)
    assert health.database(f"sqlite+aiosqlite:///{tmp_path / 'other.db'}").verdict == "problem"
    assert health.database("nonsense").verdict == "problem"


def test_a_store_that_cannot_be_made_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    found = health.database(f"sqlite+aiosqlite:///{tmp_path}/file/data/store.db")
    assert found.verdict == "problem"
    assert "can't be made" in found.message
    assert "TABLEJUDGE_DATA_DIR" in found.advice
    assert health.database(f"sqlite+aiosqlite:///{tmp_path}/new/store.db").verdict == "ok"


def test_a_data_folder_that_cannot_be_written_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    found = health.folder(tmp_path / "file" / "data")
    assert found.verdict == "problem"
    assert "TABLEJUDGE_DATA_DIR" in found.advice
    assert not (tmp_path / "data").exists()
    assert health.folder(tmp_path / "data").verdict == "ok"
    assert not (tmp_path / "data").exists()


def test_damaged_reference_data_is_a_problem_and_none_a_warning(tmp_path: Path) -> None:
    assert health.reference(tmp_path).verdict == "warning"
    (tmp_path / "reference.db").write_bytes(b"nothing")
    assert health.reference(tmp_path).verdict == "problem"
