"""The process's settings: read from the environment, wrong ones named."""

from __future__ import annotations

import logging
import subprocess
import sys
from pathlib import Path

import pytest

from bot.services import paths
from bot.settings import SettingsError, load

VARIABLES = (
    "DISCORD_TOKEN",
    "TABLEJUDGE_DATABASE_URL",
    "TABLEJUDGE_DATA_DIR",
    "TABLEJUDGE_LOG_LEVEL",
    "TABLEJUDGE_DEV_SERVER",
    "TABLEJUDGE_SYNC",
)


@pytest.fixture(autouse=True)
def empty_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)


def test_without_any_variable_everything_has_a_default() -> None:
    settings = load()
    assert settings.discord_token is None
    assert settings.data_dir == paths.data_dir()
    assert settings.data_dir.is_absolute()
    assert settings.store_url == paths.store_url(settings.data_dir)
    assert settings.logging_level == logging.INFO
    assert settings.dev_server_id is None


def test_each_variable_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", " abc.def ")
    monkeypatch.setenv("TABLEJUDGE_DATABASE_URL", "sqlite+aiosqlite:////x/y.db")
    monkeypatch.setenv("TABLEJUDGE_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("TABLEJUDGE_LOG_LEVEL", "debug")
    monkeypatch.setenv("TABLEJUDGE_DEV_SERVER", "1234567890123456789")
    settings = load()
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == "abc.def"
    assert settings.store_url == "sqlite+aiosqlite:////x/y.db"
    assert settings.data_dir == tmp_path
    assert settings.logging_level == logging.DEBUG
    assert settings.dev_server_id == 1234567890123456789


def test_empty_variables_count_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in VARIABLES:
        monkeypatch.setenv(variable, "")
    monkeypatch.setenv("DISCORD_TOKEN", "  ")
    settings = load()
    assert settings.discord_token is None
    assert settings.data_dir == paths.data_dir({})


def test_every_wrong_variable_is_named_and_the_token_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "Bot sekret")
    monkeypatch.setenv("TABLEJUDGE_LOG_LEVEL", "loud")
    monkeypatch.setenv("TABLEJUDGE_DEV_SERVER", "my server")
    with pytest.raises(SettingsError) as caught:
        load()
    message = str(caught.value)
    for variable in ("DISCORD_TOKEN", "TABLEJUDGE_LOG_LEVEL", "TABLEJUDGE_DEV_SERVER"):
        assert f"{variable}: " in message
    assert "DEBUG" in message
    assert "sekret" not in message


@pytest.mark.parametrize(
    ("value", "meant"), [("off", False), (" OFF ", False), ("0", False), ("on", True), ("True", True), (" ", True)]
)
def test_the_background_sync_is_switched(monkeypatch: pytest.MonkeyPatch, value: str, meant: bool) -> None:
    assert load().sync is True
    monkeypatch.setenv("TABLEJUDGE_SYNC", value)
    assert load().sync is meant


def test_a_switch_that_is_neither_on_nor_off_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEJUDGE_SYNC", "weekly")
    with pytest.raises(SettingsError, match="TABLEJUDGE_SYNC: use on or off"):
        load()


def test_the_token_is_in_no_repr(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "sekret.token")
    settings = load()
    assert "sekret" not in repr(settings) + str(settings)


def test_the_data_folder_follows_the_variable_and_the_home(tmp_path: Path) -> None:
    assert paths.data_dir({"TABLEJUDGE_DATA_DIR": str(tmp_path)}) == tmp_path
    assert paths.data_dir({"TABLEJUDGE_DATA_DIR": "~/x"}) == Path.home() / "x"
    assert paths.data_dir({"TABLEJUDGE_DATA_DIR": "relative"}).is_absolute()


def test_a_data_folder_with_odd_characters_gives_a_url_that_leads_back_to_it(tmp_path: Path) -> None:
    from sqlalchemy import make_url

    folder = tmp_path / "what? a #folder% with é"
    assert make_url(paths.store_url(folder)).database == str(folder / paths.STORE_FILE)


def test_a_data_folder_whose_name_is_no_utf_8_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEJUDGE_DATA_DIR", "/tmp/\udcff")  # noqa: S108 - a name that no file gets
    with pytest.raises(SettingsError, match="TABLEJUDGE_DATA_DIR: the folder's name isn't UTF-8"):
        load()


def test_the_data_folder_costs_no_heavy_import() -> None:
    code = (
        "import sys, bot.services.paths; print([m for m in ('pydantic', 'sqlalchemy', 'discord') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
