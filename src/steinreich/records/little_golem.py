"""TZAAR games in the form of the server Little Golem, which looks like SGF.

    (;FF[TZAAR]VA[RANDOM]EV[..]PB[..]PW[..]POS[60 letters];W[npmq];B[prqq-kplp];...)

A point is two letters, x then y, each k to s for -4 to +4: x is the column from left to right,
y grows downward, and the points are those with |x|, |y| and |x + y| at most 4 but for the hole
`oo`.  POS lists them by columns, each from the top down: a Tzaar, b Tzarra, c Tott, small
letters White.  A turn is one or two moves, from and to, a capture and a reinforcement alike;
the second may be `pass`, the whole turn `resign`.  Names stand as they are, without escapes.
The brackets around a game may be missing.
"""

import re
from itertools import pairwise

from steinreich.core.position import NOT_ALLOWED, OVER, Position
from steinreich.records.reading import (
    NO_RECORD,
    admitted,
    found_game,
    located,
    place,
    record_number,
)
from steinreich.records.record import Record
from steinreich.rules.about import Action
from steinreich.rules.errors import BadRecord
from steinreich.rules.language import Words
from steinreich.rules.text.safe import quoted

LETTERS = "klmnopqrs"  # for -4 to +4
COLOURS = ("W", "B")
PIECES = str.maketrans("abcABC", "ZRTzrt")
PIECES_BACK = str.maketrans("ZRTzrt", "abcABC")
HEADERS = {"EV": "Event", "PW": "Player1", "PB": "Player2", "SO": "Source", "VA": "Variant"}
PROPERTIES = {header: name for name, header in HEADERS.items()}
ORDER = ("FF", "VA", "EV", "PB", "PW", "POS", "SO")
RANDOM = "RANDOM"
RESIGNED = "resignation"

Properties = dict[str, str]  # of one node: names and values

PROPERTY_NAME = re.compile("[A-Z]+")
# A name may hold a bracket: one closes only where something else can begin.
VALUE = re.compile(r"\[(.*?)\](?=\s*(?:[\[;()]|[A-Z]+\[|\Z))", re.DOTALL)


BARE = re.compile(r"\s*+;?+\s*+(?=FF\[)")

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
    """The games in a text, replayed: only the board tells a capture from a reinforcement."""
    trees: list[list[Properties]] = []
    parse_trees(admitted(text), trees)
    if not trees:
        raise BadRecord(NO_RECORD)
    if len(trees) == 1:
        return [record_of(trees[0])]
    records = []
    for number, nodes in enumerate(trees, 1):
        with located(record_number(number)):
            records.append(record_of(nodes))
    return records


def parse_trees(text: str, trees: list[list[Properties]]) -> None:
    """Add the nodes of each game; the first holds what is known about it, each other one a turn."""
    bare = BARE.match(text)  # a game that was copied without its brackets
    inside = bare is not None
    at = 0
    if bare:
        trees.append([{}])
        at = bare.end()
    while at < len(text):
        letter = text[at]
        if letter.isspace():
            at += 1
        elif letter == ("(" if not inside else ")"):
            inside = not inside
            if inside:
                trees.append([])
            at += 1
        elif letter == ";" and inside:
            trees[-1].append({})
            at += 1
        elif inside and trees[-1]:
            at = read_property(text, at, trees[-1][-1])
        else:
            form = "(;FF[TZAAR]...;W[...]...)"
            wrong = Words(f"a game reads {form}", f"eine Partie sieht so aus: {form}")
            raise BadRecord(wrong.after(place(text, at)))
    if inside and not (bare and len(trees) == 1):
        wrong = Words("the last game is not closed by )", "die letzte Partie schließt kein )")
        raise BadRecord(wrong.after(place(text, at)))


