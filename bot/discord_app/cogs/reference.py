"""`/rule` and `/glossary`, and the rule numbers of answers: each opens its text in private."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from discord import app_commands
from discord.ext import commands

from bot.discord_app import render_reference
from bot.discord_app.app import TableJudge
from bot.discord_app.cogs.completion import completion, labelled_choices
from bot.discord_app.cogs.places import in_place, in_server, scope_of
from bot.discord_app.cogs.posting import post_language
from bot.discord_app.components import Interaction
from bot.discord_app.replies import Reply
from bot.i18n import speaking
from bot.telling import told
from rulings.reference.lookup import Found
from rulings.reference.records import Kind


class Reference(commands.Cog):
    """The rules' text and its glossary."""

    def __init__(self, bot: TableJudge) -> None:
        self._bot = bot
        self._service = bot.services.reference
        bot.on_press("rule.open", self.open)
        bot.on_press("rule.go", self.go)
        bot.on_press("rule.page", self.turn_rule)
        bot.on_press("glossary.page", self.turn_term)
        bot.on_press("rule.post", self.post_rule)
        bot.on_press("glossary.post", self.post_term)

    @app_commands.command(name="rule", description="Read the Comprehensive Rules.")
    @app_commands.describe(query="A number (704.5, 708, 702.37a-e), a heading (Manifest), or a few words.")
    async def rule(self, interaction: Interaction, query: str) -> None:
        """Answer in private; a button posts the page to the channel."""
        await self._show(interaction, Reply(interaction, private=in_server(interaction)), query)

    @rule.autocomplete("query")
    @completion
    async def complete_rule(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Numbers, headings and terms that fit what was typed."""
        found = await asyncio.to_thread(self._service.complete_rule, typed)
        return labelled_choices([(told(label), value) for label, value in found])

    @app_commands.command(name="glossary", description="Look up a term in the rules' glossary.")
    @app_commands.describe(term="For example: permanent, token, last known information.")
    async def glossary(self, interaction: Interaction, term: str) -> None:
        """Answer in private; a button posts the entry to the channel."""
        await self._show(interaction, Reply(interaction, private=in_server(interaction)), term, glossary=True)

    @glossary.autocomplete("term")
    @completion
    async def complete_term(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Terms of the glossary that fit what was typed."""
        return labelled_choices([(each, each) for each in await asyncio.to_thread(self._service.complete_term, typed)])

    async def open(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Open a rule that an answer cites, in private beside it."""
        await self._show(interaction, Reply(interaction, private=True), args[0])

    async def go(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Go on to another rule: in the same message where only this person reads it, else in private beside it."""
        await self._show(interaction, in_place(interaction), args[0])

    async def turn_rule(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Turn the page."""
        await self._show(interaction, in_place(interaction), args[1], int(args[0]))

    async def turn_term(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Turn the page of a glossary entry."""
        await self._show(interaction, in_place(interaction), args[1], int(args[0]), glossary=True)

    async def post_rule(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Post the page to the channel."""
        await self._post(interaction, int(args[0]), args[1], glossary=False)

    async def post_term(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Post the glossary entry to the channel."""
        await self._post(interaction, int(args[0]), args[1], glossary=True)

    async def _post(self, interaction: Interaction, number: int, query: str, *, glossary: bool) -> None:
        reply = Reply(interaction, private=False)
        found, note = await self._find(query, glossary=glossary)
        async with self._bot.posted.once(interaction, f"{number}:{query}"):
            with speaking(await post_language(self._bot, scope_of(interaction))):
                view = render_reference.rules(found, note, number, postable=False)
            await reply.show(view)

    async def _show(
        self, interaction: Interaction, reply: Reply, query: str, number: int = 0, *, glossary: bool = False
    ) -> None:
        found, note = await reply.work(self._find(query, glossary=glossary))
        await reply.show(render_reference.rules(found, note, number, postable=in_server(interaction)))

    async def _find(self, query: str, *, glossary: bool) -> tuple[Found, str]:
        look_up = self._service.glossary if glossary else self._service.rule
        found = await asyncio.to_thread(look_up, query)
        if glossary and not found.has_text:
            # Before a sync there is no glossary, which is said; a heading of the rules with that name leads on.
            found = replace(await asyncio.to_thread(self._service.rule, query), message=found.message)
        return found, await asyncio.to_thread(self._service.data_note, Kind.RULES)
