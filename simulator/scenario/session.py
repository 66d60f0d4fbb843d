"""A scenario in play, line by line: what the console, a table and the runner share."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Literal, cast

from simulator.errors import AmbiguousAction, IllegalAction, InvalidAction, SimulatorError, Unsupported
from simulator.model.cards import CardPool
from simulator.model.decisions import Answer, Decision
from simulator.model.position import Position
from simulator.scenario import ast
from simulator.scenario.acting import Acting
from simulator.scenario.answering import DECLARATIONS, Answering, chosen_text
from simulator.scenario.checks import Checks, Marks, Verdict
from simulator.scenario.errors import ScenarioError
from simulator.scenario.invented import invented_definition, invented_subtypes
from simulator.scenario.names import Names, fold
from simulator.scenario.parser import Scenario, ScriptLine, parse_line, parse_scenario, read_line
from simulator.scenario.pool_names import PoolNames
from simulator.scenario.port import Engine
from simulator.scenario.position import arrange, free_mana_players
from simulator.scenario.references import References
from simulator.scenario.result import Assumption, Failure, Status, StepResult
from simulator.scenario.spectator import spectator_script
from simulator.sentences import say

EngineMaker = Callable[[Position, bytes], Engine]
#: Equal scripts give equal games; a table brings a seed of its own.
DEFAULT_SEED = b"scenario"
#: More decisions in a row than any game asks.
_MAX_DECISIONS = 500
_MAX_RESOLVED = 500
# CR 118.3, 601.2h: a cost that can't be paid is refused by either
_ALIKE = (frozenset({"118.3", "601.2h"}),)
_RULE = re.compile(r"(\d+)(?:\.(\d+)([a-z])?)?")


def new_game(position: Position, seed: bytes) -> Engine:
    """The simulator's own engine."""
    from simulator.game import Game

    return Game.from_position(position, seed)