def read_property(text: str, at: int, node: Properties) -> int:
    """Read a property into its node; where it ends."""
    name = PROPERTY_NAME.match(text, at)
    if not name:
        letter = repr(text[at])
        wrong = Words(
            f"{letter} begins no property such as PW[...]",
            f"mit {letter} beginnt keine Angabe wie PW[...]",
        )
        raise BadRecord(wrong.after(place(text, at)))
    values = []
    end = name.end()
    while value := VALUE.match(text, end):
        values.append(value[1])
        end = value.end()
    if not values:
        wrong = Words("this property is not closed by ]", "diese Angabe schließt kein ]")
        raise BadRecord(wrong.after(place(text, end)))
    if name[0] in node:
        twice = Words(f"the property {name[0]} is there twice", f"{name[0]} ist zweimal angegeben")
        raise BadRecord(twice.after(place(text, at)))
    node[name[0]] = "][".join(values)  # brackets inside a name look like several values
    return end


def record_of(nodes: list[Properties]) -> Record:
    """The record of a game."""
    record = begun(nodes)
    for number, node in enumerate(nodes[1:], 1):
        read_turn(record, number, node)
    return record


def begun(nodes: list[Properties]) -> Record:
    """The record of a game before its first turn."""
    if not nodes or nodes[0].get("FF") != "TZAAR":
        raise BadRecord(
            Words(
                "the game does not begin with FF[TZAAR]",
                "die Partie beginnt nicht mit FF[TZAAR]",
            )
        )
    known = dict(nodes[0])
    del known["FF"]
    if known.get("VA") == RANDOM:
        del known["VA"]
    for colour in COLOURS:
        if colour in known:
            turn = f"{colour}[{known[colour][:20]}]"
            raise BadRecord(
                Words(
                    f"the turn {turn} stands before the first ;",
                    f"der Zug {turn} steht vor dem ersten ;",
                )
            )
    start = start_of(known.pop("POS", ""))
    headers = {header: known.pop(name) for name, header in HEADERS.items() if name in known}
    return Record(start, headers | known)


def start_of(letters: str) -> Position:
    """The position in which all pieces stand and White begins."""
    if not re.fullmatch("[abcABC]{60}", letters):
        raise BadRecord(
            Words(
                f"POS: {quoted(letters)} is not 60 letters a, b, c, A, B, C",
                f"POS: {quoted(letters)} besteht nicht aus 60 Buchstaben a, b, c, A, B, C",
            )
        )
    pieces = letters.translate(PIECES)
    texts = []
    for column in COLUMNS:
        texts.append(pieces[: len(column)][::-1])
        pieces = pieces[len(column) :]
    text = "/".join(texts) + " w 0"
    fixed = found_game("tzaar(setup=fixed)", None)
    game = fixed if str(fixed.start()) == text else found_game("tzaar", None)
    with located("POS"):
        return game.position(text)


def read_turn(record: Record, number: int, node: Properties) -> None:
    """Continue a record by a turn."""
    where = turn_number(number)
    if len(node) != 1 or not node.keys() <= set(COLOURS):
        names = quoted(" ".join(node))
        wrong = Words(f"{names} is not just W or B", f"{names} ist nicht einfach W oder B")
        raise BadRecord(wrong.after(where))
    [(colour, turn)] = node.items()
    if record.result is not None:
        late = f"{colour}[{turn[:20]}]"
        wrong = Words(
            f"{late} follows the end of the game", f"{late} folgt nach dem Ende des Spiels"
        )
        raise BadRecord(wrong.after(where))
    if turn == "resign":
        record.result = (-1, 1) if colour == COLOURS[0] else (1, -1)
        record.headers["Termination"] = RESIGNED
        return
    if not record.end.starts_turn:
        wrong = Words("the second action, or pass, is missing", "die zweite Aktion oder pass fehlt")
        raise BadRecord(wrong.after(turn_number(number - 1)))
    if colour != COLOURS[record.end.player]:
        due = COLOURS[record.end.player]
        wrong = Words(f"{due} is to move, not {colour}", f"{due} ist am Zug, nicht {colour}")
        raise BadRecord(wrong.after(where))
    read_moves(record, turn, where)


