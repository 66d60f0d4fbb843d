"""A server's moderators hide official rulings, with a reason, and show them again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.services.moderation import Actor, ModerationError, ModerationService, NotAllowed
from bot.services.moderation_official import LONGEST_REASON, OfficialTexts
from rulings.model import Ruling, Source, Verdict
from rulings.store import NotFound, Scope, Store

HERE, THERE = Scope.server(1), Scope.server(2)
MODERATOR, PLAYER = Actor(10, is_moderator=True), Actor(20, is_moderator=False)
TEXT = Ruling(
    id="official:7",
    question="Gizmo, official ruling of 2020-01-01: It works.",
    verdict=Verdict.EXPLAINS,
    answer="It works.",
    rules=(),
    as_of="2020-01-01",
    cards=("Gizmo",),
    source=Source.OFFICIAL,
)


class Texts:
    def __init__(self) -> None:
        self.texts = {TEXT.id: TEXT}

    def get(self, text_id: str) -> Ruling | None:
        return self.texts.get(text_id)

    def of_card(self, card: str) -> list[Ruling]:
        return [each for each in self.texts.values() if card in each.cards]


@pytest.fixture
async def texts() -> Texts:
    return Texts()


@pytest.fixture
async def service(tmp_path: Path, texts: Texts) -> AsyncIterator[ModerationService]:
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'store.db'}")
    yield ModerationService(store, official=OfficialTexts(texts.get, texts.of_card))
    await store.close()


async def test_a_moderator_hides_one_with_a_reason_and_shows_it_again(service: ModerationService) -> None:
    hidden = await service.official.hide(HERE, MODERATOR, TEXT.id, "  Superseded by\n the new rules. ")
    assert hidden.hidden is not None
    assert hidden.hidden.reason == "Superseded by the new rules."
    assert [each.hidden is None for each in await service.official.of_card(HERE, MODERATOR, "Gizmo")] == [False]
    assert [each.hidden is None for each in await service.official.of_card(THERE, MODERATOR, "Gizmo")] == [True]
    back = await service.official.show(HERE, MODERATOR, TEXT.id)
    assert back.hidden is None
    assert [(each.action, each.actor) for each in back.steps] == [
        ("official ruling back", 10),
        ("official ruling hidden", 10),
    ]


async def test_nobody_else_may_and_a_reason_is_needed(service: ModerationService) -> None:
    with pytest.raises(NotAllowed):
        await service.official.hide(HERE, PLAYER, TEXT.id, "no")
    for reason, words in ((" \u202a\n", "say why"), ("x" * (LONGEST_REASON + 1), "301 characters")):
        with pytest.raises(ModerationError, match=words):
            await service.official.hide(HERE, MODERATOR, TEXT.id, reason)
    with pytest.raises(NotFound):
        await service.official.hide(HERE, MODERATOR, "official:8", "There is no such text.")
    assert await service.official.hidden(HERE) == {}


async def test_one_that_the_data_lost_can_still_be_shown_again(service: ModerationService, texts: Texts) -> None:
    await service.official.hide(HERE, MODERATOR, TEXT.id, "Superseded.")
    texts.texts.clear()
    gone = await service.official.get(HERE, MODERATOR, TEXT.id)
    assert (gone.title, gone.text) == ("Gizmo · 2020-01-01 · It works.", "")
    await service.official.show(HERE, MODERATOR, TEXT.id)
    with pytest.raises(NotFound):
        await service.official.get(HERE, MODERATOR, TEXT.id)
    assert await service.official.hidden(HERE) == {}
