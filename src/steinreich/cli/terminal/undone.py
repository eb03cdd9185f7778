"""Taken back is not forgotten: what was undone stays in the record as a variation."""

from collections.abc import Iterator
from contextlib import contextmanager

from steinreich.records import Node, Record


class Undone:
    """Lines that were taken back and are kept apart from a record until it goes on."""

    def __init__(self, record: Record) -> None:
        self.record = record
        # Where each line was cut off, and what followed there.  The record ends at the last cut.
        self.cuts: list[tuple[Node, list[Node]]] = []

    def cut(self, node: Node) -> None:
        """Let the main line end with a node."""
        self.cuts.append((node, node.children))
        node.children = []

    def play(self, action: str) -> None:
        """Continue the main line; what had been played instead becomes variations."""
        node = self.record.last
        self.record.play(action)
        for place, lines in self.cuts:
            place.children += lines
        self.cuts = []
        others = node.children[1:]
        same = next((other for other in others if other.action == action), None)
        if same:  # the same action again: the main line takes the old one's place
            node.children = [same, *(other for other in others if other is not same)]
            if same.children:
                self.cut(same)

    @property
    def took_back_all(self) -> bool:
        """Whether all actions were taken back: a record without any cannot have variations."""
        return bool(self.cuts) and self.cuts[-1][0] is self.record.root

    @contextmanager
    def kept(self) -> Iterator[None]:
        """For a while the record has all lines.

        What followed its last action is a variation that repeats this action.
        """
        line = [self.record.root, *self.record.root.line()]
        for place, lines in self.cuts:
            place.children = lines
        if self.cuts and not self.took_back_all:
            end, lines = self.cuts[-1]
            again = Node(end.action)
            again.children, end.children = lines, []
            line[-2].children.insert(1, again)
        try:
            yield
        finally:
            for place, _ in self.cuts:
                place.children = []
            if self.cuts and not self.took_back_all:
                del line[-2].children[1]
