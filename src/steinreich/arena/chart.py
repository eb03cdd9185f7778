"""A plot of ratings as SVG: a ladder with error bars, for light and dark backgrounds."""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2s
from html import escape
from itertools import count

from steinreich.arena.ratings import Rating
from steinreich.arena.report import Report
from steinreich.draw.elements.markup import FONT, element, finish, number
from steinreich.draw.picture import check_language
from steinreich.draw.styles import DARK, LIGHT
from steinreich.rules import arguments
from steinreich.rules.language import Text
from steinreich.rules.untrusted import one_line

WIDTH = 760.0
LEFT, RIGHT = 210.0, 620.0  # ends of the scale; names are on its left, numbers on its right
MARGIN = 24.0
ROW = 30.0
TITLE, AXIS = 40.0, 46.0  # heights above and below the rows
LETTERS = 15.0
MAX_NAME_CHARACTERS = 26
MAX_MARKS = 8  # on the scale

TITLE_WORDS = Text("Ratings of players")
AXIS_WORDS = Text("Elo, with 95 % confidence")
REPORTS = Text("a list of reports")
NOTHING = Text("no two players have met")


class Scale:
    """Maps ratings to horizontal coordinates."""

    def __init__(self, ratings: Sequence[Rating]) -> None:
        low = min(0.0, *(one.elo - one.margin for one in ratings))
        high = max(0.0, *(one.elo + one.margin for one in ratings))
        self.step = step_for(high - low)
        self.low = self.step * (low // self.step)
        self.high = self.step * -(-high // self.step)

    def __call__(self, elo: float) -> float:
        return LEFT + (RIGHT - LEFT) * (elo - self.low) / (self.high - self.low)

    def marks(self) -> list[float]:
        """Return round numbers along the scale."""
        return [self.low + self.step * index for index in range(self.intervals() + 1)]

    def intervals(self) -> int:
        return round((self.high - self.low) / self.step)


def step_for(span: float) -> float:
    """Return the smallest round distance that gives at most `MAX_MARKS` marks on the scale."""
    steps = (digit * 10**power for power in count(1) for digit in (1, 2, 5))
    return float(next(step for step in steps if span <= step * (MAX_MARKS - 2)))


def plot(reports: Sequence[Report], language: str = "en") -> str:
    """Return an SVG with the ratings of every game, one below the other."""
    check_language(language)
    given = arguments.instance("reports", reports, Sequence, REPORTS)
    for report in given:
        arguments.instance("reports", report, Report, REPORTS)
    shapes: list[str] = []
    height = MARGIN
    for report in reports:
        shapes += panel(report, height, language)
        height += panel_height(report)
    title = TITLE_WORDS.within(language)
    return drawing(shapes, (WIDTH, height), title, description(reports), language)


def drawing(
    shapes: Iterable[str], size: tuple[float, float], title: str, described: str, language: str
) -> str:
    """Return an SVG of shapes on a background that follows the preferred colour scheme."""
    width, height = size
    text = element(
        "svg",
        element("title", escape(title), id="~title"),
        element("desc", escape(described), id="~desc"),
        element("rect", width=width, height=height, rx=12, fill="@paper"),
        *shapes,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        font_family=FONT,
        font_size=LETTERS,
        role="img",
        aria_labelledby="~title ~desc",
        lang=language,
    )
    key = blake2s(text.encode(), digest_size=5).hexdigest()
    return finish(text, f"p{key}-", LIGHT, DARK)


def rated(report: Report) -> list[Rating]:
    return [one.rating for one in report.standings if one.rating]


def panel_height(report: Report) -> float:
    return TITLE + ROW * max(len(rated(report)), 1) + AXIS


def panel(report: Report, top: float, language: str) -> Iterator[str]:
    """Yield the ladder of one game."""
    ratings = rated(report)
    yield label(report.game, MARGIN, top + LETTERS / 2, "start", "@ink", font_weight="bold")
    first = top + TITLE
    if not ratings:
        yield label(NOTHING.within(language), MARGIN, first + ROW / 2, "start", "@faint")
        return
    scale = Scale(ratings)
    bottom = first + ROW * len(ratings)
    for mark in scale.marks():
        strong: dict[str, str | float] = {"stroke_width": 1.5} if mark == 0 else {"opacity": "0.3"}
        yield line(scale(mark), first, scale(mark), bottom + 4, "@faint", **strong)
        yield label(signed(mark), scale(mark), bottom + 16, "middle", "@faint")
    yield label(AXIS_WORDS.within(language), RIGHT, top + LETTERS / 2, "end", "@faint")
    for row, one in enumerate(ratings):
        yield from rung(one, first + ROW * (row + 0.5), scale)


def rung(one: Rating, y: float, scale: Scale) -> Iterator[str]:
    """Yield a player's name, the dot with its error bar, and the numbers."""
    low, high = scale(one.elo - one.margin), scale(one.elo + one.margin)
    yield label(shortened(one.name), LEFT - 14, y, "end", "@ink")
    yield from error_bar(low, scale(one.elo), high, y)
    yield label(f"{signed(one.elo)} ± {one.margin:.0f}", WIDTH - MARGIN, y, "end", "@ink")


def error_bar(low: float, middle: float, high: float, y: float) -> Iterator[str]:
    """Yield a dot with an error bar."""
    yield line(low, y, high, y, "@accent", stroke_width=2)
    for end in (low, high):
        yield line(end, y - 5, end, y + 5, "@accent", stroke_width=2)
    yield element("circle", cx=middle, cy=y, r=5, fill="@accent")


def line(x1: float, y1: float, x2: float, y2: float, colour: str, **look: str | float) -> str:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour, **look)


def label(text: str, x: float, y: float, anchor: str, colour: str, **look: str | float) -> str:
    """Return a text, centred vertically at y."""
    where = {"x": x, "y": y + 0.35 * LETTERS}
    return element("text", escape(one_line(text)), **where, text_anchor=anchor, fill=colour, **look)


def signed(elo: float) -> str:
    """Return `+50`, `0` or `−50`, with a typographic minus sign."""
    return f"{elo:+.0f}".replace("-", "−") if round(elo) else "0"


def shortened(name: str) -> str:
    return name if len(name) <= MAX_NAME_CHARACTERS else name[: MAX_NAME_CHARACTERS - 1] + "…"


def description(reports: Sequence[Report]) -> str:
    """Return a text alternative of the plot."""
    lists = (
        f"{report.game}: "
        + ", ".join(f"{one.name} {signed(one.elo)} ± {one.margin:.0f}" for one in rated(report))
        for report in reports
    )
    return one_line("; ".join(lists))
