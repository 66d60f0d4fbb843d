"""Phrases for objects: how many, which, and what "it" and "that creature" mean in the context.

A phrase that could mean two things is not read (the ability then is unsupported), so no reading is a guess.
"""

from __future__ import annotations

import re
from dataclasses import replace

from simulator.abilities import tree as t
from simulator.abilities.subtypes import subtype_of
from simulator.oracle.context import Context, Mention
from simulator.oracle.descriptions import describe_in, needs_zone, placed, substitute
from simulator.oracle.nouns import Description, with_predicate
from simulator.oracle.numbers import NUMBER_PATTERN, number
from simulator.oracle.stack_phrases import ability_on_stack
from simulator.oracle.template import reader

_DETERMINER = re.compile(
    rf"(?P<target>(?:(?P<any>any number of)|up to (?P<upto>{NUMBER_PATTERN})|(?P<exact>{NUMBER_PATTERN})"
    rf"|(?P<or>one or two|one, two, or three|one or more))? ?(?P<another>another |other )?target )"
    r"|(?P<each>each (?:of )?|all |every )"
    r"|(?P<another2>another )"
    rf"|(?P<some>any number of |up to (?P<most>{NUMBER_PATTERN}) |(?P<count>{NUMBER_PATTERN}|an?) )"
)
_EACH_TARGET = re.compile(rf"^each of (?=(?:any number of|(?:up to )?(?:{NUMBER_PATTERN})) (?:other )?target )")
_PRONOUNS_ONE = {"it", "itself", "him", "her"}
_PRONOUNS_MANY = {"them", "they", "those"}
_THAT = re.compile(r"(that|those|the) ((?:other |chosen |exiled |revealed |returned |sacrificed |discarded )?)(.+)")
_ATTACHED = re.compile(r"(enchanted|equipped|fortified) (\w+)")


@reader("me")
def itself(text: str, context: Context) -> t.ObjectRef | None:
    """The object itself, which "it" then comes back to."""
    if text != "~":
        return None
    context.mention(t.Self(), frozenset({"permanent", "card", *context.source_types}), source=True)
    return t.Self()


@reader("o")
def reference(text: str, context: Context) -> t.ObjectRef | None:
    """A phrase for objects, as a reference; targets are added to the context."""
    if text == "~":
        return itself(text, context)
    # "each of up to two target creatures": the same targets
    text = _EACH_TARGET.sub("", text)
    if text == "%":
        return context.subject if isinstance(context.subject, t.ObjectRef) else None
    found = _ATTACHED.fullmatch(text)
    if found is not None:
        context.mention(t.AttachedTo(), frozenset({found.group(2), "permanent"}))
        return t.AttachedTo()
    if text in ("the exiled card", "the exiled cards"):
        return _exiled(context)
    pronoun = _pronoun(text, context)
    if pronoun is not None:
        return pronoun
    chosen = _determined(text, context)
    if chosen is not None:
        return chosen
    return _union(text, context)


def _exiled(context: Context) -> t.ObjectRef:
    """What this ability has exiled, else what another ability of the source exiled (CR 607.2a)."""
    for mention in reversed(context.mentions):
        ref = mention.ref
        made = context.made_by(ref)
        if ref in context.moved or (isinstance(made, t.MoveTo) and made.zone == "exile"):
            return ref
    return t.Linked()


def _union(text: str, context: Context) -> t.ObjectRef | None:
    for found in re.finditer(r" and ", text):
        mark = context.mark()
        first = reference(text[: found.start()], context)
        if first is not None:
            others = text[found.end() :].startswith(("all other ", "each other "))
            context.apart = first if others else None
            second = reference(text[found.end() :], context)
            context.apart = None
            if second is not None:
                union = t.Union((first, second))
                context.mention(union, frozenset({"creature", "permanent", "card"}), plural=True)
                return union
        context.reset(mark)
    return None


def _pronoun(text: str, context: Context) -> t.ObjectRef | None:
    if text in _PRONOUNS_ONE:
        return last_object(context, None, False)
    if text in _PRONOUNS_MANY or text in ("each of them", "all of them", "each of those creatures"):
        return last_object(context, None, True)
    found = _THAT.fullmatch(text)
    if found is None:
        return None
    if found.group(1) == "the" and not found.group(2) and found.group(3) not in ("token", "tokens", "copy", "copies"):
        return _the_only(found.group(3), context)
    noun = found.group(3)
    words = noun.split()
    last = words[-1]
    plural = found.group(1) == "those" or (last.endswith("s") and subtype_of(last) != last)
    singular_noun = last.rstrip("s") if subtype_of(last) is None else str(subtype_of(last))
    if len(words) > 1 and not all(w in ("creature", "permanent", "artifact", "land") for w in words[:-1]):
        return None
    if found.group(2) == "chosen ":
        return _chosen(singular_noun, plural, context)
    if found.group(2) in _DONE_TO:
        return _done_to(found.group(2), singular_noun, plural, context)
    return last_object(context, singular_noun, plural)


