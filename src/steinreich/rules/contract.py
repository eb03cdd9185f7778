"""The game contract: everything that a game module may define.

`GameDefinition` is the only statement of it: one field for each part of a game, with its type, its
name in the game module, its arguments, its default and its documentation.  The binder, the checks
that run when a game is loaded, and the tables in CONTRIBUTING.md are derived from it.

Generic code (playouts, search, perft) calls the rules of a game by the functions below.  The binder
substitutes the game's function of the same name.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Annotated, Any, NamedTuple

from steinreich.rules.about import (
    About,
    Action,
    Board,
    Count,
    Effects,
    Ending,
    Figure,
    Options,
    Piece,
    SetUp,
)
from steinreich.rules.bits import U64, bit, rule
from steinreich.rules.language import NO_TEXT, Text

# Outcomes; where a player has won, the outcome is the index of the winner.
ONGOING = -1  # the game is not over
DRAW = -2
LOST = -3  # in games for one player: the goal was missed

GAME_STATE = object()  # marks the type of the states of a game in annotations
State = Annotated[Any, GAME_STATE]  # each game has its own NamedTuple of `U64` and `int` fields
Observation = Any  # each game has its own NamedTuple of sets of cells: `U64` or `Wide`


class Candidates(NamedTuple):
    """The actions that may be legal: `first + cell * ways + way`, for each cell of the set and each
    way below `ways`.

    They include all legal actions and should include few others, since each one is tested with
    `is_legal`.  A game may use a NamedTuple of its own that begins with these fields; further
    fields can hold what `is_legal` would otherwise compute for every candidate.
    """

    low: U64  # cells 0 to 63
    high: U64  # cells 64 to 127, for boards of more than 64 cells
    ways: int  # at most 64
    first: int  # number of the action of cell 0 and way 0


@rule
def candidates(s: State) -> Candidates:
    """The actions that may be legal, as cells and ways (`Candidates`).

    A live position has at least one.
    """
    raise NotImplementedError


@rule
def is_legal(s: State, c: Candidates, action: int) -> bool:
    """Whether a candidate is legal (default: always)."""
    return True


@rule
def legal_ways(s: State, c: Candidates, cell: int) -> U64:
    """The set of all ways that are legal from a cell, for masks of legal actions; define it where
    that is faster than calling `is_legal` for each way.
    """
    ways = U64(0)
    for way in range(c.ways):
        if is_legal(s, c, c.first + cell * c.ways + way):
            ways |= bit(way)
    return ways


@rule
def play(s: State, action: int) -> State:
    """The state after a legal action."""
    raise NotImplementedError


@rule
def outcome(s: State) -> int:
    """`ONGOING`, `DRAW`, `LOST` (games for one player) or the index of the winner."""
    raise NotImplementedError


@rule
def player(s: State) -> int:
    """The index of the player to move (default: `s.turn`)."""
    return int(s.turn)


@rule
def observe(s: State) -> Observation:
    """The observation of a network (see *Planes*; default: all fields of `State`, bit by bit).

    It consists of sets of cells, those of the player to move first.  A number is encoded by its
    binary digits, each of them a set of all cells or of none (`everywhere`).
    """
    raise NotImplementedError


@rule
def key(s: State) -> U64:
    """A 64-bit hash of the state.

    Games do not define it: the binder generates it from the fields of the game's State.
    """
    raise NotImplementedError


class Part(NamedTuple):
    """A function or constant that a module may define under a fixed name."""

    name: str
    help: str = ""  # Markdown
    arguments: str | None = None  # of a function; None for data
    is_rule: bool = False  # a function that is marked with @rule
    type: Any = object  # of data
    is_required: bool = False
    requires: str = ""  # the name of another part, without which this one has no effect
    default: Any = None

    @property
    def heading(self) -> str:
        """The name with the arguments, for documentation: `play(s, action)`, `KINDS`."""
        return self.name if self.arguments is None else f"{self.name}({self.arguments})"


REQUIRED: Any = object()  # in place of a default: the part must be defined


def rule_field(is_required: bool = False) -> Part:
    """Return the part for a rule.

    Its name, arguments and help are those of the function of the field's name in this module.
    """
    return Part("", is_rule=True, is_required=is_required)


def function_field(arguments: str, help: str, default: Any = REQUIRED, requires: str = "") -> Part:
    """Return the part for a function that runs as plain Python only, never as machine code."""
    return Part("", help, arguments, False, object, default is REQUIRED, requires, default)


def data_field(
    name: str, type: Any, help: str, default: Any = REQUIRED, requires: str = ""
) -> Part:
    """Return the part for a constant or a class."""
    return Part(name, help, None, False, type, default is REQUIRED, requires, default)


def describe_rule(function: Any, part: Part | None = None) -> Part:
    """Return the part for a rule, with its name, its arguments and the first paragraph of its
    docstring as help.
    """
    arguments = ", ".join(function.__code__.co_varnames[: function.__code__.co_argcount])
    help = " ".join((function.__doc__ or "").partition("\n\n")[0].split()).removesuffix(".")
    return (part or rule_field())._replace(
        name=function.__name__, arguments=arguments, help=help[:1].lower() + help[1:]
    )


@dataclass(frozen=True, slots=True, eq=False)
class GameDefinition:
    """What a game module defines, as one typed object with defaults for optional parts."""

    module: ModuleType
    plain: Any  # the `Binder` of generic rules to this game, as plain Python
    # Description
    about: Annotated[
        About,
        data_field(
            "ABOUT",
            About,
            "title, players, summary, rules and options (`About`)",
        ),
    ]
    # Rules
    state: Annotated[
        type[Any],
        data_field(
            "State",
            type,
            "a `NamedTuple` of `U64` sets of cells and small `int`s, including the options",
        ),
    ]
    candidates: Annotated[
        Callable[[State], Candidates],
        rule_field(is_required=True),
    ]
    is_legal: Annotated[Callable[[State, Candidates, int], bool], rule_field()]
    play: Annotated[Callable[[State, int], State], rule_field(is_required=True)]
    outcome: Annotated[
        Callable[[State], int],
        rule_field(is_required=True),
    ]
    player: Annotated[Callable[[State], int], rule_field()]
    legal_ways: Annotated[
        Callable[[State, Candidates, int], int],
        rule_field(),
    ]
    observe: Annotated[
        Callable[[State], Any],
        rule_field(),
    ]
    plane_layout: Annotated[
        Sequence[Any] | None,
        data_field(
            "PLANE_LAYOUT",
            list,
            "the position of the cells in an observation (see *Planes* below)",
            None,
            "observe",
        ),
    ]
    num_actions: Annotated[
        int,
        data_field("NUM_ACTIONS", int, "the number of actions; they are integers from 0 up to it"),
    ]
    action_pattern: Annotated[
        re.Pattern[str],
        data_field("ACTION_PATTERN", str, "a regular expression that matches all names of actions"),
    ]
    # Names and pictures
    start: Annotated[
        Callable[[Options, int | None], State], function_field("options, seed", "the initial state")
    ]
    name: Annotated[
        Callable[[State, int], str], function_field("s, action", "the name of an action")
    ]
    describe_action: Annotated[
        Callable[[State, int], Action],
        function_field(
            "s, action",
            "the description of an action (`Action`): its kind, its cells, the pieces it places",
        ),
    ]
    text: Annotated[Callable[[State], str], function_field("s", "the position string")]
    parse: Annotated[
        Callable[[str, Options], State],
        function_field(
            "text, options",
            "the state of a position string; raises `BadPosition(Text(...))` for impossible "
            "positions and accepts every position that can occur in a game",
        ),
    ]
    board: Annotated[
        Callable[[Options], Board],
        function_field("options", "the cells and lines to draw (`Board`)"),
    ]
    pieces: Annotated[
        Callable[[State], list[Piece]], function_field("s", "the pieces on the board (`Piece`)")
    ]
    parse_action: Annotated[
        Callable[[State, str], Action | Text] | None,
        function_field(
            "s, name",
            "the `Action`, legal or not, of a name that matches `ACTION_PATTERN`; or the reason "
            "why there is no such action (`Text`)",
            None,
        ),
    ]
    find_action: Annotated[
        Callable[[State, Action], int | None] | None,
        function_field(
            "s, description",
            "the number of the action that an `Action` describes, legal or not, or `None` if there "
            "is none; with `parse_action` it avoids listing all legal actions to find one",
            None,
        ),
    ]
    why_not: Annotated[
        Callable[[State, Action], Text | None],
        function_field(
            "s, description",
            "the reason why the action that an `Action` describes is illegal, in one line "
            "(`Text`); the description may be incomplete (its first cells only), and `None` means "
            "that nothing is wrong so far",
            lambda s, description: None,
        ),
    ]
    spoken_name: Annotated[
        Callable[[State, int], Text],
        function_field(
            "s, action",
            'a legal action in words, "E5 captures E4" (default: its name); actions with the same '
            "name and description have the same spoken name",
            None,
        ),
    ]
    kinds: Annotated[
        Mapping[str, Text],
        data_field("KINDS", dict, "the names of the kinds of pieces, by their letters", {}),
    ]
    choices: Annotated[
        Mapping[str, Text],
        data_field(
            "CHOICES",
            dict,
            "shorter names of kinds, for menus in which a player chooses what to place",
            {},
        ),
    ]
    counts: Annotated[
        Callable[[State], list[Count]],
        function_field(
            "s", "the numbers of pieces, coins or lines of each side (`Count`)", lambda s: []
        ),
    ]
    prompt: Annotated[
        Callable[[State], Text],
        function_field(
            "s",
            "what the player to move has to do",
            lambda s: Text("make a move"),
        ),
    ]
    info: Annotated[
        Callable[[State], Text],
        function_field("s", "information that the board does not show", lambda s: NO_TEXT),
    ]
    symmetries: Annotated[
        Callable[[Options], list[dict[str, str]]],
        function_field(
            "options",
            "the ways to rotate or mirror the board, each as a map from cell names to cell names",
            lambda options: [],
            "transform",
        ),
    ]
    transform: Annotated[
        Callable[[State, Mapping[str, str]], State] | None,
        function_field("s, to", "the state rotated or mirrored by a symmetry", None, "symmetries"),
    ]
    starts_turn: Annotated[
        Callable[[State], bool],
        function_field(
            "s",
            "whether the next action is the first of a turn, in games with turns of several "
            "actions; without it each turn is one action, and premoves are possible",
            lambda s: True,
        ),
    ]
    action_separator: Annotated[
        str,
        data_field(
            "ACTION_SEPARATOR", str, "the text between the actions of a turn in records", ","
        ),
    ]
    after_pass: Annotated[
        Callable[[State], State | None],
        function_field(
            "s",
            "the state if the player to move passed, which the study needs to show threats; "
            "`None` where passing is impossible",
            lambda s: None,
        ),
    ]
    has_draws: Annotated[
        bool,
        data_field(
            "HAS_DRAWS",
            bool,
            "`False` if no game ends in a draw; draws are then never offered",
            True,
        ),
    ]
    typical_actions: Annotated[
        int,
        data_field(
            "TYPICAL_ACTIONS",
            int,
            "the median number of actions of a game (default: 40); the computer accepts a draw "
            "only after half of them",
            40,
        ),
    ]
    has_tiles: Annotated[
        bool, data_field("HAS_TILES", bool, "`True` if actions are of the kind `tile`", False)
    ]
    last_action: Annotated[
        Callable[[State], int | None],
        function_field(
            "s", "the number of the last action, if the state contains it", lambda s: None
        ),
    ]
    winning_lines: Annotated[
        Callable[[State, int], list[list[int]]],
        function_field(
            "s, winner", "the lines that won, each as a list of cells", lambda s, winner: []
        ),
    ]
    ending: Annotated[
        Callable[[State, int, Action | None], Ending] | None,
        function_field(
            "s, outcome, last",
            "the reason why the game ended, and the cells that show it (`Ending`); `last` is the "
            "`Action` that ended it, or `None` if it is unknown",
            None,
        ),
    ]
    figures: Annotated[
        Callable[[Options], Mapping[str, Figure]],
        function_field(
            "options", "the boards shown beside the rules, by name (`Figure`)", lambda options: {}
        ),
    ]
    setup: Annotated[
        Callable[[Mapping[int, Piece], Options], SetUp] | None,
        function_field(
            "pieces, options",
            "what the position editor needs (`SetUp`): the pieces that may be placed, and the "
            "parts of the position string for the given pieces, by cell",
            None,
        ),
    ]
    effects: Annotated[
        Callable[[State, int], Effects] | None,
        function_field(
            "s, action",
            "the pieces an action removes and the lines it completes (`Effects`; default: "
            "derived from the pieces before and after it)",
            None,
        ),
    ]

    @property
    def has_legal_ways(self) -> bool:
        """True if the game itself defines `legal_ways`."""
        return hasattr(self.module, "legal_ways")

    @property
    def has_single_action_turns(self) -> bool:
        """True if each turn is one action."""
        return not hasattr(self.module, "starts_turn")


def get_parts() -> Iterator[tuple[str, Part]]:
    """Yield the parts of `GameDefinition`, each with the name of its field."""
    for field, annotation in GameDefinition.__annotations__.items():
        for part in getattr(annotation, "__metadata__", ()):
            if part.is_rule:
                yield field, describe_rule(globals()[field], part)
            else:
                yield field, part._replace(name=part.name or field)


PARTS = dict(get_parts())  # by the names of fields
RULES = tuple(part.name for part in PARTS.values() if part.is_rule)
