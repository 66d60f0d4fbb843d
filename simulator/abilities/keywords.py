"""Keyword abilities and ability words as lists of words: facts of CR 702 and 207.2c."""

from __future__ import annotations

#: Keyword abilities that stand alone (CR 702), lower case.
PLAIN_KEYWORDS = frozenset(
    (
        "aftermath", "ascend", "assist", "banding", "bargain", "battle cry", "cascade", "changeling",
        "choose a background", "cipher", "compleated", "conspire", "convoke", "daybound", "deathtouch", "decayed",
        "defender", "delve", "demonstrate", "desertwalk", "dethrone", "devoid", "doctor's companion",
        "double strike", "double team", "enlist", "epic", "evolve", "exalted", "exploit", "extort", "fear",
        "first strike", "flanking", "flash", "flying", "for mirrodin!", "forestwalk", "friends forever", "fuse",
        "gift", "gravestorm", "haste", "haunt", "hexproof", "hidden agenda", "hideaway", "horsemanship",
        "improvise", "increment", "indestructible", "infect", "ingest", "intimidate", "islandwalk", "job select",
        "jump-start", "landwalk", "lifelink", "living metal", "living weapon", "max speed", "melee", "menace",
        "mentor", "mountainwalk", "myriad", "nightbound", "paradigm", "partner", "persist", "phasing",
        "plainswalk", "provoke", "prowess", "ravenous", "reach", "read ahead", "rebound", "retrace", "riot",
        "shadow", "shroud", "skulk", "soulbond", "space sculptor", "split second", "spree", "start your engines!",
        "storm", "sunburst", "swampwalk", "tiered", "totem armor", "training", "trample", "umbra armor",
        "undaunted", "undying", "unleash", "vigilance", "wither",
    )
)  # fmt: skip

#: Keyword abilities with a number.
VALUE_KEYWORDS = frozenset(
    (
        "absorb", "afflict", "afterlife", "amplify", "annihilator", "backup", "bloodthirst", "bushido", "casualty",
        "crew", "devour", "dredge", "fabricate", "fading", "firebending", "frenzy", "graft", "hideaway",
        "mobilize", "modular", "poisonous", "rampage", "renown", "ripple", "saddle", "soulshift", "station",
        "toxic", "tribute", "vanishing",
    )
)  # fmt: skip

#: Keyword abilities with a cost.
COST_KEYWORDS = frozenset(
    (
        "aura swap", "bestow", "blitz", "buyback", "cleave", "commander ninjutsu", "cumulative upkeep", "cycling",
        "dash", "disguise", "disturb", "echo", "embalm", "emerge", "encore", "entwine", "equip", "escalate",
        "escape", "eternalize", "evoke", "flashback", "foretell", "fortify", "freerunning", "harmonize", "kicker",
        "level up", "madness", "mayhem", "megamorph", "miracle", "more than meets the eye", "morph", "multikicker",
        "mutate", "ninjutsu", "offspring", "outlast", "overload", "plot", "prototype", "prowl", "reconfigure",
        "recover", "replicate", "scavenge", "sneak", "spectacle", "squad", "surge", "transfigure", "transmute",
        "unearth", "ward", "warp", "web-slinging",
    )
)  # fmt: skip

#: CR 207.2c: ability words, which have no rules meaning, lower case with straight apostrophes.
ABILITY_WORDS = frozenset(
    (
        "adamant", "addendum", "alliance", "battalion", "bloodrush", "celebration", "channel", "chroma", "cohort",
        "constellation", "converge", "council's dilemma", "coven", "delirium", "descend 4", "descend 8",
        "disappear", "domain", "eerie", "eminence", "enrage", "fateful hour", "fathomless descent", "ferocious",
        "flurry", "formidable", "grandeur", "hellbent", "heroic", "imprint", "infusion", "inspired", "join forces",
        "kinship", "landfall", "lieutenant", "magecraft", "metalcraft", "morbid", "opus", "pack tactics",
        "paradox", "parley", "radiance", "raid", "rally", "renew", "repartee", "revolt", "secret council",
        "spell mastery", "strive", "survival", "sweep", "tempting offer", "threshold", "undergrowth", "valiant",
        "vivid", "void", "will of the council",
    )
)  # fmt: skip
