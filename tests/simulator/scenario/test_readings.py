"""Of several readings of a line the prescribed one wins."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from simulator.scenario import ast
from simulator.scenario.ast import AliasRef, CardName, NameRef, Statement
from simulator.scenario.errors import ScenarioError

Reader = Callable[..., Statement]


def card(name: str) -> NameRef:
    return NameRef(name, CardName(name, name))


def test_keywords_ignore_case_and_doubled_blanks(read: Reader) -> None:
    assert read("ALICE  Casts delver OF secrets FACE   down") == ast.Casts(
        "Alice", card("Delver of Secrets"), face_down=True
    )


def test_the_longest_keyword_wins(read: Reader) -> None:
    assert read("Alice manifests dread") == ast.ManifestsDread("Alice")
    assert read("Alice manifests 1 Dread") == ast.Manifests("Alice", "manifests", 1, card("Dread"))
    assert read("resolve all") == ast.Resolve(everything=True)


def test_an_alias_beats_keywords_and_numbers(read: Reader) -> None:
    assert read("Alice manifests dread", "dread") == ast.Manifests("Alice", "manifests", card=AliasRef("dread"))
    assert read("Alice manifests 2", "2") == ast.Manifests("Alice", "manifests", card=AliasRef("2"))
    assert read("expect triggered: nothing", "nothing") == ast.ExpectTally("triggered", (AliasRef("nothing"),))
    assert read("expect stack: 1", "1") == ast.ExpectTally("stack", (AliasRef("1"),))
    assert read("Alice chooses yes", "yes") == ast.Chooses("Alice", (ast.RefAnswer(AliasRef("yes")),))
    assert read("expect triggered: gone", "triggered", "gone") == ast.ExpectObject(
        AliasRef("triggered"), (ast.FlagProp("gone"),)
    )


@pytest.mark.parametrize(
    "text",
    [
        "expect secret: named bear",
        "expect Bob: sees secret as bear",
        "expect hand of Bob: bear",
        "expect revealed: bear",
    ],
)
def test_where_only_names_stand_an_alias_is_none(read: Reader, text: str) -> None:
    with pytest.raises(ScenarioError, match="no card or object called “bear”"):
        read(text)


def test_where_only_names_stand_keywords_keep_their_meaning(read: Reader) -> None:
    assert read("expect revealed: nothing", "nothing") == ast.ExpectRevealed(())
    assert read("expect hand of Bob: empty", "empty") == ast.ExpectZone("hand", "Bob", (), exactly=True)


def test_names_hold_keywords(read: Reader) -> None:
    assert read("Alice casts Turn to Frog targeting bear") == ast.Casts(
        "Alice", card("Turn to Frog"), targets=(AliasRef("bear"),)
    )
    assert read("Turn to Frog loses all abilities") == ast.LosesAbilities(card("Turn to Frog"))
    assert read("destroy Destroy Evil") == ast.ToObject("destroy", card("Destroy Evil"))
    assert read("Alice casts Cast into Darkness") == ast.Casts("Alice", card("Cast into Darkness"))


def test_the_longest_first_name_wins(read: Reader) -> None:
    assert read("Alice casts Fight with Fire") == ast.Casts("Alice", card("Fight with Fire"))
    assert read("Alice casts Fight with kicker") == ast.Casts("Alice", card("Fight"), keywords=("kicker",))


def test_for_opens_a_cost_only_before_a_cost(read: Reader) -> None:
    free = ast.Price("nothing")
    assert read("Alice casts Good for Nothing for nothing") == ast.Casts("Alice", card("Good for Nothing"), price=free)
    assert read("Alice casts Good for Nothing for {1}{b}") == ast.Casts(
        "Alice", card("Good for Nothing"), price=ast.Price("mana", "{1}{B}")
    )


def test_names_hold_commas_colons_and_brackets(read: Reader) -> None:
    tergrid, circle = card("Tergrid, God of Fright"), card("Circle of Protection: Red")
    assert read("expect Circle of Protection: Red: tapped") == ast.ExpectObject(circle, (ast.FlagProp("tapped"),))
    assert read("expect secret: named Tergrid, God of Fright, 4/5") == ast.ExpectObject(
        AliasRef("secret"), (ast.NamedProp(tergrid), ast.SizeProp(4, 5))
    )
    assert read("expect hand of Bob: Tergrid, God of Fright, Island x2, Tergrid, God of Fright") == ast.ExpectZone(
        "hand", "Bob", ((tergrid, 1), (card("Island"), 2), (tergrid, 1))
    )
    erase = CardName("Erase (Not the Urza's Legacy One)", "Erase (Not the Urza's Legacy One)")
    assert read("Bob hand: Erase (Not the Urza's Legacy One) x2 (tapped)") == ast.SetupZone(
        "Bob", "hand", (ast.Item(erase, 2, (ast.FlagMod("tapped"),)),)
    )
    assert read("Alice plays +2 Mace") == ast.Plays("Alice", card("+2 Mace"))


def test_a_price_may_stand_before_or_after_other_clauses(read: Reader) -> None:
    one = read("Alice casts Rancor for {G} targeting bear as aura")
    assert one == read("Alice casts Rancor targeting bear for {G} as aura")


def test_items_may_be_attached_to_a_name_given_earlier_in_the_list(read: Reader) -> None:
    statement = read("Alice battlefield: Forest as wood, Rancor (attached to wood)")
    assert isinstance(statement, ast.SetupZone)
    assert statement.items[1].mods == (ast.AttachedMod(AliasRef("wood")),)
