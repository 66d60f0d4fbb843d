"""The context in which rules run: state, answers, log; and how a rule asks a player.

A rule that needs a choice calls `ask`. When no answer is at hand, the operation is abandoned with `Pause` and the
decision is shown; once it is answered the operation runs again from its checkpoint with the answers so far. All
randomness lies in the state, so that the second run is the first one, continued.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from simulator.abilities import tree as t
from simulator.errors import IllegalAction, SimulatorError
from simulator.model.characteristics import Characteristics
from simulator.model.decisions import Answer, Decision, Option
from simulator.model.events import Event
from simulator.model.objects import GameObject, Happening
from simulator.model.rng import shuffled
from simulator.model.state import State
from simulator.rules.board_index import PRESENT, index_of
from simulator.sentences import say

#: Work of one operation, in judgements of one object: a bound on work, not on time (CR 732.4 for endless loops).
WORK_LIMIT = 400_000
#: Work of one game in all.
GAME_WORK_LIMIT = 2_000_000


class Hooks:
    """What higher modules of the rules give to the context, so that it need not import them."""

    characteristics: Callable[[Context, int], Characteristics]
    notice: Callable[[Context, Happening], None]


class Pause(Exception):
    """The operation waits for a decision."""

    def __init__(self, decision: Decision) -> None:
        super().__init__(decision.prompt)
        self.decision = decision


class Context:
    """One run of one operation.

    Attributes:
        state: changed in place. answers: given so far to this operation's decisions.
        working: characteristics while the layers are being applied, else None.
    """

    def __init__(self, state: State, answers: tuple[Answer, ...] = (), budget: int = WORK_LIMIT) -> None:
        self.state = state
        self.answers = answers
        self.asked = 0
        self.working: dict[int, Characteristics] | None = None
        self.work = 0
        self.budget = budget
        #: rules cited by what is being done right now, added to events that name none
        self.rules: tuple[str, ...] = ()
        #: objects that were revealed by what is being done right now
        self.shown: set[int] = set()
        #: replacement effects that are being carried out (CR 614.5)
        self.replacing: tuple[tuple[int, object], ...] = ()
        #: the permanent for which it is judged how it enters (CR 614.12), 0 if none
        self.entering = 0
        #: the batch of what leaves the battlefield right now, and the triggered abilities that there were before it
        self.before: tuple[int, list[tuple[int, t.Triggered]]] = (0, [])

    # --- asking ---------------------------------------------------------------------------------------

    def ask(self, decision: Decision) -> Answer:
        """The player's answer; one legal answer needs no question.

        Raises:
            Pause: the player has not answered yet.
            IllegalAction: the answer isn't one of the legal ones.
        """
        forced = decision.only_answer()
        if forced is not None and (not decision.hidden or self.asked < len(self.answers)) and decision.options:
            self.state.forced_log.append(decision)
        if forced is not None and not decision.hidden:
            return forced
        if self.asked < len(self.answers):
            answer = self.answers[self.asked]
            self.asked += 1
            check_answer(decision, answer)
            return answer
        raise Pause(decision)

    def choose(self, decision: Decision) -> list[Option]:
        """The chosen options."""
        return [decision.options[index] for index in self.ask(decision).chosen]

    def may(self, player: str, prompt: str, rules: tuple[str, ...] = ()) -> bool:
        """Whether the player does an optional thing (CR 608.2d)."""
        options = (Option("yes", True, say("yes")), Option("no", False, say("no")))
        return self.choose(Decision(player, "may", prompt, options, rules=rules, optional=True))[0].kind == "yes"

    def refrain(self, player: str, prompt: str, rules: tuple[str, ...] = ()) -> None:
        """Ask about an optional thing that the player can't do, which nobody else may know (CR 400.2)."""
        self.ask(
            Decision(player, "may", prompt, (Option("no", False, say("no")),), rules=rules, optional=True, hidden=True)
        )

    # --- telling --------------------------------------------------------------------------------------

    def tell(
        self,
        public: str | None,
        *rules: str,
        private: Iterable[tuple[str, str]] = (),
    ) -> None:
        """Write an event: what everybody sees (None: nothing) and what some players see more of it."""
        log = self.state.log
        log.append(Event(public, tuple(private), rules or self.rules, len(log)))

    def spend(self, amount: int = 1) -> None:
        """Count work; an endless loop ends the operation (CR 732.4 has no game for it, we stop)."""
        self.work += amount
        if self.work > self.budget:
            raise LoopLimit(
                say("This is more work than one game gets here: a loop (CR 732), or very many objects. It stops here."),
                "732.4",
            )

    # --- objects --------------------------------------------------------------------------------------

    def obj(self, id: int) -> GameObject:
        """The object, or as it last existed (CR 608.2h)."""
        found = self.state.objects.get(id)
        return found if found is not None else self.state.lki[id].object

    def exists(self, id: int) -> bool:
        """Whether the object is still the one it was (CR 400.7)."""
        return id in self.state.objects

    def present(self, ids: Iterable[int]) -> list[int]:
        """Those that an effect can act on: they still exist, and CR 702.26b: they aren't phased out."""
        objects = self.state.objects
        found = [id for id in ids if id in objects]
        for id in found:
            if objects[id].phased_out:
                self.tell(say("Something that is phased out isn't affected"), "702.26b")
        return [id for id in found if not objects[id].phased_out]

    def values(self, id: int) -> Characteristics:
        """Characteristics now, or as the object last existed."""
        # the quick way: while the layers are applied, or while nothing has changed since they were
        known = self.working if self.working is not None else self.state.cache.get("board")
        if known is not None:
            found: Characteristics | None = known.get(id)
            if found is not None:
                return found
        return Hooks.characteristics(self, id)

    def permanents(self) -> list[int]:
        """Ids of permanents that are phased in, by timestamp of arrival."""
        return index_of(self.state).lists[PRESENT]

    def controller(self, id: int) -> str:
        """Who controls it (its owner in zones where objects have no controller, CR 108.4a)."""
        found = self.obj(id)
        if found.zone in ("battlefield", "stack"):
            return self.values(id).controller
        return found.owner

    def shuffle(self, items: list[int]) -> list[int]:
        """The items in random order."""
        result, self.state.rng_counter = shuffled(self.state.seed, self.state.rng_counter, items)
        return result

    def happen(self, happening: Happening) -> None:
        """Record that something happened and let triggered abilities see it (CR 603.2)."""
        self.state.happened.append(happening)
        Hooks.notice(self, happening)

    def happen_together(self, happenings: Iterable[Happening]) -> None:
        """Record what happened at the same time, then let abilities see it; some look back (CR 603.10)."""
        several = list(happenings)
        self.state.happened += several
        for happening in several:
            Hooks.notice(self, happening)


