"""Answers of a `chooses` step matched with the options of the pending decision."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from simulator.errors import IllegalAction, SimulatorError
from simulator.model.decisions import Answer, Decision, Option
from simulator.scenario import ast
from simulator.scenario.names import fold
from simulator.scenario.naming import is_card
from simulator.scenario.port import Engine, TellsForced
from simulator.scenario.print_words import answer_text
from simulator.scenario.references import References
from simulator.sentences import say
from simulator.symbols import COLOR_NAMES, parse_mana_cost

#: Decisions that a declaration step makes; left alone, nobody attacks or blocks.
DECLARATIONS = ("attackers", "blockers")
_CHOICES = 12


class Answering:
    """Matches answers with options."""

    def __init__(self, engine: Engine, refs: References) -> None:
        self.engine = engine
        self.refs = refs
        #: how many decisions nobody had to be asked when the last step began that was no answer
        self.forced_before = 0
        self._player = ""

    def begin(self) -> None:
        """A step that is no answer begins."""
        self.forced_before = len(self._forced())

    def _forced(self) -> Sequence[Decision]:
        return self.engine.forced() if isinstance(self.engine, TellsForced) else ()

    def choose(self, player: str, answers: Sequence[ast.Answer]) -> None:
        """Answer the pending decision, and with what is left the decisions that follow it.

        Raises:
            IllegalAction: nothing of this player's is pending, or an answer is none of the options.
        """
        self._player = player
        left = list(answers)
        made = [decision for decision in self._forced()[self.forced_before :] if decision.player == player]
        while left:
            decision = self.engine.pending()
            if decision is None or decision.player != player or not self._fits_any(decision, left[0]):
                onward = self._made(made, left)
                if onward is not None:
                    left = onward
                    continue
            if decision is None or decision.player != player:
                said = ", ".join(map(answer_text, left))
                raise IllegalAction(
                    say("{player} has nothing to decide: nothing asks for “{said}”.", player=player, said=said)
                )
            itself = self._itself(decision, player, left)
            if itself is not None:
                left = itself
                continue
            chosen, left = self.match(decision, left)
            self.engine.answer(chosen)
            self.refs.refresh()

    def _made(self, made: list[Decision], answers: list[ast.Answer]) -> list[ast.Answer] | None:
        """What is left of the answers after a decision that had one legal answer; None if they answer no such one."""
        for decision in made:
            try:
                _, left = self.match(decision, answers)
            except IllegalAction:
                continue
            made.remove(decision)
            return left
        return None

    def _fits_any(self, decision: Decision, answer: ast.Answer) -> bool:
        try:
            self.match(decision, [answer])
        except IllegalAction:
            return False
        return True

    def match(self, decision: Decision, answers: list[ast.Answer]) -> tuple[Answer, list[ast.Answer]]:
        """The answer to one decision, and the answers that are left for the next.

        Raises:
            IllegalAction: an answer is none of the options.
        """
        first = answers[0]
        if isinstance(first, ast.YesNoAnswer) and (taken := _yes_or_no(decision, first.yes)) is not None:
            return taken, answers[1:]
        if isinstance(first, ast.DivisionAnswer):
            return self._division(decision, first), answers[1:]
        if decision.open and isinstance(first, ast.RefAnswer) and isinstance(first.ref, ast.NameRef):
            # CR 201.4: a card that nobody sees here may be named too
            if not any(self.fits(option, first) for option in decision.options) and first.ref.card is not None:
                return Answer((), text=first.ref.card.part), answers[1:]
        return self._picks(decision, answers)

    def _itself(self, decision: Decision, player: str, answers: list[ast.Answer]) -> list[ast.Answer] | None:
        """A "you may" that is answered with the thing itself: yes, and what it is; None for any other decision."""
        yes = next((index for index, option in enumerate(decision.options) if option.kind == "yes"), None)
        first = answers[0]
        if yes is None or not isinstance(first, ast.RefAnswer):
            return None
        if not isinstance(first.ref, ast.PlayerRef) and self.refs.checked(first.ref) is None:
            raise IllegalAction(say("“{answer}” isn't what may be done.", answer=answer_text(first)), *decision.rules)
        self.engine.answer(Answer((yes,)))
        self.refs.refresh()
        onward = self.engine.pending()
        asked = onward is not None and onward.player == player
        if onward is not None and asked and any(self.fits(option, first) for option in onward.options):
            return answers
        return answers[1:]

    def _picks(self, decision: Decision, answers: list[ast.Answer]) -> tuple[Answer, list[ast.Answer]]:
        ordered = decision.kind == "order"
        most = len(decision.options) if ordered else decision.maximum
        picked: list[int] = []
        rest = [part for answer in answers for part in self._parts(decision, answer)]
        while rest and len(picked) < max(most, 1):
            picked.append(self._option(decision, rest[0], picked))
            rest = rest[1:]
        if ordered:
            picked += [index for index in range(len(decision.options)) if index not in picked]
        return Answer(tuple(picked)), rest

    def _parts(self, decision: Decision, answer: ast.Answer) -> list[ast.Answer]:
        """An answer of several things, one by one."""
        if isinstance(answer, ast.GroupAnswer):
            return [ast.RefAnswer(ref) for ref in answer.refs]
        if isinstance(answer, ast.ManaAnswer) and not any(self.fits(option, answer) for option in decision.options):
            return [ast.ManaAnswer(str(symbol)) for symbol in parse_mana_cost(answer.mana).symbols]
        return [answer]

    def _option(self, decision: Decision, answer: ast.Answer, picked: Sequence[int]) -> int:
        repeatable = decision.kind == "mode"
        fitting = [index for index, option in enumerate(decision.options) if self.fits(option, answer)]
        free = [index for index in fitting if index not in picked]
        if free or (fitting and repeatable):
            return (free or fitting)[0]
        raise IllegalAction(
            say(
                "“{answer}” is none of the choices: {options}.",
                answer=answer_text(answer),
                options=options_text(decision),
            ),
            *decision.rules,
        )

    def _division(self, decision: Decision, answer: ast.DivisionAnswer) -> Answer:
        if decision.kind != "divide":
            raise IllegalAction(
                say("Nothing is to be divided: {options}.", options=options_text(decision)), *decision.rules
            )
        amounts = [0] * len(decision.options)
        for ref, number in answer.parts:
            amounts[self._option(decision, ast.RefAnswer(ref), ())] += number
        return Answer(tuple(range(len(amounts))), tuple(amounts))

    # ------------------------------------------------------------------ one option

    def fits(self, option: Option, answer: ast.Answer) -> bool:
        """Whether an answer of one thing names the option."""
        match answer:
            case ast.RefAnswer(ref):
                return self._is_ref(option, ref)
            case ast.ModeAnswer(number):
                return _is_place(option, number)
            case ast.NumberAnswer(number):
                return _is_number(option, number)
            case ast.ColorAnswer(color):
                return _is_color(option, color)
            case ast.ManaAnswer(mana):
                return _is_mana(option, mana)
            case ast.YesNoAnswer(yes):
                return option.kind == ("yes" if yes else "no")
            case ast.TypeAnswer() | ast.SizeAnswer():
                return fold(str(option.value)) == fold(answer_text(answer))
            case _:
                return False

    def _is_ref(self, option: Option, ref: ast.AnyRef) -> bool:
        if isinstance(ref, ast.PlayerRef):
            return option.kind in ("player", "word") and option.value == ref.name
        if option.kind == "object" and isinstance(option.value, int):
            return self._is_object(option.value, ref)
        # a name, or a word, that is chosen
        return isinstance(ref, ast.NameRef) and is_card(ref, str(option.value), self.refs.cards)

    def _is_object(self, id: int, ref: ast.ObjectRef) -> bool:
        if not isinstance(ref, ast.NameRef) or ref.number is not None:
            return self.refs.means(ref, id)
        facts = self.refs.recall(id)
        if facts is None:
            return False
        if facts.kind == "ability" and facts.source is not None:
            return self.refs.means(ref, facts.source)
        seen = self.engine.sees(self._player, id) if self._player else None
        return any(name and is_card(ref, name, self.refs.cards) for name in (facts.name, seen))

    def may_choose(self, decision: Decision, answers: Sequence[ast.Answer]) -> bool:
        """Whether these answers, each whole, are exactly the choices that the player has."""
        self._player = decision.player
        wanted: set[frozenset[int]] = set()
        for answer in answers:
            if isinstance(answer, ast.YesNoAnswer) and (taken := _yes_or_no(decision, answer.yes)) is not None:
                wanted.add(frozenset(taken.chosen))
                continue
            try:
                wanted.add(self._whole(decision, answer, wanted))
            except SimulatorError:
                return False
        return wanted == {frozenset({index}) for index in range(len(decision.options))} or wanted == _combinations(
            decision
        )

    def _whole(self, decision: Decision, answer: ast.Answer, before: set[frozenset[int]]) -> frozenset[int]:
        parts = self._parts(decision, answer)
        if len(parts) == 1:
            used = [index for group in before for index in group]
            return frozenset({self._option(decision, parts[0], used)})
        picked: list[int] = []
        for part in parts:
            picked.append(self._option(decision, part, picked))
        return frozenset(picked)


def _yes_or_no(decision: Decision, yes: bool) -> Answer | None:
    """Yes or no (none) where the decision has such an answer."""
    wanted = "yes" if yes else "no"
    found = next((index for index, option in enumerate(decision.options) if option.kind == wanted), None)
    if found is not None:
        return Answer((found,))
    if not yes and (decision.minimum == 0 or decision.optional):
        return Answer(())
    return Answer((0,)) if yes and len(decision.options) == 1 else None


def _combinations(decision: Decision) -> set[frozenset[int]]:
    """All sets of options that may be chosen, of a decision with few options."""
    count = len(decision.options)
    if count > _CHOICES:
        return set()
    sizes = range(decision.minimum, min(decision.maximum, count) + 1)
    return {frozenset(group) for size in sizes for group in combinations(range(count), size)}


def _is_place(option: Option, number: int) -> bool:
    """Modes, abilities and costs are counted from 1."""
    return option.kind in ("mode", "cost") and option.value == number - 1


def _is_number(option: Option, number: int) -> bool:
    return _is_place(option, number) or (option.kind in ("number", "word") and str(option.value) == str(number))


def _is_color(option: Option, color: str) -> bool:
    if option.kind == "mana":
        return str(option.value).strip("{}") == color
    return option.value == color or fold(str(option.value)) == COLOR_NAMES[color]


def _is_mana(option: Option, mana: str) -> bool:
    if option.kind not in ("mana", "color", "cost"):
        return False
    text = str(option.value) if option.kind != "cost" else option.label
    wanted = sorted(str(symbol) for symbol in parse_mana_cost(mana).symbols)
    try:
        return sorted(str(symbol) for symbol in parse_mana_cost(text).symbols) == wanted
    except ValueError:
        return "{" + text + "}" == mana


def options_text(decision: Decision) -> str:
    """The options in the words of the player who decides."""
    labels = [option.label or str(option.value) for option in decision.options]
    more = len(labels) - _CHOICES
    shown = tuple(labels[:_CHOICES])
    if more > 0:
        return say("{options} and {more} more", options=shown, more=more)
    return say("{options}", options=shown)


def chosen_text(decision: Decision, answer: Answer) -> str:
    """What an answer chose, in words."""
    labels = [decision.options[index].label or str(decision.options[index].value) for index in answer.chosen]
    if answer.amounts:
        shares = zip(labels, answer.amounts, strict=True)
        labels = [say("{label} {amount}", label=label, amount=amount) for label, amount in shares]
    return say("{labels}", labels=tuple(labels)) if labels else say("none")
