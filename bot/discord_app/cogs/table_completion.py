"""Autocomplete of the table's commands: private, so one's own hand may be in it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from discord import app_commands

from bot.discord_app import limits
from bot.discord_app.cogs.completion import completion, labelled_choices, name_choices
from bot.discord_app.cogs.seats import known_to, meant, players_of, table_name, tables_of
from bot.discord_app.components import Interaction
from bot.discord_app.ports import Board, Cards, Look
from bot.discord_app.table_ports import Tables
from bot.telling import told


class TableCompletion:
    """What comes up while a person types; the cog of the commands is one."""

    _tables: Tables
    _cards: Cards

    @completion
    async def complete_manifest(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Cards that can be manifested from nowhere: any."""
        return labelled_choices(await asyncio.to_thread(self._cards.complete, typed, limits.CHOICES))

    @completion
    async def complete_cast(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The person's hand."""
        table, _ = await meant(self._tables, interaction, interaction.namespace.table)
        hand = [card for seen in table.looks(interaction.user.id) for card in seen.hand]
        return name_choices([card for card in dict.fromkeys(hand) if typed.casefold() in card.casefold()])

    @completion
    async def complete_turn_up(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The person's face-down permanents, by their public numbers."""
        table, _ = await meant(self._tables, interaction, interaction.namespace.table)
        mine = players_of(table, interaction.user.id)
        return name_choices([handle for handle, who in table.board().face_down if who in mine and typed in handle])

    @completion
    async def complete_own(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The last of several names with commas between them: what is on the battlefield, as everybody sees it."""
        table, _ = await meant(self._tables, interaction, interaction.namespace.table)
        return _continued(typed, _on_the_board(table.board()))

    @completion
    async def complete_target(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The last of several: players too."""
        table, _ = await meant(self._tables, interaction, interaction.namespace.table)
        board = table.board()
        return _continued(typed, [*_on_the_board(board), *(player.name for player in board.players)])

    @completion
    async def complete_answer(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """What may be chosen, but what names a face-down permanent: that is for direct messages alone."""
        table, _ = await meant(self._tables, interaction, interaction.namespace.table)
        return _continued(typed, _options(table.looks(interaction.user.id)))

    @completion
    async def complete_free(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The free seats."""
        table, _ = await meant(self._tables, interaction, interaction.namespace.table)
        free = [seat.player for seat in table.seats if seat.user_id is None]
        return name_choices([player for player in free if typed.casefold() in player.casefold()])

    @completion
    async def complete_reference(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """What the person can ask about: all face-down permanents by number, what is face up, their own hand."""
        table, _ = await meant(self._tables, interaction, interaction.namespace.table)
        return _offered(typed, [(told(name), name) for name in known_to(table, interaction.user.id)])

    @completion
    async def complete_step(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Answers to what the person has to decide; else steps that go without a name."""
        table, _ = await meant(self._tables, interaction, interaction.namespace.table)
        looks = table.looks(interaction.user.id)
        steps = [(f"chooses {told(each)}", f"chooses {each}") for each in _options(looks)]
        plain = ("passes", "resolve", "manifests dread", "go to combat", "go to end")
        return _offered(typed, steps or [(step, step) for step in plain])

    @completion
    async def complete_player(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The person's seats."""
        table, _ = await meant(self._tables, interaction, interaction.namespace.table)
        return name_choices(players_of(table, interaction.user.id))

    @completion
    async def complete_table(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The person's tables: what their boards say."""
        found = await tables_of(self._tables, interaction)
        labels = [(f"{table_name(table)} · {table.board().turn}", table.id) for table in found]
        return labelled_choices([pair for pair in labels if typed.casefold() in pair[0].casefold()])


def _offered(typed: str, pairs: Sequence[tuple[str, str]]) -> list[app_commands.Choice[str]]:
    """Those (label, value) in which the typed text stands: what is shown has a language, what is sent has none."""
    wanted = typed.casefold()
    found = [pair for pair in pairs if any(wanted in each.casefold() for each in pair)]
    return labelled_choices(list({value: (label, value) for label, value in found}.values()))


def _on_the_board(board: Board) -> list[str]:
    return [*(handle for handle, _ in board.face_down), *board.named]


def _options(looks: Sequence[Look]) -> list[str]:
    """What these seats may choose, without what names a face-down permanent."""
    hidden = [part for seen in looks for _, name, _ in seen.cards for part in (name, *name.split(" // "))]
    return [option for seen in looks for option in seen.options if not any(name in option for name in hidden)]


def _continued(typed: str, names: Sequence[str]) -> list[app_commands.Choice[str]]:
    """Names that go on with what was typed; only its last part is completed."""
    before, comma, last = typed.rpartition(",")
    lead = f"{before}{comma} " if comma else ""
    fitting = _offered(last.strip(), [(told(name), name) for name in names])
    return labelled_choices([(f"{lead}{each.name}", f"{lead}{each.value}") for each in fitting])
