"""Checks of the player to move, the outcome and its reason."""

import re
from itertools import pairwise

from steinreich.core import narration
from steinreich.core.checking.trial import SampledPosition, Trial, contract_error
from steinreich.core.faults import describe_invalid_player
from steinreich.rules.contract import DRAW, LOST
from steinreich.rules.errors import BrokenContract
from steinreich.rules.language import Text

MAX_PASSES = 12  # positions of a random game in which a pass is tried


def check_outcomes(trial: Trial) -> None:
    """Check that the player to move and the outcome are valid in all positions."""
    players = trial.game.players
    for sample in (sample for line in trial.get_games() for sample in line):
        position, outcome = sample.position, sample.position.outcome
        if not 0 <= position.player < players:
            raise BrokenContract(describe_invalid_player(position))
        if not LOST <= outcome < players or (outcome == LOST and players > 1):
            raise contract_error(
                Text(
                    "outcome is {outcome}, but must be a player's number, ONGOING, DRAW or, "
                    "with one player, LOST",
                    outcome=outcome,
                ),
                position,
            )
        if outcome == DRAW and not trial.game.definition.has_draws:
            raise contract_error(Text("outcome is DRAW, but HAS_DRAWS is false"), position)


def check_turns(trial: Trial) -> None:
    """Check that the player changes only at the first action of a turn."""
    line = [sample.position for sample in trial.positions(2)]
    if not line[0].starts_turn:
        raise contract_error(Text("starts_turn is not true at the start"), line[0])
    for before, after in pairwise(line):
        if not (after.is_over or after.starts_turn or after.player == before.player):
            raise contract_error(
                Text("another player is to move, but starts_turn is not true"), after
            )


def check_pass(trial: Trial) -> None:
    """Check that after a pass another player begins a turn and the board is unchanged."""
    live = trial.positions(2)[:-1]
    for sample in live[:: -(-len(live) // MAX_PASSES)]:
        position, passed = sample.position, sample.position.after_pass()
        if passed is None:
            continue
        if passed.player == position.player or not passed.starts_turn:
            raise contract_error(
                Text("after_pass must change the player to move and begin a turn"), position
            )
        if passed.pieces() != sample.pieces:
            raise contract_error(Text("after_pass changes the board"), position)
        if not passed.is_over and not passed.actions():
            raise contract_error(
                Text("after after_pass the game is not over, but there is no legal action"),
                position,
            )


def check_endings(trial: Trial) -> None:
    """Check the reason of the ending of each random game, and the cells that show it."""
    for game in trial.get_games():
        check_reason(trial, game[-1])
        check_ending_cells(trial, game[-1])


def check_reason(trial: Trial, last: SampledPosition) -> None:
    """Check that an ending names the winner, and has a reason that mentions a player."""
    position, players = last.position, trial.game.players
    names = [Text("<{number}>", number=number) for number in range(players)]
    end = narration.get_ending(position)
    winner = position.outcome if position.outcome >= 0 else None
    reason = end.get_reason(names)
    if end.winner != winner or not all(text.strip() for text in reason.in_all_languages().values()):
        raise contract_error(
            Text(
                "ending names the winner {winner}, but outcome {winner2}; or it gives no reason",
                winner=end.winner,
                winner2=winner,
            ),
            position,
        )
    for text in reason.in_all_languages().values():
        mentions_player = re.search(r"<\d>", text) or winner is None or players == 1
        if "{" in text or not mentions_player:
            raise contract_error(
                Text(
                    "the reason {given} mentions no player: pass PlayerName(0), PlayerName(1), ... "
                    "as values",
                    given=repr(text),
                ),
                position,
            )


def check_ending_cells(trial: Trial, last: SampledPosition) -> None:
    """Check that the cells that show the reason of an ending exist and include all winning
    lines.
    """
    position, cells = last.position, range(len(trial.game.board.cells))
    end = position.ending
    assert end is not None  # the game is over
    if not set(end.cells) <= set(cells) or len(set(end.cells)) < len(end.cells):
        raise contract_error(Text("ending has cells that do not exist, or a cell twice"), position)
    pieces = {piece.cell for piece in last.pieces}
    for line in position.winning_lines:
        if not set(line) <= set(end.cells) & pieces:
            raise contract_error(
                Text(
                    "the cells {line} win, but are missing in ending, or are empty",
                    line=line,
                ),
                position,
            )
