"""Trying actions by the rules alone, in plain Python, and no more of them than allowed."""

from collections.abc import Callable, Iterator
from typing import Any

from steinreich.core.game import Game
from steinreich.rules.contract import ONGOING

State = Any  # the game's State
Turn = tuple[int, ...]  # what a player does until another is to move
LIST_COST = 20  # to list the actions of a state takes as long as to try so many
Promising = Callable[[State, list[int]], list[int]]


class OutOfTries(Exception):
    """A question would take longer than it may: it stays open."""


class Lookahead:
    """Finds winning turns, and what the others can do before a player's next turn.

    `promising` may leave out actions that surely are no part of a turn that wins.
    """

    def __init__(self, game: Game, promising: Promising | None, tries: int) -> None:
        self.game = game
        self.promising = promising
        self.left = tries
        self.player = game.definition.player
        self.starts_turn = game.definition.starts_turn

    def spend(self, tries: int) -> None:
        """Count tries, or what takes as long."""
        self.left -= tries
        if self.left < 0:
            raise OutOfTries

    def actions(self, s: State) -> list[int]:
        """The legal actions of a live state, ascending."""
        self.spend(LIST_COST)
        return self.game.legal_actions(s)

    def play(self, s: State, action: int) -> State:
        """The state after a legal action."""
        self.spend(1)
        return self.game.definition.play(s, action)

    def outcome(self, s: State) -> int:
        """The winner, ONGOING, DRAW or LOST."""
        return self.game.definition.outcome(s)

    def goes_on(self, s: State, player: int) -> bool:
        """Whether the player to move in a live state has just moved, in this turn or a turn more.

        Who plays alone is always to move; there only the same turn counts.
        """
        if self.player(s) != player:
            return False
        return self.game.players > 1 or not self.starts_turn(s)

    def winning_turns(self, s: State) -> Iterator[Turn]:
        """What the player to move can do in this turn, or what is left of it, to win."""
        player, actions = self.player(s), self.actions(s)
        for action in self.promising(s, actions) if self.promising else actions:
            after = self.play(s, action)
            outcome = self.outcome(after)
            if outcome == player:
                yield (action,)
            elif outcome == ONGOING and self.goes_on(after, player):
                yield from ((action, *rest) for rest in self.winning_turns(after))

    def wins(self, s: State, turn: Turn) -> bool:
        """Whether this turn is legal in a live state and wins."""
        player = self.player(s)
        for number, action in enumerate(turn, start=1):
            if not self.game.is_legal(s, action):
                return False
            s = self.play(s, action)
            outcome = self.outcome(s)
            if outcome != ONGOING:
                return number == len(turn) and outcome == player
            if not self.goes_on(s, player):
                return False
        return False

    def named(self, s: State, turn: Turn) -> str:
        """The name of a turn, as a record writes it."""
        names = []
        for action in turn:
            names.append(self.game.definition.name(s, action))
            s = self.game.definition.play(s, action)
        return self.game.definition.join.join(names)

    def returns(self, s: State, player: int) -> Iterator[State]:
        """Every state in which the player is to move again, or the game is over."""
        if self.outcome(s) != ONGOING or self.player(s) == player:
            yield s
        else:
            for action in self.actions(s):
                yield from self.returns(self.play(s, action), player)
