"""A group chat has no language of its own: what is for all there is in that of whoever first used the app there."""

from __future__ import annotations

from app_world import World


async def test_what_is_posted_in_a_group_chat_keeps_the_language_of_whoever_used_the_app_there_first(
    world: World,
) -> None:
    world.alice.locale = "es-ES"
    group = world.standin.add_group(world.alice, world.bob)
    async with world.bot():
        first = await world.standin.slash(world.alice, "rule", {"query": "701.40b"}, channel=group)
        posted = await world.standin.press(world.alice, first.original, label="Publicar en el canal")
        second = await world.standin.slash(world.bob, "rule", {"query": "704.5a"}, channel=group)
        also = await world.standin.press(world.bob, second.original, label="Post to channel")
    assert "aún no está aquí" in posted.text
    assert "isn't here yet" in second.text
    assert "aún no está aquí" in also.text
