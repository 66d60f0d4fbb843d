"""After a sync: cards newer than the shipped catalogue, or worded otherwise, have names, facts and abilities."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from reference_files import card, names_table

from bot.cli import main
from bot.discord_app.ports import Refusal
from bot.discord_app.wiring import CatalogueCards
from bot.services import card_pool
from bot.services.asking import AskService
from bot.services.card_abilities import card_abilities
from bot.services.card_names import names_in_service, naming, take_up_newer
from bot.services.card_pool import CataloguePool
from bot.services.paths import REFERENCE_FILE
from bot.services.reference import ReferenceService
from bot.services.synced_cards import SyncedCards
from rulings import newer
from rulings.catalogue import CardFacts, Catalogue, wording_hash
from rulings.names import Names, Resolved
from rulings.newer_files import NOTE
from rulings.search.cards import ShippedCards
from simulator.abilities import tree as t
from simulator.oracle import handwritten
from simulator.scenario.runner import run_scenario

STALKER = card(
    1,
    name="Gloomhollow Stalker",
    mana_cost="{2}{B}",
    type_line="Creature — Zombie",
    oracle_text="Menace\nDisguise {1}{B}\nWhen this creature is turned face up, draw a card.",
    power="3",
    toughness="2",
    released_at="2027-01-01",
)
ADEPT = card(
    2,
    name="Duskwater Adept // Moonwater Sage",
    layout="transform",
    card_faces=[
        {
            "name": "Duskwater Adept",
            "mana_cost": "{U}",
            "type_line": "Creature — Human",
            "oracle_text": "{2}{U}: Transform this creature.",
            "power": "1",
            "toughness": "1",
        },
        {
            "name": "Moonwater Sage",
            "mana_cost": "",
            "color_indicator": ["U"],
            "type_line": "Creature — Human",
            "oracle_text": "Flying",
            "power": "2",
            "toughness": "2",
        },
    ],
)
BEARS = card(
    3,
    name="Grizzly Bears",
    mana_cost="{1}{G}",
    type_line="Creature — Bear",
    oracle_text="Vigilance (It may stay calm.)\nWhenever this creature sings, draw a card.",
    power="3",
    toughness="2",
)
SCENARIO = """
players: Alice, Bob
Alice battlefield: Gloomhollow Stalker (face down disguise) as shade
Alice library: Island
Alice turns shade face up with disguise
Alice passes
Bob passes
expect shade: face up, named Gloomhollow Stalker, 3/2
expect hand of Alice: Island
"""


def sync(data: Path, files: Path, *cards: dict[str, Any]) -> str:
    files.mkdir(exist_ok=True)
    (files / "cards.json").write_text(json.dumps(cards))
    result = CliRunner().invoke(main, ["sync", "--from", str(files), "--allow-smaller"])
    assert result.exit_code == 0, result.output
    return result.output


def pool_of(folder: Path, *written: card_pool.TreeSource) -> CataloguePool:
    """The pool of a data folder as a process that serves has it; by default with the hand-written trees."""
    return CataloguePool(naming(folder), written or (handwritten().get,), SyncedCards(folder))


def facts_in(catalogue: Catalogue, name: str) -> CardFacts:
    return catalogue.facts(name) or pytest.fail(f"no facts of {name}")


@pytest.fixture(scope="module")
def synced(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A data folder after a sync; one for all tests here, since all cards are compared."""
    folder = tmp_path_factory.mktemp("synced")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABLEJUDGE_DATA_DIR", str(folder / "data"))
        before = pool_of(folder / "data")
        assert before.find("Gloomhollow Stalker") is None
        output = sync(folder / "data", folder / "files", STALKER, ADEPT, BEARS)
        assert "beyond the shipped cards: 2 newer, 1 that read otherwise" in output
        # who serves already takes the newer cards up by itself
        assert before.find("Gloomhollow Stalker") is not None
        yield folder / "data"


@pytest.fixture
def copied(tmp_path: Path, synced: Path) -> Path:
    """A data folder after that sync which a test may change."""
    return Path(shutil.copytree(synced, tmp_path / "data"))


