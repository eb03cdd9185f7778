"""A plot of balances as SVG: for each variant the first player's score and the share of decided
games, with error bars, for light and dark backgrounds."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from steinreich.arena.balance import Balance
from steinreich.arena.balance.words import describe_variant, format_percent, format_share
from steinreich.arena.chart import MARGIN, ROW_HEIGHT, error_bar, label, line, make_svg
from steinreich.arena.ratings import Share
from steinreich.core.game import load, split_id
from steinreich.rules.language import Text
from steinreich.rules.untrusted import one_line

WIDTH = 1000.0
FIRST_SCALE_LEFT = 430.0  # names are on its left
SCALE_WIDTH = 220.0
SCALE_GAP = 60.0
TITLE_HEIGHT, AXIS_HEIGHT = 60.0, 40.0
MAX_NAME_CHARACTERS = 56
AXIS_MARKS = (0.0, 0.25, 0.5, 0.75, 1.0)

FIRST_PLAYER_TEXT = Text("score of the first player")
DECIDED_TEXT = Text("games with a winner")
LEGEND = Text("bars: 95 % confidence; dashed: fair")


class Scale(NamedTuple):
    """Maps shares from 0 to 1 to horizontal coordinates in one of the two columns."""

    left: float

    def __call__(self, share: float) -> float:
        return self.left + SCALE_WIDTH * share


def plot(balances: Mapping[str, Balance], language: str = "en") -> str:
    """Return a plot of balances as SVG."""
    height = TITLE_HEIGHT + ROW_HEIGHT * len(balances) + AXIS_HEIGHT
    title = load(next(iter(balances))).about.title.in_language(language)
    heading = (
        label(title, MARGIN, MARGIN, "start", "@ink", font_weight="bold"),
        label(LEGEND.in_language(language), MARGIN, MARGIN + 20, "start", "@faint"),
    )
    drawing_elements = (*heading, *shapes(balances, height, language))
    return make_svg(
        drawing_elements, (WIDTH, height), title, description(balances, language), language
    )


def shapes(balances: Mapping[str, Balance], height: float, language: str) -> Iterator[str]:
    """Yield both scales and a row for each variant."""
    first, decided = Scale(FIRST_SCALE_LEFT), Scale(FIRST_SCALE_LEFT + SCALE_WIDTH + SCALE_GAP)
    for scale, title in ((first, FIRST_PLAYER_TEXT), (decided, DECIDED_TEXT)):
        yield label(title.in_language(language), scale(0.5), MARGIN, "middle", "@ink")
        yield from axis(scale, height - AXIS_HEIGHT)
    for row, (id, balance) in enumerate(balances.items()):
        y = TITLE_HEIGHT + ROW_HEIGHT * (row + 0.5)
        yield label(name_variant(id, language), FIRST_SCALE_LEFT - 14, y, "end", "@ink")
        fair_x = first(1 / len(balance.wins))
        yield line(fair_x, y - 12, fair_x, y + 12, "@faint", stroke_dasharray="4 3")
        yield from bar(balance.first_player_share, y, first)
        yield from bar(balance.decided_share, y, decided)


def axis(scale: Scale, bottom: float) -> Iterator[str]:
    """Yield labelled vertical lines at round shares."""
    for mark in AXIS_MARKS:
        yield line(scale(mark), TITLE_HEIGHT - 6, scale(mark), bottom + 4, "@faint", opacity="0.3")
        yield label(format_percent(mark), scale(mark), bottom + 16, "middle", "@faint")


def bar(share: Share, y: float, scale: Scale) -> Iterator[str]:
    return error_bar(scale(share.low), scale(share.mean), scale(share.high), y)


def name_variant(id: str, language: str) -> str:
    """Return a description of a variant, or its options in code if that is too long."""
    name = describe_variant(load(id)).in_language(language)
    return name if len(name) <= MAX_NAME_CHARACTERS else split_id(id)[1]


def description(balances: Mapping[str, Balance], language: str) -> str:
    """Return a text alternative of the plot."""
    descriptions = (
        f"{describe_variant(load(id)).in_language(language)}: "
        f"{FIRST_PLAYER_TEXT.in_language(language)} {format_share(balance.first_player_share)}, "
        f"{DECIDED_TEXT.in_language(language)} {format_share(balance.decided_share)}"
        for id, balance in balances.items()
    )
    return one_line("; ".join(descriptions))
