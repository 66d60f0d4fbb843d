"""Subtypes as lists of words, with their plurals: facts of CR 205.3.

Other subtypes than creature and planeswalker types are in `simulator.symbols`.
"""

from __future__ import annotations

from simulator.symbols import SUBTYPE_OWNER

_CREATURE_TYPES = """
Advisor Aetherborn Alien Ally Angel Antelope Ape Archer Archon Armadillo Army Artificer Assassin
Assembly-Worker Astartes Atog Aurochs Avatar Azra Badger Balloon Barbarian Bard Basilisk Bat Bear Beast Beaver
Beeble Beholder Berserker Bird Bison Blinkmoth Boar Bringer Brushwagg Camarid Camel Capybara Caribou Carrier
Cat Centaur Child Chimera Citizen Cleric Clown Cockatrice Construct Coward Coyote Crab Crocodile C'tan
Custodes Cyberman Cyclops Dalek Dauthi Demigod Demon Deserter Detective Devil Dinosaur Djinn Doctor Dog Dragon
Drake Dreadnought Drix Drone Druid Dryad Dwarf Echidna Efreet Egg Elder Eldrazi Elemental Elephant Elf Elk
Employee Eye Faerie Ferret Fish Flagbearer Fox Fractal Frog Fungus Gamer Gargoyle Germ Giant Giraffe Gith
Glimmer Gnoll Gnome Goat Goblin God Golem Gorgon Graveborn Gremlin Griffin Guest Hag Halfling Hamster Harpy
Hedgehog Hellion Hero Hippo Hippogriff Homarid Homunculus Horror Horse Human Hydra Hyena Illusion Imp
Incarnation Inkling Inquisitor Insect Jackal Jellyfish Juggernaut Kangaroo Kavu Kirin Kithkin Knight Kobold
Kor Kraken Llama Lamia Lammasu Leech Lemur Leviathan Lhurgoyf Licid Lizard Lobster Manticore Masticore
Mercenary Merfolk Metathran Minion Minotaur Mite Mole Monger Mongoose Monk Monkey Moogle Moonfolk Mount Mouse
Mutant Myr Mystic Nautilus Necron Nephilim Nightmare Nightstalker Ninja Noble Noggle Nomad Nymph Octopus Ogre
Ooze Orb Orc Orgg Otter Ouphe Ox Oyster Pangolin Peasant Pegasus Pentavite Performer Pest Phelddagrif Phoenix
Phyrexian Pilot Pincher Pirate Plant Platypus Porcupine Possum Praetor Primarch Prism Processor Qu Rabbit
Raccoon Ranger Rat Rebel Reflection Rhino Rigger Robot Rogue Sable Salamander Samurai Sand Saproling Satyr
Scarecrow Scientist Scion Scorpion Scout Sculpture Seal Serf Serpent Servo Shade Shaman Shapeshifter Shark
Sheep Siren Skeleton Skunk Slith Sliver Sloth Slug Snail Snake Soldier Soltari Sorcerer Spawn Specter
Spellshaper Sphinx Spider Spike Spirit Splinter Sponge Squid Squirrel Starfish Surrakar Survivor Symbiote
Synth Tentacle Tetravite Thalakos Thopter Thrull Tiefling Toy Treefolk Trilobite Triskelavite Troll Turtle
Tyranid Unicorn Utrom Vampire Varmint Vedalken Villain Volver Wall Walrus Warlock Warrior Weasel Weird
Werewolf Whale Wizard Wolf Wolverine Wombat Worm Wraith Wurm Yeti Zombie Zubera
"""

_PLANESWALKER_TYPES = """
Ajani Aminatou Angrath Arlinn Ashiok Bahamut Basri Bolas Calix Chandra Comet Dack Dakkon Daretti Davriel
Dellian Dihada Domri Dovin Ellywick Elminster Elspeth Estrid Freyalise Garruk Gideon Grist Guff Huatli Jace
Jared Jaya Jeska Kaito Karn Kasmina Kaya Kiora Koth Liliana Lolth Lukka Minsc Mordenkainen Nahiri Narset Niko
Nissa Nixilis Oko Quintorius Ral Rowan Saheeli Samut Sarkhan Serra Sivitri Sorin Szat Tamiyo Tasha Teferi Teyo
Tezzeret Tibalt Tyvar Ugin Urza Venser Vivien Vraska Vronos Will Windgrace Wrenn Xenagos Yanggu Yanling Zariel
"""

#: CR 205.3m (one of them, Time Lord, is two words long).
CREATURE_TYPES: tuple[str, ...] = ("Time Lord", *_CREATURE_TYPES.split())

#: CR 205.3j.
PLANESWALKER_TYPES: tuple[str, ...] = tuple(_PLANESWALKER_TYPES.split())

SUBTYPES = frozenset((*CREATURE_TYPES, *PLANESWALKER_TYPES, *SUBTYPE_OWNER))

_IRREGULAR = {
    "Elves": "Elf",
    "Wolves": "Wolf",
    "Dwarves": "Dwarf",
    "Werewolves": "Werewolf",
    "Halflings": "Halfling",
    "Mice": "Mouse",
    "Oxen": "Ox",
    "Djinn": "Djinn",
    "Sphinxes": "Sphinx",
    "Foxes": "Fox",
    "Leeches": "Leech",
    "Octopuses": "Octopus",
    "Pegasuses": "Pegasus",
    "Pegasi": "Pegasus",
    "Cyclopes": "Cyclops",
    "Fungi": "Fungus",
    "Jellyfish": "Jellyfish",
    "Locuses": "Locus",
    "Loci": "Locus",
    "Homunculi": "Homunculus",
    "Thrulls": "Thrull",
    "Faeries": "Faerie",
    "Zombies": "Zombie",
    "Genies": "Genie",
    "Heroes": "Hero",
}


def _plural(word: str) -> str:
    if word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    if word.endswith(("s", "x", "ch", "sh")):
        return word + "es"
    return word + "s"


def _plurals() -> dict[str, str]:
    table = {_plural(word): word for word in SUBTYPES if word != "Plains"}
    table.update({many: one for many, one in _IRREGULAR.items() if one in SUBTYPES})
    return table


#: Plural form of a subtype to the subtype; those that are alike in both numbers stand in `SUBTYPES` alone.
PLURALS: dict[str, str] = _plurals()


def subtype_of(word: str) -> str | None:
    """The subtype that a word of Oracle text, singular or plural, stands for; None if it is none."""
    if word in SUBTYPES:
        return word
    return PLURALS.get(word)
