"""A newer edition of the rules: moved rules renumber, changed ones queue, moderators hear of it once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from reference_files import card, lines, rules_text

from bot.i18n import speaking
from bot.services.after_sync import AfterSync
from bot.services.editions import Editions
from bot.services.moderation import Actor, InvalidRuling, ModerationService, NotAllowed
from rulings.model import Ruling, Verdict
from rulings.reference.importing import import_folder
from rulings.rules_index import RulesIndex
from rulings.store import Scope, Store

HERE, THERE = Scope.server(1), Scope.server(2)
ANN, PAT = Actor(1, is_moderator=True), Actor(8, is_moderator=False)
SPIN = "Widgets spin whenever a player says so aloud."
HUM = "Gadgets hum softly until the end of the turn. See rule 100.2."
BLUE_NOW, GREEN_NOW = (f"Widgets are {colour} unless a player paints them." for colour in ("blue", "green"))
OLD = f"100.1. A game has players.\n\n100.2. {SPIN}\n\n100.3. {HUM}\n\nExample: One hums.\n\n100.4. {BLUE_NOW}"
#: A rule came in between, an example and a text changed.
NEW = (
    f"100.1. A game has players.\n\n100.2. Quite another thing was put here.\n\n100.3. {SPIN}\n\n"
    f"100.4. {HUM.replace('100.2', '100.3')}\n\nExample: Two hum.\n\n100.5. {GREEN_NOW}"
)
DRAFT: dict[str, Any] = {"verdict": "yes", "answer": "Yes, as 100.2 says.", "as_of": "2026-05-01"}
SPINS = {**DRAFT, "id": "spins", "question": "Do widgets spin?", "rules": ["100.2", "100.3"]}
BLUE = {**DRAFT, "id": "blue", "question": "Are widgets blue?", "rules": ["100.4", "100.2"], "proof": "a scenario"}


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'store.db'}")
    yield opened
    await opened.close()


class Site:
    """A site's data folder with a service over it."""

    def __init__(self, folder: Path, store: Store) -> None:
        self.folder = folder
        self.proofs: list[str] = []
        self.broken: list[str] = []
        self.service = ModerationService(store, check_proof=self.play, editions=Editions(folder))
        self.after = AfterSync(self.service)

    async def play(self, scenario: str) -> list[str]:
        self.proofs.append(scenario)
        return self.broken

    def sync(self, rules: str, edition: str, cards: int = 1100) -> None:
        source = self.folder / f"files {edition}"
        source.mkdir(exist_ok=True)
        (source / "rules.txt").write_text(rules_text(rules, edition=edition))
        (source / "cards.jsonl.gz").write_bytes(lines(card(number) for number in range(cards)))
        assert import_folder(self.folder / "reference.db", source).ok

    async def publish(self, content: dict[str, Any], scope: Scope = HERE) -> str:
        slug = (await self.service.propose(scope, ANN, content)).ruling.slug
        await self.service.approve(scope, ANN, slug, seen=1)
        return slug


@pytest.fixture
async def site(tmp_path: Path, store: Store) -> Site:
    made = Site(tmp_path, store)
    made.sync(OLD, "May 1, 2026")
    await made.after.run()
    return made


async def test_a_ruling_is_checked_by_the_edition_that_it_was_written_against(site: Site) -> None:
    await site.publish(SPINS)
    for wrong, reason in (({"rules": ["100.5"]}, "100.5 doesn't exist"), ({"as_of": "2026-06-01"}, "no known edition")):
        with pytest.raises(InvalidRuling, match=reason):
            await site.service.propose(HERE, ANN, {**BLUE, **wrong})
    fresh = {key: value for key, value in BLUE.items() if key != "as_of"}
    assert (await site.service.propose(HERE, ANN, fresh)).ruling.content["as_of"] == "2026-05-01"


async def test_a_rule_that_only_moved_renumbers_a_ruling_by_a_revision_and_queues_nothing(site: Site) -> None:
    await site.publish(SPINS)
    site.sync(NEW, "August 7, 2026")
    await site.after.run()
    assert list(await site.service.ageing.queue(HERE, ANN)) == []
    [ruling] = (await site.service.published(HERE)).rulings
    assert (ruling.rules, ruling.answer, ruling.as_of) == (("100.3", "100.4"), "Yes, as 100.3 says.", "2026-08-07")
    history = await site.service.history(HERE, ANN, "spins")
    assert [step.revision.action for step in history] == ["proposed", "approved", "renumbered"]
    assert history[-1].revision.actor == 0
    await site.after.run()
    assert (await site.service.get(HERE, ANN, "spins")).revision == 3


