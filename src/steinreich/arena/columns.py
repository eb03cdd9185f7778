"""Reports as tables of text."""

from typing import NamedTuple

from steinreich.arena.ratings import Share
from steinreich.arena.report import UNFINISHED, Report, Standing
from steinreich.rules.language import Plural, Text


class Columns(NamedTuple):
    """Rows below headings."""

    headings: list[str]
    rows: list[list[str]]
    left: int = 1  # number of left-aligned columns; the others are right-aligned


PLAYER = Text("player")
UNFINISHED_WORDS = Text("unfinished")
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
    is_rated = any(one.rating for one in report.standings)
    headings = [PLAYER.within(language)]
    headings += ["Elo", "±"] if is_rated else []
    headings += [words.within(language) for words in STANDINGS]
    return Columns(headings, [standing_row(one) for one in report.standings])


def standing_row(one: Standing) -> list[str]:
    """Return a player's row."""
    rating = [f"{one.rating.elo:+.0f}", f"{one.rating.margin:.0f}"] if one.rating else []
    return [
        one.name,
        *rating,
        *map(str, (one.games, one.won, one.drawn, one.lost)),
        f"{100 * one.score.mean:.1f}" if one.score else "",
        "" if one.seconds is None else f"{one.seconds:.3f}",
    ]


def crosstable(report: Report, language: str) -> Columns:
    """Return a table of points per games for each pair of players, such as `7½/10`."""
    names = [one.name for one in report.standings]
    points, games = report.wins + report.draws / 2, report.wins + report.wins.T + report.draws
    rows = [
        [f"{row + 1} {name}"]
        + [
            f"{halves(points[row, column])}/{games[row, column]}" if games[row, column] else "–"
            for column in range(len(names))
        ]
        for row, name in enumerate(names)
    ]
    return Columns([PLAYER.within(language), *(str(row + 1) for row in range(len(names)))], rows)


def halves(points: float) -> str:
    """Return points as `7`, `7½` or `½`."""
    whole = str(int(points)) if points >= 1 or points == 0 else ""
    return whole + ("½" if points % 1 else "")


def facts(report: Report, language: str) -> Columns:
    """Return a table about the game: advantage of seats, length, endings."""
    rows: list[list[str]] = []
    if len(report.seats) == 2:
        rows.append([Text("first player").within(language), share(report.seats[0], language)])
    elif len(report.seats) > 2:
        for seat, points in enumerate(report.seats, 1):
            rows.append([f"{PLAYER.within(language)} {seat}", share(points, language)])
    if report.drawn is not None:
        rows.append([Text("draws").within(language), f"{100 * report.drawn:.1f} %"])
    if length := report.length:
        span = f"({length.least}–{length.most})"
        actions = Text("actions").within(language)
        rows.append([Text("length").within(language), f"{length.mean:.1f} {actions} {span}"])
    mean = f"{report.branching:.1f} {Text('on average').within(language)}"
    rows.append([Text("legal actions").within(language), mean])
    for ending, times in report.endings.items():
        shown = UNFINISHED_WORDS.within(language) if ending == UNFINISHED else ending
        rows.append([Text("ending").within(language), f"{times} × {shown}"])
    return Columns([report.game, games(report, language)], rows, left=2)


def games(report: Report, language: str) -> str:
    """Return the number of games, and of unfinished ones."""
    if not report.unfinished:
        return Plural("{n} game", "{n} games", report.games).within(language)
    both = Text(
        "{games} games, {unfinished} of them unfinished",
        games=report.games,
        unfinished=report.unfinished,
    )
    return both.within(language)


def share(of: Share, language: str) -> str:
    """Return a share of the points with its confidence interval."""
    points = Text("of the points").within(language)
    return f"{100 * of.mean:.1f} % {points} (95 %: {100 * of.low:.1f}–{100 * of.high:.1f})"
