"""Keeps the reference data current while a process serves: `tablejudge sync` in a process of its own, once a day.

A sync parses files of hundreds of megabytes; in another process it takes neither the event loop's time nor its memory,
and nothing that goes wrong in it reaches who serves.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from bot.services.paths import REFERENCE_FILE, stamp

log = logging.getLogger(__name__)

#: Exit code of `tablejudge sync` when another process is at it.
BUSY = 3
#: After a sync that was well, the next one comes in so many seconds; after failures at the latest.
DAY = 24 * 3600.0
#: After the first failure of a streak it is tried again in so many seconds, after each further one in twice the time.
HOUR = 3600.0
#: A sync that takes longer hangs.
_LONGEST = 6 * HOUR
#: So long a sync has to end when it is told to.
_STOP_SECONDS = 5.0
#: The priority that a sync gives up: who serves comes first.
_NICENESS = 10
_LONGEST_REASON = 500
_FILE = "sync-schedule.json"
_COMMAND = (sys.executable, "-P", "-m", "bot.cli", "sync")


@dataclass(frozen=True, slots=True)
class Schedule:
    """What the last sync in the background came to.

    Attributes:
        ended_at: When it ended, in seconds since 1970; 0 if there was none.
        failures: How many failed since one was well.
    """

    ended_at: float = 0.0
    failures: int = 0

    def wait(self, now: float) -> float:
        """Seconds until the next sync is due."""
        if not self.ended_at:
            return 0.0
        pause = DAY if not self.failures else min(DAY, HOUR * 2 ** min(self.failures - 1, 10))
        # A clock that was set back makes nobody wait longer than the pause.
        return min(pause, max(0.0, self.ended_at + pause - now))


class BackgroundSync:
    """Syncs in the background between entering and leaving it, at once if that is due.

    The operator hears of a failure once, however often the same streak goes on and over restarts; who serves hears
    nothing of it.

    Args:
        folder: The data folder.
        command: What syncs, with its arguments.
        clock: Seconds since 1970.
        on_change: Is called, in the thread of the sync, each time the reference data was brought up to date.
    """

    def __init__(
        self,
        folder: Path,
        *,
        command: Sequence[str] = _COMMAND,
        clock: Callable[[], float] = time.time,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        self._folder = folder
        self._command = command
        self._clock = clock
        self._on_change = on_change
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._known = Schedule()
        self._thread = threading.Thread(target=self._run, name="background sync", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._stop.set()
        with self._lock:
            process = self._process
        if process is not None:
            # Safe at any byte: what was downloaded is gone on with, what was half built is thrown away.
            process.terminate()
        self._thread.join(_STOP_SECONDS)
        if process is not None and self._thread.is_alive():
            process.kill()
            self._thread.join(_STOP_SECONDS)

    def _run(self) -> None:
        while not self._stop.wait(self._schedule().wait(self._clock())):
            try:
                busy = self._once()
            except Exception as error:  # whatever it is, who serves goes on
                busy = False
                self._failed(f"{type(error).__name__}: {error}")
            if busy and self._stop.wait(HOUR):
                return

    def _once(self) -> bool:
        """Sync once; whether another process is at it."""
        database = self._folder / REFERENCE_FILE
        before = stamp(database)
        if before is None:
            log.info("getting the rules' text, Oracle text and official rulings (TABLEJUDGE_SYNC=off prevents it)")
        code, output = self._execute()
        if self._stop.is_set() or code == BUSY:
            return code == BUSY
        if code != 0:
            self._failed(_reason(code, output))
            return False
        again = self._schedule().failures > 0
        self._note(Schedule(self._clock()))
        changed = stamp(database) != before
        if again or changed:
            log.info("the reference data was brought up to date")
        if changed:
            self._on_change()
        return False

    def _execute(self) -> tuple[int, str]:
        """Run the command to its end: its exit code and what it said."""
        # The token is no business of a program that talks to other servers.
        variables = {name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"}
        variables |= {"TABLEJUDGE_DATA_DIR": str(self._folder), "PYTHONUTF8": "1"}
        with self._lock:
            if self._stop.is_set():
                return 0, ""
            # In a session of its own, Ctrl-C in the terminal is for who serves alone.
            process = self._process = subprocess.Popen(  # noqa: S603 - our own program
                self._command,
                env=variables,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
            )
        if hasattr(os, "setpriority"):
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, process.pid, _NICENESS)
        try:
            output, _ = process.communicate(timeout=_LONGEST)
        except subprocess.TimeoutExpired:
            process.kill()
            output, _ = process.communicate()
            output += f"\nit was ended after {_LONGEST / HOUR:.0f} hours"
        finally:
            with self._lock:
                self._process = None
        return process.returncode, output

    def _failed(self, reason: str) -> None:
        known = self._schedule()
        self._note(Schedule(self._clock(), known.failures + 1))
        tell = log.debug if known.failures else log.warning
        tell("the reference data couldn't be brought up to date; what is here serves on, it is tried again: %s", reason)

    def _schedule(self) -> Schedule:
        """The note in the data folder, which processes share; else what this process knows."""
        try:
            plain = json.loads((self._folder / _FILE).read_text(encoding="utf-8"))
            return Schedule(float(plain["ended_at"]), int(plain["failures"]))
        except (OSError, ValueError, TypeError, KeyError, OverflowError):
            return self._known

    def _note(self, schedule: Schedule) -> None:
        self._known = schedule
        path = self._folder / _FILE
        new = path.with_name(f"{_FILE}.new-{os.getpid()}")
        try:
            new.write_text(json.dumps(asdict(schedule)), encoding="utf-8")
            new.replace(path)
        except OSError:
            with contextlib.suppress(OSError):
                new.unlink(missing_ok=True)


def _reason(code: int, output: str) -> str:
    """Why a sync failed, from what it said."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    named = [line for line in lines if line.startswith(("failed: ", "Error: ")) or ": refused: " in line]
    said = "; ".join(named or lines[-1:]) or (f"it was ended by signal {-code}" if code < 0 else f"exit code {code}")
    return said[:_LONGEST_REASON]
