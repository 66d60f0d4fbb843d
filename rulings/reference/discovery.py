"""Finds what there is to download: Scryfall's index of bulk files, and the link on Wizards' rules page."""

from __future__ import annotations

import html
import json
import re
from urllib.parse import quote, unquote, urljoin, urlsplit

from rulings.remarks import Remark

#: Scryfall's index of bulk files, and the page that links the newest rules text. Both can be set to others.
BULK_INDEX = "https://api.scryfall.com/bulk-data"
RULES_PAGE = "https://magic.wizards.com/en/rules"
#: What sets them to others.
_INDEX_VARIABLE, _PAGE_VARIABLE = "TABLEJUDGE_BULK_INDEX_URL", "TABLEJUDGE_RULES_URL"

_HREF = re.compile(r"""href\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_ADDRESS = re.compile(r"""https?://[^"'<>\\]{1,300}?\.txt""", re.IGNORECASE)
_RULES_FILE = re.compile(r"comp\w*[\s_-]*rules.*\.txt$", re.IGNORECASE)
_DATE = re.compile(r"(?<!\d)(20\d{2})[._ -]?(\d{2})[._ -]?(\d{2})(?!\d)")


class NotFound(Exception):
    """A page doesn't hold the link that was looked for; the message says what to do."""


def bulk_files(text: str) -> dict[str, str]:
    """The addresses in the index by type (``oracle_cards``, ``rulings``, ``all_cards``), of JSON Lines if there are.

    Raises:
        NotFound: It isn't the index.
    """
    try:
        entries = json.loads(text)["data"]
        found = {}
        for entry in entries:
            url = entry.get("jsonl_download_uri") or entry.get("download_uri")
            if isinstance(url, str) and urlsplit(url).scheme in ("http", "https"):
                found[str(entry["type"])] = url
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        found = {}
    if not found:
        raise NotFound(
            Remark(
                "the answer isn't Scryfall's index of bulk files; check {variable}",
                variable=_INDEX_VARIABLE,
            )
        )
    return found


def rules_link(page: str, address: str) -> str:
    """The newest rules text that a page links, as an absolute address.

    Args:
        page: The page's HTML; links in its scripts count too.
        address: The page's own address.

    Raises:
        NotFound: It links none.
    """
    # scripts write slashes as / or \/
    plain = re.sub(r"\\u002f|\\/", "/", page, flags=re.IGNORECASE)
    links = [html.unescape(one or other) for one, other in _HREF.findall(plain)]
    links += [html.unescape(link) for link in _ADDRESS.findall(plain)]
    found = [link.strip() for link in links if _RULES_FILE.search(unquote(_path(link.strip())))]
    if not found:
        raise NotFound(
            Remark("the page links no text of the Comprehensive Rules; check {variable}", variable=_PAGE_VARIABLE)
        )
    newest = max(found, key=lambda link: _date(unquote(link)))
    absolute = urljoin(address, newest)
    parts = urlsplit(absolute)
    if parts.scheme not in ("http", "https"):
        raise NotFound(Remark("the page's link to the Comprehensive Rules isn't a web address"))
    return parts._replace(path=quote(unquote(parts.path))).geturl()


def _path(link: str) -> str:
    """The path of a link; empty if it is none that can be followed."""
    try:
        return urlsplit(link).path
    except ValueError:
        return ""


def _date(link: str) -> str:
    dates = ["".join(match) for match in _DATE.findall(link.rpartition("/")[2])]
    return max(dates, default="")
