"""Lookahead by the rules alone, in plain Python, with a limited number of played actions."""

from collections.abc import Callable, Iterator
from typing import Any

from steinreich.core.game import Game
from steinreich.rules.contract import ONGOING

State = Any  # the game's State
Turn = tuple[int, ...]  # the actions of a player until another player moves
LISTING_COST_TRIES = 20  # listing the actions of a state counts as this number of tries
Promising = Callable[[State, list[int]], list[int]]  # `promising` in a file of reasons


class OutOfTries(Exception):
    """The limit of tries is reached before a question is answered."""


class Lookahead:
    """Search for winning turns, and for the opponents' options before a player's next turn.

    A try is an action that is played.  `promising` may omit actions that are certainly not part of
    a winning turn.
    """

    def __init__(self, game: Game, promising: Promising | None, tries: int) -> None:
        self.game = game
        self.promising = promising
        self.tries_left = tries
        self.player = game.definition.player
        self.starts_turn = game.definition.starts_turn

    def count_tries(self, tries: int) -> None:
        """Count tries, or work of the same cost; raise `OutOfTries` beyond the limit."""
        self.tries_left -= tries
        if self.tries_left < 0:
            raise OutOfTries

    def actions(self, s: State) -> list[int]:
        """Return the legal actions of a live state in ascending order."""
        self.count_tries(LISTING_COST_TRIES)
        return self.game.legal_actions(s)

    def play(self, s: State, action: int) -> State:
        """Return the state after a legal action."""
        self.count_tries(1)
        return self.game.definition.play(s, action)

    def outcome(self, s: State) -> int:
        """Return the winner, ONGOING, DRAW or LOST."""
        return self.game.definition.outcome(s)

    def continues_turn(self, s: State, player: int) -> bool:
        """Return whether `player`, the last to act, also acts next, maybe in an extra turn.

        In solo games, where the player is always to move, only the same turn counts.
        """
        if self.player(s) != player:
            return False
        return self.game.players > 1 or not self.starts_turn(s)

    def winning_turns(self, s: State) -> Iterator[Turn]:
        """Yield the turns, or remaining parts of the turn, with which the player to move wins."""
        player, actions = self.player(s), self.actions(s)
        for action in self.promising(s, actions) if self.promising else actions:
            after = self.play(s, action)
            outcome = self.outcome(after)
            if outcome == player:
                yield (action,)
            elif outcome == ONGOING and self.continues_turn(after, player):
                yield from ((action, *rest) for rest in self.winning_turns(after))

    def wins(self, s: State, turn: Turn) -> bool:
        """Return whether a turn is legal in a live state and wins."""
        player = self.player(s)
        for number, action in enumerate(turn, start=1):
            if not self.game.is_legal(s, action):
                return False
            s = self.play(s, action)
            outcome = self.outcome(s)
            if outcome != ONGOING:
                return number == len(turn) and outcome == player
            if not self.continues_turn(s, player):
                return False
        return False

    def name_turn(self, s: State, turn: Turn) -> str:
        """Return the name of a turn as in records."""
        names = []
        for action in turn:
            names.append(self.game.definition.name(s, action))
            s = self.game.definition.play(s, action)
        return self.game.definition.action_separator.join(names)

    def generate_returns(self, s: State, player: int) -> Iterator[State]:
        """Yield the next states in which the player is to move or the game is over."""
        if self.outcome(s) != ONGOING or self.player(s) == player:
            yield s
        else:
            for action in self.actions(s):
                yield from self.generate_returns(self.play(s, action), player)
