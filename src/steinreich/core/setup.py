"""Set-up of positions by hand, from pieces and details.

Pieces and details are joined to a position string.  Only the game's parser decides whether the
position is legal.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice, product
from typing import TYPE_CHECKING, NamedTuple

from steinreich.rules import arguments, boards
from steinreich.rules.about import Detail, Piece, SetUp
from steinreich.rules.errors import BadPosition
from steinreich.rules.language import Text, join_with_and

if TYPE_CHECKING:
    from steinreich.core.game import Game
    from steinreich.core.position import Position

MAX_DRAFTS = 40  # combinations of default values that are tried for details not given
MAX_VALUE_TRIALS = 240  # position strings parsed to find the possible values of details


class DetailValue(NamedTuple):
    """A detail of a position with its value."""

    detail: Detail
    value: str


class Draft(NamedTuple):
    """A position during set-up, legal or not."""

    pieces: list[Piece]
    details: list[DetailValue]  # all details: with given values, or with default values
    given_values: Mapping[str, str]  # of details, by name
    position: "Position | None"  # None if it is illegal
    fault: BadPosition | None  # why it is illegal


class RemainingSupply(NamedTuple):
    """The remaining supply of a kind of piece."""

    max_height: int  # of another stack; 0 if none can be placed
    used_up: Text | None  # the reason why no further piece of the kind can be placed


def get_palette(game: "Game") -> tuple[Piece, ...]:
    """Return the pieces that may be placed; none if the game has no `setup`."""
    setup = game.definition.setup
    return setup({}, game.options).palette if setup else ()


def make_draft(
    game: "Game",
    pieces: Mapping[int, Piece],
    given_values: Mapping[str, str],
    latest: str | None = None,
) -> Draft:
    """Return the draft with these pieces and details; for missing details, default values are
    tried.

    `latest` is the detail that the user has just set.  If it contradicts others, as few of them as
    possible are reset to default values, the oldest first.
    """
    draft = make_exact_draft(game, pieces, given_values)
    if draft.position or latest not in given_values:
        return draft
    fixed = frozenset({latest})
    for name in (latest, *reversed(list(given_values))):
        names = fixed | {name}
        subset = {name: value for name, value in given_values.items() if name in names}
        candidate = make_exact_draft(game, pieces, subset)
        if candidate.position:
            fixed, draft = names, candidate
    return draft


def make_exact_draft(
    game: "Game", pieces: Mapping[int, Piece], given_values: Mapping[str, str]
) -> Draft:
    """Return the draft with exactly these details; for missing ones, default values are tried."""
    setup = get_setup(game, pieces)
    names = [detail.name for detail in setup.details]
    if unknown := [name for name in given_values if name not in names]:
        raise BadPosition(
            Text(
                "a position has no {detail}; apart from its pieces, it has {details}",
                detail=repr(unknown[0]),
                details=join_with_and(names),
            )
        )
    placed = list(pieces.values())
    if game.definition.has_tiles:
        placed = boards.join_tiles(placed, game.board, ())
    illegal_drafts = []
    for values in islice(iterate_choices(setup, given_values), MAX_DRAFTS):
        details = [DetailValue(*pair) for pair in zip(setup.details, values, strict=True)]
        try:
            check_support(game, pieces)
            return Draft(
                placed,
                details,
                given_values,
                game.position(make_position_string(setup, values)),
                None,
            )
        except BadPosition as fault:
            illegal_drafts.append(Draft(placed, details, given_values, None, fault))
    return illegal_drafts[0]


def iterate_choices(setup: SetUp, given_values: Mapping[str, str]) -> Iterator[list[str]]:
    """Iterate over combinations of values of all details: given values or default values.

    The value of the last detail, such as the phase, varies slowest.
    """
    values = [get_values_to_try(detail, given_values.get(detail.name)) for detail in setup.details]
    return ([*reversed(choice)] for choice in product(*reversed(values)))


def find_possible_values(game: "Game", draft: Draft) -> dict[str, tuple[str, ...]]:
    """Return the values of each detail with which the pieces can make a legal position.

    A value is omitted only if it is illegal with all tried values of the other details, and another
    value is legal.  Values that remain undecided at the limit of trials are not omitted.
    """
    pieces = {piece.cell: piece for piece in draft.pieces}
    setup = get_setup(game, pieces)
    current = (
        {chosen.detail.name: chosen.value for chosen in draft.details} if draft.position else {}
    )
    trials = iter(range(MAX_VALUE_TRIALS))

    def can_be_legal(name: str, value: str) -> bool:
        changed = [[*(current | {name: value}).values()]] if current else []
        return any(
            next(trials, None) is None  # limit reached: assume that the value is legal
            or is_legal(game, setup, chosen)
            for chosen in chain(changed, islice(iterate_choices(setup, {name: value}), MAX_DRAFTS))
        )

    possible = {}
    for name, values in ((detail.name, detail.values) for detail in setup.details):
        legal = tuple(
            value for value in values if current.get(name) == value or can_be_legal(name, value)
        )
        possible[name] = legal or values
    return possible


def is_legal(game: "Game", setup: SetUp, values: Iterable[str]) -> bool:
    """Return whether the position string with these values of the details is legal."""
    try:
        game.position(make_position_string(setup, values))
    except BadPosition:
        return False
    return True


def get_remaining_supply(setup: SetUp, kind: Piece, pieces: Iterable[Piece]) -> RemainingSupply:
    """Return the remaining supply of a kind of piece, if these pieces are on the board."""
    placed = list(pieces)
    max_height, reasons = kind.height, list[Text]()
    for supply in setup.supplies:
        if kind.letter in supply.letters:
            counted = [piece for piece in placed if piece.letter in supply.letters]
            used = sum(piece.height if supply.by_height else 1 for piece in counted)
            if used >= supply.number:
                reasons.append(supply.used_up)
            if supply.by_height:
                max_height = max(0, min(max_height, supply.number - used))
    return RemainingSupply(max_height, reasons[0] if reasons else None)


def get_setup(game: "Game", pieces: Mapping[int, Piece]) -> SetUp:
    """Return the set-up definition of a game for pieces on its cells."""
    setup = game.definition.setup
    if setup is None:
        raise BadPosition(
            Text("positions of {game} can be set up by position strings only", game=game.name)
        )
    return setup(pieces, game.options)


def get_values_to_try(detail: Detail, given_value: str | None) -> tuple[str, ...]:
    """Return the given value of a detail, or else its default values."""
    return (given_value,) if given_value is not None else detail.defaults or detail.values[:1]


def make_position_string(setup: SetUp, values: Iterable[str]) -> str:
    """Return the position string with these values of all details."""
    details = zip(setup.details, values, strict=True)
    return setup.board + "".join(detail.separator + value for detail, value in details)


def check_support(game: "Game", pieces: Mapping[int, Piece]) -> None:
    """Raise `BadPosition` for a piece above an empty cell, on boards where pieces drop."""
    for pillar in game.board.pillars:
        for below, cell in zip(pillar.cells, pillar.cells[1:], strict=False):
            if cell in pieces and below not in pieces:
                name = game.board.cells[cell].name
                raise BadPosition(Text("there is no piece below {name}", name=name), [name])


# Pieces by name


def place_pieces(game: "Game", pieces: Iterable[tuple[int, str, int]]) -> dict[int, Piece]:
    """Return pieces by cell, from tuples of cell, letter and height."""
    kinds = {piece.letter: piece for piece in get_setup(game, {}).palette}
    cells = game.board.cells
    placed: dict[int, Piece] = {}
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
        if cell in placed:
            raise BadPosition(Text("there are two pieces on {name}", name=name), [name])
        placed[cell] = kinds[letter]._replace(cell=cell, height=height)
    return placed


def parse_pieces(game: "Game", pieces: object) -> list[tuple[int, str, int]]:
    """Return pieces as tuples of cell, letter and height.

    They are given by names of cells, or as a list like that of `Position.pieces`.
    """
    if isinstance(pieces, Mapping) and all(
        isinstance(string, str) for item in pieces.items() for string in item
    ):
        return parse_named_pieces(game, pieces)
    if isinstance(pieces, list | tuple) and all(isinstance(piece, Piece) for piece in pieces):
        return [(piece.cell, piece.letter, piece.height) for piece in pieces]
    expected = Text("a dict from cells to letters, or a list of Piece")
    raise arguments.bad_type("pieces", expected, pieces)


def parse_named_pieces(game: "Game", pieces: Mapping[str, str]) -> list[tuple[int, str, int]]:
    """Parse pieces by names of cells: `{"E5": "Z3"}` is a stack of height three.

    Where pieces drop, the letters of a whole rod or column, from the bottom up, may be given by its
    name: `{"a1": "rbr"}`.
    """
    cells = {cell.name: number for number, cell in enumerate(game.board.cells)}
    pillars = {pillar.name: pillar.cells for pillar in game.board.pillars}
    parsed = []
    for name, letters in pieces.items():
        if name in cells:
            parsed.append((cells[name], letters[:1], parse_height(name, letters)))
        elif name in pillars and len(letters) <= len(pillars[name]):
            parsed += [
                (cell, letter, 1) for cell, letter in zip(pillars[name], letters, strict=False)
            ]
        else:
            raise BadPosition(
                Text(
                    "the board has no cell {name} for {shown}", name=repr(name), shown=repr(letters)
                )
            )
    return parsed


def parse_height(name: str, stack: str) -> int:
    """Return the height of a stack such as `Z3` on a cell: the number after its letter, or 1."""
    height = stack[1:]
    if height and not (height.isascii() and height.isdecimal()):
        raise BadPosition(
            Text(
                "{shown} on {name} is not the letter of a piece with its height",
                shown=repr(stack),
                name=name,
            ),
            [name],
        )
    return int(height or 1)


def parse_details(game: "Game", details: Mapping[str, int | str]) -> dict[str, str]:
    """Return the values of details as in position strings; `player` may be given as an index."""
    texts = {name: str(value) for name, value in details.items()}
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
        texts["player"] = players[number]
    return texts


# Details of positions


def get_details(position: "Position") -> dict[str, str]:
    """Return the values of the details of a position, as in its position string."""
    setup = get_setup(position.game, {piece.cell: piece for piece in position.pieces()})
    rest = str(position).removeprefix(setup.board)
    values: dict[str, str] = {}
    for number, detail in enumerate(setup.details):
        following = setup.details[number + 1 : number + 2]
        rest = rest.removeprefix(detail.separator)
        value = rest.partition(following[0].separator)[0] if following else rest
        values[detail.name] = value
        rest = rest.removeprefix(value)
    return values


def get_required_details(position: "Position") -> dict[str, str]:
    """Return the details required to set up a position from its pieces; the others have default
    values.
    """
    pieces = {piece.cell: piece for piece in position.pieces()}
    details, given_values = get_details(position), dict[str, str]()
    while (draft := make_draft(position.game, pieces, given_values)).position != position:
        given_values |= {
            detail.name: details[detail.name]
            for detail, value in draft.details
            if value != details[detail.name]
        }
    return given_values
