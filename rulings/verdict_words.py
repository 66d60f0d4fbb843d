"""How an answer says its verdict, in the languages that cards are printed in.

Shipped rulings are English. A server's own are in its language: a moderator who writes «Sí» has said the verdict.
"""

from __future__ import annotations

import re

# Only words that nothing else begins with: Spanish "si" without its accent is "if".
_YES = ("yes", "sí", "sì", "oui", "ja", "sim", "да", "はい", "예", "네", "是")
_NO = ("no", "non", "nein", "não", "nao", "нет", "いいえ", "아니요", "아니오", "不是", "否")
_DEPENDS = ("depends?", "depende", "dépend", "hängt", "dipende", "зависит")

#: Both verdicts as an answer begins with them: groups `yes` and `no`.
VERDICT = rf"(?:(?P<yes>{'|'.join(_YES)})|(?P<no>{'|'.join(_NO)}))(?!\w)"


def _anywhere(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)", re.IGNORECASE)


SAYS_YES, SAYS_NO, SAYS_DEPENDS = _anywhere(_YES), _anywhere(_NO), _anywhere(_DEPENDS)
