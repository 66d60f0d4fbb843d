"""`tablejudge run` with a token, as a process against the stand-in: how it starts, stops and says why it can't."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest
from discord_standin.server import StandIn

LAUNCH = Path(__file__).resolve().parent.parent / "standin" / "launch.py"


async def start(folder: Path, api: str, gateway: str, token: str, **variables: str) -> asyncio.subprocess.Process:
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("TABLEJUDGE_", "DISCORD_"))}
    environment |= {"DISCORD_TOKEN": token, "TABLEJUDGE_DATA_DIR": str(folder / "data"), **variables}
    return await asyncio.create_subprocess_exec(
        sys.executable, LAUNCH, api, gateway, "run", env=environment, stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip


async def said(process: asyncio.subprocess.Process) -> str:
    out, err = await asyncio.wait_for(process.communicate(), 120)
    return (out + err).decode()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_it_is_stopped_cleanly_by_a_signal(tmp_path: Path, how: signal.Signals) -> None:
    async with StandIn() as standin:
        process = await start(tmp_path, standin.api_url, standin.gateway_url, standin.token)
        await standin.until(lambda: len(standin.gateway.identifies) > 0, "IDENTIFY", 60)
        process.send_signal(how)
        text = await said(process)
    assert process.returncode == 0, text
    assert "stopped" in text
    assert "connecting to Discord …" in text
    assert "WARNING" not in text
    assert "Traceback" not in text
    assert standin.token not in text


async def test_a_sync_that_fails_is_told_once_and_the_bot_serves(tmp_path: Path) -> None:
    async with StandIn() as standin:
        process = await start(
            tmp_path, standin.api_url, standin.gateway_url, standin.token,
            TABLEJUDGE_SYNC="on", TABLEJUDGE_BULK_INDEX_URL="nowhere",
        )  # fmt: skip
        await standin.until(lambda: len(standin.gateway.identifies) > 0, "IDENTIFY", 60)
        await standin.until((tmp_path / "data" / "sync-schedule.json").exists, "the end of the sync", 60)
        process.send_signal(signal.SIGTERM)
        text = await said(process)
    assert process.returncode == 0, text
    assert text.count("the reference data couldn't be brought up to date") == 1
    assert "TABLEJUDGE_BULK_INDEX_URL is “nowhere”" in text
    assert "Traceback" not in text


async def test_a_refused_token_says_where_to_get_another(tmp_path: Path) -> None:
    async with StandIn() as standin:
        process = await start(tmp_path, standin.api_url, standin.gateway_url, "wrong.token")
        text = await said(process)
    assert process.returncode == 1
    assert "Discord refuses DISCORD_TOKEN" in text
    assert "Traceback" not in text
    assert "wrong.token" not in text


async def test_a_network_that_is_not_there_is_said(tmp_path: Path) -> None:
    process = await start(tmp_path, "http://127.0.0.1:9/api", "ws://127.0.0.1:9", "some.token")
    text = await said(process)
    assert process.returncode == 1
    assert "Discord can't be reached" in text
    assert "Traceback" not in text


async def test_a_store_that_cannot_be_opened_is_said_before_connecting(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    process = await start(tmp_path, "http://127.0.0.1:9/api", "ws://127.0.0.1:9", "some.token")
    text = await said(process)
    assert process.returncode == 1
    assert "TABLEJUDGE_DATA_DIR" in text
    assert "connecting" not in text
