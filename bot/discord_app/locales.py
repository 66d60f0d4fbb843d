"""Who reads what in which language: interactions say it, of their person and of the server that they come from.

A group chat has no language of its own: it is that of whoever first used the app there.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict

from bot.discord_app import errors
from bot.discord_app.components import Interaction
from bot.i18n import language_of, speak
from rulings.store import Languages, Scope

#: Of so many people and servers the language is remembered, those met last.
_KEPT = 32_768
#: What is new is kept so many seconds later, all of it together.
_PAUSE = 2.0


class Locales:
    """Remembers languages for what is written without an interaction of its reader: boards, direct messages, posts.

    They are kept in the store, so that they are known after a restart; one that was met just before a crash may be lost
    and is met again.

    Args:
        store: where they are kept.
    """

    def __init__(self, store: Languages) -> None:
        self._store = store
        self._known: OrderedDict[Scope, str] = OrderedDict()
        self._new: dict[Scope, str] = {}
        self._keeping: asyncio.Task[None] | None = None
        self._lock = asyncio.Lock()

    async def load(self) -> None:
        """Read those that were met last."""
        for scope, language in (await self._store.known(_KEPT)).items():
            self._known.setdefault(scope, language)

    def hear(self, interaction: Interaction) -> None:
        """From here on the task speaks the person's language."""
        language = language_of(interaction.locale.value)
        speak(language)
        self._note(Scope.direct(interaction.user.id), language)
        if interaction.guild_id is not None and interaction.guild_locale is not None:
            self._note(Scope.server(interaction.guild_id), language_of(interaction.guild_locale.value))
        elif interaction.guild_id is None and interaction.channel_id is not None and not interaction.context.dm_channel:
            group = Scope.direct(interaction.channel_id)
            self._note(group, self._known.get(group, language))

    def of_person(self, user_id: int) -> str | None:
        """A person's language as far as it was heard; a group chat's, by the number of its channel."""
        return self._known.get(Scope.direct(user_id))

    def of_server(self, guild_id: int) -> str | None:
        """The language of a server from which an interaction came, also where the app is no member."""
        return self._known.get(Scope.server(guild_id))

    async def forget(self, user_id: int) -> None:
        """Know a person's language no more; what is in the store is for the store to delete, after this."""
        async with self._lock:
            self._known.pop(Scope.direct(user_id), None)
            self._new.pop(Scope.direct(user_id), None)

    async def close(self) -> None:
        """Keep what is new, now."""
        if self._keeping is not None:
            self._keeping.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._keeping
        await self._keep()

    def _note(self, scope: Scope, language: str) -> None:
        if self._known.get(scope) != language:
            self._new[scope] = language
            if self._keeping is None or self._keeping.done():
                self._keeping = asyncio.create_task(self._keep_soon(), name="keeping languages")
        self._known[scope] = language
        self._known.move_to_end(scope)
        if len(self._known) > _KEPT:
            self._known.popitem(last=False)

    async def _keep_soon(self) -> None:
        while self._new:
            await asyncio.sleep(_PAUSE)
            if not await self._keep():
                return

    async def _keep(self) -> bool:
        """Keep what is new; whether that went well. If not, it is tried again when something else is new."""
        async with self._lock:
            new, self._new = self._new, {}
            if not new:
                return True
            try:
                await self._store.note(new)
            except Exception as error:
                errors.log_unexpected(error, "keeping languages")
                self._new = {**new, **self._new}
                return False
            return True
