"""*Find a ruling* on somebody's message: the answer is to whoever wrote it."""

from __future__ import annotations

from app_world import World
from fake_services import OTHER

from rulings.store import Scope


async def test_what_is_found_for_a_message_is_posted_as_its_authors_question(world: World) -> None:
    """Also after another entry was chosen; nobody is pinged, and it is the author's to see and delete."""
    async with world.bot():
        message = await world.standin.say(world.bob, world.general, "double-faced?")
        found = await world.standin.menu(world.alice, "Find a ruling", message)
        assert found.private
        assert f"<@{world.bob.id}> asked: double-faced?" in found.text
        posted = await world.standin.press(world.alice, found.original, label="Post to channel")
        await world.standin.press(world.alice, found.original, label="Other answers")
        await world.standin.press(world.alice, found.original, f"tj1:ask.show:{OTHER.id}")
        other = await world.standin.press(world.alice, found.original, label="Post to channel")
        await world.standin.settle()
        kept = await world.store.posted.of(Scope.server(world.guild.id))
    for each in (posted, other):
        assert f"<@{world.bob.id}> asked: double-faced?" in each.text
        assert str(world.alice.id) not in each.text
        assert each.original.pings == []
    assert {each.asker for each in kept} == {world.bob.id}


async def test_the_author_stays_when_a_card_has_to_be_chosen_first(world: World) -> None:
    async with world.bot():
        message = await world.standin.say(world.bob, world.general, "is [[Jace]] double-faced?")
        found = await world.standin.menu(world.alice, "Find a ruling", message)
        await world.standin.press(world.alice, found.original, label="Jace Beleren")
        await world.standin.press(world.alice, found.original, label="Post to channel")
        [posted] = world.standin.public_messages(world.general)[1:]
    assert posted.text.startswith(f"<@{world.bob.id}> asked: is ")
    assert "Jace Beleren" in posted.text.splitlines()[0]


async def test_whoever_reads_and_posts_a_mentions_answer_it_is_to_who_asked(world: World) -> None:
    async with world.bot() as client:
        await world.standin.say(world.bob, world.general, f"<@{client.user.id}> double-faced?")
        shown = await world.standin.until(
            lambda: [each for each in world.standin.public_messages(world.general) if each.author.bot], "the reply"
        )
        for reader in (world.alice, world.bob):
            read = await world.standin.press(reader, shown[0], label="Read the answer")
            posted = await world.standin.press(reader, read.original, label="Post to channel")
            assert posted.text.startswith(f"<@{world.bob.id}> asked: double-faced?")


async def test_ones_own_message_and_a_forged_asker_are_posted_as_ones_own_question(world: World) -> None:
    async with world.bot():
        own = await world.standin.say(world.alice, world.general, "double-faced?")
        forged = f"<@{world.bob.id}> asked: double-faced?"
        for asked in (
            await world.standin.menu(world.alice, "Find a ruling", own),
            await world.standin.slash(world.alice, "ask", {"question": forged}, channel=world.general),
        ):
            posted = await world.standin.press(world.alice, asked.original, label="Post to channel")
            assert posted.text.startswith(f"<@{world.alice.id}> asked: ")
