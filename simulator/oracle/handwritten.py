"""Hand-written ability data: cards that the templates can't read, as trees in their stored form.

The file `handwritten.json` maps a card's name to the form of `trees_for`; it goes over what was compiled.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

_FILE = Path(__file__).with_name("handwritten.json")


@lru_cache(maxsize=1)
def handwritten() -> Mapping[str, Mapping[str, Any]]:
    """The stored trees by card name: `{"v": TREE_VERSION, "faces": [[ability, ...], ...]}`.

    Raises:
        ValueError: the file isn't a mapping of names to trees of this version.
    """
    from simulator.abilities import tree as t

    data = json.loads(_FILE.read_text(encoding="utf-8"))
    if not isinstance(data, dict):
        raise ValueError(f"{_FILE.name} has to map card names to trees")
    for name, trees in data.items():
        if not isinstance(trees, dict) or trees.get("v") != t.TREE_VERSION:
            raise ValueError(f"{_FILE.name}: the trees of {name!r} aren't of version {t.TREE_VERSION}")
    return data
