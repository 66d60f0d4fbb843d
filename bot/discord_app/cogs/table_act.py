"""*Act*, *Pass*, *Undo*, *Next turn*, *Why?*: what one may do, offered in private to whoever presses.

The menus hold numbers of moves and options; a number counts only for the version of the table that it was shown for.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import discord

from bot.discord_app import render, table_pages
from bot.discord_app.app import TableJudge
from bot.discord_app.cogs.seats import NO_SEAT, known_to, player_of, players_of, slot, turning_up
from bot.discord_app.cogs.table_base import TableBase
from bot.discord_app.components import Form, Interaction, button, parts
from bot.discord_app.ports import Outcome, Refusal
from bot.discord_app.table_ports import Table
from bot.i18n import _
from bot.services.table_live import MOVED_ON


class TableAct(TableBase):
    """Buttons and menus that act; the cog of the tables is one."""

    def __init__(self, bot: TableJudge) -> None:
        super().__init__(bot)
        bot.on_press("sim.act", self.press_act)
        bot.on_press("sim.do", self.press_do)
        bot.on_press("sim.with", self.press_with)
        bot.on_press("sim.pick", self.press_pick)
        bot.on_press("sim.picked", self.press_picked)
        bot.on_press("sim.divide", self.press_divide)
        bot.on_press("sim.name", self.press_name)
        bot.on_press("sim.pass", self.press_pass)
        bot.on_press("sim.next", self.press_next)
        bot.on_press("sim.undo", self.press_undo)
        bot.on_press("sim.up", self.press_turn_up)
        bot.on_press("sim.why", self.press_why)
        bot.on_press("sim.whyof", self.press_why_of)
        bot.on_press("sim.manifest", self.press_manifest)
        bot.on_form("sim.manifest", self.form_manifest)
        bot.on_form("sim.divide", self.form_divide)
        bot.on_form("sim.name", self.form_name)

    # --- what one may do ----------------------------------------------------------------------------------------------

    async def press_act(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """*Act*: decisions that wait for the person first, else every legal action."""
        reply = self._reply(interaction)
        user = interaction.user.id

        async def work() -> discord.ui.LayoutView:
            table, _name = await self._of_button(interaction, args[0])
            mine = players_of(table, user)
            if not mine:
                raise Refusal(_(NO_SEAT))
            asked = table.choices(user)
            wanted = args[1] if len(args) > 1 else None
            if asked and wanted in (None, *(each.player for each in asked)):
                page = table_pages.choosing(table, wanted or asked[0].player, (), user)
                assert page is not None  # noqa: S101 - it was asked a moment ago
                return page
            first = table.board().priority
            player = player_of(table, user, wanted or (first if first in mine else mine[0]))
            version, moves = await table.moves(user, player)
            return table_pages.legal(table, player, version, moves, mine)

        await reply.show(await reply.work(work()))

    async def press_do(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """A move was chosen; where it is made with something, that is asked next."""
        table_id, version, player, number = args[0], _number(args[1]), args[2], _number(args[-1])
        user = interaction.user.id
        reply = self._reply(interaction)
        table, _name = await reply.work(self._of_button(interaction, table_id))
        now, moves = await reply.work(table.moves(user, player))
        if now != version or number >= len(moves):
            raise Refusal(_(MOVED_ON))
        if moves[number].candidates:
            await reply.show(table_pages.candidates(table, player, version, number, moves[number]))
            return
        if moves[number].handle and turning_up(table, user, moves[number].handle, "") is None:
            await reply.show(ways_up(table, moves[number].handle))
            return
        await self._play(interaction, args[0], player, lambda table: table.play(user, player, version, number))

    async def press_with(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """What the move is made with was chosen."""
        table_id, version, player, number, *picked = args[0], args[1], args[2], args[3], *args[4:]
        user = interaction.user.id
        await self._play(
            interaction,
            table_id,
            player,
            lambda table: table.play(user, player, _number(version), _number(number), _numbers(picked)),
        )

    async def _play(
        self, interaction: Interaction, table_id: str, player: str, action: Callable[[Table], Awaitable[Outcome]]
    ) -> None:
        await self._do(interaction, self._of_button(interaction, table_id), action, player=player)

    # --- decisions ----------------------------------------------------------------------------------------------------

    async def press_pick(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Options were chosen: the answer is given as soon as no more may be chosen, or several were at once."""
        table_id, version, player, before, *chosen = args[0], args[1], args[2], args[3], *args[5:]
        user = interaction.user.id
        reply = self._reply(interaction)
        table, _name = await reply.work(self._of_button(interaction, table_id))
        picked = [*_numbers(before.split(".") if before else []), *_numbers(chosen)]
        asked = next((each for each in table.choices(user) if each.player == player), None)
        if str(table.version) != version or asked is None:
            raise Refusal(_(MOVED_ON))
        if len(chosen) == 1 and len(picked) < asked.maximum and (asked.kind != "pick" or len(asked.options) > 25):
            page = table_pages.choosing(table, player, picked, user)
            assert page is not None  # noqa: S101 - it is asked
            await reply.show(page)
            return
        await self._answer(interaction, table_id, version, player, picked)

    async def press_picked(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """*Done*, or *None*."""
        table_id, version, player, picked = parts(args, 4)
        await self._answer(interaction, table_id, version, player, _numbers(picked.split(".") if picked else []))

    async def press_divide(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """*Divide…*: asks for the amounts in a form."""
        form = Form(_("Divide"), "sim.divide", *args)
        form.text("amounts", _("Amounts"), most=200, help_text=_("One for each line, with commas: 2, 1, 0"))
        await self._reply(interaction).ask(form)

    async def form_divide(self, interaction: Interaction, args: tuple[str, ...], values: dict[str, str]) -> None:
        """The amounts were typed."""
        amounts = [part.strip() for part in values.get("amounts", "").split(",")]
        if not all(part.isdecimal() and len(part) < 6 for part in amounts):
            raise Refusal(_("Type one number for each line, with commas between them: 2, 1, 0"))
        table_id, version, player = parts(args, 3)
        given = [int(part) for part in amounts]
        await self._answer(interaction, table_id, version, player, list(range(len(given))), given)

    async def press_name(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """*Name a card…*: asks for it in a form."""
        form = Form(_("Name a card"), "sim.name", *args)
        form.text("card", _("Card"), most=150)
        await self._reply(interaction).ask(form)

    async def form_name(self, interaction: Interaction, args: tuple[str, ...], values: dict[str, str]) -> None:
        """The card was named: the step `chooses` reads it."""
        table_id, version, player = parts(args, 3)
        user, step = interaction.user.id, f"chooses {slot(values.get('card', ''))}"
        await self._do(
            interaction,
            self._of_button(interaction, table_id),
            lambda table: table.act(user, player_of(table, user, player), step),
            seen=version,
            player=player,
        )

    async def _answer(
        self,
        interaction: Interaction,
        table_id: str,
        version: str,
        player: str,
        picked: Sequence[int],
        amounts: Sequence[int] = (),
    ) -> None:
        user = interaction.user.id
        await self._play(
            interaction,
            table_id,
            player,
            lambda table: table.answer(user, player, _number(version), picked, amounts),
        )

    # --- the row under the board --------------------------------------------------------------------------------------

    async def press_pass(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """*Pass*."""
        user, seen = interaction.user.id, args[1]
        where = self._of_button(interaction, args[0])
        await self._do(interaction, where, lambda table: table.pass_priority(user), seen=seen)

    async def press_next(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """*Next turn*."""
        user, seen = interaction.user.id, args[1]
        where = self._of_button(interaction, args[0])
        await self._do(interaction, where, lambda table: table.next_turn(user), seen=seen)

    async def press_undo(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """*Undo*."""
        user, seen = interaction.user.id, args[1]
        await self._do(interaction, self._of_button(interaction, args[0]), lambda table: table.undo(user), seen=seen)

    async def press_turn_up(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """*Turn #1 face up*; where that can be done in several ways, asks in which."""
        user, handle, way = interaction.user.id, args[1], args[2] if len(args) > 2 else ""
        reply = self._reply(interaction)
        table, _name = await reply.work(self._of_button(interaction, args[0]))
        step = turning_up(table, user, handle, way)
        if step is None:
            await reply.show(ways_up(table, handle))
            return

        async def turn(table: Table) -> Outcome:
            controller = dict(table.board().face_down).get(handle)
            if controller is None:
                raise Refusal(_("{number} is not face down on the battlefield any more.").format(number=handle))
            if controller not in players_of(table, user):
                # CR 116.2b: turning it face up is its controller's action
                text = _("Only {player}, who controls {number}, may turn it face up.")
                raise Refusal(text.format(player=controller, number=handle), rules=("116.2b",))
            return await table.act(user, player_of(table, user, controller), step)

        await self._do(interaction, self._of_button(interaction, args[0]), turn)

    async def press_why(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """*Why?*: which object."""
        reply = self._reply(interaction)
        table, _name = await reply.work(self._of_button(interaction, args[0]))
        if not players_of(table, interaction.user.id):
            raise Refusal(_(NO_SEAT))
        await reply.show(table_pages.asked_why(table, known_to(table, interaction.user.id)))

    async def press_why_of(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Explain the object that was chosen."""
        reply = self._reply(interaction)
        table, _name = await reply.work(self._of_button(interaction, args[0]))
        await reply.show(render.explained(await reply.work(table.why(interaction.user.id, args[1]))))

    async def press_manifest(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """*Manifest*: asks for the card in a form that only this person sees."""
        reply = self._reply(interaction)
        table, _name = await reply.work(self._of_button(interaction, args[0]))
        mine = players_of(table, interaction.user.id)
        if not mine:
            raise Refusal(_(NO_SEAT))
        # A form has to come at once: where the table had to be read first, one more press opens it.
        if (len(args) < 2 and len(mine) > 1) or reply.acknowledged:
            row = [button(_("As {player}").format(player=player), "sim.manifest", table.id, player) for player in mine]
            await reply.show(render.page([_("For which of your seats?")], [row]))
            return
        form = Form(_("Manifest a card"), "sim.manifest", table.id, args[1] if len(args) > 1 else mine[0])
        form.text("card", _("Card"), required=False, most=150, help_text=_("Empty: the top card of your library."))
        await reply.ask(form)

    async def form_manifest(self, interaction: Interaction, args: tuple[str, ...], values: dict[str, str]) -> None:
        """The card was chosen."""
        user, player = interaction.user.id, args[1]
        step = f"manifests {slot(values.get('card', ''))}"
        await self._do(
            interaction,
            self._of_button(interaction, args[0]),
            lambda table: table.act(user, player_of(table, user, player), step),
            player=player,
        )


def ways_up(table: Table, handle: str) -> discord.ui.LayoutView:
    """Asks in which way a permanent is turned face up; it says nothing that only `/look` says: all ways are offered."""
    text = _("{number} can be turned face up in several ways: /look lists them with their costs. Which one?")
    ways = (("morph", _("With morph")), ("disguise", _("With disguise")), ("mana cost", _("For its mana cost")))
    row = [button(label, "sim.up", table.id, handle, way) for way, label in ways]
    return render.page([text.format(number=handle)], [row])


def _number(text: str) -> int:
    """A number of a custom_id or menu; what is none stands for nothing that was ever shown."""
    if not text.isdecimal() or len(text) > 9:
        raise Refusal(_(MOVED_ON))
    return int(text)


def _numbers(texts: Sequence[str]) -> list[int]:
    return [_number(text) for text in texts]
