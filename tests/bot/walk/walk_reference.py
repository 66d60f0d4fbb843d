"""The walk: rules and glossary, before any reference data was brought and after it."""

from __future__ import annotations

from typing import Any

from reference_files import rules_text

from rulings.reference.importing import import_folder

EXEMPT = {
    ("press rule.post", "dm"): "in the direct message there is nobody to post to",
    ("press glossary.post", "dm"): "in the direct message there is nobody to post to",
}
LONG = "\n".join(f"{number}. " + "It goes on. " * 20 for number in range(1, 30))


async def walk(tour: Any) -> None:
    found = await tour.complete(tour.alice, "rule", "query", "mani")
    await tour.slash(tour.alice, "rule", query=found[0])
    await tour.slash(tour.alice, "glossary", term="token")
    folder = tour.services.reference.path.parent / "in"
    folder.mkdir()
    (folder / "rules.txt").write_text(rules_text(glossary=f"Gadget\n{LONG}\n\nGear\nAnother. See rule 100.1."))
    assert import_folder(tour.services.reference.path, folder).ok
    section = await tour.slash(tour.alice, "rule", query="900")
    await tour.press_action(tour.alice, section, "rule.page")
    await tour.press_action(tour.alice, section, "rule.go")
    terms = await tour.complete(tour.alice, "glossary", "term", "gad")
    term = await tour.slash(tour.alice, "glossary", term=terms[0])
    await tour.press_action(tour.alice, term, "glossary.page")
    if tour.context != "dm":
        await tour.press_action(tour.alice, section, "rule.post")
        await tour.press_action(tour.alice, term, "glossary.post")
