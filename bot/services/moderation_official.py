"""Official rulings that a server doesn't use: its moderators hide one with their reason, and can show it again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.i18n import _
from bot.services.drafts import clean_text
from bot.services.moderation_base import ModerationBase, require_moderator
from bot.services.moderation_types import Actor, ModerationError
from rulings.model import Ruling, Source
from rulings.store import AuditEntry, HiddenText, NotFound, Scope

#: A server hides so many at most; beyond that it is another database that it wants.
MOST_HIDDEN = 500
#: A reason has so many characters at most.
LONGEST_REASON = 300
#: So many steps of what was done with one are shown.
_STEPS = 10
#: So much of a text stands in its title.
_LINE = 90


class RefusedHiding(ModerationError):
    """An official ruling can't be hidden; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class OfficialTexts:
    """Where official rulings come from: the reference data, as far as it is synced.

    Attributes:
        get: the official ruling of an id; None if there is none.
        of_card: those on a card, by its full English name, newest first.
        cards_of: the cards that have the one of an id.
    """

    get: Callable[[str], Ruling | None] = lambda text_id: None
    of_card: Callable[[str], Sequence[Ruling]] = lambda card: ()
    cards_of: Callable[[str], Sequence[str]] = lambda text_id: ()


@dataclass(frozen=True, slots=True)
class OfficialRuling:
    """An official ruling, and whether it is used in a server.

    Attributes:
        id: `official:NUMBER`.
        title: its card, date and beginning, in no language's words.
        date: of its publication; empty where the reference data doesn't have it any more.
        text: what it says; likewise.
        hidden: since when and why it isn't used there; None if it is.
        steps: what was done with it there, newest first.
        cards: all cards that have it: it is hidden for each of them. Looked up only for one by itself.
    """

    id: str
    title: str
    date: str
    text: str
    hidden: HiddenText | None = None
    steps: tuple[AuditEntry, ...] = ()
    cards: tuple[str, ...] = ()


class OfficialUse:
    """Which official rulings each scope uses.

    Args:
        base: the store.
        texts: the official rulings.
    """

    def __init__(self, base: ModerationBase, texts: OfficialTexts) -> None:
        self._base = base
        self._texts = texts

    async def hidden(self, scope: Scope) -> Mapping[str, HiddenText]:
        """Those that aren't used, by id, the last hidden one first. Anybody may know, and why."""
        return await self._base.store.hidden.all(scope)

    async def of_card(self, scope: Scope, actor: Actor, card: str) -> Sequence[OfficialRuling]:
        """Those on a card, by its full English name, newest first.

        Raises:
            NotAllowed: the actor is no moderator.
        """
        require_moderator(actor, "choose among official rulings")
        hidden = await self.hidden(scope)
        found = await asyncio.to_thread(self._texts.of_card, card)
        return [_official(each, hidden.get(each.id)) for each in found]

    async def get(self, scope: Scope, actor: Actor, text_id: str) -> OfficialRuling:
        """One of them, with what was done with it here.

        Raises:
            NotAllowed: the actor is no moderator.
            NotFound: there is none of that id, nor was one hidden.
        """
        require_moderator(actor, "choose among official rulings")
        hidden = (await self.hidden(scope)).get(text_id)
        found = await self._text(text_id)
        if found is None and hidden is None:
            raise NotFound(_("that official ruling isn't in the reference data; it may have another wording now"))
        steps = tuple(await self._base.store.audit.list(scope, subject=text_id, limit=_STEPS))
        if found is None:
            return OfficialRuling(text_id, hidden.title if hidden is not None else "", "", "", hidden, steps)
        return await self._with_cards(_official(found, hidden, steps))

    async def hide(self, scope: Scope, actor: Actor, text_id: str, reason: str) -> OfficialRuling:
        """Take one out of service in a scope, for every card that it is about; or give another reason.

        Raises:
            NotAllowed: the actor is no moderator.
            NotFound: there is none of that id.
            RefusedHiding: there is no reason, or it is too long, or too many are hidden.
        """
        require_moderator(actor, "hide official rulings")
        reason = " ".join(clean_text(reason).split())
        if not any(each.isalnum() for each in reason):
            raise RefusedHiding(_("say why it isn't used here: whoever looks for it reads that"))
        if len(reason) > LONGEST_REASON:
            raise RefusedHiding(
                _("the reason has {count} characters, at most {most} are kept").format(
                    count=len(reason), most=LONGEST_REASON
                )
            )
        found = await self.get(scope, actor, text_id)
        try:
            await self._base.store.hidden.hide(
                scope, text_id, title=found.title, reason=reason, actor=actor.user_id, most=MOST_HIDDEN
            )
        except OverflowError:
            raise RefusedHiding(
                _("{most} official rulings are hidden here already, more can't be").format(most=MOST_HIDDEN)
            ) from None
        return await self.get(scope, actor, text_id)

    async def show(self, scope: Scope, actor: Actor, text_id: str) -> OfficialRuling:
        """Put one back into service in a scope.

        Raises:
            NotAllowed: the actor is no moderator.
            NotFound: it isn't hidden there.
        """
        require_moderator(actor, "show official rulings again")
        before = await self._base.store.hidden.show(scope, text_id, actor=actor.user_id)
        found = await self._text(text_id)
        steps = tuple(await self._base.store.audit.list(scope, subject=text_id, limit=_STEPS))
        if found is None:
            return OfficialRuling(text_id, before.title, "", "", None, steps)
        return await self._with_cards(_official(found, None, steps))

    async def _with_cards(self, found: OfficialRuling) -> OfficialRuling:
        return replace(found, cards=tuple(await asyncio.to_thread(self._texts.cards_of, found.id)))

    async def _text(self, text_id: str) -> Ruling | None:
        found = await asyncio.to_thread(self._texts.get, text_id)
        return found if found is not None and found.source is Source.OFFICIAL else None


def _official(found: Ruling, hidden: HiddenText | None, steps: tuple[AuditEntry, ...] = ()) -> OfficialRuling:
    # what stands below is of older wordings, in words of ours
    line = " ".join(found.answer.partition("\n")[0].split())
    title = (
        f"{', '.join(found.cards)} · {found.as_of} · {line if len(line) <= _LINE else f'{line[: _LINE - 1].rstrip()}…'}"
    )
    return OfficialRuling(found.id, title, found.as_of, found.answer, hidden, steps)
