"""Games for Python users: a game with its options chosen, loaded by name or path."""

import re
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from os import PathLike, fspath
from types import MappingProxyType, ModuleType
from typing import Any

from steinreich.compile.binder import Binder
from steinreich.compile.machine_code import Compiler
from steinreich.core import setup
from steinreich.core.game_files import is_path
from steinreich.core.position import Position
from steinreich.core.registry import game_module
from steinreich.rules import arguments, contract, playout
from steinreich.rules.about import About, Board, Figure, Piece, Section, describe_variant
from steinreich.rules.contract import PARTS, GameDefinition
from steinreich.rules.errors import BadOption, BadPosition, BrokenContract, UnknownGame
from steinreich.rules.language import Text, Verbatim
from steinreich.rules.rulebook import get_lesson, get_rules
from steinreich.rules.untrusted import with_suggestion

MAX_TEXT_CHARACTERS = 500  # of a position string; valid ones are shorter
BOOLEAN_VALUES = ("on", "off")  # of options for which Python users may pass True or False
MAX_SHOWN_CHARACTERS = 60  # of an invalid value
SHOWN_SEED = 1  # of random start positions in pictures and figures


@cache
def get_definition(module: ModuleType) -> GameDefinition:
    """Return the definition of a game module, with defaults for parts that it omits."""
    plain = Binder(module)
    values: dict[str, Any] = {
        field: plain(getattr(contract, part.name))
        if part.is_rule
        else getattr(module, part.name, part.default)
        for field, part in PARTS.items()
    }
    values["action_pattern"] = re.compile(values["action_pattern"])
    values["spoken_name"] = values["spoken_name"] or (
        lambda s, action: Verbatim(values["name"](s, action))
    )
    return GameDefinition(module, plain, **values)