async def test_a_changed_rule_queues_the_ruling_with_old_and_new_text_side_by_side(site: Site) -> None:
    await site.publish(BLUE)
    site.sync(NEW, "August 7, 2026")
    await site.after.run()
    [item] = await site.service.ageing.queue(HERE, ANN)
    assert (item.stored.slug, item.since, item.edition) == ("blue", "2026-08-07", "2026-08-07")
    [rule] = item.rules
    assert (rule.cited, rule.number, rule.before, rule.after) == (
        "100.4",
        "100.5",
        BLUE_NOW,
        GREEN_NOW,
    )
    assert list(await site.service.ageing.queue(THERE, ANN)) == []
    with pytest.raises(NotAllowed):
        await site.service.ageing.queue(HERE, PAT)


async def test_still_right_confirms_what_was_read_with_todays_numbers(site: Site) -> None:
    await site.publish(BLUE)
    site.sync(NEW, "August 7, 2026")
    done, refused = await site.service.ageing.still_right(HERE, ANN, {"blue": 1, "none": 1})
    assert (list(done), len(refused)) == ([], 2)
    assert "changed meanwhile" in refused[0]
    [confirmed], _ = await site.service.ageing.still_right(HERE, ANN, {"blue": 2})
    assert confirmed.content["rules"] == ["100.5", "100.3"]
    assert confirmed.content["as_of"] == "2026-08-07"
    assert list(await site.service.ageing.queue(HERE, ANN)) == []
    _, [again] = await site.service.ageing.still_right(HERE, ANN, {"blue": 3})
    assert "no review" in again


async def test_a_ruling_whose_rule_is_gone_can_only_be_edited(site: Site) -> None:
    await site.publish({**BLUE, "rules": ["100.4"]})
    site.sync("100.1. A game has players.\n\n100.2. Nothing else.", "August 7, 2026")
    [item] = await site.service.ageing.queue(HERE, ANN)
    assert item.confirmed is None
    _, [refused] = await site.service.ageing.still_right(HERE, ANN, {"blue": 2})
    assert "edit the ruling" in refused
    await site.service.edit(HERE, ANN, "blue", {**BLUE, "rules": ["100.2"], "as_of": "2026-08-07"}, seen=2)
    assert list(await site.service.ageing.queue(HERE, ANN)) == []


async def test_an_edition_that_the_reference_data_has_no_more_is_compared_all_the_same(
    site: Site, store: Store
) -> None:
    await site.publish(BLUE)
    (site.folder / "reference.db").unlink()
    site.sync(NEW, "August 7, 2026")
    later = ModerationService(store, editions=Editions(site.folder))
    [item] = await later.ageing.queue(HERE, ANN)
    assert (item.rules[0].cited, item.rules[0].before) == ("100.4", "")


async def test_the_summary_goes_once_to_each_server_that_has_a_channel(site: Site, store: Store) -> None:
    await store.settings.update(HERE, lambda s: replace(s, moderator_channel=77), actor=1)
    await site.publish(BLUE)
    await site.publish({**SPINS, "proof": "another"})
    site.proofs.clear()
    site.sync(NEW, "August 7, 2026", cards=1102)
    news = await site.after.run()
    assert news is not None
    assert (news.edition_before, news.edition, news.new_cards) == ("2026-05-01", "2026-08-07", 2)
    assert (news.added, news.changed, news.moved) == (1, 1, 2)
    [notice] = await site.after.notices()
    text = "\n".join(notice.lines)
    assert (notice.channel, notice.scope, notice.reviews) == (77, HERE, 1)
    assert "1 added, 1 changed, 2 moved" in text
    assert "New cards: 2 (Gizmo 1100, Gizmo 1101)" in text
    assert "need review: 1 (blue)" in text
    assert "only moved: 1 (spins)" in text
    # Both proofs were played again, and hold.
    assert sorted(site.proofs) == ["a scenario", "another"]
    assert "hold: 2" in text
    assert await site.after.run() is None
    # told is what was told: a crash before loses nothing
    assert list(await site.after.notices()) == [notice]
    await site.after.told(notice)
    assert list(await site.after.notices()) == []