def card_json(*arguments: str) -> dict[str, Any]:
    result = CliRunner().invoke(main, ["card", *arguments, "--json"])
    plain: dict[str, Any] = json.loads(result.stdout)
    return plain


def test_the_card_page_of_who_serves_shows_a_newer_card_without_a_restart(tmp_path: Path, synced: Path) -> None:
    served = tmp_path / "data"
    pool = pool_of(served)
    cards = CatalogueCards(pool, ReferenceService(served))
    with pytest.raises(Refusal):
        cards.page("Gloomhollow Stalker")
    shutil.copytree(synced, served)
    page = cards.page("Gloomhollow Stalker")
    assert (page.name, cards.complete("gloomhol", 25)) == ("Gloomhollow Stalker", [(page.name, page.name)])
    assert any("compiled from the text that was synced" in heading for heading, _ in page.more)


def test_the_same_data_is_compared_once(monkeypatch: pytest.MonkeyPatch, copied: Path) -> None:
    first = take_up_newer(copied)
    assert first is not None
    assert len(first.added) == 2
    monkeypatch.setattr(newer, "find_newer", lambda *arguments: pytest.fail("compared again"))
    assert take_up_newer(copied) is None
    monkeypatch.undo()
    (copied / NOTE).write_text("damaged")
    assert take_up_newer(copied) is not None
    assert CataloguePool(naming(copied)).names.resolve_exact("Gloomhollow Stalker") is not None


@pytest.mark.parametrize("damage", ["cut off", "gone"])
def test_newer_cards_that_are_not_whole_do_not_serve_and_are_made_again(copied: Path, damage: str) -> None:
    (lookup,) = copied.glob("newer-cards-*/lookup.bin")
    if damage == "gone":
        lookup.unlink()
    else:
        lookup.write_bytes(lookup.read_bytes()[:-1])
    assert names_in_service(copied) is Names.shipped()
    assert take_up_newer(copied) is not None
    assert names_in_service(copied).resolve_exact("Gloomhollow Stalker") is not None


def test_a_newer_card_plays_in_the_simulator(synced: Path) -> None:
    result = run_scenario(SCENARIO, card_pool.load_pool())
    assert result.exit_code == 0, (result.error, result.failed, result.unsupported)


@pytest.mark.parametrize("name", ["Gloomhollow Stalker", "gloomholow stalker", "Moonwater Sage", "duskwater adept"])
def test_names_of_newer_cards_resolve_as_all_others_do(synced: Path, name: str) -> None:
    assert card_json(name)["name"] in (STALKER["name"], ADEPT["name"])


def test_new_names_in_other_languages_are_known_after_a_sync(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEJUDGE_DATA_DIR", str(tmp_path / "data"))
    rows = [
        ("Grizzly Bears", "", "de", "Erdachte Grummelbären"),
        (STALKER["name"], "", "de", "Düsterhöhlenpirscher"),
    ]
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "names.tsv").write_bytes(names_table(rows))
    output = sync(tmp_path / "data", tmp_path / "files", STALKER)
    assert "1 newer, 0 that read otherwise, 1 with more names in other languages" in output
    found = names_in_service(tmp_path / "data")
    for typed, card_name in (("erdachte grummelbaren", "Grizzly Bears"), ("Düsterhölenpirscher", STALKER["name"])):
        resolved = found.resolve(typed)
        assert isinstance(resolved, Resolved)
        assert (resolved.card, resolved.languages) == (card_name, ("de",))
    assert len(found.catalogue.printed("Grizzly Bears")["Grizzly Bears"]["de"]) == 2
    assert found.suggest("Erdachte Gr")[0].card == "Grizzly Bears"


def test_a_question_may_name_a_newer_card(synced: Path) -> None:
    asked = AskService.shipped(naming=naming(synced)).ask("When can I turn my Gloomhollow Stalker face up?")
    assert asked.cards == ("Gloomhollow Stalker",)


