"""What arrives is taken once; one person or server can't take the bot away from the others."""

from __future__ import annotations

import asyncio

import pytest
from app_world import World

from bot.discord_app.arrivals import PERSON_WORK, SERVER_WORK, Arrivals, Rate, TooFast
from bot.discord_app.ports import Refusal


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_is_taken_then_as_much_as_time_brings() -> None:
    clock = Clock()
    arrivals = Arrivals(Rate(3, 0.5), Rate(100, 100), clock=clock)
    for _ in range(3):
        arrivals.take(1, None)
    with pytest.raises(TooFast) as caught:
        arrivals.take(1, None)
    assert caught.value.retry_after == 2.0
    arrivals.take(2, None)
    clock.now += 2
    arrivals.take(1, None)
    with pytest.raises(TooFast):
        arrivals.take(1, None)
    clock.now += 10**6
    for _ in range(3):
        arrivals.take(1, None)
    with pytest.raises(TooFast):
        arrivals.take(1, None)


def test_a_server_has_a_limit_of_its_own_and_what_is_refused_is_not_counted() -> None:
    arrivals = Arrivals(Rate(5, 1), Rate(2, 1), clock=Clock())
    arrivals.take(1, 9)
    arrivals.take(2, 9)
    with pytest.raises(TooFast):
        arrivals.take(1, 9)
    for _ in range(4):
        arrivals.take(1, 8) if _ < 2 else arrivals.take(1, None)


def test_an_event_is_new_once() -> None:
    arrivals = Arrivals()
    assert [arrivals.is_new(each) for each in (5, 6, 5)] == [True, True, False]


async def test_work_of_one_person_and_of_one_server_is_limited_and_freed() -> None:
    arrivals = Arrivals()
    release = asyncio.Event()

    async def work(person: int, server: int | None) -> None:
        async with arrivals.working(person, server):
            await release.wait()

    running = [asyncio.create_task(work(1, None)) for _ in range(PERSON_WORK)]
    running += [asyncio.create_task(work(100 + each, 7)) for each in range(SERVER_WORK)]
    await asyncio.sleep(0)
    for person, server in ((1, None), (500, 7)):
        with pytest.raises(Refusal):
            await work(person, server)
    release.set()
    await asyncio.gather(*running)
    await work(1, 7)


async def test_a_script_of_presses_is_told_to_slow_down_and_others_are_served(world: World) -> None:
    async with world.bot() as bot:
        bot.arrivals = Arrivals(Rate(2, 0.01), Rate(100, 100))
        told = [await world.standin.slash(world.alice, "help", channel=world.general) for _ in range(3)]
        about = await world.standin.slash(world.bob, "privacy", channel=world.general)
        await world.standin.press(world.bob, about.original, label="Delete my data…")
        pressed = await world.standin.press(world.bob, about.original, label="Delete my data")
    assert ["Not so fast" in each.text for each in told] == [False, False, True]
    assert told[2].private
    assert "Not so fast" in pressed.text
    assert "can't be undone" in about.text


async def test_an_interaction_that_is_delivered_twice_is_carried_out_once(world: World) -> None:
    async with world.bot():
        shown = await world.standin.slash(world.alice, "help", channel=world.general)
        session = world.standin.gateway.current
        assert session is not None
        again = [each for each in session.events if each["t"] == "INTERACTION_CREATE"][-1]
        await world.standin.gateway.dispatch("INTERACTION_CREATE", again["d"])
        await world.standin.settle()
    assert len(shown.messages) == 1
    assert shown.refusals == []


async def test_a_flood_of_messages_is_not_answered_with_a_flood(world: World) -> None:
    async with world.bot() as bot:
        bot.arrivals = Arrivals(Rate(2, 0.01), Rate(100, 100))
        for _ in range(5):
            await world.standin.send_dm(world.alice, "double-faced?")
        await world.standin.settle()
    assert len(world.standin.sent_to_dm(world.alice)) == 2
