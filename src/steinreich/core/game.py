"""Games as Python sees them, found by name or path, with their options chosen."""

from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from os import PathLike, fspath
from types import MappingProxyType, ModuleType
from typing import Any

from steinreich.compile.binder import Compiler
from steinreich.core import setup
from steinreich.core.definition import GameDefinition, definition_of
from steinreich.core.game_files import is_path
from steinreich.core.position import Position
from steinreich.core.registry import game_module
from steinreich.rules import arguments, playout
from steinreich.rules.about import About, Board, Figure, Piece, Section, variant
from steinreich.rules.errors import BadOption, BadPosition, BrokenContract, UnknownGame
from steinreich.rules.language import Words
from steinreich.rules.text.did_you_mean import suggesting
from steinreich.rules.text.rulebook import lesson_for, rules_for

LONGEST_TEXT = 500  # no position string or action name comes near; longer input is refused
SWITCH = ("on", "off")  # the values of an option that is a boolean in Python
MAX_SHOWN = 60  # characters of a wrong value
SHOWN_SEED = 1  # of the start that everybody is shown, where chance sets up the board


class Game:
    """One of the games with its options chosen; `load` gives it.

    >>> from steinreich import load
    >>> game = load("vier3d", players=3)
    >>> game.id, game.players, dict(game.options)
    ('vier3d(players=3)', 3, {'variant': 'first_four', 'players': '3', 'yellow': 'on'})
    >>> game.num_actions, game.about.title.de
    (32, 'Vier gewinnt 3D')
    >>> game.start()
    load('vier3d(players=3)').position('-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/- r')
    """

    def __init__(self, name: str, definition: GameDefinition, options: Mapping[str, str]) -> None:
        self.name = name  #: of the game, without options; of a game file its path
        self.definition = definition
        self.module = definition.module
        self.plain = definition.plain  # generic rules bound to this game, as plain Python
        #: all options with their values
        self.options: Mapping[str, str] = MappingProxyType(dict(options))
        self.about = definition.about  #: title, players, options and rules in both languages
        chosen = [
            f"{option.name}={options[option.name]}"
            for option in self.about.options
            if options[option.name] != option.values[0]
        ]
        #: the name with the options that are not the usual ones
        self.id = f"{name}({','.join(chosen)})" if chosen else name
        self.num_actions = definition.actions  #: actions have numbers from 0 up to this one
        self.players = int(options.get("players", len(self.about.players)))  #: how many play
        self.hash = hash((self.module.__name__, *options.values()))  # asked for with every position

    @property
    def rules(self) -> tuple[Section, ...]:
        """The rules with the options chosen, for people."""
        return rules_for(self.about, self.options)

    @property
    def lesson(self) -> tuple[Section, ...]:
        """The same with what stands beside figures."""
        return lesson_for(self.about, self.options)

    @cached_property
    def figures(self) -> Mapping[str, Figure]:
        """The boards beside the rules, by name."""
        return self.definition.figures(self.options)

    @cached_property
    def board(self) -> Board:
        """The empty board, for drawing."""
        return self.definition.board(self.options)

    @cached_property
    def variant(self) -> Words:
        """The options in words: "8 × 8, without diagonals"; empty where there is nothing to say."""
        return variant(self.about.options, self.options)

    @cached_property
    def symmetries(self) -> list[dict[str, str]]:
        """Every way to turn or mirror the board under which the rules stay the same.

        Each gives every cell the name of the one that it comes to lie on; one of them leaves
        everything as it is.

        >>> from steinreich import load
        >>> position = load("six_in_line").start()
        >>> sorted({position.turned_move("b1", symmetry) for symmetry in position.game.symmetries})
        ['a2', 'a5', 'b1', 'b6', 'e1', 'e6', 'f2', 'f5']
        """
        return self.definition.symmetries(self.options)

    @cached_property
    def compiled(self) -> Compiler:
        """Generic rules bound to this game, as machine code (imports Numba)."""
        return compiler(self.module)

    def legal_actions(self, state: Any) -> list[int]:
        """The legal actions of a live state, ascending, by plain Python."""
        out = [0] * self.definition.actions
        found = self.plain(playout.legal_actions)(state, out)
        if found > len(out):
            raise BrokenContract(beyond_actions(len(out), found - 1, self.definition.text(state)))
        return out[:found]

    def is_legal(self, state: Any, action: int) -> bool:
        """Whether an action is legal in a live state, without listing the others."""
        c = self.definition.candidates(state)
        cell = (action - c.first) // c.ways
        is_candidate = 0 <= cell < 128 and (c.low | c.high << 64) >> cell & 1
        return bool(is_candidate and self.definition.legal(state, c, action))

    def start(self, seed: int | None = None) -> Position:
        """The first position.  Where chance sets up the board, a seed makes it the same again.

        >>> from steinreich import load
        >>> load("tzaar").start(seed=7) == load("tzaar").start(seed=7)
        True
        """
        if seed is not None:
            seed = arguments.seed(seed)
        return Position(self, self.definition.start(self.options, seed))

    def position(self, text: str) -> Position:
        """The position a position string stands for; `BadPosition` says what is wrong with it.

        >>> from steinreich import load
        >>> load("six_in_line").position("6/6/4o1/o2o2/6/6 1 0-0 s").player
        0
        """
        arguments.text(Words("a position string", "eine Stellung"), text)
        if len(text) > LONGEST_TEXT:
            raise BadPosition(
                Words(
                    f"a position string has at most {LONGEST_TEXT} characters",
                    f"eine Stellung hat höchstens {LONGEST_TEXT} Zeichen",
                )
            )
        position = Position(self, self.definition.parse(text.strip(), self.options))
        if str(position) != text.strip():
            raise BadPosition(
                Words(
                    f"{text.strip()!r} is to be written {str(position)!r}",
                    f"{text.strip()!r} schreibt man {str(position)!r}",
                )
            )
        return position

    def setup(self, pieces: Mapping[str, str] | Iterable[Piece], **details: int | str) -> Position:
        """The position with these pieces, by the names of their cells or as `Position.pieces`
        gives them, and these `Position.details`; what is not said of it follows from the rest or is
        the usual.

        >>> tzaar = load("tzaar")
        >>> white, black = {"A1": "Z2", "B1": "R", "C1": "T"}, {"A2": "z", "I5": "r", "H6": "t"}
        >>> position = tzaar.setup(white | black)
        >>> position.player, position.details()
        (0, {'player': 'w', 'phase': '1'})
        >>> tzaar.setup(position.pieces(), player=1).player
        1

        On a rod or in a column the letters stand from the bottom up:

        >>> load("vier3d").setup({"a1": "rb", "d4": "r"}).player
        1

        `BadPosition` tells why something is no position, as it does of position strings:

        >>> load("vier3d").setup({"a1": "rr"})
        Traceback (most recent call last):
        steinreich.rules.errors.BadPosition: Red has 2 balls after 1 turn
        """
        given = setup.given_pieces(self, pieces)
        draft = setup.drafted(self, setup.placed(self, given), setup.said_of(self, details))
        if draft.fault:
            raise draft.fault
        assert draft.position  # nothing is wrong with it
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


