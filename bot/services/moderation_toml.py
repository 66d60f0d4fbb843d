"""Rulings as TOML, in the shape of `rulings/data`: written so that a pull request can take them, and read back."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

from bot.i18n import _
from bot.services.drafts import InvalidRuling

#: A file of rulings has at most so many bytes and entries.
LARGEST_FILE = 2 * 2**20
MOST_ENTRIES = 1000
_ORDER = (
    "id",
    "question",
    "also_asked",
    "verdict",
    "answer",
    "rules",
    "cards",
    "topics",
    "as_of",
    "see",
    "later",
    "replaces",
    "proof",
)
#: Texts and comments, also such as never end: each of them is passed over once.
_TEXTS = re.compile(
    r'''"""(?:[^"\\]|\\.|"(?!""))*+(?:"""|\Z)|'{3}(?:[^']|'(?!''))*+(?:'{3}|\Z)'''
    r"""|"(?:[^"\\\n]|\\[^\n])*+"?|'[^'\n]*+'?|\#[^\n]*+""",
    re.DOTALL,
)
#: Outside texts no file of rulings has dots. Reading keys of many parts takes time without end.
_MOST_DOTS = 16
#: Lists of which each item has a line of its own.
_ONE_A_LINE = frozenset({"also_asked"})


def written(contents: Iterable[Mapping[str, Any]], remarks: Iterable[str] = ()) -> str:
    """Rulings as the text of a file.

    Args:
        contents: rulings in the shape that the store keeps.
        remarks: comments at the file's head, one line each.
    """
    blocks = ["\n".join(f"# {' '.join(remark.split())}" for remark in remarks)]
    blocks += [_entry(content) for content in contents]
    return "\n\n".join(block for block in blocks if block) + "\n"


def read(data: bytes) -> list[dict[str, Any]]:
    """The entries of a file, unchecked.

    Raises:
        InvalidRuling: it is no file of rulings; the message says where.
    """
    if len(data) > LARGEST_FILE:
        raise InvalidRuling(
            [
                _("the file has {count:,} bytes, at most {largest_file:,} are read").format(
                    count=len(data), largest_file=LARGEST_FILE
                )
            ]
        )
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise InvalidRuling([_("the file isn't text in UTF-8")]) from None
    if any(line.count(".") > _MOST_DOTS for line in _TEXTS.sub("", text).split("\n")):
        raise InvalidRuling([_("the file has a key of very many parts; entries are [[ruling]] with keys of one word")])
    try:
        table = tomllib.loads(text)
    except RecursionError:
        raise InvalidRuling(
            [_("the file is nested far too deep; entries are [[ruling]] with texts and lists")]
        ) from None
    except ValueError as error:  # tomllib's own error is one; a number without end is another
        raise InvalidRuling([_("the file isn't valid TOML: {error}").format(error=error)]) from None
    strange = [key for key in table if key != "ruling"]
    if strange:
        raise InvalidRuling(
            [_("the file has the unknown key “{strange}”; entries are [[ruling]]").format(strange=strange[0][:40])]
        )
    entries = table.get("ruling", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise InvalidRuling([_("the file writes [ruling]; each entry is [[ruling]]")])
    if not entries:
        raise InvalidRuling([_("there is no [[ruling]] in the file")])
    if len(entries) > MOST_ENTRIES:
        raise InvalidRuling(
            [
                _("the file has {count} rulings, at most {most_entries} are taken at once").format(
                    count=len(entries), most_entries=MOST_ENTRIES
                )
            ]
        )
    return entries


def _entry(content: Mapping[str, Any]) -> str:
    lines = ["[[ruling]]"]
    for key in (*_ORDER, *(key for key in content if key not in _ORDER)):
        value = content.get(key)
        if not value:
            continue
        if key == "proof":
            lines.append(f'{key} = """\n{_block(str(value))}\n"""')
        elif isinstance(value, list):
            items = [_text(str(item)) for item in value]
            several = f"[\n{''.join(f'  {item},{chr(10)}' for item in items)}]"
            lines.append(f"{key} = {several if key in _ONE_A_LINE else '[' + ', '.join(items) + ']'}")
        else:
            lines.append(f"{key} = {_text(str(value))}")
    return "\n".join(lines)


def _text(text: str) -> str:
    # TOML's basic strings know JSON's escapes; DEL alone JSON leaves as it is and TOML doesn't take.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _block(text: str) -> str:
    return "\n".join(_text(line)[1:-1].replace('\\"', '"').replace('"""', '""\\"') for line in text.split("\n"))
