"""Cards exiled with the source, piles, and hands set aside for a while (CR 406, 607)."""

from __future__ import annotations

from dataclasses import replace

from simulator.abilities import tree as t
from simulator.oracle.clauses import EFFECTS, JOINED, sequence
from simulator.oracle.context import Context
from simulator.oracle.nouns import Description
from simulator.oracle.phrases import last_object
from simulator.oracle.template import read

_LINKED = t.Is(t.Linked())


@EFFECTS("return all cards exiled with ~ to their (owner's|owners') hand(s) and you lose that much life")
def _return_for_life(_: Context) -> t.Effect:
    # as many cards as were returned (CR 608.2h)
    cards = t.MoveTo(t.All(_LINKED, "exile"), "hand", save_as="returned")
    return t.Sequence((cards, t.LoseLife(t.CountRef(t.Prior("returned")))))


@JOINED("turn all cards exiled with ~ face up. counter all spells with those names")
def _counter_those_names(_: Context) -> t.Effect:
    # CR 201.2a
    spells = t.All(t.AllOf((t.IsSpell(), t.SameNameAs(t.Linked()))), "stack")
    return t.Sequence((t.TurnFaceUp(t.Linked()), t.CounterSpell(spells)))


@EFFECTS("each player turns face up all cards they own exiled with ~, then puts all permanent cards among them onto "
         "the battlefield")  # fmt: skip
def _turn_up_and_put(_: Context) -> t.Effect:
    permanents = t.All(t.AllOf((_LINKED, t.IsPermanentCard())), "exile")
    return t.Sequence((t.TurnFaceUp(t.Linked()), t.PutOntoBattlefield(permanents, controller=None)))


@EFFECTS("that player chooses a card exiled with ~ at random and puts it onto the battlefield")
def _random_exiled(context: Context) -> t.Effect | None:
    if not context.players:
        return None
    one = t.Choose(_LINKED, "exile", t.Num(1), t.Num(1), at_random=True)
    return t.PutOntoBattlefield(one, controller=context.players[-1])


@EFFECTS("put all exiled cards you own with <kind:[a-z]+> counters on them into your hand")
def _with_counters(_: Context, kind: str) -> t.Effect:
    return t.MoveTo(t.All(t.AllOf((t.OwnedBy(t.You()), t.HasCounter(kind))), "exile"), "hand")


@JOINED("each player exiles all cards from their hand face down and draws {n:n} cards. at the beginning of the "
        "next end step, each player discards their hand and returns to their hand each card they exiled this "
        "way")  # fmt: skip
def _set_hands_aside(_: Context, n: t.Amount) -> t.Effect:
    one = t.ThatPlayer()
    aside = t.MoveTo(t.All(t.OwnedBy(one), "hand"), "exile", face_down=True, linked="exiled", save_as="aside")
    back = t.MoveTo(t.All(t.AllOf((t.Is(t.Prior("aside")), t.OwnedBy(one))), "exile"), "hand")
    return t.Sequence(
        (
            # CR 101.4, 608.2: each step of it is done by all players before the next
            t.ForEachPlayer(t.EachPlayer(), aside),
            t.Draw(n, t.EachPlayer()),
            t.Delayed(
                t.BeginningOf("end"),
                t.Sequence(
                    (t.DiscardCards(player=t.EachPlayer(), whole_hand=True), t.ForEachPlayer(t.EachPlayer(), back))
                ),
            ),
        )
    )


@EFFECTS("each player exiles all but the bottom {n:n} cards of their library face down")
def _all_but_bottom(_: Context, n: t.Amount) -> t.Effect | None:
    if not isinstance(n, t.Num):
        return None
    number = t.Plus((t.PlayerStat("library", t.ThatPlayer()), t.Num(-n.value)))
    exile = t.MoveTo(t.TopCards(number, t.ThatPlayer()), "exile", face_down=True, linked="exiled")
    return t.ForEachPlayer(t.EachPlayer(), exile)


@JOINED("choose up to {n:n} {what:d}. exile all the cards from your library, then put the chosen cards on top of your "
        "library")  # fmt: skip
def _new_library(_: Context, n: t.Amount, what: Description) -> t.Effect | None:
    if what.zone != "exile":
        return None
    return t.Sequence(
        (
            t.ChooseObjects(t.Choose(what.where, "exile", t.Num(0), n), save_as="chosen"),
            t.MoveTo(t.All(t.OwnedBy(t.You()), "library"), "exile", linked="exiled"),
            t.MoveTo(t.Prior("chosen"), "library"),
        )
    )


@JOINED("exile any number of cards from your hand face down. put that many cards from the top of your library into "
        "your hand. then look at the exiled cards and put them on top of your library in any order")  # fmt: skip
def _swap_with_library(_: Context) -> t.Effect:
    chosen = t.Choose(t.OwnedBy(t.You()), "hand", t.Num(0), None)
    return t.Sequence(
        (
            t.MoveTo(chosen, "exile", face_down=True, linked="exiled", save_as="exiled"),
            t.MoveTo(t.TopCards(t.CountRef(t.Prior("exiled")), t.You()), "hand"),
            t.LookAt(t.Prior("exiled")),
            t.MoveTo(t.Prior("exiled"), "library"),
        )
    )


