"""The walk: moderating a server's rulings."""

from __future__ import annotations

from typing import Any

from reference_files import card, lines, rules_text

from rulings.reference.importing import import_folder
from rulings.store import Scope

#: Two invented editions, which differ in one rule.
RULE = "Widgets spin whenever a player says so aloud, and they never stop."
OLD = f"100.1. A game has players.\n\n100.2. {RULE}"
FIELDS = {"verdict": "yes", "answer": "Yes. It stands for one."}


async def walk(tour: Any) -> None:
    if not tour.offered("ruling propose"):
        return
    await _drafts(tour)
    await _review(tour)
    await _past(tour)
    await _files(tour)
    await _questions(tour)
    await _words(tour)
    await _reports(tour)
    await _official(tour)
    await _outdated(tour)


async def _propose(tour: Any, question: str, **options: Any) -> Any:
    opened = await tour.slash(tour.mod, "ruling propose", **options)
    return await tour.submit(opened, **{"question": question, **FIELDS, "rules": "111.1"})


async def _drafts(tour: Any) -> None:
    opened = await tour.slash(tour.mod, "ruling propose")
    refused = await tour.submit(opened, question="May I keep a napkin as a token?", **FIELDS, rules="99999.9")
    again = await tour.press_action(tour.mod, refused, "ruling.again")
    kept = await tour.submit(again, rules="111.1")
    details = await tour.press_action(tour.mod, kept, "ruling.more")
    refused = await tour.submit(details, proof="Alice manifests nothing that there is")
    details = await tour.press_action(tour.mod, refused, "ruling.moreagain")
    await tour.submit(details, proof="Alice manifests Lightform as a\nexpect a: face down")
    test = await tour.press_action(tour.mod, kept, "ruling.phrasings")
    await tour.submit(test, phrasings="napkin tokens\nis a napkin a token")
    await tour.press_action(tour.mod, kept, "ruling.one")
    edit = await tour.press_action(tour.mod, kept, "ruling.edit")
    await tour.submit(edit, answer="Yes. A napkin stands for one.")
    [shipped, *_] = await tour.complete(tour.mod, "ruling propose", "replaces", "manifest")
    replacing = await tour.submit(
        await tour.slash(tour.mod, "ruling propose", replaces=shipped), question="May we do so?"
    )
    assert shipped in replacing.text, replacing.text
    slugs = await tour.complete(tour.mod, "ruling edit", "ruling", "napkin")
    await tour.slash(tour.mod, "ruling edit", ruling=slugs[0])
    said = await tour.standin.say(tour.alice, tour.where, "Yes, by 111.1 it stands for one.")
    opened = await tour.menu(tour.mod, "Save as ruling", said)
    saved = await tour.submit(opened, question="May I keep a button as a token?")
    assert "discord.com/channels" in saved.text, saved.text


async def _review(tour: Any) -> None:
    for question in ("May I keep a coin as a token?", "May I keep a shoe as a token?"):
        await _propose(tour, question)
    queue = await tour.slash(tour.mod, "ruling review")
    await tour.press_action(tour.mod, queue, "ruling.queue")
    await tour.press_action(tour.mod, queue, "ruling.approve")
    queue = await tour.slash(tour.mod, "ruling review")
    reason = await tour.press_action(tour.mod, queue, "ruling.reject")
    await tour.submit(reason, reason="It says nothing new.")
    for _ in range(3):
        await tour.press_action(tour.mod, await tour.slash(tour.mod, "ruling review"), "ruling.approve")


async def _past(tour: Any) -> None:
    await tour.press_action(tour.mod, await tour.slash(tour.mod, "ruling history"), "ruling.audit")
    slug = (await tour.complete(tour.mod, "ruling history", "ruling", "napkin"))[0]
    shown = await tour.slash(tour.mod, "ruling history", ruling=slug)
    await tour.press_action(tour.mod, shown, "ruling.history")
    await tour.choose(tour.mod, shown, ["1"], "ruling.revert")
    await tour.complete(tour.mod, "ruling revert", "ruling", "napkin")
    await tour.slash(tour.mod, "ruling revert", ruling=slug, revision=2)
    await tour.complete(tour.mod, "ruling retire", "ruling", "napkin")
    for number in range(16):
        scope, actor = Scope.server(tour.guild.id), _actor(tour)
        content = {"question": f"Is {number} a token?", **FIELDS, "rules": "111.1"}
        proposed = await tour.services.moderation.propose(scope, actor, content)
        await tour.services.moderation.approve(scope, actor, proposed.ruling.slug, seen=1)
    await tour.press_action(tour.mod, await tour.slash(tour.mod, "ruling list"), "ruling.list")
    shown = await tour.slash(tour.mod, "ruling retire", ruling="is-0-a-token")
    await tour.submit(await tour.press_action(tour.mod, shown, "ruling.retire"), reason="Nobody asks.")


