"""`/ruling words` in Discord: moderators say what words mean, and nobody else does."""

from __future__ import annotations

from app_world import World

from rulings.store import Scope


async def test_a_moderator_adds_lists_and_removes_a_word_and_others_may_not(world: World) -> None:
    standin, where = world.standin, {"channel": world.general}
    async with world.bot():
        word = {"word": "Boop", "meaning": "return to hand"}
        refused = await standin.slash(world.bob, "ruling words add", word, **where)
        assert "means" not in refused.text
        assert await world.store.words.all(Scope.server(world.guild.id)) == {}
        added = await standin.slash(world.mod, "ruling words add", word, **where)
        assert "**boop** means “return to hand”" in added.text
        again = await standin.slash(world.mod, "ruling words add", {"word": "boop", "meaning": "destroy"}, **where)
        assert "before" in again.text
        assert "**boop**: destroy" in (await standin.slash(world.mod, "ruling words list", **where)).text
        bad = await standin.slash(world.mod, "ruling words add", {"word": "!?", "meaning": "destroy"}, **where)
        assert "Give the word that players use" in bad.text
        await standin.slash(world.mod, "ruling words remove", {"word": "BOOP"}, **where)
        assert "No words" in (await standin.slash(world.mod, "ruling words list", **where)).text
        gone = await standin.slash(world.mod, "ruling words remove", {"word": "boop"}, **where)
        assert "boop" in gone.text
