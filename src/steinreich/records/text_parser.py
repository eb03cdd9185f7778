r"""Records as text, in the manner of chess's PGN.

    [Game "vier3d"]
    [Result "*"]
    [Player1 "Ada"]

    1. b3 c2 {Blue goes his own way.} 2. b3 $1 (2. a1 a2 3. a1) 2... b3 *

Headers first; `Game` is needed, `Start` holds a position string where the start is not the
usual one.  Then turns: actions of one turn are joined (`e3-a3+d3`, or with commas).  A number
stands before the turn of the first player; `2...` resumes with another player's after something
in between.  `{...}` is a comment on the action before it, `$1` a mark.  `(...)` is a variation:
it replaces the turn, or the piece of a turn, that stands before it.

In comments and headers `\n` is a line end, `\r` a carriage return, and a backslash before any
other character stands for that character; a line end inside a comment reads as a space.
"""

import re
from collections.abc import Iterator
from functools import partial
from typing import NoReturn

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.records.reading import (
    DEEPEST_NESTING,
    HEADER_NAME,
    LAST_MARK,
    NO_ACTION,
    NO_RECORD,
    OWN_HEADERS,
    TOO_DEEP,
    admitted,
    found_game,
    found_start,
    located,
    place,
)
from steinreich.records.record import Node, Record
from steinreich.records.result import result_names
from steinreich.rules.errors import BadRecord
from steinreich.rules.language import Words
from steinreich.rules.text.safe import quoted

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
MISTAKES = {  # what is wrong where no token can be read
    "[": Words('a header reads [Name "value"]', 'eine Angabe sieht so aus: [Name "Wert"]'),
    "{": Words("this comment is not closed by }", "diesen Kommentar schließt kein }"),
    "$": Words(
        f"a mark is a number from $0 to ${LAST_MARK}",
        f"ein Zeichen ist eine Zahl von $0 bis ${LAST_MARK}",
    ),
}
SUFFIXES = {"": None, "!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}  # other ways of marking
RESULT = re.compile(r"(0|1|1/2)(-(0|1|1/2))*")  # of some game


def parse_text(text: str, game: Game | None = None) -> list[Record]:
    """The records in a text; `game` is the game of those that do not name one.

    Actions are read, not played: `Record.check` tells whether they are legal, and finds words
    that are no actions at all.
    """
    text = admitted(text)
    records: list[Record] = []
    parser: RecordParser | None = None
    for token in tokens(text):
        kind = str(token.lastgroup)
        if parser and parser.is_complete_before(kind):
            records.append(parser.finished())
            parser = None
        parser = parser or RecordParser(text, token.start(), game)
        parser.read(kind, token)
    if not parser:
        raise BadRecord(NO_RECORD)
    return [*records, parser.finished()]


def tokens(text: str, at: int = 0) -> Iterator[re.Match[str]]:
    """The tokens of a text from here on but for space and numbers of turns."""
    while at < len(text):
        token = TOKEN.match(text, at)
        if not token:
            letter = repr(text[at])
            unknown = Words(f"{letter} has no meaning here", f"{letter} bedeutet hier nichts")
            raise BadRecord(MISTAKES.get(text[at], unknown).after(place(text, at)))
        if token.lastgroup not in ("space", "number"):
            yield token
        at = token.end()


class OpenLine:
    """The main line or a variation while it is being read."""

    def __init__(self, parent: Node, at: int) -> None:
        self.last = parent  # its last action so far
        self.at = at  # where in the text it begins
        self.before: Node | None = None  # what the last word follows: a variation goes on there
        self.early: list[str] = []  # comments before a variation's first action


class RecordParser:
    """A record while it is being read."""

    def __init__(self, text: str, at: int, expected: Game | None) -> None:
        self.text = text
        self.at = at
        self.expected = expected
        self.headers: dict[str, tuple[str, int]] = {}  # values, and where they stand
        self.root = Node()
        self.lines = [OpenLine(self.root, at)]  # the main line, and the variations open now
        self.comments: dict[Node, list[str]] = {}
        self.places: dict[Node, int] = {}  # where in the text each action stands
        self.result: str | None = None
        self.started: Position | None = None  # known from the first word on

    def is_complete_before(self, kind: str) -> bool:
        """Whether a token of this kind belongs to the next record already."""
        if kind == "header":
            return self.started is not None
        return kind == "word" and self.result is not None

    def read(self, kind: str, token: re.Match[str]) -> None:
        """Take in the next token."""
        at = token.start()
        if kind == "header":
            self.header(token["name"], unescaped(token["header"]), at)
        elif kind == "comment":
            self.comment(unescaped(token["comment"]))
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
            self.fail(at, f"the header {name} is there twice", f"{name} ist zweimal angegeben")
        self.headers[name] = value, at

    def comment(self, text: str) -> None:
        line = self.lines[-1]
        if line.before or len(self.lines) == 1:
            self.comments.setdefault(line.last, []).append(text)
        else:
            line.early.append(text)

    def open(self, at: int) -> None:
        before = self.lines[-1].before
        if before is None or self.result is not None:
            self.fail(
                at,
                "there is no action here that a variation could replace",
                "hier steht keine Aktion, die eine Variante ersetzen könnte",
            )
        if len(self.lines) > DEEPEST_NESTING:
            self.fail(at, *TOO_DEEP)
        self.lines.append(OpenLine(before, at))

    def close(self, at: int) -> None:
        if len(self.lines) == 1:
            self.fail(
                at,
                "no variation is open that ) could close",
                "hier ist keine Variante offen, die ) schließen könnte",
            )
        line = self.lines.pop()
        if not line.before:
            self.fail(line.at, *NO_ACTION)

    def mark(self, number: int, at: int) -> None:
        if not self.lines[-1].before:
            self.fail(
                at,
                "there is no action here to mark",
                "hier steht keine Aktion, die das Zeichen meinen könnte",
            )
        if number > LAST_MARK:
            self.fail(at, *MISTAKES["$"])
        self.lines[-1].last.marks.append(number)

    def word(self, word: str, at: int) -> None:
        """Take in the result or a turn, which may be joined of several actions."""
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
                f"{quoted(word)} is not one of {game.id}'s results {results}",
                f"{quoted(word)} ist keines der Ergebnisse von {game.id}: {results}",
            )
        line = self.lines[-1]
        line.before = line.last
        for action in actions or [word]:  # checking the record will say which action is none
            line.last = line.last.add(action)
            self.places[line.last] = at
        if line.early:
            self.comments[line.last], line.early = line.early, []
        if actions and (mark := SUFFIXES[suffix]):
            line.last.marks.append(mark)

    def end(self, result: str, at: int) -> None:
        if len(self.lines) > 1:
            self.fail(
                at,
                f"the result {result} stands inside a variation",
                f"das Ergebnis {result} steht in einer Variante",
            )
        stated = self.headers.get("Result", (result, at))[0]
        if stated != result:
            self.fail(
                at,
                f"the result is {result} here, but {quoted(stated)} in the header",
                f"das Ergebnis ist hier {result}, in den Angaben aber {quoted(stated)}",
            )
        self.result = result

    def start(self) -> Position:
        """Where the record starts, once its headers are complete."""
        if self.started is None:
            game = self.expected
            if "Game" in self.headers:
                id, at = self.headers["Game"]
                with located(partial(place, self.text, at)):
                    game = found_game(id, self.expected)
            if not game:
                self.fail(
                    self.at,
                    'no header [Game "..."] says which game this is',
                    'keine Angabe [Game "..."] sagt, welches Spiel das ist',
                )
            value, at = self.headers.get("Start", (None, self.at))
            with located(partial(place, self.text, at)):
                self.started = found_start(game, value)
        return self.started

    def finished(self) -> Record:
        """The record, when its text has come to an end."""
        start = self.start()
        if len(self.lines) > 1:
            self.fail(
                self.lines[-1].at,
                "this variation is not closed by )",
                "diese Variante schließt kein )",
            )
        results = result_names(start.game.players)
        stated, at = self.headers.get("Result", (self.result or "*", self.at))
        if stated not in results:
            known = ", ".join(results)
            self.fail(
                at,
                f"the result {quoted(stated)} is not one of {known}",
                f"das Ergebnis {quoted(stated)} ist keines von {known}",
            )
        record = self.so_far()
        record.result = results[stated]
        return record

    def so_far(self) -> Record:
        """What has been read, without a result; `BadRecord` where not even the start is known."""
        headers = {
            name: value for name, (value, _) in self.headers.items() if name not in OWN_HEADERS
        }
        record = Record(self.start(), headers)
        record.root = self.root
        for node, texts in self.comments.items():
            node.comment = "\n".join(texts)
        return record

    def fail(self, at: int, en: str, de: str) -> NoReturn:
        raise BadRecord(Words(en, de).after(place(self.text, at)))


def split_turn(word: str, game: Game, any_case: bool = False) -> list[str]:
    """The actions joined in a word; none if it is not made of actions."""
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


def unescaped(text: str) -> str:
    """What an escaped text stands for."""
    letters = {"n": "\n", "r": "\r"}
    return re.sub(
        r"\\(.)|\n", lambda m: letters.get(m[1], m[1]) if m[1] else " ", text, flags=re.DOTALL
    )