class Game:
    """A game with its options chosen; created by `load`.

    >>> from steinreich import load
    >>> game = load("vier3d", players=3)
    >>> game.id, game.players, dict(game.options)
    ('vier3d(players=3)', 3, {'variant': 'first_four', 'players': '3', 'yellow': 'on'})
    >>> game.num_actions, game.about.title.in_language("de")
    (32, 'Vier gewinnt 3D')
    >>> game.start()
    load('vier3d(players=3)').position('-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/- r')
    """

    def __init__(self, name: str, definition: GameDefinition, options: Mapping[str, str]) -> None:
        self.name = name  #: the name without options; for a game file its path
        self.definition = definition
        self.module = definition.module
        self.plain = definition.plain  # binds generic rules to this game, as plain Python
        #: all options with their values
        self.options: Mapping[str, str] = MappingProxyType(dict(options))
        self.about = definition.about  #: title, players, options and rules
        chosen = [
            f"{option.name}={options[option.name]}"
            for option in self.about.options
            if options[option.name] != option.values[0]
        ]
        #: the name with the options that are not the default ones
        self.id = f"{name}({','.join(chosen)})" if chosen else name
        self.num_actions = (
            definition.num_actions
        )  #: actions are integers from 0 to this number minus 1
        self.players = int(options.get("players", len(self.about.players)))  #: number of players
        # Cached, since the hash of a position depends on it
        self.hash = hash((self.module.__name__, *options.values()))

    @property
    def rules(self) -> tuple[Section, ...]:
        """The rules with the chosen options, as text."""
        return get_rules(self.about, self.options)

    @property
    def lesson(self) -> tuple[Section, ...]:
        """The rules with the chosen options, including paragraphs with figures."""
        return get_lesson(self.about, self.options)

    @cached_property
    def figures(self) -> Mapping[str, Figure]:
        """The figures of the rules, by name."""
        return self.definition.figures(self.options)

    @cached_property
    def board(self) -> Board:
        """The empty board, for drawing."""
        return self.definition.board(self.options)

    @cached_property
    def variant(self) -> Text:
        """The options as text: "8 × 8, without diagonals"; empty for default options without a
        phrase."""
        return describe_variant(self.about.options, self.options)

    @cached_property
    def symmetries(self) -> list[dict[str, str]]:
        """Every rotation and reflection of the board that keeps the rules.

        Each maps the name of a cell to the name of its image; the identity is among them.

        >>> from steinreich import load
        >>> position = load("six_in_line").start()
        >>> symmetries = position.game.symmetries
        >>> sorted({position.transform_move("b1", symmetry) for symmetry in symmetries})
        ['a2', 'a5', 'b1', 'b6', 'e1', 'e6', 'f2', 'f5']
        """
        return self.definition.symmetries(self.options)

    @cached_property
    def compiler(self) -> Compiler:
        """The compiler, which binds generic rules to this game as machine code (imports Numba)."""
        return get_compiler(self.module)

    def legal_actions(self, state: Any) -> list[int]:
        """Return the legal actions of a state in ascending order (plain Python).

        The game must not be over.
        """
        out = [0] * self.definition.num_actions
        count = self.plain(playout.legal_actions)(state, out)
        if count > len(out):
            raise BrokenContract(
                action_out_of_range(len(out), count - 1, self.definition.text(state))
            )
        return out[:count]

    def is_legal(self, state: Any, action: int) -> bool:
        """Return whether an action is legal in a state, without listing all legal actions.

        The game must not be over.
        """
        c = self.definition.candidates(state)
        cell = (action - c.first) // c.ways
        is_candidate = 0 <= cell < 128 and (c.low | c.high << 64) >> cell & 1
        return bool(is_candidate and self.definition.is_legal(state, c, action))

    def start(self, seed: int | None = None) -> Position:
        """Return the start position. If it is random, a seed makes it reproducible.

        >>> from steinreich import load
        >>> load("tzaar").start(seed=7) == load("tzaar").start(seed=7)
        True
        """
        if seed is not None:
            seed = arguments.check_seed(seed)
        return Position(self, self.definition.start(self.options, seed))

    def position(self, text: str) -> Position:
        """Return the position of a position string; raise `BadPosition` if it is invalid.

        >>> from steinreich import load
        >>> load("six_in_line").position("6/6/4o1/o2o2/6/6 1 0-0 s").player
        0
        """
        arguments.check_text(Text("a position string"), text)
        if len(text) > MAX_TEXT_CHARACTERS:
            raise BadPosition(
                Text(
                    "a position string has at most {longest_text} characters",
                    longest_text=MAX_TEXT_CHARACTERS,
                )
            )
        position = Position(self, self.definition.parse(text.strip(), self.options))
        if str(position) != text.strip():
            raise BadPosition(
                Text(
                    "{strip} must be written as {position}",
                    strip=repr(text.strip()),
                    position=repr(str(position)),
                )
            )
        return position

    def setup(self, pieces: Mapping[str, str] | Iterable[Piece], **details: int | str) -> Position:
        """Return the position with these pieces and details.

        Pieces are given by names of cells, or as a list like that of `Position.pieces`; details
        are those of `Position.details`. For missing details, default values are tried.

        >>> tzaar = load("tzaar")
        >>> white, black = {"A1": "Z2", "B1": "R", "C1": "T"}, {"A2": "z", "I5": "r", "H6": "t"}
        >>> position = tzaar.setup(white | black)
        >>> position.player, position.details()
        (0, {'player': 'w', 'phase': '1'})
        >>> tzaar.setup(position.pieces(), player=1).player
        1

        The letters of a rod or column are given from the bottom up:

        >>> load("vier3d").setup({"a1": "rb", "d4": "r"}).player
        1

        `BadPosition` states why a position is invalid, as for position strings:

        >>> load("vier3d").setup({"a1": "rr"})
        Traceback (most recent call last):
        steinreich.rules.errors.BadPosition: Red has 2 balls after 1 turn
        """
        placed = setup.place_pieces(self, setup.parse_pieces(self, pieces))
        draft = setup.make_draft(self, placed, setup.parse_details(self, details))
        if draft.fault:
            raise draft.fault
        assert draft.position  # there is no fault
        return draft.position

    def __repr__(self) -> str:
        return f"load({self.id!r})"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Game)
            and self.module is other.module
            and self.options == other.options
        )

    def __hash__(self) -> int:
        return self.hash

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (self.id,)


