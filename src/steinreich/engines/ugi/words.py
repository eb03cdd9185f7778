"""What is said in UGI: opinions as `info` lines and back, outcomes as words.

    info depth 9 multipv 1 score cp 124 nodes 5120 nps 81000 time 63 pv a1 b2 c3

Scores are the mover's: `cp` is an estimate in thousandths, from -1000 to 1000, and `mate` is
certain: at most so many turns of the winner, negative if lost.  Certain lines are followed by what
is certain:

    info string proven multipv 1 p1win in 4
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from steinreich.core.position import Position
from steinreich.players.player import Line, Opinion, Verdict, certain
from steinreich.rules.contract import DRAW, LOST, ONGOING
from steinreich.rules.errors import SteinreichError
from steinreich.rules.text.safe import one_line

OUTCOMES = {ONGOING: "none", DRAW: "draw", LOST: "lost"}
QUESTIONS = ("gameover", "result", "legalmoves", "fen", "position", "game", "players")
SCALE = 1000  # of `cp`: a player who is sure to win
MOST_LINES = 100  # of one opinion
LONGEST_LINE = 200  # actions of one line that are believed
MOST_WORDS = 10  # of a remark that are kept
NUMBER = re.compile(r"-?\d{1,18}")  # longer ones are nonsense


class BadCommand(SteinreichError):
    """A line that makes no sense here."""


def outcome_word(outcome: int) -> str:
    """`p1win`, `draw`, `lost` (by all who play) or `none`."""
    return OUTCOMES.get(outcome, f"p{outcome + 1}win")


# Saying


def info_lines(position: Position, opinion: Opinion) -> Iterator[str]:
    """What an opinion on a position is in UGI."""
    millis = round(1000 * opinion.seconds)
    speed = round(opinion.nodes / opinion.seconds) if opinion.seconds > 0 else 0
    spent = f"nodes {opinion.nodes} nps {speed} time {millis}"
    for number, line in enumerate(opinion.lines, 1):
        score = score_words(line.verdict, position.player)
        names = " ".join(line.moves(position))
        yield f"info depth {opinion.depth} multipv {number} score {score} {spent} pv {names}"
        yield from remarks(number, line.verdict)


def score_words(verdict: Verdict, mover: int) -> str:
    """`mate 3` if the end is known and how far it is, else `cp` and thousandths."""
    if verdict.turns and verdict.outcome not in (ONGOING, DRAW):
        return f"mate {verdict.turns if verdict.outcome == mover else -verdict.turns}"
    return f"cp {round(SCALE * verdict.values[mover])}"


def remarks(number: int, verdict: Verdict) -> Iterator[str]:
    """What a score cannot say of a line: a certain outcome, the values of more than two players."""
    if verdict.is_proven:
        end = "" if verdict.turns is None else f" in {verdict.turns}"
        yield f"info string proven multipv {number} {outcome_word(verdict.outcome)}{end}"
    elif len(verdict.values) > 2:
        values = " ".join(f"{value:.4f}" for value in verdict.values)
        yield f"info string values multipv {number} {values}"


def response(question: str, position: Position) -> str:
    """The answer to a `query` about a position."""
    match question:
        case "gameover":
            return truth(position.is_over)
        case "result":
            return outcome_word(position.outcome)
        case "legalmoves":
            return " ".join(position.legal_moves())
        case "fen" | "position":
            return str(position)
        case "game":
            return position.game.id
        case "players":
            return str(position.game.players)
    turns = [f"p{player + 1}turn" for player in range(position.game.players)]
    if question in turns:
        return truth(question == turns[position.player])
    listed = ", ".join((*QUESTIONS, *turns))
    raise BadCommand(f"{one_line(question, 40)!r} is not one of {listed}")


def truth(value: bool) -> str:
    return "true" if value else "false"


# Hearing


class HeardLine(NamedTuple):
    """What was said of one line, not believed yet."""

    score: tuple[str, int] = ("cp", 0)
    names: tuple[str, ...] = ()
    proven: tuple[str, ...] = ()  # the words after `proven multipv 1`
    values: tuple[str, ...] = ()


class InfoReader:
    """Listens to the `info` lines of an engine, whatever it says, and makes an opinion of them."""

    def __init__(self) -> None:
        self.lines: dict[int, HeardLine] = {}  # by number
        self.numbers = {"depth": 0, "nodes": 0, "time": 0}

    def hear(self, words: list[str]) -> None:
        """One line without its `info`."""
        if words[:1] == ["string"]:
            self.remark(words[1:])
            return
        said = spoken_numbers(words)
        for name in self.numbers:
            self.numbers[name] = max(0, said.get(name, self.numbers[name]))
        number = said.get("multipv", 1)
        if "pv" in words and 1 <= number <= MOST_LINES:
            kind = "mate" if said.get("mate") else "cp"
            names = words[words.index("pv") + 1 :][:LONGEST_LINE]
            self.lines[number] = HeardLine((kind, said.get(kind, 0)), tuple(names))

    def remark(self, words: list[str]) -> None:
        """What was said after `info string`."""
        match words:
            case [kind, "multipv", text, *rest] if NUMBER.fullmatch(text):
                number, said = int(text), tuple(rest[:MOST_WORDS])
                if kind == "proven" and number in self.lines:
                    self.lines[number] = self.lines[number]._replace(proven=said)
                elif kind == "values" and number in self.lines:
                    self.lines[number] = self.lines[number]._replace(values=said)

    def so_far(self, position: Position) -> Opinion | None:
        """The opinion on a position by now, if there is one."""
        lines = self.believed_lines(position)
        return self.opinion(position, lines[0].actions[0]) if lines else None

    def believed_lines(self, position: Position) -> list[Line]:
        """The lines that begin with a legal action."""
        lines = [believed(position, heard) for _, heard in sorted(self.lines.items())]
        return [line for line in lines if line.actions]

    def opinion(self, position: Position, best: int) -> Opinion:
        """The opinion on a position that goes with the action which the engine plays."""
        lines = self.believed_lines(position)
        nothing = Line((best,), Verdict((0.0,) * position.game.players))
        first = next((line for line in lines if line.actions[0] == best), nothing)
        others = (line for line in lines if line.actions[0] != best)
        seconds = self.numbers["time"] / 1000
        return Opinion((first, *others), self.numbers["nodes"], self.numbers["depth"], seconds)


def spoken_numbers(words: list[str]) -> dict[str, int]:
    """The numbers that follow a word before `pv`: depth, nodes, cp and the like."""
    end = words.index("pv") if "pv" in words else len(words)
    following = pairwise(words[:end])
    return {name: int(value) for name, value in following if NUMBER.fullmatch(value)}


def believed(position: Position, heard: HeardLine) -> Line:
    """A line as far as its actions are legal; none if not even the first one is."""
    actions = []
    place = position
    for name in heard.names:
        action = place.named().get(name)
        if action is None:
            break
        actions.append(action)
        place = place.after_legal(action)
    return Line(tuple(actions), verdict_heard(position, heard))


def verdict_heard(position: Position, heard: HeardLine) -> Verdict:
    """The verdict that was told, certain only if the engine says so and who wins."""
    players, mover = position.game.players, position.player
    kind, number = heard.score
    outcome, turns = proven_heard(heard.proven, players)
    if outcome == ONGOING and kind == "mate":
        turns = abs(number)
        outcome = mover if number > 0 else loser_to(mover, players)
    if outcome != ONGOING:
        return certain(outcome, players, turns)
    value = max(-1.0, min(1.0, number if kind == "mate" else number / SCALE))
    return Verdict(values_heard(heard.values, players) or shared(value, mover, players))


def loser_to(mover: int, players: int) -> int:
    """The outcome if the mover loses: with three players nobody knows who wins."""
    return LOST if players == 1 else 1 - mover if players == 2 else ONGOING


def proven_heard(words: tuple[str, ...], players: int) -> tuple[int, int | None]:
    """The outcome in `p1win in 4`, and in how many turns; ONGOING where it says none."""
    meanings = {outcome_word(outcome): outcome for outcome in (DRAW, LOST, *range(players))}
    outcome = meanings.get(words[0], ONGOING) if words else ONGOING
    if outcome == LOST and players > 1:
        outcome = ONGOING
    counted = len(words) == 3 and words[1] == "in" and NUMBER.fullmatch(words[2])
    return outcome, int(words[2]) if counted else None


def values_heard(words: tuple[str, ...], players: int) -> tuple[float, ...]:
    """The values of all players, if they make sense."""
    if len(words) != players or not all(re.fullmatch(r"-?[01]\.\d{1,9}", word) for word in words):
        return ()
    return tuple(max(-1.0, min(1.0, float(word))) for word in words)


def shared(value: float, mover: int, players: int) -> tuple[float, ...]:
    """The mover's value, and what is left of it for the others."""
    return tuple(value if player == mover else -value / (players - 1) for player in range(players))
