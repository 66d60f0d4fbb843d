"""Mana symbols: the application's own emoji where they are, text where they aren't or wouldn't fit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from app_world import World
from discord import ui

from bot.discord_app import emoji, render


@pytest.fixture(autouse=True)
def _none_afterwards() -> Iterator[None]:
    yield
    emoji.use([])


def uploaded(*names: str) -> list[dict[str, Any]]:
    return [{"id": str(1000 + n), "name": name, "roles": [], "animated": False} for n, name in enumerate(names)]


async def test_symbols_are_emoji_where_the_application_has_them(world: World) -> None:
    world.standin.emojis = uploaded("mana_u", "party")
    async with world.bot():
        shown = await world.standin.slash(world.alice, "card", {"name": "Opt"}, channel=world.general)
    assert "<:mana_u:1000>" in shown.text
    assert "{U}" not in shown.text


async def test_without_emoji_or_when_they_cannot_be_fetched_symbols_are_text(world: World) -> None:
    world.standin.rest.fail_next(r"GET .*/emojis", 403, code=50001)
    async with world.bot():
        shown = await world.standin.slash(world.alice, "card", {"name": "Opt"}, channel=world.general)
    assert "{U}" in shown.text


class Named:
    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return f"<:{self.name}:1>"


def test_hybrid_and_phyrexian_symbols_are_named_without_the_stroke_and_code_stays() -> None:
    emoji.use([Named("mana_2u"), Named("mana_gp"), Named("mana_t")])  # type: ignore[list-item]
    text = "{2/U}{G/P}{T}{X} `{T}` {not one}"
    assert emoji.with_symbols(text, 400) == "<:mana_2u:1><:mana_gp:1><:mana_t:1>{X} `{T}` {not one}"


def test_a_text_that_would_grow_too_long_keeps_its_symbols_as_text() -> None:
    emoji.use([Named("mana_t")])  # type: ignore[list-item]
    assert emoji.with_symbols("{T}" * 10, 100) == "{T}" * 10


def test_emoji_never_cut_a_later_text_short() -> None:
    emoji.use([Named("mana_t")])  # type: ignore[list-item]
    page = render.page(["{T}" * 500, "x" * 2400], [])
    shown = [part.content for part in page.walk_children() if isinstance(part, ui.TextDisplay)]
    assert shown == ["{T}" * 500, "x" * 2400]
    assert "<:mana_t:1>" in str(next(iter(render.page(["{T}"]).walk_children())).to_component_dict())
