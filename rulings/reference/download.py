"""Downloads files politely: resumable, asking only for what changed, waiting when told to, safe to interrupt."""

from __future__ import annotations

import contextlib
import json
import string
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

import httpx
import stamina

from rulings.reference.building import Origin
from rulings.reference.records import Advance
from rulings.remarks import Remark

#: A server that asks to wait longer than this is asked again at the next sync.
LONGEST_WAIT = 300.0
#: Pages and indexes are far smaller than this.
_LARGEST_PAGE = 8 << 20
_TOO_MANY = 429
_PARTIAL, _NOT_MODIFIED, _BAD_RANGE = 206, 304, 416

T = TypeVar("T")

#: Called when a download's size is known (or None): gives what hears of its bytes.
Started = Callable[[int | None], Advance]


class DownloadFailed(Exception):
    """An address can't be downloaded now; the message says why."""


class _Transient(Exception):
    """The server can't answer now; it may tell when to ask again."""

    def __init__(self, message: str, wait: float | None) -> None:
        super().__init__(message)
        self.wait = wait


@dataclass(frozen=True, slots=True)
class Retrying:
    """How often and how patiently a download is tried again.

    Attributes:
        attempts: At most so many requests.
        first_wait: Seconds before the second one; it doubles, with jitter.
        longest_wait: At most so many seconds between two.
    """

    attempts: int = 5
    first_wait: float = 1.0
    longest_wait: float = 60.0


class Downloader:
    """A client for a few large files.

    Args:
        contact: An address or page of whoever runs this bot, for the server's operators; may be empty.
        retrying: How patiently to try again.
        timeout: Seconds without a byte until a connection counts as lost.

    Raises:
        DownloadFailed: What the environment says of proxies or certificates can't be used.
    """

    def __init__(self, *, contact: str = "", retrying: Retrying | None = None, timeout: float = 30.0) -> None:
        # a header holds ASCII
        contact = quote(contact, safe=string.punctuation + " ").strip()
        agent = f"TableJudge/{version('tablejudge')}" + (f" ({contact})" if contact else "")
        headers = {"User-Agent": agent, "Accept": "*/*", "Accept-Encoding": "gzip"}
        try:
            self._client = httpx.Client(headers=headers, timeout=timeout, follow_redirects=True, max_redirects=5)
        except (ValueError, ImportError, OSError) as error:
            raise DownloadFailed(
                Remark(
                    "the environment's proxy or certificates can't be used; check HTTP_PROXY, HTTPS_PROXY, ALL_PROXY "
                    "(http:// or https://), SSL_CERT_FILE and SSL_CERT_DIR ({error})",
                    error=str(error),
                )
            ) from None
        self._retrying = retrying or Retrying()

    def __enter__(self) -> Downloader:
        return self

    def __exit__(self, *exception: object) -> None:
        self._client.close()

    def page(self, url: str) -> str:
        """The text of a small page or index.

        Raises:
            DownloadFailed: It can't be had.
        """

        def once() -> str:
            with self._answer("GET", url, {}) as response:
                body = bytearray()
                for chunk in response.iter_bytes():
                    body += chunk
                    if len(body) > _LARGEST_PAGE:
                        raise DownloadFailed(Remark("{url} is far too large for a page", url=url))
                return body.decode(response.encoding or "utf-8", errors="replace")

        return self._patiently(url, once)

    def file(self, url: str, into: Path, known: Origin, started: Started) -> Origin | None:
        """Download a file, unless it is still the known one; what an earlier try left off is gone on with.

        Args:
            url: Its address.
            into: Where to put it. It appears there only when it is whole; beside it a ``.part`` grows.
            known: What is at hand already.
            started: Called once the size is known.

        Returns:
            Its marks; None if it hasn't changed.

        Raises:
            DownloadFailed: It can't be had; the part stays for the next time.
        """
        try:
            into.parent.mkdir(parents=True, exist_ok=True)
            part = _Part(into)
            return self._patiently(url, lambda: self._file_once(url, part, known, started))
        except OSError as error:
            raise DownloadFailed(
                Remark("{name} can't be written ({error})", name=into.name, error=error.strerror or str(error))
            ) from error

    def _file_once(self, url: str, part: _Part, known: Origin, started: Started) -> Origin | None:
        offset, headers = part.resume(url)
        if not offset and known.url == url:
            headers = _conditions(known)
        with self._answer("GET", url, headers) as response:
            if response.status_code == _NOT_MODIFIED:
                return None
            if response.status_code == _BAD_RANGE:
                part.drop()
                raise _Transient(Remark("{url} no longer has what was begun", url=url), 0)
            _refuse_pages(url, response)
            marks = Origin(url, response.headers.get("etag", ""), response.headers.get("last-modified", ""))
            if response.status_code != _PARTIAL or not _continues(response, offset):
                if response.status_code == _PARTIAL:
                    part.drop()
                    raise _Transient(Remark("{url} answered with another part than the one asked for", url=url), 0)
                offset = 0
                part.begin(marks)
            length = response.headers.get("content-length", "")
            advance = started(offset + int(length) if length.isascii() and length.isdigit() else None)
            advance(offset)
            with part.path.open("ab") as file:
                for chunk in response.iter_raw():
                    file.write(chunk)
                    advance(len(chunk))
        part.finish()
        return marks

    def _patiently(self, url: str, once: Callable[[], T]) -> T:
        retrying = self._retrying
        try:
            for attempt in stamina.retry_context(
                on=_may_retry,
                attempts=retrying.attempts,
                timeout=None,
                wait_initial=retrying.first_wait,
                wait_max=retrying.longest_wait,
                wait_jitter=retrying.first_wait,
            ):
                with attempt:
                    return once()
        except _Transient as error:
            raise DownloadFailed(str(error)) from None
        except httpx.HTTPError as error:
            raise DownloadFailed(
                Remark("{url} can't be reached ({error})", url=url, error=str(error) or type(error).__name__)
            ) from None
        except httpx.InvalidURL as error:
            raise DownloadFailed(Remark("{url} isn't an address ({error})", url=url, error=str(error))) from None
        raise AssertionError("the last attempt returns or raises")

    @contextmanager
    def _answer(self, method: str, url: str, headers: dict[str, str]) -> Iterator[httpx.Response]:
        """A response that is worth reading."""
        with self._client.stream(method, url, headers=headers) as response:
            status = response.status_code
            if status == _TOO_MANY or status >= httpx.codes.INTERNAL_SERVER_ERROR:
                wait = _wait_told(response.headers.get("retry-after", ""))
                if wait is not None and wait > LONGEST_WAIT:
                    raise DownloadFailed(
                        Remark(
                            "{url} answers {status} and asks to wait {seconds} seconds; try again then",
                            url=url,
                            status=status,
                            seconds=round(wait),
                        )
                    )
                raise _Transient(_answered(url, response), wait)
            if status not in (httpx.codes.OK, _PARTIAL, _NOT_MODIFIED, _BAD_RANGE):
                raise DownloadFailed(_answered(url, response))
            yield response


