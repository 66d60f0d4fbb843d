"""Phrases for objects and players: how many, which, and what "it" and "that player" mean in the context.

A phrase that could mean two things is not read (the ability then is unsupported), so no reading is a guess.
"""

from __future__ import annotations

import re
from dataclasses import replace

from simulator.abilities import tree as t
from simulator.abilities.subtypes import subtype_of
from simulator.oracle import noun_tables as tables
from simulator.oracle.context import Context, Mention
from simulator.oracle.nouns import Description, describe, with_predicate
from simulator.oracle.numbers import NUMBER_WORDS, number
from simulator.oracle.template import reader

_NUMBERS = "|".join((*NUMBER_WORDS, r"\d+", "X"))
_DETERMINER = re.compile(
    rf"(?P<target>(?:(?P<any>any number of)|up to (?P<upto>{_NUMBERS})|(?P<exact>{_NUMBERS})"
    rf"|(?P<or>one or two|one, two, or three|one or more))? ?(?P<another>another |other )?target )"
    r"|(?P<each>each (?:of )?|all |every )"
    r"|(?P<another2>another )"
    rf"|(?P<some>any number of |up to (?P<most>{_NUMBERS}) |(?P<count>{_NUMBERS}|an?) )"
)
_PRONOUNS_ONE = {"it", "itself", "him", "her"}
_PRONOUNS_MANY = {"them", "they", "those"}
_THAT = re.compile(r"(that|those|the) ((?:other |chosen |exiled |revealed |returned |sacrificed |discarded )?)(.+)")
_ATTACHED = re.compile(r"(enchanted|equipped|fortified) (\w+)")


def placed(description: Description) -> str:
    """The zone in which a description looks: the battlefield unless it names one (CR 109.2, 109.2a)."""
    return description.zone or "battlefield"


def needs_zone(description: Description) -> bool:
    """Whether it speaks of cards without saying where they are."""
    return "card" in description.words and not description.zone


def bind_players(description: Description, context: Context) -> Description | None:
    """Put the players that the context knows in the place of the description's placeholders."""
    if not description.about:
        return description
    where: t.Node = description.where
    for about in description.about:
        if about == "that player":
            if not context.players:
                return None
            where = substitute(where, tables.THAT_PLAYER, context.players[-1])
        else:
            players = about.removeprefix("target ")
            index = context.add_target(t.TargetSpec(where=None, players=players))
            player = t.TargetPlayer(index)
            context.name_player(player)
            marker = tables.TARGET_PLAYER if players == "player" else tables.TARGET_OPPONENT
            where = substitute(where, marker, player)
    if not isinstance(where, t.Predicate):
        return None
    return replace(description, where=where, about=())


def substitute(node: t.Node, old: t.Node, new: t.Node) -> t.Node:
    """The tree with one node replaced wherever it occurs."""
    if node == old:
        return new
    changes: dict[str, object] = {}
    for name in node.__dataclass_fields__:
        value = getattr(node, name)
        if isinstance(value, t.Node):
            changed: object = substitute(value, old, new)
        elif isinstance(value, tuple):
            changed = tuple(substitute(v, old, new) if isinstance(v, t.Node) else v for v in value)
        else:
            continue
        if changed != value:
            changes[name] = changed
    return replace(node, **changes) if changes else node


def describe_in(text: str, context: Context) -> Description | None:
    """A description whose comparisons may speak of amounts ("with power less than its power")."""
    plain = describe(text)
    if plain is not None:
        return bind_players(plain, context)
    found = _TAIL.match(text)
    if found is None:
        return None
    head = describe(found.group(1))
    if head is None or not found.group(2):
        return None
    head = bind_players(head, context)
    if head is None:
        return None
    extra = _tail_predicate(found.group(2), context)
    return None if extra is None else with_predicate(head, extra)


_TAIL = re.compile(
    r"(.+?) ((?:with (?:base )?(?:power|toughness|mana value) (?:less than|greater than|equal to|\S+ or less, where)"
    r"|with the same name as|that shares? |that isn't |with different |attached to |blocking |blocked by |that targets "
    r"|with a single target|that share ).*)"
)
_STAT_TAIL = re.compile(
    r"with ((?:base )?(?:power|toughness|mana value)) (less than or equal to|greater than or equal to|less than|"
    r"greater than|equal to) (.+)"
)
_OPS = {
    "less than or equal to": "<=",
    "greater than or equal to": ">=",
    "less than": "<",
    "greater than": ">",
    "equal to": "=",
}


