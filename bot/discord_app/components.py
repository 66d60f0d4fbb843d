"""Buttons, selects and forms that survive restarts: the custom_id says what they do, nothing is kept in memory.

A custom_id is `tj1:ACTION:ARGUMENT:…`: the version, the name under which a cog registered its handler, and public data
only (ids of games and rulings, page numbers). Forms are read from the submission itself for the same reason.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, TypeAlias
from urllib.parse import quote, unquote

import discord
from discord import ui
from discord.ui.select import BaseSelect

from bot.discord_app import limits
from bot.i18n import N_

#: Grows when the meaning of custom_ids changes; older ones are then answered with "expired".
VERSION = 1
_BUTTON = re.compile(r"tj(?P<version>\d+):(?P<action>[a-z_.]+)(?P<args>(?::[^:]*)*)")
_SELECT = re.compile(r"ts(?P<version>\d+):(?P<action>[a-z_.]+)(?P<args>(?::[^:]*)*)")

#: What a button, select or form is answered with that means nothing (any more).
EXPIRED = N_("This button has expired. Use the command again for a fresh one.")
# No number in a custom_id is larger: ids of Discord have 64 bits.
_LARGEST = 2**63 - 1

Interaction: TypeAlias = discord.Interaction[Any]
#: Takes the interaction and the custom_id's arguments.
PressHandler: TypeAlias = Callable[[Interaction, tuple[str, ...]], Awaitable[None]]
#: Takes the interaction, the arguments and the values by field.
FormHandler: TypeAlias = Callable[[Interaction, tuple[str, ...], dict[str, str]], Awaitable[None]]


class Malformed(Exception):
    """A custom_id of this version whose arguments can't be read: none that the app writes, or no longer."""


class _Argument(str):
    """An argument of a custom_id; `int` of one that is no number says that it is malformed."""

    __slots__ = ()

    def __int__(self) -> int:
        try:
            number = int(str(self))
        except ValueError:
            raise Malformed from None
        if not -_LARGEST <= number <= _LARGEST:
            raise Malformed
        return number


class _Arguments(tuple[_Argument, ...]):
    """The arguments of a custom_id; taking one that isn't there says that it is malformed."""

    __slots__ = ()

    def __getitem__(self, place: Any) -> Any:
        try:
            return super().__getitem__(place)
        except IndexError:
            raise Malformed from None


def readable(args: Iterable[str]) -> tuple[str, ...]:
    """Arguments that tell by `Malformed`, where they are read, that one is missing or is no number."""
    return _Arguments(map(_Argument, args))


def parts(args: tuple[str, ...], count: int) -> tuple[str, ...]:
    """The arguments, to be taken apart, if there are so many.

    Raises:
        Malformed: there aren't.
    """
    if len(args) != count:
        raise Malformed
    return args


def custom_id(action: str, *args: str | int, prefix: str = "tj") -> str:
    """Write a custom_id.

    Raises:
        ValueError: it would be longer than Discord takes.
    """
    # Everything but ASCII letters, digits and a few signs is escaped, so characters are bytes.
    written = ":".join([f"{prefix}{VERSION}", action, *(quote(str(arg), safe="-_.~#' ") for arg in args)])
    if len(written) > limits.CUSTOM_ID:
        raise ValueError(f"custom_id of {len(written)} characters for {action}")
    return written


def fits(action: str, *args: str | int) -> bool:
    """Whether a custom_id with these arguments is short enough."""
    try:
        custom_id(action, *args)
    except ValueError:
        return False
    return True


def parse(text: str) -> tuple[int, str, tuple[str, ...]] | None:
    """Read a custom_id of a button, select or form: version, action, arguments; None if it isn't one of ours."""
    match = _BUTTON.fullmatch(text) or _SELECT.fullmatch(text)
    return None if match is None else _parts(match)


def _parts(match: re.Match[str]) -> tuple[int, str, tuple[str, ...]]:
    args = match["args"]
    return int(match["version"]), match["action"], tuple(unquote(arg) for arg in args[1:].split(":")) if args else ()


class Press(ui.DynamicItem[ui.Button[Any]], template=_BUTTON):
    """A button; the client's `route` finds its handler."""

    def __init__(self, item: ui.Button[Any], match: re.Match[str]) -> None:
        super().__init__(item)
        self._match = match

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str], /) -> Press:
        """Rebuild the button that was pressed."""
        button = item if isinstance(item, ui.Button) else ui.Button(label="…", custom_id=match.string)
        return cls(button, match)

    async def callback(self, interaction: Interaction) -> None:
        """Hand the press to its handler."""
        await interaction.client.route_press(interaction, *_parts(self._match))


class Choose(ui.DynamicItem[BaseSelect[Any]], template=_SELECT):
    """A select menu; the chosen values (of people, roles and channels: their ids) become the last arguments."""

    def __init__(self, item: BaseSelect[Any], match: re.Match[str]) -> None:
        super().__init__(item)
        self._match = match

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str], /) -> Choose:
        """Rebuild the select that was used."""
        select = item if isinstance(item, BaseSelect) else ui.Select(custom_id=match.string)
        return cls(select, match)

    async def callback(self, interaction: Interaction) -> None:
        """Hand the choice to its handler."""
        version, action, args = _parts(self._match)
        data: Any = interaction.data
        chosen = [str(value) for value in data.get("values") or []]
        await interaction.client.route_press(interaction, version, action, (*args, *chosen))


