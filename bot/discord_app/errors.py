"""What a person reads when something goes wrong: one table from exception type to words.

Nobody ever reads a traceback, and nobody is left with "the application did not respond". What nobody foresaw is logged
under a reference number, with the places in the code but without the exception's message: it could name a hidden card.
"""

from __future__ import annotations

import logging
import math
import secrets
from collections.abc import Callable, Sequence
from typing import Any

import discord
from discord import app_commands

from bot import telling
from bot.discord_app import limits, logs, render
from bot.discord_app.arrivals import TooFast
from bot.discord_app.components import EXPIRED, Interaction, Malformed
from bot.discord_app.ports import Refusal
from bot.discord_app.replies import Reply, TooLate
from bot.discord_app.transports import ShownToOne
from bot.i18n import N_, _, ngettext
from bot.services.moderation import InvalidRuling, ModerationError
from rulings.store.errors import StoreError
from simulator.errors import AmbiguousAction, IllegalAction, InvalidAction, Unsupported

log = logging.getLogger(__name__)

CANNOT_DM = N_(
    "I can't send you a direct message, and hidden cards are shown nowhere else. Nothing is lost: open my profile, "
    "choose *Message* and type `/look` there. (Or allow direct messages from this server, then try again.)"
)
NO_EXTERNAL = N_(
    "Discord shows my answers here to you alone: apps that people bring along may not post in this channel (*Use "
    "External Apps*). Bring the board to a channel where they may with `/sim board`, or play in a server that has me."
)
#: Where the app is no member: who added it to their account can be written to.
CANNOT_DM_GUEST = N_(
    "I can't send you a direct message, and hidden cards are shown nowhere else. Nothing is lost: "
    "[add me to your account]({link}), then try again. (Or open my profile, choose *Message* and type `/look` there.)"
)
#: Discord's error codes for a direct message that isn't delivered.
DM_REFUSED = frozenset({50007, 50278})


class NotAllowed(Exception):
    """The person lacks the permission; the message says which."""


class NoDirectMessage(Exception):
    """Discord didn't deliver a direct message to this person.

    Args:
        install: where they can add the app to their account, if that would help.
    """

    def __init__(self, install: str = "") -> None:
        super().__init__(install)
        self.install = install


#: Discord's error codes that a person can do something about. The others are met by the app itself: 10062 and 40060 in
#: `replies`, 50035 is a fault of ours and logged as one.
_DISCORD_CODES = {
    50007: CANNOT_DM,
    50278: CANNOT_DM,
    50001: N_("I have no access to that channel. A moderator can give me *View Channel* there."),
    50013: N_("I lack a permission here: I need *View Channel* and *Send Messages* in this channel."),
    10003: N_("That channel is gone."),
    10008: N_("That message is gone. Use the command again for a new one."),
    10013: N_("Discord knows no such person (any more)."),
    10015: N_("This message is too old to be changed. Use the command again for a new one."),
    50027: N_("This message is too old to be changed (15 minutes). Use the command again."),
    30046: N_("This message is too old to be changed. Use the command again for a new one."),
    160002: N_("I can't reply to that message."),
    160004: N_("That message has a thread already."),
    50083: N_("That thread is archived. Write in it to open it again."),
    20009: N_("Discord refused the content of that message."),
    20016: N_("Slow mode is on in this channel. Try again later."),
    40005: N_("That file is too large for Discord."),
    40094: N_("Discord allows no more answers to this command. Use it again."),
    30034: N_("Discord accepts no more command changes today. Try again tomorrow."),
}


def _http(error: discord.HTTPException) -> str | None:
    known = _DISCORD_CODES.get(error.code)
    if known is None and error.status == 429:
        return _("Discord asks me to slow down. Try again in a minute.")
    if known is None and error.status >= 500:
        return _("Discord has trouble at the moment. Try again in a minute.")
    return None if known is None else _(known)


def _refusal(error: Refusal) -> str:
    text = limits.harmless(str(error))
    if error.rules:
        text += f" `{', '.join(error.rules)}`"
    if error.choices:
        text += "\n" + _meant(error.choices)
    return text


def _meant(choices: Sequence[str]) -> str:
    return _("Did you mean: {choices}?").format(
        choices=" · ".join(limits.plain(telling.told(choice)) for choice in choices[:10])
    )


def _said(error: Exception) -> str:
    return limits.harmless(telling.told(str(error)))


