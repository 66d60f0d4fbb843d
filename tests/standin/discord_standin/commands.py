"""Application commands: what Discord refuses when they are registered, and how a person's input is bound to one."""

from __future__ import annotations

import re
from typing import Any

from discord_standin.validate import Form, Refused
from discord_standin.world import Channel, Role, User, snowflake

SUB_COMMAND, SUB_COMMAND_GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(
    1, 12
)
#: Interaction contexts: in a server, in the direct message with the bot, in other private channels.
GUILD, BOT_DM, PRIVATE_CHANNEL = 0, 1, 2
LOCALES = frozenset(
    "id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja "
    "zh-TW ko".split()
)
LIMITS = {1: 100, 2: 15, 3: 15}
_NAME = re.compile(r"^[-_'\w]{1,32}$")


class NotOffered(Exception):
    """Discord's client would not offer this command, option or choice to this person here."""


def check_commands(commands: Any) -> None:
    """A whole set for a bulk overwrite.

    Raises:
        Refused: 50035 with the paths, or 30032 for too many commands of a type.
    """
    if not isinstance(commands, list):
        errors = {"_errors": [{"code": "LIST_TYPE_CONVERT", "message": "Only lists are allowed"}]}
        raise Refused(400, 50035, "Invalid Form Body", errors)
    form = Form()
    seen: set[tuple[int, str]] = set()
    counts: dict[int, int] = {}
    for at, command in enumerate(commands):
        path = (str(at),)
        kind = command.get("type", 1)
        counts[kind] = counts.get(kind, 0) + 1
        name = command.get("name", "")
        if (kind, name) in seen:
            form.bad((*path, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
        seen.add((kind, name))
        if kind == 1:
            _name(form, name, (*path, "name"))
            form.text(command, "description", path, 1, 100)
            _options(form, command.get("options") or [], (*path, "options"), depth=0)
            if _size(command) > 8000:
                form.bad(path, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)")
        else:
            form.text(command, "name", path, 1, 32)
            if command.get("description"):
                form.bad((*path, "description"), "APPLICATION_COMMAND_MENU_DESCRIPTION", "A menu has no description")
        _localized(form, command, path, menu=kind != 1)
        _places(form, command, path)
    form.done()
    for kind, count in counts.items():
        if count > LIMITS.get(kind, 0):
            raise Refused(400, 30032, f"Maximum number of application commands reached ({LIMITS.get(kind, 0)})")


def _localized(form: Form, node: dict[str, Any], path: tuple[str, ...], *, menu: bool = False) -> None:
    """Texts in other languages keep the limits of the text that they stand for."""
    for key, most in (("name_localizations", 32), ("description_localizations", 100)):
        for locale, text in (node.get(key) or {}).items():
            here = (*path, key, locale)
            if locale not in LOCALES:
                form.bad(here, "ENUM_TYPE_COERCE", f"{locale} is no locale of Discord's")
            form.text({"text": text}, "text", here, 1, most)
            if key == "name_localizations" and not menu:
                _name(form, text, here)


def _places(form: Form, command: dict[str, Any], path: tuple[str, ...]) -> None:
    for key, allowed in (("contexts", {0, 1, 2}), ("integration_types", {0, 1})):
        values = command.get(key)
        if values is not None and (not values or len(values) != len(set(values)) or not set(values) <= allowed):
            form.bad((*path, key), "BASE_TYPE_CHOICES", f"Distinct values of {sorted(allowed)}")
    permissions = command.get("default_member_permissions")
    if permissions is not None and not str(permissions).isdigit():
        form.bad((*path, "default_member_permissions"), "NUMBER_TYPE_COERCE", "A permission bit set")


def _name(form: Form, name: str, path: tuple[str, ...]) -> None:
    if not _NAME.match(name) or name != name.lower():
        form.bad(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _options(form: Form, options: list[dict[str, Any]], path: tuple[str, ...], depth: int) -> None:
    if len(options) > 25:
        form.bad(path, "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    kinds = {option.get("type") for option in options}
    nested = kinds & {SUB_COMMAND, SUB_COMMAND_GROUP}
    if nested and kinds - nested:
        form.bad(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-commands and options can't be mixed")
    if (depth >= 1 and SUB_COMMAND_GROUP in kinds) or (depth >= 2 and nested):
        form.bad(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Nested too deep")
    optional_seen = False
    names = [option.get("name", "") for option in options]
    if len(names) != len(set(names)):
        form.bad(path, "APPLICATION_COMMANDS_OPTIONS_DUPLICATE_NAME", "Option names must be unique")
    for at, option in enumerate(options):
        here = (*path, str(at))
        _name(form, option.get("name", ""), (*here, "name"))
        form.text(option, "description", here, 1, 100)
        _localized(form, option, here)
        if option.get("type") in nested:
            _options(form, option.get("options") or [], (*here, "options"), depth + 1)
            continue
        if option.get("required") and optional_seen:
            form.bad(here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options come first")
        optional_seen = optional_seen or not option.get("required")
        choices = option.get("choices") or []
        if len(choices) > 25:
            form.bad((*here, "choices"), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
        if choices and option.get("autocomplete"):
            form.bad(here, "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES", "Either choices or autocomplete")
        for number, choice in enumerate(choices):
            form.text(choice, "name", (*here, "choices", str(number)), 1, 100)
            for locale, text in (choice.get("name_localizations") or {}).items():
                form.text({"text": text}, "text", (*here, "choices", str(number), locale), 1, 100)
        if not 0 <= option.get("min_length", 0) <= 6000 or not 1 <= option.get("max_length", 6000) <= 6000:
            form.bad(here, "NUMBER_TYPE_RANGE", "min_length 0-6000, max_length 1-6000")


def _size(node: dict[str, Any]) -> int:
    # Of the texts in several languages the longest counts.
    size = len(str(node.get("value", "")))
    for key in ("name", "description"):
        size += max(
            len(node.get(key, "")), *(len(text) for text in (node.get(f"{key}_localizations") or {"": ""}).values())
        )
    return size + sum(_size(child) for key in ("options", "choices") for child in node.get(key) or [])


def stored(
    command: dict[str, Any], application_id: int, guild_id: int | None, old: dict[str, Any] | None
) -> dict[str, Any]:
    """The command as the API returns it; an unchanged name keeps its id."""
    return {
        "type": 1,
        "description": "",
        "options": [],
        "default_member_permissions": None,
        "nsfw": False,
        "contexts": None,
        "integration_types": [0],
        **command,
        "id": old["id"] if old else str(snowflake()),
        "application_id": str(application_id),
        "version": str(snowflake()),
        **({"guild_id": str(guild_id)} if guild_id else {}),
    }


def check_offered(command: dict[str, Any], user: User, channel: Channel, bot: User, *, overridden: bool = False) -> int:
    """Whether a client shows the command here; returns the interaction context.

    Args:
        command: as registered.
        user: who types it.
        channel: where.
        bot: the app's user: a direct message with it is its own context.
        overridden: an administrator has opened the command to everybody in the server's settings.

    Raises:
        NotOffered: wrong context, not installed here, or hidden by default_member_permissions.
    """
    guild = channel.guild
    context = GUILD if guild else BOT_DM if bot in channel.recipients else PRIVATE_CHANNEL
    contexts = command["contexts"]
    if contexts is not None and context not in contexts:
        raise NotOffered(f"/{command['name']} is not offered in context {context}")
    if ((guild and not guild.has_bot) or context == PRIVATE_CHANNEL) and 1 not in command["integration_types"]:
        raise NotOffered(f"/{command['name']} is not installed for users")
    needed = int(command["default_member_permissions"] or 0)
    if guild and needed and not overridden and guild.permissions_of(user) & needed != needed:
        raise NotOffered(f"/{command['name']} is hidden from {user.name} (needs permissions {needed})")
    return context


def bind(
    command: dict[str, Any], path: list[str], given: dict[str, Any], *, focused: str | None = None
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The `options` of an interaction for `/command path...`, and the users and channels that they name.

    Raises:
        NotOffered: an unknown sub-command or option, a missing required one, a value that the client refuses.
    """
    options = command["options"]
    if path:
        for option in options:
            if option["name"] == path[0] and option["type"] in (SUB_COMMAND, SUB_COMMAND_GROUP):
                inner, resolved = bind(
                    {**command, "options": option.get("options") or []}, path[1:], given, focused=focused
                )
                return [{"name": option["name"], "type": option["type"], "options": inner}], resolved
        raise NotOffered(f"/{command['name']} has no sub-command {path[0]}")
    by_name = {option["name"]: option for option in options}
    if any(option["type"] in (SUB_COMMAND, SUB_COMMAND_GROUP) for option in options):
        raise NotOffered(f"/{command['name']} needs a sub-command")
    if unknown := set(given) - set(by_name):
        raise NotOffered(f"/{command['name']} has no option {', '.join(sorted(unknown))}")
    bound: list[dict[str, Any]] = []
    resolved: dict[str, Any] = {}
    for name, option in by_name.items():
        if name not in given:
            if option.get("required") and focused is None:
                raise NotOffered(f"/{command['name']} needs the option {name}")
            continue
        value = given[name]
        _check_value(option, value)
        if isinstance(value, User):
            resolved.setdefault("users", {})[str(value.id)] = value.payload()
            value = str(value.id)
        elif isinstance(value, Channel):
            resolved.setdefault("channels", {})[str(value.id)] = value.payload()
            value = str(value.id)
        elif isinstance(value, Role):
            resolved.setdefault("roles", {})[str(value.id)] = value.payload()
            value = str(value.id)
        elif option["type"] == ATTACHMENT:
            resolved.setdefault("attachments", {})[value["id"]] = value
            value = value["id"]
        entry = {"name": name, "type": option["type"], "value": value}
        if focused == name:
            entry["focused"] = True
        bound.append(entry)
    return bound, resolved


def _check_value(option: dict[str, Any], value: Any) -> None:
    name = option["name"]
    kinds: dict[int, type] = {STRING: str, INTEGER: int, BOOLEAN: bool, USER: User, CHANNEL: Channel}
    kinds |= {ROLE: Role, ATTACHMENT: dict}
    if option["type"] in kinds and not isinstance(value, kinds[option["type"]]):
        raise NotOffered(f"option {name}: {value!r} can't be typed there")
    choices = option.get("choices")
    if choices and value not in [choice["value"] for choice in choices]:
        raise NotOffered(f"option {name}: {value!r} is none of the choices")
    if isinstance(value, str) and not option.get("min_length", 0) <= len(value) <= option.get("max_length", 6000):
        raise NotOffered(f"option {name}: {len(value)} characters")
    if isinstance(value, int) and not isinstance(value, bool):
        low, high = option.get("min_value"), option.get("max_value")
        if (low is not None and value < low) or (high is not None and value > high):
            raise NotOffered(f"option {name}: {value} is out of range")