async def _files(tour: Any) -> None:
    await tour.slash(tour.mod, "ruling export", purpose="upstream")
    text, _ = await tour.services.moderation.exchange.export(Scope.server(tour.guild.id), _actor(tour))
    shown = await tour.slash(
        tour.mod, "ruling import", file=("rulings.toml", text.replace("Is 1 a", "Is one a").encode())
    )
    await tour.press_action(tour.mod, shown, "ruling.imports")


async def _questions(tour: Any) -> None:
    for question in ("Xyzzy token napkin?", "Plugh token shoe?"):
        await tour.slash(tour.alice, "ask", question=question)
    listed = await tour.slash(tour.mod, "ruling questions")
    options = next(part["options"] for part in listed.messages[-1].components() if part["type"] == 3)
    await tour.choose(tour.mod, listed, [options[0]["value"]], "ruling.question")
    await tour.press_action(tour.mod, listed, "ruling.answer")
    await tour.press_action(tour.mod, listed, "ruling.questions")
    await tour.choose(tour.mod, listed, [options[0]["value"]], "ruling.question")
    await tour.press_action(tour.mod, listed, "ruling.dismiss")


async def _words(tour: Any) -> None:
    await tour.slash(tour.mod, "ruling words list")
    added = await tour.slash(tour.mod, "ruling words add", word="Boop", meaning="return to hand")
    assert "return to hand" in added.text, added.text
    for number in range(25):
        await tour.services.moderation.words.add(Scope.server(tour.guild.id), _actor(tour), f"zork{number}", "destroy")
    listed = await tour.slash(tour.mod, "ruling words list")
    await tour.press_action(tour.mod, listed, "ruling.words")
    assert "boop" in await tour.complete(tour.mod, "ruling words remove", "word", "boo")
    await tour.slash(tour.mod, "ruling words remove", word="boop")


async def _reports(tour: Any) -> None:
    for number in range(2):
        answer = await tour.slash(tour.alice, "ask", question="Can I turn a manifested double-faced card face up?")
        form = await tour.press_action(tour.alice, answer, "ask.wrong")
        await tour.submit(form, what=f"I doubt it, number {number}.")
    listed = await tour.slash(tour.mod, "ruling reports")
    await tour.press_action(tour.mod, listed, "ruling.reported")
    await tour.press_action(tour.mod, listed, "ruling.reports")
    await tour.press_action(tour.mod, listed, "ruling.instead")
    await tour.press_action(tour.mod, listed, "ruling.settle")


async def _official(tour: Any) -> None:
    # what the walk of cards has synced
    [name, *_] = await tour.complete(tour.mod, "ruling official", "card", "Opt")
    shown = await tour.slash(tour.mod, "ruling official", card=name)
    menu = next(part for part in shown.messages[-1].components() if part["type"] == 3)
    await tour.choose(tour.mod, shown, [menu["options"][0]["value"]], "ruling.text")
    await tour.press_action(tour.mod, shown, "ruling.official")
    await tour.choose(tour.mod, shown, [menu["options"][0]["value"]], "ruling.text")
    await tour.submit(await tour.press_action(tour.mod, shown, "ruling.hide"), reason="It shines no more.")
    await tour.press_action(tour.mod, shown, "ruling.unhide")
    await tour.slash(tour.mod, "ruling official")


async def _outdated(tour: Any) -> None:
    service, scope, actor = tour.services.moderation, Scope.server(tour.guild.id), _actor(tour)
    _sync(tour, OLD, "May 1, 2027")
    for number in range(5):
        content = {"question": f"Does widget {number} spin?", **FIELDS, "rules": "100.2"}
        proposed = await service.propose(scope, actor, content)
        await service.approve(scope, actor, proposed.ruling.slug, seen=1)
    _sync(tour, OLD.replace("never stop", "stop at once"), "August 7, 2027")
    for slug in [each.stored.slug for each in await service.ageing.outdated(scope)][:-5]:
        # What was written before about other rules would fill the pages.
        await service.retire(scope, actor, slug, seen=(await service.get(scope, actor, slug)).revision)
    shown = await tour.slash(tour.mod, "ruling outdated")
    await tour.press_action(tour.mod, shown, "ruling.aged")
    await tour.press_action(tour.mod, shown, "ruling.right")
    await tour.press_action(tour.mod, shown, "ruling.agedlist")
    await tour.press_action(tour.mod, shown, "ruling.allright")
    _sync(tour, OLD, "December 7, 2027")
    shown = await tour.slash(tour.mod, "ruling outdated")
    await tour.press_action(tour.mod, shown, "ruling.agedlist")
    await tour.press_action(tour.mod, shown, "ruling.allretired")


def _actor(tour: Any) -> Any:
    from bot.services.moderation import Actor

    return Actor(tour.mod.id, is_moderator=True)


def _sync(tour: Any, rules: str, edition: str) -> None:
    folder = tour.services.moderation.editions.folder
    source = folder / f"files {edition}"
    source.mkdir()
    (source / "rules.txt").write_text(rules_text(rules, edition=edition))
    (source / "cards.jsonl.gz").write_bytes(lines(card(number) for number in range(1100)))
    assert import_folder(folder / "reference.db", source).ok
