"""A match in this process, with players that may be plain functions: for notebooks and scripts.

Games are scheduled, recorded and rated as in the arena, which plays in worker processes and so
accepts only players by name.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from os import PathLike
from typing import NamedTuple

from steinreich.arena.columns import Columns, standings
from steinreich.arena.notes import Notes
from steinreich.arena.plan import BadMatch, Match, ScheduledGame, schedule
from steinreich.arena.playing import NamedPlayerFactory, Roster, play
from steinreich.arena.report import Report, Standing, report
from steinreich.core.game import Game, load
from steinreich.core.position import Position
from steinreich.draw.notebook import table
from steinreich.engines.by_name import player
from steinreich.players.player import Limit, Player, Question, checked_limit
from steinreich.records import Record
from steinreich.rules import arguments
from steinreich.rules.language import Text
from steinreich.search.result import Line, SearchResult, Verdict

Chooser = Callable[[Position], str | int]  # from a position to the name or number of an action
Contestant = str | Player | Chooser
NAME = Text("the name of a player")
OPPONENT = Text("an opponent")
OPPONENTS = Text("the name of a player, a Player or a function")
PLAYERS = Text("a mapping or a list of players")


class FunctionPlayer(Player):
    """Adapts a function that chooses actions to a player."""

    def __init__(self, name: str, choose: Chooser) -> None:
        self.name = name
        self.choose = choose
        self.error: Exception | None = None  # raised by the function

    def answer(self, question: Question) -> SearchResult:
        """Return the chosen action, with a neutral verdict."""
        position = question.position
        try:
            chosen = self.choose(position)
            after = position.play(chosen) if isinstance(chosen, str) else position.after(chosen)
        except Exception as error:
            self.error = error
            raise
        assert after.came is not None  # it has just been played
        return SearchResult((Line((after.came[1],), Verdict((0.0,) * position.game.players)),))


class MatchResult(NamedTuple):
    """The records of a match and their report; `print` shows the standings.

    >>> from steinreich import play_match
    >>> print(play_match("vier3d", {"one": "random", "other": "random"}, games=4).report.games)
    4
    """

    records: list[Record]  #: the records of all games
    report: Report  #: statistics and ratings

    @property
    def standings(self) -> list[Standing]:
        """The players, best first, each with `rating.elo`, `rating.margin` and its score."""
        return self.report.standings

    def __str__(self) -> str:
        return aligned(standings(self.report, "en"))

    def _repr_html_(self) -> str:
        """Show the standings as a table in a notebook."""
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
    name of one, such as "level3".  If there are more players than seats, every combination plays.
    Each opening of `openings` random actions is played in every seating.  `seconds` and `nodes`
    limit players other than functions.  An error in a function, or while a player is created, is
    raised; any other player that fails during a game loses it.

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
    """Raise an error if a player is closed or plays another game."""
    player.check_open()
    if player.game not in (None, game):
        raise BadMatch(
            Text(
                "{player} plays {game}, not {game2}",
                player=player.name,
                game=repr(player.game),
                game2=repr(game),
            )
        )


def maker(contestants: Mapping[str, Contestant], stack: ExitStack) -> NamedPlayerFactory:
    """Return a factory of players; those that it creates are closed with the stack."""

    def create_player(name: str, game: Game, seed: int | None) -> Player:
        contestant = contestants[name]
        if isinstance(contestant, Player):
            return contestant
        if isinstance(contestant, str):
            return stack.enter_context(player(contestant, game, seed))
        return FunctionPlayer(name, contestant)

    return create_player


def by_name(players: Mapping[str, Contestant] | Sequence[Contestant]) -> dict[str, Contestant]:
    """Return the players by given or default names."""
    if isinstance(players, Mapping):
        named = [(arguments.text(NAME, name), one) for name, one in players.items()]
    elif isinstance(players, Sequence) and not isinstance(players, str):
        named = [(own_name(one), one) for one in players]
    else:
        raise arguments.bad_type("players", PLAYERS, players)
    for name, one in named:
        if not (isinstance(one, str | Player) or callable(one)):
            raise BadMatch(
                Text(
                    "{name}: a player is a function, a Player or a name, not {one}",
                    name=name,
                    one=repr(one),
                )
            )
    if len(dict(named)) < len(named):
        raise BadMatch(
            Text('two players have one name; {"a": ..., "b": ...} gives them names of their own')
        )
    return dict(named)


def own_name(contestant: Contestant) -> str:
    """Return the default name of a player."""
    if isinstance(contestant, str):
        return contestant
    if isinstance(contestant, Player):
        return contestant.name
    return getattr(contestant, "__name__", type(contestant).__name__)


def record_of(game: ScheduledGame, roster: Roster) -> Record:
    """Play a game; raise errors of functions and of players that cannot be created."""
    for key in roster.player_keys(game):
        roster.player(key, game)
    notes = Notes(roster.match, game)
    for message in play(game, roster):
        notes.take(message)
    for one in roster.players.values():
        if isinstance(one, FunctionPlayer) and one.error:
            raise one.error
    return notes.record()


def tracked(records: Iterable[Record], total: int) -> Iterator[Record]:
    """Yield the records, with a progress bar in terminals and notebooks."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    is_seen = console.is_terminal or console.is_jupyter
    yield from track(records, "games", total, console=console, transient=True, disable=not is_seen)


def aligned(columns: Columns) -> str:
    """Return a table as aligned lines of text."""
    rows = [columns.headings, *columns.rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(columns.headings))]
    return "\n".join(
        "  ".join(
            word.ljust(wide) if column < columns.left else word.rjust(wide)
            for column, (word, wide) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
