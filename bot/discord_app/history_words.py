"""What the store keeps in English words, in the reader's language: fields of a ruling, and what was done."""

from __future__ import annotations

import re

from bot.i18n import N_, _
from bot.services.moderation_types import CONFIRMED_WITH, RENUMBERED_TO, RULES_CHANGED

_FIELDS = {
    "question": N_("question"), "verdict": N_("verdict"), "answer": N_("answer"), "rules": N_("rules"),
    "as_of": N_("edition"), "also_asked": N_("other ways to ask it"), "cards": N_("cards"), "topics": N_("topics"),
    "see": N_("related rulings"), "later": N_("what changes later"), "proof": N_("proof"),
    "replaces": N_("the ruling that it replaces"),
}  # fmt: skip
_DONE = {
    "proposed": N_("proposed"), "edited": N_("edited"), "approved": N_("approved"), "rejected": N_("rejected"),
    "withdrawn": N_("withdrawn"), "retired": N_("retired"), "reverted": N_("reverted"), "imported": N_("imported"),
    "confirmed": N_("confirmed"), "renumbered": N_("renumbered"),
}  # fmt: skip
_AUDITED = {
    "game started": N_("game started"), "game finished": N_("game finished"), "game frozen": N_("game frozen"),
    "game closed": N_("game closed"), "seat taken": N_("seat taken"), "seat confirmed": N_("seat confirmed"),
    "seat freed": N_("seat freed"), "question answered": N_("question answered"),
    "question dismissed": N_("question dismissed"), "question open": N_("question open"),
    "feedback closed": N_("feedback closed"), "settings changed": N_("settings changed"),
    "official ruling hidden": N_("official ruling hidden"), "official ruling back": N_("official ruling back"),
    "word added": N_("word added"), "word removed": N_("word removed"),
    "answer under review": N_("answer under review"), "answer endorsed": N_("answer endorsed"),
    "answer's mark removed": N_("answer's mark removed"),
}  # fmt: skip


_COMMENTS = (CONFIRMED_WITH, RENUMBERED_TO, RULES_CHANGED)
_DATE = re.compile(r"\b\d{4}-\d{2}-\d{2}$")

_SOURCES = {
    "server": N_("This server's ruling"), "curated": N_("Curated ruling"), "official": N_("Official ruling"),
    "rules": N_("Comprehensive Rules"),
}  # fmt: skip


def source_word(origin: str) -> str:
    """What a source of rulings is called (`rulings.model.Source`)."""
    return _(_SOURCES.get(origin, origin))


def field_word(name: str) -> str:
    """A field of a ruling, by its name in the TOML."""
    return _(_FIELDS.get(name, name))


def done_word(action: str) -> str:
    """What was done with a ruling in a revision."""
    return _(_DONE.get(action, action))


def audited(action: str) -> str:
    """What was done in a server, as its audit trail has it."""
    subject, _space, done = action.partition(" ")
    if subject == "ruling":
        return _("ruling {done}").format(done=done_word(done))
    return _(_AUDITED.get(action, action))


def commented(comment: str) -> str:
    """What was said of a revision: people's words as they are, the program's own in the reader's language."""
    date = _DATE.search(comment)
    own = next((each for each in _COMMENTS if date and each.format(edition=date[0]) == comment), None)
    return comment if own is None or date is None else _(own).format(edition=date[0])


def reported(report: str) -> str:
    """What is wrong with an answer, as `bot.services.answers` keeps it: the names of its parts are translated."""
    names = {"Rule: ": _("Rule: "), "Scenario:\n": _("Scenario:\n")}
    parts = report.split("\n\n")
    for place, part in enumerate(parts[1:], 1):
        name = next((name for name in names if part.startswith(name)), None)
        if name is not None:
            parts[place] = names[name] + part.removeprefix(name)
    return "\n\n".join(parts)
