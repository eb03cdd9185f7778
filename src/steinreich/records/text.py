r"""Records as text, similar to PGN in chess.

    [Game "vier3d"]
    [Result "*"]
    [Player1 "Ada"]

    1. b3 c2 {Blue goes his own way.} 2. b3 $1 (2. a1 a2 3. a1) 2... b3 *

Headers come first; `Game` is required, `Start` holds a position string if the start is not the
default. Turns follow: the actions of one turn are joined (`e3-a3+d3`, or with commas). A number
precedes the turn of the first player; `2...` resumes with another player's turn after a comment or
variation. `{...}` is a comment on the action before it, `$1` a mark. `(...)` is a variation: it
replaces the turn, or the part of a turn, before it.

In comments and headers `\n` is a line end, `\r` a carriage return, and a backslash before any other
character stands for that character; a line end inside a comment reads as a space.
"""

import re
from collections.abc import Iterator
from functools import partial
from typing import NoReturn

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.records.reading import (
    HEADER_NAME,
    MAX_MARK,
    MAX_NESTING,
    NO_ACTION,
    NO_RECORD,
    OWN_HEADERS,
    TOO_DEEP,
    check_game,
    check_headers,
    describe_location,
    find_game,
    is_default_start,
    locate_errors,
    normalize_text,
    parse_start,
)
from steinreich.records.record import Node, Record, expect_record, result_name, result_names
from steinreich.rules.errors import BadRecord
from steinreich.rules.language import Text
from steinreich.rules.untrusted import quote

TOKEN = re.compile(
    rf"""
      (?P<space> \s+ )
    | \[ \s* (?P<name> {HEADER_NAME} ) \s+ "(?P<header> (?: [^"\\\n]++ | \\[^\n] )*+ )" \s* \]
    | \{{ (?P<comment> (?: [^}}\\]++ | \\. )*+ ) \}}
    | ; (?P<remark> [^\n]* )
    | (?P<open> \( )
    | (?P<close> \) )
    | \$ (?P<mark> [0-9]{{1,3}} ) (?! [0-9] )
    | (?P<number> [0-9]++ \.+ )
    | (?P<word> [^\s(){{}}\[\];$]+ )
    """,
    re.VERBOSE | re.DOTALL,
)
TOKEN_ERRORS = {  # errors by the character where no token can be read
    "[": Text('expected a header of the form [Name "value"]'),
    "{": Text("this comment is not closed by }"),
    "$": Text("a mark is a number from $0 to ${last_mark}", last_mark=MAX_MARK),
}
MARKS_BY_SUFFIX = {  # alternative notation of marks
    "": None,
    "!": 1,
    "?": 2,
    "!!": 3,
    "??": 4,
    "!?": 5,
    "?!": 6,
}
RESULT = re.compile(r"(0|1|1/2)(-(0|1|1/2))*")  # of any game


def parse_text(text: str, game: Game | None = None) -> list[Record]:
    """Return the records in a text; `game` is the game of those that do not name one.

    Actions are not replayed: `Record.check` tests whether they are legal, and finds words that are
    not actions.
    """
    text = normalize_text(text)
    check_game(game)
    records: list[Record] = []
    parser: RecordParser | None = None
    for token in tokens(text):
        kind = str(token.lastgroup)
        if parser and parser.is_complete_before(kind):
            records.append(parser.finish())
            parser = None
        parser = parser or RecordParser(text, token.start(), game)
        parser.read(kind, token)
    if not parser:
        raise BadRecord(NO_RECORD)
    return [*records, parser.finish()]


def tokens(text: str, offset: int = 0) -> Iterator[re.Match[str]]:
    """Iterate over the tokens of a text from an offset on, without space and numbers of turns."""
    while offset < len(text):
        token = TOKEN.match(text, offset)
        if not token:
            character = repr(text[offset])
            fault = Text("unexpected {letter}", letter=character)
            raise BadRecord(
                TOKEN_ERRORS.get(text[offset], fault).after(describe_location(text, offset))
            )
        if token.lastgroup not in ("space", "number"):
            yield token
        offset = token.end()


class OpenLine:
    """The main line or a variation during parsing."""

    def __init__(self, parent: Node, offset: int) -> None:
        self.last = parent  # the last action so far
        self.offset = offset  # where the line begins in the text
        # Parent of the last word: a variation replaces that word.
        self.variation_parent: Node | None = None
        self.pending_comments: list[str] = []  # comments before the first action of a variation


