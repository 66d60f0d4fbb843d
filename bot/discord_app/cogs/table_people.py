"""Seats, sharing, moving the board, ending: what is done about a table rather than in its game."""

from __future__ import annotations

import asyncio
import contextlib
import io

import discord
from discord import app_commands

from bot.discord_app import errors, render, table_pages
from bot.discord_app.app import TableJudge
from bot.discord_app.boards import link
from bot.discord_app.cogs.places import is_guest, is_moderator, is_private, on_board, scope_of
from bot.discord_app.cogs.seats import NO_SEAT, ONLY_YOU, in_direct_message, meant, player_of, players_of
from bot.discord_app.cogs.table_base import WHICH_SEAT, WHICH_TABLE, TableBase, confirmed
from bot.discord_app.cogs.table_completion import TableCompletion
from bot.discord_app.components import Interaction, button
from bot.discord_app.errors import NotAllowed
from bot.discord_app.ports import Refusal
from bot.discord_app.replies import Reply
from bot.discord_app.table_ports import Table
from bot.i18n import _, speaking

#: Name of the file that holds a table's position.
SCENARIO = "table.scn"


class TablePeople(TableBase):
    """The cog of the tables is one."""

    def __init__(self, bot: TableJudge) -> None:
        super().__init__(bot)
        bot.on_press("sim.sit", self.sit)
        bot.on_press("sim.more", self.press_more)
        bot.on_press("sim.invite", self.press_invite)
        bot.on_press("sim.open", self.press_open)
        bot.on_press("sim.free", self.press_free)
        bot.on_press("sim.leave", self.press_leave)
        bot.on_press("sim.concede", self.press_concede)
        bot.on_press("sim.conceded", self.press_conceded)
        bot.on_press("sim.share", self.press_share)
        bot.on_press("sim.bring", self.press_bring)
        bot.on_press("sim.end", self.press_end)
        bot.on_press("sim.ended", self.press_ended)

    # --- sitting down and getting up ----------------------------------------------------------------------------------

    async def sit(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Take an open seat, or the one that one was invited to; also from the list that `/look` shows."""
        private = is_private(interaction)
        reply = Reply(interaction, private=not private, beside=on_board(interaction))
        await reply.defer()
        table, player = (await self._of_button(interaction, args[0]))[0], args[1]
        try:
            # One after the other: who presses twice gets one private message.
            async with self._locks.setdefault(table.id, asyncio.Lock()):
                seat = next((seat for seat in table.seats if seat.player == player), None)
                if seat is None:
                    raise Refusal(_("That table has no such seat."))
                if seat.user_id not in (None, interaction.user.id):
                    raise Refusal(_("The seat of {player} is kept for somebody else.").format(player=player))
                if not seat.confirmed:
                    # Kept first: of two who press at once, one is told that the seat is taken, and nothing else.
                    await table.invite(player, interaction.user.id)
                    if private:
                        await reply.show(confirmed(table, [player]))
                        await table.sit(player, interaction.user.id)
                        return
                    await self._confirm(interaction, table, [player])
            text = _(
                "Seat confirmed: you play {player}. *Act* on the board shows what you may do, *My cards* sends you "
                "what you hold."
            )
            await reply.show(render.notice(text.format(player=player), good=True))
        finally:
            await self._redraw(interaction, table)

    @app_commands.command(name="invite", description="Invite somebody to a free seat of your table.")
    @app_commands.describe(person="Whom to invite.", player="Which seat they get.", table=WHICH_TABLE)
    async def invite(
        self, interaction: Interaction, person: discord.User, player: str | None = None, table: str | None = None
    ) -> None:
        """Keep a seat for somebody."""
        reply = Reply(interaction)
        found, _name = await reply.work(self._meant(interaction, table))
        await self._invite(interaction, reply, found, player, person)

    async def press_invite(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Somebody was chosen from the menu of people."""
        reply = self._reply(interaction)
        table, _name = await reply.work(self._of_button(interaction, args[0]))
        if len(args) < 3 or not args[2].isdecimal():
            raise Refusal(_("Choose a person."))
        person = self.bot.get_user(int(args[2])) or await self.bot.fetch_user(int(args[2]))
        await self._invite(interaction, reply, table, args[1], person)

    async def _invite(
        self,
        interaction: Interaction,
        reply: Reply,
        table: Table,
        player: str | None,
        person: discord.User | discord.Member,
    ) -> None:
        if interaction.user.id != table.host and not players_of(table, interaction.user.id):
            raise Refusal(_(NO_SEAT))
        if person.bot:
            raise Refusal(_("Bots can't sit down. Leave the seat open, or invite a person."))
        if in_direct_message(table) and person.id != table.host:
            raise Refusal(_(ONLY_YOU))
        free = [seat.player for seat in table.seats if seat.user_id is None]
        wanted = next((each for each in free if player is None or each.casefold() == player.strip().casefold()), None)
        if wanted is None:
            raise Refusal(_("There is no such free seat."), choices=free)
        await reply.work(table.invite(wanted, person.id))
        text = _(
            "The seat of {player} is kept for <@{person}>: they press *Accept* on the board, or type `/look` to me."
        )
        await reply.show(render.notice(text.format(player=wanted, person=person.id), good=True))
        await self._redraw(interaction, table)

    @app_commands.command(name="leave", description="Leave your seat; somebody else may take it.")
    @app_commands.describe(player=WHICH_SEAT, table=WHICH_TABLE)
    async def leave(self, interaction: Interaction, player: str | None = None, table: str | None = None) -> None:
        """Get up."""
        reply = Reply(interaction)
        found, _name = await reply.work(self._meant(interaction, table))
        mine = players_of(found, interaction.user.id)
        await self._leave(
            interaction, reply, found, [player_of(found, interaction.user.id, player)] if player else mine
        )

    async def press_leave(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """*Leave*."""
        reply = self._reply(interaction)
        table, _name = await reply.work(self._of_button(interaction, args[0]))
        await self._leave(interaction, reply, table, players_of(table, interaction.user.id))

    async def _leave(self, interaction: Interaction, reply: Reply, table: Table, players: list[str]) -> None:
        if not players:
            raise Refusal(_(NO_SEAT))
        await self._get_up(interaction, reply, table, players)
        await reply.show(render.notice(_("You left. The game goes on once somebody takes your seat."), good=True))
        await self._redraw(interaction, table)

    async def press_free(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """*Free the seat*: the host, or a moderator of the server; checked at the press."""
        reply = self._reply(interaction)
        table, _name = await reply.work(self._of_button(interaction, args[0]))
        if interaction.user.id != table.host and not await is_moderator(interaction, self.bot.services):
            raise NotAllowed(_("Only the host of a table and moderators free seats."))
        await self._get_up(interaction, reply, table, [args[1]])
        await reply.show(render.notice(_("The seat of {player} is free.").format(player=args[1]), good=True))
        await self._redraw(interaction, table)

    async def _get_up(self, interaction: Interaction, reply: Reply, table: Table, players: list[str]) -> None:
        for player in players:
            person = next((seat.user_id for seat in table.seats if seat.player == player), None)
            kept = await table.letter(person) if person is not None else None
            await reply.work(table.free_seat(player, actor=interaction.user.id))
            if person is not None and kept is not None and not players_of(table, person):
                left = self.bot.get_partial_messageable(kept[0]).get_partial_message(kept[1])
                with speaking(self._letters.language(table, person)):
                    text = _("You have no seat at table `{table}` any more.").format(table=table.id[:6])
                with contextlib.suppress(discord.HTTPException):
                    await left.edit(view=render.notice(text))

    async def press_open(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """*Open another seat*: before the first action; the cards are dealt again."""
        reply = self._reply(interaction)
        table, _name = await reply.work(self._of_button(interaction, args[0]))
        table = await reply.work(self._tables.open_seat(table.scope, table.id, actor=interaction.user.id))
        moderates = await is_moderator(interaction, self.bot.services)
        await reply.show(table_pages.more(table, interaction.user.id, moderates=moderates))
        await self._redraw(interaction, table)

    async def press_more(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """*More*."""
        reply = self._reply(interaction)
        table, _name = await reply.work(self._of_button(interaction, args[0]))
        moderates = await is_moderator(interaction, self.bot.services)
        await reply.show(table_pages.more(table, interaction.user.id, moderates=moderates))

    # --- conceding and ending -----------------------------------------------------------------------------------------

    @app_commands.command(name="concede", description="Concede: you lose the game.")
    @app_commands.describe(player=WHICH_SEAT, table=WHICH_TABLE)
    async def concede(self, interaction: Interaction, player: str | None = None, table: str | None = None) -> None:
        """Leave the game (CR 104.3a); typed out, it needs no second question."""
        user = interaction.user.id
        await self._do(
            interaction,
            meant(self._tables, interaction, table, certain=True),
            lambda played: played.act(user, player_of(played, user, player), "concedes"),
        )

    async def press_concede(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """*Concede*: asks."""
        reply = self._reply(interaction)
        table, _name = await reply.work(self._of_button(interaction, args[0]))
        mine = players_of(table, interaction.user.id)
        if not mine:
            raise Refusal(_(NO_SEAT))
        rows = [
            [
                button(
                    _("{player} concedes").format(player=each), "sim.conceded", table.id, each, style=table_pages.DANGER
                )
                for each in mine[:5]
            ]
        ]
        await reply.show(render.page([_("Concede? That can't be taken back by you alone.")], rows))

    async def press_conceded(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Concede indeed."""
        user = interaction.user.id
        await self._do(
            interaction,
            self._of_button(interaction, args[0]),
            lambda table: table.act(user, player_of(table, user, args[1]), "concedes"),
        )

    @app_commands.command(name="end", description="End your table; what is face down is revealed.")
    @app_commands.describe(table=WHICH_TABLE)
    async def end(self, interaction: Interaction, table: str | None = None) -> None:
        """End the game; asks first."""
        reply = Reply(interaction)
        # It can't be taken back: of several tables one has to be named.
        found, _name = await reply.work(meant(self._tables, interaction, table, certain=True))
        await self._ask_end(interaction, reply, found)

    async def press_end(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """*End*: asks first."""
        reply = self._reply(interaction)
        table, _name = await reply.work(self._of_button(interaction, args[0]))
        await self._ask_end(interaction, reply, table)

    async def _ask_end(self, interaction: Interaction, reply: Reply, table: Table) -> None:
        if interaction.user.id != table.host and not players_of(table, interaction.user.id):
            raise Refusal(_(NO_SEAT))
        text = _("End table `{table}` for everybody? What is face down is revealed (CR 708.9); it can't be taken back.")
        label = _("End it and reveal")
        await reply.show(table_pages.confirm(text.format(table=table.id[:6]), label, "sim.ended", table.id))

    async def press_ended(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """End indeed."""
        user = interaction.user.id
        await self._do(interaction, self._of_button(interaction, args[0]), lambda table: table.end(user))

    # --- sharing, and the board's place -------------------------------------------------------------------------------

    @app_commands.command(name="share", description="The table's position as a scenario file, as a spectator sees it.")
    @app_commands.describe(table=WHICH_TABLE)
    async def share(self, interaction: Interaction, table: str | None = None) -> None:
        """Hand the file out."""
        reply = Reply(interaction)
        found, _name = await reply.work(self._meant(interaction, table))
        await self._share(reply, found)

    async def press_share(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """*Share*: a table that is over is shared too."""
        reply = Reply(interaction, beside=on_board(interaction))
        mine = await self._tables.of_person(interaction.user.id) if is_private(interaction) else []
        table = next((table for table in mine if table.id == args[0]), None)
        if table is None:
            table = await reply.work(self._tables.get(scope_of(interaction), args[0]))
        await self._share(reply, table)

    async def _share(self, reply: Reply, table: Table) -> None:
        script = await reply.work(table.share())
        await reply.show(
            shared(_("Table `{table}` as a spectator sees it.").format(table=table.id[:6])), file=file(script)
        )

    @app_commands.command(name="board", description="Where your table's board is, and bring it here.")
    @app_commands.describe(table=WHICH_TABLE)
    async def board(self, interaction: Interaction, table: str | None = None) -> None:
        """Link to the board."""
        reply = Reply(interaction)
        found, _name = await reply.work(self._meant(interaction, table))
        where = link(found)
        if not where and self._boards.afar(found):
            text, rows = self._behind(interaction, found)
            await reply.show(render.page([text], rows))
            return
        text = f"[{_('Table')} `{found.id[:6]}`]({where})" if where else _("Its board is gone.")
        row = [button(_("Bring board here"), "sim.bring", found.id)]
        await reply.show(render.page([text], [row]))

    async def press_bring(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """*Bring board here*, *Put the board here*: it is posted anew at the end of this channel, the old one goes."""
        reply = self._reply(interaction)
        if interaction.channel_id is None:
            raise Refusal(_("There is no channel here to put a board in."))
        table = await reply.work(self._with_board(interaction, args[0]))
        if not players_of(table, interaction.user.id) and interaction.user.id != table.host:
            raise Refusal(_(NO_SEAT))
        if table.scope != scope_of(interaction):
            server = table.scope.kind == "server"
            raise Refusal(
                _("A board stays in its server: use this there.")
                if server
                else _("A board stays in its chat: use this there.")
            )
        afar = self._boards.afar(table)
        if not afar:
            await reply.defer()
        try:
            await self._boards.move(table, interaction.channel_id, reply)
        except discord.HTTPException as error:
            if error.code in (50001, 50013):
                raise Refusal(_("I can't post a board here: I need *View Channel* and *Send Messages*.")) from None
            raise
        if not afar:
            await reply.show(render.notice(_("The board is here now."), good=True))

    async def _with_board(self, interaction: Interaction, table_id: str) -> Table:
        """The table of a button; where the app is no member, one that is over is shown how it ended, too."""
        if is_guest(interaction):
            return await self._tables.get(scope_of(interaction), table_id)
        return (await self._of_button(interaction, table_id))[0]

    async def close_idle(self) -> None:
        """Close the tables that were left for a day; each keeps its scenario file below its board."""
        for table, script in await self._tables.close_idle():
            try:
                await self._boards.refresh(table)
                with speaking(await self._boards.language(table)):
                    text = _("Table `{table}` is closed: nobody played on for a day. This is its position.")
                await self._boards.post_below(table, shared(text.format(table=table.id[:6])), file(script))
            except discord.HTTPException as error:
                errors.log.warning("a closed table could not be shown: %s (code %s)", error.status, error.code)
            await self._letters.refresh(table)

    invite.autocomplete("player")(TableCompletion.complete_free)
    leave.autocomplete("player")(TableCompletion.complete_player)
    concede.autocomplete("player")(TableCompletion.complete_player)
    invite.autocomplete("table")(TableCompletion.complete_table)
    leave.autocomplete("table")(TableCompletion.complete_table)
    concede.autocomplete("table")(TableCompletion.complete_table)
    end.autocomplete("table")(TableCompletion.complete_table)
    share.autocomplete("table")(TableCompletion.complete_table)
    board.autocomplete("table")(TableCompletion.complete_table)


def shared(text: str) -> discord.ui.LayoutView:
    """A message that holds a scenario file."""
    view = render.page([text])
    view.add_item(discord.ui.File(f"attachment://{SCENARIO}"))
    return view


def file(script: str) -> discord.File:
    """A script as a file."""
    return discord.File(io.BytesIO(script.encode()), filename=SCENARIO)
