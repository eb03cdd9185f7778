"""A game as it was played: where it started, its actions, what people wrote, how it ended.

A record is a tree.  Each node is an action; its first child goes on with the main line,
the other children are variations: what might have been played instead of that first child.

    root ── b3 ── c2 ── d1        main line b3 c2 d1
             └─── a4 ── a3        variation a4 a3, instead of c2 d1
"""

from collections import deque
from collections.abc import Iterator, Mapping
from os import PathLike
from typing import NamedTuple

from steinreich.core.game import Game, load
from steinreich.core.position import Position, expect_position
from steinreich.records.reading import check_headers
from steinreich.records.result import Result, result_name, result_names
from steinreich.rules.arguments import shown
from steinreich.rules.errors import BadRecord, IllegalMove
from steinreich.rules.language import Words


class Node:
    """An action with what people wrote about it and what followed; the root has no action."""

    __slots__ = ("action", "children", "comment", "marks")

    def __init__(self, action: str = "", comment: str = "") -> None:
        self.action = action
        self.comment = comment
        self.marks: list[int] = []  # glyphs numbered as in chess: 1 good, 2 mistake, ... 255
        self.children: list[Node] = []  # the main line first, then variations

    def add(self, action: str, comment: str = "") -> "Node":
        """A new last child: the next action of the line, or a variation if there is one."""
        self.children.append(Node(action, comment))
        return self.children[-1]

    def line(self) -> "list[Node]":
        """What follows this node in its line."""
        found, node = [], self
        while node.children:
            node = node.children[0]
            found.append(node)
        return found

    def __repr__(self) -> str:
        return f"<Node {self.action!r}, then {[child.action for child in self.children]}>"


class ReplayedAction(NamedTuple):
    """An action of a record, about to be replayed."""

    node: Node
    before: Position
    action: int | None  # None if it is illegal
    number: int  # counted from 1, along its line


