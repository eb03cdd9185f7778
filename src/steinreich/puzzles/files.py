"""Files of puzzles: one a game, a puzzle a line, in JSON.  Those that ship lie in `data`."""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Annotated, Any

from steinreich.puzzles.puzzle import (
    LEAST_RATING,
    MOST_RATING,
    Goal,
    Puzzle,
    games_of,
    line_of,
)
from steinreich.puzzles.themes import THEMES
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import Words
from steinreich.rules.text.safe import quoted
from steinreich.rules.validation import BadJson, first_fault, read_json

SHIPPED = files("steinreich.puzzles") / "data"
MOST_TURNS = 100  # more than any puzzle has


class BadPuzzle(SteinreichError):
    """A line of a file of puzzles is no puzzle; the message says where and why."""


def file_name(name: str) -> str:
    """The file of a game's puzzles."""
    return f"{name}.jsonl"


def to_text(puzzles: Iterable[Puzzle]) -> str:
    """A file of puzzles: in one order, whatever order they were found in."""
    return "".join(f"{line_of(puzzle)}\n" for puzzle in sorted(puzzles, key=lambda one: one.order))


def read_puzzles(text: str, name: str) -> list[Puzzle]:
    """The puzzles in a game's file; their form is checked here, and what they claim elsewhere."""
    puzzles = []
    ids = {game.id for game in games_of(name)}
    for number, line in enumerate(text.splitlines(), 1):
        place = Words(f"{file_name(name)}, line {number}", f"{file_name(name)}, Zeile {number}")
        try:
            puzzles.append(read_line(line, ids))
        except SteinreichError as error:
            raise BadPuzzle(error.words.after(place)) from None
    return puzzles


def read_line(line: str, ids: set[str]) -> Puzzle:
    """The puzzle in a line."""
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
        raise BadPuzzle(
            Words(
                f"game: {known} belongs here, not {given}",
                f"game: hierhin gehört {known}, nicht {given}",
            )
        )
    return puzzle


@cache
def line_form() -> Any:
    """What pydantic checks lines by; made when it is needed, since it takes time to import."""
    from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter, with_config
    from typing_extensions import TypedDict

    text = Annotated[str, Field(min_length=1)]
    fields = {
        "game": text,
        "position": text,
        "goal": Goal,
        "turns": Annotated[int, Field(ge=1, le=MOST_TURNS)],
        "theme": Annotated[str, AfterValidator(known_theme)],
        "rating": Annotated[int, Field(ge=LEAST_RATING, le=MOST_RATING)],
        "solution": Annotated[list[text], Field(min_length=1)],
        "source": text,
        "refutations": list[dict[text, str]],
    }
    form = with_config(ConfigDict(strict=True, extra="forbid"))(TypedDict("PuzzleData", fields))  # type: ignore[operator]
    return TypeAdapter(form)


def known_theme(theme: str) -> str:
    if theme not in THEMES:
        raise BadPuzzle(
            Words(f"there is no theme {quoted(theme)}", f"ein Thema {quoted(theme)} gibt es nicht")
        )
    return theme


@cache
def shipped(name: str, folder: Traversable = SHIPPED) -> tuple[Puzzle, ...]:
    """The puzzles of a game that come with the program; none where it has no file."""
    file = folder / file_name(name)
    return tuple(read_puzzles(file.read_text("utf-8"), name)) if file.is_file() else ()
