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
SCALE_LEFT, SCALE_RIGHT = 210.0, 620.0  # names are on its left, numbers on its right
MARGIN = 24.0
ROW_HEIGHT = 30.0
TITLE_HEIGHT, AXIS_HEIGHT = 40.0, 46.0  # heights above and below the rows
FONT_SIZE = 15.0
MAX_NAME_CHARACTERS = 26
MAX_MARKS = 8  # on the scale

TITLE_TEXT = Text("Ratings of players")
AXIS_TEXT = Text("Elo, with 95 % confidence")
REPORTS = Text("a list of reports")
NO_RATINGS_TEXT = Text("no two players have played each other")


class Scale:
    """Maps ratings to horizontal coordinates."""

    def __init__(self, ratings: Sequence[Rating]) -> None:
        low = min(0.0, *(rating.elo - rating.margin for rating in ratings))
        high = max(0.0, *(rating.elo + rating.margin for rating in ratings))
        self.step = choose_step(high - low)
        self.low = self.step * (low // self.step)
        self.high = self.step * -(-high // self.step)

    def __call__(self, elo: float) -> float:
        return SCALE_LEFT + (SCALE_RIGHT - SCALE_LEFT) * (elo - self.low) / (self.high - self.low)

    def marks(self) -> list[float]:
        """Return the ratings at which the scale has marks."""
        return [self.low + self.step * index for index in range(self.intervals() + 1)]

    def intervals(self) -> int:
        return round((self.high - self.low) / self.step)


def choose_step(span: float) -> float:
    """Return the smallest round distance that gives at most `MAX_MARKS` marks on the scale."""
    steps = (digit * 10**power for power in count(1) for digit in (1, 2, 5))
    # n marks bound n - 1 intervals, and rounding both ends outward may add another interval.
    return float(next(step for step in steps if span <= step * (MAX_MARKS - 2)))


def plot(reports: Sequence[Report], language: str = "en") -> str:
    """Return an SVG with the ratings of every game, one below the other."""
    check_language(language)
    report_list = arguments.check_instance("reports", reports, Sequence, REPORTS)
    for report in report_list:
        arguments.check_instance("reports", report, Report, REPORTS)
    shapes: list[str] = []
    height = MARGIN
    for report in reports:
        shapes += draw_panel(report, height, language)
        height += get_panel_height(report)
    title = TITLE_TEXT.in_language(language)
    return make_svg(shapes, (WIDTH, height), title, description(reports), language)


def make_svg(
    shapes: Iterable[str],
    size: tuple[float, float],
    title: str,
    description_text: str,
    language: str,
) -> str:
    """Return an SVG of shapes on a background that follows the preferred colour scheme."""
    width, height = size
    text = element(
        "svg",
        element("title", escape(title), id="~title"),
        element("desc", escape(description_text), id="~desc"),
        element("rect", width=width, height=height, rx=12, fill="@paper"),
        *shapes,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        font_family=FONT,
        font_size=FONT_SIZE,
        role="img",
        aria_labelledby="~title ~desc",
        lang=language,
    )
    key = blake2s(text.encode(), digest_size=5).hexdigest()
    return finish(text, f"p{key}-", LIGHT, DARK)


def get_ratings(report: Report) -> list[Rating]:
    return [standing.rating for standing in report.standings if standing.rating]


def get_panel_height(report: Report) -> float:
    return TITLE_HEIGHT + ROW_HEIGHT * max(len(get_ratings(report)), 1) + AXIS_HEIGHT


def draw_panel(report: Report, top: float, language: str) -> Iterator[str]:
    """Yield the elements of one game: heading, scale, and a row for each player."""
    ratings = get_ratings(report)
    yield label(report.game, MARGIN, top + FONT_SIZE / 2, "start", "@ink", font_weight="bold")
    first = top + TITLE_HEIGHT
    if not ratings:
        yield label(
            NO_RATINGS_TEXT.in_language(language), MARGIN, first + ROW_HEIGHT / 2, "start", "@faint"
        )
        return
    scale = Scale(ratings)
    bottom = first + ROW_HEIGHT * len(ratings)
    for mark in scale.marks():
        line_style: dict[str, str | float] = (
            {"stroke_width": 1.5} if mark == 0 else {"opacity": "0.3"}
        )
        yield line(scale(mark), first, scale(mark), bottom + 4, "@faint", **line_style)
        yield label(format_elo(mark), scale(mark), bottom + 16, "middle", "@faint")
    yield label(AXIS_TEXT.in_language(language), SCALE_RIGHT, top + FONT_SIZE / 2, "end", "@faint")
    for row, rating in enumerate(ratings):
        yield from draw_row(rating, first + ROW_HEIGHT * (row + 0.5), scale)


def draw_row(rating: Rating, y: float, scale: Scale) -> Iterator[str]:
    """Yield the row of a player: name, dot with error bar, and numbers."""
    low, high = scale(rating.elo - rating.margin), scale(rating.elo + rating.margin)
    yield label(shorten(rating.name), SCALE_LEFT - 14, y, "end", "@ink")
    yield from error_bar(low, scale(rating.elo), high, y)
    yield label(f"{format_elo(rating.elo)} ± {rating.margin:.0f}", WIDTH - MARGIN, y, "end", "@ink")


def error_bar(low: float, middle: float, high: float, y: float) -> Iterator[str]:
    """Yield a dot with an error bar."""
    yield line(low, y, high, y, "@accent", stroke_width=2)
    for end in (low, high):
        yield line(end, y - 5, end, y + 5, "@accent", stroke_width=2)
    yield element("circle", cx=middle, cy=y, r=5, fill="@accent")


def line(x1: float, y1: float, x2: float, y2: float, colour: str, **attributes: str | float) -> str:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour, **attributes)


def label(
    text: str, x: float, y: float, anchor: str, colour: str, **attributes: str | float
) -> str:
    """Return a text element, centred vertically at y."""
    where = {"x": x, "y": y + 0.35 * FONT_SIZE}
    return element(
        "text", escape(one_line(text)), **where, text_anchor=anchor, fill=colour, **attributes
    )


def format_elo(elo: float) -> str:
    """Return `+50`, `0` or `−50`, with a typographic minus sign."""
    return f"{elo:+.0f}".replace("-", "−") if round(elo) else "0"


def shorten(name: str) -> str:
    return name if len(name) <= MAX_NAME_CHARACTERS else name[: MAX_NAME_CHARACTERS - 1] + "…"


def description(reports: Sequence[Report]) -> str:
    """Return a text alternative of the plot."""
    descriptions = (
        f"{report.game}: "
        + ", ".join(
            f"{rating.name} {format_elo(rating.elo)} ± {rating.margin:.0f}"
            for rating in get_ratings(report)
        )
        for report in reports
    )
    return one_line("; ".join(descriptions))
