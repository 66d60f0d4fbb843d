"""Fixtures for tests of the Discord app: the stand-in for Discord, people, and the running app."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "standin"))
