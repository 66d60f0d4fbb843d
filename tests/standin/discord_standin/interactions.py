"""Interactions: one acknowledgement each, visibility fixed by it, then edits of the original and follow-ups."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from discord_standin.validate import Refused, check_choices, check_message, check_modal
from discord_standin.world import EPHEMERAL, Channel, Message, User, everything, readable, snowflake

if TYPE_CHECKING:
    from discord_standin.server import StandIn

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
PONG, MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 1, 4, 5, 6, 7, 8, 9
ACKNOWLEDGE_WITHIN = 3.0
#: Seconds for which an interaction's token answers and edits.
TOKEN_LIFE = 900.0


@dataclass
class Interaction:
    """What a person did, and everything that the bot answered to it."""

    type: int
    user: User
    channel: Channel
    context: int
    data: dict[str, Any]
    #: The message whose button or select was used (also for a modal opened from there).
    source: Message | None = None
    id: int = field(default_factory=snowflake)
    token: str = field(default_factory=lambda: secrets.token_urlsafe(48))
    sent_at: float = field(default_factory=time.monotonic)
    #: The callback type of the first acknowledgement.
    acknowledged: int | None = None
    #: Seconds until it came; more than 3 would have been "the application did not respond".
    delay: float | None = None
    ephemeral: bool = False
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    modal: dict[str, Any] | None = None
    choices: list[dict[str, Any]] | None = None
    #: A deferral was filled: the original edited, a follow-up sent, or the original deleted.
    completed: bool = False
    expired: bool = False
    user_installed: bool = False
    #: Refusals that the bot's answers met (HTTP status, code).
    refusals: list[Refused] = field(default_factory=list)

    @property
    def messages(self) -> list[Message]:
        """The reply and the follow-ups."""
        return ([self.original] if self.original else []) + self.followups

    @property
    def text(self) -> str:
        """What the person reads as the outcome: reply, follow-ups, modal."""
        words = [message.text for message in self.messages if not message.deleted]
        if self.modal:
            words.append(readable(self.modal))
        return "\n".join(words)

    @property
    def private(self) -> bool:
        """Whether every answer was for this person alone."""
        alone = self.channel.guild is None and self.channel.has_bot
        return alone or all(message.ephemeral_to is self.user for message in self.messages)

    @property
    def done(self) -> bool:
        if self.acknowledged in (DEFER, DEFER_UPDATE):
            return self.completed
        return self.acknowledged is not None


class Callbacks:
    """The REST side of interactions."""

    def __init__(self, standin: StandIn) -> None:
        self.standin = standin
        self.by_id: dict[int, Interaction] = {}
        self.by_token: dict[str, Interaction] = {}

    def register(self, interaction: Interaction) -> None:
        self.by_id[interaction.id] = interaction
        self.by_token[interaction.token] = interaction

    def acknowledge(
        self, interaction_id: int, token: str, body: dict[str, Any], files: dict[str, bytes]
    ) -> Interaction:
        """The callback endpoint.

        Raises:
            Refused: 10062 unknown or too late, 40060 acknowledged before, 50035 bad body.
        """
        interaction = self.by_id.get(interaction_id)
        late = time.monotonic() - interaction.sent_at if interaction else 0.0
        too_late = self.standin.enforce_deadline and late > ACKNOWLEDGE_WITHIN
        if interaction is None or interaction.token != token or interaction.expired or too_late:
            raise Refused(404, 10062, "Unknown interaction")
        if interaction.acknowledged is not None:
            interaction.refusals.append(Refused(400, 40060, "Interaction has already been acknowledged."))
            raise interaction.refusals[-1]
        try:
            self._apply(interaction, body.get("type"), body.get("data") or {}, files)
        except Refused as refusal:
            interaction.refusals.append(refusal)
            raise
        interaction.acknowledged = body["type"]
        interaction.delay = late
        self.standin.changed()
        return interaction

    def _apply(self, interaction: Interaction, kind: Any, data: dict[str, Any], files: dict[str, bytes]) -> None:
        allowed = {
            COMMAND: {MESSAGE, DEFER, MODAL},
            COMPONENT: {MESSAGE, DEFER, DEFER_UPDATE, UPDATE, MODAL},
            AUTOCOMPLETE: {CHOICES},
            MODAL_SUBMIT: {MESSAGE, DEFER} | ({DEFER_UPDATE, UPDATE} if interaction.source else set()),
        }[interaction.type]
        if kind not in allowed:
            errors = {"type": {"_errors": [{"code": "BASE_TYPE_CHOICES", "message": f"must be one of {allowed}"}]}}
            raise Refused(400, 50035, "Invalid Form Body", errors)
        if kind == MESSAGE:
            check_message(data, where=("data",))
            interaction.ephemeral = bool((data.get("flags") or 0) & EPHEMERAL)
            interaction.original = self._new(interaction, data, files, private=interaction.ephemeral)
        elif kind == DEFER:
            interaction.ephemeral = bool((data.get("flags") or 0) & EPHEMERAL)
            interaction.original = self._new(interaction, {}, {}, private=interaction.ephemeral, loading=True)
        elif kind == UPDATE and interaction.source is not None:
            check_message(data, base=interaction.source.body, where=("data",))
            self.standin.edit(interaction.source, data, files)
        elif kind == CHOICES:
            focused = [option for option in _flat(interaction.data.get("options") or []) if option.get("focused")]
            check_choices(data.get("choices"), focused[0]["type"])
            interaction.choices = data["choices"]
            self.standin.expose("choices", interaction.channel, (interaction.user.id,), everything(data))
        elif kind == MODAL:
            check_modal(data)
            interaction.modal = data
            self.standin.expose("modal", interaction.channel, (interaction.user.id,), everything(data))

    def _new(
        self,
        interaction: Interaction,
        body: dict[str, Any],
        files: dict[str, bytes],
        *,
        private: bool,
        loading: bool = False,
    ) -> Message:
        guild = interaction.channel.guild
        # Where people may not use apps from outside, the answers of these are shown to one person.
        private = private or (interaction.user_installed and guild is not None and not guild.external_apps)
        if not private and interaction.type == COMMAND:
            # A public reply shows the command with its options to the channel.
            self.standin.expose("options", interaction.channel, None, everything(interaction.data))
        return self.standin.post(
            interaction.channel, body, files, ephemeral_to=interaction.user if private else None, loading=loading
        )

    def _of(self, token: str) -> Interaction:
        interaction = self.by_token.get(token)
        if interaction is None or interaction.acknowledged is None:
            raise Refused(404, 10015, "Unknown Webhook")
        if interaction.expired or time.monotonic() - interaction.sent_at > TOKEN_LIFE:
            raise Refused(401, 50027, "Invalid Webhook Token")
        return interaction

    def follow_up(self, token: str, body: dict[str, Any], files: dict[str, bytes]) -> Message:
        """A further message. The first after a deferral takes the deferred message's place and visibility."""
        interaction = self._of(token)
        try:
            check_message(body)
        except Refused as refusal:
            interaction.refusals.append(refusal)
            raise
        original = interaction.original
        if interaction.acknowledged == DEFER and original is not None and original.loading:
            self.standin.edit(original, body, files)
            interaction.completed = True
            self.standin.changed()
            return original
        if interaction.user_installed and len(interaction.followups) >= 5:
            raise Refused(400, 40094, "This interaction has reached the maximum number of follow-up messages")
        # Visibility is fixed at the first acknowledgement: after a public deferral nothing is private any more.
        private = bool((body.get("flags") or 0) & EPHEMERAL)
        if interaction.acknowledged == DEFER and not interaction.ephemeral:
            private = False
        message = self._new(interaction, body, files, private=private)
        interaction.followups.append(message)
        interaction.completed = True
        self.standin.changed()
        return message

    def find(self, token: str, which: str) -> tuple[Interaction, Message]:
        """`@original` or a follow-up by id.

        Raises:
            Refused: 10008, 10015 or 50027.
        """
        interaction = self._of(token)
        if which == "@original":
            message = interaction.original
            if interaction.acknowledged in (DEFER_UPDATE, UPDATE):
                message = interaction.source
        else:
            message = next((each for each in interaction.messages if str(each.id) == which), None)
            if message is None and interaction.source is not None and str(interaction.source.id) == which:
                message = interaction.source
        if message is None or message.deleted:
            raise Refused(404, 10008, "Unknown Message")
        return interaction, message

    def edit(self, token: str, which: str, body: dict[str, Any], files: dict[str, bytes]) -> Message:
        interaction, message = self.find(token, which)
        try:
            check_message(body, base=message.body)
        except Refused as refusal:
            interaction.refusals.append(refusal)
            raise
        self.standin.edit(message, body, files)
        if which == "@original":
            interaction.completed = True
        self.standin.changed()
        return message

    def delete(self, token: str, which: str) -> None:
        interaction, message = self.find(token, which)
        message.deleted = True
        interaction.completed = True
        self.standin.changed()


def _flat(options: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for option in options:
        found += [option, *_flat(option.get("options") or [])]
    return found
