"""A stand-in for the sites that reference data is downloaded from: files with marks, and answers that go wrong."""

from __future__ import annotations

import json
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True)
class File:
    """What a path serves.

    Attributes:
        body: Its bytes.
        kind: Its content type.
        etag: Its mark; empty for none.
    """

    body: bytes
    kind: str = "application/gzip"
    etag: str = '"one"'


@dataclass(frozen=True)
class Trouble:
    """An answer that goes wrong.

    Attributes:
        status: Its status.
        headers: Further headers.
        cut: Share of the file that is sent before the connection is closed; None to send no file.
    """

    status: int = 500
    headers: tuple[tuple[str, str], ...] = ()
    cut: float | None = None


@dataclass
class Site:
    """The site, and what it was asked.

    Attributes:
        address: Its address.
        files: What each path serves.
        troubles: Answers that come first, by path, each once.
        asked: Each request: path and headers, in lower case.
    """

    address: str = ""
    files: dict[str, File] = field(default_factory=dict)
    troubles: dict[str, list[Trouble]] = field(default_factory=lambda: defaultdict(list))
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    def serve_all(self, cards: bytes, rulings: bytes, rules: bytes, *, mark: str = '"one"') -> None:
        """Serve a bulk index, a rules page, and the files that they link."""
        index = [
            {"type": "oracle_cards", "jsonl_download_uri": f"{self.address}/cards.jsonl.gz"},
            {"type": "rulings", "download_uri": f"{self.address}/rulings.json"},
        ]
        body = json.dumps({"object": "list", "data": index}).encode()
        self.files["/bulk-data"] = File(body, "application/json", "")
        page = f'<a href="{self.address}/MagicCompRules 20260417.txt">TXT</a>'
        self.files["/rules"] = File(page.encode(), "text/html; charset=utf-8", "")
        self.files["/cards.jsonl.gz"] = File(cards, etag=mark)
        self.files["/rulings.json"] = File(rulings, etag=mark)
        self.files["/MagicCompRules%2020260417.txt"] = File(rules, "text/plain", mark)

    def requests(self, path: str) -> list[dict[str, str]]:
        """The headers of each request for a path."""
        return [headers for asked, headers in self.asked if asked == path]


@contextmanager
def running() -> Iterator[Site]:
    """A site that serves on loopback until the end of the block."""
    site = Site()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *parts: object) -> None:
            """Say nothing."""

        def do_GET(self) -> None:
            headers = {name.lower(): value for name, value in self.headers.items()}
            site.asked.append((self.path, headers))
            troubles = site.troubles[self.path]
            trouble = troubles.pop(0) if troubles else None
            file = site.files.get(self.path)
            if trouble is not None and (trouble.cut is None or file is None):
                self._send(trouble.status, dict(trouble.headers), b"trouble")
            elif file is None:
                self._send(404, {}, b"nothing here")
            elif file.etag and headers.get("if-none-match") == file.etag:
                self._send(304, {"ETag": file.etag}, b"")
            else:
                self._file(file, headers, trouble)

        def _file(self, file: File, headers: dict[str, str], trouble: Trouble | None) -> None:
            more = {"Content-Type": file.kind} | ({"ETag": file.etag} if file.etag else {})
            body, status = file.body, 200
            wanted = headers.get("range", "")
            if wanted.startswith("bytes=") and headers.get("if-range") == file.etag:
                start = int(wanted.removeprefix("bytes=").rstrip("-"))
                more["Content-Range"] = f"bytes {start}-{len(body) - 1}/{len(body)}"
                body, status = body[start:], 206
            self._send(status, more, body, cut=None if trouble is None else trouble.cut)

        def _send(self, status: int, headers: dict[str, str], body: bytes, cut: float | None = None) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            if status != 304:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body if cut is None else body[: int(len(body) * cut)])
            self.close_connection = cut is not None

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    site.address = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield site
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