def read_moves(record: Record, turn: str, where: Words) -> None:
    """Continue a record by the actions of a turn."""
    for index, move in enumerate(turn.split("-")):
        if index and record.end.is_over and move == "pass":
            break  # the server has the winner pass who needs no second action
        if index and (record.end.is_over or record.end.starts_turn):
            wrong = Words(
                f"{quoted(turn)} has more actions than the turn",
                f"{quoted(turn)} hat mehr Aktionen als der Zug",
            )
            raise BadRecord(wrong.after(where))
        count, name = len(record.moves()) + 1, quoted(move)
        read_move(
            record,
            move,
            Words(
                f"action {count} ({name} in {where.en})", f"Aktion {count} ({name} in {where.de})"
            ),
        )


def turn_number(number: int) -> Words:
    """Which turn is meant."""
    return Words(f"turn {number}", f"Zug {number}")


def read_move(record: Record, move: str, where: Words) -> None:
    """Continue a record by an action."""
    position = record.end
    wanted = Action("pass") if move == "pass" else meant(position, move)
    if wanted is None:
        wrong = Words("not two points, such as npmq", "keine zwei Punkte wie npmq")
        raise BadRecord(wrong.after(where))
    number = position.find_action(wanted)
    if number is None:
        why = OVER if position.is_over else position.refusal(wanted) or NOT_ALLOWED
        raise BadRecord(why.after(where))
    record.play(position.name(number))


def meant(position: Position, move: str) -> Action | None:
    """The capture or reinforcement between two points, if there are such."""
    origin, target = CELLS.get(move[:2]), CELLS.get(move[2:])
    if origin is None or target is None:
        return None
    owners = {piece.cell: piece.owner for piece in position.pieces()}
    is_own = owners.get(target) == position.player
    return Action("stack" if is_own else "capture", (origin, target))


# Writing


def to_little_golem(record: Record) -> str:
    """The main line as one line of text.  Comments, variations and marks have no place there."""
    board, _, phase = str(record.start).partition(" ")
    if record.game.name != "tzaar":
        raise BadRecord(
            Words(
                f"Little Golem's form can hold a game of tzaar, not of {record.game.id}",
                f"die Form von Little Golem fasst eine Partie tzaar, nicht {record.game.id}",
            )
        )
    if phase != "w 0":
        raise BadRecord(
            Words(
                "Little Golem's form begins with White's opening capture on a full board",
                "die Form von Little Golem beginnt auf vollem Brett, wenn Weiß zuerst schlägt",
            )
        )
    letters = "".join(column[::-1] for column in board.split("/")).translate(PIECES_BACK)
    known = {"FF": "TZAAR", "POS": letters}
    if record.game.options["setup"] == "random":
        known["VA"] = RANDOM
    for header, value in record.headers.items():
        name = PROPERTIES.get(header, header)  # what an import had and we have no word for stays
        if PROPERTY_NAME.fullmatch(name) and name not in ("FF", "POS", *COLOURS):
            known[name] = value
    listed = sorted(known, key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER))
    properties = "".join(property_text(name, known[name]) for name in listed)
    return f"(;{properties}{turns_text(record)})\n"


def property_text(name: str, value: str) -> str:
    """A property, if it reads back as it is: there are no escapes."""
    text = f"{name}[{value}]"
    read: Properties = {}
    if "\n" in value or read_property(text, 0, read) != len(text) or read[name] != value:
        raise BadRecord(
            Words(
                f"{quoted(value)} cannot be written as {name} in Little Golem's form",
                f"{quoted(value)} passt bei Little Golem nicht in {name}",
            )
        )
    return text


def turns_text(record: Record) -> str:
    """The turns of the main line, and a resignation."""
    turns: list[tuple[int, list[str]]] = []
    for before, after in pairwise(record.positions()):
        if before.starts_turn:
            turns.append((before.player, []))
        turns[-1][1].append(move_text(after.last_action))
    resigned = record.headers.get("Termination", "").lower() == RESIGNED
    if resigned and not record.end.is_over and record.result and -1 in record.result:
        turns.append((record.result.index(-1), ["resign"]))
    return "".join(f";{COLOURS[player]}[{'-'.join(moves)}]" for player, moves in turns)


def move_text(action: Action | None) -> str:
    """An action in the server's letters."""
    assert action is not None  # it was played
    return "".join(POINTS[cell] for cell in action.cells) or "pass"