class RecordParser:
    """Parser of a single record."""

    def __init__(self, text: str, offset: int, expected: Game | None) -> None:
        self.text = text
        self.offset = offset
        self.expected = expected
        self.headers: dict[str, tuple[str, int]] = {}  # values with their offsets
        self.root = Node()
        self.lines = [OpenLine(self.root, offset)]  # the main line, and the open variations
        self.comments: dict[Node, list[str]] = {}
        self.action_offsets: dict[Node, int] = {}  # where each action begins in the text
        self.result: str | None = None
        self.start_position: Position | None = None  # known after the first word

    def is_complete_before(self, kind: str) -> bool:
        """Return whether a token of this kind belongs to the next record."""
        if kind == "header":
            return self.start_position is not None
        return kind == "word" and self.result is not None

    def read(self, kind: str, token: re.Match[str]) -> None:
        """Process the next token."""
        offset = token.start()
        if kind == "header":
            self.read_header(token["name"], unescape(token["header"]), offset)
        elif kind == "comment":
            self.read_comment(unescape(token["comment"]))
        elif kind == "remark":
            self.read_comment(token["remark"].strip())
        elif kind == "open":
            self.open_variation(offset)
        elif kind == "close":
            self.close_variation(offset)
        elif kind == "mark":
            self.read_mark(int(token["mark"]), offset)
        else:
            self.read_word(token["word"], offset)

    def read_header(self, name: str, value: str, offset: int) -> None:
        if name in self.headers:
            self.fail(offset, Text("duplicate header {name}", name=name))
        self.headers[name] = value, offset

    def read_comment(self, text: str) -> None:
        line = self.lines[-1]
        if line.variation_parent or len(self.lines) == 1:
            self.comments.setdefault(line.last, []).append(text)
        else:
            line.pending_comments.append(text)

    def open_variation(self, offset: int) -> None:
        parent = self.lines[-1].variation_parent
        if parent is None or self.result is not None:
            self.fail(offset, Text("there is no action here that a variation could replace"))
        if len(self.lines) > MAX_NESTING:
            self.fail(offset, TOO_DEEP)
        self.lines.append(OpenLine(parent, offset))

    def close_variation(self, offset: int) -> None:
        if len(self.lines) == 1:
            self.fail(offset, Text("unexpected ): no variation is open"))
        line = self.lines.pop()
        if not line.variation_parent:
            self.fail(line.offset, NO_ACTION)

    def read_mark(self, number: int, offset: int) -> None:
        if not self.lines[-1].variation_parent:
            self.fail(offset, Text("there is no action here to mark"))
        if number > MAX_MARK:
            self.fail(offset, TOKEN_ERRORS["$"])
        self.lines[-1].last.marks.append(number)

    def read_word(self, word: str, offset: int) -> None:
        """Process a result, or a turn of one or several joined actions."""
        game = self.start().game
        if word in result_names(game.players):
            self.read_result(word, offset)
            return
        without_suffix = word.rstrip("!?")
        suffix = word[len(without_suffix) :]
        actions = split_turn(without_suffix, game) if suffix in MARKS_BY_SUFFIX else []
        if not actions and RESULT.fullmatch(word):
            results = ", ".join(result_names(game.players))
            self.fail(
                offset,
                Text(
                    "{word} is not one of {id}'s results {results}",
                    word=quote(word),
                    id=game.id,
                    results=results,
                ),
            )
        line = self.lines[-1]
        line.variation_parent = line.last
        # A word that is not an action is kept: `Record.check` reports it.
        for action in actions or [word]:
            line.last = line.last.add(action)
            self.action_offsets[line.last] = offset
        if line.pending_comments:
            self.comments[line.last], line.pending_comments = line.pending_comments, []
        if actions and (mark := MARKS_BY_SUFFIX[suffix]):
            line.last.marks.append(mark)

    def read_result(self, result: str, offset: int) -> None:
        if len(self.lines) > 1:
            self.fail(offset, Text("the result {result} is inside a variation", result=result))
        stated = self.headers.get("Result", (result, offset))[0]
        if stated != result:
            self.fail(
                offset,
                Text(
                    "the result is {result} here, but {stated} in the header",
                    result=result,
                    stated=quote(stated),
                ),
            )
        self.result = result

    def start(self) -> Position:
        """Return the start of the record, once its headers are complete."""
        if self.start_position is None:
            game = self.expected
            if "Game" in self.headers:
                id, offset = self.headers["Game"]
                with locate_errors(partial(describe_location, self.text, offset)):
                    game = find_game(id, self.expected)
            if not game:
                self.fail(self.offset, Text('no header [Game "..."] says which game this is'))
            value, offset = self.headers.get("Start", (None, self.offset))
            with locate_errors(partial(describe_location, self.text, offset)):
                self.start_position = parse_start(game, value)
        return self.start_position

    def finish(self) -> Record:
        """Return the record at the end of its text."""
        start = self.start()
        if len(self.lines) > 1:
            self.fail(self.lines[-1].offset, Text("this variation is not closed by )"))
        results = result_names(start.game.players)
        stated, offset = self.headers.get("Result", (self.result or "*", self.offset))
        if stated not in results:
            known = ", ".join(results)
            self.fail(
                offset,
                Text(
                    "the result {stated} is not one of {known}", stated=quote(stated), known=known
                ),
            )
        record = self.partial_record()
        record.result = results[stated]
        return record

    def partial_record(self) -> Record:
        """Return the parsed part, without a result; `BadRecord` if the start is unknown."""
        headers = {
            name: value for name, (value, _) in self.headers.items() if name not in OWN_HEADERS
        }
        record = Record(self.start(), headers)
        record.root = self.root
        for node, texts in self.comments.items():
            node.comment = "\n".join(texts)
        return record

    def fail(self, offset: int, fault: Text) -> NoReturn:
        raise BadRecord(fault.after(describe_location(self.text, offset)))


