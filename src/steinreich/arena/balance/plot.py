"""A plot of balances as SVG: for each variant the first player's score and the share of decided
games, with error bars, for light and dark backgrounds."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from steinreich.arena.balance import Balance
from steinreich.arena.balance.words import percent, span, variant_of
from steinreich.arena.chart import MARGIN, ROW, drawing, error_bar, label, line
from steinreich.arena.ratings import Share
from steinreich.core.game import load, split_id
from steinreich.rules.language import Text
from steinreich.rules.untrusted import one_line

WIDTH = 1000.0
NAMES = 430.0  # x of the first scale
SCALE = 220.0  # width of a scale
BETWEEN = 60.0
TITLE, AXIS = 60.0, 40.0
MAX_NAME_CHARACTERS = 56
MARKS = (0.0, 0.25, 0.5, 0.75, 1.0)

FIRST = Text("score of the first player")
DECIDED = Text("games with a winner")
SURE = Text("bars: 95 % confidence; dashed: fair")


class Scale(NamedTuple):
    """One of the two columns, a scale from 0 to 1."""

    left: float

    def __call__(self, share: float) -> float:
        return self.left + SCALE * share


def plot(balances: Mapping[str, Balance], language: str = "en") -> str:
    """Return a plot of balances as SVG."""
    height = TITLE + ROW * len(balances) + AXIS
    title = load(next(iter(balances))).about.title.within(language)
    heading = (
        label(title, MARGIN, MARGIN, "start", "@ink", font_weight="bold"),
        label(SURE.within(language), MARGIN, MARGIN + 20, "start", "@faint"),
    )
    drawn = (*heading, *shapes(balances, height, language))
    return drawing(drawn, (WIDTH, height), title, description(balances, language), language)


def shapes(balances: Mapping[str, Balance], height: float, language: str) -> Iterator[str]:
    """Yield both scales and a row for each variant."""
    first, decided = Scale(NAMES), Scale(NAMES + SCALE + BETWEEN)
    for scale, title in ((first, FIRST), (decided, DECIDED)):
        yield label(title.within(language), scale(0.5), MARGIN, "middle", "@ink")
        yield from axis(scale, height - AXIS)
    for row, (id, one) in enumerate(balances.items()):
        y = TITLE + ROW * (row + 0.5)
        yield label(named(id, language), NAMES - 14, y, "end", "@ink")
        fair = first(1 / len(one.wins))
        yield line(fair, y - 12, fair, y + 12, "@faint", stroke_dasharray="4 3")
        yield from bar(one.first, y, first)
        yield from bar(one.decided, y, decided)


def axis(scale: Scale, bottom: float) -> Iterator[str]:
    """Yield lines at round shares."""
    for mark in MARKS:
        yield line(scale(mark), TITLE - 6, scale(mark), bottom + 4, "@faint", opacity="0.3")
        yield label(percent(mark), scale(mark), bottom + 16, "middle", "@faint")


def bar(share: Share, y: float, scale: Scale) -> Iterator[str]:
    return error_bar(scale(share.low), scale(share.mean), scale(share.high), y)


def named(id: str, language: str) -> str:
    """Return the name of a variant in words, or its id if the words are too long."""
    name = variant_of(load(id)).within(language)
    return name if len(name) <= MAX_NAME_CHARACTERS else split_id(id)[1]


def description(balances: Mapping[str, Balance], language: str) -> str:
    """Return a text alternative of the plot."""
    lists = (
        f"{variant_of(load(id)).within(language)}: "
        f"{FIRST.within(language)} {percent(one.first.mean)} ({span(one.first)}), "
        f"{DECIDED.within(language)} {percent(one.decided.mean)} ({span(one.decided)})"
        for id, one in balances.items()
    )
    return one_line("; ".join(lists))
