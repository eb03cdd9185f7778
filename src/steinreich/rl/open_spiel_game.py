"""Games as OpenSpiel games, for its searches, solvers and learning algorithms.

>>> import pyspiel
>>> import steinreich.rl.open_spiel_game  # registers steinreich_vier3d and so on
>>> state = pyspiel.load_game("steinreich_chain_reaxis(size=4x4)").new_initial_state()
>>> state.current_player(), state.action_to_string(state.legal_actions()[0])
(0, 'a1b1')
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from steinreich.core.game import SHOWN_SEED, Game, load
from steinreich.core.registry import games
from steinreich.rl.observation import observation, observation_shape
from steinreich.rules import arguments
from steinreich.rules.about import Option
from steinreich.rules.errors import BadArgument
from steinreich.rules.extras import OPEN_SPIEL, require_extra
from steinreich.rules.language import Text

with require_extra(OPEN_SPIEL):
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

MAX_GAME_ACTIONS = 10_000  # far more than any game has
SETUP_PARAMETERS: dict[str, Any] = {
    "seed": SHOWN_SEED,
    "position": "",
}  # parameters in addition to the options of the game; see `OpenSpielGame`

Parameters = Mapping[str, Any]


class OpenSpielGame(pyspiel.Game):
    """A game whose options are OpenSpiel parameters; each game has a subclass.

    There are two more parameters: `seed` determines a random set-up, so that the game itself is
    deterministic; `position` is the position string of the initial state.
    """

    name: str  #: the name of the game, or the path of its file

    def __init__(self, params: Parameters | None = None) -> None:
        expected = Text("a mapping or None")
        parameters = dict(arguments.check_instance("params", params or {}, Mapping, expected))
        chosen = SETUP_PARAMETERS | parameters
        seed, text = arguments.check_seed(chosen.pop("seed")), str(chosen.pop("position"))
        self.game = load(self.name, **chosen)  #: the game with its options
        self.start = self.game.position(text) if text else self.game.start(seed)
        information = pyspiel.GameInfo(
            num_distinct_actions=self.game.num_actions,
            max_chance_outcomes=0,
            num_players=self.game.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if self.game.players == 2 else None,
            max_game_length=MAX_GAME_ACTIONS,
        )
        player_range = range(self.game.players, self.game.players + 1)
        super().__init__(make_game_type(self.game, player_range), information, parameters)

    def new_initial_state(self) -> "OpenSpielState":
        """Return the initial state."""
        return OpenSpielState(self)

    def make_py_observer(self, kind: Any = None, params: Parameters | None = None) -> Any:
        """Return an observer of planes, or one of OpenSpiel for kinds such as perfect recall."""
        if kind is None or (kind.public_info and not kind.perfect_recall):
            return PlanesObserver(self.game, params)
        return IIGObserverForPublicInfoGame(kind, params)


class OpenSpielState(pyspiel.State):
    """A mutable state, which holds an immutable position."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.position = game.start

    def current_player(self) -> int:
        """Return the player to move."""
        return pyspiel.PlayerId.TERMINAL if self.position.is_over else self.position.player

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.actions() if player == self.position.player else []

    def _apply_action(self, action: int) -> None:
        self.position = self.position.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.name(action)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """Return 1 for the winner, -1 for others, 0 in a draw or an unfinished game."""
        return [float(value) for value in self.position.returns]

    def __str__(self) -> str:
        return str(self.position)


class PlanesObserver:
    """An observer that provides planes, the player's own pieces first, and position strings."""

    def __init__(self, game: Game, params: Parameters | None) -> None:
        if params:
            raise BadArgument(
                Text("observations take no parameters, but {params} was given", params=params)
            )
        shape = observation_shape(game)
        self.tensor = np.zeros(np.prod(shape), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Set the tensor to the observation of a state."""
        self.dict["observation"][:] = observation(state.position, player)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """Return the position string."""
        return str(state.position)


def make_game_type(game: Game, players: range) -> Any:
    """Return the `pyspiel.GameType` of a game for a range of numbers of players."""
    kinds = pyspiel.GameType
    is_for_two = players == range(2, 3)
    return kinds(
        short_name=f"steinreich_{Path(game.name).stem}",
        long_name=str(game.about.title),
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if is_for_two else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=players[-1],
        min_num_players=players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=get_parameters(game),
    )


def get_parameters(game: Game) -> dict[str, Any]:
    """Return the parameters of a game with their defaults."""
    return {
        option.name: get_default_value(option) for option in game.about.options
    } | SETUP_PARAMETERS


def get_default_value(option: Option) -> int | str:
    """Return the default value of an option, as an integer if all its values are integers."""
    return int(option.values[0]) if all(map(str.isdigit, option.values)) else option.values[0]


def get_player_range(game: Game) -> range:
    """Return the range of possible numbers of players."""
    values = next((o.values for o in game.about.options if o.name == "players"), ())
    player_counts = [int(value) for value in values] or [game.players]
    return range(min(player_counts), max(player_counts) + 1)


def game_class(name: str) -> type[OpenSpielGame]:
    """Return the class of a game, by its name or the path of its file.

    The factory is a class rather than a function, because OpenSpiel releases it after the
    interpreter has shut down, when functions are no longer valid.
    """
    load(name)  # raises errors early
    return type("OpenSpielGame", (OpenSpielGame,), {"name": name})


def register() -> None:
    """Register every game with `pyspiel.load_game`, as `steinreich_vier3d` and so on."""
    for name in games():
        game = load(name)
        pyspiel.register_game(make_game_type(game, get_player_range(game)), game_class(name))


register()
