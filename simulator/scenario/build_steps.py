"""From parse trees to steps: what players do, the game moving on, instructions."""

from __future__ import annotations

from typing import cast

from simulator.scenario import ast
from simulator.scenario.build_common import Builder, Parts


def _integers(part: Parts, rule: str) -> tuple[int, ...]:
    found = part.child(rule)
    return tuple(int(number) for number in found.tokens("NUMBER")) if found else ()


def _paying(part: Parts) -> tuple[ast.ObjectRef, ...]:
    found = part.child("paying")
    return found.refs() if found else ()


def _targets(part: Parts) -> tuple[ast.AnyRef, ...]:
    found = part.child("targeting")
    return found.targets() if found else ()


def casts(part: Parts) -> ast.Casts:
    """`PLAYER casts CARD …`."""
    merge = part.child("merge_over", "merge_under")
    return ast.Casts(
        player=part.player(),
        card=part.ref("THING"),
        face_down=part.has("face_down"),
        keywords=tuple(node.need("KEYWORD") for node in part.children("with_keyword")),
        price=part.price(),
        x=part.x(),
        modes=_integers(part, "modes"),
        paying=_paying(part),
        targets=_targets(part),
        merge=ast.Merge(merge.kind == "merge_over", merge.ref()) if merge else None,
        alias=part.alias(),
    )


def plays(part: Parts) -> ast.Plays:
    """`PLAYER plays CARD`."""
    return ast.Plays(part.player(), part.ref("THING"), part.alias())


def activates(part: Parts) -> ast.Activates:
    """`PLAYER activates REF …`."""
    number = next(iter(_integers(part, "ability")), None)
    return ast.Activates(part.player(), part.ref(), number, part.x(), _paying(part), _targets(part))


def taps(part: Parts) -> ast.TapsForMana:
    """`PLAYER taps REF for mana [choosing …]`."""
    return ast.TapsForMana(part.player(), part.ref(), part.answers() if part.text("ANSWERS") else ())


def turns(part: Parts) -> ast.TurnsFaceUp:
    """`PLAYER turns REF face up …`."""
    keyword = part.child("with_keyword")
    return ast.TurnsFaceUp(
        part.player(), part.ref(), part.price(), keyword.need("KEYWORD") if keyword else None, part.x()
    )


def looks(part: Parts) -> ast.LooksAt:
    """`PLAYER looks at REF`."""
    return ast.LooksAt(part.player(), part.ref())


def attacks(part: Parts) -> ast.Attacks:
    """`PLAYER attacks with REF, REF …`."""
    return ast.Attacks(part.player(), part.refs(), part.target() if part.text("TARGET") else None)


def blocks(part: Parts) -> ast.Blocks:
    """`PLAYER blocks REF with REF, REF`."""
    return ast.Blocks(part.player(), part.ref(), part.refs())


def chooses(part: Parts) -> ast.Chooses:
    """`PLAYER chooses ANSWER, ANSWER`."""
    return ast.Chooses(part.player(), part.answers())


def special_action(part: Parts) -> ast.SpecialAction:
    """`PLAYER foretells|plots|suspends CARD`."""
    return ast.SpecialAction(part.player(), part.word("special"), part.ref("THING"))  # type: ignore[arg-type]


def unlocks(part: Parts) -> ast.Unlocks:
    """`PLAYER unlocks DOOR [of REF]`."""
    return ast.Unlocks(part.player(), part.name().name, part.maybe_ref())


def passes(part: Parts) -> ast.Passes:
    """`PLAYER passes`."""
    return ast.Passes(part.player())


def concedes(part: Parts) -> ast.Concedes:
    """`PLAYER concedes`."""
    return ast.Concedes(part.player())


def resolve(part: Parts) -> ast.Resolve:
    """`resolve`, `resolve all`."""
    return ast.Resolve(part.kind == "resolve_all")


def go_to(part: Parts) -> ast.GoTo:
    """`go to STEP [of PLAYER]`."""
    return ast.GoTo(cast(ast.StepName, part.word("step")), part.owner())


def next_turn(part: Parts) -> ast.NextTurn:
    """`next turn`."""
    return ast.NextTurn()


def manifests(part: Parts) -> ast.Manifests:
    """`PLAYER manifests|cloaks …`."""
    number = part.text("NUMBER")
    source = part.child("from_zone")
    return ast.Manifests(
        player=part.player(),
        verb=part.word("put_down"),  # type: ignore[arg-type]
        number=int(number) if number else None,
        card=part.maybe_ref("THING"),
        zone=cast(ast.Zone, source.word("zone")) if source else None,
        zone_of=source.owner() if source else None,
        alias=part.alias(),
    )


def manifests_dread(part: Parts) -> ast.ManifestsDread:
    """`PLAYER manifests dread …`."""
    return ast.ManifestsDread(part.player(), part.maybe_ref("THING"), part.alias())


def _under(part: Parts) -> str:
    found = part.owner()
    return found or part.names.players[0]


def put_card(part: Parts) -> ast.PutCard:
    """`put CARD onto the battlefield … under PLAYER`."""
    return ast.PutCard(part.ref("THING"), _under(part), part.has("face_down"), part.has("transformed"), part.alias())