def _tail_predicate(text: str, context: Context) -> t.Predicate | None:
    from simulator.oracle.amounts import amount

    found = _STAT_TAIL.fullmatch(text)
    if found is not None:
        value = amount(found.group(3), context)
        return None if value is None else t.Compare(found.group(1), _OPS[found.group(2)], value)
    if text == "with a single target":
        return t.SingleTarget()
    found = re.fullmatch(r"with the same name as (.+)", text)
    if found is not None:
        ref = _any_of(reference(found.group(1), context))
        return None if ref is None else t.SameNameAs(ref)
    found = re.fullmatch(
        r"that shares? (?:a|at least one) (color|creature type|card type|land type|mana value|name) with (.+)", text
    )
    if found is not None:
        ref = _any_of(reference(found.group(2), context))
        return None if ref is None else t.SharesWith(found.group(1), ref)
    found = re.fullmatch(r"(?:attached to|blocking|blocked by) (.+)", text)
    if found is not None:
        return None
    found = re.fullmatch(r"that targets (.+)", text)
    if found is not None:
        return _targets(found.group(1), context)
    found = re.fullmatch(r"that isn't (enchanted|equipped|modified)", text)
    if found is not None:
        return t.Not(t.IsAttached(found.group(1)))
    return None


def _any_of(ref: t.ObjectRef | None) -> t.ObjectRef | None:
    # "with the same name as a permanent you control": as any of them, nothing is chosen
    return t.All(ref.where, ref.zone) if isinstance(ref, t.Choose) else ref


def _targets(text: str, context: Context) -> t.Predicate | None:
    if text == "you":
        return t.SpellTargets(t.You())
    if text == "~":
        return t.SpellTargets(t.Is(t.Self()))
    found = re.fullmatch(r"(?:an? |one or more )(.+)", text)
    described = describe_in(found.group(1), context) if found else None
    return None if described is None or described.zone not in ("", "battlefield") else t.SpellTargets(described.where)


@reader("d")
def description(text: str, context: Context) -> Description | None:
    """A description without a determiner."""
    return describe_in(text, context)


@reader("a")
def singular(text: str, context: Context) -> Description | None:
    """A creature you control: an indefinite description of one object."""
    found = re.match(r"(?:an?|one) ", text)
    if found is None:
        return None
    return describe_in(text[found.end() :], context)


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
    if text == "%":
        return context.subject if isinstance(context.subject, t.ObjectRef) else None
    found = _ATTACHED.fullmatch(text)
    if found is not None:
        context.mention(t.AttachedTo(), frozenset({found.group(2), "permanent"}))
        return t.AttachedTo()
    pronoun = _pronoun(text, context)
    if pronoun is not None:
        return pronoun
    chosen = _determined(text, context)
    if chosen is not None:
        return chosen
    return _union(text, context)


def _union(text: str, context: Context) -> t.ObjectRef | None:
    for found in re.finditer(r" and ", text):
        mark = context.mark()
        first = reference(text[: found.start()], context)
        if first is not None:
            second = reference(text[found.end() :], context)
            if isinstance(second, t.All) and text[found.end() :].startswith(("all other ", "each other ")):
                # "target creature and all other creatures ...": other than the target
                apart = substitute(second, t.Other(), t.Not(t.Is(first)))
                second = apart if isinstance(apart, t.ObjectRef) else None
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
    if found.group(1) == "the" and not found.group(2):
        return None
    noun = found.group(3)
    words = noun.split()
    last = words[-1]
    plural = found.group(1) == "those" or (last.endswith("s") and subtype_of(last) != last)
    singular_noun = last.rstrip("s") if subtype_of(last) is None else str(subtype_of(last))
    if len(words) > 1 and not all(w in ("creature", "permanent", "artifact", "land") for w in words[:-1]):
        return None
    if found.group(2) in ("exiled ", "revealed ", "returned ", "sacrificed ", "discarded "):
        return last_object(context, singular_noun, plural)
    return last_object(context, singular_noun, plural)


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
            context.mentions.append(mention)
            return mention.ref
    return None


def _fits(noun: str, mention: Mention) -> bool:
    if not mention.words:
        return True
    if noun in mention.words or (noun in ("permanent", "card") and "spell" not in mention.words):
        return True
    return noun == "card" and "card" in mention.words


def _determined(text: str, context: Context) -> t.ObjectRef | None:
    if text == "any target":
        return _any_target(context, "")
    if text in ("any other target", "another target"):
        return _any_target(context, "other")
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
    if context.kind == "spell" and context.targets and t.Other() in t.walk(described.where):
        # "other" in a spell with a target: other than what was named, which only the caller knows
        if len(context.targets) > 1:
            return None
        apart = substitute(described.where, t.Other(), t.Not(t.Is(t.Target(0))))
        described = replace(described, where=apart)  # type: ignore[arg-type]
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


