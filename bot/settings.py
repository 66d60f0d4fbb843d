"""The process's settings, read from the environment and checked once at the start.

Only `run` and `console` import this (pydantic costs a tenth of a second); who needs no more than the data folder
takes `bot.services.paths`.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Annotated, Any

from pydantic import AliasChoices, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.services import paths

#: The level names of `logging` that TABLEJUDGE_LOG_LEVEL takes.
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")

_ON, _OFF = ("on", "yes", "true", "1"), ("off", "no", "false", "0")


class SettingsError(Exception):
    """The environment can't be used; the message names each variable and what to do. Written for people."""


class Settings(BaseSettings):
    """What the environment says.

    Attributes:
        discord_token: the bot's token (DISCORD_TOKEN); None starts the local console. Never shown in a repr.
        database_url: the store's SQLAlchemy URL (TABLEJUDGE_DATABASE_URL); None means the file in the data folder.
        data_dir: the folder for data (TABLEJUDGE_DATA_DIR), absolute; by default the platform's user data folder.
        log_level: a name of `LOG_LEVELS` (TABLEJUDGE_LOG_LEVEL).
        dev_server_id: the server that commands are synced to at once while developing (TABLEJUDGE_DEV_SERVER).
        sync: whether `run` keeps the reference data current in the background (TABLEJUDGE_SYNC).
    """

    model_config = SettingsConfigDict(frozen=True, extra="ignore", env_ignore_empty=True, case_sensitive=False)

    discord_token: Annotated[SecretStr | None, Field(validation_alias=AliasChoices("DISCORD_TOKEN"))] = None
    database_url: Annotated[str | None, Field(validation_alias=AliasChoices("TABLEJUDGE_DATABASE_URL"))] = None
    data_dir: Annotated[Path, Field(validation_alias=AliasChoices("TABLEJUDGE_DATA_DIR"))] = Field(
        default_factory=paths.data_dir
    )
    log_level: Annotated[str, Field(validation_alias=AliasChoices("TABLEJUDGE_LOG_LEVEL"))] = "INFO"
    dev_server_id: Annotated[int | None, Field(validation_alias=AliasChoices("TABLEJUDGE_DEV_SERVER"))] = None
    sync: Annotated[bool, Field(validation_alias=AliasChoices("TABLEJUDGE_SYNC"))] = True

    @field_validator("discord_token")
    @classmethod
    def _token(cls, value: SecretStr | None) -> SecretStr | None:
        token = value.get_secret_value().strip() if value is not None else ""
        if not token:
            return None
        if any(character.isspace() for character in token):
            raise ValueError("a token has no blanks; copy it again from the application's Bot page")
        return SecretStr(token)

    @field_validator("database_url")
    @classmethod
    def _url(cls, value: str | None) -> str | None:
        return value.strip() or None if value is not None else None

    @field_validator("data_dir")
    @classmethod
    def _folder(cls, value: Path) -> Path:
        try:
            os.fspath(value).encode("utf-8")
        except UnicodeEncodeError:
            raise ValueError("the folder's name isn't UTF-8; name another one") from None
        return value.expanduser().absolute()

    @field_validator("log_level")
    @classmethod
    def _level(cls, value: str) -> str:
        level = value.strip().upper()
        if level not in LOG_LEVELS:
            raise ValueError(f"use one of {', '.join(LOG_LEVELS)}")
        return level

    @field_validator("dev_server_id", mode="before")
    @classmethod
    def _server(cls, value: Any) -> int | None:
        text = str(value).strip() if value is not None else ""
        if not text:
            return None
        if not (text.isascii() and text.isdigit() and 0 < int(text) < 2**63):
            raise ValueError("it is the number that Discord shows with Copy Server ID")
        return int(text)

    @field_validator("sync", mode="before")
    @classmethod
    def _switch(cls, value: Any) -> bool:
        text = str(value).strip().casefold()
        if text not in ("", *_ON, *_OFF):
            raise ValueError("use on or off")
        return text not in _OFF

    @property
    def store_url(self) -> str:
        """The URL to open the store with."""
        return self.database_url or paths.store_url(self.data_dir)

    @property
    def logging_level(self) -> int:
        """The level as `logging` counts it."""
        return logging.getLevelNamesMapping()[self.log_level]


def load() -> Settings:
    """Read the environment.

    Raises:
        SettingsError: a variable has a value that can't be used; every one of them is named, secrets are not shown.
    """
    try:
        return Settings()
    except ValidationError as error:
        lines = []
        for problem in error.errors(include_url=False, include_input=False, include_context=False):
            variable = problem["loc"][0] if problem["loc"] else "the environment"
            lines.append(f"{variable}: {problem['msg'].removeprefix('Value error, ')}")
        raise SettingsError("\n".join(lines)) from None