class LoopLimit(SimulatorError):
    """The work of one operation went past its bound."""

    def __init__(self, message: str, *rules: str) -> None:
        super().__init__(message)
        self.rules = rules


def check_answer(decision: Decision, answer: Answer) -> None:
    """Refuse an answer that isn't legal.

    Raises:
        IllegalAction: with the rules that the decision names.
    """
    chosen = answer.chosen
    if answer.text:
        if not decision.open or chosen:
            raise IllegalAction(say("That is not one of the choices."), *decision.rules)
        return
    if decision.open and not chosen and not decision.options:
        return
    if any(index < 0 or index >= len(decision.options) for index in chosen):
        raise IllegalAction(say("That is not one of the choices."), *decision.rules)
    if decision.kind == "divide":
        amounts = answer.amounts
        if len(amounts) != len(chosen) or any(n < 0 for n in amounts) or sum(amounts) != decision.total:
            raise IllegalAction(say("The amounts must add up to {total}.", total=decision.total), *decision.rules)
        return
    if len(set(chosen)) != len(chosen) and decision.kind != "mode":
        raise IllegalAction(say("The same thing can't be chosen twice."), *decision.rules)
    if decision.kind == "order" and len(chosen) != len(decision.options):
        raise IllegalAction(say("All of them have to be put in an order."), *decision.rules)
    if decision.kind != "order" and not decision.minimum <= len(chosen) <= decision.maximum:
        wanted: str = str(decision.minimum)
        if decision.maximum != decision.minimum:
            wanted = say("{least} to {most}", least=decision.minimum, most=decision.maximum)
        raise IllegalAction(
            say("Choose {wanted} of them, not {number}.", wanted=wanted, number=len(chosen)), *decision.rules
        )
