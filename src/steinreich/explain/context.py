"""An action in a position, with answers derived from the rules."""

from collections import Counter
from collections.abc import Callable
from functools import cached_property
from typing import TypeVar

from steinreich.core.position import Position
from steinreich.explain.lookahead import Lookahead, OutOfTries, Promising, State, Turn
from steinreich.explain.reason import NEXT_PLAYER, OPPONENT, Person
from steinreich.explain.threats import Danger, Threat, danger, threat
from steinreich.rules.contract import DRAW, ONGOING
from steinreich.rules.language import Text

T = TypeVar("T")
MAX_TRIES = 1200  # actions that may be tried to answer one question


class Context:
    """An action in a position. Answers that would take too long are None."""

    def __init__(self, position: Position, action: int, promising: Promising | None = None) -> None:
        self.position = position
        self.action = action
        self.promising = promising
        self.game = position.game
        self.mover = position.player
        self.before: State = position.state
        self.name = position.name(action)
        self.after = position.after_legal(action)
        self.others = [other for other in position.actions() if other != action]

    def ask(self, question: Callable[[Lookahead], T]) -> T | None:
        """Return the answer to a question, or None if it needs too many tries."""
        try:
            return question(Lookahead(self.game, self.promising, MAX_TRIES))
        except OutOfTries:
            return None

    @property
    def turn_goes_on(self) -> bool:
        """Whether the mover acts again now, in this turn or an extra turn."""
        lookahead = Lookahead(self.game, None, 0)
        return not self.after.is_over and lookahead.goes_on(self.after.state, self.mover)

    @property
    def passes_on(self) -> bool:
        """Whether another player is to move now."""
        return not self.after.is_over and self.after.player != self.mover

    @property
    def moves_again(self) -> bool:
        """Whether the mover has another turn at once in a game for several players."""
        after, alone = self.after, self.game.players == 1
        return not (after.is_over or alone) and after.player == self.mover and after.starts_turn

    @property
    def rival_is_stuck(self) -> bool:
        """Whether the game is over because the next player has no legal action."""
        if self.game.players == 1 or not self.after.is_over:
            return False
        return self.ask(lambda lookahead: lookahead.actions(self.after.state)) == []

    @property
    def rival(self) -> Person:
        """The next player, as a part of sentences."""
        return OPPONENT if self.game.players == 2 else NEXT_PLAYER

    @cached_property
    def other_states(self) -> list[State]:
        """The states after the other actions."""
        return [self.game.definition.play(self.before, other) for other in self.others]

    @cached_property
    def others_lose(self) -> bool:
        """Whether each of the other actions loses at once."""
        fine = (ONGOING, DRAW, self.mover)
        return all(self.game.definition.outcome(s) not in fine for s in self.other_states)

    @cached_property
    def continuation(self) -> str | None:
        """The actions with which the mover can go on and win at once; None if there are none."""
        if not self.turn_goes_on:
            return None
        return self.ask(lambda lookahead: first_win(lookahead, self.after.state))

    @cached_property
    def missed(self) -> str | None:
        """A winning turn that begins with another action; None if there is none."""

        def question(lookahead: Lookahead) -> str | None:
            turns = (t for t in lookahead.winning_turns(self.before) if t[0] != self.action)
            turn = next(turns, None)
            return lookahead.named(self.before, turn) if turn else None

        return self.ask(question)

    @cached_property
    def rival_win(self) -> str | None:
        """A turn with which the next player wins; empty if there is none."""
        if not self.passes_on:
            return ""
        return self.ask(lambda lookahead: first_win(lookahead, self.after.state) or "")

    @cached_property
    def danger(self) -> Danger | None:
        """The threat of the next player after the other actions; None if there is none."""
        if not self.passes_on:
            return None
        return self.ask(lambda lookahead: danger(lookahead, self.other_states, self.mover))

    @cached_property
    def threat(self) -> Threat | None:
        """The mover's win in the next turn; None if there is none."""
        if not self.passes_on or self.rival_win != "":
            return None
        return self.ask(lambda lookahead: threat(lookahead, self.after.state, self.mover))

    @cached_property
    def taken(self) -> dict[str, int]:
        """The number of pieces of each colour that left the board."""
        before, after = Counter[str](), Counter[str]()
        for position, count in ((self.position, before), (self.after, after)):
            for piece in position.pieces():
                count[piece.colour] += piece.height
        return dict(before - after)

    @cached_property
    def replies(self) -> list[str]:
        """The names of the next player's actions."""
        return self.after.legal_moves() if self.passes_on else []

    @cached_property
    def new_task(self) -> Text | None:
        """The prompt of the next player, if it would differ after most other actions."""
        due = self.game.definition.prompt
        if not self.passes_on:
            return None
        live = [s for s in self.other_states if self.game.definition.outcome(s) == ONGOING]
        differing = sum(due(s) != self.after.prompt for s in live)
        return self.after.prompt if 2 * differing > len(live) else None


def first_win(lookahead: Lookahead, s: State) -> str | None:
    """Return the first winning turn of the player to move, if there is one."""
    turn: Turn | None = next(lookahead.winning_turns(s), None)
    return lookahead.named(s, turn) if turn else None
