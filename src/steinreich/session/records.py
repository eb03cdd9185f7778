"""The record of a table: its game, with undone actions as variations.

    a1 b2 c3, c3 undone, d4 played instead     a1 b2 d4 (c3)

All actions are kept, except in very long histories.  Where a line was undone and nothing was played
instead, a variation repeats the last action and goes on: `a1 b2 (b2 c3)`.  A record cannot begin
with a variation: if all actions were undone, the record has them as its main line, without a
result.
"""

from collections.abc import Sequence
from datetime import UTC, datetime

from steinreich.records import Node, Record, result_names
from steinreich.records.reading import MAX_NESTING
from steinreich.session.table import HistoryEntry, Table, Turn

MAX_HISTORY_ACTIONS = 2_000  # variations from before these actions are dropped
REFUSED_ACTIONS_COMMENT = "played by older rules, refused by those of today"
TERMINATIONS = {
    "resigned": "resignation",
    "time": "time",
    "agreed": "agreement",
    "left": "abandoned",
}


def make_record(
    table: Table, draft: Sequence[str] = (), annotated_tree: Node | None = None
) -> Record:
    """Return the record of the game so far; the result is open if a player has lost but none has
    won.

    `draft` is the beginning of a turn.  `annotated_tree` has lines with annotations, which are
    merged into the record.
    """
    record = Record.from_position(table.positions[0])
    record.headers |= make_headers(table)
    if annotated_tree:
        record.root = copy_tree(annotated_tree)
    path = [record.root]  # from the root to the current position
    main_line, recent_history = split_history(table.history)
    append_actions(path, main_line)
    for entry in recent_history:
        if isinstance(entry, Turn):
            append_actions(path, entry.actions)
        else:
            del path[entry + 1 :]
    append_actions(path, draft)
    if len(path) > 1:
        truncate_main_line(path)
    if len(path) > 1 or not record.root.children:
        add_result(record, table)
    if table.refused_actions:
        path[-1].comment = f"{REFUSED_ACTIONS_COMMENT}: {' '.join(table.refused_actions)}"
    if get_nesting_depth(record.root) > MAX_NESTING:
        flatten(record.root)
    return record


def make_headers(table: Table) -> dict[str, str]:
    """Return the date of the game and the names of its players."""
    headers = {"Date": f"{datetime.fromtimestamp(table.opened_at / 1000, UTC):%Y.%m.%d}"}
    for number, seat in enumerate(table.seats, 1):
        name = seat.name if seat.is_person else f"Steinreich, level {seat.level}"
        if name:
            headers[f"Player{number}"] = name
    return headers


def add_result(record: Record, table: Table) -> None:
    """Add the result of the game, if it is over."""
    if table.result and table.result.reason not in ("aborted", "superseded"):
        returns = table.result.returns
        record.result = returns if returns in result_names(len(table.seats)).values() else None
        if table.result.reason in TERMINATIONS:
            record.headers["Termination"] = TERMINATIONS[table.result.reason]


# Lines


def split_history(history: Sequence[HistoryEntry]) -> tuple[list[str], Sequence[HistoryEntry]]:
    """Return the main line before the last MAX_HISTORY_ACTIONS actions, and the history since
    then."""
    first, actions = len(history), 0
    while first and actions < MAX_HISTORY_ACTIONS:
        first -= 1
        entry = history[first]
        actions += len(entry.actions) if isinstance(entry, Turn) else 0
    main_line: list[str] = []
    for entry in history[:first]:
        if isinstance(entry, Turn):
            main_line += entry.actions
        else:
            del main_line[entry:]
    return main_line, history[first:]


def append_actions(path: list[Node], actions: Sequence[str]) -> None:
    """Append actions to a path and make them the main line of the tree."""
    for action in actions:
        node = path[-1]
        existing = next((child for child in node.children if child.action == action), None)
        child_node = existing or Node(action)
        node.children = [child_node, *(child for child in node.children if child is not child_node)]
        path.append(child_node)


def truncate_main_line(path: list[Node]) -> None:
    """End the main line here; its continuation becomes a variation that repeats the last action."""
    *_, before, end = path
    if end.children:
        repeated = Node(end.action)
        repeated.children, end.children = end.children, []
        before.children.insert(1, repeated)


def copy_tree(root: Node) -> Node:
    """Return a copy of a tree; iterative, since a line may be long."""
    root_copy = Node(root.action, root.comment)
    stack = [(root, root_copy)]
    while stack:
        node, node_copy = stack.pop()
        node_copy.marks = list(node.marks)
        node_copy.children = [Node(child.action, child.comment) for child in node.children]
        stack += zip(node.children, node_copy.children, strict=True)
    return root_copy


def get_nesting_depth(root: Node) -> int:
    """Return the depth of nested variations."""
    max_depth, stack = 0, [(root, 0)]
    while stack:
        node, depth = stack.pop()
        max_depth = max(max_depth, depth)
        stack += [(child, depth + bool(n)) for n, child in enumerate(node.children)]
    return max_depth


def flatten(root: Node) -> None:
    """Minimize the nesting of variations: each is continued by its largest subtree, so that every
    variation inside it has at most half of its actions."""
    main_line_ids = {id(node) for node in (root, *root.line())}
    nodes = [root]
    for node in nodes:
        nodes += node.children
    size: dict[int, int] = {}
    for node in reversed(nodes):
        size[id(node)] = 1 + sum(size[id(child)] for child in node.children)
        if id(node) not in main_line_ids:
            node.children.sort(key=lambda child: -size[id(child)])
