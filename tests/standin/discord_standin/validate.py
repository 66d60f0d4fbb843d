"""What Discord refuses: limits and shapes of messages, components and modals, with its error codes.

Figures: Discord's developer documentation, August 2026.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from discord_standin.world import COMPONENTS_V2, walk

SELECTS = {3, 5, 6, 7, 8}
IN_CONTAINER = {1, 9, 10, 12, 13, 14}


class Refused(Exception):
    """An error response: HTTP status, Discord's code, its message, and for 50035 where the body is bad."""

    def __init__(self, status: int, code: int, message: str, errors: dict[str, Any] | None = None) -> None:
        super().__init__(f"{status} {code} {message} {errors or ''}")
        self.status, self.code, self.message, self.errors = status, code, message, errors

    def payload(self) -> dict[str, Any]:
        body: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.errors:
            body["errors"] = self.errors
        return body


class Form:
    """Collects what is wrong with a body, by path; `done()` raises 50035 with all of it."""

    def __init__(self) -> None:
        self.problems: list[tuple[tuple[str, ...], str, str]] = []

    def bad(self, path: tuple[str, ...], code: str, message: str) -> None:
        self.problems.append((path, code, message))

    def text(self, body: dict[str, Any], key: str, path: tuple[str, ...], low: int, high: int) -> None:
        """The field, where present, is a string of `low` to `high` characters; with `low` > 0 it must be there."""
        value = body.get(key)
        if value is None:
            if low:
                self.bad((*path, key), "BASE_TYPE_REQUIRED", "This field is required")
        elif not isinstance(value, str):
            self.bad((*path, key), "STRING_TYPE_CONVERT", "Could not interpret as string.")
        elif not low <= len(value) <= high:
            self.bad((*path, key), "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")

    def identifier(self, body: dict[str, Any], path: tuple[str, ...]) -> None:
        """A custom_id: 1 to 100, counted in bytes to be on the safe side."""
        self.text(body, "custom_id", path, 1, 100)
        if len(str(body.get("custom_id") or "").encode()) > 100:
            self.bad((*path, "custom_id"), "BASE_TYPE_BAD_LENGTH", "more than 100 bytes")

    def done(self) -> None:
        if not self.problems:
            return
        tree: dict[str, Any] = {}
        for path, code, message in self.problems:
            node = tree
            for step in path:
                node = node.setdefault(step, {})
            node.setdefault("_errors", []).append({"code": code, "message": message})
        raise Refused(400, 50035, "Invalid Form Body", tree)


def check_message(body: Any, *, base: dict[str, Any] | None = None, where: tuple[str, ...] = ()) -> None:
    """A message to send, or (with `base`, the current body) an edit of one.

    Raises:
        Refused: 50035 with the path, or 50006 for an empty message.
    """
    if not isinstance(body, dict):
        raise Refused(400, 50109, "The request body contains invalid JSON.")
    form = Form()
    merged = {**(base or {}), **body}
    flags = body.get("flags") or 0
    if base is not None and base.get("flags", 0) & COMPONENTS_V2:
        if "flags" in body and not flags & COMPONENTS_V2:
            form.bad((*where, "flags"), "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", "The flag cannot be removed")
        flags |= COMPONENTS_V2
    v2 = bool(flags & COMPONENTS_V2)
    _content_and_embeds(form, body, merged, v2, where)
    components = body.get("components")
    if components is not None:
        _components(form, components, v2, (*where, "components"))
    form.done()
    if not any(merged.get(key) for key in ("content", "embeds", "components", "attachments", "sticker_ids", "poll")):
        raise Refused(400, 50006, "Cannot send an empty message")


