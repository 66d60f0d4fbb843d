"""The walk: settings, one's own data, what this is and what to type. It comes after the areas that make data."""

from __future__ import annotations

from typing import Any


async def walk(tour: Any) -> None:
    for command in ("about", "help"):
        await tour.slash(tour.carol, command)
    about = await tour.slash(tour.carol, "privacy")
    await tour.press_action(tour.carol, about, "privacy.see")
    await tour.press_action(tour.carol, about, "privacy.ask")
    await tour.press_action(tour.carol, about, "privacy.delete")
    if tour.offered("settings"):
        page = await tour.slash(tour.mod, "settings")
        for action in ("moderators", "judges", "public", "channel"):
            await tour.choose(tour.mod, page, [], f"settings.{action}")
        await tour.choose(tour.mod, page, ["-"], "settings.language")
        await tour.press_action(tour.mod, page, "settings.eyes")
        await tour.press_action(tour.mod, page, "settings.eyes")
