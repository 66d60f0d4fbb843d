"""From what a line means back to a line: `read_line(to_text(x))` gives x again, where the same names are known."""

from __future__ import annotations

from collections.abc import Iterable

from simulator.scenario import ast
from simulator.scenario.print_checks import check_text
from simulator.scenario.print_words import (
    alias_text,
    answers_text,
    counters_text,
    list_text,
    mod_text,
    price_text,
    ref_text,
    turn_text,
    words_text,
)


def to_text(statement: ast.Statement) -> str:
    """The line (for an invented card, the lines) that says this."""
    for printer in (_header_text, _setup_text, _player_step_text, _game_text, _instruction_text, check_text):
        text = printer(statement)
        if text is not None:
            return text
    if isinstance(statement, ast.Refuse):
        return f"refuse {to_text(statement.step)}" + (f" [{statement.rule}]" if statement.rule else "")
    raise TypeError(f"not a line of the scenario language: {statement!r}")


def _header_text(statement: ast.Statement) -> str | None:
    match statement:
        case ast.Title(text):
            return f"title: {text}"
        case ast.Rules(numbers):
            return f"rules: {', '.join(numbers)}"
        case ast.Players(names):
            return f"players: {', '.join(names)}"
        case ast.Start(player, step):
            return f"start: {player}, {step}"
        case ast.InventedCard(front, back):
            lines = [f"card {_face_text(front)}", *(f"  {line}" for line in front.text)]
            if back is not None:
                lines += [f"  back {_face_text(back)}", *(f"  {line}" for line in back.text)]
            return "\n".join(lines)
        case _:
            return None


def _face_text(face: ast.InventedFace) -> str:
    return " ".join(part for part in (f'"{face.name}"', face.cost, face.type_line, face.size) if part)


def _setup_text(statement: ast.Statement) -> str | None:
    match statement:
        case ast.SetupZone(player, zone, items):
            return f"{player} {zone}: {', '.join(map(_item_text, items))}"
        case ast.SetupNumber(player, what, number):
            return f"{player} {what}: {number}"
        case ast.SetupMana(player, mode, pool):
            return f"{player} mana: {pool if mode == 'pool' else mode}"
        case _:
            return None


def _item_text(item: ast.Item) -> str:
    times = f" x{item.count}" if item.count != 1 else ""
    mods = f" ({', '.join(map(mod_text, item.mods))})" if item.mods else ""
    return f"{item.card.part if item.card else 'unknown'}{times}{mods}{alias_text(item.alias)}"


def _player_step_text(statement: ast.Statement) -> str | None:
    match statement:
        case ast.Casts():
            return _casts_text(statement)
        case ast.Plays(player, card, alias):
            return f"{player} plays {ref_text(card)}{alias_text(alias)}"
        case ast.Activates(player, ref, ability, x, paying, targets):
            number = f" ability {ability}" if ability is not None else ""
            return f"{player} activates {ref_text(ref)}{number}{_costs_text(x, paying, targets)}"
        case ast.TapsForMana(player, ref, answers):
            return f"{player} taps {ref_text(ref)} for mana" + (f" choosing {answers_text(answers)}" if answers else "")
        case ast.TurnsFaceUp(player, ref, price, keyword, x):
            way = f" with {keyword}" if keyword else ""
            return f"{player} turns {ref_text(ref)} face up{price_text(price)}{way}{_costs_text(x)}"
        case ast.LooksAt(player, ref):
            return f"{player} looks at {ref_text(ref)}"
        case ast.Attacks(player, attackers, defender):
            whom = f" attacking {ref_text(defender)}" if defender else ""
            return f"{player} attacks with {list_text(attackers)}{whom}"
        case ast.Blocks(player, attacker, blockers):
            return f"{player} blocks {ref_text(attacker)} with {list_text(blockers)}"
        case ast.Chooses(player, answers):
            return f"{player} chooses {answers_text(answers)}"
        case ast.SpecialAction(player, verb, card):
            return f"{player} {verb} {ref_text(card)}"
        case ast.Unlocks(player, door, ref):
            return f"{player} unlocks {door}" + (f" of {ref_text(ref)}" if ref else "")
        case ast.Passes(player):
            return f"{player} passes"
        case ast.Concedes(player):
            return f"{player} concedes"
        case _:
            return None


