"""`/sim`: a table with a public board, two seats, and private answers to whoever acts.

Visibility: every command here takes or may concern a hidden card, so each is acknowledged in private; the board, which
shows what a spectator sees, is a message of its own. `/sim run` plays a script that is open to all, apart from tables.
"""

from __future__ import annotations

import asyncio
import contextlib
import weakref
from collections.abc import Awaitable, Callable

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_app import errors, render
from bot.discord_app.app import TableJudge
from bot.discord_app.cogs.look import send_privately
from bot.discord_app.cogs.places import is_private, scope_of
from bot.discord_app.cogs.seats import NO_SEAT, meant, player_of, players_of, slot
from bot.discord_app.cogs.table_completion import TableCompletion
from bot.discord_app.cogs.table_why import TableWhy
from bot.discord_app.components import Form, Interaction, button
from bot.discord_app.ports import Outcome, Refusal, Table
from bot.discord_app.replies import Reply
from rulings.store.scope import Scope

HOST, GUEST = "Alice", "Bob"
WHICH_TABLE = "Which of your tables, if there are several here. Without one: the last one played."
MOVED_ON = "The table has moved on since this button was drawn. Look at the board, then press again."


class Tables(TableWhy, commands.GroupCog, group_name="sim", group_description="Play small situations by the rules."):
    """Tables and scripts."""

    def __init__(self, bot: TableJudge) -> None:
        super().__init__()
        self.bot = bot
        self._tables = bot.services.tables
        self._cards = bot.services.cards
        self._boards = bot.boards
        self._locks: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()
        bot.on_press("sim.sit", self.sit)
        bot.on_press("sim.manifest", self.press_manifest)
        bot.on_press("sim.next", self.press_next)
        bot.on_press("sim.undo", self.press_undo)
        bot.on_press("sim.end", self.press_end)
        bot.on_press("sim.up", self.press_turn_up)
        bot.on_form("sim.manifest", self.form_manifest)

    # --- starting and sitting down ------------------------------------------------------------------------------------

    @app_commands.command(name="start", description="Start a table: a game that you and a friend play by the rules.")
    @app_commands.describe(
        opponent="Whom to invite. Without one the second seat is open.",
        cards="Your own side (only you see this): “hand: Willbender, Island; battlefield: Lightform”.",
    )
    async def start(self, interaction: Interaction, opponent: discord.User | None = None, cards: str = "") -> None:
        """Make a table, confirm the host's seat by direct message, post the board."""
        reply = Reply(interaction)
        host = interaction.user
        if interaction.channel_id is None:
            raise Refusal("There is no channel here to put a board in.")
        if opponent is not None and opponent.bot:
            raise Refusal("Bots can't sit down. Leave the seat open, or invite a person.")
        await reply.defer()
        # Alone in a direct message one plays both sides.
        guest = host.id if is_private(interaction) else opponent.id if opponent is not None else None
        seats = {HOST: (host.id, False), GUEST: (guest, False)}
        table = await self._tables.start(
            scope_of(interaction), host=host.id, seats=seats, channel_id=interaction.channel_id, cards=cards
        )
        try:
            await self._boards.post(table, interaction.channel_id)
        except discord.HTTPException as error:
            await table.end(host.id)
            if error.code in (50001, 50013):
                raise Refusal(
                    "I can't post a board here. I must be in the server with *Send Messages* in this channel; "
                    "or type `/sim start` in a direct message with me. `/sim run` works everywhere."
                ) from None
            raise
        mine = [player for player, (user_id, _) in seats.items() if user_id == host.id]
        await self._confirm(host, table, mine)
        await self._boards.refresh(table)
        await reply.show(
            render.notice(f"Your table stands: you play {' and '.join(mine)}. `/sim manifest` is a start.", good=True)
        )

    async def sit(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Take an open seat, or the one that one was invited to; also from the list that `/look` shows."""
        private = is_private(interaction)
        reply = Reply(interaction, private=not private)
        await reply.defer()
        # In the direct message one may be invited to any place's tables.
        mine = await self._tables.of_person(interaction.user.id) if private else []
        found = next((table for table in mine if table.id == args[0]), None)
        table, player = found or await self._running(scope_of(interaction), args[0]), args[1]
        seat = next((seat for seat in table.seats if seat.player == player), None)
        if seat is None:
            raise Refusal("That table has no such seat.")
        if seat.user_id not in (None, interaction.user.id):
            raise Refusal(f"The seat of {player} is kept for somebody else.")
        try:
            if not seat.confirmed:
                # Kept first: of two who press at once, one is told that the seat is taken, and nothing else.
                await table.invite(player, interaction.user.id)
                if private:
                    await reply.show(_confirmed(table, [player]))
                    await table.sit(player, interaction.user.id)
                    return
                await self._confirm(interaction.user, table, [player])
            await reply.show(render.notice(f"Seat confirmed: you play {player}.", good=True))
        finally:
            await self._redraw(interaction, table)

    async def _confirm(self, user: discord.User | discord.Member, table: Table, players: list[str]) -> None:
        # The seat is given only once the private message has arrived: hidden cards need a way to reach the person.
        await send_privately(user, _confirmed(table, players))
        for player in players:
            await table.sit(player, user.id)

    # --- acting -------------------------------------------------------------------------------------------------------

    @app_commands.command(name="manifest", description="Put a card onto the battlefield face down as a 2/2 creature.")
    @app_commands.describe(
        card="Which card (only you see it). Without one: the top card of your library.",
        cloak="Cloak it instead: it also has ward {2}.",
        player="Which of your seats, if you play both.",
        table=WHICH_TABLE,
    )
    async def manifest(
        self,
        interaction: Interaction,
        card: str = "",
        cloak: bool = False,
        player: str | None = None,
        table: str | None = None,
    ) -> None:
        """Manifest or cloak a card."""
        await self._step(interaction, table, player, f"{'cloaks' if cloak else 'manifests'} {slot(card)}")

    @app_commands.command(name="cast", description="Cast a card, face up or face down.")
    @app_commands.describe(
        card="Which card (only you see it).",
        face_down="Cast it face down.",
        targeting="Its targets, with commas between them.",
        player="Which of your seats, if you play both.",
        table=WHICH_TABLE,
    )
    @app_commands.rename(face_down="face-down")
    async def cast(
        self,
        interaction: Interaction,
        card: str,
        face_down: bool = False,
        targeting: str = "",
        player: str | None = None,
        table: str | None = None,
    ) -> None:
        """Cast a spell."""
        step = f"casts {slot(card)}"
        if face_down:
            step += " face down"
        if targeting:
            step += f" targeting {slot(targeting)}"
        await self._step(interaction, table, player, step)

    @app_commands.command(name="turn-up", description="Turn one of your face-down permanents face up.")
    @app_commands.describe(
        permanent="Its number on the board, such as #1.",
        cost="The cost that you announce, such as {1}{U}, if there are several ways.",
        player="Which of your seats, if you play both.",
        table=WHICH_TABLE,
    )
    async def turn_up(
        self,
        interaction: Interaction,
        permanent: str,
        cost: str = "",
        player: str | None = None,
        table: str | None = None,
    ) -> None:
        """Turn a permanent face up (a special action, CR 116.2b)."""
        wanted = slot(permanent)
        step = f"turns {wanted if wanted.startswith('#') or not wanted.isdigit() else '#' + wanted} face up"
        await self._step(interaction, table, player, step + (f" for {slot(cost)}" if cost else ""))

    @app_commands.command(name="act", description="Do anything else: “passes”, “plays Island”…")
    @app_commands.describe(
        step="What you do, without your name in front.", player="Which of your seats.", table=WHICH_TABLE
    )
    async def act(
        self, interaction: Interaction, step: str, player: str | None = None, table: str | None = None
    ) -> None:
        """Play any step."""
        await self._step(interaction, table, player, slot(step))

    @app_commands.command(name="next-turn", description="Go to the next player's turn.")
    @app_commands.describe(table=WHICH_TABLE)
    async def next_turn(self, interaction: Interaction, table: str | None = None) -> None:
        """Go on."""
        user = interaction.user.id
        await self._do(interaction, meant(self._tables, interaction, table), lambda played: played.next_turn(user))

    @app_commands.command(name="undo", description="Take the last action back, if it revealed nothing.")
    @app_commands.describe(table=WHICH_TABLE)
    async def undo(self, interaction: Interaction, table: str | None = None) -> None:
        """Take back."""
        user = interaction.user.id
        await self._do(interaction, meant(self._tables, interaction, table), lambda played: played.undo(user))

    @app_commands.command(name="end", description="End your table; what is face down is revealed.")
    @app_commands.describe(table=WHICH_TABLE)
    async def end(self, interaction: Interaction, table: str | None = None) -> None:
        """End the game."""
        user = interaction.user.id
        await self._do(
            interaction, meant(self._tables, interaction, table, certain=True), lambda played: played.end(user)
        )

    @app_commands.command(name="run", description="Play a script; lines can be separated by “; ”.")
    @app_commands.describe(script="For example: Alice manifests Delver of Secrets; Alice turns #1 face up")
    async def run(self, interaction: Interaction, script: str) -> None:
        """Play a script that is open to all; it touches no table."""
        if not script.strip("; "):
            raise Refusal("What happens? For example: `Alice manifests Delver of Secrets; Alice turns #1 face up`.")
        reply = Reply(interaction, private=False)
        result = await reply.work(self._tables.run_script(script))
        await reply.show(render.script(result), file=render.transcript(result))

    # --- buttons ------------------------------------------------------------------------------------------------------

    async def press_next(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """*Next turn*."""
        user = interaction.user.id
        await self._do(
            interaction, self._of_button(interaction, args[0]), lambda table: table.next_turn(user), seen=args[1]
        )

    async def press_undo(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """*Undo*."""
        user = interaction.user.id
        await self._do(interaction, self._of_button(interaction, args[0]), lambda table: table.undo(user), seen=args[1])

    async def press_end(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """*End*."""
        user = interaction.user.id
        await self._do(interaction, self._of_button(interaction, args[0]), lambda table: table.end(user))

    async def press_turn_up(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """*Turn #1 face up*."""
        user, handle = interaction.user.id, args[1]

        async def turn(table: Table) -> Outcome:
            controller = dict(table.board().face_down).get(handle)
            if controller is None:
                raise Refusal(f"{handle} is not face down on the battlefield any more.")
            return await table.act(user, player_of(table, user, controller), f"turns {handle} face up")

        await self._do(interaction, self._of_button(interaction, args[0]), turn)

    async def press_manifest(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """*Manifest*: asks for the card in a form that only this person sees."""
        reply = Reply(interaction)
        table = await reply.work(self._running(scope_of(interaction), args[0]))
        user = interaction.user.id
        mine = players_of(table, user)
        if not mine:
            raise Refusal(NO_SEAT)
        # A form has to come at once: where the table had to be read first, one more press opens it.
        if (len(args) < 2 and len(mine) > 1) or reply.acknowledged:
            row = [button(f"As {player}", "sim.manifest", table.id, player) for player in mine]
            await reply.show(render.page(["For which of your seats?"], [row]))
            return
        player = args[1] if len(args) > 1 else mine[0]
        form = Form("Manifest a card", "sim.manifest", table.id, player)
        form.text("card", "Card", required=False, most=150, help_text="Empty: the top card of your library.")
        await reply.ask(form)

    async def form_manifest(self, interaction: Interaction, args: tuple[str, ...], values: dict[str, str]) -> None:
        """The card was chosen."""
        user, player = interaction.user.id, args[1]
        step = f"manifests {slot(values.get('card', ''))}"
        await self._do(
            interaction,
            self._of_button(interaction, args[0]),
            lambda table: table.act(user, player_of(table, user, player), step),
        )

    # --- the way of every action --------------------------------------------------------------------------------------

    async def _step(self, interaction: Interaction, table: str | None, player: str | None, step: str) -> None:
        user = interaction.user.id
        await self._do(
            interaction,
            meant(self._tables, interaction, table),
            lambda played: played.act(user, player_of(played, user, player), step.strip()),
        )

    async def _of_button(self, interaction: Interaction, table_id: str) -> tuple[Table, str]:
        # Only tables of this place: a custom_id from elsewhere opens nothing.
        return await self._running(scope_of(interaction), table_id), ""

    async def _do(
        self,
        interaction: Interaction,
        where: Awaitable[tuple[Table, str]],
        action: Callable[[Table], Awaitable[Outcome]],
        *,
        seen: str | None = None,
    ) -> None:
        """Act, tell the person in private, redraw the board.

        Args:
            interaction: who acts.
            where: finds the table, and its name where the answer has to say it.
            action: what they do.
            seen: the table's version that the pressed button was drawn for.
        """
        reply = Reply(interaction)
        user = interaction.user.id
        played: list[Table] = []

        async def work() -> tuple[str, Outcome]:
            table, name = await where
            if not players_of(table, user) and table.host != user:
                raise Refusal(NO_SEAT)
            # One after the other, so that of two presses on the same button only the first counts.
            async with self._locks.setdefault(table.id, asyncio.Lock()):
                table = await self._running(table.scope, table.id)
                version = table.version
                try:
                    if seen is None or seen == str(version):
                        result = await action(table)
                        played.append(table)
                        return name, result
                except Refusal:
                    # What was refused may have moved the game on all the same: an action that is taken back.
                    if table.version != version:
                        await self._redraw(interaction, table)
                    raise
            await self._redraw(interaction, table)
            raise Refusal(MOVED_ON)

        try:
            name, result = await reply.work(work())
            await reply.show(render.outcome(result, name))
        finally:
            # It was played, whether or not the person could be told: the board shows it.
            for table in played:
                await self._redraw(interaction, table)

    async def _redraw(self, interaction: Interaction, table: Table) -> None:
        try:
            await self._boards.refresh(table)
        except discord.HTTPException as error:
            errors.log.warning("a board could not be drawn: %s (code %s)", error.status, error.code)
            text = errors.words(error) or "Discord refused it."
            text = f"Your action counts, but the board could not be redrawn. {text}"
            with contextlib.suppress(discord.HTTPException):
                await interaction.followup.send(view=render.notice(text, good=False), ephemeral=True)

    async def _running(self, scope: Scope, table_id: str) -> Table:
        table = await self._tables.get(scope, table_id)
        if table.over:
            # Its last board may not have been drawn: then old buttons are still there.
            with contextlib.suppress(discord.HTTPException, Refusal):
                await self._boards.refresh(table)
            raise Refusal(f"This table takes no more actions: {table.over}")
        return table

    # --- autocomplete -------------------------------------------------------------------------------------------------

    manifest.autocomplete("card")(TableCompletion.complete_manifest)
    cast.autocomplete("card")(TableCompletion.complete_cast)
    turn_up.autocomplete("permanent")(TableCompletion.complete_turn_up)
    act.autocomplete("step")(TableCompletion.complete_step)
    manifest.autocomplete("player")(TableCompletion.complete_player)
    cast.autocomplete("player")(TableCompletion.complete_player)
    turn_up.autocomplete("player")(TableCompletion.complete_player)
    act.autocomplete("player")(TableCompletion.complete_player)
    manifest.autocomplete("table")(TableCompletion.complete_table)
    cast.autocomplete("table")(TableCompletion.complete_table)
    turn_up.autocomplete("table")(TableCompletion.complete_table)
    act.autocomplete("table")(TableCompletion.complete_table)
    next_turn.autocomplete("table")(TableCompletion.complete_table)
    undo.autocomplete("table")(TableCompletion.complete_table)
    end.autocomplete("table")(TableCompletion.complete_table)


def _confirmed(table: Table, players: list[str]) -> discord.ui.LayoutView:
    return render.notice(
        f"Seat confirmed: you play **{' and '.join(players)}** at table `{table.id[:6]}`. "
        "Your face-down cards are shown here and nowhere else: type `/look`.",
        good=True,
    )
