"""Cards in library, hand and graveyard: draw, discard, mill, scry, surveil (CR 121, 701)."""

from __future__ import annotations

from simulator.model.decisions import Decision, Option
from simulator.model.objects import Happening
from simulator.rules.amounts import amount
from simulator.rules.context import Context
from simulator.rules.references import pick
from simulator.rules.replacement import instead_of, player_rules, prohibited
from simulator.rules.revealing import look
from simulator.rules.wording import true_name
from simulator.rules.zones import Move, leave, move_all, new_object, place
from simulator.sentences import say


def draw_cards(ctx: Context, player: str, number: int) -> list[int]:
    """CR 121.2: draw cards one at a time; from an empty library nothing is drawn and the player will lose (704.5b)."""
    drawn = []
    for _ in range(number):
        if prohibited(ctx, "draw", player=player) is not None:
            ctx.tell(say("{player} can't draw", player=player), "101.2")
            break
        if _drawn_enough(ctx, player):
            ctx.tell(say("{player} can't draw any more cards this turn", player=player), "101.2")
            break
        if instead_of(ctx, "draw", player, 1) or _dredge(ctx, player):
            continue
        library = ctx.state.players[player].library
        if not library:
            ctx.state.write_player(player).drew_from_empty = True
            ctx.tell(say("{player} can't draw from an empty library", player=player), "121.4", "704.5b")
            break
        top = library[0]
        old = ctx.state.objects[top]
        leave(ctx, top)
        new = new_object(ctx, old.card, old.owner, "hand", "card", old.card_id)
        place(ctx, new)
        writable = ctx.state.write_player(player)
        writable.seen[new.card_id] = new.id
        count = writable.flags.get("cards drawn", 0) + 1
        writable.flags["cards drawn"] = count
        drawn.append(new.id)
        ctx.tell(
            say("{player} draws a card", player=player),
            "121.1",
            private=[(player, say("{player} draws {card}", player=player, card=true_name(ctx, new.id)))],
        )
        ctx.happen(Happening("draw", new.id, player=player, amount=count))
    return drawn


def _drawn_enough(ctx: Context, player: str) -> bool:
    """CR 101.2: effects that say how many cards a player may draw each turn."""
    drawn = ctx.state.players[player].flags.get("cards drawn", 0)
    limits = player_rules(ctx, player, "draws each turn")
    return any(drawn >= amount(ctx, part.amount, scope) for part, scope in limits)


def _dredge(ctx: Context, player: str) -> bool:
    """CR 702.52a: instead of drawing, mill that many cards and return the card with dredge; whether it was done."""
    graveyard, library = ctx.state.players[player].graveyard, ctx.state.players[player].library
    options: list[Option] = []
    for id in graveyard:
        for keyword in ctx.values(id).keyword_abilities("dredge"):
            if keyword.value <= len(library):
                options.append(Option("object", id, true_name(ctx, id)))
    if not options:
        return False
    prompt = say("Dredge a card instead of drawing?")
    decision = Decision(player, "choose", prompt, tuple(options), 0, 1, ("702.52a",), optional=True)
    chosen = [int(option.value) for option in ctx.choose(decision)]
    if not chosen:
        return False
    number = max(keyword.value for keyword in ctx.values(chosen[0]).keyword_abilities("dredge"))
    mill(ctx, player, number)
    move_all(ctx, [Move(chosen[0], "hand", reason="returned", rules=("702.52a",))])
    return True


def discard(ctx: Context, player: str, ids: list[int]) -> list[int]:
    """CR 701.9: put cards from hand into the graveyard; their new ids."""
    return discard_together(ctx, [(player, ids)])


