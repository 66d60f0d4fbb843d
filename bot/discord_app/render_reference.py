"""Rules and glossary as Discord pages: the edition on every page, neighbours and "see rule" as buttons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from discord import ButtonStyle, ui

from bot.discord_app import limits, render
from bot.discord_app.components import Press, button, fits, select
from bot.i18n import _
from bot.telling import told
from rulings.citations import is_rule
from rulings.reference.lookup import OFFICIAL_PAGE, Found, Page, Status
from rulings.reference.rules_text import GlossaryEntry, Rule

#: What the text of a page holds at most, so that heading, message and edition always fit beside it.
_PAGE = 2800
#: A rule among others that hold the same words is shown so far; its button shows the rest.
_MATCH = 260
#: So many "see rule" numbers are buttons; more of them are a menu.
_BUTTONS = 5


def pages(found: Found) -> list[str]:
    """What was found as texts, each small enough for a page; at least one."""
    lines = [line for page in found.pages for line in _page_lines(page, found.has_text, several=len(found.pages) > 1)]
    lines += [line for entry in found.glossary for line in _entry_lines(entry)]
    if found.matches:
        lines.append(_("**Rules that hold these words**") if found.has_text else _("**Headings**"))
        lines += [_match_line(rule) for rule in found.matches]
    return limits.chunks(limits.pieces(lines, _PAGE), _PAGE) or [""]


def rules(found: Found, note: str, number: int = 0, *, postable: bool) -> ui.LayoutView:
    """One page of what was found.

    Args:
        found: what came of a query.
        note: what is said of the data (its edition); empty before a sync.
        number: which page, from 0.
        postable: it is shown in private, so that posting it makes sense.
    """
    texts = pages(found)
    number = max(0, min(number, len(texts) - 1))
    foot = note or _("Numbers and headings of the Comprehensive Rules of {edition}").format(edition=found.edition)
    if len(texts) > 1:
        foot += " · " + _("page {number} of {total}").format(number=number + 1, total=len(texts))
    message = limits.clip(limits.harmless(told(found.message)), 500)
    if not found.has_text:
        missing = _(
            "The rules' text isn't here yet: whoever runs this bot can load it. Until then read it on "
            "[the official page]({url})."
        ).format(url=OFFICIAL_PAGE)
        message = f"{message}\n{missing}".strip()
    return render.page(
        [_heading(found), texts[number], message, f"-# {limits.clip(foot, 300)}"],
        _rows(found, number, len(texts), postable=postable),
        accent=render.BLURPLE,
    )


def query_of(found: Found) -> str:
    """A short query that finds the same again, for a button; empty if there is none."""
    if found.status is Status.GLOSSARY and found.glossary:
        query = found.glossary[0].term
    elif len(found.pages) == 1:
        query = found.pages[0].number
    elif found.pages:
        query = " ".join(f"rule {page.number}" for page in found.pages)
    else:
        query = " ".join(found.query.split())
    return query if fits(_action(found, "page"), 99, query) else ""


def _action(found: Found, what: str) -> str:
    return f"glossary.{what}" if found.status is Status.GLOSSARY else f"rule.{what}"


def _heading(found: Found) -> str:
    if found.status is Status.UNKNOWN:
        return ""
    if len(found.pages) == 1:
        page = found.pages[0]
        return f"### {page.number} {limits.plain(limits.clip(page.title, 200))}"
    if found.status is Status.GLOSSARY:
        return "### " + _("Glossary")
    return "### " + _("Comprehensive Rules")


def _page_lines(page: Page, has_text: bool, *, several: bool) -> Iterator[str]:
    if several:
        yield f"**{page.number} {limits.plain(page.title)}**"
    for rule in page.rules if has_text else ():
        if rule.kind not in ("chapter", "section") or rule.number != page.number:
            yield from _rule_lines(rule)
    if not has_text:
        yield from _number_lines(page)


def _number_lines(page: Page) -> Iterator[str]:
    """Numbers without their texts are a way in: of a section or chapter those right below it, others on one line."""
    whole = "." not in page.number
    below = [rule for rule in page.rules if rule.number != page.number and not (whole and rule.kind == "subrule")]
    yield from (f"**{rule.number}** {limits.plain(rule.heading)}" for rule in below if rule.heading)
    yield " · ".join(rule.number for rule in below if not rule.heading)


def _rule_lines(rule: Rule) -> Iterator[str]:
    first, *more = rule.text.split("\n")
    yield f"**{rule.number}** {limits.plain(first)}"
    yield from (limits.plain(line) for line in more if line.strip())
    for example in rule.examples:
        yield "> " + _("Example: {text}").format(text=limits.plain(" ".join(example.split())))


def _entry_lines(entry: GlossaryEntry) -> Iterator[str]:
    yield f"**{limits.plain(entry.term)}**"
    yield from (limits.plain(line) for line in entry.text.split("\n") if line.strip())


def _match_line(rule: Rule) -> str:
    return f"**{rule.number}** {limits.plain(limits.one_line(rule.text or rule.heading, _MATCH))}"


def _rows(found: Found, number: int, total: int, *, postable: bool) -> list[render.Row]:
    rows: list[render.Row] = []
    query = query_of(found)
    if query:
        rows.append(render.turn(_action(found, "page"), number, total, query))
    if len(found.pages) == 1:
        rows.append(_ways(found.pages[0]))
    # A button is there once: what is next door already isn't offered again.
    near = {found.pages[0].previous, found.pages[0].parent, found.pages[0].next} if len(found.pages) == 1 else set()
    named = dict.fromkeys([*_see(found), *(rule.number for rule in found.matches)])
    see = [each for each in named if each not in near]
    if len(see) > _BUTTONS:
        rows.append(select(_("See rule…"), [(each, each) for each in see], "rule.go"))
    elif see:
        rows.append([button(_("See {number}").format(number=each), "rule.go", each) for each in see])
    if found.status is Status.UNKNOWN:
        rows.append(
            [
                button(each, "rule.go", each, style=ButtonStyle.primary)
                for each in found.suggestions
                if fits("rule.go", each)
            ]
        )
    elif postable and query:
        rows.append([button(_("Post to channel"), _action(found, "post"), number, query)])
    return rows


def _ways(page: Page) -> list[Press]:
    ways = [("◀ {number}", page.previous), ("▲ {number}", page.parent), ("{number} ▶", page.next)]
    named = {number: label for label, number in reversed(ways) if number}
    return [button(label.format(number=number), "rule.go", number) for number, label in reversed(named.items())]


def _see(found: Found) -> Sequence[str]:
    numbers = [number for page in found.pages for number in page.see]
    return [*numbers, *(number for entry in found.glossary for number in entry.references)]


def rule_row(numbers: Iterable[str]) -> render.Row:
    """Cited rules as buttons, or a menu of many, that open each in private; policy documents are no rules."""
    cited = list(dict.fromkeys(number for number in numbers if is_rule(number)))
    if len(cited) > _BUTTONS:
        return select(_("Rules…"), [(number, number) for number in cited], "rule.open")
    return [button(number, "rule.open", number) for number in cited]
