"""Puzzles, and their files: one file per game with one puzzle per line, in JSON."""

import hashlib
import json
from collections.abc import Container, Iterable, Sequence, Set
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from steinreich.core.game import load
from steinreich.core.game_files import game_name, is_path
from steinreich.core.position import Position
from steinreich.puzzles.definition import Solo, mined_games, puzzle_definition
from steinreich.rules import arguments
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import Plural, Text
from steinreich.rules.untrusted import quoted
from steinreich.rules.validation import BadJson, first_fault, read_json

Goal = Literal["win", "save", "hold"]
Refutations = dict[str, str]  # by name of a wrong action; the opponent's actions are in brackets
MIN_RATING, MAX_RATING = 800, 2400
MARGIN_TURNS = 1  # extra turns that the right action holds, while the others do not


class Puzzle(NamedTuple):
    """A position in which one action, and no other, reaches the goal.

    >>> from steinreich import puzzles
    >>> puzzle = puzzles("vier3d")[0]
    >>> puzzle.start.play(puzzle.lines[0][0]).last_move in puzzle.choices([])
    True
    """

    game: str  #: its id, with options
    position: str  #: its position string
    goal: Goal  #: what is to be reached
    #: number of turns: the solver's to win; otherwise the opponent's to win after wrong actions
    turns: int
    theme: str  #: what it is about
    rating: int  #: how hard it is, on the scale of ratings
    solution: tuple[str, ...]  #: all lines to the goal, of names; the opponent's stand in brackets
    source: str  #: `seed/number` of the game it was found in
    refutations: tuple[Refutations, ...] = ()  #: for each action of the solver in the main line

    @property
    def id(self) -> str:
        """A short and permanent id, which browsers store."""
        text = f"{self.game} {self.position} {self.goal}"
        return hashlib.sha256(text.encode()).hexdigest()[:10]

    @property
    def lines(self) -> list[list[str]]:
        """The lines of the solution, the main line first, as lists of names."""
        return [[name.strip("()") for name in line.split()] for line in self.solution]

    def choices(self, played: Sequence[str]) -> list[str]:
        """Return the actions with which the solution continues: all that are accepted, or a
        reply."""
        is_list = isinstance(played, Sequence) and not isinstance(played, str)
        if not (is_list and all(isinstance(name, str) for name in played)):
            names = Text("a list of the names of actions")
            raise arguments.bad_type("played", names, played)
        n = len(played)
        on = [line[n] for line in self.lines if line[:n] == [*played] and len(line) > n]
        return list(dict.fromkeys(on))

    @property
    def start(self) -> Position:
        """The position of the puzzle."""
        return load(self.game).position(self.position)

    @property
    def order(self) -> tuple[str, int, str]:
        """The sort key in a file: by game, the easy ones first."""
        return self.game, self.rating, self.position


def solo_definition(puzzle: Puzzle) -> Solo | None:
    """Return what the game states about a puzzle for one player; None for two players."""
    game = load(puzzle.game)
    return puzzle_definition(game).solo if game.players == 1 else None


def task(puzzle: Puzzle) -> Text:
    """Return what is asked of the solver, without the theme, which would be a hint."""
    if solo := solo_definition(puzzle):
        return solo.task
    if puzzle.goal == "win":
        return Plural("Win in {n} turn.", "Win in {n} turns.", puzzle.turns)
    if puzzle.goal == "save":
        return Text("Save the game: only one move does not lose.")
    return Plural(
        "Hold out: only one move keeps your opponent from winning within {n} turn. Whether it "
        "saves the game is open.",
        "Hold out: only one move keeps your opponent from winning within {n} turns. Whether it "
        "saves the game is open.",
        puzzle.turns + MARGIN_TURNS,
    )


def to_line(puzzle: Puzzle) -> str:
    """Return a puzzle as a line of readable JSON."""
    return json.dumps(puzzle._asdict(), ensure_ascii=False)


def main_positions(puzzle: Puzzle) -> list[Position]:
    """Return the positions of the main line, from the start to the end of the solution."""
    positions = [puzzle.start]
    for name in puzzle.lines[0]:
        positions.append(positions[-1].play(name))
    return positions


# Files

SHIPPED = files("steinreich.puzzles") / "data"
MAX_TURNS = 100  # more than any puzzle has


class BadPuzzle(SteinreichError):
    """A line of a puzzle file is invalid; the message states where and why."""


def file_name(name: str) -> str:
    """Return the name of a game's puzzle file; the game is given by its name or its path."""
    return f"{game_name(Path(name)) if is_path(name) else name}.jsonl"


def to_text(puzzles: Iterable[Puzzle]) -> str:
    """Return the text of a puzzle file, sorted."""
    return "".join(f"{to_line(puzzle)}\n" for puzzle in sorted(puzzles, key=lambda one: one.order))


def read_puzzles(text: str, name: str) -> list[Puzzle]:
    """Return the puzzles in a game's file; only their form is validated, not their claims."""
    puzzles = []
    ids = {game.id for game in mined_games(name)}
    themes = puzzle_definition(load(name)).themes
    for number, line in enumerate(text.splitlines(), 1):
        place = Text("{file_name}, line {number}", file_name=file_name(name), number=number)
        try:
            puzzles.append(read_line(line, ids, themes))
        except SteinreichError as error:
            raise BadPuzzle(error.words.after(place)) from None
    return puzzles


def read_line(line: str, ids: Set[str], themes: Container[str]) -> Puzzle:
    """Return the puzzle in a line."""
    from pydantic import ValidationError

    try:
        data = line_form().validate_python(read_json(line))
    except BadJson as error:
        raise BadPuzzle(error.words) from None
    except ValidationError as error:
        raise BadPuzzle(first_fault(error).located) from None
    lists = {key: tuple(data[key]) for key in ("solution", "refutations")}
    puzzle = Puzzle(**{**data, **lists})
    if puzzle.game not in ids:
        known, given = " / ".join(sorted(ids)), quoted(puzzle.game)
        raise BadPuzzle(Text("game: {known} belongs here, not {given}", known=known, given=given))
    if puzzle.theme not in themes:
        given = quoted(puzzle.theme)
        raise BadPuzzle(Text("theme: there is no theme {given}", given=given))
    return puzzle


@cache
def line_form() -> Any:
    """Return the validator of lines; created on first use, since its import is slow."""
    from pydantic import ConfigDict, Field, TypeAdapter, with_config
    from typing_extensions import TypedDict

    text = Annotated[str, Field(min_length=1)]
    fields = {
        "game": text,
        "position": text,
        "goal": Goal,
        "turns": Annotated[int, Field(ge=1, le=MAX_TURNS)],
        "theme": text,
        "rating": Annotated[int, Field(ge=MIN_RATING, le=MAX_RATING)],
        "solution": Annotated[list[text], Field(min_length=1)],
        "source": text,
        "refutations": list[dict[text, str]],
    }
    form = with_config(ConfigDict(strict=True, extra="forbid"))(TypedDict("PuzzleData", fields))  # type: ignore[operator]
    return TypeAdapter(form)


@cache
def shipped(name: str, folder: Traversable = SHIPPED) -> tuple[Puzzle, ...]:
    """Return the built-in puzzles of a game; empty if it has no file."""
    if is_path(name):
        return ()
    file = folder / file_name(name)
    return tuple(read_puzzles(file.read_text("utf-8"), name)) if file.is_file() else ()
