"""REST v10: the routes that a bot uses, with Discord's error bodies, rate limits and failures on demand."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from aiohttp import web
from discord_standin.commands import check_commands, stored
from discord_standin.interactions import MESSAGE, UPDATE, Interaction
from discord_standin.validate import Refused, check_message
from discord_standin.world import Channel, Message, User, snowflake

if TYPE_CHECKING:
    from discord_standin.server import StandIn

Answer = dict[str, Any] | list[Any] | None
#: A channel whose messages other servers may follow; its threads are of their own type.
ANNOUNCEMENTS = 5
SEND, VIEW, THREADS = 1 << 11, 1 << 10, 1 << 35


@dataclass
class Fault:
    """The next `times` requests whose "METHOD path" matches fail with this status."""

    pattern: re.Pattern[str]
    status: int
    times: int
    #: The request is carried out first: the answer is what gets lost.
    after_applying: bool = False
    retry_after: float = 0.05
    code: int = 0


class Rest:
    """Requests of the bot: authorised, parsed, validated, applied, answered."""

    def __init__(self, standin: StandIn) -> None:
        self.standin = standin
        self.faults: list[Fault] = []
        #: "METHOD path" of every request, in order.
        self.requests: list[str] = []
        self.in_flight = 0

    def routes(self) -> list[web.RouteDef]:
        app, me = "/applications/{application}", "/users/@me"
        hook = "/webhooks/{application}/{token}"
        table: list[tuple[str, str, Callable[..., Awaitable[Answer]]]] = [
            ("GET", "/gateway", self._gateway),
            ("GET", "/gateway/bot", self._gateway),
            ("GET", me, self._me),
            ("GET", me + "/guilds", self._guilds),
            ("GET", "/oauth2/applications/@me", self._application),
            ("GET", "/applications/@me", self._application),
            ("GET", app + "/emojis", self._emojis),
            ("GET", app + "/commands", self._commands),
            ("PUT", app + "/commands", self._overwrite),
            ("GET", app + "/guilds/{guild}/commands", self._commands),
            ("PUT", app + "/guilds/{guild}/commands", self._overwrite),
            ("POST", "/interactions/{interaction}/{token}/callback", self._callback),
            ("POST", hook, self._follow_up),
            ("GET", hook + "/messages/{message}", self._get_reply),
            ("PATCH", hook + "/messages/{message}", self._edit_reply),
            ("DELETE", hook + "/messages/{message}", self._delete_reply),
            ("POST", me + "/channels", self._open_dm),
            ("GET", "/users/{user}", self._user),
            ("GET", "/channels/{channel}", self._channel),
            ("PATCH", "/channels/{channel}", self._edit_channel),
            ("POST", "/channels/{channel}/typing", self._typing),
            ("POST", "/channels/{channel}/threads", self._thread),
            ("POST", "/channels/{channel}/messages/{message}/threads", self._thread),
            ("POST", "/channels/{channel}/messages", self._send),
            ("GET", "/channels/{channel}/messages/{message}", self._get_message),
            ("PATCH", "/channels/{channel}/messages/{message}", self._edit_message),
            ("DELETE", "/channels/{channel}/messages/{message}", self._delete_message),
        ]
        files = web.get("/api/v10/files/{file}/{name}", self._file)
        return [files, *(web.route(method, "/api/v10" + path, self._wrap(handler)) for method, path, handler in table)]

    async def _file(self, request: web.Request) -> web.Response:
        content = self.standin.uploads.get(request.match_info["file"])
        return web.Response(status=404) if content is None else web.Response(body=content)

    def fail_next(
        self,
        pattern: str,
        status: int,
        *,
        times: int = 1,
        after_applying: bool = False,
        retry_after: float = 0.05,
        code: int = 0,
    ) -> None:
        """Make the next matching requests fail (429 with its `retry_after`, 5xx, or 4xx with an error code)."""
        self.faults.append(Fault(re.compile(pattern), status, times, after_applying, retry_after, code))

    def _wrap(self, handler: Callable[..., Awaitable[Answer]]) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def run(request: web.Request) -> web.Response:
            self.in_flight += 1
            try:
                return await self._answer(request, handler)
            finally:
                self.in_flight -= 1
                self.standin.changed()

        return run

    async def _answer(self, request: web.Request, handler: Callable[..., Awaitable[Answer]]) -> web.Response:
        line = f"{request.method} {request.path.removeprefix('/api/v10')}"
        self.requests.append(line)
        open_route = "/interactions/" in line or "/webhooks/" in line
        if not open_route and request.headers.get("Authorization") != f"Bot {self.standin.token}":
            return _error(Refused(401, 0, "401: Unauthorized"))
        body, files = await _body(request)
        fault = next((each for each in self.faults if each.times and each.pattern.search(line)), None)
        if fault is not None:
            fault.times -= 1
            if not fault.after_applying:
                return _fault_response(fault)
        try:
            answer = await handler(request, body, files)
        except Refused as refusal:
            self.standin.refused.append((line, refusal))
            self.standin.badly_made.append(refusal)
            return _error(refusal)
        if fault is not None:
            return _fault_response(fault)
        return web.Response(status=204) if answer is None else _json(answer)

    # --- application ------------------------------------------------------------------------------------------------

    async def _gateway(self, request: web.Request, body: Any, files: dict[str, bytes]) -> Answer:
        limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        return {"url": self.standin.gateway_url, "shards": 1, "session_start_limit": limit}

    async def _me(self, request: web.Request, body: Any, files: dict[str, bytes]) -> Answer:
        return self.standin.bot.payload()

    async def _guilds(self, request: web.Request, body: Any, files: dict[str, bytes]) -> Answer:
        bot, here = self.standin.bot, [each for each in self.standin.guilds.values() if each.has_bot]
        return [{"id": str(g.id), "name": g.name, "permissions": str(g.permissions_of(bot))} for g in here]

    async def _application(self, request: web.Request, body: Any, files: dict[str, bytes]) -> Answer:
        return {
            "id": str(self.standin.application_id),
            "name": self.standin.bot.name,
            "description": "",
            "icon": None,
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "flags": 0,
            "owner": self.standin.owner.payload(),
            "team": None,
            "integration_types_config": {"0": {}, "1": {}},
        }

    async def _emojis(self, request: web.Request, body: Any, files: dict[str, bytes]) -> Answer:
        return {"items": self.standin.emojis}

    async def _commands(self, request: web.Request, body: Any, files: dict[str, bytes]) -> Answer:
        return list(self.standin.commands.get(_scope(request), {}).values())

    async def _overwrite(self, request: web.Request, body: Any, files: dict[str, bytes]) -> Answer:
        check_commands(body)
        scope = _scope(request)
        old = self.standin.commands.get(scope, {})
        new = {}
        for command in body:
            key = (command.get("type", 1), command["name"])
            new[key] = stored(command, self.standin.application_id, scope, old.get(key))
        self.standin.commands[scope] = new
        self.standin.command_syncs += 1
        return list(new.values())

    # --- interactions -----------------------------------------------------------------------------------------------

    async def _callback(self, request: web.Request, body: Any, files: dict[str, bytes]) -> Answer:
        callbacks = self.standin.callbacks
        interaction = callbacks.acknowledge(
            int(request.match_info["interaction"]), request.match_info["token"], body, files
        )
        if request.query.get("with_response") not in ("1", "true"):
            return None
        return _callback_response(interaction, body["type"])

    async def _follow_up(self, request: web.Request, body: Any, files: dict[str, bytes]) -> Answer:
        return self.standin.callbacks.follow_up(request.match_info["token"], body, files).payload()

    async def _get_reply(self, request: web.Request, body: Any, files: dict[str, bytes]) -> Answer:
        return self.standin.callbacks.find(request.match_info["token"], request.match_info["message"])[1].payload()

    async def _edit_reply(self, request: web.Request, body: Any, files: dict[str, bytes]) -> Answer:
        where = request.match_info
        return self.standin.callbacks.edit(where["token"], where["message"], body, files).payload()

    async def _delete_reply(self, request: web.Request, body: Any, files: dict[str, bytes]) -> Answer:
        self.standin.callbacks.delete(request.match_info["token"], request.match_info["message"])
        return None

    # --- channels and messages --------------------------------------------------------------------------------------

    async def _open_dm(self, request: web.Request, body: Any, files: dict[str, bytes]) -> Answer:
        user = self.standin.users.get(int(body["recipient_id"]))
        if user is None:
            raise Refused(400, 50033, "Invalid Recipient(s)")
        return self.standin.dm_with(user).payload()

    async def _user(self, request: web.Request, body: Any, files: dict[str, bytes]) -> Answer:
        return self._find_user(request.match_info["user"]).payload()

    def _find_user(self, text: str) -> User:
        user = self.standin.users.get(int(text)) if text.isdigit() else None
        if user is None:
            raise Refused(404, 10013, "Unknown User")
        return user

    def _find_channel(self, request: web.Request, needed: int = VIEW) -> Channel:
        channel = self.standin.channels.get(int(request.match_info["channel"]))
        if channel is None:
            raise Refused(404, 10003, "Unknown Channel")
        if not channel.has_bot:
            raise Refused(403, 50001, "Missing Access")
        if channel.bot_permissions is not None:
            if not channel.bot_permissions & VIEW:
                raise Refused(403, 50001, "Missing Access")
            if channel.bot_permissions & needed != needed:
                raise Refused(403, 50013, "Missing Permissions")
        return channel

    def _find_message(self, request: web.Request) -> Message:
        channel = self._find_channel(request)
        message = self.standin.messages.get(int(request.match_info["message"]))
        if message is None or message.channel is not channel or message.deleted or message.ephemeral_to is not None:
            raise Refused(404, 10008, "Unknown Message")
        return message

    async def _channel(self, request: web.Request, body: Any, files: dict[str, bytes]) -> Answer:
        return self._find_channel(request).payload()

    async def _edit_channel(self, request: web.Request, body: Any, files: dict[str, bytes]) -> Answer:
        channel = self._find_channel(request)
        channel.archived = bool(body.get("archived", channel.archived))
        channel.name = body.get("name", channel.name)
        return channel.payload()

    async def _typing(self, request: web.Request, body: Any, files: dict[str, bytes]) -> Answer:
        self._find_channel(request, SEND)
        return None

    async def _thread(self, request: web.Request, body: Any, files: dict[str, bytes]) -> Answer:
        parent = self._find_channel(request, THREADS)
        name = body.get("name")
        if not isinstance(name, str) or not 1 <= len(name) <= 100 or parent.guild is None:
            errors = {"name": {"_errors": [{"code": "BASE_TYPE_BAD_LENGTH", "message": "1 to 100 characters"}]}}
            raise Refused(400, 50035, "Invalid Form Body", errors)
        started_by = request.match_info.get("message")
        kind = 10 if parent.type == ANNOUNCEMENTS else 11
        if started_by is None and body.get("type") != kind:
            errors = {"type": {"_errors": [{"code": "BASE_TYPE_CHOICES", "message": f"must be {kind}"}]}}
            raise Refused(400, 50035, "Invalid Form Body", errors)
        thread = Channel(kind, id=int(started_by) if started_by else snowflake(), name=name, guild=parent.guild)
        thread.parent_id = parent.id
        self.standin.add_channel(thread)
        await self.standin.gateway.dispatch("THREAD_CREATE", thread.payload() | {"newly_created": True})
        return thread.payload()

    async def _send(self, request: web.Request, body: Any, files: dict[str, bytes]) -> Answer:
        channel = self._find_channel(request, SEND)
        if channel.type == 1:
            self._check_dm(channel)
        check_message(body)
        if body.get("enforce_nonce") and (nonce := body.get("nonce")):
            # the same nonce within a few minutes gives the message that is there
            same = (each for each in self.standin.messages.values() if each.body.get("nonce") == nonce)
            if (known := next(same, None)) is not None:
                return known.payload()
        return self.standin.post(channel, body, files).payload()

    def _check_dm(self, channel: Channel) -> None:
        person = next(user for user in channel.recipients if not user.bot)
        if not person.takes_dms:
            raise Refused(403, 50007, "Cannot send messages to this user")
        shared = any(guild.has_bot and person.id in guild.members for guild in self.standin.guilds.values())
        if not shared and person.id not in self.standin.user_installs:
            raise Refused(403, 50278, "Cannot send messages to this user due to having no mutual guilds")

    async def _get_message(self, request: web.Request, body: Any, files: dict[str, bytes]) -> Answer:
        return self._find_message(request).payload()

    async def _edit_message(self, request: web.Request, body: Any, files: dict[str, bytes]) -> Answer:
        message = self._find_message(request)
        if message.author is not self.standin.bot:
            raise Refused(403, 50005, "Cannot edit a message authored by another user")
        check_message(body, base=message.body)
        self.standin.edit(message, body, files)
        return message.payload()

    async def _delete_message(self, request: web.Request, body: Any, files: dict[str, bytes]) -> Answer:
        self._find_message(request).deleted = True
        return None


def _scope(request: web.Request) -> int | None:
    guild = request.match_info.get("guild")
    return int(guild) if guild else None


async def _body(request: web.Request) -> tuple[Any, dict[str, bytes]]:
    files: dict[str, bytes] = {}
    if request.content_type == "multipart/form-data":
        body: Any = {}
        async for part in await request.multipart():
            raw = await part.read(decode=False)
            if part.name == "payload_json":
                body = json.loads(raw)
            else:
                files[part.filename or part.name or ""] = bytes(raw)
        return body, files
    raw = await request.read()
    return (json.loads(raw) if raw else {}), files


def _json(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    # Discord sends no charset, and the library compares the whole header.
    content_type = {"Content-Type": "application/json"}
    return web.Response(body=json.dumps(body).encode(), status=status, headers={**content_type, **(headers or {})})


def _error(refusal: Refused) -> web.Response:
    return _json(refusal.payload(), refusal.status)


def _fault_response(fault: Fault) -> web.Response:
    if fault.status == 429:
        body = {"message": "You are being rate limited.", "retry_after": fault.retry_after, "global": False}
        # The client takes a 429 without a Via header for a ban by the edge.
        return _json(body, 429, {"Via": "1.1 standin", "Retry-After": "1"})
    if fault.code:
        return _json({"code": fault.code, "message": "refused on demand"}, fault.status)
    return web.Response(status=fault.status, text="upstream error")


def _callback_response(interaction: Interaction, kind: int) -> Answer:
    message = interaction.original if kind != UPDATE else interaction.source
    about: dict[str, Any] = {"id": str(interaction.id), "type": interaction.type}
    answer: dict[str, Any] = {"interaction": about}
    if message is not None:
        about |= {
            "response_message_id": str(message.id),
            "response_message_loading": message.loading,
            "response_message_ephemeral": message.ephemeral_to is not None,
        }
        if kind in (MESSAGE, UPDATE):
            answer["resource"] = {"type": kind, "message": message.payload()}
    return answer
