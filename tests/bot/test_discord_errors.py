"""The one error table: every error code that Discord may answer with becomes words, in the person's language."""

from __future__ import annotations

import inspect
import logging

import discord
import pytest

from bot import i18n
from bot.discord_app import errors, logs
from bot.discord_app.arrivals import TooFast
from bot.discord_app.replies import ALREADY_ACKNOWLEDGED, UNKNOWN_INTERACTION

#: The codes that the app has to expect.
SPOKEN = (50007, 50278, 50001, 50013, 10008, 10003, 50027, 40094, 30034, 30046, 160002, 20009)


class Response:
    def __init__(self, status: int) -> None:
        self.status, self.reason = status, "reason"


def failed(status: int, code: int) -> discord.HTTPException:
    return discord.HTTPException(Response(status), {"code": code, "message": "Discord's own words"})  # type: ignore[arg-type]


@pytest.mark.parametrize("code", SPOKEN)
def test_every_code_that_is_to_be_expected_is_said_in_words_in_each_language(code: int) -> None:
    said = errors.words(failed(403, code))
    assert said is not None
    assert "Discord's own words" not in said
    for language in set(i18n.languages()) - {i18n.ENGLISH}:
        with i18n.speaking(language):
            assert errors.words(failed(403, code)) != said


@pytest.mark.parametrize(("status", "words"), [(429, "slow down"), (500, "trouble"), (503, "trouble")])
def test_without_a_code_the_status_speaks(status: int, words: str) -> None:
    assert words in (errors.words(failed(status, 0)) or "")


def test_a_body_that_discord_refuses_is_a_fault_of_ours_and_logged_as_one(caplog: pytest.LogCaptureFixture) -> None:
    told = errors.told(failed(400, 50035), "a button")
    assert "Something went wrong" in told
    assert "a button" in caplog.text


def test_lost_and_doubled_acknowledgements_are_met_where_answers_are_given() -> None:
    assert (ALREADY_ACKNOWLEDGED, UNKNOWN_INTERACTION) == (40060, 10062)
    assert errors.words(TooFast(0.2)) == "Not so fast: try again in 1 second."


def test_every_exception_of_the_projects_own_speaks() -> None:
    import bot.services.moderation_types
    import rulings.store.errors
    import simulator.errors

    for module in (bot.services.moderation_types, rulings.store.errors, simulator.errors):
        for _name, kind in inspect.getmembers(module, inspect.isclass):
            raised = not kind.__subclasses__()
            if issubclass(kind, Exception) and raised and kind.__module__ == module.__name__:
                assert any(issubclass(kind, known) for known, _speak in errors.TABLE), kind


def test_the_libraries_errors_are_logged_by_kind_and_place_alone(caplog: pytest.LogCaptureFixture) -> None:
    logs.guard()
    try:
        raise ValueError("Delver of Secrets")
    except ValueError:
        logging.getLogger("discord.ui.view").exception("Ignoring exception in view %r", "x")
    assert "Delver" not in caplog.text
    assert "ValueError" in caplog.text
