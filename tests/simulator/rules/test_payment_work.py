"""Finding out whether and how a cost can be paid takes work that grows with the mana, not with its permutations."""

from __future__ import annotations

import pytest

from simulator.model.objects import ManaUnit
from simulator.rules import mana, mana_abilities
from simulator.rules.mana import assign
from simulator.symbols import ManaSymbol, parse_mana_cost

#: So often one mana may be held against one symbol: far more than is needed, far less than all orders.
_ENOUGH = 20_000


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Counts how often mana is held against a symbol; beyond `_ENOUGH` it fails instead of going on."""
    count = [0]
    pays = mana.pays

    def counting(kind: str, snow: bool, symbol: ManaSymbol) -> bool:
        count[0] += 1
        assert count[0] < _ENOUGH, "all orders are tried"
        return pays(kind, snow, symbol)

    monkeypatch.setattr(mana, "pays", counting)
    return count


def _pool(letters: str) -> list[ManaUnit]:
    return [ManaUnit(letter, None, False) for letter in letters]


def test_a_pool_that_lacks_one_mana_is_found_out_without_trying_all_orders(counted: list[int]) -> None:
    """CR 107.4b, 118.3: generic mana is paid with any mana; what isn't there can't be paid with."""
    assert assign(_pool("WUBRG" * 3), parse_mana_cost("{16}"), 20) is None
    assert assign(_pool("WUBRG" * 3), parse_mana_cost("{11}{W/U}{U/B}{B/R}{R/G}{G/W}"), 20) is None
    assert assign(_pool("WUBRG" * 3), parse_mana_cost("{15}"), 20) is not None


def test_a_color_that_is_missing_is_found_out_without_trying_all_orders(counted: list[int]) -> None:
    """CR 107.4a, 107.4e: colored and hybrid symbols are paid with mana of their colors alone."""
    cost = parse_mana_cost("{W/U}{W/U}{W/U}{W/U}{W/B}{W/B}{W/B}{W/B}{W/R}{W/R}{W/R}{W/R}{G}")
    assert assign(_pool("W" * 6 + "U" * 6 + "B" * 6 + "R" * 6), cost, 0) is None


class _Counting:
    """As much of a context as choosing what to tap needs."""

    class _Land:
        supertypes = ()

    def __init__(self) -> None:
        self.work = 0

    def spend(self, amount: int = 1) -> None:
        self.work += amount
        assert self.work < _ENOUGH, "all sets of lands are tried"

    def values(self, id: int) -> type[_Land]:
        return self._Land


@pytest.mark.parametrize("cost", ["{25}", "{U}{U}{U}{U}{U}{U}", "{20}{W}{U}", "{12}{C}"])
def test_lands_that_cannot_pay_are_found_out_without_trying_all_sets_of_them(cost: str) -> None:
    """CR 601.2g, 118.3: the lands are tapped if they can pay in the end, else the cost can't be paid."""
    lands = [(id, 0, "{" + "WUBRG"[id % 5] + "}", 1) for id in range(23)]
    found = mana_abilities._cover(_Counting(), "Alice", parse_mana_cost(cost), [], lands)  # type: ignore[arg-type]
    assert (found is not None) == (cost == "{20}{W}{U}")


def test_the_least_that_is_needed_is_tapped() -> None:
    """CR 601.2g: what isn't part of the payment stays untapped."""
    lands = [(1, 0, "{W}", 1), (2, 0, "{U}", 2), (2, 0, "{W}", 2), (3, 0, "{C}{C}", 1)]
    context = _Counting()
    assert mana_abilities._cover(context, "Alice", parse_mana_cost("{U}{2}"), [], lands) == (3, 0, "{C}{C}")  # type: ignore[arg-type]
    assert mana_abilities._cover(context, "Alice", parse_mana_cost("{U}{U}"), [], lands) is None  # type: ignore[arg-type]
