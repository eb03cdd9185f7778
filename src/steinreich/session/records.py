"""The record of a table: the game so far, and as variations what was taken back.

    a1 b2 c3, c3 taken back, d4 played instead     a1 b2 d4 (c3)

Nothing that was once played is lost, unless people go to and fro without end.  Where a line was
taken back and nothing was played in its place, a variation repeats the last action and goes on:
`a1 b2 (b2 c3)`.  A record cannot begin with a variation: where everything was taken back, it is the
record of that, without a result.
"""

from collections.abc import Sequence
from datetime import UTC, datetime

from steinreich.records import Node, Record, result_names
from steinreich.records.reading import DEEPEST_NESTING
from steinreich.session.table import HistoryEntry, Table, Turn

REMEMBERED = 2_000  # actions: what was taken back before so many is lost after all
REFUSED = "played by older rules, refused by those of today"
TERMINATIONS = {
    "resigned": "resignation",
    "time": "time",
    "agreed": "agreement",
    "left": "abandoned",
}


def record(table: Table, draft: Sequence[str] = (), known: Node | None = None) -> Record:
    """The game so far, to keep.  Where nobody has won though one has lost, the result is open.

    `draft` is the beginning of a turn; `known` are lines, with all that people wrote about them,
    that the record is to have as well.
    """
    record = Record.of(table.positions[0])
    record.headers |= headers_of(table)
    if known:
        record.root = copy_of(known)
    path = [record.root]  # from the root to where the game stands
    line, since = remembered(table.history)
    play_on(path, line)
    for step in since:
        if isinstance(step, Turn):
            play_on(path, step.actions)
        else:
            del path[step + 1 :]
    play_on(path, draft)
    if len(path) > 1:
        end_line(path)
    if len(path) > 1 or not record.root.children:
        add_result(record, table)
    if table.refused:
        path[-1].comment = f"{REFUSED}: {' '.join(table.refused)}"
    if nesting(record.root) > DEEPEST_NESTING:
        flatten(record.root)
    return record


def headers_of(table: Table) -> dict[str, str]:
    """When the game began and who plays it."""
    headers = {"Date": f"{datetime.fromtimestamp(table.opened / 1000, UTC):%Y.%m.%d}"}
    for number, seat in enumerate(table.seats, 1):
        name = seat.name if seat.is_person else f"Steinreich, level {seat.level}"
        if name:
            headers[f"Player{number}"] = name
    return headers


def add_result(record: Record, table: Table) -> None:
    """How the game ended, if it did."""
    if table.result and table.result.reason not in ("aborted", "superseded"):
        returns = table.result.returns
        record.result = returns if returns in result_names(len(table.seats)).values() else None
        if table.result.reason in TERMINATIONS:
            record.headers["Termination"] = TERMINATIONS[table.result.reason]


# Lines


def remembered(history: Sequence[HistoryEntry]) -> tuple[list[str], Sequence[HistoryEntry]]:
    """What happened lately, and the actions that stood on the board before it."""
    first, actions = len(history), 0
    while first and actions < REMEMBERED:
        first -= 1
        step = history[first]
        actions += len(step.actions) if isinstance(step, Turn) else 0
    line: list[str] = []
    for step in history[:first]:
        if isinstance(step, Turn):
            line += step.actions
        else:
            del line[step:]
    return line, history[first:]


def play_on(path: list[Node], actions: Sequence[str]) -> None:
    """Go on along the tree with these actions, which become the main line."""
    for action in actions:
        node = path[-1]
        same = next((child for child in node.children if child.action == action), None)
        first = same or Node(action)
        node.children = [first, *(child for child in node.children if child is not first)]
        path.append(first)


def end_line(path: list[Node]) -> None:
    """Let the main line end here; what followed is a variation that repeats the last action."""
    *_, before, end = path
    if end.children:
        again = Node(end.action)
        again.children, end.children = end.children, []
        before.children.insert(1, again)


def copy_of(root: Node) -> Node:
    """The same tree once more.  (No recursion: a line may be long.)"""
    copy = Node(root.action, root.comment)
    waiting = [(root, copy)]
    while waiting:
        node, twin = waiting.pop()
        twin.marks = list(node.marks)
        twin.children = [Node(child.action, child.comment) for child in node.children]
        waiting += zip(node.children, twin.children, strict=True)
    return copy


def nesting(root: Node) -> int:
    """How deep variations of variations go."""
    deepest, waiting = 0, [(root, 0)]
    while waiting:
        node, depth = waiting.pop()
        deepest = max(deepest, depth)
        waiting += [(child, depth + bool(n)) for n, child in enumerate(node.children)]
    return deepest


def flatten(root: Node) -> None:
    """Nest variations as little as possible: each goes on with the largest part of what followed,
    so that every further one inside it has at most half of its actions."""
    main = {id(node) for node in (root, *root.line())}
    nodes = [root]
    for node in nodes:
        nodes += node.children
    size: dict[int, int] = {}
    for node in reversed(nodes):
        size[id(node)] = 1 + sum(size[id(child)] for child in node.children)
        if id(node) not in main:
            node.children.sort(key=lambda child: -size[id(child)])