def discard_together(ctx: Context, chosen: list[tuple[str, list[int]]]) -> list[int]:
    """Players discard those cards at the same time; their new ids."""
    gone = [(player, id) for player, ids in chosen for id in ids]
    # CR 702.35a: a card with madness is exiled instead of being put into the graveyard; it was discarded all the same
    mad = [id for _, id in gone if ctx.values(id).keyword_abilities("madness")]
    moves = [
        Move(id, "exile", reason="discarded", by=player, rules=("702.35a",))
        if id in mad
        else Move(id, "graveyard", reason="discarded", by=player, rules=("701.9a",))
        for player, id in gone
    ]
    moved = move_all(ctx, moves)
    for player, id in gone:
        ctx.happen(Happening("discard", ctx.state.moved.get(id, id), player=player))
    for id in mad:
        now = ctx.state.moved.get(id, 0)
        if now in ctx.state.objects and ctx.state.objects[now].zone == "exile":
            ctx.happen(Happening("does", now, player=ctx.obj(now).owner, word="madness"))
    return moved


def choose_discard(ctx: Context, player: str, number: int, legal: list[int] | None = None) -> list[int]:
    """The player discards cards of their choice (CR 701.9b); the new ids."""
    hand = legal if legal is not None else list(ctx.state.players[player].hand)
    return discard(ctx, player, pick_discard(ctx, player, number, hand))


def pick_discard(ctx: Context, player: str, number: int, hand: list[int], hidden: bool = False) -> list[int]:
    """The cards that a player chooses to discard (CR 701.9b); `hidden`: not all may know which these are."""
    count = min(number, len(hand))
    return pick(ctx, player, say("Choose cards to discard."), hand, count, count, "701.9b", hidden=hidden)


def mill(ctx: Context, player: str, number: int) -> list[int]:
    """CR 701.17: put cards from the top of the library into the graveyard; the new ids."""
    top = ctx.state.players[player].library[: max(0, number)]
    moved = move_all(ctx, [Move(id, "graveyard", reason="milled", by=player, rules=("701.17a",)) for id in top])
    if moved:
        ctx.happen(Happening("does", player=player, word="mill", amount=len(moved)))
    return moved


def scry(ctx: Context, player: str, number: int) -> None:
    """CR 701.22a: look at the top cards, put any of them on the bottom and the rest on top in any order."""
    top = list(ctx.state.players[player].library[: max(0, number)])
    if number > 0:
        look(ctx, top, player, "701.22a", why="scry")
        away = _leaving(ctx, player, top, say("Choose the cards to put on the bottom."), "701.22a")
        kept = _ordered(ctx, player, [id for id in top if id not in away])
        library = ctx.state.zone_list_for_writing("library", player)
        library[: len(top)] = kept
        library += away
        ctx.tell(
            say(
                "{player} puts {bottom} on the bottom and {top} on top",
                player=player,
                bottom=len(away),
                top=len(kept),
            ),
            "701.22a",
        )
        ctx.happen(Happening("does", player=player, word="scry", amount=number))


def surveil(ctx: Context, player: str, number: int) -> None:
    """CR 701.25a: look at the top cards, put any of them into the graveyard and the rest on top in any order."""
    top = list(ctx.state.players[player].library[: max(0, number)])
    if number > 0:
        look(ctx, top, player, "701.25a", why="surveil")
        away = _leaving(ctx, player, top, say("Choose the cards to put into your graveyard."), "701.25a")
        kept = _ordered(ctx, player, [id for id in top if id not in away])
        ctx.state.zone_list_for_writing("library", player)[: len(top)] = [*kept, *away]
        move_all(ctx, [Move(id, "graveyard", reason="put", rules=("701.25a",)) for id in away])
        ctx.happen(Happening("does", player=player, word="surveil", amount=number))


def _leaving(ctx: Context, player: str, top: list[int], prompt: str, rule: str) -> list[int]:
    options = tuple(Option("object", id, true_name(ctx, id)) for id in top)
    decision = Decision(player, "scry", prompt, options, 0, len(top), (rule,), optional=True)
    return [int(option.value) for option in ctx.choose(decision)]


def _ordered(ctx: Context, player: str, kept: list[int]) -> list[int]:
    # CR 400.2: it is asked whether or not the cards are alike, which only this player may know
    options = tuple(Option("object", id, true_name(ctx, id)) for id in kept)
    prompt = say("Put these on top, the first one on top.")
    decision = Decision(player, "order", prompt, options, len(kept), len(kept), hidden=len(kept) > 1)
    return [int(option.value) for option in ctx.choose(decision)]