def action_out_of_range(most: int, number: int, where: str) -> Text:
    """Return the message for an action number beyond `NUM_ACTIONS` in a position."""
    return Text(
        "NUM_ACTIONS is {most}, but an action has the number {number} [{where}]",
        most=most,
        number=number,
        where=where,
    )


def load(id: "str | PathLike[str] | Game", **options: object) -> Game:
    """Return a game by its id, `vier3d(variant=most_fours)`, or by the path of its file or package.

    A `Game` is returned unchanged.

    >>> from steinreich import load
    >>> load("vier3d", variant="most_fours") == load("vier3d(variant=most_fours)")
    True
    >>> load("chain_reaxis", diagonals=False)
    load('chain_reaxis(diagonals=off)')
    >>> load("chess")
    Traceback (most recent call last):
    steinreich.rules.errors.UnknownGame: no game is called 'chess'; there are chain_reaxis, \
inner_square, six_in_line, tzaar, vier3d
    """
    if isinstance(id, Game):
        if not options:
            return id
        id = id.id
    elif not isinstance(id, str | PathLike):
        expected = Text("an id, a path or a Game")
        raise arguments.bad_type(Text("a game"), expected, id)
    name, listed = split_id(fspath(id))
    definition = get_definition(game_module(name))
    about = definition.about
    defaults = {option.name: option.values[0] for option in about.options}
    chosen: dict[str, str] = {}
    for key, value in [*split_options(listed, about), *options.items()]:
        if key in chosen:
            raise BadOption(Text("duplicate option {key}", key=repr(key)))
        chosen[key] = parse_option(name, about, key, value)
    return Game(name, definition, defaults | chosen)


def split_id(id: str) -> tuple[str, str]:
    """Split an id into the name or path and the options in brackets."""
    name, options = id.strip(), ""
    before, bracket, inside = name.removesuffix(")").rpartition("(")
    if before and bracket and name == f"{before}({inside})" and ")" not in inside:
        name, options = before.rstrip(), inside
    if not name or "\n" in name or ("(" in name and not is_path(name)):
        example = "'vier3d(players=3)'"
        raise UnknownGame(
            Text(
                "{id} is not the id of a game; an example is {example}",
                id=repr(id),
                example=example,
            )
        )
    return name, options


def split_options(listed: str, about: About) -> list[tuple[str, str]]:
    """Parse the pairs in `size=8x8,diagonals=off`."""
    pairs = []
    for part in filter(None, (part.strip() for part in listed.split(","))):
        key, equals, value = part.partition("=")
        if not equals:
            no_option = Text("{part} is not an option; an example is 'players=3'", part=repr(part))
            choices = [
                f"{option.name}={value}" for option in about.options for value in option.values
            ]
            raise BadOption(with_suggestion(no_option, part, choices))
        pairs.append((key.strip(), value.strip()))
    return pairs


def parse_option(name: str, about: About, key: str, value: object) -> str:
    """Return the value of an option as a string; `True` and `False` are `on` and `off`.

    Raise `BadOption` if the option or the value does not exist.
    """
    values = {option.name: option.values for option in about.options}
    if key not in values:
        unknown = Text("{game} has no options; {key} is unknown", game=name, key=repr(key))
        if values:
            unknown = Text(
                "{game} has no option {key}; it has {options}",
                game=name,
                key=repr(key),
                options=", ".join(values),
            )
        raise BadOption(with_suggestion(unknown, key, values))
    is_boolean = isinstance(value, bool) and {*values[key]} == {*BOOLEAN_VALUES}
    text = BOOLEAN_VALUES[not value] if is_boolean else str(value)
    if text not in values[key]:
        choices = ", ".join(values[key])
        unknown = Text(
            "{key} of {name} must be one of {choices}, not {given}",
            key=key,
            name=name,
            choices=choices,
            given=repr(text[:MAX_SHOWN_CHARACTERS]),
        )
        raise BadOption(with_suggestion(unknown, text, values[key]))
    return text


@cache
def get_compiler(module: ModuleType) -> Compiler:
    """Return the compiler of a game; it is shared by all options, which are data of the state."""
    return Compiler(module)
