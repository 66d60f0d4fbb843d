"""The Discord app in a small world: a server with people, services, and the real discord.py against the stand-in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from discord_standin.server import StandIn
from discord_standin.world import Channel, Guild, Message, User
from fake_services import FakeAsking, FakeCards, FakeTables
from launch import point_at

from bot.discord_app.app import TableJudge
from bot.discord_app.ports import Services
from bot.services.answers import AnswerService
from bot.services.card_pool import load_pool
from bot.services.moderation import ModerationService
from bot.services.reference import ReferenceService
from bot.services.scenes import Scenes
from rulings.store import Store


@dataclass
class World:
    standin: StandIn
    asking: FakeAsking
    tables: FakeTables
    store: Store
    data_dir: Path
    alice: User
    bob: User
    carol: User
    mod: User
    guild: Guild
    general: Channel

    def services(self) -> Services:
        return Services(
            self.asking,
            FakeCards(),
            self.tables,
            ModerationService(self.store),
            settings=self.store.settings,
            privacy=self.store.privacy,
            reference=(reference := ReferenceService(self.data_dir)),
            answers=AnswerService(self.store, reference, self.asking.digest, self.asking.said_of),
            scenes=Scenes(load_pool()),
            languages=self.store.languages,
        )

    @asynccontextmanager
    async def bot(self) -> AsyncIterator[TableJudge]:
        point_at(self.standin.api_url, self.standin.gateway_url)
        client = TableJudge(self.services(), data_dir=self.data_dir)
        task = asyncio.create_task(client.start(self.standin.token))
        try:
            before = len(self.standin.gateway.identifies)
            await self.standin.until(lambda: task.done() or len(self.standin.gateway.identifies) > before, "IDENTIFY")
            if task.done():
                task.result()
            yield client
            await self.standin.settle()
        finally:
            await client.close()
            await asyncio.gather(task, return_exceptions=True)

    def check_secrets(self) -> None:
        """No card that lies face down at a running table was in anything that another person ever saw."""
        people = (self.alice, self.bob, self.carol, self.mod)
        # Real tables don't give their secrets away: tests with those name what nobody else may see.
        for table in getattr(self.tables, "all", {}).values():
            for handle, (player, card) in table.down.items():
                mine = {seat.user_id for seat in table.seats if seat.player == player}
                for person in people:
                    # Completions offer every card there is.
                    seen = [
                        each for each in self.standin.exposures if each.kind != "choices" and each.visible_to(person)
                    ]
                    shown = not table.over and person.id not in mine and any(card in each.text for each in seen)
                    assert not shown, f"{person.name} saw {handle}: {card}"

    async def table(self) -> Message:
        """Alice starts a table with Bob, Bob accepts; returns the board."""
        await self.standin.slash(self.alice, "sim start", {"opponent": self.bob}, channel=self.general)
        board = self.board()
        await self.standin.press(self.bob, board, label="Accept the seat of Bob")
        return board

    def board(self) -> Message:
        """The newest board of the server, in its thread."""
        posted = [each for each in self.standin.messages.values() if each.ephemeral_to is None and not each.deleted]
        there = [each for each in posted if each.channel.guild is self.guild and "My cards" in each.buttons()]
        return max(there, key=lambda each: each.id)
