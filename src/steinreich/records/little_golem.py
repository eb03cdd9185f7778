"""TZAAR games in the format of the server Little Golem, which resembles SGF.

    (;FF[TZAAR]VA[RANDOM]EV[..]PB[..]PW[..]POS[60 letters];W[npmq];B[prqq-kplp];...)

A point is two letters, x then y, each k to s for -4 to +4: x is the column from left to right, y
grows downward, and the points are those with |x|, |y| and |x + y| at most 4 except the hole `oo`.
POS lists them by columns, each from the top down: a Tzaar, b Tzarra, c Tott, small letters White. A
turn is one or two moves, from and to; captures and reinforcements look alike; the second may be
`pass`, the whole turn `resign`. Names are not escaped. The brackets around a game may be missing.
"""

import re
from itertools import pairwise

from steinreich.core.position import NOT_ALLOWED, OVER, Position
from steinreich.records.reading import (
    NO_RECORD,
    describe_location,
    describe_record_number,
    find_game,
    locate_errors,
    normalize_text,
)
from steinreich.records.record import Record, expect_record
from steinreich.rules.about import Action
from steinreich.rules.errors import BadRecord
from steinreich.rules.language import Text
from steinreich.rules.untrusted import quote

LETTERS = "klmnopqrs"  # for -4 to +4
COLOURS = ("W", "B")
FROM_SERVER_LETTERS = str.maketrans("abcABC", "ZRTzrt")
TO_SERVER_LETTERS = str.maketrans("ZRTzrt", "abcABC")
HEADER_BY_PROPERTY = {
    "EV": "Event",
    "PW": "Player1",
    "PB": "Player2",
    "SO": "Source",
    "VA": "Variant",
}
PROPERTY_BY_HEADER = {header: name for name, header in HEADER_BY_PROPERTY.items()}
PROPERTY_ORDER = ("FF", "VA", "EV", "PB", "PW", "POS", "SO")
RANDOM_SETUP = "RANDOM"
RESIGNATION = "resignation"

Properties = dict[str, str]  # the values of one node by name

PROPERTY_NAME = re.compile("[A-Z]+")
# Names may contain brackets: a bracket closes only where another token can begin.
VALUE = re.compile(r"\[(.*?)\](?=\s*(?:[\[;()]|[A-Z]+\[|\Z))", re.DOTALL)


UNBRACKETED_START = re.compile(r"\s*+;?+\s*+(?=FF\[)")

COLUMNS = [  # the points of each column from the bottom up, in the server's letters
    [
        LETTERS[x + 4] + LETTERS[y + 4]
        for y in range(4, -5, -1)
        if abs(x + y) <= 4 and (x, y) != (0, 0)
    ]
    for x in range(-4, 5)
]
POINTS = [point for column in COLUMNS for point in column]  # in the order of the board's cells
CELLS = {point: cell for cell, point in enumerate(POINTS)}

# Reading


def parse_little_golem(text: str) -> list[Record]:
    """Parse and replay games; only the board distinguishes captures from reinforcements."""
    trees: list[list[Properties]] = []
    parse_trees(normalize_text(text), trees)
    if not trees:
        raise BadRecord(NO_RECORD)
    if len(trees) == 1:
        return [make_record(trees[0])]
    records = []
    for number, nodes in enumerate(trees, 1):
        with locate_errors(describe_record_number(number)):
            records.append(make_record(nodes))
    return records


def parse_trees(text: str, trees: list[list[Properties]]) -> None:
    """Append the nodes of each game to `trees`: first its properties, then one node per turn."""
    unbracketed = UNBRACKETED_START.match(text)  # a game copied without its brackets
    is_inside = unbracketed is not None
    offset = 0
    if unbracketed:
        trees.append([{}])
        offset = unbracketed.end()
    while offset < len(text):
        letter = text[offset]
        if letter.isspace():
            offset += 1
        elif letter == ("(" if not is_inside else ")"):
            is_inside = not is_inside
            if is_inside:
                trees.append([])
            offset += 1
        elif letter == ";" and is_inside:
            trees[-1].append({})
            offset += 1
        elif is_inside and trees[-1]:
            offset = read_property(text, offset, trees[-1][-1])
        else:
            form = "(;FF[TZAAR]...;W[...]...)"
            fault = Text("expected a game of the form {form}", form=form)
            raise BadRecord(fault.after(describe_location(text, offset)))
    if is_inside and not (unbracketed and len(trees) == 1):
        fault = Text("the last game is not closed by )")
        raise BadRecord(fault.after(describe_location(text, offset)))


