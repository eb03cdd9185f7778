"""Tables of text made from a report."""

from typing import NamedTuple

from steinreich.arena.ratings import Share
from steinreich.arena.report import UNFINISHED, Report, Standing
from steinreich.rules.language import Plural, Text


class Columns(NamedTuple):
    """A table: rows below headings."""

    headings: list[str]
    rows: list[list[str]]
    left: int = 1  # number of left-aligned columns; the others are right-aligned


PLAYER = Text("player")
UNFINISHED_TEXT = Text("unfinished")
STANDINGS = (
    Text("games"),
    Text("won"),
    Text("drawn"),
    Text("lost"),
    Text("score %"),
    Text("s/action"),
)


def standings(report: Report, language: str) -> Columns:
    """Return a table of the players, best first, with ratings if there are any."""
    is_rated = any(standing.rating for standing in report.standings)
    headings = [PLAYER.in_language(language)]
    headings += ["Elo", "±"] if is_rated else []
    headings += [words.in_language(language) for words in STANDINGS]
    return Columns(headings, [standing_row(standing) for standing in report.standings])


def standing_row(standing: Standing) -> list[str]:
    """Return a player's row."""
    rating = (
        [f"{standing.rating.elo:+.0f}", f"{standing.rating.margin:.0f}"] if standing.rating else []
    )
    return [
        standing.name,
        *rating,
        *map(str, (standing.games, standing.won, standing.drawn, standing.lost)),
        f"{100 * standing.score.mean:.1f}" if standing.score else "",
        "" if standing.seconds is None else f"{standing.seconds:.3f}",
    ]


def crosstable(report: Report, language: str) -> Columns:
    """Return a table of points per games for each pair of players, such as `7½/10`."""
    names = [standing.name for standing in report.standings]
    points, games = report.wins + report.draws / 2, report.wins + report.wins.T + report.draws
    rows = [
        [f"{row + 1} {name}"]
        + [
            f"{format_points(points[row, column])}/{games[row, column]}"
            if games[row, column]
            else "–"
            for column in range(len(names))
        ]
        for row, name in enumerate(names)
    ]
    return Columns(
        [PLAYER.in_language(language), *(str(row + 1) for row in range(len(names)))], rows
    )


def format_points(points: float) -> str:
    """Return points as `7`, `7½` or `½`."""
    whole = str(int(points)) if points >= 1 or points == 0 else ""
    return whole + ("½" if points % 1 else "")


def facts(report: Report, language: str) -> Columns:
    """Return a table about the game: advantage of seats, length, endings."""
    rows: list[list[str]] = []
    if len(report.seats) == 2:
        rows.append(
            [Text("first player").in_language(language), format_share(report.seats[0], language)]
        )
    elif len(report.seats) > 2:
        for seat, points in enumerate(report.seats, 1):
            rows.append([f"{PLAYER.in_language(language)} {seat}", format_share(points, language)])
    if report.drawn is not None:
        rows.append([Text("draws").in_language(language), f"{100 * report.drawn:.1f} %"])
    if length := report.length:
        span = f"({length.least}–{length.most})"
        actions = Text("actions").in_language(language)
        rows.append([Text("length").in_language(language), f"{length.mean:.1f} {actions} {span}"])
    mean = f"{report.branching:.1f} {Text('on average').in_language(language)}"
    rows.append([Text("legal actions").in_language(language), mean])
    for ending, times in report.endings.items():
        shown = UNFINISHED_TEXT.in_language(language) if ending == UNFINISHED else ending
        rows.append([Text("ending").in_language(language), f"{times} × {shown}"])
    return Columns([report.game, games(report, language)], rows, left=2)


def games(report: Report, language: str) -> str:
    """Return the number of games, and of unfinished ones."""
    if not report.unfinished:
        return Plural("{n} game", "{n} games", report.games).in_language(language)
    both = Text(
        "{games} games, {unfinished} of them unfinished",
        games=report.games,
        unfinished=report.unfinished,
    )
    return both.in_language(language)


def format_share(share: Share, language: str) -> str:
    """Return a share of the points with its confidence interval."""
    points = Text("of the points").in_language(language)
    low, high = 100 * share.low, 100 * share.high
    return f"{100 * share.mean:.1f} % {points} (95 %: {low:.1f}–{high:.1f})"