class Record:
    """A game that can be replayed, checked, continued, taken back and written down.

    >>> from steinreich import Record
    >>> record = Record.new("vier3d")
    >>> for move in ("a1", "b1", "a1"):
    ...     position = record.play(move)
    >>> record.undo()
    'a1'
    >>> record.moves(), record.end.player
    (['a1', 'b1'], 0)
    >>> [str(one.last) for one in record.positions()]
    ['None', 'a1', 'b1']
    """

    def __init__(
        self,
        start: Position,
        headers: Mapping[str, str] | None = None,
        result: Result | None = None,
    ) -> None:
        expect_position(start)
        self.start = start  #: the first position
        check_headers({} if headers is None else headers)
        if result is not None:
            check_possible(result, start.game)
        self.headers = dict(headers or {})  #: Event, Date, Player1, Player2, Termination, ...
        self.result = result  #: None: not finished, or not known
        self.root = Node()  #: the tree of moves and variations; `Node.line` goes down it
        self._replayed: tuple[list[str], list[Position]] = ([], [start])  # see `positions`

    @classmethod
    def new(cls, game: Game | str | PathLike[str], seed: int | None = None) -> "Record":
        """A record without actions, from the game's start."""
        return cls(load(game).start(seed))

    @classmethod
    def of(cls, position: Position) -> "Record":
        """A record without actions, from any position."""
        return cls(position)

    def _repr_html_(self) -> str:
        """In a notebook: where the game ended, who played, and its moves."""
        from steinreich.draw.html import beside, paragraph, table

        heads = table(("", ""), self.headers.items()) if self.headers else ""
        result = f" · {result_name(self.result)}" if self.result else ""
        title = self.game.about.title.en + result
        return beside(
            self.end, paragraph(title, bold=True), heads, paragraph(" ".join(self.moves()))
        )

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self.start.game

    @property
    def end(self) -> Position:
        """The last position of the main line."""
        return self.positions()[-1]

    @property
    def last(self) -> Node:
        """The last node of the main line, or the root if there is no action."""
        return [self.root, *self.root.line()][-1]

    def moves(self) -> list[str]:
        """The names of the main line's actions."""
        return [node.action for node in self.root.line()]

    def positions(self) -> list[Position]:
        """The positions of the main line, the start first; `BadRecord` names an illegal action."""
        moves = self.moves()
        known_moves, known = self._replayed
        if known[0] is not self.start:
            known_moves, known = [], [self.start]
        same = 0  # so many actions need no second replay: a long game stays quick to continue
        while same < min(len(moves), len(known_moves)) and moves[same] == known_moves[same]:
            same += 1
        positions = known[: same + 1]
        for number, action in enumerate(moves[same:], same + 1):
            positions.append(played(positions[-1], action, MAIN_LINE, number))
        self._replayed = moves, positions
        return list(positions)

    def play(self, action: str) -> Position:
        """Continue the main line.  A result that was stated before the end is taken back."""
        position = self.end.play(action)
        self.last.add(action)
        self.result = position.returns if position.is_over else None
        self.headers.pop("Termination", None)
        return position

    def undo(self) -> str:
        """Take back the last action of the main line, with any variations in its place; its name.

        A result that was stated is taken back, too.
        """
        line = [self.root, *self.root.line()]
        if len(line) == 1:
            raise BadRecord(
                Words("there is no action to take back", "es ist keine Aktion zurückzunehmen")
            )
        line[-2].children.clear()
        self.result = None
        self.headers.pop("Termination", None)
        return line[-1].action

    def walk(self) -> Iterator[tuple[Node, Position]]:
        """Every action with the position before it: the main line first, then the variations."""
        where = MAIN_LINE
        line = steps(self.root, self.start, 1)
        variations: deque[ReplayedAction] = deque()
        while line or variations:
            if not line:
                where = VARIATION
                line = [variations.popleft()]
            step = line[0]
            variations.extend(line[1:])
            if step.action is None:
                played(step.before, step.node.action, where, step.number)
            else:
                yield step.node, step.before
                line = steps(step.node, step.before.after_legal(step.action), step.number + 1)

    def check(self) -> None:
        """Raise `BadRecord` for the first illegal action, and for a result that is not true."""
        for _ in self.walk():
            pass  # walking is what finds an illegal action
        self.check_result()

    def check_result(self) -> None:
        """Raise `BadRecord` for a result that is not true."""
        check_possible(self.result, self.game)
        end = self.end
        if end.is_over and self.result not in (None, end.returns):
            told, true = result_name(self.result), result_name(end.returns)
            raise BadRecord(
                Words(
                    f"the result is given as {told}, but the game ended {true}",
                    f"als Ergebnis ist {told} angegeben, aber das Spiel endete {true}",
                )
            )

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Record)
            and self.start == other.start
            and self.headers == other.headers
            and self.result == other.result
            and same_tree(self.root, other.root)
        )

    __hash__ = None  # type: ignore[assignment]  # a record changes

    def __repr__(self) -> str:
        return f"<Record of {self.game.id}, {len(self.moves())} actions>"


def check_possible(result: object, game: Game) -> None:
    """Refuse what cannot be the result of a game for so many players."""
    if result not in result_names(game.players).values():
        raise BadRecord(
            Words(
                f"{shown(result)} is not a result of a game for {game.players}",
                f"{shown(result)} ist kein Ergebnis eines Spiels für {game.players}",
            )
        )


MAIN_LINE = Words("action {}", "Aktion {}")
VARIATION = Words("action {} of a variation", "Aktion {} einer Variante")


def played(position: Position, action: str, where: Words, number: int) -> Position:
    """The position after an action; `BadRecord` says where the action stands and why not."""
    try:
        return position.play(action)
    except IllegalMove as error:
        en, de = (part.format(number) for part in where)
        raise BadRecord(Words(f"{en}, {error.words.en}", f"{de}, {error.words.de}")) from None


def steps(parent: Node, position: Position, number: int) -> list[ReplayedAction]:
    """The children of a node.  Legal actions are listed once for all of them."""
    legal = position.named() if parent.children else {}
    return [
        ReplayedAction(child, position, legal.get(child.action), number)
        for child in parent.children
    ]


def same_tree(one: Node, other: Node) -> bool:
    """Whether two trees say the same.  (No recursion: a line may be long.)"""
    waiting = [(one, other)]
    while waiting:
        a, b = waiting.pop()
        if (a.action, a.comment, a.marks) != (b.action, b.comment, b.marks):
            return False
        if len(a.children) != len(b.children):
            return False
        waiting.extend(zip(a.children, b.children, strict=True))
    return True
