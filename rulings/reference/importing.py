"""From files at hand to data in service: inspects, lets the best win, builds, and says what became of each file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Protocol

from rulings.reference import state
from rulings.reference.building import BuildFailed, Origin, Plan, build, locked
from rulings.reference.database import Reference, Unreadable
from rulings.reference.files import Form
from rulings.reference.inspecting import Inspection, Measure, files_in, inspect, too_small, winners
from rulings.reference.records import TITLES, Advance, Kind, Refused
from rulings.reference.rules_text import RulesText
from rulings.remarks import Remark


class Progress(Protocol):
    """Hears of the steps of a sync."""

    def step(self, title: str, total: int | None) -> Advance:
        """A step begins.

        Args:
            title: What is done.
            total: Bytes that it takes; None if that isn't known.

        Returns:
            What is called with the bytes done since the last call.
        """
        ...


class Silent:
    """Tells nobody."""

    def step(self, title: str, total: int | None) -> Advance:
        """A step begins."""
        return lambda count: None


@dataclass(slots=True)
class Outcome:
    """What became of a file.

    Attributes:
        path: The file.
        form: What it is, in words; empty if it is no reference data.
        taken: What is served from it, in words with counts.
        passed: Why the rest of it isn't served: another file is newer or more complete.
        problem: Why it was refused; empty if it wasn't.
    """

    path: Path
    form: str = ""
    taken: list[str] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)
    problem: str = ""


@dataclass(slots=True)
class Report:
    """What a sync did.

    Attributes:
        outcomes: By file.
        problems: What else went wrong, such as a download that failed.
        unchanged: What was asked for and hadn't changed.
        built: Whether new data is in service.
        editions: Editions of the rules that are new here, oldest first.
    """

    outcomes: list[Outcome] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    built: bool = False
    editions: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether nothing was refused and nothing failed."""
        return not self.problems and not any(outcome.problem for outcome in self.outcomes)


def import_files(
    database: Path,
    paths: Sequence[Path],
    *,
    progress: Progress | None = None,
    origins: Mapping[Path, Origin] | None = None,
    allow_smaller: bool = False,
    least: Mapping[Kind, int] | None = None,
) -> Report:
    """Import files of any kind into a reference database.

    Args:
        database: The file in service, or where it will be.
        paths: The files; what they are is recognised by their content.
        progress: Hears of the steps.
        origins: Where files were downloaded from.
        allow_smaller: Take data that is much smaller than what is in service.
        least: Refuse files that hold fewer entries of a kind.

    Raises:
        Busy, BuildFailed: Nothing was changed.
    """
    with locked(database):
        return import_locked(
            database, paths, progress=progress, origins=origins, allow_smaller=allow_smaller, least=least
        )


def import_locked(
    database: Path,
    paths: Sequence[Path],
    *,
    progress: Progress | None = None,
    origins: Mapping[Path, Origin] | None = None,
    allow_smaller: bool = False,
    least: Mapping[Kind, int] | None = None,
    only: Mapping[Path, Kind] | None = None,
) -> Report:
    """The same for callers that hold the lock (`rulings.reference.building.locked`) already.

    Args:
        database, paths, progress, origins, allow_smaller, least: As for `import_files`.
        only: The one kind that is taken from a file that may hold several.
    """
    progress = progress or Silent()
    inspections = _inspected(paths, progress)
    for found in inspections:
        if only is not None and found.path in only:
            found.holds = {kind: measure for kind, measure in found.holds.items() if kind is only[found.path]}
            if not found.holds and not found.problem:
                found.problem = Remark("what was downloaded holds no {kind}", kind=TITLES[only[found.path]])
        _refuse_small(found, least or {})
    report, plan, served = _plan(database, inspections, origins or {}, allow_smaller=allow_smaller)
    if not plan.empty:
        total = sum(path.stat().st_size for path in plan.files)
        try:
            build(database, plan, progress.step("building the reference data", total))
        except BuildFailed as error:
            kinds = {kind for _, kinds in plan.files.values() for kind in kinds}
            kinds |= {Kind.RULES} if plan.editions else set()
            state.note(database, (), dict.fromkeys(kinds, str(error)))
            raise
        except Refused as error:
            report.problems.append(
                Remark("a file changed while it was read ({reason}); nothing was changed, try again", reason=str(error))
            )
        else:
            report.built = True
            report.editions = sorted({each.edition for _, each in plan.editions} - served)
    _note(database, report, plan, only or {})
    return report


def import_folder(
    database: Path, folder: Path, *, progress: Progress | None = None, allow_smaller: bool = False
) -> Report:
    """Import every file of a folder and the folders in it; see `import_files`."""
    return import_files(database, files_in(folder), progress=progress, allow_smaller=allow_smaller)


def _refuse_small(found: Inspection, least: Mapping[Kind, int]) -> None:
    for kind, measure in found.holds.items():
        if measure.count < least.get(kind, 0):
            found.problem = Remark(
                "it has only {count:,} {kind}, a whole file has {least:,} at least",
                count=measure.count,
                kind=TITLES[kind],
                least=least[kind],
            )
    if found.problem:
        found.holds = {}


