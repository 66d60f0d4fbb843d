"""Events of the log: written where they happen, with their audience (never public by default)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Event:
    """One line of the log in its faces.

    Attributes:
        public: what everybody may read; None if others see nothing at all.
        private: (player, text) for players who see more.
        rules: Comprehensive Rules numbers that made it so.
        seq: position in the log of the game.
    """

    public: str | None
    private: tuple[tuple[str, str], ...] = ()
    rules: tuple[str, ...] = ()
    seq: int = 0

    def text_for(self, viewer: str | None) -> str | None:
        """What that player (None: a spectator) may read of it."""
        for player, text in self.private:
            if player == viewer:
                return text
        return self.public