class _Part:
    """A file that is being downloaded: what is there of it, and of which content it is a part.

    Args:
        into: Where the whole file goes.
    """

    def __init__(self, into: Path) -> None:
        self._into = into
        self.path = into.with_name(into.name + ".part")
        self._marks = into.with_name(into.name + ".part.json")

    def resume(self, url: str) -> tuple[int, dict[str, str]]:
        """How many bytes are there, and the headers that ask for the rest, if the content is still the same."""
        try:
            marks = Origin(**json.loads(self._marks.read_text(encoding="utf-8")))
            size = self.path.stat().st_size
        except (OSError, ValueError, TypeError):
            return 0, {}
        # a weak mark doesn't promise the same bytes
        mark = marks.etag if marks.etag and not marks.etag.startswith("W/") else marks.last_modified
        if marks.url != url or not size or not mark:
            return 0, {}
        return size, {"Range": f"bytes={size}-", "If-Range": mark}

    def begin(self, marks: Origin) -> None:
        """Start anew. The marks are written when nothing is there that they could be wrong for."""
        self.drop()
        self.path.write_bytes(b"")
        self._marks.write_text(json.dumps(asdict(marks)), encoding="utf-8")

    def drop(self) -> None:
        """Forget what is there."""
        for path in (self._marks, self.path):
            with contextlib.suppress(FileNotFoundError):
                path.unlink()

    def finish(self) -> None:
        """The file is whole."""
        self.path.replace(self._into)
        with contextlib.suppress(FileNotFoundError):
            self._marks.unlink()


def _conditions(known: Origin) -> dict[str, str]:
    headers = {"If-None-Match": known.etag, "If-Modified-Since": known.last_modified}
    return {name: value for name, value in headers.items() if value}


def _answered(url: str, response: httpx.Response) -> Remark:
    status = f"{response.status_code} {response.reason_phrase}".rstrip()
    return Remark("{url} answers {status}", url=url, status=status)


def _refuse_pages(url: str, response: httpx.Response) -> None:
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind in ("text/html", "application/xhtml+xml") or kind.startswith(("image/", "video/", "audio/")):
        raise DownloadFailed(Remark("{url} answers with {kind}, not with data", url=url, kind=kind))


def _continues(response: httpx.Response, offset: int) -> bool:
    """Whether a partial answer starts where the part ends."""
    return bool(response.headers.get("content-range", "").replace(" ", "").startswith(f"bytes{offset}-"))


def _may_retry(error: Exception) -> bool | float:
    if isinstance(error, _Transient):
        return True if error.wait is None else error.wait
    return isinstance(error, httpx.TransportError) and not isinstance(error, httpx.UnsupportedProtocol)


def _wait_told(value: str) -> float | None:
    """Seconds that a Retry-After header asks to wait: a number or a date; None if it says neither."""
    value = value.strip()
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        return max(0.0, (parsedate_to_datetime(value) - datetime.now(UTC)).total_seconds())
    except (TypeError, ValueError):
        return None
