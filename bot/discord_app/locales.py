"""Who reads what in which language: interactions say it, of their person and of the server that they come from."""

from __future__ import annotations

from collections import OrderedDict

from bot.discord_app.components import Interaction
from bot.i18n import language_of, speak

#: Of so many people and servers the language is remembered, those met last.
_KEPT = 16_384


class Locales:
    """Remembers languages for what is written without an interaction of its reader: boards, direct messages, posts."""

    def __init__(self) -> None:
        self._people: OrderedDict[int, str] = OrderedDict()
        self._servers: OrderedDict[int, str] = OrderedDict()

    def hear(self, interaction: Interaction) -> None:
        """From here on the task speaks the person's language."""
        language = language_of(interaction.locale.value)
        speak(language)
        _note(self._people, interaction.user.id, language)
        if interaction.guild_id is not None and interaction.guild_locale is not None:
            _note(self._servers, interaction.guild_id, language_of(interaction.guild_locale.value))

    def of_person(self, user_id: int) -> str | None:
        """A person's language as far as it was heard."""
        return self._people.get(user_id)

    def of_server(self, guild_id: int) -> str | None:
        """The language of a server from which an interaction came, also where the app is no member."""
        return self._servers.get(guild_id)


def _note(kept: OrderedDict[int, str], key: int, language: str) -> None:
    kept[key] = language
    kept.move_to_end(key)
    if len(kept) > _KEPT:
        kept.popitem(last=False)