def _target(found: re.Match[str], rest: str, context: Context) -> t.ObjectRef | None:
    players = ""
    split = re.fullmatch(r"(.*?)(?:,)? or (player|opponent)|(player|opponent) or (.*)", rest)
    if split is not None:
        players = split.group(2) or split.group(3)
        rest = split.group(1) or split.group(4)
    ability = _ability_target(rest, context)
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


_ABILITY = re.compile(
    r"(?:(?P<spell>(?:[\w, -]+? )?spell), ?|(?P<spell2>(?:[\w, -]+? )?spell) or )?"
    r"(?P<kind>activated or triggered ability|activated ability|triggered ability|ability"
    r"|activated ability, or triggered ability|activated or triggered abilities)"
    r"(?P<who> you control| you don't control| an opponent controls| from an artifact source)?"
    r"(?P<single> with a single target)?"
)


def _ability_target(text: str, context: Context) -> Description | None:
    found = _ABILITY.fullmatch(text)
    if found is None:
        return None
    kind = found.group("kind")
    word = "" if "activated" in kind and "triggered" in kind else kind.split()[0]
    where: t.Predicate = t.IsAbilityOnStack("" if word == "ability" else word)
    words = {"ability"}
    spell = found.group("spell") or found.group("spell2")
    if spell is not None:
        described = describe(spell)
        if described is None:
            return None
        where = t.AnyOf((described.where, where))
        words.add("spell")
    extra: list[t.Predicate] = []
    who = (found.group("who") or "").strip()
    if who:
        if who not in tables.CONTROL:
            return None
        extra.append(tables.CONTROL[who][0])
    if found.group("single"):
        # CR 115.7a speaks of spells and abilities with targets: one target in all
        extra.append(t.SingleTarget())
    if extra:
        where = t.AllOf((where, *extra))
    return Description(where, "stack", frozenset(words), False)


_PLAYERS: dict[str, t.PlayerRef] = {
    "you": t.You(),
    "each opponent": t.EachOpponent(),
    "your opponents": t.EachOpponent(),
    "each of your opponents": t.EachOpponent(),
    "each player": t.EachPlayer(),
    "each other player": t.EachOtherPlayer(),
    "defending player": t.DefendingPlayer(),
    "the active player": t.ActivePlayer(),
    "the chosen player": t.ChosenPlayer(),
}
_TARGET_PLAYERS = re.compile(
    rf"(?:(?P<any>any number of)|up to (?P<upto>{_NUMBERS})|(?P<exact>{_NUMBERS}))? ?(?P<another>another )?"
    r"target (?P<who>player|opponent)s?"
)
_CONTROLLER = re.compile(r"(.+?)(?:'s|s') (controller|owner)s?|(its|their) (controller|owner)s?")


@reader("p")
def player(text: str, context: Context) -> t.PlayerRef | None:
    """A phrase for players."""
    if text in _PLAYERS:
        found_player = _PLAYERS[text]
        if not isinstance(found_player, t.You):
            context.name_player(tables.EACH_OF_THEM if "each" in text or text.startswith("your") else found_player)
        return found_player
    if text == "%":
        return context.subject if isinstance(context.subject, t.PlayerRef) else None
    if text in ("that player", "they", "that opponent", "the player", "them", "those players"):
        return context.players[-1] if context.players else None
    found = _TARGET_PLAYERS.fullmatch(text)
    if found is not None:
        return _target_player(found, context)
    owned = _CONTROLLER.fullmatch(text)
    if owned is not None:
        if owned.group(1):
            ref = reference(owned.group(1), context)
        else:
            ref = last_object(context, None, owned.group(3) == "their", possessive=True)
        if ref is None:
            return None
        kind = owned.group(2) or owned.group(4)
        result: t.PlayerRef = t.ControllerOf(ref) if kind == "controller" else t.OwnerOf(ref)
        context.name_player(result)
        return result
    return None


def _target_player(found: re.Match[str], context: Context) -> t.PlayerRef:
    minimum, maximum = 1, 1
    if found.group("any"):
        minimum, maximum = 0, -1
    elif found.group("upto") or found.group("exact"):
        value = number(found.group("upto") or found.group("exact"))
        maximum = value.value if isinstance(value, t.Num) else -1
        minimum = 0 if found.group("upto") else maximum
    distinct = tuple(i for i, s in enumerate(context.targets) if s.players) if found.group("another") else ()
    spec = t.TargetSpec(None, players=found.group("who"), minimum=minimum, maximum=maximum, distinct_from=distinct)
    result = t.TargetPlayer(context.add_target(spec))
    context.name_player(result)
    return result
