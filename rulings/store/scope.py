"""Whose data it is. Every query of the store takes a scope; nothing crosses from one to another."""

from __future__ import annotations

from dataclasses import dataclass

_KINDS = ("server", "direct", "local")


@dataclass(frozen=True, slots=True)
class Scope:
    """A server, a private conversation or the local console: each has data of its own.

    Attributes:
        kind: "server", "direct" or "local".
        id: Discord's number of the server, or of the person (direct message) or channel (group); 0 for the console.
    """

    kind: str
    id: int

    def __post_init__(self) -> None:
        if self.kind not in _KINDS:
            raise ValueError(f"a scope is one of {', '.join(_KINDS)}, not {self.kind!r}")
        if not 0 <= self.id < 2**63:
            raise ValueError(f"{self.id} is no Discord id")

    @classmethod
    def server(cls, server_id: int) -> Scope:
        """The scope of a Discord server."""
        return cls("server", server_id)

    @classmethod
    def direct(cls, peer_id: int) -> Scope:
        """The scope of private messages: the person's id, or the channel's id of a group chat."""
        return cls("direct", peer_id)

    @classmethod
    def local(cls) -> Scope:
        """The scope of the local console."""
        return cls("local", 0)

    @property
    def key(self) -> str:
        """The scope as the database keeps it."""
        return f"{self.kind}:{self.id}"

    @classmethod
    def parse(cls, key: str) -> Scope:
        """The scope of a key that the database kept."""
        kind, _, number = key.partition(":")
        return cls(kind, int(number))
