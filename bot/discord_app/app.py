"""The Discord client: cogs, persistent buttons, forms, command sync and the way out for every error."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import inspect
import json
import logging
import sys
from collections.abc import Awaitable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot import i18n
from bot.discord_app import emoji, errors, logs, render
from bot.discord_app.arrivals import Arrivals, TooFast
from bot.discord_app.boards import Boards
from bot.discord_app.components import (
    EXPIRED,
    Choose,
    FormHandler,
    Interaction,
    Press,
    PressHandler,
    form_values,
    parse,
    readable,
)
from bot.discord_app.locales import Locales
from bot.discord_app.ports import Services
from bot.discord_app.replies import Posted, Reply
from bot.discord_app.table_letters import Letters
from bot.discord_app.translate import CommandTranslator
from bot.i18n import _
from bot.services.work_limits import WorkLimits
from rulings.store import Scope

log = logging.getLogger(__name__)

_SWITCH_SECONDS = 0.0005
_THREADS = 4
#: In the data folder: application id -> hash of the commands that Discord has.
SYNCED_FILE = "commands.json"


class Tree(app_commands.CommandTree["TableJudge"]):
    """The command tree; its errors go through the one table."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Every command and autocomplete begins here: from here on it speaks the person's language."""
        interaction.client.locales.hear(interaction)
        if interaction.type is discord.InteractionType.autocomplete:
            return True
        arrivals = interaction.client.arrivals
        if not arrivals.is_new(interaction.id):
            return False
        arrivals.take(interaction.user.id, interaction.guild_id)
        return True

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Tell the person."""
        command = interaction.command
        await errors.report(interaction, error, f"/{command.qualified_name}" if command else "a command")


class TableJudge(commands.Bot):
    """The bot.

    Args:
        services: what it stands on.
        data_dir: where it remembers which commands Discord has.
        dev_server: a server that gets the commands at once, beside the global ones.
        arrivals: how much is taken of one person and one server; by default what suits people.
    """

    def __init__(
        self, services: Services, *, data_dir: Path, dev_server: int | None = None, arrivals: Arrivals | None = None
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            # None of them is privileged: interactions carry what is needed.
            intents=discord.Intents(guilds=True, guild_messages=True, dm_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            tree_cls=Tree,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )
        logs.guard()
        self.services = services
        self.locales = Locales(services.languages)
        self.boards = Boards(self)
        self.letters = Letters(self)
        self.posted = Posted()
        #: Scopes whose moderators' channel took no post the last time.
        self.unheard: set[Scope] = set()
        self.work_limits = WorkLimits()
        self.arrivals = arrivals or Arrivals()
        self._data_dir = data_dir
        self._dev_server = dev_server
        self._presses: dict[str, PressHandler] = {}
        self._forms: dict[str, FormHandler] = {}

    # --- start --------------------------------------------------------------------------------------------------------

    async def setup_hook(self) -> None:
        """Load the cogs, make buttons live again, tell Discord the commands if they changed."""
        i18n.also_look_in(self._data_dir / "locales")
        await self.locales.load()
        await self.tree.set_translator(CommandTranslator())
        await self.load_cogs()
        self.add_dynamic_items(Press, Choose)
        await self._learn_symbols()
        await self.sync_commands()

    async def close(self) -> None:
        """Leave Discord; nothing that is to be kept is lost."""
        await super().close()
        await self.locales.close()

    async def _learn_symbols(self) -> None:
        """Fetch the application's emoji; without them symbols are text."""
        try:
            count = emoji.use(await self.fetch_application_emojis())
        except discord.HTTPException as error:
            log.warning("the application's emoji could not be fetched: %s (code %s)", error.status, error.code)
            return
        log.info("%d mana symbols", count)

    async def load_cogs(self) -> None:
        """Register every command, menu, button and form."""
        from bot.discord_app.cogs import (
            about,
            answers,
            asking,
            cards,
            look,
            privacy,
            proofs,
            reference,
            rulings,
            rulings_news,
            settings,
            tables,
        )

        for cog in (
            asking.Asking,
            answers.Answers,
            proofs.Proofs,
            cards.Cards,
            reference.Reference,
            tables.Tables,
            look.Look,
            rulings.Rulings,
            rulings_news.RulingNews,
            settings.SettingsPage,
            privacy.PrivacyPages,
            about.About,
        ):
            await self.add_cog(cog(self))

    async def sync_commands(self) -> None:
        """Register the commands with Discord, only if they differ from what was registered last.

        A failure is logged and not fatal: the commands that Discord has keep working.
        """
        translator = self.tree.translator or CommandTranslator()
        payload = [await each.get_translated_payload(self.tree, translator) for each in self.tree.get_commands()]
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True, default=str).encode()).hexdigest()
        key = f"{self.application_id}:{self._dev_server or ''}"
        file = self._data_dir / SYNCED_FILE
        try:
            known = json.loads(file.read_text("utf-8")) if file.exists() else {}
        except (OSError, ValueError):
            known = {}
        if not isinstance(known, dict) or known.get(key) == digest:
            log.info("commands unchanged")
            return
        try:
            await self.tree.sync()
            if self._dev_server is not None:
                server = discord.Object(self._dev_server)
                self.tree.copy_global_to(guild=server)
                await self.tree.sync(guild=server)
        except discord.HTTPException as error:
            log.error("commands could not be registered: %s (code %s)", error.status, error.code)
            return
        log.info("%d commands registered", len(payload))
        known[key] = digest
        self._data_dir.mkdir(parents=True, exist_ok=True)
        fresh = file.with_suffix(".new")
        fresh.write_text(json.dumps(known), "utf-8")
        fresh.replace(file)

    # --- buttons, selects, forms --------------------------------------------------------------------------------------

    def on_press(self, action: str, handler: PressHandler) -> None:
        """Register what a button or select with this action does."""
        self._presses[action] = handler

    def on_form(self, action: str, handler: FormHandler) -> None:
        """Register what a submitted form with this action does."""
        self._forms[action] = handler

    def handlers(self) -> Mapping[str, PressHandler | FormHandler]:
        """What buttons, selects and forms do, by kind and action (`press ask.show`)."""
        presses: dict[str, PressHandler | FormHandler] = {f"press {name}": each for name, each in self._presses.items()}
        return presses | {f"form {name}": each for name, each in self._forms.items()}

    async def route_press(self, interaction: Interaction, version: int, action: str, args: tuple[str, ...]) -> None:
        """Run the handler of a button or select; an unknown one is answered with "expired"."""
        handler = self._presses.get(action) if version == 1 else None
        work = handler(interaction, readable(args)) if handler else None
        await self._guarded(interaction, work, f"button {action}")

    async def on_interaction(self, interaction: Interaction) -> None:
        """Route forms, and answer presses on buttons of some other making."""
        data: Any = interaction.data or {}
        custom_id = str(data.get("custom_id", ""))
        if interaction.type is discord.InteractionType.component and parse(custom_id) is None:
            await self._guarded(interaction, None, "an unknown button")
        elif interaction.type is discord.InteractionType.modal_submit:
            read = parse(custom_id)
            handler = self._forms.get(read[1]) if read and read[0] == 1 else None
            values = form_values(data.get("components") or [])
            work = handler(interaction, readable(read[2]), values) if handler and read else None
            await self._guarded(interaction, work, f"form {read[1] if read else '?'}")

    async def _guarded(self, interaction: Interaction, work: Awaitable[None] | None, doing: str) -> None:
        # A task of its own runs each press and form: the language lasts as long as it.
        self.locales.hear(interaction)
        if not self.arrivals.is_new(interaction.id):
            _leave(work)
            return
        try:
            self.arrivals.take(interaction.user.id, interaction.guild_id)
        except TooFast as error:
            _leave(work)
            await errors.report(interaction, error, doing)
            return
        try:
            if work is None:
                await Reply(interaction).show(render.notice(_(EXPIRED)))
            else:
                await work
        except Exception as error:
            await errors.report(interaction, error, doing)
        try:
            await self.boards.catch_up(interaction)
        except Exception as error:
            errors.log_unexpected(error, "bringing a board up to date")

    # --- text ---------------------------------------------------------------------------------------------------------

    async def on_message(self, message: discord.Message, /) -> None:
        """No text commands: what people write is for the asking cog's listener."""

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log an error in a listener, without its message."""
        error = sys.exc_info()[1]
        if error is not None:
            errors.log_unexpected(error, event_method)


def _leave(work: Awaitable[None] | None) -> None:
    """Drop work that wasn't begun."""
    if inspect.iscoroutine(work):
        work.close()


def share_time() -> None:
    """Let the event loop have its turn while threads search and play: acknowledgements and heartbeats can't wait.

    A thread that computes gives the interpreter up only after the switch interval, and each one that waits for it makes
    the loop's turn rarer: so the interval is short, and few threads compute at once (scripts are two at most).
    """
    sys.setswitchinterval(_SWITCH_SECONDS)
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(_THREADS, thread_name_prefix="work"))


def spare_the_collector() -> None:
    """Leave what is here now (catalogue, rulings, search index) out of the garbage collector's full rounds.

    These are millions of objects that live as long as the process; to look through them stops everything for some
    tenths of a second each time (https://docs.python.org/3/library/gc.html#gc.freeze).
    """
    gc.collect()
    gc.freeze()


async def serve(services: Services, token: str, *, data_dir: Path, dev_server: int | None = None) -> None:
    """Run the bot until it is cancelled.

    Raises:
        discord.LoginFailure: the token is refused.
    """
    share_time()
    spare_the_collector()
    async with TableJudge(services, data_dir=data_dir, dev_server=dev_server) as client:
        await client.start(token)
