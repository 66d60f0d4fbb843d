"""How fast the simulator plays, always beside a reference in the same run: `python -m tests.benchmarks.simulator`.

References: random legal play in the `python-mtg` engine (an extra of the package: `benchmark`), `copy.deepcopy` of
the same state, and the simulator itself on a board of another size. Prints figures and ratios; asserts nothing.
"""

from __future__ import annotations

import copy
import random
import statistics
import time
from collections.abc import Callable

from bot.services.card_pool import load_pool
from simulator.game import Game
from simulator.model import actions as a
from simulator.model.cards import CardDefinition
from simulator.model.position import Placed, Position, Seat


def card(name: str) -> CardDefinition:
    found = load_pool().find(name)
    assert found is not None
    return found[0]


def new_game(permanents: int) -> Game:
    """A game with that many vanilla creatures, an Equipment, and a full library each."""
    bears = [Placed(card("Grizzly Bears"), ("Alice", "Bob")[i % 2], "battlefield") for i in range(permanents - 1)]
    cards = [Placed(card("Bonesplitter"), "Alice", "battlefield"), *bears]
    for name in ("Alice", "Bob"):
        cards += [Placed(card("Hill Giant"), name, "library") for _ in range(60)]
    return Game.from_position(
        Position((Seat("Alice", life=10_000), Seat("Bob", life=10_000)), "Alice", "main", tuple(cards))
    )


def mix(game: Game) -> int:
    """Manifest, turn up, attach, blink, and a combat with it; how many actions that were."""
    secret = game.instruct(a.PutFaceDown("manifest", "Alice")).ids[0]
    game.instruct(a.Grant(secret, True, keyword="haste"))
    game.act("Alice", a.TurnFaceUp(secret))
    game.instruct(a.AttachIt(game.placed[0], secret))
    game.advance("attackers")
    game.act("Alice", a.DeclareAttackers((secret,), "Bob"))
    game.advance("end-of-combat")
    back = game.instruct(a.BlinkIt(secret)).ids[0]
    game.instruct(a.Simple("exile", back))
    return 9


def rate(permanents: int, seconds: float) -> float:
    """Actions a second of the mix."""
    done, spent = 0, 0.0
    while spent < seconds:
        game = new_game(permanents)
        start = time.perf_counter()
        done += mix(game)
        spent += time.perf_counter() - start
    return done / spent


def peer_rate(seconds: float) -> float | None:
    """Random legal actions a second in python-mtg, or None if it isn't installed."""
    try:
        import mtg  # type: ignore[import-not-found]
    except ImportError:
        return None
    choice = random.Random(1)
    game, done = mtg.Game(), 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        if game.is_game_over():
            game = mtg.Game()
        game.push(choice.choice(list(game.legal_moves)))
        done += 1
    return done / (time.perf_counter() - start)


def median_ms(what: Callable[[], object], times: int = 15) -> float:
    """Median time of a call in milliseconds."""
    found = []
    for _ in range(times):
        start = time.perf_counter()
        what()
        found.append((time.perf_counter() - start) * 1000)
    return statistics.median(found)


def tap_or_untap(game: Game, id: int) -> None:
    """One small action that can be repeated."""
    game.instruct(a.Simple("untap" if game.facts(id).tapped else "tap", id))


def main() -> None:
    new_game(10)
    ours = rate(20, 4)
    print(f"mix on 20 permanents: {ours:,.0f} actions/s")
    peer = peer_rate(8)
    if peer is None:
        print("python-mtg: not installed (pip install '.[benchmark]')")
    else:
        print(f"python-mtg, random legal play: {peer:,.0f} actions/s; ours {ours / peer:,.0f} times as many")
    base = None
    for permanents in (10, 50, 100, 200, 500):
        cost = 1000 / rate(permanents, 1.5)
        base = base or cost
        ratio = f"{cost / base:.1f} times that of 10 ({permanents / 10:.0f} times the board)"
        print(f"{permanents:4d} permanents: {cost:.2f} ms/action, {ratio}")
    game = new_game(100)
    deep = median_ms(lambda: copy.deepcopy(game._base), 3)
    one = median_ms(lambda: tap_or_untap(game, game.placed[5]))
    ratio = f"{deep / one:,.0f} actions in its time"
    print(f"100 permanents: deepcopy of the state {deep:.2f} ms, one action {one:.2f} ms: {ratio}")
    game = new_game(20)
    start = time.perf_counter()
    while len(game.rows) < 1000:
        tap_or_untap(game, game.placed[3])
    fresh = time.perf_counter() - start
    header, rows = game.header(), game.rows
    start = time.perf_counter()
    Game.from_journal(header, rows)
    replay = time.perf_counter() - start
    ratio = f"{replay / fresh:.2f} times"
    print(f"journal of {len(rows)} actions: played in {fresh:.2f} s, replayed in {replay:.2f} s ({ratio})")


if __name__ == "__main__":
    main()