async def test_the_summary_is_in_the_language_of_who_reads_it(site: Site, store: Store) -> None:
    await store.settings.update(HERE, lambda s: replace(s, moderator_channel=77), actor=1)
    await site.publish(BLUE)
    with speaking("es"):
        site.sync(NEW, "August 7, 2026", cards=1102)
        await site.after.run()
    [notice] = await site.after.notices()
    assert "New cards: 2 (Gizmo 1100, Gizmo 1101)" in notice.lines
    with speaking("es"):
        assert "Cartas nuevas: 2 (Gizmo 1100, Gizmo 1101)" in notice.lines
        assert "Dictámenes de este servidor que necesitan revisión: 1 (blue)" in notice.lines
        assert any("1 añadidas, 1 cambiadas, 2 renumeradas" in line for line in notice.lines)


async def test_a_proof_that_holds_no_longer_is_told(site: Site, store: Store) -> None:
    await store.settings.update(HERE, lambda s: replace(s, moderator_channel=77), actor=1)
    await site.publish(BLUE)
    site.broken.append("line 1")
    site.sync(NEW, "August 7, 2026")
    await site.after.run()
    [notice] = await site.after.notices()
    assert "Proofs that hold no longer, and are not shown any more: 1 (blue)" in notice.lines


async def test_nothing_is_told_when_nothing_changed(site: Site, store: Store) -> None:
    await store.settings.update(HERE, lambda s: replace(s, moderator_channel=77), actor=1)
    site.sync(OLD, "May 1, 2026")
    assert await site.after.run() is None
    assert list(await site.after.notices()) == []


async def test_an_edition_that_was_met_long_ago_is_known_by_the_store(store: Store, tmp_path: Path) -> None:
    await store.editions.add([RulesIndex("2020-01-01", {"100.1": "x"}, {})])
    service = ModerationService(store, editions=Editions(tmp_path))
    content = {**DRAFT, "id": "old", "question": "Old?", "rules": ["100.1"], "answer": "Yes.", "as_of": "2020-01-01"}
    await service.propose(HERE, ANN, content)


async def test_the_proofs_of_shipped_rulings_are_played_again_and_a_broken_one_loses_its_mark(
    site: Site, store: Store
) -> None:
    await store.settings.update(HERE, lambda s: replace(s, moderator_channel=77), actor=1)
    forgotten: list[int] = []
    shipped = {
        slug: Ruling(slug, "One?", Verdict.YES, "Yes.", ("100.4",), "2026-05-01", proof=slug)
        for slug in ("good", "bad")
    }

    async def play(scenario: str) -> list[str]:
        return ["line 1"] if scenario == "bad" else []

    service = ModerationService(
        store,
        shipped=shipped,
        check_proof=play,
        forget_proofs=lambda: forgotten.append(1),
        editions=Editions(site.folder),
    )
    site.sync(NEW, "August 7, 2026")
    news = await AfterSync(service).run()
    assert news is not None
    assert (news.shipped, news.proved, news.unproved) == (("good", "bad"), 1, ("bad",))
    assert forgotten == [1]
    [notice] = await site.after.notices()
    assert "Their proofs that hold no longer, and are not shown any more: 1 (bad)" in notice.lines


@pytest.mark.shared
async def test_manifest_moves_from_701_34_to_701_40_between_two_real_editions(
    shared_dir: Path, store: Store, tmp_path: Path
) -> None:
    """From the edition of 7 February 2025 to that of 17 April 2026 manifest (CR 701.40) got another number."""
    made = Site(tmp_path, store)
    for edition in ("20250207", "20260417"):
        source = tmp_path / edition
        source.mkdir()
        file = next(each for each in (shared_dir / "data" / "cr").glob("*.txt") if edition in each.name)
        (source / file.name).write_bytes(file.read_bytes())
        assert import_folder(tmp_path / "reference.db", source).ok
        if edition == "20250207":
            answer = "Yes, see 701.34b and rule 708.8."
            content = {**DRAFT, "id": "m", "question": "Manifest?", "answer": answer, "as_of": "2025-02-07"}
            await made.publish({**content, "rules": ["701.34", "701.34b", "708.8"]})
    await made.after.run()
    [ruling] = (await made.service.published(HERE)).rulings
    assert ruling.rules == ("701.40", "701.40b", "708.8")
    assert ruling.answer == "Yes, see 701.40b and rule 708.8."
    assert list(await made.service.ageing.queue(HERE, ANN)) == []
