"""Which abilities the rules carry out: for reports about what is simulated."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.rules.effects.registry import supported_kinds
from simulator.rules.reading import known_keyword
from simulator.rules.support import KEYWORD_ACTIONS, missing
from simulator.sentences import say


def executes(ability: t.Ability) -> bool:
    """Whether the simulator carries out an ability that was read: every node and word of it is known to the rules."""
    return not lacking(ability)


def lacking(ability: t.Ability) -> str:
    """What of an ability that was read isn't carried out, in the words of the rules; empty if all of it is."""
    kinds = supported_kinds() | {t.Modes}  # modes are chosen as the ability is announced
    for node in t.walk(ability):
        if isinstance(node, t.UnsupportedAbility):
            return say("an ability that it gives")
        if isinstance(node, t.Effect) and type(node) not in kinds:
            return say("an instruction of it")
        if isinstance(node, t.KeywordAction) and node.action not in KEYWORD_ACTIONS:
            return say("the keyword action “{action}”", action=node.action)
        if isinstance(node, t.Keyword) and not known_keyword(node):
            return node.name
    return next(iter(missing(ability)), "")
