"""A hatch build hook: puts the prebuilt search index into the package when it is installed.

Without it the first question after an installation takes half a second longer. It needs the standard library only.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class IndexHook(BuildHookInterface):  # type: ignore[misc, type-arg]
    """Builds the index for wheels and editable installations."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the index beside the data that it is made from."""
        root = Path(self.root)
        sys.path.insert(0, str(root))
        try:
            from rulings.search import compiled

            compiled.keep(compiled.build(), compiled.content_key(), compiled.PACKAGED)
            build_data.setdefault("artifacts", []).append(f"rulings/data/search/{compiled.FILE}")
        finally:
            sys.path.remove(str(root))
