"""Whose turn it is, how a game ends, and why."""

import re
from itertools import pairwise

from steinreich.core import narration
from steinreich.core.checking.trial import Moment, Trial, broken
from steinreich.core.faults import no_such_player
from steinreich.rules.contract import DRAW, LOST
from steinreich.rules.errors import BrokenContract
from steinreich.rules.language import Words

PASSED = 12  # positions of a game in which somebody does nothing


def check_outcomes(trial: Trial) -> None:
    """Players and results are numbers that there are."""
    players = trial.game.players
    for moment in (moment for line in trial.lines() for moment in line):
        position, outcome = moment.position, moment.position.outcome
        if not 0 <= position.player < players:
            raise BrokenContract(no_such_player(position))
        if not LOST <= outcome < players or (outcome == LOST and players > 1):
            raise broken(
                f"outcome is {outcome}, neither a player's number nor ONGOING, DRAW or, alone, "
                "LOST",
                f"outcome ist {outcome}, weder ein Spieler noch ONGOING, DRAW oder, allein, LOST",
                position,
            )
        if outcome == DRAW and not trial.game.definition.has_draws:
            raise broken(
                "outcome is DRAW, but DRAWS is false",
                "outcome ist DRAW, aber DRAWS ist falsch",
                position,
            )


def check_turns(trial: Trial) -> None:
    """Only the first action of a turn may fall to another player than the one before."""
    line = [moment.position for moment in trial.line(2)]
    if not line[0].starts_turn:
        raise broken(
            "starts_turn is not true at the start",
            "starts_turn ist am Anfang nicht wahr",
            line[0],
        )
    for before, after in pairwise(line):
        if not (after.is_over or after.starts_turn or after.player == before.player):
            raise broken(
                "another player is to move, but starts_turn is not true",
                "ein anderer Spieler ist am Zug, aber starts_turn ist nicht wahr",
                after,
            )


def check_passed(trial: Trial) -> None:
    """Where somebody does nothing, another one is to act at the beginning of a turn, and the board
    stays as it is."""
    live = trial.line(2)[:-1]
    for moment in live[:: -(-len(live) // PASSED)]:
        position, passed = moment.position, moment.position.passed()
        if passed is None:
            continue
        if passed.player == position.player or not passed.starts_turn:
            raise broken(
                "passed leaves the same player to act, or begins no turn",
                "nach passed ist derselbe Spieler dran, oder es beginnt kein Zug",
                position,
            )
        if passed.pieces() != moment.standing:
            raise broken("passed changes the board", "passed ändert das Brett", position)
        if not passed.is_over and not passed.actions():
            raise broken(
                "after passed the game is not over, but there is no legal action",
                "nach passed ist das Spiel nicht zu Ende, aber keine Aktion ist erlaubt",
                position,
            )


def check_endings(trial: Trial) -> None:
    """A finished game says why, with names in place of the players, and where it is seen."""
    for line in trial.lines():
        check_reason(trial, line[-1])
        check_shown(trial, line[-1])


def check_reason(trial: Trial, last: Moment) -> None:
    """Why the game ended."""
    position, players = last.position, trial.game.players
    names = [Words(f"<{number}>", f"<{number}>") for number in range(players)]
    end = narration.ending(position)
    winner = position.outcome if position.outcome >= 0 else None
    said = end.named(names)
    if end.winner != winner or not all(text.strip() for text in said):
        raise broken(
            f"ending names the winner {end.winner}, outcome {winner}; or it gives no reason",
            f"ending nennt {end.winner} als Sieger, outcome {winner}; oder keinen Grund",
            position,
        )
    for text in said:
        is_about_somebody = re.search(r"<\d>", text) or winner is None or players == 1
        if "{" in text or not is_about_somebody:
            raise broken(
                f"the reason {text!r} names nobody: {{0}}, {{1}}, ... stand for the players",
                f"der Grund {text!r} nennt niemanden: {{0}}, {{1}}, ... stehen für die Spieler",
                position,
            )


def check_shown(trial: Trial, last: Moment) -> None:
    """Where it is seen why the game ended."""
    position, cells = last.position, range(len(trial.game.board.cells))
    end = position.ending
    assert end is not None  # the game is over
    if not set(end.cells) <= set(cells) or len(set(end.cells)) < len(end.cells):
        raise broken(
            "ending points to cells that there are not, or to one twice",
            "ending zeigt auf Felder, die es nicht gibt, oder auf eines zweimal",
            position,
        )
    standing = {piece.cell for piece in last.standing}
    for line in position.winning:
        if not set(line) <= set(end.cells) & standing:
            raise broken(
                f"the cells {line} win, but ending does not point to them, or they are empty",
                f"die Felder {line} gewinnen, aber ending zeigt nicht darauf, oder sie sind leer",
                position,
            )