def test_a_newer_card_says_what_a_question_is_about(synced: Path) -> None:
    cards = ShippedCards(naming(synced))
    terms = [term for term, _ in cards.terms("Gloomhollow Stalker")]
    assert "disguise" in terms
    assert cards.terms("Grizzly Bears") == ShippedCards().terms("Grizzly Bears")
    assert cards.terms("No Such Card") == []


def test_a_newer_card_has_its_facts(synced: Path) -> None:
    catalogue = names_in_service(synced).catalogue
    stalker = facts_in(catalogue, "Gloomhollow Stalker")
    assert (stalker.mana_value, stalker.color_identity) == (3, ("B",))
    assert [str(each.name) for each in stalker.keywords] == ["menace", "disguise"]
    adept = facts_in(catalogue, ADEPT["name"])
    assert (adept.mana_value, adept.color_identity) == (1, ("U",))
    # CR 204.1: a face without a mana cost has the colors of its indicator
    assert (adept.faces[1].colors, adept.faces[1].power) == (("U",), "2")


def test_the_card_page_says_which_abilities_are_simulated_and_shows_what_is_not_read(synced: Path) -> None:
    assert [each["status"] for each in card_json("Gloomhollow Stalker")["simulated"][0]["abilities"]] == [
        "simulated"
    ] * 3
    bears = card_json("Grizzly Bears")
    assert bears["faces"][0]["power"] == "3"
    assert bears["simulated"][0]["abilities"] == [
        {"kind": "keyword", "status": "simulated", "keyword": "vigilance"},
        {
            "kind": "triggered",
            "status": "unsupported",
            "why": "not understood",
            "unread": "Whenever this creature sings",
        },
    ]
    page = CliRunner().invoke(main, ["card", "Grizzly Bears"]).stdout
    assert "Abilities simulated: 1 of 2 (compiled from the text that was synced)" in page
    assert "not understood: Whenever this creature sings" in page


def test_only_what_is_worded_otherwise_is_compiled(synced: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The shipped trees serve where the text is the one that they were compiled from."""
    compiled = SyncedCards(synced)
    catalogue = names_in_service(synced).catalogue
    assert compiled.trees(catalogue, "Grizzly Bears") is not None
    faces = compiled.faces(facts_in(catalogue, "Grizzly Bears"))
    same = wording_hash((face.name, face.mana_cost, face.type_line, face.oracle_text) for face in faces)
    monkeypatch.setattr(Catalogue, "compiled_wording", lambda self, name: same)
    assert SyncedCards(synced).trees(catalogue, "Grizzly Bears") is None
    # cards that the reference data lacks stay as shipped
    assert SyncedCards(synced).trees(catalogue, "Hill Giant") is None


def test_hand_written_trees_win_over_the_synced_ones(synced: Path) -> None:
    written = {"Grizzly Bears": {"v": t.TREE_VERSION, "faces": [[]]}}
    pool = pool_of(synced, written.get)
    assert pool.definition("Grizzly Bears").front.abilities == ()
    synced_pool = CataloguePool(naming(synced), (), SyncedCards(synced))
    assert len(synced_pool.definition("Grizzly Bears").front.abilities) == 2
    assert (
        card_abilities(facts_in(pool.catalogue, "Grizzly Bears"), pool) or pytest.fail("no trees")
    ).source == "hand-written"


def test_a_definition_that_a_game_took_stays_when_the_data_changes(copied: Path) -> None:
    """CR knows no change of a card in the middle of a game: what was handed out is not touched."""
    pool = pool_of(copied)
    taken = pool.definition("Grizzly Bears")
    (copied / REFERENCE_FILE).unlink()
    shipped = pool.definition("Grizzly Bears")
    assert len(taken.front.abilities) == 2
    assert shipped.front.abilities == ()


def test_a_note_of_another_build_of_the_package_is_not_taken(copied: Path) -> None:
    note = copied / NOTE
    kept = note.read_text()
    for other in (kept.replace('"shipped": [', '"shipped": [7, '), "no JSON"):
        note.write_text(other)
        assert names_in_service(copied) is Names.shipped()
    note.write_text(kept)
    assert names_in_service(copied) is not Names.shipped()
