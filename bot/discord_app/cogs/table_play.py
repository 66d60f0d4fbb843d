"""`/sim …` for everything that a player does; each is acknowledged in private, as it may name a hidden card."""

from __future__ import annotations

from discord import app_commands

from bot.discord_app.cogs.completion import Choices, completion, labelled_choices
from bot.discord_app.cogs.seats import player_of, slot, turning_up
from bot.discord_app.cogs.table_act import ways_up
from bot.discord_app.cogs.table_base import WHICH_SEAT, WHICH_TABLE, TableBase
from bot.discord_app.cogs.table_completion import TableCompletion
from bot.discord_app.components import Interaction
from bot.i18n import _


class TablePlay(TableBase):
    """Commands that act; the cog of the tables is one."""

    @app_commands.command(name="manifest", description="Put a card onto the battlefield face down as a 2/2 creature.")
    @app_commands.describe(
        card="Which card (only you see it). Without one: the top card of your library.",
        cloak="Cloak it instead: it also has ward {2}.",
        player=WHICH_SEAT,
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
        player=WHICH_SEAT,
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

    @app_commands.command(name="play", description="Play a land.")
    @app_commands.describe(card="Which land (only you see it).", player=WHICH_SEAT, table=WHICH_TABLE)
    async def play(
        self, interaction: Interaction, card: str, player: str | None = None, table: str | None = None
    ) -> None:
        """Play a land (CR 305)."""
        await self._step(interaction, table, player, f"plays {slot(card)}")

    @app_commands.command(name="activate", description="Activate an ability.")
    @app_commands.describe(
        permanent="Whose ability: its number, such as #1, or its name.",
        ability="Which of its activated abilities, counted from 1.",
        targeting="Its targets, with commas between them.",
        player=WHICH_SEAT,
        table=WHICH_TABLE,
    )
    async def activate(
        self,
        interaction: Interaction,
        permanent: str,
        ability: app_commands.Range[int, 1, 50] | None = None,
        targeting: str = "",
        player: str | None = None,
        table: str | None = None,
    ) -> None:
        """Activate an ability (CR 602)."""
        step = f"activates {slot(permanent)}" + (f" ability {ability}" if ability else "")
        await self._step(interaction, table, player, step + (f" targeting {slot(targeting)}" if targeting else ""))

    @app_commands.command(name="attack", description="Declare attackers.")
    @app_commands.describe(
        creatures="Which ones, with commas between them.",
        whom="Whom or what they attack, if there are several opponents.",
        player=WHICH_SEAT,
        table=WHICH_TABLE,
    )
    async def attack(
        self,
        interaction: Interaction,
        creatures: str,
        whom: str = "",
        player: str | None = None,
        table: str | None = None,
    ) -> None:
        """Declare attackers (CR 508.1)."""
        step = f"attacks with {slot(creatures)}" + (f" attacking {slot(whom)}" if whom else "")
        await self._step(interaction, table, player, step)

    @app_commands.command(name="block", description="Declare blockers of one attacker.")
    @app_commands.describe(
        attacker="Which attacker.",
        creatures="What blocks it, with commas between them.",
        player=WHICH_SEAT,
        table=WHICH_TABLE,
    )
    async def block(
        self,
        interaction: Interaction,
        attacker: str,
        creatures: str,
        player: str | None = None,
        table: str | None = None,
    ) -> None:
        """Declare blockers (CR 509.1)."""
        await self._step(interaction, table, player, f"blocks {slot(attacker)} with {slot(creatures)}")

    @app_commands.command(name="turn-up", description="Turn one of your face-down permanents face up.")
    @app_commands.describe(
        permanent="Its number on the board, such as #1.",
        cost="If there are several ways: morph, disguise, mana cost, or the cost itself, such as {1}{U}.",
        player=WHICH_SEAT,
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
        handle = f"#{wanted}" if wanted.isdigit() else wanted
        reply, user = self._reply(interaction), interaction.user.id
        played, _name = await reply.work(self._meant(interaction, table))
        step = turning_up(played, user, handle, cost)
        if step is None:
            await reply.show(ways_up(played, handle))
            return
        await self._step(interaction, table, player, step)

    @completion
    async def complete_way(self, interaction: Interaction, typed: str) -> Choices:
        """The ways to turn a permanent face up, whichever it is."""
        ways = [
            ("morph", _("With morph")),
            ("disguise", _("With disguise")),
            ("mana cost", _("For its mana cost")),
        ]
        return labelled_choices(
            [(label, way) for way, label in ways if typed.casefold() in f"{way} {label}".casefold()]
        )

    @app_commands.command(name="choose", description="Answer what you have to decide.")
    @app_commands.describe(
        answer="Your choice; several with commas between them (only you see it).",
        player=WHICH_SEAT,
        table=WHICH_TABLE,
    )
    async def choose(
        self, interaction: Interaction, answer: str, player: str | None = None, table: str | None = None
    ) -> None:
        """Answer a decision."""
        await self._step(interaction, table, player, f"chooses {slot(answer)}")

    @app_commands.command(name="pass", description="Pass priority.")
    @app_commands.describe(player=WHICH_SEAT, table=WHICH_TABLE)
    async def pass_priority(
        self, interaction: Interaction, player: str | None = None, table: str | None = None
    ) -> None:
        """Pass, for oneself alone (CR 117.3d)."""
        user = interaction.user.id
        await self._do(
            interaction,
            self._meant(interaction, table),
            lambda played: played.pass_priority(user, player_of(played, user, player) if player else None),
        )

    @app_commands.command(name="act", description="Do anything else: “passes”, “plays Island”…")
    @app_commands.describe(step="What you do, without your name in front.", player=WHICH_SEAT, table=WHICH_TABLE)
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
        await self._do(interaction, self._meant(interaction, table), lambda played: played.next_turn(user))

    @app_commands.command(name="undo", description="Take the last action back, if it revealed nothing.")
    @app_commands.describe(table=WHICH_TABLE)
    async def undo(self, interaction: Interaction, table: str | None = None) -> None:
        """Take back."""
        user = interaction.user.id
        await self._do(interaction, self._meant(interaction, table), lambda played: played.undo(user))

    async def _step(self, interaction: Interaction, table: str | None, player: str | None, step: str) -> None:
        user = interaction.user.id
        await self._do(
            interaction,
            self._meant(interaction, table),
            lambda played: played.act(user, player_of(played, user, player), step.strip()),
        )

    manifest.autocomplete("card")(TableCompletion.complete_manifest)
    cast.autocomplete("card")(TableCompletion.complete_cast)
    cast.autocomplete("targeting")(TableCompletion.complete_target)
    play.autocomplete("card")(TableCompletion.complete_cast)
    activate.autocomplete("permanent")(TableCompletion.complete_own)
    activate.autocomplete("targeting")(TableCompletion.complete_target)
    attack.autocomplete("creatures")(TableCompletion.complete_own)
    attack.autocomplete("whom")(TableCompletion.complete_target)
    block.autocomplete("attacker")(TableCompletion.complete_target)
    block.autocomplete("creatures")(TableCompletion.complete_own)
    turn_up.autocomplete("cost")(complete_way)
    turn_up.autocomplete("permanent")(TableCompletion.complete_turn_up)
    choose.autocomplete("answer")(TableCompletion.complete_answer)
    act.autocomplete("step")(TableCompletion.complete_step)
    manifest.autocomplete("player")(TableCompletion.complete_player)
    cast.autocomplete("player")(TableCompletion.complete_player)
    play.autocomplete("player")(TableCompletion.complete_player)
    activate.autocomplete("player")(TableCompletion.complete_player)
    attack.autocomplete("player")(TableCompletion.complete_player)
    block.autocomplete("player")(TableCompletion.complete_player)
    turn_up.autocomplete("player")(TableCompletion.complete_player)
    choose.autocomplete("player")(TableCompletion.complete_player)
    pass_priority.autocomplete("player")(TableCompletion.complete_player)
    act.autocomplete("player")(TableCompletion.complete_player)
    manifest.autocomplete("table")(TableCompletion.complete_table)
    cast.autocomplete("table")(TableCompletion.complete_table)
    play.autocomplete("table")(TableCompletion.complete_table)
    activate.autocomplete("table")(TableCompletion.complete_table)
    attack.autocomplete("table")(TableCompletion.complete_table)
    block.autocomplete("table")(TableCompletion.complete_table)
    turn_up.autocomplete("table")(TableCompletion.complete_table)
    choose.autocomplete("table")(TableCompletion.complete_table)
    pass_priority.autocomplete("table")(TableCompletion.complete_table)
    act.autocomplete("table")(TableCompletion.complete_table)
    next_turn.autocomplete("table")(TableCompletion.complete_table)
    undo.autocomplete("table")(TableCompletion.complete_table)
