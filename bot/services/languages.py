"""Languages that cards are printed in."""

from __future__ import annotations

#: Scryfall's code -> English name.
LANGUAGES = {
    "ar": "Arabic",
    "de": "German",
    "es": "Spanish",
    "fr": "French",
    "grc": "Ancient Greek",
    "he": "Hebrew",
    "it": "Italian",
    "ja": "Japanese",
    "ko": "Korean",
    "la": "Latin",
    "ph": "Phyrexian",
    "pt": "Portuguese",
    "ru": "Russian",
    "sa": "Sanskrit",
    "zhs": "Simplified Chinese",
    "zht": "Traditional Chinese",
}