def beyond_actions(most: int, number: int, where: str) -> Words:
    """An action has a number that ACTIONS leaves no room for."""
    return Words(
        f"ACTIONS is {most}, but an action has the number {number} [{where}]",
        f"ACTIONS ist {most}, aber eine Aktion hat die Nummer {number} [{where}]",
    )


def load(id: "str | PathLike[str] | Game", **options: object) -> Game:
    """A game by its id, `vier3d(variant=most_fours)`, or by the path of its file or package.

    A game that is one already stays as it is.

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
        expected = Words("an id, a path or a Game", "eine Bezeichnung, ein Pfad oder ein Game")
        raise arguments.bad_type(Words("a game", "ein Spiel"), expected, id)
    name, listed = split_id(fspath(id))
    definition = definition_of(game_module(name))
    about = definition.about
    defaults = {option.name: option.values[0] for option in about.options}
    chosen: dict[str, str] = {}
    for key, value in [*split_options(listed, about), *options.items()]:
        if key in chosen:
            raise BadOption(
                Words(f"option {key!r} is given twice", f"die Option {key!r} steht zweimal da")
            )
        chosen[key] = checked_option(name, about, key, value)
    return Game(name, definition, defaults | chosen)


def split_id(id: str) -> tuple[str, str]:
    """The name or path in an id, and what stands in its brackets."""
    name, options = id.strip(), ""
    before, bracket, inside = name.removesuffix(")").rpartition("(")
    if before and bracket and name == f"{before}({inside})" and ")" not in inside:
        name, options = before.rstrip(), inside
    if not name or "\n" in name or ("(" in name and not is_path(name)):
        example = "'vier3d(players=3)'"
        raise UnknownGame(
            Words(
                f"{id!r} is not the id of a game; an example is {example}",
                f"{id!r} bezeichnet kein Spiel; {example} wäre eines",
            )
        )
    return name, options


def split_options(listed: str, about: About) -> list[tuple[str, str]]:
    """The pairs in `size=8x8,diagonals=off`."""
    pairs = []
    for part in filter(None, (part.strip() for part in listed.split(","))):
        key, equals, value = part.partition("=")
        if not equals:
            no_option = Words(
                f"{part!r} is not an option; an example is 'players=3'",
                f"{part!r} ist keine Option; 'players=3' wäre eine",
            )
            choices = [f"{one.name}={value}" for one in about.options for value in one.values]
            raise BadOption(suggesting(no_option, part, choices))
        pairs.append((key.strip(), value.strip()))
    return pairs


def checked_option(name: str, about: About, key: str, value: object) -> str:
    """The value as text, if the game has such an option and the option such a value.

    `True` and `False` are `on` and `off`.
    """
    values = {option.name: option.values for option in about.options}
    if key not in values:
        has = ", ".join(values)
        unknown = Words(
            f"{name} has no option {key!r}; it has {has or 'no options'}",
            f"{name} hat keine Option {key!r}, sondern {has or 'gar keine'}",
        )
        raise BadOption(suggesting(unknown, key, values))
    is_switch = isinstance(value, bool) and {*values[key]} == {*SWITCH}
    text = SWITCH[not value] if is_switch else str(value)
    if text not in values[key]:
        choices = ", ".join(values[key])
        unknown = Words(
            f"{key} of {name} is one of {choices}; not {text[:MAX_SHOWN]!r}",
            f"{key} ist bei {name} eines von {choices}, nicht {text[:MAX_SHOWN]!r}",
        )
        raise BadOption(suggesting(unknown, text, values[key]))
    return text


@cache
def compiler(module: ModuleType) -> Compiler:
    """The compiler of a game: one for all its options, which are data."""
    from steinreich.compile.notice import listen  # loads the compiler

    listen()
    return Compiler(module)