def _sentence(error: Exception) -> str:
    text = _said(error)
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "?", "!", ":")) else ".")


def _too_fast(error: TooFast | app_commands.CommandOnCooldown) -> str:
    seconds = math.ceil(error.retry_after) or 1
    text = ngettext("Not so fast: try again in {count} second.", "Not so fast: try again in {count} seconds.", seconds)
    return text.format(count=seconds)


def _illegal(error: IllegalAction) -> str:
    told = _("The rules don't allow that: {why}").format(why=_said(error))
    return told + (f" `{', '.join(error.rules)}`" if error.rules else "")


def _ambiguous(error: AmbiguousAction) -> str:
    return f"{_said(error)}\n{_meant(error.choices)}"


#: Searched from top to bottom: the first type that fits speaks. None from a speaker means "unexpected".
TABLE: tuple[tuple[type[BaseException], Callable[[Any], str | None]], ...] = (
    (Refusal, _refusal),
    (Malformed, lambda error: _(EXPIRED)),
    (NotAllowed, _said),
    (NoDirectMessage, lambda error: _(CANNOT_DM_GUEST).format(link=error.install) if error.install else _(CANNOT_DM)),
    (IllegalAction, _illegal),
    (AmbiguousAction, _ambiguous),
    (Unsupported, lambda error: _("The simulator can't do that yet: {what}").format(what=_said(error))),
    (InvalidAction, lambda error: _("I can't read that: {why}").format(why=_said(error))),
    (InvalidRuling, lambda error: "\n".join(f"- {limits.harmless(problem)}" for problem in error.problems)),
    (ModerationError, _sentence),
    (StoreError, _sentence),
    (app_commands.MissingPermissions, lambda error: _("You need the permission *Manage Server* for that.")),
    (app_commands.NoPrivateMessage, lambda error: _("That only works in a server.")),
    (TooFast, _too_fast),
    (
        app_commands.CommandOnCooldown,
        _too_fast,
    ),
    (
        app_commands.TransformerError,
        lambda error: _("I can't read “{text}” there.").format(
            text=limits.plain(limits.one_line(str(error.value), 100))
        ),
    ),
    (
        app_commands.CommandNotFound,
        lambda error: _("This command has changed. Restart Discord, or try again in a minute."),
    ),
    (
        app_commands.CommandSignatureMismatch,
        lambda error: _("This command has changed. Restart Discord, or try again in a minute."),
    ),
    (app_commands.CheckFailure, lambda error: _("You may not use that here.")),
    (ShownToOne, lambda error: _(NO_EXTERNAL)),
    (discord.HTTPException, _http),
)


def words(error: BaseException) -> str | None:
    """What to tell the person; None if nobody foresaw this error."""
    for kind, speak in TABLE:
        if isinstance(error, kind):
            return speak(error)
    return None


def unwrap(error: BaseException) -> BaseException:
    """The error that a command's code raised, out of the library's wrapping."""
    return error.original if isinstance(error, app_commands.CommandInvokeError) else error


async def report(interaction: Interaction, error: BaseException, doing: str) -> None:
    """Answer an interaction that failed, whatever state it is in.

    Args:
        interaction: what failed.
        error: why.
        doing: name of the command or button, for the log.
    """
    error = unwrap(error)
    if isinstance(error, TooLate) or (isinstance(error, discord.HTTPException) and error.code == 10062):
        log.warning("%s: the interaction was gone before it could be answered", doing)
        if error.__cause__ is not None and words(error.__cause__) is None:
            log_unexpected(error.__cause__, doing)
        return
    try:
        await Reply.of(interaction).aside(render.notice(told(error, doing), good=False))
    except (TooLate, discord.HTTPException) as second:
        log.warning("%s: the error could not be shown (%s)", doing, type(second).__name__)


def told(error: BaseException, doing: str) -> str:
    """What to tell the person, whatever the error is; one that nobody foresaw is logged."""
    text = words(error)
    if text is None:
        reference = log_unexpected(error, doing)
        text = _(
            "Something went wrong on my side. If it happens again, tell whoever runs this bot: `{reference}`."
        ).format(reference=reference)
    return text


def log_unexpected(error: BaseException, doing: str) -> str:
    """Log an error without its message (it might name a hidden card); returns the reference that finds it."""
    reference = secrets.token_hex(3)
    log.error("[%s] %s: unexpected %s\n%s", reference, doing, type(error).__name__, logs.places(error))
    return reference
