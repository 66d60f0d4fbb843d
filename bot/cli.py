"""The `tablejudge` command: finds the subcommand's module and imports only that.

A cold answer must be quick, so nothing heavy (discord.py, SQLAlchemy) is imported here.
"""

from __future__ import annotations

import codecs
import importlib
import io
import sys

import click

#: Subcommand -> one line of help. The module is `bot.commands.NAME` with a click command `command`.
COMMANDS: dict[str, str] = {
    "ask": "Answer a rules question from the curated rulings.",
    "card": "Show a card's facts and which of its abilities are simulated.",
    "catalog": "Build the catalogue of card facts, or report what it covers.",
    "check": "Validate every curated ruling, citation and proof.",
    "console": "Ask, play and moderate in the terminal, without Discord.",
    "doctor": "Check token, permissions, database, data and clock; say what to do.",
    "evaluate": "Measure how well questions with known answers are answered.",
    "export": "Write rulings, rules and cards as JSON Lines, own rulings as TOML.",
    "import": "Take own rulings from a file.",
    "rule": "Show a rule by number, range, heading or words.",
    "rules": "Compare editions of the Comprehensive Rules.",
    "run": "Start the Discord bot (with DISCORD_TOKEN), else the local console.",
    "simulate": "Play scenarios (*.scn) and check what they expect.",
    "sync": "Get official text and rulings, from the network or from files.",
}


_PLAIN = {"✔": "+", "✘": "x", "✗": "x", "▸": ">", "→": "->", "·": "-", "…": "...", "“": '"', "”": '"', "—": "-"}


class _LazyGroup(click.Group):
    """A group whose subcommands are imported when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"bot.commands.{cmd_name}")
        found = module.command
        assert isinstance(found, click.Command)  # noqa: S101 - a wrong module is a programming error
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """What stands for characters that an output can't write: marks keep their meaning, for "?" is a mark too."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_PLAIN.get(character, "?") for character in error.object[error.start : error.end]), error.end


@click.command(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tablejudge", prog_name="tablejudge")
def main() -> None:
    """Table Judge: rulings that cite, and prove themselves by simulation."""
    # A terminal of another encoding (code page 1252), a broken escape in a batch: no reason for a traceback.
    if isinstance(sys.stdout, io.TextIOWrapper):
        codecs.register_error("plain", _plainly)
        sys.stdout.reconfigure(errors="plain")


if __name__ == "__main__":
    main()
