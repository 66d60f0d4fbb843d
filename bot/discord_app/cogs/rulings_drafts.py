"""`/ruling propose` and `/ruling edit`, *Save as ruling*, a ruling's details and proof, phrasings tested."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import discord
from discord import app_commands

from bot.discord_app import errors, limits, render_history, render_rulings
from bot.discord_app.cogs.completion import Choices, completion
from bot.discord_app.cogs.places import in_place
from bot.discord_app.cogs.posting import tell_moderators
from bot.discord_app.cogs.rulings_base import RulingsPart, fitting
from bot.discord_app.components import Form, Interaction, parts
from bot.discord_app.ports import Refusal
from bot.discord_app.render_rulings import DETAIL_PARTS, DRAFT_PARTS, Details, Draft
from bot.discord_app.replies import Reply
from bot.i18n import _
from bot.services.moderation import Actor, AlreadyThere, InvalidRuling, ModerationError, differences
from rulings.curated import LONGEST_ANSWER, LONGEST_QUESTION, written_in
from rulings.store import Conflict, StoredRuling
from rulings.store.errors import StoreError
from rulings.store.scope import Scope

#: What a form of the details takes of a proof, so that a page shows it again beside what is wrong with it.
LONGEST_PROOF = 2600
#: What the form takes of other phrasings.
LONGEST_PHRASINGS = 800
_REFUSALS = (InvalidRuling, ModerationError, StoreError, errors.NotAllowed)


class Drafting(RulingsPart):
    """Writing rulings.

    What a form was opened for stands in its custom_id: nothing · `r` and the shipped ruling that is replaced · `q` and
    the question that is answered · `m` and channel, message and author of what is saved · `e`, the ruling and the
    revision that is edited.
    """

    def register(self) -> None:
        """Say which presses and forms are this part's."""
        self.bot.on_form("ruling.propose", self.proposed)
        self.bot.on_press("ruling.again", self.again)
        self.bot.on_press("ruling.edit", self.edit_pressed)
        self.bot.on_press("ruling.answer", self.answer)
        self.bot.on_press("ruling.instead", self.instead)
        self.bot.on_press("ruling.more", self.more)
        self.bot.on_press("ruling.moreagain", self.more_again)
        self.bot.on_form("ruling.mored", self.mored)
        self.bot.on_press("ruling.phrasings", self.phrasings)
        self.bot.on_form("ruling.tested", self.tested)
        self.bot.on_press("ruling.one", self.one)

    # --- the form -----------------------------------------------------------------------------------------------------

    @app_commands.command(name="propose", description="Propose a ruling for this server.")
    @app_commands.describe(replaces="Id of the shipped ruling that it stands in for in this server.")
    async def propose(self, interaction: Interaction, replaces: str = "") -> None:
        """Open the form, filled in with the shipped ruling that is to be replaced."""
        await self.may(interaction)
        if not replaces:
            await Reply(interaction).ask(form(Draft()))
            return
        await self._replace(interaction, replaces)

    async def instead(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Open the form, filled in with a shipped ruling that was reported to be wrong."""
        await self.may(interaction)
        await self._replace(interaction, args[0])

    async def _replace(self, interaction: Interaction, replaces: str) -> None:
        shipped = self.service.shipped.get(replaces.strip())
        if shipped is None:
            near = fitting(replaces, ((each.id, each.question) for each in self.service.shipped.values()))
            raise Refusal(
                _("There is no shipped ruling “{id}”.").format(id=replaces[:80]),
                choices=[each.value for each in near[:5]],
            )
        draft = Draft(
            shipped.question,
            shipped.verdict.value,
            shipped.answer,
            ", ".join(shipped.rules),
            _lines(shipped.also_asked),
        )
        await Reply(interaction).ask(form(draft, "r", shipped.id))

    @propose.autocomplete("replaces")
    @completion
    async def complete_replaces(self, interaction: Interaction, typed: str) -> Choices:
        """Shipped rulings."""
        return await self.shipped(interaction, typed)

    @app_commands.command(name="edit", description="Change a ruling of this server.")
    @app_commands.describe(ruling="Its id or words of its question.")
    async def edit(self, interaction: Interaction, ruling: str) -> None:
        """Open the form with the ruling as it stands."""
        await self._edit(interaction, ruling)

    @edit.autocomplete("ruling")
    @completion
    async def complete_edit(self, interaction: Interaction, typed: str) -> Choices:
        """The server's rulings."""
        return await self.own(interaction, typed, "proposed", "published", "rejected")

    async def edit_pressed(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Open the form with the ruling as it stands."""
        await self._edit(interaction, args[0])

    async def _edit(self, interaction: Interaction, slug: str) -> None:
        scope, actor = await self.may(interaction)
        stored = _editable(await self.named(scope, actor, slug))
        content = await self.service.ageing.today(stored)
        await Reply(interaction).ask(form(_draft_of(content), "e", stored.slug, stored.revision))

    async def save(self, interaction: Interaction, message: discord.Message) -> None:
        """Open the form with a helper's message: its question, the answer, who wrote it and where."""
        await self.may(interaction)
        answer = message.content.strip()
        if not answer:
            raise Refusal(_("I see no text in that message to save."))
        asked = message.reference.resolved if message.reference is not None else None
        question = asked.content if isinstance(asked, discord.Message) else ""
        numbers = written_in(answer)
        draft = Draft(
            question=_question(question),
            verdict=next((word for word in ("yes", "no") if re.match(rf"\W*{word}\b", answer, re.IGNORECASE)), ""),
            answer=limits.clip(answer, LONGEST_ANSWER),
            rules=", ".join(dict.fromkeys(numbers)),
        )
        await Reply(interaction).ask(form(draft, "m", message.channel.id, message.id, message.author.id))

    async def answer(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Open the form with a question that had no answer."""
        scope, actor = await self.may(interaction)
        question = await self.service.questions.get(scope, actor, int(args[0]))
        await Reply(interaction).ask(form(Draft(question=_question(question.text)), "q", question.id))

    async def again(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Open the form again with what was typed."""
        await self.may(interaction)
        await Reply(interaction).ask(form(render_rulings.typed_draft(interaction.message), *args))

    async def proposed(self, interaction: Interaction, args: tuple[str, ...], values: dict[str, str]) -> None:
        """Keep what was written; if something is wrong with it, give back what was typed."""
        draft = Draft(**{name: values.get(name, "").strip() for name in DRAFT_PARTS})
        reply = in_place(interaction)
        try:
            scope, actor = await self.may(interaction)
            view = await reply.work(self._keep(scope, actor, draft, args, interaction.guild_id or 0))
        except Conflict as error:
            # seen by whoever typed: what they go on with replaces it knowingly
            told = await self._meanwhile(scope, actor, args[1], int(args[2]), error) if args[:1] == ("e",) else error
            seen = (*args[:2], str(error.actual)) if args[:1] == ("e",) else args
            await reply.show(render_rulings.draft(draft, str(told), seen))
            return
        except _REFUSALS as error:
            other = error.slug if isinstance(error, AlreadyThere) else ""
            await reply.show(render_rulings.draft(draft, errors.words(error) or str(error), args, other=other))
            return
        await reply.show(view)

    async def _keep(
        self, scope: Scope, actor: Actor, draft: Draft, args: tuple[str, ...], server: int
    ) -> discord.ui.LayoutView:
        content: dict[str, Any] = asdict(draft)
        kind = args[0] if args else ""
        if kind == "e":
            stored = await self.service.get(scope, actor, args[1])
            before = await self.service.ageing.today(stored)
            if len(_lines(before.get("also_asked", []))) > LONGEST_PHRASINGS:
                del content["also_asked"]
            changed = await self.service.edit(scope, actor, args[1], {**before, **content}, seen=int(args[2]))
            self.changed(scope)
            return await self.page(scope, actor, changed, _("**Changed.**"))
        comment = ""
        if kind == "r":
            content["replaces"] = args[1]
        elif kind == "m":
            link = f"https://discord.com/channels/{server}/{args[1]}/{args[2]}"
            comment = _("Saved from a message of <@{author}>: {link}").format(author=args[3], link=link)
        if kind == "q":
            found = await self.service.questions.answer(scope, actor, int(args[1]), content)
        else:
            found = await self.service.propose(scope, actor, content, comment=comment)
        await self._tell_moderators(scope, actor, found.ruling)
        head = _("**Proposed.** It is in service once it is approved.")
        return await self.page(
            scope, actor, found.ruling, "\n".join(filter(None, (head, comment))), similar=found.similar
        )

    async def _meanwhile(self, scope: Scope, actor: Actor, slug: str, seen: int, error: Conflict) -> str:
        """What somebody else changed while a form was open."""
        steps = {step.revision.number: step.revision for step in await self.service.history(scope, actor, slug)}
        before, now = steps.get(seen), steps.get(error.actual)
        changes = differences(before.content, now.content) if before is not None and now is not None else ()
        told = _("Meanwhile somebody changed it. If you go on, what you typed replaces this:")
        return "\n".join(filter(None, (told, render_history.changed(changes))))

    async def _tell_moderators(self, scope: Scope, actor: Actor, stored: StoredRuling) -> None:
        """Where four eyes are set, tell the others that something waits; it is in the queue in any case."""
        settings = await self.bot.services.settings.get(scope)
        channel = settings.moderator_channel
        if channel is not None and settings.four_eyes:
            by = actor.user_id
            await tell_moderators(self.bot, scope, channel, "proposal", lambda: render_rulings.waits(stored, by))

    async def one(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Show a ruling with what can be done with it: in the same message, or aside what is being typed."""
        scope, actor = await self.may(interaction)
        reply = Reply(interaction) if len(args) > 1 else in_place(interaction)
        stored = await reply.work(self.service.get(scope, actor, args[0]))
        await reply.show(await self.page(scope, actor, stored))

    # --- details ------------------------------------------------------------------------------------------------------

    async def more(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Open the form of cards, subjects, what it replaces, and the proof."""
        scope, actor = await self.may(interaction)
        stored = _editable(await self.service.get(scope, actor, args[0]))
        await Reply(interaction).ask(_details_form(_details_of(stored), stored.slug, stored.revision))

    async def more_again(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Open that form again with what was typed."""
        await self.may(interaction)
        await Reply(interaction).ask(_details_form(render_rulings.typed_details(interaction.message), *parts(args, 2)))

    async def mored(self, interaction: Interaction, args: tuple[str, ...], values: dict[str, str]) -> None:
        """Play the proof and keep the details; if something is wrong, say what, and give back what was typed."""
        details = Details(**{name: values.get(name, "").strip() for name in DETAIL_PARTS})
        reply = in_place(interaction)
        try:
            scope, actor = await self.may(interaction)
            view = await reply.work(self._keep_details(scope, actor, details, set(values), args))
        except Conflict as error:
            told = await self._meanwhile(scope, actor, args[0], int(args[1]), error)
            await reply.show(render_rulings.details(details, told, (args[0], str(error.actual))))
            return
        except _REFUSALS as error:
            await reply.show(render_rulings.details(details, errors.words(error) or str(error), args))
            return
        await reply.show(view)

    async def _keep_details(
        self, scope: Scope, actor: Actor, details: Details, given: set[str], args: tuple[str, ...]
    ) -> discord.ui.LayoutView:
        stored = await self.service.get(scope, actor, args[0])
        typed = {name: value for name, value in asdict(details).items() if name in given}
        content = {**(stored.pending or stored.content), **typed}
        changed = await self.service.edit(scope, actor, args[0], content, seen=int(args[1]))
        self.changed(scope)
        played = _("**Changed.** The proof was played and holds.") if typed.get("proof") else _("**Changed.**")
        return await self.page(scope, actor, changed, played)

    # --- phrasings ----------------------------------------------------------------------------------------------------

    async def phrasings(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Ask for phrasings to test."""
        scope, actor = await self.may(interaction)
        stored = await self.service.get(scope, actor, args[0])
        content = stored.pending or stored.content
        asked = _lines([content["question"], *content.get("also_asked", [])])
        opened = Form(_("Test these phrasings"), "ruling.tested", stored.slug)
        opened.text(
            "phrasings", _("Phrasings"), long=True, value=asked[:4000], help_text=_("One a line, as people ask.")
        )
        await Reply(interaction).ask(opened)

    async def tested(self, interaction: Interaction, args: tuple[str, ...], values: dict[str, str]) -> None:
        """Say what each phrasing finds with the ruling in place."""
        scope, actor = await self.may(interaction)
        reply = in_place(interaction)
        stored = await self.service.get(scope, actor, args[0])
        content = stored.pending or stored.content
        lines = values.get("phrasings", "").splitlines()
        found = await reply.work(self.service.test_phrasings(scope, actor, content, lines))
        await reply.show(render_rulings.tested(stored.slug, str(content["question"]), found))


def _editable(stored: StoredRuling) -> StoredRuling:
    """A ruling that may be changed: better said before everything is typed.

    Raises:
        Refusal: it is retired.
    """
    if stored.status == "retired":
        told = _("`{id}` is retired. `/ruling revert` brings a revision of it back; then it can be changed.")
        raise Refusal(told.format(id=stored.slug))
    return stored


def form(draft: Draft, *args: str | int) -> Form:
    """The form of a ruling's texts; `args` say what it was opened for."""
    title = _("Change a ruling") if args[:1] == ("e",) else _("Propose a ruling")
    opened = Form(title, "ruling.propose", *args)
    # a question mark is put behind it
    most = LONGEST_QUESTION - 1
    asked = draft.question if len(draft.question) <= most else draft.question.removesuffix("?")
    opened.text("question", _("Question"), value=asked, most=most, help_text=_("As somebody would ask it."))
    opened.choice("verdict", _("Verdict"), render_rulings.verdicts(), value=draft.verdict)
    opened.text("answer", _("Answer"), long=True, value=draft.answer, most=1800, help_text=_("The verdict, then why."))
    opened.text(
        "rules", _("Rules"), value=draft.rules, most=200, help_text=_("701.40b, 708.8; the deciding one first.")
    )
    if len(draft.also_asked) <= LONGEST_PHRASINGS or args[:1] != ("e",):
        opened.text(
            "also_asked",
            _("Other ways to ask it"),
            long=True,
            required=False,
            value=_cut(draft.also_asked),
            most=LONGEST_PHRASINGS,
            help_text=_("One a line."),
        )
    return opened


def _details_form(details: Details, slug: str, revision: str | int) -> Form:
    opened = Form(_("Proof and details"), "ruling.mored", slug, revision)
    if len(details.proof) <= LONGEST_PROOF:
        opened.text(
            "proof",
            _("Proof: a scenario, played at once"),
            long=True,
            required=False,
            value=details.proof,
            most=LONGEST_PROOF,
            help_text=_("For example: Alice manifests Lightform as a / expect a: face down"),
        )
    for name, label, most in (
        ("cards", _("Cards, exact names, one a line"), 400),
        ("topics", _("Topics"), 100),
        ("see", _("Ids of related rulings"), 200),
        ("replaces", _("Id of the shipped ruling that it replaces"), 80),
    ):
        value = getattr(details, name)
        if len(value) <= most:
            opened.text(name, label, long=name == "cards", required=False, value=value, most=most)
    return opened


def _draft_of(content: Mapping[str, Any]) -> Draft:
    texts = {name: str(content.get(name, "")) for name in ("question", "verdict", "answer")}
    return Draft(**texts, rules=", ".join(content.get("rules", [])), also_asked=_lines(content.get("also_asked", [])))


def _details_of(stored: StoredRuling) -> Details:
    content: Mapping[str, Any] = stored.pending or stored.content
    return Details(
        proof=str(content.get("proof", "")),
        cards=_lines(content.get("cards", [])),
        topics=", ".join(content.get("topics", [])),
        see=", ".join(content.get("see", [])),
        replaces=str(content.get("replaces", "")),
    )


def _lines(items: Any) -> str:
    return "\n".join(items)


def _cut(phrasings: str) -> str:
    """As many whole lines as the form takes."""
    kept = ""
    for line in phrasings.splitlines():
        if len(kept) + len(line) + 1 > LONGEST_PHRASINGS:
            break
        kept += f"{line}\n"
    return kept.strip()


def _question(text: str) -> str:
    """Somebody's question on one line, as long as a title may be, without whom it is addressed to."""
    plain = " ".join(re.sub(r"<[@#][!&]?\d+>", " ", text).split())
    return limits.clip(plain, LONGEST_QUESTION - 1) if plain else ""