def _casts_text(step: ast.Casts) -> str:
    parts = [f"{step.player} casts {ref_text(step.card)}"]
    parts += [" face down"] if step.face_down else []
    parts += [f" with {keyword}" for keyword in step.keywords]
    parts.append(price_text(step.price))
    parts += [f" X={step.x}"] if step.x is not None else []
    parts += [f" mode {', '.join(map(str, step.modes))}"] if step.modes else []
    parts.append(_costs_text(None, step.paying, step.targets))
    if step.merge is not None:
        parts.append(f" {'over' if step.merge.over else 'under'} {ref_text(step.merge.ref)}")
    return "".join(parts) + alias_text(step.alias)


def _costs_text(x: int | None, paying: Iterable[ast.ObjectRef] = (), targets: Iterable[ast.AnyRef] = ()) -> str:
    said = f" X={x}" if x is not None else ""
    said += f" paying {list_text(paying)}" if paying else ""
    return said + (f" targeting {list_text(targets)}" if targets else "")


def _game_text(statement: ast.Statement) -> str | None:
    match statement:
        case ast.Resolve(everything):
            return "resolve all" if everything else "resolve"
        case ast.GoTo(step, player):
            return f"go to {step}" + (f" of {player}" if player else "")
        case ast.NextTurn():
            return "next turn"
        case _:
            return None


def _instruction_text(statement: ast.Statement) -> str | None:
    text = _zone_instruction_text(statement)
    return text if text is not None else _change_text(statement)


def _zone_instruction_text(statement: ast.Statement) -> str | None:
    match statement:
        case ast.Manifests(player, verb, number, card, zone, zone_of, alias):
            said = f"{player} {verb}" + (f" {number}" if number is not None else "")
            said += f" {ref_text(card)}" if card else ""
            said += f" from {zone}" if zone else ""
            return said + (f" of {zone_of}" if zone_of else "") + alias_text(alias)
        case ast.ManifestsDread(player, keeping, alias):
            return (
                f"{player} manifests dread" + (f" keeping {ref_text(keeping)}" if keeping else "") + alias_text(alias)
            )
        case ast.PutCard(card, player, face_down, transformed, alias):
            how = (" face down" if face_down else "") + (" transformed" if transformed else "")
            return f"put {ref_text(card)} onto the battlefield{how} under {player}{alias_text(alias)}"
        case ast.ToObject(verb, ref):
            return f"{verb} {ref_text(ref)}"
        case ast.ReturnObject(ref, zone, player):
            where = "the battlefield" if zone == "battlefield" else zone
            return f"return {ref_text(ref)} to {where}" + (f" under {player}" if player else "")
        case ast.Blink(ref, player):
            return f"blink {ref_text(ref)}" + (f" under {player}" if player else "")
        case ast.CreateCopy(original, player, alias):
            return f"create a token copy of {ref_text(original)} under {player}{alias_text(alias)}"
        case ast.LooksAtTop(player, verb, number):
            return f"{player} {verb} {number}"
        case ast.MovesCards(player, verb, number):
            return f"{player} {verb} {number}"
        case ast.Shuffles(player):
            return f"{player} shuffles"
        case _:
            return None


def _change_text(statement: ast.Statement) -> str | None:
    match statement:
        case ast.TurnObject(ref, face_up):
            return f"turn {ref_text(ref)} face {'up' if face_up else 'down'}"
        case ast.BecomesCopy(ref, original, this_turn):
            return f"{ref_text(ref)} becomes a copy of {ref_text(original)}{turn_text(this_turn)}"
        case ast.Attach(ref, host):
            return f"attach {ref_text(ref)} to {ref_text(host)}"
        case ast.GainsControl(player, ref, this_turn):
            return f"{player} gains control of {ref_text(ref)}{turn_text(this_turn)}"
        case ast.LosesAbilities(ref, this_turn):
            return f"{ref_text(ref)} loses all abilities{turn_text(this_turn)}"
        case ast.GainsKeyword(ref, keyword, this_turn):
            return f"{ref_text(ref)} gains {keyword}{turn_text(this_turn)}"
        case ast.GetsModifier(ref, power, toughness, this_turn):
            return f"{ref_text(ref)} gets {power:+d}/{toughness:+d}{turn_text(this_turn)}"
        case ast.BecomesSize(ref, power, toughness, this_turn):
            return f"{ref_text(ref)} becomes {power}/{toughness}{turn_text(this_turn)}"
        case ast.BecomesWords(ref, types, colors, this_turn):
            return f"{ref_text(ref)} becomes {words_text(types, colors)}{turn_text(this_turn)}"
        case ast.PutCounters(number, kind, ref):
            return f"put {counters_text(number, kind)} on {ref_text(ref)}"
        case ast.DealDamage(number, target):
            return f"deal {number} damage to {ref_text(target)}"
        case ast.ChangesLife(player, verb, number):
            return f"{player} {verb} {number} life"
        case _:
            return None
