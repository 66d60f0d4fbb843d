"""Tables where the app is no member: people play in a group chat, or in a server that they brought it to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app_world import World
from discord_standin.interactions import Interaction
from discord_standin.world import Channel, Message, User
from real_tables import Play

HAND = "hand: Exalted Angel, Shock, Opt; battlefield: Island x2, Mountain; library: Delver of Secrets, Forest, Forest"
#: On top of that library.
SECRET = "Delver of Secrets"
#: Part of what is said of a board that can't be changed.
BEHIND = "from the next press on it"
#: The places.
GROUP, CHAT, SERVER = "group", "chat", "server"


class Afar(Play):
    """People at tables of a place where the app is no member."""

    def __init__(self, world: World, place: str) -> None:
        super().__init__(world)
        people = (world.alice, world.bob, world.carol)
        standin = world.standin
        standin.user_installs |= {each.id for each in people}
        made: dict[str, Callable[[], Channel]] = {
            GROUP: lambda: standin.add_group(*people),
            CHAT: lambda: standin.add_chat(*people[:2]),
            SERVER: lambda: standin.general(standin.add_guild("Elsewhere", *people, has_bot=False)),
        }
        self.channel = made[place]()

    async def slash(self, user: User, command: str, **options: Any) -> Interaction:
        given = {name.replace("_", "-"): value for name, value in options.items()}
        return await self.standin.slash(user, command, given, channel=self.channel)

    async def press(self, user: User, message: Message, label: str) -> Interaction:
        """Press a button, and wait for everything that comes of it."""
        done = await self.standin.press(user, message, label=label)
        await self.standin.settle(0.1)
        return done

    def boards(self) -> list[Message]:
        """The boards that stand there, oldest first."""
        return [each for each in self.standin.public_messages(self.channel) if "My cards" in each.buttons()]

    async def put(self, asked: Interaction, user: User | None = None) -> Message:
        """The host puts the board there."""
        label = "Put the board here" if "Put the board here" in asked.text else "Bring board here"
        await self.press(user or self.world.alice, asked.messages[-1], label)
        return self.boards()[-1]

    async def start(self, **options: Any) -> Message:
        """Alice starts a table with Bob and puts the board there, Bob accepts."""
        board = await self.put(await self.slash(self.world.alice, "sim start", opponent=self.world.bob, **options))
        await self.press(self.world.bob, board, "Accept the seat of Bob")
        await self.shows(board, "Pass", without="invited")
        return board

    async def shows(self, board: Message, words: str, *, without: str = "\0") -> None:
        await self.standin.until(
            lambda: words in board.text and without not in board.text, f"{words!r} on the board: {board.text}"
        )
