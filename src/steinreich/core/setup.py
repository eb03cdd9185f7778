"""Manual set-up: pieces on cells make a position string, whose parser decides whether it is legal.

Legality is decided by the string alone, so that it is stated once.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice, product
from typing import TYPE_CHECKING, NamedTuple

from steinreich.rules import arguments, boards
from steinreich.rules.about import Detail, Piece, SetUp
from steinreich.rules.errors import BadPosition
from steinreich.rules.language import Text, listed

if TYPE_CHECKING:
    from steinreich.core.game import Game
    from steinreich.core.position import Position

MAX_DRAFTS = 40  # choices of details that were not given
MAX_VALUE_TRIALS = 240  # to find the possible values of details


class Chosen(NamedTuple):
    """A detail of a position with its value."""

    detail: Detail
    value: str


class Draft(NamedTuple):
    """A position during set-up, legal or not."""

    pieces: list[Piece]
    details: list[Chosen]  # with given values, and with tried ones for the others
    said: Mapping[str, str]  # the details that were given
    position: "Position | None"  # None if it is illegal
    fault: BadPosition | None  # why it is illegal


class Remaining(NamedTuple):
    """The remaining supply of a kind of piece."""

    left: int  # pieces by which a stack can still grow
    used_up: Text | None  # why no further piece or stack of the kind can be put


def palette(game: "Game") -> tuple[Piece, ...]:
    """Return the pieces for set-up; empty if a game has no `setup`."""
    setup = game.definition.setup
    return setup({}, game.options).palette if setup else ()


def make_draft(
    game: "Game", pieces: Mapping[int, Piece], said: Mapping[str, str], latest: str | None = None
) -> Draft:
    """Return the position with these pieces and details; values of missing details are tried.

    If the latest detail contradicts others, values for these are tried as well: for as few as
    possible, the oldest first.
    """
    draft = with_details(game, pieces, said)
    if draft.position or latest not in said:
        return draft
    kept = frozenset({latest})
    for name in (latest, *reversed(list(said))):
        tried = kept | {name}
        found = with_details(game, pieces, {one: said[one] for one in said if one in tried})
        if found.position:
            kept, draft = tried, found
    return draft


def with_details(game: "Game", pieces: Mapping[int, Piece], said: Mapping[str, str]) -> Draft:
    """Return the position with exactly these details; values of missing ones are tried."""
    setup = get_setup(game, pieces)
    known = [detail.name for detail in setup.details]
    if strange := [name for name in said if name not in known]:
        raise BadPosition(
            Text(
                "a position has no {detail}; beside its pieces it has {details}",
                detail=repr(strange[0]),
                details=listed(known),
            )
        )
    standing = list(pieces.values())
    if game.definition.has_tiles:
        standing = boards.join_tiles(standing, game.board, ())
    faults = []
    for chosen in islice(choices(setup, said), MAX_DRAFTS):
        details = [Chosen(*one) for one in zip(setup.details, chosen, strict=True)]
        try:
            check_rests(game, pieces)
            return Draft(standing, details, said, game.position(text(setup, chosen)), None)
        except BadPosition as fault:
            faults.append(Draft(standing, details, said, None, fault))
    return faults[0]


def choices(setup: SetUp, said: Mapping[str, str]) -> Iterator[list[str]]:
    """Iterate over the values of all details to try, with some of them given.

    The last detail, such as the phase, varies slowest.
    """
    values = [candidate_values(detail, said.get(detail.name)) for detail in setup.details]
    return ([*reversed(choice)] for choice in product(*reversed(values)))


def possible_values(game: "Game", draft: Draft) -> dict[str, tuple[str, ...]]:
    """Return the values of each detail with which the pieces can make a legal position.

    A value is omitted only if no values of the other details make it legal, and another value is
    legal. Values that the limit of trials leaves undecided are kept.
    """
    pieces = {piece.cell: piece for piece in draft.pieces}
    setup = get_setup(game, pieces)
    now = {chosen.detail.name: chosen.value for chosen in draft.details} if draft.position else {}
    trials = iter(range(MAX_VALUE_TRIALS))

    def can_be(name: str, value: str) -> bool:
        others = [[*(now | {name: value}).values()]] if now else []
        return any(
            next(trials, None) is None or is_legal(game, setup, chosen)
            for chosen in chain(others, islice(choices(setup, {name: value}), MAX_DRAFTS))
        )

    found = {}
    for name, values in ((detail.name, detail.values) for detail in setup.details):
        legal = tuple(value for value in values if now.get(name) == value or can_be(name, value))
        found[name] = legal or values
    return found


def is_legal(game: "Game", setup: SetUp, values: Iterable[str]) -> bool:
    """Return whether the position string with these values of the details is legal."""
    try:
        game.position(text(setup, values))
    except BadPosition:
        return False
    return True


def remaining(setup: SetUp, kind: Piece, pieces: Iterable[Piece]) -> Remaining:
    """Return the remaining supply of a kind of piece beside these pieces."""
    standing = list(pieces)
    left, reasons = kind.height, list[Text]()
    for supply in setup.supplies:
        if kind.letter in supply.letters:
            counted = [piece for piece in standing if piece.letter in supply.letters]
            used = sum(piece.height if supply.by_height else 1 for piece in counted)
            if used >= supply.number:
                reasons.append(supply.used_up)
            if supply.by_height:
                left = max(0, min(left, supply.number - used))
    return Remaining(left, reasons[0] if reasons else None)


def get_setup(game: "Game", pieces: Mapping[int, Piece]) -> SetUp:
    """Return the set-up definition of a game for pieces on its cells."""
    setup = game.definition.setup
    if setup is None:
        raise BadPosition(Text("{game} is set up by position strings only", game=game.name))
    return setup(pieces, game.options)


def candidate_values(detail: Detail, said: str | None) -> tuple[str, ...]:
    """Return the values of a detail to try."""
    return (said,) if said is not None else detail.tried or detail.values[:1]


def text(setup: SetUp, values: Iterable[str]) -> str:
    """Return the position string."""
    details = zip(setup.details, values, strict=True)
    return setup.board + "".join(detail.joint + value for detail, value in details)


def check_rests(game: "Game", pieces: Mapping[int, Piece]) -> None:
    """Refuse floating pieces on boards where pieces drop."""
    for pillar in game.board.pillars:
        for below, cell in zip(pillar.cells, pillar.cells[1:], strict=False):
            if cell in pieces and below not in pieces:
                name = game.board.cells[cell].name
                raise BadPosition(Text("below {name} is nothing", name=name), [name])


# Pieces by name


def place_pieces(game: "Game", pieces: Iterable[tuple[int, str, int]]) -> dict[int, Piece]:
    """Return pieces by cell, given as tuples of cell, letter and height."""
    kinds = {piece.letter: piece for piece in get_setup(game, {}).palette}
    cells = game.board.cells
    found: dict[int, Piece] = {}
    for cell, letter, height in pieces:
        if not 0 <= cell < len(cells):
            raise BadPosition(Text("there is no cell number {cell}", cell=cell))
        name = cells[cell].name
        if letter not in kinds:
            known = ", ".join(kinds)
            raise BadPosition(
                Text(
                    "{letter} on {name} is not one of the pieces {known}",
                    letter=repr(letter),
                    name=name,
                    known=known,
                ),
                [name],
            )
        tallest = kinds[letter].height
        if not 1 <= height <= tallest:
            raise BadPosition(
                Text(
                    "a {letter} on {name} is 1 to {tallest} high, not {height}",
                    letter=letter,
                    name=name,
                    tallest=tallest,
                    height=height,
                ),
                [name],
            )
        if cell in found:
            raise BadPosition(Text("there are two pieces on {name}", name=name), [name])
        found[cell] = kinds[letter]._replace(cell=cell, height=height)
    return found


def parse_pieces(game: "Game", pieces: object) -> list[tuple[int, str, int]]:
    """Return pieces given by names of cells, or as from `Position.pieces`, as tuples."""
    if isinstance(pieces, Mapping) and all(
        isinstance(one, str) for item in pieces.items() for one in item
    ):
        return parse_named_pieces(game, pieces)
    if isinstance(pieces, list | tuple) and all(isinstance(piece, Piece) for piece in pieces):
        return [(piece.cell, piece.letter, piece.height) for piece in pieces]
    expected = Text("a dict from cells to letters, or a list of Piece")
    raise arguments.bad_type("pieces", expected, pieces)


def parse_named_pieces(game: "Game", pieces: Mapping[str, str]) -> list[tuple[int, str, int]]:
    """Parse pieces by names of cells: `{"E5": "Z3"}` is a stack of three. Where pieces drop, the
    name of a rod or column may stand for all its pieces, from the bottom up."""
    cells = {cell.name: number for number, cell in enumerate(game.board.cells)}
    pillars = {pillar.name: pillar.cells for pillar in game.board.pillars}
    found = []
    for name, shown in pieces.items():
        if name in cells:
            found.append((cells[name], shown[:1], parse_height(name, shown)))
        elif name in pillars and len(shown) <= len(pillars[name]):
            found += [(cell, one, 1) for cell, one in zip(pillars[name], shown, strict=False)]
        else:
            raise BadPosition(
                Text("the board has no cell {name} for {shown}", name=repr(name), shown=repr(shown))
            )
    return found


def parse_height(name: str, shown: str) -> int:
    """Return the number after the letter of a stack."""
    if shown[1:] and not (shown[1:].isascii() and shown[1:].isdecimal()):
        raise BadPosition(
            Text(
                "{shown} on {name} is not the letter of a piece with its height",
                shown=repr(shown),
                name=name,
            ),
            [name],
        )
    return int(shown[1:] or 1)


def parse_details(game: "Game", details: Mapping[str, int | str]) -> dict[str, str]:
    """Return details as in position strings; players may be given by number."""
    said = {name: str(value) for name, value in details.items()}
    number = details.get("player")
    if isinstance(number, int):
        players = {detail.name: detail.values for detail in get_setup(game, {}).details}["player"]
        if not 0 <= number < len(players):
            raise BadPosition(
                Text(
                    "player {number} is not one of 0 to {count}",
                    number=number,
                    count=len(players) - 1,
                )
            )
        said["player"] = players[number]
    return said


# From positions


def get_details(position: "Position") -> dict[str, str]:
    """Return the details of a position, as in its string."""
    setup = get_setup(position.game, {piece.cell: piece for piece in position.pieces()})
    rest = str(position).removeprefix(setup.board)
    values: dict[str, str] = {}
    for number, detail in enumerate(setup.details):
        following = setup.details[number + 1 : number + 2]
        rest = rest.removeprefix(detail.joint)
        value = rest.partition(following[0].joint)[0] if following else rest
        values[detail.name] = value
        rest = rest.removeprefix(value)
    return values


def minimal_details(position: "Position") -> dict[str, str]:
    """Return the details required to reproduce a position, since others would be tried instead."""
    pieces = {piece.cell: piece for piece in position.pieces()}
    details, said = get_details(position), dict[str, str]()
    while (draft := make_draft(position.game, pieces, said)).position != position:
        said |= {
            detail.name: details[detail.name]
            for detail, value in draft.details
            if value != details[detail.name]
        }
    return said
