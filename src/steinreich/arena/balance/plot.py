"""A balance as a picture: for each choice of options the first player's part of the points and the
part of the games that somebody won, with error bars; readable on light and on dark paper."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from steinreich.arena.balance import Balance
from steinreich.arena.balance.words import percent, span, variant_of
from steinreich.arena.plot import MARGIN, ROW, drawing, error_bar, label, line
from steinreich.arena.ratings import Share
from steinreich.core.game import load, split_id
from steinreich.rules.language import Words
from steinreich.rules.text.safe import one_line

WIDTH = 1000.0
NAMES = 430.0  # where the scales begin
SCALE = 220.0  # the width of one
BETWEEN = 60.0
TITLE, AXIS = 60.0, 40.0
LONGEST_NAME = 56
MARKS = (0.0, 0.25, 0.5, 0.75, 1.0)

FIRST = Words("score of the first player", "Punkte des ersten Spielers")
DECIDED = Words("games with a winner", "Partien mit Sieger")
SURE = Words("bars: 95 % confidence; dashed: fair", "Balken: 95 % Sicherheit; gestrichelt: fair")


class Scale(NamedTuple):
    """One of the two columns: from nothing to all."""

    left: float

    def __call__(self, share: float) -> float:
        return self.left + SCALE * share


def plot(balances: Mapping[str, Balance], language: str = "en") -> str:
    """The SVG."""
    height = TITLE + ROW * len(balances) + AXIS
    title = load(next(iter(balances))).about.title.within(language)
    heading = (
        label(title, MARGIN, MARGIN, "start", "@ink", font_weight="bold"),
        label(SURE.within(language), MARGIN, MARGIN + 20, "start", "@faint"),
    )
    drawn = (*heading, *shapes(balances, height, language))
    return drawing(drawn, (WIDTH, height), title, description(balances, language), language)


def shapes(balances: Mapping[str, Balance], height: float, language: str) -> Iterator[str]:
    """Both scales, and a row for each choice of options."""
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
    """Lines at round shares."""
    for mark in MARKS:
        yield line(scale(mark), TITLE - 6, scale(mark), bottom + 4, "@faint", opacity="0.3")
        yield label(percent(mark), scale(mark), bottom + 16, "middle", "@faint")


def bar(share: Share, y: float, scale: Scale) -> Iterator[str]:
    return error_bar(scale(share.low), scale(share.mean), scale(share.high), y)


def named(id: str, language: str) -> str:
    """A choice of options in words, or where these do not fit, as they stand in the id."""
    name = variant_of(load(id)).within(language)
    return name if len(name) <= LONGEST_NAME else split_id(id)[1]


def description(balances: Mapping[str, Balance], language: str) -> str:
    """The picture in words, for those who do not see it."""
    lists = (
        f"{variant_of(load(id)).within(language)}: "
        f"{FIRST.within(language)} {percent(one.first.mean)} ({span(one.first)}), "
        f"{DECIDED.within(language)} {percent(one.decided.mean)} ({span(one.decided)})"
        for id, one in balances.items()
    )
    return one_line("; ".join(lists))