def button(
    label: str,
    action: str,
    *args: str | int,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    disabled: bool = False,
) -> Press:
    """A button that does `action` with `args`."""
    written = custom_id(action, *args)
    match = _BUTTON.fullmatch(written)
    assert match is not None  # noqa: S101 - custom_id() writes what the pattern reads
    item: ui.Button[Any] = ui.Button(
        label=limits.one_line(label, limits.BUTTON_LABEL) or "…", custom_id=written, style=style, disabled=disabled
    )
    return Press(item, match)


def select(
    placeholder: str, options: list[tuple[str, str]], action: str, *args: str | int, least: int = 1, most: int = 1
) -> Choose:
    """A menu of (value, label), of which `least` to `most` are chosen; at most 25 are shown."""
    written = custom_id(action, *args, prefix="ts")
    item: ui.Select[Any] = ui.Select(
        placeholder=limits.one_line(placeholder, 150),
        custom_id=written,
        min_values=least,
        max_values=most,
        options=[
            discord.SelectOption(label=limits.one_line(label, limits.OPTION_TEXT) or "…", value=value)
            for value, label in options[: limits.SELECT_OPTIONS]
        ],
    )
    return _choosing(item, written)


def person_select(placeholder: str, action: str, *args: str | int) -> Choose:
    """A menu of people, one of whom is chosen."""
    written = custom_id(action, *args, prefix="ts")
    item: ui.UserSelect[Any] = ui.UserSelect(placeholder=limits.one_line(placeholder, 150), custom_id=written)
    return _choosing(item, written)


def roles_select(placeholder: str, chosen: Iterable[int], action: str, *args: str | int) -> Choose:
    """A menu of the server's roles, any number up to 25; `chosen` are those that are set now."""
    written = custom_id(action, *args, prefix="ts")
    item: ui.RoleSelect[Any] = ui.RoleSelect(
        placeholder=limits.one_line(placeholder, 150),
        custom_id=written,
        min_values=0,
        max_values=limits.SELECT_OPTIONS,
        default_values=[discord.Object(role) for role in list(chosen)[: limits.SELECT_OPTIONS]],
    )
    return _choosing(item, written)


def channels_select(placeholder: str, chosen: Iterable[int], action: str, *args: str | int, most: int = 25) -> Choose:
    """A menu of the server's text channels, up to `most` of them; `chosen` are those that are set now."""
    written = custom_id(action, *args, prefix="ts")
    item: ui.ChannelSelect[Any] = ui.ChannelSelect(
        placeholder=limits.one_line(placeholder, 150),
        custom_id=written,
        channel_types=[discord.ChannelType.text, discord.ChannelType.news],
        min_values=0,
        max_values=most,
        default_values=[discord.Object(channel) for channel in list(chosen)[:most]],
    )
    return _choosing(item, written)


def _choosing(item: BaseSelect[Any], written: str) -> Choose:
    match = _SELECT.fullmatch(written)
    assert match is not None  # noqa: S101 - custom_id() writes what the pattern reads
    return Choose(item, match)


class Form(ui.Modal):
    """A form whose submission is routed by its custom_id, so that it outlives a restart of the bot."""

    def __init__(self, title: str, action: str, *args: str | int) -> None:
        super().__init__(title=limits.clip(title, limits.MODAL_TITLE), custom_id=custom_id(action, *args), timeout=900)

    def text(
        self,
        name: str,
        label: str,
        *,
        long: bool = False,
        required: bool = True,
        value: str = "",
        most: int = limits.TEXT_INPUT,
        help_text: str = "",
    ) -> Form:
        """Add a text field."""
        style = discord.TextStyle.paragraph if long else discord.TextStyle.short
        field: ui.TextInput[Any] = ui.TextInput(
            custom_id=name, style=style, required=required, max_length=most, default=value[:most] or None
        )
        self.add_item(_labelled(label, help_text, field))
        return self

    def choice(self, name: str, label: str, options: list[tuple[str, str]], *, value: str = "") -> Form:
        """Add a choice of one of (value, label)."""
        field: ui.Select[Any] = ui.Select(
            custom_id=name,
            options=[
                discord.SelectOption(label=text, value=choice, default=choice == value) for choice, text in options
            ],
        )
        self.add_item(_labelled(label, "", field))
        return self


def _labelled(label: str, help_text: str, field: ui.Item[Any]) -> ui.Label[Any]:
    # A translation may be longer than what it stands for.
    about = limits.one_line(help_text, limits.OPTION_TEXT) or None
    return ui.Label(text=limits.one_line(label, limits.MODAL_TITLE), description=about, component=field)


def form_values(components: list[Any]) -> dict[str, str]:
    """The values of a submitted form by field name; of a choice the first value."""
    values: dict[str, str] = {}
    for part in components:
        fields = part.get("components") or ([part["component"]] if "component" in part else [])
        for field in fields:
            chosen = field.get("values") or [field.get("value") or ""]
            values[field.get("custom_id", "")] = str(chosen[0])
    return values
