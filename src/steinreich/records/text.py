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
    find_game,
    is_default_start,
    locate_errors,
    normalize_text,
    parse_start,
    place,
)
from steinreich.records.record import Node, Record, expect_record, result_name, result_names
from steinreich.rules.errors import BadRecord
from steinreich.rules.language import Text
from steinreich.rules.untrusted import quoted

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
MISTAKES = {  # errors by the character where no token can be read
    "[": Text('a header reads [Name "value"]'),
    "{": Text("this comment is not closed by }"),
    "$": Text("a mark is a number from $0 to ${last_mark}", last_mark=MAX_MARK),
}
SUFFIXES = {
    "": None,
    "!": 1,
    "?": 2,
    "!!": 3,
    "??": 4,
    "!?": 5,
    "?!": 6,
}  # alternative notation of marks
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


def tokens(text: str, at: int = 0) -> Iterator[re.Match[str]]:
    """Iterate over the tokens of a text from an offset on, without space and numbers of turns."""
    while at < len(text):
        token = TOKEN.match(text, at)
        if not token:
            letter = repr(text[at])
            unknown = Text("{letter} has no meaning here", letter=letter)
            raise BadRecord(MISTAKES.get(text[at], unknown).after(place(text, at)))
        if token.lastgroup not in ("space", "number"):
            yield token
        at = token.end()


class OpenLine:
    """The main line or a variation during parsing."""

    def __init__(self, parent: Node, at: int) -> None:
        self.last = parent  # its last action so far
        self.at = at  # offset of its beginning
        self.before: Node | None = None  # parent of the last word, where a variation continues
        self.pending_comments: list[str] = []  # comments before the first action of a variation


