"""Checks of the player to move, the outcome and its reason."""

import re
from itertools import pairwise

from steinreich.core import narration
from steinreich.core.checking.trial import Moment, Trial, broken
from steinreich.core.faults import no_such_player
from steinreich.rules.contract import DRAW, LOST
from steinreich.rules.errors import BrokenContract
from steinreich.rules.language import Text

MAX_PASSES = 12  # positions of a game in which a pass is tried


def check_outcomes(trial: Trial) -> None:
    """Check that players and outcomes are in range."""
    players = trial.game.players
    for moment in (moment for line in trial.lines() for moment in line):
        position, outcome = moment.position, moment.position.outcome
        if not 0 <= position.player < players:
            raise BrokenContract(no_such_player(position))
        if not LOST <= outcome < players or (outcome == LOST and players > 1):
            raise broken(
                Text(
                    "outcome is {outcome}, neither a player's number nor ONGOING, DRAW or, alone, "
                    "LOST",
                    outcome=outcome,
                ),
                position,
            )
        if outcome == DRAW and not trial.game.definition.has_draws:
            raise broken(Text("outcome is DRAW, but HAS_DRAWS is false"), position)


def check_turns(trial: Trial) -> None:
    """Check that the player changes only at the first action of a turn."""
    line = [moment.position for moment in trial.line(2)]
    if not line[0].starts_turn:
        raise broken(Text("starts_turn is not true at the start"), line[0])
    for before, after in pairwise(line):
        if not (after.is_over or after.starts_turn or after.player == before.player):
            raise broken(Text("another player is to move, but starts_turn is not true"), after)


def check_passed(trial: Trial) -> None:
    """Check that after a pass another player begins a turn, on an unchanged board."""
    live = trial.line(2)[:-1]
    for moment in live[:: -(-len(live) // MAX_PASSES)]:
        position, passed = moment.position, moment.position.after_pass()
        if passed is None:
            continue
        if passed.player == position.player or not passed.starts_turn:
            raise broken(
                Text("after_pass leaves the same player to act, or begins no turn"), position
            )
        if passed.pieces() != moment.standing:
            raise broken(Text("after_pass changes the board"), position)
        if not passed.is_over and not passed.actions():
            raise broken(
                Text("after after_pass the game is not over, but there is no legal action"),
                position,
            )


def check_endings(trial: Trial) -> None:
    """Check that a finished game has a reason with names of players, and cells that show it."""
    for line in trial.lines():
        check_reason(trial, line[-1])
        check_shown(trial, line[-1])


def check_reason(trial: Trial, last: Moment) -> None:
    """Check the reason of an ending."""
    position, players = last.position, trial.game.players
    names = [Text("<{number}>", number=number) for number in range(players)]
    end = narration.ending(position)
    winner = position.outcome if position.outcome >= 0 else None
    said = end.named(names)
    if end.winner != winner or not all(text.strip() for text in said.in_all_languages().values()):
        raise broken(
            Text(
                "ending names the winner {winner}, outcome {winner2}; or it gives no reason",
                winner=end.winner,
                winner2=winner,
            ),
            position,
        )
    for text in said.in_all_languages().values():
        is_about_somebody = re.search(r"<\d>", text) or winner is None or players == 1
        if "{" in text or not is_about_somebody:
            raise broken(
                Text(
                    "the reason {given} mentions no player: pass PlayerName(0), PlayerName(1), ... "
                    "as values",
                    given=repr(text),
                ),
                position,
            )


def check_shown(trial: Trial, last: Moment) -> None:
    """Check the cells that show the reason of an ending."""
    position, cells = last.position, range(len(trial.game.board.cells))
    end = position.ending
    assert end is not None  # the game is over
    if not set(end.cells) <= set(cells) or len(set(end.cells)) < len(end.cells):
        raise broken(Text("ending points to cells that there are not, or to one twice"), position)
    standing = {piece.cell for piece in last.standing}
    for line in position.winning_lines:
        if not set(line) <= set(end.cells) & standing:
            raise broken(
                Text(
                    "the cells {line} win, but ending does not point to them, or they are empty",
                    line=line,
                ),
                position,
            )
