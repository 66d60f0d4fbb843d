"""From the set-up lines of a script to the position that the game starts from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from simulator.model.cards import UNKNOWN_CARD, CardDefinition
from simulator.model.position import Origin, Placed, Position, Seat
from simulator.scenario import ast
from simulator.scenario.errors import ScenarioError
from simulator.scenario.names import Names, fold
from simulator.scenario.parser import Scenario, read_line
from simulator.scenario.pool_names import PoolNames
from simulator.sentences import say

#: More objects than any scenario that a person wrote would need.
MAX_CARDS = 2_000
_ORIGINS: dict[ast.Facing, Origin] = {
    "manifested": "manifest",
    "cloaked": "cloak",
    "morph": "morph",
    "disguise": "disguise",
}


@dataclass
class Arrangement:
    """A position being built.

    Attributes:
        position: what has been set up.
        aliases: names given with `as`: folded -> (as written, index in the position's cards).
    """

    position: Position
    aliases: dict[str, tuple[str, int]] = field(default_factory=dict)


def arrange(scenario: Scenario, names: Names, cards: PoolNames) -> Arrangement:
    """The position that a script sets up.

    Raises:
        ScenarioError: a line names an unknown card or says what can't be.
    """
    made = _Arranger(scenario, names, cards)
    for line in scenario.setup:
        made.add(line.number, line.column, read_line(line, made.names))
    position = Position(
        seats=tuple(made.seats.values()),
        active=scenario.start.player,
        step=scenario.start.step,
        cards=tuple(made.placed),
    )
    return Arrangement(position, made.aliases)


class _Arranger:
    """Collects set-up lines."""

    def __init__(self, scenario: Scenario, names: Names, cards: PoolNames) -> None:
        self.names = names
        self.cards = cards
        self.seats = {name: Seat(name) for name in scenario.players}
        self.placed: list[Placed] = []
        self.aliases: dict[str, tuple[str, int]] = {}
        self.line = 0
        self.column = 1

    def add(self, line: int, column: int, statement: ast.Statement) -> None:
        """One set-up line."""
        self.line, self.column = line, column
        match statement:
            case ast.SetupNumber(player, "life", number):
                self.seats[player] = replace(self.seats[player], life=number)
            case ast.SetupNumber(player, _, number):
                self.seats[player] = replace(self.seats[player], poison=number)
            case ast.SetupMana(player, mode, pool):
                self.seats[player] = replace(self.seats[player], mana=mode, pool=pool)
            case ast.SetupZone(player, zone, items):
                for item in items:
                    self.add_item(player, zone, item)

    def add_item(self, player: str, zone: ast.Zone, item: ast.Item) -> None:
        """One entry of a zone's list."""
        if len(self.placed) + item.count > MAX_CARDS:
            raise self.error(say("A scenario sets up at most {most} cards.", most=MAX_CARDS))
        card, named = self.definition(item.card)
        placed = Placed(card, player, zone)
        # CR 710.1b: the alternative name of a flip card is that of a flipped permanent
        if zone == "battlefield" and named is not None and (card.is_double_faced or card.layout == "flip"):
            placed = replace(placed, face=named)
        for mod in item.mods:
            placed = self.with_mod(placed, mod)
        self.check(placed)
        placed = _with_printed_counters(placed)
        if item.alias is not None:
            self.aliases[fold(item.alias)] = (item.alias, len(self.placed))
            self.names = self.names.with_alias(item.alias)
        self.placed += [placed] * item.count

    def definition(self, card: ast.CardName | None) -> tuple[CardDefinition, int | None]:
        """The card's definition and the face that was named."""
        if card is None:
            return UNKNOWN_CARD, None
        found = self.cards.definition(card.name)
        if found is None:
            raise self.error(say("I know no card called “{name}”.", name=card.name))
        return found[0], card.face

    def with_mod(self, placed: Placed, mod: ast.Mod) -> Placed:
        """The card with one more modifier."""
        on_battlefield = placed.zone == "battlefield"
        beyond = isinstance(mod, ast.OwnedMod | ast.ChoosingMod | ast.XMod)
        if (
            not on_battlefield
            and not beyond
            and not (placed.zone == "exile" and isinstance(mod, ast.FaceDownMod | ast.CountersMod))
        ):
            raise self.error(say("“{name}” is in a zone where cards have no such status.", name=placed.card.name))
        match mod:
            case ast.FlagMod("tapped"):
                return replace(placed, tapped=True)
            case ast.FlagMod("summoning sick"):
                return replace(placed, summoning_sick=True)
            case ast.FlagMod("token"):
                return replace(placed, token=True)
            case ast.FlagMod():
                if not placed.card.can_transform:
                    raise self.error(say("“{name}” has no back face.", name=placed.card.name))
                return replace(placed, face=1)
            case ast.FaceDownMod(facing):
                return replace(placed, face_down=_ORIGINS[facing] if facing else "effect", face=0)
            case ast.CountersMod(number, kind):
                return replace(placed, counters=(*placed.counters, (kind, number)))
            case ast.OwnedMod(player):
                return replace(placed, owner=player)
            case ast.XMod(x):
                return replace(placed, x=x)
            case _:
                return self.with_choice(placed, mod)

    def with_choice(self, placed: Placed, mod: ast.Mod) -> Placed:
        """Modifiers that name something."""
        match mod:
            case ast.ChoosingMod(answer):
                return replace(placed, choice=self.choice(answer))
            case ast.AttachedMod(ref):
                return replace(placed, attached_to=self.earlier(ref))
            case ast.UnlockedMod(door):
                half = next((i for i, face in enumerate(placed.card.faces) if fold(face.name) == fold(door)), None)
                if half is None:
                    raise self.error(say("“{name}” has no door called “{door}”.", name=placed.card.name, door=door))
                return replace(placed, unlocked=(*placed.unlocked, half))
            case ast.OverMod(cards):
                return replace(placed, under=tuple(self.definition(card)[0] for card in cards))
            case _:
                raise self.error(say("This modifier can't stand in a set-up line."))

    def choice(self, answer: ast.Answer) -> str | int:
        """A choice made as the permanent entered, as plain data."""
        match answer:
            case ast.ColorAnswer(color):
                return color
            case ast.TypeAnswer(word):
                return word
            case ast.NumberAnswer(number) | ast.ModeAnswer(number):
                return number
            case ast.RefAnswer(ast.PlayerRef(name)) | ast.RefAnswer(ast.NameRef(name)):
                return name
            case ast.SizeAnswer(power, toughness):
                return f"{power}/{toughness}"
            case ast.ManaAnswer(mana):
                return mana
            case _:
                raise self.error(say("A permanent enters with a color, type, name, player or number chosen."))

    def earlier(self, ref: ast.ObjectRef) -> int:
        """The index of a card that was set up before."""
        if isinstance(ref, ast.AliasRef):
            return self.aliases[fold(ref.name)][1]
        if isinstance(ref, ast.NameRef):
            found = [index for index, placed in enumerate(self.placed) if self.is_named(placed, ref)]
            if ref.number is not None and 1 <= ref.number <= len(found):
                return found[ref.number - 1]
            if ref.number is None and len(found) == 1:
                return found[0]
            if len(found) > 1:
                raise self.error(
                    say(
                        "“{name}” is there {number} times: give one of them a name with `as`.",
                        name=ref.name,
                        number=len(found),
                    )
                )
            raise self.error(say("“{name}” isn't on the battlefield before this.", name=ref.name))
        raise self.error(say("Attached to what? Name a permanent that was set up before."))

    def is_named(self, placed: Placed, ref: ast.NameRef) -> bool:
        """Whether a permanent that was set up shows that name."""
        if placed.zone != "battlefield" or placed.face_down is not None:
            return False
        faces = placed.card.faces
        shown = faces[placed.face].name if placed.card.is_double_faced else placed.card.name
        parts = [placed.card.name, shown, *(() if placed.card.is_double_faced else (face.name for face in faces))]
        return fold(ref.name) in map(fold, parts)

    def check(self, placed: Placed) -> None:
        """Refuse what can't be on the battlefield."""
        if placed.zone != "battlefield" or placed.face_down is not None or placed.card is UNKNOWN_CARD:
            return
        faces = placed.card.faces
        shown = faces[placed.face : placed.face + 1] if placed.card.is_double_faced else faces
        # CR 304.4, 307.4: instants and sorceries can't enter the battlefield
        if not any(face.type_line.is_permanent for face in shown):
            raise self.error(
                say("“{name}” is no permanent card: it can't be on the battlefield face up.", name=placed.card.name)
            )

    def error(self, message: str) -> ScenarioError:
        """An error of the current line."""
        return ScenarioError(message, self.line, self.column)


def _with_printed_counters(placed: Placed) -> Placed:
    """A planeswalker or battle set up without counters has its printed number (CR 306.5b, 310.4b)."""
    if placed.zone != "battlefield" or placed.face_down is not None or placed.counters:
        return placed
    face = placed.card.faces[placed.face if placed.card.is_double_faced else 0]
    for kind, number in (("loyalty", face.loyalty), ("defense", face.defense)):
        if number:
            return replace(placed, counters=((kind, number),))
    return placed


def free_mana_players(seats: Sequence[Seat]) -> tuple[str, ...]:
    """Players whose costs are announced but not paid."""
    return tuple(seat.name for seat in seats if seat.mana == "free")