def split_turn(word: str, game: Game, any_case: bool = False) -> list[str]:
    """Split a word into the names of joined actions; return [] if it contains anything else."""
    action = re.compile(
        game.definition.action_pattern.pattern, re.IGNORECASE if any_case else re.NOFLAG
    )
    found = []
    for piece in filter(None, word.split(",")):
        offset = 0
        while offset < len(piece):
            match = action.fullmatch(piece, offset) or action.match(piece, offset)
            if not match or match.end() == offset:
                return []
            found.append(match[0])
            offset = match.end()
    return found


def unescape(text: str) -> str:
    """Replace the escape sequences of comments and headers."""
    letters = {"n": "\n", "r": "\r"}
    return re.sub(
        r"\\(.)|\n",
        lambda escape: letters.get(escape[1], escape[1]) if escape[1] else " ",
        text,
        flags=re.DOTALL,
    )


# Writing


ESCAPES = {"\\": r"\\", "\n": r"\n", "\r": r"\r"}
COMMENT_ESCAPES = str.maketrans({**ESCAPES, "}": r"\}"})
HEADER_ESCAPES = str.maketrans({**ESCAPES, '"': r"\""})
MAX_LINE_WIDTH = 80


def to_text(record: Record) -> str:
    """Return the record as text. Turns depend on the rules, so an illegal action raises
    `BadRecord`."""
    expect_record(record)
    check_headers(record.headers)
    headers = {"Game": record.game.id}
    if not is_default_start(record.start):
        headers["Start"] = str(record.start)
    headers["Result"] = result_name(record.result)
    headers |= record.headers
    lines = [f'[{name} "{value.translate(HEADER_ESCAPES)}"]' for name, value in headers.items()]
    return "\n".join([*lines, "", *wrap_words(RecordWriter(record).words), ""])


class RecordWriter:
    """Converts the tree of a record to words, between which lines can be wrapped."""

    def __init__(self, record: Record) -> None:
        self.separator = record.game.definition.action_separator
        self.positions_before = dict(record.walk())
        self.words: list[str] = []
        self.write_comment(record.root)
        if record.root.children:
            self.write_line(record.root, record.root.children[0], rounds=0, depth=0)
        self.words.append(result_name(record.result))

    def write_line(self, parent: Node, first: Node, rounds: int, depth: int) -> None:
        """Write a line that begins with `first`, a child of `parent`, after a number of rounds."""
        if depth > MAX_NESTING:
            raise BadRecord(TOO_DEEP)
        node: Node | None = first
        needs_number = True  # also after a comment or a variation, which separates two turns
        while node:
            position, rounds_before = self.positions_before[node], rounds
            if rounds == 0 or (position.starts_turn and position.player == 0):
                rounds += 1
            turn = self.get_turn(node)
            actions = self.separator.join(action.action for action in turn)
            number = format_turn_number(position, rounds, needs_number)
            self.words.append(number + actions)
            self.words += [f"${mark}" for mark in turn[-1].marks]
            self.write_comment(turn[-1])
            variations = parent.children[1:] if node is parent.children[0] else []
            for variation in variations:
                first_word = len(self.words)
                self.write_line(parent, variation, rounds_before, depth + 1)
                self.words[first_word] = "(" + self.words[first_word]
                self.words[-1] += ")"
            needs_number = bool(variations or turn[-1].comment or (needs_number and not number))
            parent = turn[-1]
            node = parent.children[0] if parent.children else None

    def get_turn(self, node: Node) -> list[Node]:
        """Return the part of a turn that is one word: up to a comment, a mark or a variation."""
        turn = [node]
        while len(node.children) == 1 and not node.comment and not node.marks:
            node = node.children[0]
            if self.positions_before[node].starts_turn:
                break
            turn.append(node)
        return turn

    def write_comment(self, node: Node) -> None:
        """Write a comment; lines are wrapped only at single spaces, so that no space is lost."""
        if node.comment:
            self.words += re.split("(?<! ) (?! )", f"{{{node.comment.translate(COMMENT_ESCAPES)}}}")


def format_turn_number(position: Position, rounds: int, needs_number: bool) -> str:
    """Return the number before a turn: `2. `, `2... ` or nothing."""
    if position.starts_turn and position.player == 0:
        return f"{rounds}. "
    return f"{rounds}... " if position.starts_turn and needs_number else ""


def wrap_words(words: list[str]) -> Iterator[str]:
    """Return the words in lines of at most 80 columns, except for longer words."""
    line = words[0]
    for word in words[1:]:
        if len(line) + 1 + len(word) > MAX_LINE_WIDTH:
            yield line
            line = word
        else:
            line += " " + word
    yield line