class ScenarioSession:
    """A game and the names that its script gave.

    Args:
        pool: where cards come from.
        setup: a script whose set-up begins the game; its steps and checks are `self.scenario.body`, not played yet.
        seed: for all that is random.
        make_engine: the engine.

    Attributes:
        game: the engine. scenario: the script that was given.

    Raises:
        ScenarioError: the script can't be read.
        Unsupported: the position can't be set up.
    """

    def __init__(
        self, pool: CardPool, setup: str = "", seed: bytes = DEFAULT_SEED, make_engine: EngineMaker = new_game
    ) -> None:
        self.scenario: Scenario = parse_scenario(setup)
        invented = [invented_definition(card) for card in self.scenario.cards]
        self.cards = PoolNames(pool, invented)
        self._names = Names(self.scenario.players, self.cards, subtypes=invented_subtypes(invented))
        arrangement = arrange(self.scenario, self._names, self.cards)
        self.position = arrangement.position
        self.game = make_engine(self.position, seed)
        self.refs = References(self.game, self.cards)
        for name, place in arrangement.aliases.values():
            self.refs.name_card(name, self.game.placed[place])
        self._answering = Answering(self.game, self.refs)
        self._checks = Checks(self.game, self.refs, self._answering)
        self._marks = Marks()
        self._lines = 0

    @property
    def players(self) -> tuple[str, ...]:
        """In turn order."""
        return self.scenario.players

    @property
    def free_mana(self) -> tuple[str, ...]:
        """Players whose costs are announced but not paid."""
        return free_mana_players(self.position.seats)

    def names(self) -> Names:
        """What may be named now: cards, players, names given with `as`, objects that all see."""
        aliases = {key: alias.name for key, alias in self.refs.aliases.items()}
        base = self._names
        return Names(base.players, base.cards, aliases, self.refs.object_names(), base.subtypes)

    def spectator_script(self) -> str:
        """The position now as somebody sees it who has no seat: a script with `unknown` cards."""
        return spectator_script(self.game, self.players, self.cards, self.scenario.cards)

    # ------------------------------------------------------------------ lines

    def run_line(self, text: str, as_player: str | None = None, instructions: bool = True) -> StepResult:
        """Play one line.

        Args:
            text: a step or check, without line breaks.
            as_player: the player whose seat acts: then only their own steps, naming only what they may see, and no
                checks; decisions of others are never assumed. None: the tester.
            instructions: whether instructions from nowhere are allowed.

        Raises:
            ScenarioError: it can't be read. InvalidAction: it names nothing, or isn't for that seat.
            AmbiguousAction: it names several things.
        """
        self._lines += 1
        line = parse_line(text, self.players, self._lines)
        return self.run(line, as_player, instructions)

    def run(
        self,
        line: ScriptLine,
        as_player: str | None = None,
        instructions: bool = True,
        answer_follows: bool = False,
    ) -> StepResult:
        """Play a line of a script; `answer_follows`: the next step answers what is pending, so a refusal leaves it."""
        statement = read_line(line, self.names())
        if line.kind == "check":
            _need_tester(as_player)
            return self._check(line, cast(ast.Check, statement))
        if isinstance(statement, ast.Refuse):
            _need_tester(as_player)
            return self._refuse(line, statement, answer_follows)
        move = cast(ast.Move, statement)
        _need_seat(move, as_player, instructions)
        return self._step(line, move, as_player)

    # ------------------------------------------------------------------ steps

    def _step(self, line: ScriptLine, move: ast.Move, as_player: str | None) -> StepResult:
        marks = Marks(len(self.game.triggered()), len(self.game.revealed()))
        logged = len(self.game.log())
        assumed = self._assume(line, move, as_player)
        if not isinstance(move, ast.Chooses):
            self._answering.begin()
        status, message, rules = self._attempt(move, as_player)
        self._marks = marks
        events = tuple(self.game.log()[logged:])
        failures = (
            (
                Failure(
                    line.number,
                    say("the step is legal"),
                    say("refused: {message}", message=_with_rules(message, rules)),
                ),
            )
            if status == "refused" and not isinstance(move, ast.Instruction)
            else ()
        )
        if not message and (waiting := self._stopped(move)) is not None:
            message = waiting
        cited = dict.fromkeys([*rules, *(rule for event in events for rule in event.rules)])
        result = StepResult(line.number, line.text, "step", status, tuple(cited), events)
        return self._judged(replace(result, failures=failures, assumed=assumed, message=message))

    def _attempt(self, move: ast.Move, as_player: str | None) -> tuple[Status, str, tuple[str, ...]]:
        """Carry a step out: its status, why it was refused, and the rules that refuse it."""
        try:
            began = self.game.turn()
            nothing = self._carry_out(move, Acting(self.game, self.refs, as_player))
            if as_player is None:
                self._go_on(move, began)
        except IllegalAction as refusal:
            return "refused", str(refusal), refusal.rules
        except (InvalidAction, AmbiguousAction):
            raise
        except SimulatorError as fault:
            return "unsupported", str(fault), ()
        finally:
            self.refs.refresh()
        return ("refused", say("The rules turn this into nothing."), nothing) if nothing else ("ok", "", ())

    def _carry_out(self, move: ast.Move, acting: Acting) -> tuple[str, ...]:
        """Returns the rules that turned an instruction into nothing."""
        match move:
            case ast.Chooses(player, answers):
                self._answering.choose(player, answers)
            case ast.Resolve(everything):
                self._resolve(everything)
            case ast.GoTo(step, player):
                self.game.advance(step, player)
            case ast.NextTurn():
                self.game.next_turn()
            case _ if isinstance(move, ast.PlayerStep):
                acting.act(move)
            case _:
                return acting.instruct(move).nothing
        return ()

    def _resolve(self, everything: bool) -> None:
        self.game.resolve_top()
        for _ in range(_MAX_RESOLVED if everything else 0):
            self._answer_needless()
            if self.game.pending() is not None or not self.game.zone("stack"):
                return
            self.refs.refresh()
            self.game.resolve_top()
        if everything:
            raise Unsupported(say("After {number} resolutions the stack still isn't empty.", number=_MAX_RESOLVED))

    def _answer_needless(self) -> bool:
        """Answer what is asked only so that others don't learn anything: a decision with one legal answer."""
        found = False
        for _ in range(_MAX_DECISIONS):
            decision = self.game.pending()
            if decision is None or not _needless(decision):
                break
            found = True
            self._answer_default(decision)
        return found

    def _go_on(self, move: ast.Move, began: tuple[str, str]) -> None:
        """After a step: a decision with one legal answer needs no line, and doesn't stop what was going on."""
        for _ in range(_MAX_DECISIONS):
            if not self._answer_needless() or self.game.pending() is not None:
                return
            active, step = self.game.turn()
            if isinstance(move, ast.GoTo) and (step != move.step or move.player not in (None, active)):
                self.game.advance(move.step, move.player)
            elif isinstance(move, ast.NextTurn) and (step != "main" or (active, step) == began):
                self.game.next_turn()
            else:
                return

    def _stopped(self, move: ast.Move) -> str | None:
        """The report of a step that stopped early because a decision needs an answer."""
        decision = self.game.pending()
        if decision is None or decision.kind in DECLARATIONS:
            return None
        if isinstance(move, ast.GoTo | ast.NextTurn) or (isinstance(move, ast.Resolve) and move.everything):
            return say("Stopped early: {player} has to decide.", player=decision.player)
        return None

    # ------------------------------------------------------------------ decisions that no step answers

    def _assume(self, line: ScriptLine, move: ast.Move, as_player: str | None) -> tuple[Assumption, ...]:
        assumed: list[Assumption] = []
        for _ in range(_MAX_DECISIONS):
            decision = self.game.pending()
            if decision is None or _answers(move, decision):
                return tuple(assumed)
            if decision.kind in DECLARATIONS:
                self._answer_default(decision)
                continue
            if as_player is not None:
                raise InvalidAction(say("{player} has to decide first.", player=decision.player))
            answer = self._answer_default(decision)
            assumed.append(_assumption(line, decision, answer))
        raise Unsupported(say("More than {number} decisions in a row.", number=_MAX_DECISIONS))

    def _answer_default(self, decision: Decision) -> Answer:
        answer = decision.default()
        try:
            self.game.answer(answer)
        except IllegalAction:
            # the action can't be completed so: it was taken back (CR 733.1)
            if self.game.pending() is not None:
                raise
        self.refs.refresh()
        return answer

    # ------------------------------------------------------------------ checks and refusals

    def _check(self, line: ScriptLine, check: ast.Check) -> StepResult:
        try:
            verdicts = self._checks.verdicts(check, self._marks)
        except (InvalidAction, AmbiguousAction):
            raise
        except SimulatorError as fault:
            return self._judged(StepResult(line.number, line.text, "check", "unsupported", message=str(fault)))
        return self._judged(_checked(line, verdicts))

    def _refuse(self, line: ScriptLine, refuse: ast.Refuse, answer_follows: bool) -> StepResult:
        logged = len(self.game.log())
        assumed = () if answer_follows else self._assume(line, refuse.step, None)
        status, message, rules = self._attempt(refuse.step, None)
        if status == "ok" and isinstance(refuse.step, ast.PlayerStep) and not isinstance(refuse.step, ast.Chooses):
            more, refusal = self._announced(line)
            assumed += more
            if refusal is not None:
                status, message, rules = "refused", str(refusal), refusal.rules
        result = StepResult(line.number, line.text, "refuse", status, rules, tuple(self.game.log()[logged:]))
        result = replace(result, assumed=assumed, message=message)
        if status == "unsupported":
            return self._judged(result)
        verdict = _refusal(refuse, status, message, rules)
        failures = () if verdict.holds else (Failure(line.number, verdict.expected, verdict.actual),)
        return self._judged(replace(result, passed=int(verdict.holds), failures=failures))

    def _announced(self, line: ScriptLine) -> tuple[tuple[Assumption, ...], IllegalAction | None]:
        """Go on with an announcement that asks something: what its default choices come to may still be refused."""
        assumed: list[Assumption] = []
        for _ in range(_MAX_DECISIONS):
            decision = self.game.pending()
            if decision is None or decision.kind in DECLARATIONS:
                break
            answer = decision.default()
            assumed.append(_assumption(line, decision, answer))
            try:
                self.game.answer(answer)
            except IllegalAction as refusal:
                return tuple(assumed), refusal
            finally:
                self.refs.refresh()
        return tuple(assumed), None

    def _judged(self, result: StepResult) -> StepResult:
        """The result with what isn't simulated; after that, what doesn't hold is no failure but a doubt."""
        unsupported = [result.message] if result.status == "unsupported" else []
        met = tuple(dict.fromkeys([*unsupported, *self.game.unsupported]))
        if met and result.failures:
            return replace(result, unsupported=met, failures=(), doubts=result.failures)
        return replace(result, unsupported=met)


