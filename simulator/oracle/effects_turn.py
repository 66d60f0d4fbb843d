"""Instructions about the rest of the turn: later spells, "would die this turn" (CR 603.7, 611, 614)."""

from __future__ import annotations

import re

from simulator.abilities import tree as t
from simulator.oracle.clauses import EFFECTS, JOINED
from simulator.oracle.context import Context
from simulator.oracle.nouns import Description
from simulator.oracle.phrases import reference
from simulator.oracle.template import reader


@EFFECTS(
    "if {what:dying} would die this turn, exile it instead", "if {what:dying} would die this turn, instead exile it"
)
def _exiled_instead(_: Context, what: t.Predicate) -> t.Effect:
    return t.RuleEffect(t.Static((t.Replacement(t.ReplacedEvent("die", what, to_zone="exile")),)))


@reader("dying")
def _dying(text: str, context: Context) -> t.Predicate | None:
    """That creature", "a creature dealt damage this way"."""
    found = re.fullmatch(r"an? (creature|permanent|planeswalker|creature or planeswalker) dealt damage this way", text)
    if found is not None:
        kinds = tuple(t.HasType(word.capitalize()) for word in found.group(1).split(" or ") if word != "permanent")
        damaged = t.DealtDamageThisTurn(by=t.Is(t.Self()))
        if not kinds:
            return damaged
        return t.AllOf((kinds[0] if len(kinds) == 1 else t.AnyOf(kinds), damaged))
    ref = reference(text, context)
    return None if ref is None or isinstance(ref, (t.All, t.Choose)) else t.Is(ref)


@EFFECTS("{what:d} you cast this turn cost {{n:generic}} less to cast")
def _cheaper(_: Context, what: Description, n: int) -> t.Effect | None:
    if "spell" not in what.words or not what.plural:
        return None
    return t.RuleEffect(t.Static((t.CostChange("cast", what.where, t.Num(-n), player=t.You()),)))


@EFFECTS("the next {what:d} you cast this turn costs {{n:generic}} less to cast")
def _next_cheaper(_: Context, what: Description, n: int) -> t.Effect | None:
    if "spell" not in what.words or what.plural:
        return None
    return t.NextSpellCosts(what.where, t.Num(-n))


@EFFECTS("when you next cast {what:a} this turn, {e:later}")
def _next_cast(context: Context, what: Description, e: str) -> t.Effect | None:
    return next_spell(context, what, [e])


@JOINED("when you next cast {what:a} this turn, {e:later}. {more:later}")
def _next_cast_more(context: Context, what: Description, e: str, more: str) -> t.Effect | None:
    return next_spell(context, what, [e, more])


def next_spell(context: Context, what: Description, parts: list[str]) -> t.Effect | None:
    """A delayed trigger on the next spell of a kind that you cast this turn (CR 603.7)."""
    from simulator.oracle.sentences import sentences

    if "spell" not in what.words or what.plural:
        return None
    inner = Context("triggered", context.source_types)
    inner.made = context.made
    inner.mention(t.That(), what.words, event="subject")
    done = sentences(parts, inner)
    if done is None or inner.targets:
        return None
    return t.Delayed(t.CastsSpell(what.where), done, until="end of turn")


@JOINED(
    "{e:e1}. until end of turn, you don't lose this mana as steps and phases end",
)
def _kept_mana(_: Context, e: t.Effect) -> t.Effect | None:
    from dataclasses import replace

    return replace(e, until_end_of_turn=True) if isinstance(e, t.AddMana) else None


@EFFECTS("{e:several_mana}")
def _several_mana(_: Context, e: t.Effect) -> t.Effect:
    return e


@reader("several_mana")
def _several(text: str, _: Context) -> t.Effect | None:
    """Add {W}{W}, {U}{U}, and {B}{B}": all of it."""
    found = re.fullmatch(r"add ((?:\{[WUBRGC]\})+(?:, (?:\{[WUBRGC]\})+)+, and (?:\{[WUBRGC]\})+)", text)
    return None if found is None else t.AddMana(re.sub(r", (?:and )?", "", found.group(1)))


@JOINED(
    "search your library for up to two {what:d} and reveal (them|those cards). put one[ of them] onto the battlefield "
    "tapped and the other into your hand, then shuffle"
)
def _one_here_one_there(context: Context, what: Description) -> t.Effect | None:
    return split_search(what)


@EFFECTS(
    "search your library for up to two {what:d}, reveal (them|those cards), put one[ of them] onto the battlefield "
    "tapped and the other into your hand, then shuffle",
    "search your library for up to two {what:d}, reveal (them|those cards), and put one[ of them] onto the battlefield "
    "tapped and the other into your hand, then shuffle",
)
def _cultivate(_: Context, what: Description) -> t.Effect | None:
    return split_search(what)


def split_search(what: Description) -> t.Effect | None:
    """Two cards are found: one goes onto the battlefield tapped, the other into the hand."""
    if "card" not in what.words or what.zone or not what.plural:
        return None
    one = t.ChooseObjects(t.Choose(t.Is(t.Prior("found")), "library", t.Num(1), t.Num(1)), save_as="chosen")
    other = t.All(t.AllOf((t.Is(t.Prior("found")), t.Not(t.Is(t.Prior("chosen"))))), "library")
    return t.Sequence(
        (
            t.Search(what.where, t.Num(2), up_to=True, to="", reveal=True, save_as="found"),
            one,
            t.MoveTo(other, "hand"),
            t.PutOntoBattlefield(t.Prior("chosen"), tapped=True),
            t.Shuffle(),
        )
    )


@JOINED("create {n:n} {token:token}. the token enters with {k:counters} on it",
        "create {n:n} {token:token}. the token enters with {k:counters} on it, where X is {x:x}")  # fmt: skip
def _token_with(
    context: Context, n: t.Amount, token: tuple[t.TokenSpec, bool], k: t.EnterCounters, x: t.Amount | None = None
) -> t.Effect | None:
    spec, plural = token
    if plural or n != t.Num(1) or (k.amount == t.X()) != (x is not None):
        return None
    context.mention(t.Prior(), frozenset({"token", "creature", "permanent", *spec.subtypes}))
    counters = t.EnterCounters(k.kind, x if x is not None else k.amount)
    return t.CreateToken(spec, n, counters=(counters,))


@EFFECTS("{what:o} attack(s) {who:p} this turn if able")
def _attacks_player(_: Context, what: t.ObjectRef, who: t.PlayerRef) -> t.Effect:
    return t.RuleEffect(t.Static((t.MustAttackPlayer(t.Is(what), who),)))


@EFFECTS("search your library for {what:a} and reveal it", "search your library for {what:a}, reveal it")
def _find(context: Context, what: Description) -> t.Effect | None:
    if "card" not in what.words or what.zone or what.plural:
        return None
    context.mention(t.Prior(), what.words)
    return t.Search(what.where, to="", reveal=True)