class RecordParser:
    """Parser of a single record."""

    def __init__(self, text: str, at: int, expected: Game | None) -> None:
        self.text = text
        self.at = at
        self.expected = expected
        self.headers: dict[str, tuple[str, int]] = {}  # values with their offsets
        self.root = Node()
        self.lines = [OpenLine(self.root, at)]  # the main line, and the open variations
        self.comments: dict[Node, list[str]] = {}
        self.places: dict[Node, int] = {}  # offsets of actions
        self.result: str | None = None
        self.started: Position | None = None  # known after the first word

    def is_complete_before(self, kind: str) -> bool:
        """Return whether a token of this kind belongs to the next record."""
        if kind == "header":
            return self.started is not None
        return kind == "word" and self.result is not None

    def read(self, kind: str, token: re.Match[str]) -> None:
        """Process the next token."""
        at = token.start()
        if kind == "header":
            self.header(token["name"], unescape(token["header"]), at)
        elif kind == "comment":
            self.comment(unescape(token["comment"]))
        elif kind == "remark":
            self.comment(token["remark"].strip())
        elif kind == "open":
            self.open(at)
        elif kind == "close":
            self.close(at)
        elif kind == "mark":
            self.mark(int(token["mark"]), at)
        else:
            self.word(token["word"], at)

    def header(self, name: str, value: str, at: int) -> None:
        if name in self.headers:
            self.fail(at, Text("the header {name} is there twice", name=name))
        self.headers[name] = value, at

    def comment(self, text: str) -> None:
        line = self.lines[-1]
        if line.before or len(self.lines) == 1:
            self.comments.setdefault(line.last, []).append(text)
        else:
            line.pending_comments.append(text)

    def open(self, at: int) -> None:
        before = self.lines[-1].before
        if before is None or self.result is not None:
            self.fail(at, Text("there is no action here that a variation could replace"))
        if len(self.lines) > MAX_NESTING:
            self.fail(at, TOO_DEEP)
        self.lines.append(OpenLine(before, at))

    def close(self, at: int) -> None:
        if len(self.lines) == 1:
            self.fail(at, Text("no variation is open that ) could close"))
        line = self.lines.pop()
        if not line.before:
            self.fail(line.at, NO_ACTION)

    def mark(self, number: int, at: int) -> None:
        if not self.lines[-1].before:
            self.fail(at, Text("there is no action here to mark"))
        if number > MAX_MARK:
            self.fail(at, MISTAKES["$"])
        self.lines[-1].last.marks.append(number)

    def word(self, word: str, at: int) -> None:
        """Process the result or a turn, which may join several actions."""
        game = self.start().game
        if word in result_names(game.players):
            self.end(word, at)
            return
        plain = word.rstrip("!?")
        suffix = word[len(plain) :]
        actions = split_turn(plain, game) if suffix in SUFFIXES else []
        if not actions and RESULT.fullmatch(word):
            results = ", ".join(result_names(game.players))
            self.fail(
                at,
                Text(
                    "{word} is not one of {id}'s results {results}",
                    word=quoted(word),
                    id=game.id,
                    results=results,
                ),
            )
        line = self.lines[-1]
        line.before = line.last
        for action in actions or [
            word
        ]:  # validation of the record reports which one is not an action
            line.last = line.last.add(action)
            self.places[line.last] = at
        if line.pending_comments:
            self.comments[line.last], line.pending_comments = line.pending_comments, []
        if actions and (mark := SUFFIXES[suffix]):
            line.last.marks.append(mark)

    def end(self, result: str, at: int) -> None:
        if len(self.lines) > 1:
            self.fail(at, Text("the result {result} stands inside a variation", result=result))
        stated = self.headers.get("Result", (result, at))[0]
        if stated != result:
            self.fail(
                at,
                Text(
                    "the result is {result} here, but {stated} in the header",
                    result=result,
                    stated=quoted(stated),
                ),
            )
        self.result = result

    def start(self) -> Position:
        """Return the start of the record, once its headers are complete."""
        if self.started is None:
            game = self.expected
            if "Game" in self.headers:
                id, at = self.headers["Game"]
                with locate_errors(partial(place, self.text, at)):
                    game = find_game(id, self.expected)
            if not game:
                self.fail(self.at, Text('no header [Game "..."] says which game this is'))
            value, at = self.headers.get("Start", (None, self.at))
            with locate_errors(partial(place, self.text, at)):
                self.started = parse_start(game, value)
        return self.started

    def finish(self) -> Record:
        """Return the record at the end of its text."""
        start = self.start()
        if len(self.lines) > 1:
            self.fail(self.lines[-1].at, Text("this variation is not closed by )"))
        results = result_names(start.game.players)
        stated, at = self.headers.get("Result", (self.result or "*", self.at))
        if stated not in results:
            known = ", ".join(results)
            self.fail(
                at,
                Text(
                    "the result {stated} is not one of {known}", stated=quoted(stated), known=known
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

    def fail(self, at: int, fault: Text) -> NoReturn:
        raise BadRecord(fault.after(place(self.text, at)))


def split_turn(word: str, game: Game, any_case: bool = False) -> list[str]:
    """Return the actions joined in a word; empty if it contains anything else."""
    action = re.compile(
        game.definition.action_pattern.pattern, re.IGNORECASE if any_case else re.NOFLAG
    )
    found = []
    for piece in filter(None, word.split(",")):
        at = 0
        while at < len(piece):
            match = action.fullmatch(piece, at) or action.match(piece, at)
            if not match or match.end() == at:
                return []
            found.append(match[0])
            at = match.end()
    return found


def unescape(text: str) -> str:
    """Return the text of an escaped text."""
    letters = {"n": "\n", "r": "\r"}
    return re.sub(
        r"\\(.)|\n", lambda m: letters.get(m[1], m[1]) if m[1] else " ", text, flags=re.DOTALL
    )


# Writing


ESCAPES = {"\\": r"\\", "\n": r"\n", "\r": r"\r"}
IN_COMMENT = str.maketrans({**ESCAPES, "}": r"\}"})
IN_HEADER = str.maketrans({**ESCAPES, '"': r"\""})
WIDTH = 80


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
    lines = [f'[{name} "{value.translate(IN_HEADER)}"]' for name, value in headers.items()]
    return "\n".join([*lines, "", *wrap_words(RecordWriter(record).words), ""])


class RecordWriter:
    """Writes the tree of a record as words; a line may be broken between any two of them."""

    def __init__(self, record: Record) -> None:
        self.join = record.game.definition.action_separator
        self.before = dict(record.walk())
        self.words: list[str] = []
        self.comment(record.root)
        if record.root.children:
            self.line(record.root, record.root.children[0], rounds=0, depth=0)
        self.words.append(result_name(record.result))

    def line(self, parent: Node, first: Node, rounds: int, depth: int) -> None:
        """Write a line that begins with a child of `parent`, after a number of rounds."""
        if depth > MAX_NESTING:
            raise BadRecord(TOO_DEEP)
        node: Node | None = first
        resumed = True  # something else separates this turn from the one before
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
        """Return the part of a turn that is one word: up to a comment, a mark or a variation."""
        turn = [node]
        while len(node.children) == 1 and not node.comment and not node.marks:
            node = node.children[0]
            if self.before[node].starts_turn:
                break
            turn.append(node)
        return turn

    def comment(self, node: Node) -> None:
        """Write a comment. Only single spaces may become line ends, so that none is lost."""
        if node.comment:
            self.words += re.split("(?<! ) (?! )", f"{{{node.comment.translate(IN_COMMENT)}}}")


def number_before(position: Position, rounds: int, resumed: bool) -> str:
    """Return the text before an action: `2. `, `2... ` or nothing."""
    if position.starts_turn and position.player == 0:
        return f"{rounds}. "
    return f"{rounds}... " if position.starts_turn and resumed else ""


def wrap_words(words: list[str]) -> Iterator[str]:
    """Return the words in lines of at most 80 columns, except for longer words."""
    line = words[0]
    for word in words[1:]:
        if len(line) + 1 + len(word) > WIDTH:
            yield line
            line = word
        else:
            line += " " + word
    yield line