def _the_only(noun: str, context: Context) -> t.ObjectRef | None:
    """The creature": only where the ability has spoken of no other one."""
    if noun not in ("creature", "permanent"):
        return None
    fitting = [m for m in context.mentions if not m.plural and not m.source and _fits(noun, m)]
    if not fitting or any(m.ref != fitting[0].ref or m.event for m in fitting) or context.targets:
        return None
    context.mentions.append(fitting[-1])
    return fitting[-1].ref


#: "The sacrificed creature": the instructions that do so; a cost may have done it as well.
_DONE_TO: dict[str, tuple[type[t.Node], ...]] = {
    "exiled ": (t.MoveTo, t.ExileUntilLeaves, t.ExileCost),
    "revealed ": (t.Reveal, t.Search, t.LookAt, t.RevealFromHand, t.RevealHand),
    "returned ": (t.MoveTo, t.PutOntoBattlefield, t.ReturnToHand),
    "sacrificed ": (t.SacrificeEffect, t.Sacrifice),
    "discarded ": (t.DiscardCards, t.Discard),
}


def _chosen(noun: str, plural: bool, context: Context) -> t.ObjectRef | None:
    """The last objects named that were chosen, as targets or by an instruction, and not those that a cost took."""
    for mention in reversed(context.mentions):
        ref = mention.ref
        if mention.plural != plural or not _fits(noun, mention):
            continue
        made = context.made_by(ref)
        if isinstance(ref, t.Target) or isinstance(made, t.ChooseObjects):
            context.mentions.append(mention)
            return ref
        if isinstance(ref, t.Prior) and made is None:
            return ref
    return None


def _done_to(word: str, noun: str, plural: bool, context: Context) -> t.ObjectRef | None:
    """The last objects named to which that was done, by an instruction before or for the cost."""
    kinds = _DONE_TO[word]
    for mention in reversed(context.mentions):
        ref = mention.ref
        if mention.plural != plural or not _fits(noun, mention):
            continue
        made = context.made_by(ref)
        paid = ref == t.Prior("cost")
        if paid or isinstance(made, kinds) or (made is None and isinstance(ref, t.Prior)) or ref in context.moved:
            context.mentions.append(mention)
            return ref
    if context.kind == "spell" and word in ("sacrificed ", "discarded ") and not plural:
        # CR 601.2f: an additional cost of the spell, which stands in a line of its own
        return t.Prior("cost")
    return None


def last_object(context: Context, noun: str | None, plural: bool, possessive: bool = False) -> t.ObjectRef | None:
    """What "it" or "that NOUN" comes back to: the last objects named that fit in number and noun.

    Within one clause "it" isn't the source named there ("attach this Equipment to it"), but "its" may be
    ("this creature deals damage equal to its power").
    """
    for index in range(len(context.mentions) - 1, -1, -1):
        mention = context.mentions[index]
        if mention.plural != plural:
            continue
        if mention.source and (noun is not None or (index >= context.clause_at and not possessive)):
            continue
        if noun is None and mention.event == "other":
            subjects = [m for m in context.mentions if m.event == "subject" and m.plural == plural]
            mention = subjects[-1] if subjects else mention
        if noun is None or _fits(noun, mention):
            # spoken of again, "that creature" is what "it" then means, whichever side of the event it is
            context.mentions.append(replace(mention, event="") if mention.event == "other" else mention)
            return mention.ref
    return None


def _fits(noun: str, mention: Mention) -> bool:
    if not mention.words:
        return True
    if noun == "card" and "token" in mention.words and "card" not in mention.words:
        # CR 111.6: a token isn't a card
        return False
    if noun in mention.words or (noun in ("permanent", "card") and "spell" not in mention.words):
        return True
    return noun == "card" and "card" in mention.words


def _determined(text: str, context: Context) -> t.ObjectRef | None:
    if text == "any target":
        return _any_target(context, "")
    if text in ("any other target", "another target"):
        return _any_target(context, "other")
    several = _ANY_TARGETS.fullmatch(text)
    if several is not None:
        return _any_targets(several, context)
    found = _DETERMINER.match(text)
    if found is None:
        described = describe_in(text, context)
        if described is None or not described.plural or needs_zone(described):
            return None
        return _everything(described, context)
    rest = text[found.end() :]
    if found.group("target"):
        return _target(found, rest, context)
    described = describe_in(rest, context)
    if described is None:
        return None
    if found.group("each"):
        if needs_zone(described):
            return None
        return _everything(described, context)
    if found.group("another2"):
        described = with_predicate(described, t.Other())
        return _choice(described, t.Num(1), t.Num(1), context)
    amount = found.group("count")
    if amount is not None:
        value = number(amount)
        if value is None or described.plural == (value == t.Num(1)):
            return None
        return _choice(described, value, value, context)
    most = found.group("most")
    return _choice(described, t.Num(0), None if most is None else number(most), context)


