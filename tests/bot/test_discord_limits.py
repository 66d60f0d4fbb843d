"""Texts on labels and in lists."""

from __future__ import annotations

from bot.discord_app import limits


def test_nothing_on_a_label_turns_round_what_follows() -> None:
    assert limits.one_line("a \u202egnirts\u202c b\n\u2066c\u2069", 50) == "a gnirts b c"
