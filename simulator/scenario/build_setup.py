"""From parse trees to the head of a script and its set-up lines."""

from __future__ import annotations

from typing import cast

from simulator.scenario.ast import (
    AttachedMod,
    CardName,
    ChoosingMod,
    CountersMod,
    FaceDownMod,
    Facing,
    FlagMod,
    InventedCard,
    InventedFace,
    Item,
    Mod,
    OverMod,
    OwnedMod,
    Players,
    Rules,
    SetupMana,
    SetupNumber,
    SetupZone,
    Start,
    StepName,
    Title,
    UnlockedMod,
    XMod,
    Zone,
)
from simulator.scenario.build_common import Builder, Parts, mana, read_answer, sure, unchecked
from simulator.scenario.names import Names, fold


def title(part: Parts) -> Title:
    """`title: TEXT`."""
    return Title(part.need("REST"))


def rules(part: Parts) -> Rules:
    """`rules: NUMBER, NUMBER`."""
    return Rules(tuple(part.tokens("CITATION")))


def players(part: Parts) -> Players:
    """`players: NAME, NAME`."""
    return Players(tuple(part.tokens("PLAYERNAME")))


def begin(part: Parts) -> Start:
    """`start: PLAYER, STEP`."""
    return Start(part.player(), cast(StepName, part.word("step")))


def invented_face(part: Parts) -> InventedFace:
    """The first line of a face of an invented card."""
    cost = part.text("COST")
    return InventedFace(
        name=part.need("QUOTED", "NEWCARD").strip('"').strip(),
        cost=mana(cost) if cost else "",
        type_line=part.need("TYPELINE"),
        size=part.text("PRINTED", "NUMBER") or "",
    )


def card_block(part: Parts) -> InventedCard:
    """`card "NAME" [COST] TYPE LINE [P/T]`, its text still missing."""
    return InventedCard(invented_face(part))


def setup_zone(part: Parts) -> SetupZone:
    """`PLAYER ZONE: ITEM, ITEM`."""
    items = tuple(_item(node) for node in part.children("item"))
    return SetupZone(part.player(), cast(Zone, part.word("zone")), items)


def _item(part: Parts) -> Item:
    times = part.text("TIMES")
    mods = part.child("mods")
    return Item(
        card=_card(part.need("SETCARD"), part.names),
        count=int(times[1:]) if times else 1,
        mods=tuple(_mod(node) for node in mods.children()) if mods else (),
        alias=part.alias(),
    )


def _card(text: str, names: Names) -> CardName | None:
    named = names.name(text)
    if fold(text) == "unknown":
        return None
    return named.card if named else None


_FLAGS = {
    "mod_tapped": "tapped",
    "mod_sick": "summoning sick",
    "mod_back": "back face up",
    "mod_token": "token",
}


def _mod(part: Parts) -> Mod:
    if part.kind in _FLAGS:
        return FlagMod(_FLAGS[part.kind])  # type: ignore[arg-type]
    if part.kind == "mod_face_down":
        return FaceDownMod(cast(Facing, part.word("facing")) or None)
    if part.kind == "mod_counters":
        return CountersMod(part.number(), part.need("KIND"))
    if part.kind == "mod_attached":
        return AttachedMod(part.ref())
    if part.kind == "mod_owned":
        return OwnedMod(part.player())
    if part.kind == "mod_x":
        return XMod(int(part.need("XVALUE").partition("=")[2]))
    if part.kind == "mod_choosing":
        answer = read_answer(part.need("ANSWER"), part.names)
        if answer is None:
            raise unchecked()
        return ChoosingMod(answer)
    if part.kind == "mod_unlocked":
        return UnlockedMod(part.name().name)
    return OverMod(tuple(_card(text, part.names) for text in part.tokens("SETCARD")))


def setup_life(part: Parts) -> SetupNumber:
    """`PLAYER life: N`."""
    return SetupNumber(part.player(), "life", part.number())


def setup_poison(part: Parts) -> SetupNumber:
    """`PLAYER poison: N`."""
    return SetupNumber(part.player(), "poison", part.number())


def setup_mana(part: Parts) -> SetupMana:
    """`PLAYER mana: free`, `lands` or a pool."""
    child = sure(part.child("mana_free", "mana_lands", "mana_pool"))
    if child.kind == "mana_pool":
        return SetupMana(part.player(), "pool", mana(child.need("COST")))
    return SetupMana(part.player(), "free" if child.kind == "mana_free" else "lands")


BUILDERS: dict[str, Builder] = {
    "title": title,
    "rules": rules,
    "players": players,
    "begin": begin,
    "card_block": card_block,
    "setup_zone": setup_zone,
    "setup_life": setup_life,
    "setup_poison": setup_poison,
    "setup_mana": setup_mana,
}