@EFFECTS("exile {what:o} and {top:top} in a face-down pile")
def _pile(context: Context, what: t.ObjectRef, top: t.TopCards) -> t.Effect:
    # CR 701.24: who shuffles the pile doesn't know its order
    return t.MoveTo(t.Union((what, top)), "exile", face_down=True, order="random", save_as="pile")


@EFFECTS("shuffle that pile and put it back on top of your library")
def _pile_on_top(_: Context) -> t.Effect:
    return t.MoveTo(t.Prior("pile"), "library", order="random")


@EFFECTS("{who:p} choose(s) {what:o}")
def _player_chooses(_: Context, who: t.PlayerRef, what: t.ObjectRef) -> t.Effect | None:
    if not isinstance(what, t.Choose) or not isinstance(who, (t.DefendingPlayer, t.ThatPlayer, t.TargetPlayer)):
        return None
    if what.zone == "hand":
        # what is spoken of next are cards that stay in a hand
        return None
    return t.ChooseObjects(replace(what, chooser=who))


@JOINED("each opponent mills {n:n} cards. put all creature cards milled this way onto the battlefield face down under "
        "your control. they're {size:row}")  # fmt: skip
def _mill_into_play(_: Context, n: t.Amount, size: t.FaceDownAs) -> t.Effect:
    creatures = t.All(t.AllOf((t.Is(t.Prior("milled")), t.HasType("Creature"))), "graveyard")
    mill = t.ForEachPlayer(t.EachOpponent(), t.Mill(n, t.ThatPlayer(), save_as="milled"))
    return t.Sequence((mill, t.PutOntoBattlefield(creatures, face_down=size)))


@JOINED("you may put {what:o} onto the battlefield if it's a {kind:d}. if you don't put it onto the battlefield, put "
        "it into (your|its owner's) hand")  # fmt: skip
def _onto_or_hand(_: Context, what: t.ObjectRef, kind: Description) -> t.Effect | None:
    if not isinstance(what, (t.Linked, t.Prior, t.Target, t.That)) or "card" not in kind.words or kind.zone:
        return None
    hand = t.MoveTo(what, "hand")
    return t.If(t.Holds(what, kind.where), t.May(t.PutOntoBattlefield(what), otherwise=hand), hand)


@JOINED("target opponent discards {n:n} cards. if fewer than {m:n} cards were discarded this way, you draw cards "
        "equal to the difference")  # fmt: skip
def _difference(context: Context, n: t.Amount, m: t.Amount) -> t.Effect | None:
    if n != m or not isinstance(n, t.Num):
        return None
    who = read("p", "target opponent", context)
    missing = t.Plus((n, t.Times(-1, t.PriorAmount())))
    return t.Sequence((t.DiscardCards(n, who), t.Draw(missing)))


@EFFECTS(
    "look at target player's hand, the top card of that player's library, and any face-down creatures they control"
)
def _spy(context: Context) -> t.Effect:
    who = read("p", "target player", context)
    hidden = t.AllOf((t.IsFaceDown(), t.HasType("Creature"), t.ControlledBy(who)))
    return t.Sequence((t.LookAtHand(who), t.LookAt(t.TopCards(t.Num(1), who)), t.LookAt(t.All(hidden))))


@EFFECTS("you may look at each face-down creature that's attacking or blocking")
def _look_at_fighters(_: Context) -> t.Effect:
    where = t.AllOf((t.IsFaceDown(), t.HasType("Creature"), t.AnyOf((t.IsAttacking(), t.IsBlocking()))))
    return t.May(t.LookAt(t.All(where)))


@JOINED("if {c:c}, you may put it onto the battlefield with a <kind:[a-z]+> counter on it. that permanent is an "
        "<word:artifact|enchantment> in addition to its other types")  # fmt: skip
def _with_counter_and_type(context: Context, c: t.Condition, kind: str, word: str) -> t.Effect | None:
    what = last_object(context, None, False)
    if what is None:
        return None
    put = t.PutOntoBattlefield(what, counters=(t.EnterCounters(kind, t.Num(1)),), save_as="entered")
    also = t.Continuous(t.Prior("entered"), (t.SetTypes((word.capitalize(),), keep_types=True),), "permanent")
    return t.If(c, t.May(put, then=also))


@JOINED("exile the top card of your library face down and look at it. {make:e1}. when that token leaves the "
        "battlefield, put the exiled card into your hand")  # fmt: skip
def _until_token_leaves(_: Context, make: t.Effect) -> t.Effect | None:
    if not isinstance(make, t.CreateToken):
        return None
    exile = t.MoveTo(t.TopCards(t.Num(1), t.You()), "exile", face_down=True, linked="exiled", save_as="exiled")
    leaves = t.ZoneChange(t.Is(t.Prior("delayed")), "battlefield", "")
    later = t.Delayed(leaves, t.MoveTo(t.Prior("exiled"), "hand"), what=t.Prior("token"))
    return sequence(exile, t.AllowLook(t.Prior("exiled")), replace(make, save_as="token"), later)