def _assumption(line: ScriptLine, decision: Decision, answer: Answer) -> Assumption:
    return Assumption(line.number, decision.player, decision.prompt, chosen_text(decision, answer))


def _needless(decision: Decision) -> bool:
    """Whether it is asked for others' eyes alone: it has one legal answer, or all of them come to the same."""
    alike = decision.kind == "order" and len({option.label for option in decision.options}) == 1
    return decision.hidden and (alike or decision.only_answer() is not None)


def _answers(move: ast.Move, decision: Decision) -> bool:
    """Whether a step answers the pending decision."""
    if decision.kind == "attackers":
        return isinstance(move, ast.Attacks)
    if decision.kind == "blockers":
        return isinstance(move, ast.Blocks)
    return isinstance(move, ast.Chooses) and move.player == decision.player


def line_kind(line: ScriptLine) -> Literal["step", "refuse", "check"]:
    """What sort of line it is."""
    return "refuse" if line.kind == "refuse" else "check" if line.kind == "check" else "step"


def _need_tester(as_player: str | None) -> None:
    if as_player is not None:
        raise InvalidAction(say("Checks aren't for a seat at a table: they would show what is hidden from it."))


def _need_seat(move: ast.Move, as_player: str | None, instructions: bool) -> None:
    if isinstance(move, ast.Instruction) and not instructions:
        raise InvalidAction(say("Instructions from nowhere aren't allowed here: only what players do."))
    player = getattr(move, "player", None)
    mine = isinstance(move, ast.GameStep) or player is None or as_player is None or fold(player) == fold(as_player)
    if not mine:
        raise InvalidAction(say("You play {seat}: only {player} can do that.", seat=str(as_player), player=str(player)))


