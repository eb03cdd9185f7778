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
from steinreich.puzzles.definition import Solo, get_mined_variants, get_puzzle_definition
from steinreich.rules import arguments
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import Plural, Text
from steinreich.rules.untrusted import quote
from steinreich.rules.validation import BadJson, get_first_fault, read_json

Goal = Literal["win", "save", "hold"]
Refutations = dict[str, str]  # by wrong action, its continuation: opponent's actions in brackets
MIN_RATING, MAX_RATING = 800, 2400
MARGIN_TURNS = 1  # in a *Hold* puzzle, the right action resists longer than all others by this


class Puzzle(NamedTuple):
    """A position in which one action, and no other, reaches the goal.

    >>> from steinreich import puzzles
    >>> puzzle = puzzles("vier3d")[0]
    >>> puzzle.start.play(puzzle.lines[0][0]).last_move in puzzle.choices([])
    True
    """

    game: str  #: id of the game, with options
    position: str  #: position string of the start
    goal: Goal  #: what the solver has to reach
    #: number of turns in which the solver wins, or the opponent after a wrong action
    turns: int
    theme: str  #: name of the motif, such as `fork`
    rating: int  #: difficulty, from 800 to 2400
    solution: tuple[str, ...]  #: all lines to the goal; the opponent's actions are in brackets
    source: str  #: `seed/number` of the engine game in which it was found
    refutations: tuple[Refutations, ...] = ()  #: for each action of the solver in the main line

    @property
    def id(self) -> str:
        """A short id, which never changes; browsers store it."""
        text = f"{self.game} {self.position} {self.goal}"
        return hashlib.sha256(text.encode()).hexdigest()[:10]

    @property
    def lines(self) -> list[list[str]]:
        """The lines of the solution, the main line first, as lists of names."""
        return [[name.strip("()") for name in line.split()] for line in self.solution]

    def choices(self, played: Sequence[str]) -> list[str]:
        """Return the next actions of the solution after the actions `played` from the start.

        These are all accepted actions of the solver, or one reply of the opponent.
        """
        is_list = isinstance(played, Sequence) and not isinstance(played, str)
        if not (is_list and all(isinstance(name, str) for name in played)):
            names = Text("a list of the names of actions")
            raise arguments.bad_type("played", names, played)
        n = len(played)
        following = [line[n] for line in self.lines if line[:n] == [*played] and len(line) > n]
        return list(dict.fromkeys(following))

    @property
    def start(self) -> Position:
        """The position of the puzzle."""
        return load(self.game).position(self.position)


def get_solo_definition(puzzle: Puzzle) -> Solo | None:
    """Return the definition of puzzles for one player; None if the puzzle has two players."""
    game = load(puzzle.game)
    return get_puzzle_definition(game).solo if game.players == 1 else None


def describe_task(puzzle: Puzzle) -> Text:
    """Return the task of the solver in words, without the theme, which would be a hint."""
    if solo := get_solo_definition(puzzle):
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


def format_puzzle(puzzle: Puzzle) -> str:
    """Return a puzzle as a line of JSON."""
    return json.dumps(puzzle._asdict(), ensure_ascii=False)


def main_line_positions(puzzle: Puzzle) -> list[Position]:
    """Return the positions of the main line, from the start to the end of the solution."""
    positions = [puzzle.start]
    for name in puzzle.lines[0]:
        positions.append(positions[-1].play(name))
    return positions


# Files

PUZZLE_FOLDER = files("steinreich.puzzles") / "data"
MAX_TURNS = 100  # accepted in a file; no puzzle has as many


class BadPuzzle(SteinreichError):
    """A line of a puzzle file is invalid; the message states where and why."""


def puzzle_file_name(name: str) -> str:
    """Return the name of a game's puzzle file; the game is given by its name or its path."""
    return f"{game_name(Path(name)) if is_path(name) else name}.jsonl"


def get_sort_key(puzzle: Puzzle) -> tuple[str, int, str]:
    """Return the sort key of a puzzle in its file: by game, then by rating."""
    return puzzle.game, puzzle.rating, puzzle.position


def format_puzzles(puzzles: Iterable[Puzzle]) -> str:
    """Return the text of a file with these puzzles, sorted."""
    return "".join(f"{format_puzzle(puzzle)}\n" for puzzle in sorted(puzzles, key=get_sort_key))


def read_puzzles(text: str, name: str) -> list[Puzzle]:
    """Return the puzzles in the text of a game's file; only their form is validated."""
    puzzles = []
    ids = {game.id for game in get_mined_variants(name)}
    themes = get_puzzle_definition(load(name)).themes
    for number, line in enumerate(text.splitlines(), 1):
        location = Text(
            "{file_name}, line {number}", file_name=puzzle_file_name(name), number=number
        )
        try:
            puzzles.append(read_puzzle(line, ids, themes))
        except SteinreichError as error:
            raise BadPuzzle(error.message.after(location)) from None
    return puzzles


def read_puzzle(line: str, ids: Set[str], themes: Container[str]) -> Puzzle:
    """Return the puzzle in a line of a file."""
    from pydantic import ValidationError

    try:
        data = get_line_validator().validate_python(read_json(line))
    except BadJson as error:
        raise BadPuzzle(error.message) from None
    except ValidationError as error:
        raise BadPuzzle(get_first_fault(error).message_with_path) from None
    tuples = {key: tuple(data[key]) for key in ("solution", "refutations")}
    puzzle = Puzzle(**{**data, **tuples})
    if puzzle.game not in ids:
        known, given = " / ".join(sorted(ids)), quote(puzzle.game)
        raise BadPuzzle(Text("game: expected {known}, not {given}", known=known, given=given))
    if puzzle.theme not in themes:
        given = quote(puzzle.theme)
        raise BadPuzzle(Text("theme: unknown theme {given}", given=given))
    return puzzle


@cache
def get_line_validator() -> Any:
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
def load_puzzles(name: str, folder: Traversable = PUZZLE_FOLDER) -> tuple[Puzzle, ...]:
    """Return the built-in puzzles of a game; empty if there is no file with its puzzles."""
    if is_path(name):
        return ()
    file = folder / puzzle_file_name(name)
    return tuple(read_puzzles(file.read_text("utf-8"), name)) if file.is_file() else ()
