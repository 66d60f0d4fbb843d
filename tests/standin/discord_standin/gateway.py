"""The gateway: a websocket that says HELLO, takes IDENTIFY or RESUME, acknowledges heartbeats and dispatches events."""

from __future__ import annotations

import json
import secrets
import time
import zlib
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

if TYPE_CHECKING:
    from discord_standin.server import StandIn

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 0, 1, 2, 6, 7, 9, 10, 11
#: Guild members, presences, message content: refused unless switched on for the app.
PRIVILEGED = (1 << 1) | (1 << 8) | (1 << 15)


class Session:
    """What survives a lost connection: the events sent so far, so that RESUME can replay the missed ones."""

    def __init__(self, intents: int) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.events: list[dict[str, Any]] = []
        self.connection: Connection | None = None

    async def dispatch(self, name: str, data: dict[str, Any]) -> None:
        event = {"op": DISPATCH, "t": name, "s": len(self.events) + 1, "d": data}
        self.events.append(event)
        if self.connection is not None:
            await self.connection.send(event)


class Connection:
    """One websocket, with zlib-stream compression where the client asks for it."""

    def __init__(self, socket: web.WebSocketResponse, compress: bool) -> None:
        self.socket = socket
        self._zlib = zlib.compressobj() if compress else None

    async def send(self, payload: dict[str, Any]) -> None:
        text = json.dumps(payload)
        if self.socket.closed:
            return
        if self._zlib is None:
            await self.socket.send_str(text)
        else:
            await self.socket.send_bytes(self._zlib.compress(text.encode()) + self._zlib.flush(zlib.Z_SYNC_FLUSH))


class Gateway:
    """All sessions of the bot; the stand-in knows one bot, a new IDENTIFY replaces the session before."""

    def __init__(self, standin: StandIn, heartbeat_ms: int = 41_250) -> None:
        self.standin = standin
        self.heartbeat_ms = heartbeat_ms
        self.sessions: dict[str, Session] = {}
        self.current: Session | None = None
        self.identifies: list[dict[str, Any]] = []
        self.resumes = 0
        #: When each heartbeat came (monotonic seconds).
        self.heartbeats: list[float] = []

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        compress = request.query.get("compress")
        if compress not in (None, "zlib-stream"):
            raise web.HTTPBadRequest(text=f"compression {compress} is not spoken here")
        socket = web.WebSocketResponse(heartbeat=None)
        await socket.prepare(request)
        connection = Connection(socket, compress is not None)
        await connection.send({"op": HELLO, "s": None, "t": None, "d": {"heartbeat_interval": self.heartbeat_ms}})
        session: Session | None = None
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    break
                payload = json.loads(message.data)
                session = await self._take(payload, connection, session)
        finally:
            if session is not None and session.connection is connection:
                session.connection = None
        return socket

    async def _take(self, payload: dict[str, Any], connection: Connection, session: Session | None) -> Session | None:
        operation, data = payload["op"], payload.get("d")
        if operation == HEARTBEAT:
            self.heartbeats.append(time.monotonic())
            await connection.send({"op": HEARTBEAT_ACK, "s": None, "t": None, "d": None})
        elif operation == IDENTIFY:
            return await self._identify(data, connection)
        elif operation == RESUME:
            return await self._resume(data, connection)
        return session

    async def _identify(self, data: dict[str, Any], connection: Connection) -> Session | None:
        self.identifies.append(data)
        if data["token"] != self.standin.token:
            await connection.socket.close(code=4004, message=b"Authentication failed.")
            return None
        if data["intents"] & PRIVILEGED & ~self.standin.privileged_intents:
            await connection.socket.close(code=4014, message=b"Disallowed intent(s).")
            return None
        session = Session(data["intents"])
        session.connection = connection
        self.sessions[session.id] = session
        self.current = session
        guilds = [guild for guild in self.standin.guilds.values() if guild.has_bot]
        ready = {
            "v": 10,
            "user": self.standin.bot.payload(),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "private_channels": [],
            "session_id": session.id,
            "resume_gateway_url": self.standin.gateway_url,
            "application": {"id": str(self.standin.application_id), "flags": 0},
            "shard": data.get("shard", [0, 1]),
        }
        await session.dispatch("READY", ready)
        for guild in guilds:
            await session.dispatch("GUILD_CREATE", guild.payload(self.standin.bot))
        self.standin.changed()
        return session

    async def _resume(self, data: dict[str, Any], connection: Connection) -> Session | None:
        session = self.sessions.get(data["session_id"])
        if session is None or data["token"] != self.standin.token:
            await connection.send({"op": INVALID_SESSION, "s": None, "t": None, "d": False})
            return None
        self.resumes += 1
        missed = session.events[data["seq"] :]
        for event in missed:
            await connection.send(event)
        session.connection = connection
        await session.dispatch("RESUMED", {})
        self.standin.changed()
        return session

    async def dispatch(self, name: str, data: dict[str, Any]) -> None:
        """Send an event to the bot; while it is disconnected the event waits for its RESUME."""
        if self.current is None:
            raise RuntimeError("the bot has not identified yet")
        await self.current.dispatch(name, data)

    async def drop(self, code: int = 4000) -> None:
        """Cut the connection, as a network failure does (the session can be resumed)."""
        if self.current is not None and self.current.connection is not None:
            await self.current.connection.socket.close(code=code)

    async def ask_reconnect(self) -> None:
        """Send RECONNECT: the client closes and resumes."""
        if self.current is not None and self.current.connection is not None:
            await self.current.connection.send({"op": RECONNECT, "s": None, "t": None, "d": None})

    async def invalidate(self, *, resumable: bool) -> None:
        """Send INVALID_SESSION; not resumable: the session's missed events are lost and the client identifies anew."""
        session = self.current
        if session is None or session.connection is None:
            return
        if not resumable:
            self.sessions.pop(session.id, None)
        await session.connection.send({"op": INVALID_SESSION, "s": None, "t": None, "d": resumable})

    async def close(self) -> None:
        for session in self.sessions.values():
            if session.connection is not None:
                await session.connection.socket.close(code=1001)
