"""What the log may hold: nothing that somebody at a table may not know.

At DEBUG the libraries log whole payloads, SQL parameters and tokens: a hidden card that was typed would be in them.
"""

from __future__ import annotations

import logging

#: Loggers of libraries whose DEBUG lines hold what people typed, or secrets.
TALKATIVE = ("discord", "aiosqlite", "sqlalchemy", "aiohttp", "asyncio")


def guard() -> None:
    """Keep the talkative libraries at INFO or above, whatever the level of the project's own log."""
    for name in TALKATIVE:
        logger = logging.getLogger(name)
        logger.setLevel(max(logger.getEffectiveLevel(), logging.INFO))
