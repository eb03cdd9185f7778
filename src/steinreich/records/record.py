"""A recorded game: start, actions, comments and result.

A record is a tree. Each node is an action; its first child continues the main line, the other
children are variations: alternatives to the first child.

    root ── b3 ── c2 ── d1        main line b3 c2 d1
             └─── a4 ── a3        variation a4 a3, instead of c2 d1
"""

from collections import deque
from collections.abc import Iterator, Mapping
from functools import cache
from os import PathLike
from typing import NamedTuple

from steinreich.core.game import Game, load
from steinreich.core.position import Position, expect_position
from steinreich.records.reading import check_headers
from steinreich.rules.arguments import (
    check_instance,
    check_integer,
    check_text,
    format_value,
    mismatch_message,
)
from steinreich.rules.errors import BadRecord, IllegalMove
from steinreich.rules.language import Text

MAX_PLAYERS = 100  # more than any game has
Result = tuple[int, ...]  # as `Position.returns`: +1, -1 or 0 for each player


def result_names(players: int) -> dict[str, Result | None]:
    """Return the results of games for a number of players by their names."""
    return compute_result_names(check_integer("players", players, 1, MAX_PLAYERS))


@cache
def compute_result_names(players: int) -> dict[str, Result | None]:
    """Return the results of games for a number of players by their names."""
    seats = range(players)
    names: dict[str, Result | None] = {"*": None}
    for winner in seats:
        name = "-".join("1" if seat == winner else "0" for seat in seats)
        names[name] = tuple(1 if seat == winner else -1 for seat in seats)
    if players == 1:
        names["0"] = (-1,)
    else:
        names["-".join(["1/2"] * players)] = (0,) * players
    return names


def result_name(result: Result | None) -> str:
    """Return the name of a result."""
    if result is None:
        return "*"
    if not isinstance(result, tuple) or result not in result_names(len(result) or 1).values():
        expected = Text("+1, -1 or 0 for each player")
        raise BadRecord(mismatch_message("result", expected, result))
    return "-".join("1/2" if share == 0 else "1" if share > 0 else "0" for share in result)


class Node:
    """An action with its comment, marks and following actions; the root has no action."""

    __slots__ = ("action", "children", "comment", "marks")

    def __init__(self, action: str = "", comment: str = "") -> None:
        self.action = check_text("action", action)
        self.comment = check_text("comment", comment)
        # Annotation glyphs (NAG) as in chess: 1 good, 2 mistake, ... 255
        self.marks: list[int] = []
        self.children: list[Node] = []  # the main line first, then variations

    def add(self, action: str, comment: str = "") -> "Node":
        """Add a last child and return it: the next action of the line, or a variation if there is
        one."""
        self.children.append(Node(action, comment))
        return self.children[-1]

    def line(self) -> "list[Node]":
        """Return the nodes that follow in the line."""
        found, node = [], self
        while node.children:
            node = node.children[0]
            found.append(node)
        return found

    def __repr__(self) -> str:
        return f"<Node {self.action!r}, then {[child.action for child in self.children]}>"


class ReplayedAction(NamedTuple):
    """An action of a record to be replayed."""

    node: Node
    before: Position
    action: int | None  # None if it is illegal
    number: int  # from 1, along its line


