"""A match in this process, with players that may be plain functions: for notebooks and scripts.

The games are planned, told, noted and rated as those of the arena, which plays in processes of
their own and so knows only players that can be found by name.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from os import PathLike
from typing import NamedTuple

from steinreich.arena.columns import Columns, standings
from steinreich.arena.notes import Notes
from steinreich.arena.plan import BadMatch, Match, ScheduledGame, schedule
from steinreich.arena.playing import Maker, Roster, play
from steinreich.arena.report import Report, Standing, report
from steinreich.core.game import Game, load
from steinreich.core.position import Position
from steinreich.draw.html import table
from steinreich.engines.by_name import player
from steinreich.players.player import (
    Limit,
    Line,
    Opinion,
    Player,
    Question,
    Verdict,
    checked_limit,
)
from steinreich.records import Record
from steinreich.rules import arguments
from steinreich.rules.language import Words

Chooser = Callable[[Position], str | int]  # from a position to the name or number of an action
Contestant = str | Player | Chooser
NAME = Words("the name of a player", "der Name eines Spielers")
PLAYERS = Words("a mapping or a list of players", "eine Zuordnung oder Liste von Spielern")


class FunctionPlayer(Player):
    """A function that chooses an action, in a seat."""

    def __init__(self, name: str, choose: Chooser) -> None:
        self.name = name
        self.choose = choose
        self.error: Exception | None = None  # what went wrong in it

    def answer(self, question: Question) -> Opinion:
        """What the function chooses; it says nothing of what that is worth."""
        position = question.position
        try:
            chosen = self.choose(position)
            after = position.play(chosen) if isinstance(chosen, str) else position.after(chosen)
        except Exception as error:
            self.error = error
            raise
        assert after.came is not None  # it has just been played
        return Opinion((Line((after.came[1],), Verdict((0.0,) * position.game.players)),))


class MatchResult(NamedTuple):
    """The games of a match, and what they tell; `print` shows the standings.

    >>> from steinreich import play_match
    >>> print(play_match("vier3d", {"one": "random", "other": "random"}, games=4).report.games)
    4
    """

    records: list[Record]  #: of all games
    report: Report  #: what they tell of the players

    @property
    def standings(self) -> list[Standing]:
        """The players, the best first, each with `rating.elo`, `rating.margin` and its score."""
        return self.report.standings

    def __str__(self) -> str:
        return aligned(standings(self.report, "en"))

    def _repr_html_(self) -> str:
        """In a notebook: the standings as a table."""
        columns = standings(self.report, "en")
        return table(columns.headings, columns.rows, columns.left)


def play_match(
    game: Game | str | PathLike[str],
    players: Mapping[str, Contestant] | Sequence[Contestant],
    games: int = 20,
    *,
    openings: int = 2,
    seed: int = 0,
    seconds: float | None = None,
    nodes: int | None = None,
    progress: bool = True,
) -> MatchResult:
    """Play games between players in this process and rate them: Elo with error bars.

    A player is a function from a position to the name or number of an action, a `Player`, or the
    name of one, such as "level3".  More players than the game has seats all meet each other.  Each
    opening, of so many random actions, is played in every seating.  `seconds` and `nodes` limit
    players who are no functions.  A player who cannot be made, by a wrong name or a program that
    does not start, ends the match with its error, and so does an error in a function; other players
    who fail in the midst of a game lose it.

    >>> from steinreich import play_match
    >>> def first(position):
    ...     return position.legal_moves()[0]
    >>> result = play_match("vier3d", {"first": first, "any": "random"}, games=10, seed=1)
    >>> len(result.records), sorted(one.name for one in result.standings)
    (10, ['any', 'first'])
    """
    loaded = load(game)
    contestants = by_name(players)
    for one in contestants.values():
        if isinstance(one, Player):
            check_player(one, loaded)
    match = Match(
        loaded,
        tuple(contestants),
        arguments.integer("games", games, 1),
        is_ladder=len(contestants) > loaded.players,
        openings=arguments.integer("openings", openings, 0),
        seed=arguments.seed(seed),
        limit=checked_limit(Limit(seconds, nodes)),
    )
    progress = arguments.boolean("progress", progress)
    with ExitStack() as stack:
        roster = Roster(match, maker(contestants, stack))
        played = (record_of(scheduled, roster) for scheduled in schedule(match))
        records = list(tracked(played, match.total) if progress else played)
    return MatchResult(records, report(records))


def check_player(player: Player, game: Game) -> None:
    """Refuse a player that is closed or plays another game."""
    player.check_open()
    if player.game not in (None, game):
        raise BadMatch(
            Words(
                f"{player.name} plays {player.game!r}, not {game!r}",
                f"{player.name} spielt {player.game!r}, nicht {game!r}",
            )
        )


def maker(contestants: Mapping[str, Contestant], stack: ExitStack) -> Maker:
    """What seats players; those that are made here leave when the match is over."""

    def made(name: str, game: Game, seed: int | None) -> Player:
        contestant = contestants[name]
        if isinstance(contestant, Player):
            return contestant
        if isinstance(contestant, str):
            return stack.enter_context(player(contestant, game, seed))
        return FunctionPlayer(name, contestant)

    return made


def by_name(players: Mapping[str, Contestant] | Sequence[Contestant]) -> dict[str, Contestant]:
    """The players by their names: given, or their own."""
    if isinstance(players, Mapping):
        named = [(arguments.text(NAME, name), one) for name, one in players.items()]
    elif isinstance(players, Sequence) and not isinstance(players, str):
        named = [(own_name(one), one) for one in players]
    else:
        raise arguments.bad_type("players", PLAYERS, players)
    for name, one in named:
        if not (isinstance(one, str | Player) or callable(one)):
            raise BadMatch(
                Words(
                    f"{name}: a player is a function, a Player or a name, not {one!r}",
                    f"{name}: Spieler sind Funktionen, Player oder Namen, nicht {one!r}",
                )
            )
    if len(dict(named)) < len(named):
        raise BadMatch(
            Words(
                'two players have one name; {"a": ..., "b": ...} gives them names of their own',
                'zwei Spieler heißen gleich; {"a": ..., "b": ...} gibt ihnen eigene Namen',
            )
        )
    return dict(named)


def own_name(contestant: Contestant) -> str:
    """What a player is called who was given no name."""
    if isinstance(contestant, str):
        return contestant
    if isinstance(contestant, Player):
        return contestant.name
    return getattr(contestant, "__name__", type(contestant).__name__)


def record_of(game: ScheduledGame, roster: Roster) -> Record:
    """Play a game; errors in functions, and of players who cannot be made, are raised."""
    for chair in roster.chairs(game):
        roster.player(chair, game)
    notes = Notes(roster.match, game)
    for message in play(game, roster):
        notes.take(message)
    for one in roster.players.values():
        if isinstance(one, FunctionPlayer) and one.error:
            raise one.error
    return notes.record()


def tracked(records: Iterable[Record], total: int) -> Iterator[Record]:
    """The records, with a bar in terminals and notebooks as long as games are played."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    is_seen = console.is_terminal or console.is_jupyter
    yield from track(records, "games", total, console=console, transient=True, disable=not is_seen)


def aligned(columns: Columns) -> str:
    """Columns as lines of text."""
    rows = [columns.headings, *columns.rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(columns.headings))]
    return "\n".join(
        "  ".join(
            word.ljust(wide) if column < columns.left else word.rjust(wide)
            for column, (word, wide) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
