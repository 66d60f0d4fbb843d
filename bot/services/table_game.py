"""One game at a table: its engine, a session of the scenario language for each seat, its journal. No I/O here.

Each seat has names of its own (given with `as`): a name is nobody else's business. The journal's rows carry what a
replay needs besides the action: the step as it was typed, the names that the seat has given, cards that came from
outside the game. Rows are secrets while the game runs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from bot.i18n import _
from bot.services.table_pace import need_pace
from bot.services.table_pool import GamePool
from bot.services.table_types import Refusal
from rulings.store import JournalRow
from simulator.errors import InvalidAction
from simulator.game import Game, Row, effective_rows
from simulator.model.actions import PlayerAction
from simulator.model.cards import CardPool, card_from_json
from simulator.model.decisions import Answer
from simulator.model.position import Position
from simulator.scenario import ast
from simulator.scenario.errors import ScenarioError
from simulator.scenario.names import fold
from simulator.scenario.parser import ScriptLine, parse_line, read_line
from simulator.scenario.port import Engine
from simulator.scenario.references import Alias
from simulator.scenario.result import StepResult
from simulator.scenario.session import ScenarioSession
from simulator.scenario.slots import OWN
from simulator.sentences import say

#: Longer journals are refused: no situation at a table needs so many actions.
MAX_ROWS = 2_000
#: What a seat may instruct from nowhere, for its own player.
_INSTRUCTIONS = (ast.Manifests, ast.ManifestsDread, ast.PutCard)
#: Steps that begin without a player's name.
_BARE = re.compile(r"(?:resolve|go to|next turn|put)\b", re.IGNORECASE)
_LAST_ALIAS = re.compile(r"(?P<step>.*?)(?P<alias>\s+as\s+\S+)?", re.DOTALL)


class TableGame:
    """A game in play and the names that its seats use.

    Args:
        pool: where new cards come from.
        header: what the game begins with.
        journal: its rows, as the store has them.

    Attributes:
        game: the engine.
        players: in turn order.
        deal: how often its cards were dealt again before the first action.
        deals_free_mana: it was dealt for somebody who pays no costs.

    Raises:
        Diverged: the replay leads elsewhere than when the game was played.
        InvalidAction: it was written by another version of the program.
    """

    def __init__(self, pool: CardPool, header: Mapping[str, Any], journal: Sequence[JournalRow]) -> None:
        self._given = pool, header
        self._journal = list(journal)
        self._cards = {**header["cards"], **_brought(journal)}
        self.game = Game.from_journal({**header, "cards": self._cards}, ())
        self.players = tuple(str(seat["name"]) for seat in header["position"]["seats"])
        dealt = header.get("dealt")
        self.deal = int(dealt.get("times", 0)) if dealt else 0
        self.deals_free_mana = bool(dealt) and any(seat["mana"] == "free" for seat in header["position"]["seats"])
        #: numbers of the rows with which a step begins, and who took it
        self._begun: dict[int, str | None] = {}
        self._notes: dict[int, dict[str, Any]] = {}
        kept = GamePool(pool, {name: card_from_json(card) for name, card in self._cards.items()})
        script = f"players: {', '.join(self.players)}"
        self._sessions = {
            player: ScenarioSession(kept, script, make_engine=lambda position, seed: self.game)
            for player in self.players
        }
        for player, names in header.get("names", {}).items():
            self._give(player, names)
        self._replay(journal)

    def again(self) -> TableGame:
        """The same game, replayed from its journal: after an undo the names are those of that moment again."""
        return TableGame(*self._given, self._journal)

    def _replay(self, journal: Sequence[JournalRow]) -> None:
        rows = [Row.from_json(row.seq, row.seat, row.state_hash, row.action) for row in journal]
        lasting = set(effective_rows(rows))
        for row, stored in zip(rows, journal, strict=True):
            self.game.replay(row)
            if stored.action.get("first"):
                self._begun[row.seq] = stored.action.get("by")
            if row.seq not in lasting:
                continue
            for session in self._sessions.values():
                session.refs.refresh()
            for player, names in stored.action.get("names", {}).items():
                self._give(player, names)

    def _give(self, player: str, names: Mapping[str, Any]) -> None:
        self._sessions[player].refs.aliases = {key: Alias(**value) for key, value in names.items()}

    # --- acting -------------------------------------------------------------------------------------------------------

    def act(self, player: str, step: str, others: Collection[str] = ()) -> StepResult:
        """Play a step for a seat.

        Args:
            player: whose seat it is.
            step: a step of the scenario language, with or without that player's name in front.
            others: the players of other people at the table, who pass for themselves.

        Raises:
            ScenarioError: it can't be read. InvalidAction: it names nothing, or isn't for that seat.
            AmbiguousAction: it names several things.
            Refusal: a table doesn't take such a step.
        """
        session = self._sessions[player]
        line = self._line(player, step)
        if line.kind != "step":
            raise Refusal(_("At a table only steps are played: what a player does, or that the game moves on."))
        self._need_allowed(player, session, line, others)
        before = self._names(player)
        length = len(self.game.rows)
        if length >= MAX_ROWS:
            raise Refusal(_("This table has seen too many actions. End it and start a new one."))
        try:
            return session.run(line, as_player=player)
        finally:
            for other, session in self._sessions.items():
                if other != player:
                    session.refs.refresh()
            self._note(length, {"first": True, "by": player, "text": line.text})
            names = self._names(player)
            if names != before and len(self.game.rows) > length:
                self._note(len(self.game.rows) - 1, {"names": {player: names}})

    def do(self, player: str, action: PlayerAction, text: str) -> None:
        """Take an action for a seat.

        Raises:
            IllegalAction: the rules forbid it. Unsupported: it isn't simulated.
        """
        self._tracked(player, text, lambda: self.game.act(player, action))

    def answer(self, player: str, picked: Sequence[int], amounts: Sequence[int] = (), text: str = "") -> None:
        """Answer the seat's pending decision by the numbers of its options.

        Raises:
            Refusal: it isn't asked. InvalidAction, IllegalAction: it is no legal answer.
        """
        pending = self.game.pending()
        if pending is None or pending.player != player:
            raise Refusal(_("{player} has nothing to decide.").format(player=player))
        if not set(picked) <= set(range(len(pending.options))):
            raise Refusal(_("That is none of the choices."))
        answer = Answer(tuple(picked), tuple(amounts), text)
        self._tracked(player, "chooses", lambda: self.game.answer(answer))

    def _tracked(self, player: str, text: str, work: Callable[[], None]) -> None:
        """Do something in one step of a seat, and note so for the journal."""
        length = len(self.game.rows)
        if length >= MAX_ROWS:
            raise Refusal(_("This table has seen too many actions. End it and start a new one."))
        try:
            work()
        finally:
            for session in self._sessions.values():
                session.refs.refresh()
            self._note(length, {"first": True, "by": player, "text": text})

    def spectator_script(self) -> str:
        """The position now as a spectator sees it: a script with `unknown` cards."""
        return self._sessions[self.players[0]].spectator_script()

    def _line(self, player: str, step: str) -> ScriptLine:
        """The step as a line of a script, with the player's name in front where it needs one."""
        try:
            return parse_line(self._whole(player, step), self.players)
        except ScenarioError:
            try:
                # what begins with no player, or with another one, is told apart from what can't be read
                return parse_line(step, self.players)
            except ScenarioError:
                pass
            raise

    def _whole(self, player: str, step: str) -> str:
        words = step.split()
        if not words:
            raise Refusal(_("What do you do? For example: `manifests Delver of Secrets`, `passes`, `resolve`."))
        if fold(words[0]) == fold(player):
            return step
        if not _BARE.match(step):
            return f"{player} {step}"
        if fold(words[0]) == "put" and "under" not in map(fold, words):
            parts = _LAST_ALIAS.fullmatch(step)
            assert parts is not None  # noqa: S101 - the pattern takes every text
            return f"{parts['step']} under {player}{parts['alias'] or ''}"
        return step

    def _need_allowed(
        self, player: str, session: ScenarioSession, line: ScriptLine, others: Collection[str] = ()
    ) -> None:
        move = read_line(line, session.names())
        need_pace(self.game, player, move, others)
        if not isinstance(move, ast.Instruction):
            return
        if not isinstance(move, _INSTRUCTIONS):
            raise Refusal(
                _(
                    "A table takes what players do by the rules; out of nowhere only `manifests CARD`, `cloaks CARD`, "
                    "`manifests dread` and `put CARD onto the battlefield`. `/sim run` plays everything else."
                )
            )
        if fold(move.player) != fold(player):
            raise Refusal(_("You play {player}: put cards down for {player} only.").format(player=player))

    def find(self, player: str, reference: str) -> int:
        """The object that a seat means: `#1`, a name that it gave, a card's name, as far as the seat sees it.

        Raises:
            InvalidAction: it names nothing that the seat could mean. AmbiguousAction: it names several things.
        """
        session = self._sessions[player]
        words = " ".join(reference.split())
        names = session.names()
        read = names.ref(f"#{words}" if words.isdecimal() else words)
        if read is None:
            nearest = names.nearest(words)
            why = names.why_not(words)
            raise InvalidAction(say("{why} Did you mean “{name}”?", why=why, name=nearest) if nearest else why)
        return session.refs.find(read, OWN, player, player)

    def undo(self, seat: str, *, agreed: bool) -> None:
        """Take the last step back that isn't taken back yet.

        Args:
            seat: who does it.
            agreed: every seat agrees.

        Raises:
            IllegalAction: there is none, or something hidden became known by it and not every seat agrees.
        """
        path = effective_rows(self.game.rows)
        begun = self._last_begun()
        self.game.undo(seat, to=max((seq for seq in path if seq < begun), default=0) if path else None, agreed=agreed)

    @property
    def last_by(self) -> str | None:
        """Whose step would be taken back; None if there is none."""
        return self._begun.get(self._last_begun())

    def _last_begun(self) -> int:
        lasting = set(effective_rows(self.game.rows))
        return max((seq for seq in self._begun if seq in lasting), default=0)

    # --- the journal --------------------------------------------------------------------------------------------------

    @property
    def saved(self) -> int:
        """How many rows are in the store."""
        return len(self._journal)

    def unsaved(self) -> list[JournalRow]:
        """The rows that aren't in the store yet."""
        found = []
        for row in self.game.rows[self.saved :]:
            action = {**row.to_json(), **self._notes.get(row.seq, {})}
            if cards := self._new_cards(row):
                action["cards"] = cards
            found.append(JournalRow(row.seq, row.seat, action, row.state_hash))
        return found

    def mark_saved(self, rows: Sequence[JournalRow]) -> None:
        """These rows are in the store now."""
        self._journal += rows
        self._notes.clear()

    def _note(self, index: int, extra: Mapping[str, Any]) -> None:
        """Keep something with the row of that index, if there is one."""
        if index < len(self.game.rows):
            seq = self.game.rows[index].seq
            self._notes.setdefault(seq, {}).update(extra)
            if extra.get("first"):
                self._begun[seq] = extra["by"]

    def _new_cards(self, row: Row) -> dict[str, Any]:
        """Definitions of cards from outside the game that the journal doesn't keep yet."""
        outside = row.payload.get("outside")
        name = outside.get("card") if isinstance(outside, Mapping) else None
        if name is None or name in self._cards:
            return {}
        self._cards[name] = self.game.brought(name)
        return {name: self._cards[name]}

    def _names(self, player: str) -> dict[str, Any]:
        return _written(self._sessions[player])


def begin(pool: CardPool, setup: str, seed: bytes, owners: Sequence[str] = ()) -> dict[str, Any]:
    """The header of a new game that a script sets up.

    Args:
        pool: where its cards come from.
        setup: the script.
        seed: for all that is random.
        owners: the players who may use the names that the script gives.

    Raises:
        ScenarioError: it can't be read. Unsupported: it can't be set up.
    """
    made: list[Game] = []

    def make(position: Position, seed: bytes) -> Engine:
        made.append(Game.from_position(position, seed))
        return made[0]

    session = ScenarioSession(pool, setup, seed, make)
    return {**made[0].header(), "names": {player: _written(session) for player in owners}}


def _written(session: ScenarioSession) -> dict[str, Any]:
    return {key: asdict(alias) for key, alias in session.refs.aliases.items()}


def _brought(journal: Sequence[JournalRow]) -> dict[str, Any]:
    """Definitions of the cards that came from outside the game."""
    found: dict[str, Any] = {}
    for row in journal:
        found.update(row.action.get("cards", {}))
    return found
