"""A match in this process, for notebooks and scripts; players may be plain functions.

Games are scheduled, recorded and rated as in `running`, which plays them in worker processes and
therefore accepts only names of players.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from os import PathLike
from typing import NamedTuple

from steinreich.arena.columns import Columns, standings
from steinreich.arena.game_recorder import GameRecorder
from steinreich.arena.plan import BadMatch, Match, ScheduledGame, schedule
from steinreich.arena.playing import NamedPlayerFactory, Roster, play
from steinreich.arena.report import Report, Standing, report
from steinreich.core.game import Game, load
from steinreich.core.position import Position
from steinreich.draw.notebook import table
from steinreich.engines.named_players import player
from steinreich.players.player import Limit, Player, Question, validate_limit
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
        assert after.last_step is not None  # it has just been played
        return SearchResult((Line((after.last_step[1],), Verdict((0.0,) * position.game.players)),))


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
        return align_columns(standings(self.report, "en"))

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
    >>> len(result.records), sorted(standing.name for standing in result.standings)
    (10, ['any', 'first'])
    """
    loaded = load(game)
    contestants = map_names_to_players(players)
    for contestant in contestants.values():
        if isinstance(contestant, Player):
            check_player(contestant, loaded)
    match = Match(
        loaded,
        tuple(contestants),
        arguments.check_integer("games", games, 1),
        is_ladder=len(contestants) > loaded.players,
        openings=arguments.check_integer("openings", openings, 0),
        seed=arguments.check_seed(seed),
        limit=validate_limit(Limit(seconds, nodes)),
    )
    progress = arguments.check_boolean("progress", progress)
    with ExitStack() as stack:
        roster = Roster(match, make_player_factory(contestants, stack))
        played = (play_and_record(scheduled, roster) for scheduled in schedule(match))
        records = list(track_progress(played, match.total) if progress else played)
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


def make_player_factory(
    contestants: Mapping[str, Contestant], stack: ExitStack
) -> NamedPlayerFactory:
    """Return a factory of players; those that it creates are closed with the stack."""

    def create_player(name: str, game: Game, seed: int | None) -> Player:
        contestant = contestants[name]
        if isinstance(contestant, Player):
            return contestant
        if isinstance(contestant, str):
            return stack.enter_context(player(contestant, game, seed))
        return FunctionPlayer(name, contestant)

    return create_player


def map_names_to_players(
    players: Mapping[str, Contestant] | Sequence[Contestant],
) -> dict[str, Contestant]:
    """Return the players by name; those in a list get default names."""
    if isinstance(players, Mapping):
        named = [
            (arguments.check_text(NAME, name), contestant) for name, contestant in players.items()
        ]
    elif isinstance(players, Sequence) and not isinstance(players, str):
        named = [(get_default_name(contestant), contestant) for contestant in players]
    else:
        raise arguments.bad_type("players", PLAYERS, players)
    for name, contestant in named:
        if not (isinstance(contestant, str | Player) or callable(contestant)):
            raise BadMatch(
                Text(
                    "{name}: a player is a function, a Player or a name, not {one}",
                    name=name,
                    one=repr(contestant),
                )
            )
    if len(dict(named)) < len(named):
        raise BadMatch(
            Text('two players have the same name; {"a": ..., "b": ...} gives them different names')
        )
    return dict(named)


def get_default_name(contestant: Contestant) -> str:
    """Return the default name of a player."""
    if isinstance(contestant, str):
        return contestant
    if isinstance(contestant, Player):
        return contestant.name
    return getattr(contestant, "__name__", type(contestant).__name__)


def play_and_record(game: ScheduledGame, roster: Roster) -> Record:
    """Play a game and return its record.

    Errors of functions and errors in creating a player are raised.
    """
    for key in roster.player_keys(game):
        roster.get_player(key, game)
    recorder = GameRecorder(roster.match, game)
    for message in play(game, roster):
        recorder.handle(message)
    for contestant in roster.players.values():
        if isinstance(contestant, FunctionPlayer) and contestant.error:
            raise contestant.error
    return recorder.record()


def track_progress(records: Iterable[Record], total: int) -> Iterator[Record]:
    """Yield the records, with a progress bar in terminals and notebooks."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    is_visible = console.is_terminal or console.is_jupyter
    yield from track(
        records, "games", total, console=console, transient=True, disable=not is_visible
    )


def align_columns(columns: Columns) -> str:
    """Return a table as aligned lines of text."""
    rows = [columns.headings, *columns.rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(columns.headings))]
    return "\n".join(
        "  ".join(
            word.ljust(width) if column < columns.left else word.rjust(width)
            for column, (word, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
