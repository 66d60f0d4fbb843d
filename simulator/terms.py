"""Words of the rules that stand as values in sentences: steps, zones, colors, kinds of counters, states."""

from __future__ import annotations

from simulator.sentences import Sentence

#: `make messages` reads these too. A term is added where a sentence shows it; keyword abilities keep their names.
TERMS = frozenset(
    (
        # CR 105.1
        "white", "blue", "black", "red", "green", "colorless",
        # CR 400.1
        "battlefield", "hand", "library", "graveyard", "exile", "stack", "command",
        # CR 122.1: kinds of counters that rules speak of
        "loyalty", "defense", "lore", "shield", "stun", "time", "poison", "energy", "level",
        # those that several cards have; others keep the name that is on their card
        "charge", "age", "oil", "finality", "quest", "rad", "spore", "fade", "storage", "experience", "verse",
        "depletion", "ki", "study", "plan", "divinity", "page", "ice", "soul", "flood", "doom", "bounty", "fuse",
        "growth", "brick", "flame", "luck", "blood", "point", "corpse", "pressure", "hour", "acorn", "coin",
        "feather", "omen", "egg", "infection", "wish", "hone", "hit", "hatchling", "stash", "dream", "slime", "fate",
        "plague", "book", "burden", "scream", "memory", "gold", "control", "devotion", "death", "net", "collection",
        "wind", "velocity", "void", "delay", "fire", "blaze", "healing", "dread", "aim", "tide", "ingenuity", "eon",
        "cage", "fungus", "blight",
        # CR 110.5, 302.6, 506.3: how a permanent is
        "tapped", "untapped", "face up", "face down", "phased out", "transformed", "unattached", "token",
        "summoning sick", "attacking", "blocking",
        # CR 205.2a, 205.4a; subtypes keep their names
        "Artifact", "Battle", "Conspiracy", "Creature", "Dungeon", "Enchantment", "Instant", "Kindred", "Land",
        "Phenomenon", "Plane", "Planeswalker", "Scheme", "Sorcery", "Vanguard",
        "Basic", "Legendary", "Ongoing", "Snow", "World",
        # CR 708.2: what made a permanent face down, beside keywords
        "effect",
        # CR 608.2d: what is chosen
        "color", "creature type", "card type", "basic land type", "land type", "player", "opponent", "number", "name",
        "nonland name", "word",
        # CR 113.3: kinds of abilities
        "spell", "triggered", "activated", "static", "keyword", "replacement", "ability",
        # CR 701: why cards are looked at, what is done with them
        "scry", "surveil", "manifest", "cloak", "manifest dread", "life", "mana cost",
        "renowned", "monstrous", "alternative cost",
        # CR 614.10: what is skipped
        "turn", "untap step", "draw step", "combat phase",
    )
)  # fmt: skip


def term(word: str) -> str:
    """The word, ready to be told in another language if it is one of the terms."""
    return Sentence(word, {}) if word in TERMS else word