def _checked(line: ScriptLine, verdicts: list[Verdict]) -> StepResult:
    failures = tuple(Failure(line.number, each.expected, each.actual) for each in verdicts if not each.holds)
    return StepResult(line.number, line.text, "check", passed=sum(each.holds for each in verdicts), failures=failures)


def _refusal(refuse: ast.Refuse, status: Status, message: str, rules: tuple[str, ...]) -> Verdict:
    expected = say("refused for {rule}", rule=refuse.rule) if refuse.rule else say("refused")
    if status != "refused":
        return Verdict(False, expected, say("the step is legal"))
    fits = refuse.rule is None or any(same_rule(refuse.rule, rule) for rule in rules)
    return Verdict(fits, expected, say("refused: {message}", message=_with_rules(message, rules)))


def _with_rules(message: str, rules: tuple[str, ...]) -> str:
    return say("{message} [{rules}]", message=message, rules=rules) if rules else message


def same_rule(wanted: str, given: str) -> bool:
    """Whether a refusal's rule is the one that was named: that rule, its parent or a subrule of it."""
    if any({wanted, given} <= alike for alike in _ALIKE):
        return True
    return given in (wanted, _parent(wanted)) or _is_under(given, wanted)


def _parent(rule: str) -> str:
    match = _RULE.fullmatch(rule)
    if match is None or match[2] is None:
        return ""
    return f"{match[1]}.{match[2]}" if match[3] else match[1]


def _is_under(rule: str, above: str) -> bool:
    while rule:
        rule = _parent(rule)
        if rule == above:
            return True
    return False


__all__ = ["DEFAULT_SEED", "EngineMaker", "ScenarioError", "ScenarioSession", "new_game", "same_rule"]
