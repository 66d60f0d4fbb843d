"""What each server has set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rulings.store.engine import Database, whole
from rulings.store.kept import Kept
from rulings.store.repository import Clock, Repository
from rulings.store.schema import servers
from rulings.store.scope import Scope


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """A server's settings; the defaults hold until somebody sets one.

    Attributes:
        moderator_roles: ids of the roles whose members moderate rulings; empty: who may manage the server.
        four_eyes: a ruling needs the approval of somebody else than who wrote it.
        public_channels: ids of the channels where answers are public at once.
        moderator_channel: id of the channel that hears of proposals and reports, or None.
        judge_roles: ids of the roles whose members may endorse a posted answer or mark it as under review.
        language: language of what is posted for everybody ("en", "es"); empty: the server's own in Discord.
    """

    moderator_roles: tuple[int, ...] = ()
    four_eyes: bool = False
    public_channels: tuple[int, ...] = ()
    moderator_channel: int | None = None
    judge_roles: tuple[int, ...] = ()
    language: str = ""


class Settings(Repository):
    """The repository of server settings. They are read with nearly every command, so they are kept for a moment."""

    def __init__(self, database: Database, clock: Clock) -> None:
        super().__init__(database, clock)
        self._kept: Kept[ServerSettings] = Kept()

    async def get(self, scope: Scope) -> ServerSettings:
        """The settings of a scope; the defaults where nothing was set.

        What this process changes is seen at once, what another process changes within a few seconds.
        """
        return await self._kept.get(scope, self._read)

    @whole
    async def _read(self, scope: Scope) -> ServerSettings:
        async with self._database.read() as connection:
            return await self._get(connection, scope)

    @whole
    async def update(
        self, scope: Scope, change: Callable[[ServerSettings], ServerSettings], *, actor: int
    ) -> ServerSettings:
        """Change the settings, none of a change made by somebody else meanwhile lost.

        Args:
            scope: whose settings.
            change: makes the new settings from the present ones (`dataclasses.replace`); it must do nothing else.
            actor: who does it.

        Returns:
            The new settings.
        """
        async with self._database.write() as connection:
            before = await self._get(connection, scope)
            after = change(before)
            if after == before:
                return before
            await first_row(connection, scope)
            await connection.execute(
                sa.update(servers)
                .where(servers.c.scope == scope.key)
                .values(
                    moderator_roles=list(after.moderator_roles),
                    four_eyes=after.four_eyes,
                    public_channels=list(after.public_channels),
                    moderator_channel=after.moderator_channel,
                    judge_roles=list(after.judge_roles),
                    language=after.language,
                )
            )
            old, new = asdict(before), asdict(after)
            changed: dict[str, Any] = {key: [old[key], new[key]] for key in new if old[key] != new[key]}
            await self._record(connection, scope, actor, "settings changed", "settings", changed)
        self._kept.changed(scope)
        return after

    @staticmethod
    async def _get(connection: AsyncConnection, scope: Scope) -> ServerSettings:
        row = (await connection.execute(sa.select(servers).where(servers.c.scope == scope.key))).one_or_none()
        if row is None:
            return ServerSettings()
        return ServerSettings(
            moderator_roles=tuple(row.moderator_roles),
            four_eyes=row.four_eyes,
            public_channels=tuple(row.public_channels),
            moderator_channel=row.moderator_channel,
            judge_roles=tuple(row.judge_roles),
            language=row.language,
        )


async def first_row(connection: AsyncConnection, scope: Scope) -> None:
    """Make the scope's row with the defaults if there is none; the transaction must be one that writes."""
    found = await connection.execute(sa.select(servers.c.scope).where(servers.c.scope == scope.key))
    if found.one_or_none() is None:
        defaults = ServerSettings()
        await connection.execute(
            sa.insert(servers).values(
                scope=scope.key,
                moderator_roles=list(defaults.moderator_roles),
                four_eyes=defaults.four_eyes,
                public_channels=list(defaults.public_channels),
                moderator_channel=defaults.moderator_channel,
                judge_roles=list(defaults.judge_roles),
                language=defaults.language,
                rulings_version=0,
            )
        )
