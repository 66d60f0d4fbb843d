"""Languages that cards are printed in."""

from __future__ import annotations

from bot.i18n import N_

#: Scryfall's code -> English name.
LANGUAGES = {
    "ar": N_("Arabic"),
    "de": N_("German"),
    "es": N_("Spanish"),
    "fr": N_("French"),
    "grc": N_("Ancient Greek"),
    "he": N_("Hebrew"),
    "it": N_("Italian"),
    "ja": N_("Japanese"),
    "ko": N_("Korean"),
    "la": N_("Latin"),
    "ph": N_("Phyrexian"),
    "pt": N_("Portuguese"),
    "ru": N_("Russian"),
    "sa": N_("Sanskrit"),
    "zhs": N_("Simplified Chinese"),
    "zht": N_("Traditional Chinese"),
}
