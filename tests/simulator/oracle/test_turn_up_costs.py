"""Turn-up costs of every kind, from the text through the compiler to a permanent that is really turned face up."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.services.card_pool import load_pool
from simulator.scenario.result import ScenarioResult
from simulator.scenario.runner import run_scenario


def play(text: str) -> ScenarioResult:
    result = run_scenario(text, load_pool())
    assert result.error is None, result.error
    return result


def assert_holds(result: ScenarioResult) -> None:
    assert not result.unsupported
    assert not result.failed
    assert not result.assumed
    assert result.ok


#: Kind -> keyword line, set-up with which it can be paid, what is chosen for it, set-up with which it can't be paid,
#: what shows the payment.
KINDS: dict[str, tuple[str, str, str, str, str]] = {
    "mana": (
        "Morph {1}{W}",
        "Alice mana: {1}{W}",
        "",
        "Alice mana: {1}{B}",
        "expect Alice: pool empty",
    ),
    "megamorph mana": (
        "Megamorph {W}",
        "Alice mana: {W}",
        "",
        "Alice mana: {B}",
        "expect it: 1 +1/+1 counter",
    ),
    "hybrid mana": (
        "Disguise {1}{W/B}{W/B}",
        "Alice mana: {1}{W}{B}",
        "",
        "Alice mana: {1}{W}{G}",
        "expect Alice: pool empty",
    ),
    "reveal a card of a color": (
        "Morph—Reveal a green card in your hand.",
        "Alice hand: Grizzly Bears, Shock",
        "",
        "Alice hand: Shock",
        "expect revealed: Grizzly Bears\nexpect hand of Alice: exactly Grizzly Bears, Shock",
    ),
    "return permanents": (
        "Morph—Return two Swamps you control to their owner's hand.",
        "Alice battlefield: Swamp, Bayou",
        "",
        "Alice battlefield: Swamp, Island\nBob battlefield: Swamp as his",
        "expect hand of Alice: exactly Swamp, Bayou",
    ),
    "return a creature": (
        "Morph—Return a Bear you control to its owner's hand.",
        "Alice battlefield: Grizzly Bears",
        "",
        "Alice battlefield: Hill Giant",
        "expect hand of Alice: exactly Grizzly Bears",
    ),
    "reduced": (
        "Disguise {3}{W}. This cost is reduced by {1} for each creature card in your graveyard.",
        "Alice graveyard: Grizzly Bears, Hill Giant, Shock\nBob graveyard: Hill Giant\nAlice mana: {1}{W}",
        "",
        "Alice graveyard: Grizzly Bears, Shock\nBob graveyard: Hill Giant x3\nAlice mana: {1}{W}",
        "expect Alice: pool empty",
    ),
    "discard": (
        "Morph—Discard a card.",
        "Alice hand: Shock, Opt",
        "Alice chooses Opt",
        "Bob hand: Shock",
        "expect graveyard of Alice: exactly Opt",
    ),
    "discard a card of a type": (
        "Morph—Discard a Giant card.",
        "Alice hand: Hill Giant, Shock",
        "",
        "Alice hand: Shock",
        "expect graveyard of Alice: exactly Hill Giant",
    ),
    "sacrifice another creature": (
        "Morph—Sacrifice another creature.",
        "Alice battlefield: Hill Giant, Grizzly Bears",
        "Alice chooses Hill Giant",
        "Bob battlefield: Hill Giant",
        "expect graveyard of Alice: exactly Hill Giant",
    ),
    "sacrifice two permanents": (
        "Morph—Sacrifice two Swamps.",
        "Alice battlefield: Swamp x2, Island",
        "",
        "Alice battlefield: Swamp, Island",
        "expect graveyard of Alice: exactly Swamp x2",
    ),
    "pay life": (
        "Morph—Pay 5 life.",
        "Alice life: 6",
        "",
        "Alice life: 4",
        "expect Alice: life 1",
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_turn_up_cost_is_paid_and_refused_when_it_can_t_be(kind: str) -> None:
    """CR 116.2b, 702.37e, 702.168d: the cost is paid as the permanent is turned up; 118.3: an unpayable one isn't.

    CR 708.7: turning it up is no spell and no ability; nothing uses the stack.
    """
    line, payable, chosen, unpayable, check = KINDS[kind]
    keyword = re.match(r"\w+", line)[0].lower()  # type: ignore[index]
    card = f'card "Ambush Drake" {{5}}{{W}} Creature — Drake 4/5\n    Flying\n    {line}\n'
    there = f"Alice battlefield: Ambush Drake (face down {keyword.replace('megamorph', 'morph')}) as it\n"
    step = f"Alice turns it face up with {keyword}"
    assert_holds(
        play(
            f"{card}{there}{payable}\nexpect Alice: can turn it face up\n{step}\n{chosen}\n{check}\n"
            "expect it: face up, named Ambush Drake\nexpect stack: empty\n"
        )
    )
    lacking = play(
        f"{card}{there}{unpayable}\nexpect Alice: cannot turn it face up\nrefuse {step}\nexpect it: face down\n"
    )
    assert_holds(lacking)


def test_x_of_a_turn_up_cost_is_chosen_and_paid() -> None:
    """CR 107.3d: X of a special action's cost is chosen as it is taken."""
    card = (
        'card "Rising Drake" {5}{W} Creature — Drake 4/5\n    Morph {X}{X}{W}\n'
        "    When this creature is turned face up, you gain X life.\n"
    )
    there = "Alice battlefield: Rising Drake (face down morph) as it\nAlice mana: {4}{W}\n"
    assert_holds(
        play(
            f"{card}{there}refuse Alice turns it face up with morph X=3\nAlice turns it face up with morph X=2\n"
            "resolve\nexpect Alice: life 22, pool empty\n"
        )
    )