def _plan(
    database: Path, inspections: list[Inspection], origins: Mapping[Path, Origin], *, allow_smaller: bool
) -> tuple[Report, Plan, set[str]]:
    counts, served = _in_service(database)
    newest_served = max(served, default="")
    refused: dict[Path, str] = {}
    if not allow_smaller:
        # a winner that is far too small can't be replaced by another: that one would be smaller still
        for found, kind, reason in list(too_small(inspections, counts, newest_served)):
            refused[found.path] = reason
            del found.holds[kind]
            for other in inspections:
                if kind is not Kind.RULES:
                    other.holds.pop(kind, None)
    best = winners(inspections)
    plan = Plan(date.today().isoformat(), origins=origins)
    for kind, found in best.items():
        if kind is not Kind.RULES:
            plan.files.setdefault(found.path, (found, set()))[1].add(kind)
    editions: dict[str, tuple[Path, RulesText]] = {}
    for found in inspections:
        if found.rules is not None and found.holds:
            known = editions.get(found.rules.edition)
            if known is None or len(found.rules.rules) > len(known[1].rules):
                editions[found.rules.edition] = (found.path, found.rules)
    plan.editions = sorted(editions.values(), key=lambda each: each[1].edition)
    report = Report([_outcome(found, best, plan, refused.get(found.path, ""), served) for found in inspections])
    return report, plan, served


def _inspected(paths: Iterable[Path], progress: Progress) -> list[Inspection]:
    found = []
    for path in paths:
        try:
            size = path.stat().st_size
        except OSError:
            size = 0  # reading it says why
        found.append(inspect(path, progress.step(f"reading {path.name}", size)))
    return found


def _in_service(database: Path) -> tuple[dict[Kind, int], set[str]]:
    """Entries in service by kind, and the editions of the rules that are there."""
    try:
        with closing(Reference.open(database)) as reference:
            counts = {kind: source.count for kind, source in reference.sources().items()}
            return counts, {edition.edition for edition in reference.editions()}
    except Unreadable:
        return {}, set()


def _outcome(found: Inspection, best: Mapping[Kind, Inspection], plan: Plan, refused: str, served: set[str]) -> Outcome:
    outcome = Outcome(found.path, found.form.value if found.form else "", problem=found.problem or refused)
    for kind, measure in found.holds.items():
        if kind is Kind.RULES and found.rules is not None:
            _rules_outcome(outcome, found, plan, served)
            continue
        words = f"{measure.count:,} {TITLES[kind]}"
        if measure.read != measure.count:
            words += f" ({_repeated(found.form, kind, measure)})"
        if best.get(kind) is found:
            outcome.taken.append(words)
        else:
            outcome.passed.append(f"{words}: {best[kind].path.name} is more complete")
    return outcome


def _repeated(form: Form | None, kind: Kind, measure: Measure) -> str:
    """Why fewer entries are served than were read."""
    if kind is Kind.CARDS:
        return f"from {measure.read:,} printings"
    repeated = f"{measure.read:,} read, {measure.read - measure.count:,} of them exact duplicates"
    # a row without a face names the card itself; some tables have the same row with the face written out
    return f"{repeated} once an empty face is read as the card's name" if form is Form.NAMES_TABLE else repeated


def _rules_outcome(outcome: Outcome, found: Inspection, plan: Plan, served: set[str]) -> None:
    rules = found.rules
    if rules is None:
        return
    words = f"edition of {rules.edition}: {rules.summary()}"
    newest = max({*served, *(edition.edition for _, edition in plan.editions)})
    if (found.path, rules) not in plan.editions:
        outcome.passed.append(f"{words}: another file has the same edition")
    elif rules.edition < newest:
        outcome.passed.append(f"{words}: kept to compare with, the edition of {newest} is newer")
    else:
        outcome.taken.append(words)


def _note(database: Path, report: Report, plan: Plan, only: Mapping[Path, Kind]) -> None:
    """Note which kinds are fresh and which sync of what failed, for the marks on every page."""
    fresh = {kind for _, kinds in plan.files.values() for kind in kinds} if report.built else set()
    if report.built and any(each.taken for each in report.outcomes if each.form == Form.RULES_TEXT):
        fresh.add(Kind.RULES)
    failed: dict[Kind, str] = {}
    for outcome in report.outcomes:
        for kind in (only[outcome.path],) if outcome.path in only else _KINDS_OF.get(outcome.form, ()):
            if outcome.problem and kind not in fresh:
                failed[kind] = Remark("{name} was refused: {reason}", name=outcome.path.name, reason=outcome.problem)
    state.note(database, fresh, failed)


#: What a file of each form is asked for first; what it holds besides isn't missed when it is refused.
_KINDS_OF: dict[str, tuple[Kind, ...]] = {
    Form.RULES_TEXT: (Kind.RULES,),
    Form.SCRYFALL_CARDS: (Kind.CARDS,),
    Form.SCRYFALL_RULINGS: (Kind.RULINGS,),
    Form.MTGJSON: (Kind.CARDS, Kind.RULINGS),
    Form.NAMES_TABLE: (Kind.NAMES,),
}
