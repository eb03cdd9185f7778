"""Positions set up by hand: pieces on cells make a position string, which says whether it is legal.

What is legal is asked of the string alone, so that it is stated once.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice, product
from typing import TYPE_CHECKING, NamedTuple

from steinreich.rules import arguments, tiles
from steinreich.rules.about import Detail, Piece, SetUp
from steinreich.rules.errors import BadPosition
from steinreich.rules.language import Words, listed

if TYPE_CHECKING:
    from steinreich.core.game import Game
    from steinreich.core.position import Position

MAX_TRIED = 40  # choices of details that were not given
MAX_TRIALS_OF_VALUES = 240  # to find out which values of details can be legal


class Chosen(NamedTuple):
    """A detail of a position with the value that it has."""

    detail: Detail
    value: str


class Draft(NamedTuple):
    """What somebody has set up so far, legal or not."""

    pieces: list[Piece]
    details: list[Chosen]  # with what was said of them, and what was taken for the others
    position: "Position | None"  # if it is one
    fault: BadPosition | None  # why it is none


class Remaining(NamedTuple):
    """How many more pieces of a kind can be put on the board."""

    left: int  # a stack can grow by at most this number of pieces
    used_up: Words | None  # why no further piece or stack of the kind can be put


def palette(game: "Game") -> tuple[Piece, ...]:
    """What may be put on the board; nothing where a game has no `setup`."""
    setup = game.definition.setup
    return setup({}, game.options).palette if setup else ()


def drafted(game: "Game", pieces: Mapping[int, Piece], said: Mapping[str, str]) -> Draft:
    """The position with these pieces and details; whatever was not said is tried."""
    setup = set_up(game, pieces)
    known = [detail.name for detail in setup.details]
    if strange := [name for name in said if name not in known]:
        en, de = listed(known)
        raise BadPosition(
            Words(
                f"a position has no {strange[0]!r}; beside its pieces it has {en}",
                f"eine Stellung hat kein {strange[0]!r}; außer Steinen hat sie {de}",
            )
        )
    standing = list(pieces.values())
    if game.definition.tiles:
        standing = tiles.joined(standing, game.board, ())
    faults = []
    for chosen in islice(choices(setup, said), MAX_TRIED):
        details = [Chosen(*one) for one in zip(setup.details, chosen, strict=True)]
        try:
            check_rests(game, pieces)
            return Draft(standing, details, game.position(text(setup, chosen)), None)
        except BadPosition as fault:
            faults.append(Draft(standing, details, None, fault))
    return faults[0]


def choices(setup: SetUp, said: Mapping[str, str]) -> Iterator[list[str]]:
    """The values of all details to try, where some are given.

    The last detail, what is due or was done last, is changed when all else has been tried.
    """
    values = [tried(detail, said.get(detail.name)) for detail in setup.details]
    return ([*reversed(choice)] for choice in product(*reversed(values)))


def possible_values(game: "Game", draft: Draft) -> dict[str, tuple[str, ...]]:
    """The values of each detail with which the pieces can make a legal position.

    A value is left out only if it makes none, whatever is tried for the other details, and another
    value does.  Values that the limit of trials leaves undecided are kept.
    """
    pieces = {piece.cell: piece for piece in draft.pieces}
    setup = set_up(game, pieces)
    now = {chosen.detail.name: chosen.value for chosen in draft.details} if draft.position else {}
    trials = iter(range(MAX_TRIALS_OF_VALUES))

    def can_be(name: str, value: str) -> bool:
        others = [[*(now | {name: value}).values()]] if now else []
        return any(
            next(trials, None) is None or is_legal(game, setup, chosen)
            for chosen in chain(others, islice(choices(setup, {name: value}), MAX_TRIED))
        )

    found = {}
    for name, values in ((detail.name, detail.values) for detail in setup.details):
        legal = tuple(value for value in values if now.get(name) == value or can_be(name, value))
        found[name] = legal or values
    return found


def is_legal(game: "Game", setup: SetUp, values: Iterable[str]) -> bool:
    """Whether the position string with these values of the details is legal."""
    try:
        game.position(text(setup, values))
    except BadPosition:
        return False
    return True


def remaining(setup: SetUp, kind: Piece, pieces: Iterable[Piece]) -> Remaining:
    """How many more pieces of a kind the supplies allow beside these pieces."""
    standing = list(pieces)
    left, reasons = kind.height, list[Words]()
    for supply in setup.supplies:
        if kind.letter in supply.letters:
            counted = [piece for piece in standing if piece.letter in supply.letters]
            used = sum(piece.height if supply.by_height else 1 for piece in counted)
            if used >= supply.number:
                reasons.append(supply.used_up)
            if supply.by_height:
                left = max(0, min(left, supply.number - used))
    return Remaining(left, reasons[0] if reasons else None)


def set_up(game: "Game", pieces: Mapping[int, Piece]) -> SetUp:
    """What a game says of pieces on its cells."""
    setup = game.definition.setup
    if setup is None:
        raise BadPosition(
            Words(
                f"{game.name} is set up by position strings only",
                f"{game.name} wird nur durch Stellungstexte aufgebaut",
            )
        )
    return setup(pieces, game.options)


def tried(detail: Detail, said: str | None) -> tuple[str, ...]:
    """The values that a detail may have."""
    return (said,) if said is not None else detail.tried or detail.values[:1]


def text(setup: SetUp, values: Iterable[str]) -> str:
    """The position string."""
    details = zip(setup.details, values, strict=True)
    return setup.board + "".join(detail.joint + value for detail, value in details)


def check_rests(game: "Game", pieces: Mapping[int, Piece]) -> None:
    """Where pieces drop, each rests on another one or at the bottom."""
    for pillar in game.board.pillars:
        for below, cell in zip(pillar.cells, pillar.cells[1:], strict=False):
            if cell in pieces and below not in pieces:
                name = game.board.cells[cell].name
                raise BadPosition(
                    Words(f"below {name} is nothing", f"unter {name} ist nichts"), [name]
                )


# Pieces by name


def placed(game: "Game", pieces: Iterable[tuple[int, str, int]]) -> dict[int, Piece]:
    """Pieces by cell, each given by its cell, its letter and its height."""
    kinds = {piece.letter: piece for piece in set_up(game, {}).palette}
    cells = game.board.cells
    found: dict[int, Piece] = {}
    for cell, letter, height in pieces:
        if not 0 <= cell < len(cells):
            raise BadPosition(
                Words(f"there is no cell number {cell}", f"ein Feld Nummer {cell} gibt es nicht")
            )
        name = cells[cell].name
        if letter not in kinds:
            known = ", ".join(kinds)
            raise BadPosition(
                Words(
                    f"{letter!r} on {name} is not one of the pieces {known}",
                    f"{letter!r} auf {name} ist keiner der Steine {known}",
                ),
                [name],
            )
        tallest = kinds[letter].height
        if not 1 <= height <= tallest:
            raise BadPosition(
                Words(
                    f"a {letter} on {name} is 1 to {tallest} high, not {height}",
                    f"ein {letter} auf {name} ist 1 bis {tallest} hoch, nicht {height}",
                ),
                [name],
            )
        if cell in found:
            raise BadPosition(
                Words(f"there are two pieces on {name}", f"auf {name} stehen zwei Steine"), [name]
            )
        found[cell] = kinds[letter]._replace(cell=cell, height=height)
    return found


def given_pieces(game: "Game", pieces: object) -> list[tuple[int, str, int]]:
    """Pieces as callers give them: by the names of their cells, or as `Position.pieces` does."""
    if isinstance(pieces, Mapping) and all(
        isinstance(one, str) for item in pieces.items() for one in item
    ):
        return by_name(game, pieces)
    if isinstance(pieces, list | tuple) and all(isinstance(piece, Piece) for piece in pieces):
        return [(piece.cell, piece.letter, piece.height) for piece in pieces]
    expected = Words(
        "a dict from cells to letters, or a list of Piece",
        "ein dict von Feldern zu Buchstaben, oder eine Liste von Piece",
    )
    raise arguments.bad_type("pieces", expected, pieces)


def by_name(game: "Game", pieces: Mapping[str, str]) -> list[tuple[int, str, int]]:
    """Pieces by the names of their cells: `{"E5": "Z3"}` is a stack of three.  Where pieces drop,
    the name of a rod or column may stand for all that is on it, from the bottom up."""
    cells = {cell.name: number for number, cell in enumerate(game.board.cells)}
    pillars = {pillar.name: pillar.cells for pillar in game.board.pillars}
    found = []
    for name, shown in pieces.items():
        if name in cells:
            found.append((cells[name], shown[:1], height_in(name, shown)))
        elif name in pillars and len(shown) <= len(pillars[name]):
            found += [(cell, one, 1) for cell, one in zip(pillars[name], shown, strict=False)]
        else:
            raise BadPosition(
                Words(
                    f"the board has no cell {name!r} for {shown!r}",
                    f"das Brett hat kein Feld {name!r} für {shown!r}",
                )
            )
    return found


def height_in(name: str, shown: str) -> int:
    """The number behind the letter of a stack."""
    if shown[1:] and not (shown[1:].isascii() and shown[1:].isdecimal()):
        raise BadPosition(
            Words(
                f"{shown!r} on {name} is not the letter of a piece with its height",
                f"{shown!r} auf {name} ist kein Buchstabe eines Steins mit dessen Höhe",
            ),
            [name],
        )
    return int(shown[1:] or 1)


def said_of(game: "Game", details: Mapping[str, int | str]) -> dict[str, str]:
    """Details as they stand in position strings; players may be given by their numbers."""
    said = {name: str(value) for name, value in details.items()}
    number = details.get("player")
    if isinstance(number, int):
        players = {detail.name: detail.values for detail in set_up(game, {}).details}["player"]
        if not 0 <= number < len(players):
            raise BadPosition(
                Words(
                    f"player {number} is not one of 0 to {len(players) - 1}",
                    f"Spieler {number} ist keiner von 0 bis {len(players) - 1}",
                )
            )
        said["player"] = players[number]
    return said


# From positions


def details_of(position: "Position") -> dict[str, str]:
    """The details of a position, as they stand in its string."""
    setup = set_up(position.game, {piece.cell: piece for piece in position.pieces()})
    rest = str(position).removeprefix(setup.board)
    values: dict[str, str] = {}
    for number, detail in enumerate(setup.details):
        following = setup.details[number + 1 : number + 2]
        rest = rest.removeprefix(detail.joint)
        value = rest.partition(following[0].joint)[0] if following else rest
        values[detail.name] = value
        rest = rest.removeprefix(value)
    return values


def least_said(position: "Position") -> dict[str, str]:
    """The details that have to be said of a position, since others would be taken for them."""
    pieces = {piece.cell: piece for piece in position.pieces()}
    details, said = details_of(position), dict[str, str]()
    while (draft := drafted(position.game, pieces, said)).position != position:
        said |= {
            detail.name: details[detail.name]
            for detail, value in draft.details
            if value != details[detail.name]
        }
    return said