def to_object(part: Parts) -> ast.ToObject:
    """`destroy REF` and its like."""
    return ast.ToObject(part.word("verb"), part.ref())  # type: ignore[arg-type]


def counter_object(part: Parts) -> ast.ToObject:
    """`counter REF`."""
    return ast.ToObject("counter", part.ref())


def phase_out(part: Parts) -> ast.ToObject:
    """`phase out REF`."""
    return ast.ToObject("phase out", part.ref())


def reveal(part: Parts) -> ast.ToObject:
    """`reveal REF`."""
    return ast.ToObject("reveal", part.ref())


def return_object(part: Parts) -> ast.ReturnObject:
    """`return REF to ZONE`."""
    zone = part.word("return_zone").removeprefix("the ")
    return ast.ReturnObject(part.ref(), zone, part.owner())  # type: ignore[arg-type]


def blink(part: Parts) -> ast.Blink:
    """`blink REF [under PLAYER]`."""
    return ast.Blink(part.ref(), part.owner())


def turn_object(part: Parts) -> ast.TurnObject:
    """`turn REF face down|face up`."""
    return ast.TurnObject(part.ref(), part.has("face_up"))


def becomes_copy(part: Parts) -> ast.BecomesCopy:
    """`REF becomes a copy of REF`."""
    return ast.BecomesCopy(part.ref(), part.ref("REF", 1), part.has("this_turn"))


def create_copy(part: Parts) -> ast.CreateCopy:
    """`create a token copy of REF under PLAYER`."""
    return ast.CreateCopy(part.ref(), _under(part), part.alias())


def attach(part: Parts) -> ast.Attach:
    """`attach REF to REF`."""
    return ast.Attach(part.ref(), part.ref("REF", 1))


def gains_control(part: Parts) -> ast.GainsControl:
    """`PLAYER gains control of REF`."""
    return ast.GainsControl(part.player(), part.ref(), part.has("this_turn"))


def look_at_top(part: Parts) -> ast.LooksAtTop:
    """`PLAYER scries|surveils N`."""
    return ast.LooksAtTop(part.player(), part.word("look"), part.number())  # type: ignore[arg-type]


def loses_abilities(part: Parts) -> ast.LosesAbilities:
    """`REF loses all abilities`."""
    return ast.LosesAbilities(part.ref(), part.has("this_turn"))


def gains_keyword(part: Parts) -> ast.GainsKeyword:
    """`REF gains KEYWORD`."""
    return ast.GainsKeyword(part.ref(), part.need("KEYWORD"), part.has("this_turn"))


def gets_modifier(part: Parts) -> ast.GetsModifier:
    """`REF gets +N/-N`."""
    power, _, toughness = part.need("MODIFIER").partition("/")
    return ast.GetsModifier(part.ref(), int(power), int(toughness), part.has("this_turn"))


def becomes_size(part: Parts) -> ast.BecomesSize:
    """`REF becomes N/N`."""
    power, _, toughness = part.need("SIZE").partition("/")
    return ast.BecomesSize(part.ref(), int(power), int(toughness), part.has("this_turn"))


def becomes_words(part: Parts) -> ast.BecomesWords:
    """`REF becomes TYPES|COLOR`."""
    types, colors = part.names.words(part.need("WORDS")) or ((), ())
    return ast.BecomesWords(part.ref(), types, colors, part.has("this_turn"))


def put_counters(part: Parts) -> ast.PutCounters:
    """`put N KIND counters on REF`."""
    return ast.PutCounters(part.number(), part.need("KIND"), part.ref())


def deal_damage(part: Parts) -> ast.DealDamage:
    """`deal N damage to REF|PLAYER`."""
    return ast.DealDamage(part.number(), part.target())


def moves_cards(part: Parts) -> ast.MovesCards:
    """`PLAYER draws|mills|discards [N]`."""
    number = part.text("NUMBER")
    return ast.MovesCards(part.player(), part.word("cards"), int(number) if number else 1)  # type: ignore[arg-type]


def changes_life(part: Parts) -> ast.ChangesLife:
    """`PLAYER loses|gains N life`."""
    return ast.ChangesLife(part.player(), part.word("life"), part.number())  # type: ignore[arg-type]


def shuffles(part: Parts) -> ast.Shuffles:
    """`PLAYER shuffles`."""
    return ast.Shuffles(part.player())


_FUNCTIONS: tuple[Builder, ...] = (
    casts, plays, activates, taps, turns, looks, attacks, blocks, chooses, special_action, unlocks, passes, concedes,
    resolve, go_to, next_turn, manifests, manifests_dread, put_card, to_object, counter_object, phase_out, reveal,
    return_object, blink, turn_object, becomes_copy, create_copy, attach, gains_control, look_at_top, loses_abilities,
    gains_keyword, gets_modifier, becomes_size, becomes_words, put_counters, deal_damage, moves_cards, changes_life,
    shuffles,
)  # fmt: skip
#: Each function builds the rule of its own name.
BUILDERS: dict[str, Builder] = {function.__name__: function for function in _FUNCTIONS} | {"resolve_all": resolve}
