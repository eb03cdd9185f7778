"""A report in words and columns, in English or German."""

from typing import NamedTuple

from steinreich.arena.ratings import Share
from steinreich.arena.report import UNFINISHED, Report, Standing
from steinreich.rules.language import Words


class Columns(NamedTuple):
    """Rows below headings."""

    headings: list[str]
    rows: list[list[str]]
    left: int = 1  # so many columns begin at their left edge, the others end at their right


PLAYER = Words("player", "Spieler")
UNFINISHED_WORDS = Words("unfinished", "unvollendet")
STANDINGS = (
    Words("games", "Partien"),
    Words("won", "gewonnen"),
    Words("drawn", "remis"),
    Words("lost", "verloren"),
    Words("score %", "Punkte %"),
    Words("s/action", "s/Aktion"),
)


def standings(report: Report, language: str) -> Columns:
    """The players, best first, with ratings where there are any."""
    is_rated = any(one.rating for one in report.standings)
    headings = [PLAYER.within(language)]
    headings += ["Elo", "±"] if is_rated else []
    headings += [words.within(language) for words in STANDINGS]
    return Columns(headings, [standing_row(one) for one in report.standings])


def standing_row(one: Standing) -> list[str]:
    """A player's line."""
    rating = [f"{one.rating.elo:+.0f}", f"{one.rating.margin:.0f}"] if one.rating else []
    return [
        one.name,
        *rating,
        *map(str, (one.games, one.won, one.drawn, one.lost)),
        f"{100 * one.score.mean:.1f}" if one.score else "",
        "" if one.seconds is None else f"{one.seconds:.3f}",
    ]


def crosstable(report: Report, language: str) -> Columns:
    """What each player took from each other: points of games, `7½/10`."""
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
    """`7`, `7½` or `½`."""
    whole = str(int(points)) if points >= 1 or points == 0 else ""
    return whole + ("½" if points % 1 else "")


def facts(report: Report, language: str) -> Columns:
    """The game itself: whom it favours, how long it is, how it ends."""
    rows: list[list[str]] = []
    if len(report.seats) == 2:
        rows.append(
            [say(language, "first player", "Erster Spieler"), share(report.seats[0], language)]
        )
    elif len(report.seats) > 2:
        for seat, points in enumerate(report.seats, 1):
            rows.append([f"{PLAYER.within(language)} {seat}", share(points, language)])
    if report.drawn is not None:
        rows.append([say(language, "draws", "Remis"), f"{100 * report.drawn:.1f} %"])
    if length := report.length:
        span = f"({length.least}–{length.most})"
        actions = say(language, "actions", "Aktionen")
        rows.append([say(language, "length", "Länge"), f"{length.mean:.1f} {actions} {span}"])
    mean = f"{report.branching:.1f} {say(language, 'on average', 'im Mittel')}"
    rows.append([say(language, "legal actions", "Erlaubte Aktionen"), mean])
    for ending, times in report.endings.items():
        shown = UNFINISHED_WORDS.within(language) if ending == UNFINISHED else ending
        rows.append([say(language, "ending", "Ende"), f"{times} × {shown}"])
    return Columns([report.game, games(report, language)], rows, left=2)


def games(report: Report, language: str) -> str:
    """How many games there are, and how many of them nobody finished."""
    if not report.unfinished:
        return say(language, "{} games", "{} Partien").format(report.games)
    both = say(language, "{} games, {} of them unfinished", "{} Partien, davon {} unvollendet")
    return both.format(report.games, report.unfinished)


def share(of: Share, language: str) -> str:
    """A share of the points, and where the true one lies."""
    points = say(language, "of the points", "der Punkte")
    return f"{100 * of.mean:.1f} % {points} (95 %: {100 * of.low:.1f}–{100 * of.high:.1f})"


def say(language: str, english: str, german: str) -> str:
    return Words(english, german).within(language)
