"""Card text to ability trees: `compile_card`, and the JSON form that the catalogue keeps (`trees_for`)."""

from __future__ import annotations

from simulator.oracle.compiler import compile_card, compile_face
from simulator.oracle.handwritten import handwritten
from simulator.oracle.text import FaceText
from simulator.oracle.trees import trees_for

__all__ = ["FaceText", "compile_card", "compile_face", "handwritten", "trees_for"]
