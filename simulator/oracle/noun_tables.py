"""The closed word classes of descriptions: who controls it, where it is, what is true of it."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.abilities.keywords import COST_KEYWORDS, PLAIN_KEYWORDS, VALUE_KEYWORDS
from simulator.symbols import CARD_TYPES, COLOR_BY_NAME, SUPERTYPES

#: Placeholders for players that only the context knows; `references.bind` puts the real ones in their place.
TARGET_PLAYER = t.PlayerId("%target player")
TARGET_OPPONENT = t.PlayerId("%target opponent")
THAT_PLAYER = t.PlayerId("%that player")
#: "they" after "each opponent": each of them for themselves; `clauses` makes a `ForEachPlayer` of it.
EACH_OF_THEM = t.PlayerId("%each of them")

#: "under its owner's control": each object under that of its own owner.
OWNER = t.PlayerId("%its owner")

_YOU = t.ControlledBy(t.You())
_OPPONENTS = t.ControlledBy(t.EachOpponent())

#: Phrase: (predicate, what the context has to fill in).
CONTROL: dict[str, tuple[t.Predicate, str]] = {
    "you control": (_YOU, ""),
    "under your control": (_YOU, ""),
    "an opponent controls": (_OPPONENTS, ""),
    "your opponents control": (_OPPONENTS, ""),
    "opponents control": (_OPPONENTS, ""),
    "you don't control": (t.Not(_YOU), ""),
    "you own": (t.OwnedBy(t.You()), ""),
    "you don't own": (t.Not(t.OwnedBy(t.You())), ""),
    "you own and control": (t.AllOf((t.OwnedBy(t.You()), _YOU)), ""),
    "you own but don't control": (t.AllOf((t.OwnedBy(t.You()), t.Not(_YOU))), ""),
    "you control but don't own": (t.AllOf((_YOU, t.Not(t.OwnedBy(t.You())))), ""),
    "an opponent owns": (t.OwnedBy(t.EachOpponent()), ""),
    "target player controls": (t.ControlledBy(TARGET_PLAYER), "target player"),
    "target opponent controls": (t.ControlledBy(TARGET_OPPONENT), "target opponent"),
    "that player controls": (t.ControlledBy(THAT_PLAYER), "that player"),
    "that player owns": (t.OwnedBy(THAT_PLAYER), "that player"),
    "they own": (t.OwnedBy(THAT_PLAYER), "that player"),
    "they don't own": (t.Not(t.OwnedBy(THAT_PLAYER)), "that player"),
    "they control": (t.ControlledBy(THAT_PLAYER), "that player"),
    "defending player controls": (t.ControlledBy(t.DefendingPlayer()), ""),
    "the active player controls": (t.ControlledBy(t.ActivePlayer()), ""),
}

_YOUR = t.OwnedBy(t.You())

#: Phrase: (zone, predicate, what the context has to fill in).
ZONES: dict[str, tuple[str, t.Predicate | None, str]] = {
    "on the battlefield": ("battlefield", None, ""),
    **{
        f"{word} {whose} {zone}": (zone, predicate, about)
        for word in ("from", "in")
        for zone in ("graveyard", "hand", "library")
        for whose, predicate, about in (
            ("your", _YOUR, ""),
            ("an opponent's", t.OwnedBy(t.EachOpponent()), ""),
            ("target player's", t.OwnedBy(TARGET_PLAYER), "target player"),
            ("target opponent's", t.OwnedBy(TARGET_OPPONENT), "target opponent"),
            ("that player's", t.OwnedBy(THAT_PLAYER), "that player"),
            ("their", t.OwnedBy(THAT_PLAYER), "that player"),
            ("defending player's", t.OwnedBy(t.DefendingPlayer()), ""),
        )
    },
    "from a graveyard": ("graveyard", None, ""),
    "in a graveyard": ("graveyard", None, ""),
    "in graveyards": ("graveyard", None, ""),
    "from graveyards": ("graveyard", None, ""),
    "in all graveyards": ("graveyard", None, ""),
    "from all graveyards": ("graveyard", None, ""),
    "from your opponents' graveyards": ("graveyard", t.OwnedBy(t.EachOpponent()), ""),
    "in your opponents' graveyards": ("graveyard", t.OwnedBy(t.EachOpponent()), ""),
    "in exile": ("exile", None, ""),
    "from exile": ("exile", None, ""),
    "you own in exile": ("exile", _YOUR, ""),
    "on the stack": ("stack", None, ""),
    "exiled with ~": ("exile", t.Is(t.Linked()), ""),
    "exiled with it": ("exile", t.Is(t.Linked()), ""),
    "you own exiled with ~": ("exile", t.AllOf((t.Is(t.Linked()), _YOUR)), ""),
}

#: Relative clauses and the like.
CLAUSES: dict[str, t.Predicate] = {
    "with no abilities": t.Not(t.HasAbilities()),
    # CR 702.37b: megamorph is a variant of morph
    "with a morph ability": t.AnyOf((t.HasKeyword("morph"), t.HasKeyword("megamorph"))),
    "with morph abilities": t.AnyOf((t.HasKeyword("morph"), t.HasKeyword("megamorph"))),
    "with morph": t.AnyOf((t.HasKeyword("morph"), t.HasKeyword("megamorph"))),
    "that was turned face up this turn": t.TurnedFaceUpThisTurn(),
    "that were turned face up this turn": t.TurnedFaceUpThisTurn(),
    "that isn't a creature": t.Not(t.HasType("Creature")),
    "of the creature type of your choice": t.OfChosen("creature type"),
    "of that type": t.OfChosen("creature type"),
    "of that color": t.OfChosen("color"),
    "from an artifact source": t.FromSource(t.HasType("Artifact")),
    "from a creature source": t.FromSource(t.HasType("Creature")),
    "with a basic land type": t.AnyOf(tuple(t.HasType(w) for w in ("Plains", "Island", "Swamp", "Mountain", "Forest"))),
    "dealt damage by ~ this turn": t.DealtDamageThisTurn(by=t.Is(t.Self())),
    "dealt damage by it this turn": t.DealtDamageThisTurn(by=t.Is(t.Self())),
    "of the chosen color": t.OfChosen("color"),
    "of the chosen type": t.OfChosen("creature type"),
    "of the chosen card type": t.OfChosen("card type"),
    "with the chosen name": t.OfChosen("name"),
    "controlled by the chosen player": t.OfChosen("player"),
    "that was dealt damage this turn": t.DealtDamageThisTurn(),
    "that were dealt damage this turn": t.DealtDamageThisTurn(),
    "that entered this turn": t.EnteredThisTurn(),
    "that entered the battlefield this turn": t.EnteredThisTurn(),
    "that's attacking": t.IsAttacking(),
    "that's attacking you": t.IsAttacking(t.You()),
    "that are attacking you": t.IsAttacking(t.You()),
    "attacking you": t.IsAttacking(t.You()),
    "that's tapped": t.IsTapped(),
    "that's enchanted": t.IsAttached("enchanted"),
    "that's equipped": t.IsAttached("equipped"),
    "that's enchanted or equipped": t.AnyOf((t.IsAttached("enchanted"), t.IsAttached("equipped"))),
    "that's modified": t.IsAttached("modified"),
    "that are modified": t.IsAttached("modified"),
    "that's one or more colors": t.Not(t.ColorCount("colorless")),
    "that are one or more colors": t.Not(t.ColorCount("colorless")),
    "that isn't all colors": t.Compare("colors", "<", t.Num(5)),
    "that's not all colors": t.Compare("colors", "<", t.Num(5)),
    "with odd mana values": t.Compare("mana value", "odd"),
    "with an odd mana value": t.Compare("mana value", "odd"),
    "with even mana values": t.Compare("mana value", "even"),
    "with an even mana value": t.Compare("mana value", "even"),
    **{f"that's {name}": t.HasColor(letter) for name, letter in COLOR_BY_NAME.items()},
    **{f"that are {name}": t.HasColor(letter) for name, letter in COLOR_BY_NAME.items()},
    **{
        f"that's {a} or {b}": t.AnyOf((t.HasColor(COLOR_BY_NAME[a]), t.HasColor(COLOR_BY_NAME[b])))
        for a in COLOR_BY_NAME
        for b in COLOR_BY_NAME
        if a != b
    },
    **{f"that {be} face {way}": t.IsFaceDown() if way == "down" else t.Not(t.IsFaceDown())
       for be in ("is", "are") for way in ("up", "down")},
    **{f"that's face {way}": t.IsFaceDown() if way == "down" else t.Not(t.IsFaceDown()) for way in ("up", "down")},
}  # fmt: skip

STATUS: dict[str, t.Predicate] = {
    "tapped": t.IsTapped(),
    "untapped": t.Not(t.IsTapped()),
    "attacking": t.IsAttacking(),
    "blocking": t.IsBlocking(),
    "attacking or blocking": t.AnyOf((t.IsAttacking(), t.IsBlocking())),
    "blocking or attacking": t.AnyOf((t.IsAttacking(), t.IsBlocking())),
    "blocked": t.IsBlocked(),
    # CR 509.1h: an unblocked creature is an attacking one
    "unblocked": t.AllOf((t.IsAttacking(), t.Not(t.IsBlocked()))),
    "face-down": t.IsFaceDown(),
    "face-up": t.Not(t.IsFaceDown()),
    "enchanted": t.IsAttached("enchanted"),
    "equipped": t.IsAttached("equipped"),
    "modified": t.IsAttached("modified"),
    "historic": t.IsHistoric(),
    # CR 700.12
    "outlaw": t.AnyOf(tuple(t.HasType(kind) for kind in ("Assassin", "Mercenary", "Pirate", "Rogue", "Warlock"))),
}

COLOR_WORDS = frozenset((*COLOR_BY_NAME, "colorless", "multicolored", "monocolored"))
TYPE_WORDS = frozenset((*CARD_TYPES, *SUPERTYPES))


def color(word: str) -> t.Predicate:
    """The predicate of a color word (CR 105.2)."""
    if word in COLOR_BY_NAME:
        return t.HasColor(COLOR_BY_NAME[word])
    return t.ColorCount({"colorless": "colorless", "multicolored": "multi", "monocolored": "mono"}[word])


def _long_first(words: object) -> list[str]:
    return sorted(words, key=len, reverse=True)  # type: ignore[call-overload, no-any-return]


_KEYWORDS = {
    word for word in (*PLAIN_KEYWORDS, *VALUE_KEYWORDS, *COST_KEYWORDS) if word not in ("gift", "haunt", "max speed")
}

#: What fills the %names% of the grammar.
ALTERNATIONS: dict[str, list[str]] = {
    "control": _long_first(CONTROL),
    "zone": _long_first(ZONES),
    "clause": _long_first(CLAUSES),
    "keyword": _long_first(_KEYWORDS),
    "stat": ["power", "toughness", "mana value"],
}
