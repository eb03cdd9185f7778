"""The text format of UGI: search results as `info` lines and back, outcomes as words.

    info depth 9 multipv 1 score cp 124 nodes 5120 nps 81000 time 63 pv a1 b2 c3

Scores are for the player to move: `cp` is an estimate in thousandths, from -1000 to 1000, and
`mate` is proven: the maximum number of turns of the winner, negative if lost.  Proven lines are
followed by the proven outcome:

    info string proven multipv 1 p1win in 4
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from steinreich.core.position import Position
from steinreich.players.player import Limit
from steinreich.rules.contract import DRAW, LOST, ONGOING
from steinreich.rules.errors import SteinreichError
from steinreich.rules.untrusted import one_line
from steinreich.search.result import Line, SearchResult, Verdict, estimated_verdict, proven_verdict

OUTCOME_WORDS = {ONGOING: "none", DRAW: "draw", LOST: "lost"}
QUERY_NAMES = ("gameover", "result", "legalmoves", "fen", "position", "game", "players")
CP_SCALE = 1000  # `cp` of a certain win
MAX_LINES = 100  # of one search result
MAX_LINE_ACTIONS = 200  # further ones are not read
MAX_REMARK_WORDS = 10  # further ones are not read
NUMBER_PATTERN = re.compile(r"-?\d{1,18}")


class BadCommand(SteinreichError):
    """A line that is invalid, or not allowed now."""


def format_outcome(outcome: int) -> str:
    """Return `p1win`, `draw`, `lost` (by a single player) or `none`."""
    return OUTCOME_WORDS.get(outcome, f"p{outcome + 1}win")


# Writing


def format_info_lines(position: Position, result: SearchResult) -> Iterator[str]:
    """Return the `info` lines of a search result."""
    millis = round(1000 * result.seconds)
    speed = round(result.nodes / result.seconds) if result.seconds > 0 else 0
    effort = f"nodes {result.nodes} nps {speed} time {millis}"
    for number, line in enumerate(result.lines, 1):
        score = format_score(line.verdict, position.player)
        names = " ".join(line.moves(position))
        yield f"info depth {result.depth} multipv {number} score {score} {effort} pv {names}"
        yield from format_remarks(number, line.verdict)


def format_score(verdict: Verdict, mover: int) -> str:
    """Return `mate 3` for a proven end at a known distance, else `cp` and thousandths."""
    if verdict.turns and verdict.outcome not in (ONGOING, DRAW):
        return f"mate {verdict.turns if verdict.outcome == mover else -verdict.turns}"
    return f"cp {round(CP_SCALE * verdict.values[mover])}"


def format_remarks(number: int, verdict: Verdict) -> Iterator[str]:
    """Yield remarks for what a score cannot express: proven outcomes, values of several players."""
    if verdict.is_proven:
        end = "" if verdict.turns is None else f" in {verdict.turns}"
        yield f"info string proven multipv {number} {format_outcome(verdict.outcome)}{end}"
    elif len(verdict.values) > 2:
        values = " ".join(f"{value:.4f}" for value in verdict.values)
        yield f"info string values multipv {number} {values}"


def answer_query(question: str, position: Position) -> str:
    """Return the answer to a `query` about a position."""
    match question:
        case "gameover":
            return format_bool(position.is_over)
        case "result":
            return format_outcome(position.outcome)
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
        return format_bool(question == turns[position.player])
    names = ", ".join((*QUERY_NAMES, *turns))
    raise BadCommand(f"{one_line(question, 40)!r} is not one of {names}")


def format_bool(value: bool) -> str:
    return "true" if value else "false"


# Reading


class UncheckedLine(NamedTuple):
    """One line as an engine sent it, not validated yet."""

    score: tuple[str, int] = ("cp", 0)
    names: tuple[str, ...] = ()
    proven: tuple[str, ...] = ()  # the words after `proven multipv 1`
    values: tuple[str, ...] = ()  # the words after `values multipv 1`


class InfoReader:
    """Collects the `info` lines of an engine, valid or not, into a search result."""

    def __init__(self) -> None:
        self.lines: dict[int, UncheckedLine] = {}  # by number
        self.numbers = {"depth": 0, "nodes": 0, "time": 0}

    def read(self, words: list[str]) -> None:
        """Read the words of one line after `info`."""
        if words[:1] == ["string"]:
            self.read_remark(words[1:])
            return
        numbers = parse_info_numbers(words)
        for name in self.numbers:
            self.numbers[name] = max(0, numbers.get(name, self.numbers[name]))
        number = numbers.get("multipv", 1)
        if "pv" in words and 1 <= number <= MAX_LINES:
            kind = "mate" if numbers.get("mate") else "cp"
            names = words[words.index("pv") + 1 :][:MAX_LINE_ACTIONS]
            self.lines[number] = UncheckedLine((kind, numbers.get(kind, 0)), tuple(names))

    def read_remark(self, words: list[str]) -> None:
        """Read the words after `info string`."""
        match words:
            case [kind, "multipv", text, *rest] if NUMBER_PATTERN.fullmatch(text):
                number, remark = int(text), tuple(rest[:MAX_REMARK_WORDS])
                if kind == "proven" and number in self.lines:
                    self.lines[number] = self.lines[number]._replace(proven=remark)
                elif kind == "values" and number in self.lines:
                    self.lines[number] = self.lines[number]._replace(values=remark)

    def get_result_so_far(self, position: Position) -> SearchResult | None:
        """Return the search result so far, if there is one."""
        lines = self.valid_lines(position)
        return self.result(position, lines[0].actions[0]) if lines else None

    def valid_lines(self, position: Position) -> list[Line]:
        """Return the lines that begin with a legal action."""
        lines = [make_valid_line(position, line) for _, line in sorted(self.lines.items())]
        return [line for line in lines if line.actions]

    def result(self, position: Position, best: int) -> SearchResult:
        """Return the search result, with the line of the action that the engine plays first."""
        lines = self.valid_lines(position)
        line_of_best = Line((best,), Verdict((0.0,) * position.game.players))
        first = next((line for line in lines if line.actions[0] == best), line_of_best)
        others = (line for line in lines if line.actions[0] != best)
        seconds = self.numbers["time"] / 1000
        return SearchResult((first, *others), self.numbers["nodes"], self.numbers["depth"], seconds)


def parse_info_numbers(words: list[str]) -> dict[str, int]:
    """Return the numbers that follow a word before `pv`: depth, nodes, cp and the like."""
    end = words.index("pv") if "pv" in words else len(words)
    following = pairwise(words[:end])
    return {name: int(value) for name, value in following if NUMBER_PATTERN.fullmatch(value)}


def make_valid_line(position: Position, unchecked: UncheckedLine) -> Line:
    """Return a line up to its first illegal action, perhaps empty."""
    actions = []
    reached = position
    for name in unchecked.names:
        action = reached.actions_by_name().get(name)
        if action is None:
            break
        actions.append(action)
        reached = reached.after_legal(action)
    return Line(tuple(actions), parse_verdict(position, unchecked))


def parse_verdict(position: Position, unchecked: UncheckedLine) -> Verdict:
    """Return the verdict of a line, proven only if the engine says so and names the winner."""
    players, mover = position.game.players, position.player
    kind, number = unchecked.score
    outcome, turns = parse_proven(unchecked.proven, players)
    if outcome == ONGOING and kind == "mate":
        turns = abs(number)
        outcome = mover if number > 0 else get_loss_outcome(mover, players)
    if outcome != ONGOING:
        return proven_verdict(outcome, players, turns)
    # With three players or more, a lost `mate` names no winner; it counts as an estimate of -1.
    value = max(-1.0, min(1.0, number if kind == "mate" else number / CP_SCALE))
    values = parse_values(unchecked.values, players)
    return Verdict(values) if values else estimated_verdict(value, mover, players)


def get_loss_outcome(mover: int, players: int) -> int:
    """Return the outcome if the mover loses; ONGOING with three players or more."""
    return LOST if players == 1 else 1 - mover if players == 2 else ONGOING


def parse_proven(words: tuple[str, ...], players: int) -> tuple[int, int | None]:
    """Return the outcome and number of turns in `p1win in 4`; ONGOING if there is no outcome."""
    meanings = {format_outcome(outcome): outcome for outcome in (DRAW, LOST, *range(players))}
    outcome = meanings.get(words[0], ONGOING) if words else ONGOING
    if outcome == LOST and players > 1:
        outcome = ONGOING
    has_turns = len(words) == 3 and words[1] == "in" and NUMBER_PATTERN.fullmatch(words[2])
    return outcome, int(words[2]) if has_turns else None


def parse_values(words: tuple[str, ...], players: int) -> tuple[float, ...]:
    """Return the values of all players, or an empty tuple if they are invalid."""
    if len(words) != players or not all(re.fullmatch(r"-?[01]\.\d{1,9}", word) for word in words):
        return ()
    return tuple(max(-1.0, min(1.0, float(word))) for word in words)


# The arguments of `go`: limits, and the share of a clock to spend on one action


MAX_NUMBER = 10**12  # milliseconds or nodes
MAX_DEPTH = 10_000  # actions
DEFAULT_ACTIONS_LEFT = 25  # assumed without `movestogo`
INCREMENT_SHARE = 0.8  # of the increment, spent on each action
MAX_CLOCK_SHARE = 0.5  # of the time left on the clock
OVERHEAD_SECONDS = 0.03  # until the clock stops after the answer
MIN_SECONDS = 0.01


class GoCommand(NamedTuple):
    """The arguments of a `go` command."""

    limit: Limit
    is_infinite: bool  # the answer has to wait for `stop`


def parse_go(words: list[str], player: int, players: int) -> GoCommand:
    """Parse the words after `go`, for the player to move."""
    numbers = parse_go_numbers(words, players)
    limits = {word for word in numbers if word in ("movetime", "nodes", "depth")}
    clock = numbers.keys() - limits
    if "infinite" in words and (limits or clock):
        raise BadCommand("infinite cannot be combined with a limit")
    seconds = [max(MIN_SECONDS, numbers["movetime"] / 1000)] if "movetime" in numbers else []
    if clock:
        seconds.append(get_clock_share(numbers, player))
    limit = Limit(min(seconds, default=None), numbers.get("nodes"), numbers.get("depth"))
    return GoCommand(limit, is_infinite=limit == Limit())


def parse_go_numbers(words: list[str], players: int) -> dict[str, int]:
    """Return the numbers by the names before them; `infinite` has no number."""
    max_values = {
        "movetime": MAX_NUMBER,
        "nodes": MAX_NUMBER,
        "depth": MAX_DEPTH,
        "movestogo": MAX_DEPTH,
    }
    seats = range(1, players + 1)
    max_values |= {f"p{seat}{what}": MAX_NUMBER for what in ("time", "inc") for seat in seats}
    numbers: dict[str, int] = {}
    rest = iter(words)
    for word in rest:
        if word == "infinite":
            continue
        if word not in max_values:
            listed = ", ".join(("infinite", *max_values))
            raise BadCommand(f"{one_line(word, 40)!r} is not one of {listed}")
        if word in numbers:
            raise BadCommand(f"{word} is given twice")
        minimum = 0 if word.endswith(("time", "inc")) else 1
        numbers[word] = parse_number(word, next(rest, ""), minimum, max_values[word])
    return numbers


def parse_number(name: str, text: str, minimum: int, maximum: int) -> int:
    """Parse a number in a range; the error message begins with `name`, that of the argument."""
    value = int(text) if text.isascii() and text.isdecimal() and len(text) <= 20 else -1
    if not minimum <= value <= maximum:
        shown = f"{one_line(text, 40)!r}" if text else "nothing"
        raise BadCommand(f"{name} must be a whole number from {minimum} to {maximum}, not {shown}")
    return value


def get_clock_share(numbers: dict[str, int], player: int) -> float:
    """Return the seconds of the mover's clock to spend on this action."""
    clock_name = f"p{player + 1}time"
    if clock_name not in numbers:
        raise BadCommand(f"{clock_name} is missing, and player {player + 1} is to move")
    remaining = numbers[clock_name] / 1000
    increment = numbers.get(f"p{player + 1}inc", 0) / 1000
    actions = numbers.get("movestogo", DEFAULT_ACTIONS_LEFT)
    share = remaining / actions + INCREMENT_SHARE * increment
    max_share = remaining if actions == 1 else MAX_CLOCK_SHARE * remaining
    return max(MIN_SECONDS, min(share, max_share) - OVERHEAD_SECONDS)