class Record:
    """A game that can be replayed, validated, continued, undone and written.

    >>> from steinreich import Record
    >>> record = Record.new("vier3d")
    >>> for move in ("a1", "b1", "a1"):
    ...     position = record.play(move)
    >>> record.undo()
    'a1'
    >>> record.moves(), record.end.player
    (['a1', 'b1'], 0)
    >>> [str(position.last_move) for position in record.positions()]
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
            check_result_value(result, start.game)
        self.headers = dict(headers or {})  #: Event, Date, Player1, Player2, Termination, ...
        self.result = result  #: None: unfinished or unknown
        self.root = Node()  #: the tree of moves and variations; `Node.line` returns its main line
        self._replayed: tuple[list[str], list[Position]] = ([], [start])  # cache of `positions`

    @classmethod
    def new(cls, game: Game | str | PathLike[str], seed: int | None = None) -> "Record":
        """Return a record without actions, from the game's start."""
        return cls(load(game).start(seed))

    @classmethod
    def from_position(cls, position: Position) -> "Record":
        """Return a record without actions, from a position."""
        return cls(position)

    def _repr_html_(self) -> str:
        """Return HTML for notebooks: the last position, headers and moves."""
        from steinreich.draw.notebook import paragraph, table, with_picture

        header_table = table(("", ""), self.headers.items()) if self.headers else ""
        result = f" · {result_name(self.result)}" if self.result else ""
        title = str(self.game.about.title) + result
        return with_picture(
            self.end, paragraph(title, bold=True), header_table, paragraph(" ".join(self.moves()))
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
        """Return the names of the main line's actions."""
        return [node.action for node in self.root.line()]

    def positions(self) -> list[Position]:
        """Return the positions of the main line, the start first; `BadRecord` names an illegal
        action."""
        moves = self.moves()
        known_moves, known_positions = self._replayed
        if known_positions[0] is not self.start:
            known_moves, known_positions = [], [self.start]
        # Replay only actions after the common beginning with the cached moves.
        num_common = 0
        while (
            num_common < min(len(moves), len(known_moves))
            and moves[num_common] == known_moves[num_common]
        ):
            num_common += 1
        positions = known_positions[: num_common + 1]
        for number, action in enumerate(moves[num_common:], num_common + 1):
            positions.append(play_action(positions[-1], action, MAIN_LINE, number))
        self._replayed = moves, positions
        return list(positions)

    def play(self, action: str) -> Position:
        """Continue the main line. A result stated before the end is removed."""
        position = self.end.play(action)
        self.last.add(action)
        self.result = position.returns if position.is_over else None
        self.headers.pop("Termination", None)
        return position

    def undo(self) -> str:
        """Remove the last action of the main line, with any variations in its place, and return its
        name.

        A stated result is removed as well.
        """
        line = [self.root, *self.root.line()]
        if len(line) == 1:
            raise BadRecord(Text("there is no action to take back"))
        line[-2].children.clear()
        self.result = None
        self.headers.pop("Termination", None)
        return line[-1].action

    def walk(self) -> Iterator[tuple[Node, Position]]:
        """Iterate over all actions with the position before each: the main line first, then
        variations."""
        where = MAIN_LINE
        alternatives = list_children(self.root, self.start, 1)
        variations: deque[ReplayedAction] = deque()
        while alternatives or variations:
            if not alternatives:
                where = VARIATION
                alternatives = [variations.popleft()]
            step = alternatives[0]
            variations.extend(alternatives[1:])
            if step.action is None:
                # Raises `BadRecord`: the action is illegal.
                play_action(step.before, step.node.action, where, step.number)
            else:
                yield step.node, step.before
                alternatives = list_children(
                    step.node, step.before.after_legal(step.action), step.number + 1
                )

    def check(self) -> None:
        """Raise `BadRecord` for the first illegal action, or for a wrong result."""
        for _ in self.walk():
            pass  # iteration raises the error
        self.check_result()

    def check_result(self) -> None:
        """Raise `BadRecord` for a result that contradicts the end of the game."""
        check_result_value(self.result, self.game)
        end = self.end
        if end.is_over and self.result not in (None, end.returns):
            told, true = result_name(self.result), result_name(end.returns)
            raise BadRecord(
                Text(
                    "the result is given as {told}, but the game ended {true}", told=told, true=true
                )
            )

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Record)
            and self.start == other.start
            and self.headers == other.headers
            and self.result == other.result
            and are_equal_trees(self.root, other.root)
        )

    __hash__ = None  # type: ignore[assignment]  # mutable

    def __repr__(self) -> str:
        return f"<Record of {self.game.id}, {len(self.moves())} actions>"


def expect_record(value: object) -> None:
    """Raise an error for values that are not records."""
    check_instance("record", value, Record, Text("a Record"))


def check_result_value(result: object, game: Game) -> None:
    """Raise an error for values that are not a possible result of a game."""
    if result not in result_names(game.players).values():
        raise BadRecord(
            Text(
                "{result} is not a result of a game for {players}",
                result=format_value(result),
                players=game.players,
            )
        )


MAIN_LINE = Text("action {number}")
VARIATION = Text("action {number} of a variation")


def play_action(position: Position, action: str, where: Text, number: int) -> Position:
    """Return the position after an action; raise `BadRecord` with location and reason."""
    try:
        return position.play(action)
    except IllegalMove as error:
        location = where.with_values(number=number)
        raise BadRecord(Text("{place}, {fault}", place=location, fault=error.message)) from None


def list_children(parent: Node, position: Position, number: int) -> list[ReplayedAction]:
    """Return the children of a node with their actions, to be replayed from a position."""
    legal = position.actions_by_name() if parent.children else {}
    return [
        ReplayedAction(child, position, legal.get(child.action), number)
        for child in parent.children
    ]


def are_equal_trees(first: Node, second: Node) -> bool:
    """Return whether two trees are equal, without recursion, since lines may be long."""
    pending = [(first, second)]
    while pending:
        a, b = pending.pop()
        if (a.action, a.comment, a.marks) != (b.action, b.comment, b.marks):
            return False
        if len(a.children) != len(b.children):
            return False
        pending.extend(zip(a.children, b.children, strict=True))
    return True