def _content_and_embeds(
    form: Form, body: dict[str, Any], merged: dict[str, Any], v2: bool, where: tuple[str, ...]
) -> None:
    form.text(body, "content", where, 0, 2000)
    if v2:
        for key in ("content", "embeds", "poll", "sticker_ids"):
            if merged.get(key):
                form.bad((*where, key), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", f"{key} cannot be used")
    embeds = body.get("embeds") or []
    if len(embeds) > 10:
        form.bad((*where, "embeds"), "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    total = 0
    for at, embed in enumerate(embeds):
        path = (*where, "embeds", str(at))
        form.text(embed, "title", path, 0, 256)
        form.text(embed, "description", path, 0, 4096)
        fields = embed.get("fields") or []
        if len(fields) > 25:
            form.bad((*path, "fields"), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
        for number, part in enumerate(fields):
            form.text(part, "name", (*path, "fields", str(number)), 1, 256)
            form.text(part, "value", (*path, "fields", str(number)), 1, 1024)
            total += len(part.get("name", "")) + len(part.get("value", ""))
        footer, author = embed.get("footer") or {}, embed.get("author") or {}
        if footer:
            form.text(footer, "text", (*path, "footer"), 1, 2048)
        if author:
            form.text(author, "name", (*path, "author"), 1, 256)
        total += sum(len(text or "") for text in (embed.get("title"), embed.get("description")))
        total += len(footer.get("text", "")) + len(author.get("name", ""))
    if total > 6000:
        form.bad((*where, "embeds"), "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")


def _components(form: Form, components: Any, v2: bool, path: tuple[str, ...]) -> None:
    if not isinstance(components, list):
        form.bad(path, "LIST_TYPE_CONVERT", "Only lists are allowed")
        return
    every = list(walk(components))
    if v2:
        if len(every) > 40:
            form.bad(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", f"{len(every)} components, 40 allowed")
        size = sum(len(part.get("content") or "") for part in every if part["type"] == 10)
        if size > 4000:
            form.bad(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", f"{size} characters, 4000 allowed")
    elif len(components) > 5:
        form.bad(path, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
    _unique(form, every, path)
    top = {1, 9, 10, 12, 13, 14, 17} if v2 else {1}
    for at, part in enumerate(components):
        if part["type"] not in top:
            code = "UNION_TYPE_CHOICES" if v2 else "COMPONENT_TYPE_NEEDS_COMPONENTS_V2"
            form.bad((*path, str(at), "type"), code, f"Component type {part['type']} is not valid here")
        _component(form, part, (*path, str(at)))


def _unique(form: Form, every: list[dict[str, Any]], path: tuple[str, ...]) -> None:
    custom_ids = [part["custom_id"] for part in every if part.get("custom_id")]
    if len(custom_ids) != len(set(custom_ids)):
        form.bad(path, "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
    ids = [part["id"] for part in every if part.get("id")]
    if len(ids) != len(set(ids)):
        form.bad(path, "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")


def _component(form: Form, part: dict[str, Any], path: tuple[str, ...]) -> None:
    check = _CHECKS.get(part["type"])
    if check is None:
        form.bad((*path, "type"), "UNION_TYPE_CHOICES", f"Unknown component type {part['type']}")
    else:
        check(form, part, path)


def _row(form: Form, part: dict[str, Any], path: tuple[str, ...]) -> None:
    inner = part.get("components") or []
    kinds = {child["type"] for child in inner}
    full = len(inner) > 5 if kinds == {2} else len(inner) > 1
    if not inner or full or not (kinds == {2} or kinds <= SELECTS | {4}):
        form.bad((*path, "components"), "BASE_TYPE_BAD_LENGTH", "1 to 5 buttons, or one select")
    for at, child in enumerate(inner):
        _component(form, child, (*path, "components", str(at)))


def _button(form: Form, part: dict[str, Any], path: tuple[str, ...]) -> None:
    style = part.get("style")
    if style not in {1, 2, 3, 4, 5, 6}:
        form.bad((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5, 6}.")
    form.text(part, "label", path, 0, 80)
    if not part.get("label") and not part.get("emoji") and style != 6:
        form.bad(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button needs a label or an emoji")
    if style == 5:
        form.text(part, "url", path, 1, 512)
        if part.get("custom_id"):
            form.bad((*path, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_URL", "A link has no custom id")
    elif style != 6:
        form.identifier(part, path)


def _select(form: Form, part: dict[str, Any], path: tuple[str, ...]) -> None:
    form.identifier(part, path)
    form.text(part, "placeholder", path, 0, 150)
    low, high = part.get("min_values", 1), part.get("max_values", 1)
    if not 0 <= low <= 25 or not 1 <= high <= 25 or low > high:
        form.bad((*path, "max_values"), "NUMBER_TYPE_RANGE", "min_values 0-25, max_values 1-25")
    if part["type"] == 3:
        options = part.get("options") or []
        if not 1 <= len(options) <= 25:
            form.bad((*path, "options"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 25 in length.")
        _options(form, options, path)
        if low > len(options) or high > len(options):
            form.bad((*path, "max_values"), "SELECT_MAX_VALUES", "More values than options")


def _options(form: Form, options: list[dict[str, Any]], path: tuple[str, ...]) -> None:
    for at, option in enumerate(options):
        here = (*path, "options", str(at))
        form.text(option, "label", here, 1, 100)
        form.text(option, "value", here, 1, 100)
        form.text(option, "description", here, 0, 100)
    values = [option.get("value") for option in options]
    if len(values) != len(set(values)):
        form.bad((*path, "options"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The option value is already used")


def _section(form: Form, part: dict[str, Any], path: tuple[str, ...]) -> None:
    inner = part.get("components") or []
    if not 1 <= len(inner) <= 3 or any(child["type"] != 10 for child in inner):
        form.bad((*path, "components"), "BASE_TYPE_BAD_LENGTH", "1 to 3 text displays")
    for at, child in enumerate(inner):
        _component(form, child, (*path, "components", str(at)))
    accessory = part.get("accessory")
    if accessory is None or accessory["type"] not in {2, 11}:
        form.bad((*path, "accessory"), "BASE_TYPE_REQUIRED", "A button or a thumbnail is required")
    else:
        _component(form, accessory, (*path, "accessory"))


def _container(form: Form, part: dict[str, Any], path: tuple[str, ...]) -> None:
    inner = part.get("components") or []
    if not inner:
        form.bad((*path, "components"), "BASE_TYPE_REQUIRED", "This field is required")
    for at, child in enumerate(inner):
        if child["type"] not in IN_CONTAINER:
            form.bad((*path, "components", str(at), "type"), "UNION_TYPE_CHOICES", "Not valid in a container")
        _component(form, child, (*path, "components", str(at)))


def _text_display(form: Form, part: dict[str, Any], path: tuple[str, ...]) -> None:
    form.text(part, "content", path, 1, 4000)


def _gallery(form: Form, part: dict[str, Any], path: tuple[str, ...]) -> None:
    items = part.get("items") or []
    if not 1 <= len(items) <= 10:
        form.bad((*path, "items"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 10 in length.")
    for at, item in enumerate(items):
        form.text(item, "description", (*path, "items", str(at)), 0, 1024)


def _thumbnail(form: Form, part: dict[str, Any], path: tuple[str, ...]) -> None:
    form.text(part, "description", path, 0, 1024)


def _separator(form: Form, part: dict[str, Any], path: tuple[str, ...]) -> None:
    if part.get("spacing", 1) not in {1, 2}:
        form.bad((*path, "spacing"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.")


def _file(form: Form, part: dict[str, Any], path: tuple[str, ...]) -> None:
    if not str((part.get("file") or {}).get("url", "")).startswith("attachment://"):
        form.bad((*path, "file"), "FILE_COMPONENT_URL", "Only attachment:// is allowed")


def _text_input(form: Form, part: dict[str, Any], path: tuple[str, ...]) -> None:
    form.identifier(part, path)
    form.text(part, "placeholder", path, 0, 100)
    form.text(part, "value", path, 0, 4000)
    form.text(part, "label", path, 0, 45)
    if part.get("style") not in {1, 2}:
        form.bad((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.")
    low, high = part.get("min_length") or 0, part.get("max_length") or 4000
    if not 0 <= low <= 4000 or not 1 <= high <= 4000 or low > high:
        form.bad((*path, "max_length"), "NUMBER_TYPE_RANGE", "0-4000, 1-4000")


def _choice_group(form: Form, part: dict[str, Any], path: tuple[str, ...]) -> None:
    form.identifier(part, path)
    options = part.get("options") or []
    if not (2 if part["type"] == 21 else 1) <= len(options) <= 10:
        form.bad((*path, "options"), "BASE_TYPE_BAD_LENGTH", "Too few or too many options")
    _options(form, options, path)


def _named(form: Form, part: dict[str, Any], path: tuple[str, ...]) -> None:
    form.identifier(part, path)


_CHECKS: dict[int, Callable[[Form, dict[str, Any], tuple[str, ...]], None]] = {
    1: _row,
    2: _button,
    **dict.fromkeys(SELECTS, _select),
    4: _text_input,
    9: _section,
    10: _text_display,
    11: _thumbnail,
    12: _gallery,
    13: _file,
    14: _separator,
    17: _container,
    19: _named,
    21: _choice_group,
    22: _choice_group,
    23: _named,
}


def check_modal(body: dict[str, Any], where: tuple[str, ...] = ("data",)) -> None:
    """A modal to open: title 45, 1 to 5 parts, each a label with its input, a text, or a row with a text input."""
    form = Form()
    form.text(body, "title", where, 1, 45)
    form.identifier(body, where)
    parts = body.get("components") or []
    if not 1 <= len(parts) <= 5:
        form.bad((*where, "components"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
    for at, part in enumerate(parts):
        path = (*where, "components", str(at))
        if part["type"] == 18:
            form.text(part, "label", path, 1, 45)
            form.text(part, "description", path, 0, 100)
            inner = part.get("component") or {"type": 0}
            if inner["type"] not in SELECTS | {4, 19, 21, 22, 23}:
                form.bad((*path, "component"), "UNION_TYPE_CHOICES", "Not valid in a label")
            _component(form, inner, (*path, "component"))
        elif part["type"] == 1:
            inner = (part.get("components") or [{"type": 0}])[0]
            if inner["type"] != 4 or not inner.get("label"):
                form.bad((*path, "components", "0"), "UNION_TYPE_CHOICES", "A row holds a labelled text input")
            _component(form, inner, (*path, "components", "0"))
        elif part["type"] == 10:
            _component(form, part, path)
        else:
            form.bad((*path, "type"), "UNION_TYPE_CHOICES", f"Component type {part['type']} is not valid in a modal")
    _unique(form, list(walk(parts)), (*where, "components"))
    form.done()


def check_choices(choices: Any, kind: int, where: tuple[str, ...] = ("data",)) -> None:
    """An autocomplete's choices: at most 25, names and string values 1 to 100 characters."""
    form = Form()
    if not isinstance(choices, list) or len(choices) > 25:
        form.bad((*where, "choices"), "BASE_TYPE_BAD_LENGTH", "Must be between 0 and 25 in length.")
        form.done()
    for at, choice in enumerate(choices):
        path = (*where, "choices", str(at))
        form.text(choice, "name", path, 1, 100)
        if kind == 3:
            form.text(choice, "value", path, 1, 100)
        elif not isinstance(choice.get("value"), int | float):
            form.bad((*path, "value"), "NUMBER_TYPE_COERCE", "Not a number")
    form.done()
