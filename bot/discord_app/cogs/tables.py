"""`/sim`: a table with a public board, up to four seats, and private answers to whoever acts.

Visibility: every command here takes or may concern a hidden card, so each is acknowledged in private; the board, which
shows what a spectator sees, is a message of its own. `/sim run` plays a script that is open to all, apart from tables.
"""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands, tasks

from bot.discord_app import errors, render, table_afar
from bot.discord_app.boards import link
from bot.discord_app.cogs.completion import Choices, completion, labelled_choices
from bot.discord_app.cogs.places import is_private, scope_of
from bot.discord_app.cogs.proofs import play_script
from bot.discord_app.cogs.seats import ONLY_YOU
from bot.discord_app.cogs.table_act import TableAct
from bot.discord_app.cogs.table_people import TablePeople
from bot.discord_app.cogs.table_play import TablePlay
from bot.discord_app.cogs.table_why import TableWhy
from bot.discord_app.components import Interaction
from bot.discord_app.ports import Refusal
from bot.discord_app.replies import Reply
from bot.discord_app.table_ports import Table
from bot.i18n import N_, _
from bot.services.table_setup import PLAYERS

NO_BOARD = N_(
    "I can't post a board here. I must be in the server with *Send Messages* in this channel; or type `/sim start` in "
    "a direct message with me. `/sim run` works everywhere."
)
#: How often it is looked for tables that were left.
_MINUTES_BETWEEN = 30


class Tables(
    TablePlay,
    TableAct,
    TablePeople,
    TableWhy,
    commands.GroupCog,
    group_name="sim",
    group_description="Play small situations by the rules.",
):
    """Tables and scripts."""

    async def cog_load(self) -> None:
        """Begin to look for tables that were left."""
        self._tidy.start()

    async def cog_unload(self) -> None:
        """Stop looking."""
        self._tidy.cancel()

    @tasks.loop(minutes=_MINUTES_BETWEEN)
    async def _tidy(self) -> None:
        try:
            await self.close_idle()
        except Exception as error:
            errors.log_unexpected(error, "closing tables that were left")

    @_tidy.before_loop
    async def _ready(self) -> None:
        await self.bot.wait_until_ready()

    # --- starting -----------------------------------------------------------------------------------------------------

    @app_commands.command(
        name="start", description="Start a table: a game that you and your friends play by the rules."
    )
    @app_commands.describe(
        opponent="Whom to invite. Without one the second seat is open.",
        cards="Your own side (only you see this): “hand: Willbender, Island; battlefield: Lightform”.",
        players="How many seats, two to four.",
        alone="Play all seats yourself.",
        mana="How costs are paid: lands, a pool such as {U}{U}{3}, or free where you play alone.",
    )
    async def start(
        self,
        interaction: Interaction,
        opponent: discord.User | None = None,
        cards: str = "",
        players: app_commands.Range[int, 2, 4] = 2,
        alone: bool = False,
        mana: str = "",
    ) -> None:
        """Make a table, post the board, confirm the host's seat by direct message."""
        reply = Reply(interaction)
        host = interaction.user
        if interaction.channel_id is None:
            raise Refusal(_("There is no channel here to put a board in."))
        if opponent is not None and opponent.bot:
            raise Refusal(_("Bots can't sit down. Leave the seat open, or invite a person."))
        if opponent is not None and alone:
            raise Refusal(_("Play all seats yourself, or invite somebody: not both."))
        if opponent is not None and opponent != host and is_private(interaction):
            raise Refusal(_(ONLY_YOU))
        await reply.defer()
        # In a direct message one plays all sides.
        alone = alone or is_private(interaction)
        guest = opponent.id if opponent is not None else None
        names = PLAYERS[:players]
        people = [host.id, *([host.id] * (players - 1) if alone else [guest, *[None] * (players - 2)])]
        seats = {name: (person, False) for name, person in zip(names, people, strict=True)}
        table = await self._tables.start(
            scope_of(interaction), host=host.id, seats=seats, channel_id=interaction.channel_id, cards=cards, mana=mana
        )
        mine = [player for player, (user_id, _confirmed) in seats.items() if user_id == host.id]
        if self._boards.afar(table):
            # A public answer to a command shows its options: the board is the answer to the next press.
            await self._set_up(interaction, reply, table, mine)
            return
        try:
            note = await self._boards.open(table, interaction.channel, interaction.channel_id)
        except discord.HTTPException as error:
            await table.end(host.id)
            if error.code in (50001, 50013):
                raise Refusal(_(NO_BOARD)) from None
            raise
        await self._confirm(interaction, table, mine)
        await self._redraw(interaction, table)
        text = _("Your table stands: you play {players}. Press *Act* on the board, or type `/sim manifest`.")
        lines = [text.format(players=" & ".join(mine)), link(table), note]
        await reply.show(render.notice("\n".join(line for line in lines if line), good=True))

    async def _set_up(self, interaction: Interaction, reply: Reply, table: Table, players: list[str]) -> None:
        problem = ""
        try:
            await self._confirm(interaction, table, players)
        except (errors.NoDirectMessage, discord.HTTPException) as error:
            # The table is there all the same, and the seat can be accepted on its board.
            problem = errors.told(error, "/sim start")
        await reply.show(table_afar.set_up(table, players, problem))

    @completion
    async def complete_mana(self, interaction: Interaction, typed: str) -> Choices:
        """How costs may be paid."""
        offered = ["lands", "{U}{U}{U}{3}", "free"]
        return labelled_choices([(each, each) for each in dict.fromkeys([*offered, typed]) if typed in each])

    # --- scripts ------------------------------------------------------------------------------------------------------

    @app_commands.command(name="run", description="Play a script; lines can be separated by “; ”.")
    @app_commands.describe(script="For example: Alice manifests Delver of Secrets; Alice turns #1 face up")
    async def run(self, interaction: Interaction, script: str) -> None:
        """Play a script that is open to all; it touches no table."""
        if not script.strip("; "):
            raise Refusal(_("What happens? For example: `Alice manifests Delver of Secrets; Alice turns #1 face up`."))
        await play_script(interaction, Reply(interaction, private=False), script)

    start.autocomplete("mana")(complete_mana)
