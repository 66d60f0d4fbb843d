"""Carrying out instructions (CR 608.2c): one handler for each effect node, by topic."""

from simulator.rules.effects.registry import run

__all__ = ["run"]