def read_property(text: str, offset: int, node: Properties) -> int:
    """Read a property into its node and return the offset of its end."""
    name = PROPERTY_NAME.match(text, offset)
    if not name:
        letter = repr(text[offset])
        fault = Text("{letter} begins no property such as PW[...]", letter=letter)
        raise BadRecord(fault.after(describe_location(text, offset)))
    values = []
    end = name.end()
    while value := VALUE.match(text, end):
        values.append(value[1])
        end = value.end()
    if not values:
        fault = Text("this property is not closed by ]")
        raise BadRecord(fault.after(describe_location(text, end)))
    if name[0] in node:
        fault = Text("duplicate property {name}", name=name[0])
        raise BadRecord(fault.after(describe_location(text, offset)))
    node[name[0]] = "][".join(values)  # brackets inside a name look like several values
    return end


def make_record(nodes: list[Properties]) -> Record:
    """Return the record of a game."""
    record = start_record(nodes)
    for number, node in enumerate(nodes[1:], 1):
        read_turn(record, number, node)
    return record


def start_record(nodes: list[Properties]) -> Record:
    """Return the record of a game before its first turn."""
    if not nodes or nodes[0].get("FF") != "TZAAR":
        raise BadRecord(Text("the game does not begin with FF[TZAAR]"))
    properties = dict(nodes[0])
    del properties["FF"]
    if properties.get("VA") == RANDOM_SETUP:
        del properties["VA"]
    for colour in COLOURS:
        if colour in properties:
            turn = f"{colour}[{properties[colour][:20]}]"
            raise BadRecord(Text("the turn {turn} comes before the first ;", turn=turn))
    start = parse_start(properties.pop("POS", ""))
    headers = {
        header: properties.pop(name)
        for name, header in HEADER_BY_PROPERTY.items()
        if name in properties
    }
    return Record(start, headers | properties)


def parse_start(letters: str) -> Position:
    """Return the position with all pieces on the board and White to move."""
    if not re.fullmatch("[abcABC]{60}", letters):
        raise BadRecord(
            Text("POS: {letters} is not 60 letters a, b, c, A, B, C", letters=quote(letters))
        )
    pieces = letters.translate(FROM_SERVER_LETTERS)
    texts = []
    for column in COLUMNS:
        texts.append(pieces[: len(column)][::-1])
        pieces = pieces[len(column) :]
    text = "/".join(texts) + " w 0"
    fixed = find_game("tzaar(setup=fixed)", None)
    game = fixed if str(fixed.start()) == text else find_game("tzaar", None)
    with locate_errors("POS"):
        return game.position(text)


def read_turn(record: Record, number: int, node: Properties) -> None:
    """Append a turn to a record."""
    where = describe_turn_number(number)
    if len(node) != 1 or not node.keys() <= set(COLOURS):
        names = quote(" ".join(node))
        fault = Text("expected W or B, not {names}", names=names)
        raise BadRecord(fault.after(where))
    [(colour, turn)] = node.items()
    if record.result is not None:
        late = f"{colour}[{turn[:20]}]"
        fault = Text("{late} follows the end of the game", late=late)
        raise BadRecord(fault.after(where))
    if turn == "resign":
        record.result = (-1, 1) if colour == COLOURS[0] else (1, -1)
        record.headers["Termination"] = RESIGNATION
        return
    if not record.end.starts_turn:
        fault = Text("the second action, or pass, is missing")
        raise BadRecord(fault.after(describe_turn_number(number - 1)))
    if colour != COLOURS[record.end.player]:
        due = COLOURS[record.end.player]
        fault = Text("{due} is to move, not {colour}", due=due, colour=colour)
        raise BadRecord(fault.after(where))
    read_moves(record, turn, where)


