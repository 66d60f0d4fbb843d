"""What is wrong with a ruling, so that a moderator can read it translated."""

from __future__ import annotations

from rulings.remarks import Remark


class Fault(Remark):
    """One sentence about a ruling; its values are keys, ids, dates and numbers."""

    __slots__ = ()
