"""What the log may hold: nothing that somebody at a table may not know.

At DEBUG the libraries log whole payloads, SQL parameters and tokens, and with an error they log its message: a hidden
card that was typed would be in them.
"""

from __future__ import annotations

import logging
import traceback

from discord import VoiceClient

#: Loggers of libraries whose DEBUG lines hold what people typed, or secrets.
TALKATIVE = ("discord", "aiosqlite", "sqlalchemy", "aiohttp", "asyncio", "httpx", "httpcore")
#: Loggers that tell of an error in the app's own code.
_OF_ERRORS = (
    "asyncio",
    "discord.app_commands.tree",
    "discord.client",
    "discord.ext.commands.bot",
    "discord.ui.modal",
    "discord.ui.view",
)


def guard() -> None:
    """Keep the talkative libraries at INFO or above, and the messages of errors out of what they log."""
    # The app has no voice: that the library can't have it here either is of no concern to the operator.
    VoiceClient.warn_nacl = VoiceClient.warn_dave = False
    for name in TALKATIVE:
        logger = logging.getLogger(name)
        logger.setLevel(max(logger.getEffectiveLevel(), logging.INFO))
    for name in _OF_ERRORS:
        logger = logging.getLogger(name)
        if _without_messages not in logger.filters:
            logger.addFilter(_without_messages)


def places(error: BaseException) -> str:
    """Where in the code an error came from, without its message."""
    frames = traceback.extract_tb(error.__traceback__)
    return "\n".join(f"  {frame.filename}:{frame.lineno} in {frame.name}" for frame in frames)


def _without_messages(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    if error is not None:
        # asyncio writes the error into the message too.
        first = record.getMessage().splitlines()[0] if record.name == "asyncio" else record.getMessage()
        record.msg, record.args = f"{first}: {type(error).__name__}\n{places(error)}", ()
        record.exc_info, record.exc_text = None, None
    return True
