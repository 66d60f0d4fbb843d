"""The Discord app over real tables: the stand-in, the store and the simulator, with people who play."""

from __future__ import annotations

from typing import Any

from app_world import World
from discord_standin.interactions import Interaction
from discord_standin.world import Message, User

from bot.discord_app.components import parse


class Play:
    """People at real tables of one world."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.standin = world.standin

    async def start(self, **options: Any) -> Message:
        """Alice starts a table with Bob, who accepts; returns the board."""
        world = self.world
        await self.standin.slash(world.alice, "sim start", {"opponent": world.bob, **options}, channel=world.general)
        board = world.board()
        await self.standin.press(world.bob, board, label="Accept the seat of Bob")
        await self.standin.until(lambda: "Accept" not in str(board.buttons()), "both seated")
        return board

    async def choose(self, user: User, page: Interaction, *labels: str) -> Interaction:
        """Choose what is labelled so, in whichever menu of a page it stands."""
        message = page.messages[-1] if page.messages else page.source
        assert message is not None
        for part in message.components():
            found = {
                option["label"].partition(". ")[2] or option["label"]: option for option in part.get("options") or []
            }
            known = {option["label"]: option for option in part.get("options") or []}
            if part["type"] == 3 and all(label in found or label in known for label in labels):
                values = [(known.get(label) or found[label])["value"] for label in labels]
                return await self.standin.select(user, message, values, part["custom_id"])
        raise AssertionError(f"no menu with {labels} on {message.text}")

    def hidden_from(self, user: User, *names: str) -> None:
        """Nothing that this person's client received, or an onlooker could see, holds one of the names."""
        for name in names:
            assert name not in self.standin.seen_by(user), f"{user.name} was sent {name}"
            assert name not in self.standin.seen_in_public(), f"{name} was public"

    def within_limits(self) -> None:
        """Every custom_id that was ever sent can be read, is short enough and names no card of the decks."""
        for message in self.standin.messages.values():
            for version in message.versions:
                for part in _walk(version.get("components") or []):
                    if "custom_id" in part and message.author is self.standin.bot:
                        assert len(part["custom_id"].encode()) <= 100
                        assert parse(part["custom_id"]) is not None


def _walk(parts: list[dict[str, Any]]) -> Any:
    for part in parts:
        yield part
        yield from _walk(part.get("components") or [])