def read_moves(record: Record, turn: str, where: Text) -> None:
    """Append the actions of a turn to a record."""
    for index, move in enumerate(turn.split("-")):
        if index and record.end.is_over and move == "pass":
            break  # after a win by the first action, the server adds a pass as the second one
        if index and (record.end.is_over or record.end.starts_turn):
            fault = Text("{turn} has more actions than the turn allows", turn=quote(turn))
            raise BadRecord(fault.after(where))
        count, name = len(record.moves()) + 1, quote(move)
        read_move(
            record,
            move,
            Text("action {count} ({name} in {where})", count=count, name=name, where=where),
        )


def describe_turn_number(number: int) -> Text:
    """Return the name of a turn for messages."""
    return Text("turn {number}", number=number)


def read_move(record: Record, move: str, where: Text) -> None:
    """Append an action to a record."""
    position = record.end
    description = Action("pass") if move == "pass" else parse_points(position, move)
    if description is None:
        fault = Text("not two points, such as npmq")
        raise BadRecord(fault.after(where))
    number = position.find_action(description)
    if number is None:
        why = (
            OVER
            if position.is_over
            else position.explain_illegal_action(description) or NOT_ALLOWED
        )
        raise BadRecord(why.after(where))
    record.play(position.name(number))


def parse_points(position: Position, move: str) -> Action | None:
    """Return the capture or reinforcement between two points, or None."""
    origin, target = CELLS.get(move[:2]), CELLS.get(move[2:])
    if origin is None or target is None:
        return None
    owners = {piece.cell: piece.owner for piece in position.pieces()}
    is_own = owners.get(target) == position.player
    return Action("stack" if is_own else "capture", (origin, target))


# Writing


def to_little_golem(record: Record) -> str:
    """Return the main line as one line of text. Comments, variations and marks are dropped."""
    expect_record(record)
    board, _, phase = str(record.start).partition(" ")
    if record.game.name != "tzaar":
        raise BadRecord(
            Text(
                "Little Golem's format can hold games of tzaar only, not of {id}", id=record.game.id
            )
        )
    if phase != "w 0":
        raise BadRecord(
            Text("Little Golem's format begins with White's opening capture on a full board")
        )
    letters = "".join(column[::-1] for column in board.split("/")).translate(TO_SERVER_LETTERS)
    properties = {"FF": "TZAAR", "POS": letters}
    if record.game.options["setup"] == "random":
        properties["VA"] = RANDOM_SETUP
    for header, value in record.headers.items():
        # Other headers are unknown properties of imported games.
        name = PROPERTY_BY_HEADER.get(header, header)
        if PROPERTY_NAME.fullmatch(name) and name not in ("FF", "POS", *COLOURS):
            properties[name] = value
    names = sorted(
        properties,
        key=lambda name: (
            PROPERTY_ORDER.index(name) if name in PROPERTY_ORDER else len(PROPERTY_ORDER)
        ),
    )
    header = "".join(format_property(name, properties[name]) for name in names)
    return f"(;{header}{format_turns(record)})\n"


def format_property(name: str, value: str) -> str:
    """Return a property as text; raise `BadRecord` if it could not be parsed again.

    The format has no escapes.
    """
    text = f"{name}[{value}]"
    read: Properties = {}
    if "\n" in value or read_property(text, 0, read) != len(text) or read[name] != value:
        raise BadRecord(
            Text(
                "{value} cannot be written as {name} in Little Golem's format",
                value=quote(value),
                name=name,
            )
        )
    return text


def format_turns(record: Record) -> str:
    """Return the turns of the main line as text, with a resignation."""
    turns: list[tuple[int, list[str]]] = []
    for before, after in pairwise(record.positions()):
        if before.starts_turn:
            turns.append((before.player, []))
        turns[-1][1].append(format_move(after.last_action_description))
    is_resigned = record.headers.get("Termination", "").lower() == RESIGNATION
    if is_resigned and not record.end.is_over and record.result and -1 in record.result:
        turns.append((record.result.index(-1), ["resign"]))
    return "".join(f";{COLOURS[player]}[{'-'.join(moves)}]" for player, moves in turns)


def format_move(action: Action | None) -> str:
    """Return an action in the server's letters."""
    assert action is not None  # it was played
    return "".join(POINTS[cell] for cell in action.cells) or "pass"
