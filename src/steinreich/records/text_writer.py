"""Records written as text; `text_parser` tells how that reads."""

import re
from collections.abc import Iterator

from steinreich.core.position import Position
from steinreich.records.reading import DEEPEST_NESTING, TOO_DEEP, check_headers, is_usual
from steinreich.records.record import Node, Record
from steinreich.records.result import result_name
from steinreich.rules.errors import BadRecord

ESCAPES = {"\\": r"\\", "\n": r"\n", "\r": r"\r"}
IN_COMMENT = str.maketrans({**ESCAPES, "}": r"\}"})
IN_HEADER = str.maketrans({**ESCAPES, '"': r"\""})
WIDTH = 80


def to_text(record: Record) -> str:
    """The record as text.  Turns follow from the rules, so an illegal action is a `BadRecord`."""
    check_headers(record.headers)
    headers = {"Game": record.game.id}
    if not is_usual(record.start):
        headers["Start"] = str(record.start)
    headers["Result"] = result_name(record.result)
    headers |= record.headers
    lines = [f'[{name} "{value.translate(IN_HEADER)}"]' for name, value in headers.items()]
    return "\n".join([*lines, "", *wrapped(RecordWriter(record).words), ""])


class RecordWriter:
    """Lays the tree of a record out as words; a line may be broken between any two of them."""

    def __init__(self, record: Record) -> None:
        self.join = record.game.definition.join
        self.before = dict(record.walk())
        self.words: list[str] = []
        self.comment(record.root)
        if record.root.children:
            self.line(record.root, record.root.children[0], rounds=0, depth=0)
        self.words.append(result_name(record.result))

    def line(self, parent: Node, first: Node, rounds: int, depth: int) -> None:
        """Write a line that begins with a child of `parent`, so many rounds having begun."""
        if depth > DEEPEST_NESTING:
            raise BadRecord(TOO_DEEP)
        node: Node | None = first
        resumed = True  # something else stands between this turn and the one before
        while node:
            position, rounds_before = self.before[node], rounds
            if rounds == 0 or (position.starts_turn and position.player == 0):
                rounds += 1
            turn = self.turn(node)
            actions = self.join.join(action.action for action in turn)
            number = number_before(position, rounds, resumed)
            self.words.append(number + actions)
            self.words += [f"${mark}" for mark in turn[-1].marks]
            self.comment(turn[-1])
            variations = parent.children[1:] if node is parent.children[0] else []
            for variation in variations:
                begin = len(self.words)
                self.line(parent, variation, rounds_before, depth + 1)
                self.words[begin] = "(" + self.words[begin]
                self.words[-1] += ")"
            resumed = bool(variations or turn[-1].comment or (resumed and not number))
            parent = turn[-1]
            node = parent.children[0] if parent.children else None

    def turn(self, node: Node) -> list[Node]:
        """As much of a turn as can be one word: up to a comment, a mark or a choice."""
        turn = [node]
        while len(node.children) == 1 and not node.comment and not node.marks:
            node = node.children[0]
            if self.before[node].starts_turn:
                break
            turn.append(node)
        return turn

    def comment(self, node: Node) -> None:
        """Write a comment.  Only single spaces may become line ends, so that none is lost."""
        if node.comment:
            self.words += re.split("(?<! ) (?! )", f"{{{node.comment.translate(IN_COMMENT)}}}")


def number_before(position: Position, rounds: int, resumed: bool) -> str:
    """What stands before an action: `2. `, `2... ` or nothing."""
    if position.starts_turn and position.player == 0:
        return f"{rounds}. "
    return f"{rounds}... " if position.starts_turn and resumed else ""


def wrapped(words: list[str]) -> Iterator[str]:
    """The words in lines of at most 80 columns, where no single word is longer."""
    line = words[0]
    for word in words[1:]:
        if len(line) + 1 + len(word) > WIDTH:
            yield line
            line = word
        else:
            line += " " + word
    yield line