def _everything(described: Description, context: Context) -> t.ObjectRef | None:
    if context.apart is not None:
        other = substitute(described.where, t.Other(), t.Not(t.Is(context.apart)))
        described = replace(described, where=other)  # type: ignore[arg-type]
    if context.kind == "spell" and context.targets and t.Other() in t.walk(described.where):
        # "other" in a spell with a target: other than what was named, which only the caller knows
        if len(context.targets) > 1 or context.targets[0].where is None:
            return None
        apart = substitute(described.where, t.Other(), t.Not(t.Is(t.Target(0))))
        described = replace(described, where=apart)  # type: ignore[arg-type]
    if context.kind != "spell" and t.Other() in t.walk(described.where) and context.clause_targets:
        # "target creature ... each other creature": other than the source or than the target?
        return None
    ref = t.All(described.where, placed(described))
    context.mention(ref, described.words, plural=True)
    return ref


def _choice(described: Description, low: t.Amount, high: t.Amount | None, context: Context) -> t.ObjectRef | None:
    if needs_zone(described):
        return None
    ref = t.Choose(described.where, placed(described), low, high)
    # what was chosen is spoken of later as what the instruction acted on
    context.mention(t.Prior(), described.words, plural=high != t.Num(1))
    return ref


def _any_target(context: Context, other: str) -> t.ObjectRef:
    # CR 115.4: any target is a creature, player, planeswalker, or battle.
    distinct = tuple(range(len(context.targets))) if other else ()
    where: t.Predicate = t.AnyOf((t.HasType("Creature"), t.HasType("Planeswalker"), t.HasType("Battle")))
    if other and not distinct:
        where = t.AllOf((t.Other(), where))
    index = context.add_target(t.TargetSpec(where, players="player", distinct_from=distinct))
    ref = t.Target(index)
    context.mention(ref, frozenset({"creature", "planeswalker", "battle", "permanent"}))
    context.name_player(t.TargetPlayer(index))
    return ref


_ANY_TARGETS = re.compile(
    rf"(?:each of )?(?:(?P<any>any number of)|up to (?P<upto>{NUMBER_PATTERN})|(?P<or>one or two|one, two, or three)"
    rf"|(?P<exact>{NUMBER_PATTERN})) targets"
)


def _any_targets(found: re.Match[str], context: Context) -> t.ObjectRef:
    minimum, maximum, x = _how_many(found)
    where: t.Predicate = t.AnyOf((t.HasType("Creature"), t.HasType("Planeswalker"), t.HasType("Battle")))
    index = context.add_target(t.TargetSpec(where, players="player", minimum=minimum, maximum=maximum, x=x))
    context.mention(t.Target(index), frozenset({"creature", "planeswalker", "battle", "permanent"}), plural=True)
    return t.Target(index)


def _target(found: re.Match[str], rest: str, context: Context) -> t.ObjectRef | None:
    players = ""
    split = re.fullmatch(r"(.*?)(?:,)? or (player|opponent)|(player|opponent) or (.*)", rest)
    if split is not None:
        players = split.group(2) or split.group(3)
        rest = split.group(1) or split.group(4)
    ability = ability_on_stack(rest)
    described = ability or describe_in(rest, context)
    if described is None or needs_zone(described):
        return None
    minimum, maximum, x = _how_many(found)
    if (maximum == 1) == described.plural:
        return None
    where = described.where
    distinct: tuple[int, ...] = ()
    if found.group("another"):
        earlier = tuple(i for i, s in enumerate(context.targets) if s.where is not None)
        if earlier:
            distinct = earlier
        else:
            where = with_predicate(described, t.Other()).where
    spec = t.TargetSpec(where, placed(described), players, minimum, maximum, x, distinct_from=distinct)
    index = context.add_target(spec)
    ref = t.Target(index)
    context.mention(ref, described.words, plural=maximum != 1)
    if rest.endswith(" an opponent controls") and maximum == 1 and not players:
        # "that player": the opponent
        context.name_player(t.ControllerOf(ref))
    if players:
        context.name_player(t.TargetPlayer(index))
    return ref


def _how_many(found: re.Match[str]) -> tuple[int, int, bool]:
    if found.group("any"):
        return 0, -1, False
    if found.group("or"):
        return 1, {"one or two": 2, "one, two, or three": 3, "one or more": -1}[found.group("or")], False
    for name, least in (("upto", False), ("exact", True)):
        word = found.group(name)
        if word is None:
            continue
        if word == "X":
            return (1 if least else 0), -1, True
        value = number(word)
        count = value.value if isinstance(value, t.Num) else 1
        return (count if least else 0), count, False
    return 1, 1, False
