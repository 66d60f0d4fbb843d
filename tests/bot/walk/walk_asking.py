"""The walk: questions, their answers, and all that can be done with an answer."""

from __future__ import annotations

from typing import Any

_NOBODY = "in the direct message there is nobody to post to"
_NO_TEXT = "a mention is read where the bot is a member"
_NO_COPY = "judges mark what was posted where the bot is a member"
EXEMPT = {
    ("press ask.post", "dm"): _NOBODY,
    ("press ask.read", "dm"): "a direct message is answered at once",
    ("press ask.read", "user"): _NO_TEXT,
    ("press ask.refresh", "dm"): _NOBODY,
    ("press ask.refresh", "server"): "where the bot is a member it corrects copies by itself",
    ("press ask.mark", "dm"): _NO_COPY,
    ("press ask.mark", "user"): _NO_COPY,
}


async def walk(tour: Any) -> None:
    answer = await tour.slash(tour.alice, "ask", question="Can I turn a manifested double-faced card face up?")
    await tour.press_action(tour.alice, answer, "rule.open")
    await tour.press_action(tour.alice, answer, "ask.why")
    form = await tour.press_action(tour.alice, answer, "ask.wrong")
    await tour.submit(form, what="It isn't so.", rule="701.40b", scenario="Alice draws 1")
    await _example(tour, answer)
    more = await tour.press_action(tour.alice, answer, "ask.more")
    await tour.press_action(tour.alice, more, "ask.watch")
    more = await tour.press_action(tour.alice, answer, "ask.more")
    await tour.press_action(tour.alice, more, "ask.unwatch")
    if tour.context != "dm":
        await tour.press_action(tour.alice, answer, "ask.post")
    if tour.context in ("user", "group"):
        await tour.press_action(tour.alice, await tour.message(tour.alice, "ask.refresh"), "ask.refresh")
    if tour.context == "server":
        await _judged(tour)
        await tour.standin.say(tour.bob, tour.where, f"<@{tour.standin.bot.id}> what is priority?")
        await tour.press_action(tour.bob, await tour.message(tour.bob, "ask.read"), "ask.read")
    others = await tour.press_action(tour.alice, answer, "ask.others")
    await tour.press_action(tour.alice, others, "ask.show")
    which = await tour.slash(tour.alice, "ask", question="can [[Jace]] be attacked?")
    await tour.press_action(tour.alice, which, "ask.card")
    asked = await (
        tour.standin.send_dm(tour.alice, "does a morph use the stack?")
        if tour.where is None
        else tour.standin.say(tour.bob, tour.where, "does turning a morph face up use the stack?")
    )
    await tour.menu(tour.alice, "Find a ruling", asked)


async def _example(tour: Any, answer: Any) -> None:
    stepper = await tour.press_action(tour.alice, answer, "ask.proof")
    await tour.press_action(tour.alice, stepper, "ask.proof")
    await tour.press_action(tour.alice, stepper, "ask.proof", 2)
    changes = await tour.press_action(tour.alice, stepper, "ask.whatif")
    await tour.press_action(tour.alice, changes, "ask.if")
    form = await tour.press_action(tour.alice, stepper, "ask.run")
    await tour.submit(form, script="Alice manifests Delver of Secrets\nAlice turns #1 face up")
    unread = await tour.submit(form, script="Alice manifests Delver of Secrts")
    await tour.press_action(tour.alice, unread, "ask.again")


async def _judged(tour: Any) -> None:
    copy = await tour.message(tour.mod, "ask.more")
    more = await tour.press_action(tour.mod, copy, "ask.more")
    while not any("ask.mark" in each for each in tour._message(more).buttons().values()):
        # where it was posted is kept a moment after it was shown
        more = await tour.press_action(tour.mod, copy, "ask.more")
    await tour.press_action(tour.mod, more, "ask.mark")