# ------------------------------------------------------------------ the real cards

#: A card of each color, for those that reveal one.
OF_COLOR = {"blue": "Opt", "red": "Shock", "black": "Duress", "green": "Giant Growth", "white": "Disenchant"}
#: Beginning of a cost in words -> the set-up with which it can be paid, and what shows that it was.
IN_WORDS = (
    (r"Reveal a (\w+) card", "Alice hand: {0}", "expect revealed: {0}"),
    (r"Return two (\w+)s you control", "Alice battlefield: {0} x2", "expect hand of Alice: exactly {0} x2"),
    (r"Return a Bird you control", "Alice battlefield: Storm Crow", "expect hand of Alice: exactly Storm Crow"),
    (r"Discard a card", "Alice hand: Shock", "expect graveyard of Alice: exactly Shock"),
    (r"Discard a Zombie card", "Alice hand: Scathe Zombies", "expect graveyard of Alice: exactly Scathe Zombies"),
    (r"Sacrifice another creature", "Alice battlefield: Hill Giant", "expect graveyard of Alice: exactly Hill Giant"),
    (r"Sacrifice two (\w+)s", "Alice battlefield: {0} x2", "expect graveyard of Alice: exactly {0} x2"),
    (r"Pay 5 life", "Alice life: 12", "expect Alice: life 7"),
)


def _in_words(words: str) -> tuple[str, str]:
    """The set-up with which a cost in words can be paid, and the check that it was."""
    for pattern, line, check in IN_WORDS:
        found = re.match(pattern, words)
        if found is not None:
            values = [OF_COLOR.get(word, word) for word in found.groups()]
            return line.format(*values), check.format(*values)
    raise AssertionError(f"no resources for: {words}")


def _mana(cost: str, reduced: int) -> str:
    """The mana that pays a cost exactly, X being 0: of a hybrid symbol the first half."""
    paid = re.sub(r"\{([WUBRG])/[WUBRG]\}", r"{\1}", cost.replace("{X}", ""))
    return re.sub(r"\{(\d+)\}", lambda found: f"{{{int(found[1]) - reduced}}}", paid)


def _scenario(name: str, keyword: str, words: str) -> str:
    form = "disguise" if keyword == "disguise" else "morph"
    there = f"Alice battlefield: {name} (face down {form}) as it\nAlice library: Island x5\nBob library: Island x5\n"
    step = f"Alice turns it face up with {keyword}" + (" X=0" if "{X}" in words else "")
    if not words.startswith("{"):
        resources, check = _in_words(words)
        return f"{there}{resources}\n{step}\n{check}\nexpect it: face up, named {name}\n"
    reduced = 2 if "reduced" in words else 0
    if reduced:
        there += "Alice graveyard: Shock, Opt\n"
    mana = _mana(words.split(".")[0], reduced)
    return f"{there}Alice mana: {mana}\n{step}\nexpect Alice: pool empty\n"


@pytest.mark.shared
def test_every_real_card_with_a_turn_up_cost_is_turned_up_with_the_cost_paid(shared_dir: Path) -> None:
    """CR 702.37e, 702.168d: of all 231 cards, each is turned up for its cost, or is reported as unsupported."""
    rows = (shared_dir / "data" / "turn_up_costs.tsv").read_text(encoding="utf-8").splitlines()[1:]
    wrong: list[tuple[str, Any]] = []
    unsupported: list[Any] = []
    for row in rows:
        name, keyword, words = row.split("\t")
        result = run_scenario(_scenario(name, keyword, words), load_pool())
        if result.unsupported:
            unsupported.append((name, result.unsupported))
        elif result.error is not None or result.failed:
            wrong.append((name, result.error or result.failed[0]))
    assert not wrong
    # it is another ability of theirs that isn't simulated, never the cost
    assert len(unsupported) <= 12
    assert all("keyword" not in reason for _, reasons in unsupported for reason in reasons)
