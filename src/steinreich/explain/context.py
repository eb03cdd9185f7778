"""The context of reasons: an action in a position, and facts about it derived from the rules."""

from collections import Counter
from collections.abc import Callable
from functools import cached_property
from typing import TypeVar

from steinreich.core.position import Position
from steinreich.explain.lookahead import Lookahead, OutOfTries, Promising, State, Turn
from steinreich.explain.reason import NEXT_PLAYER, OPPONENT, Person
from steinreich.explain.threats import Danger, Threat, find_danger, find_threat
from steinreich.rules.contract import DRAW, ONGOING
from steinreich.rules.language import Text

T = TypeVar("T")
MAX_TRIES = 1200  # actions that may be played to answer one question


class Context:
    """An action in a position, and facts about it; facts that take too long to find are None."""

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
    def turn_continues(self) -> bool:
        """True if the mover also plays the next action, in this turn or an extra turn."""
        lookahead = Lookahead(self.game, None, 0)
        return not self.after.is_over and lookahead.continues_turn(self.after.state, self.mover)

    @property
    def passes_turn(self) -> bool:
        """True if another player plays the next action."""
        return not self.after.is_over and self.after.player != self.mover

    @property
    def moves_again(self) -> bool:
        """True if the mover has an extra turn in a game for several players."""
        after, is_solo = self.after, self.game.players == 1
        return not (after.is_over or is_solo) and after.player == self.mover and after.starts_turn

    @property
    def rival_is_stuck(self) -> bool:
        """True if the game is over because the next player has no legal action."""
        if self.game.players == 1 or not self.after.is_over:
            return False
        return self.ask(lambda lookahead: lookahead.actions(self.after.state)) == []

    @property
    def rival(self) -> Person:
        """The name of the next player in sentences."""
        return OPPONENT if self.game.players == 2 else NEXT_PLAYER

    @cached_property
    def other_states(self) -> list[State]:
        """The states after the other actions."""
        return [self.game.definition.play(self.before, other) for other in self.others]

    @cached_property
    def others_lose(self) -> bool:
        """True if each of the other actions loses at once."""
        not_lost = (ONGOING, DRAW, self.mover)
        return all(self.game.definition.outcome(s) not in not_lost for s in self.other_states)

    @cached_property
    def continuation(self) -> str | None:
        """The next actions with which the mover wins in this turn; None if there are none."""
        if not self.turn_continues:
            return None
        return self.ask(lambda lookahead: first_win(lookahead, self.after.state))

    @cached_property
    def missed_win(self) -> str | None:
        """A winning turn that begins with another action; None if there is none."""

        def question(lookahead: Lookahead) -> str | None:
            turns = (t for t in lookahead.winning_turns(self.before) if t[0] != self.action)
            turn = next(turns, None)
            return lookahead.name_turn(self.before, turn) if turn else None

        return self.ask(question)

    @cached_property
    def rival_win(self) -> str | None:
        """A turn with which the next player wins; empty if there is none."""
        if not self.passes_turn:
            return ""
        return self.ask(lambda lookahead: first_win(lookahead, self.after.state) or "")

    @cached_property
    def danger(self) -> Danger | None:
        """The threat of the next player after the other actions; None if there is none."""
        if not self.passes_turn:
            return None
        return self.ask(lambda lookahead: find_danger(lookahead, self.other_states, self.mover))

    @cached_property
    def threat(self) -> Threat | None:
        """The mover's win in the next turn; None if there is none."""
        if not self.passes_turn or self.rival_win != "":
            return None
        return self.ask(lambda lookahead: find_threat(lookahead, self.after.state, self.mover))

    @cached_property
    def removed_pieces(self) -> dict[str, int]:
        """The number of pieces of each colour that the action removes from the board."""
        before, after = Counter[str](), Counter[str]()
        for position, count in ((self.position, before), (self.after, after)):
            for piece in position.pieces():
                count[piece.colour] += piece.height
        return dict(before - after)

    @cached_property
    def replies(self) -> list[str]:
        """The names of the next player's actions."""
        return self.after.legal_moves() if self.passes_turn else []

    @cached_property
    def new_task(self) -> Text | None:
        """The prompt of the next player, if it would differ after most other actions."""
        get_prompt = self.game.definition.prompt
        if not self.passes_turn:
            return None
        live = [s for s in self.other_states if self.game.definition.outcome(s) == ONGOING]
        differing = sum(get_prompt(s) != self.after.prompt for s in live)
        return self.after.prompt if 2 * differing > len(live) else None


def first_win(lookahead: Lookahead, s: State) -> str | None:
    """Return the first winning turn of the player to move by name, if there is one."""
    turn: Turn | None = next(lookahead.winning_turns(s), None)
    return lookahead.name_turn(s, turn) if turn else None
