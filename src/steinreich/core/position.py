"""Positions as Python sees them: names and texts outside, integers inside."""

from collections.abc import Callable, Mapping
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar

from steinreich.core import narration, setup
from steinreich.core import symmetry as symmetry_of
from steinreich.rules import arguments, tiles
from steinreich.rules.about import Action, Count, Effects, Ending, Piece
from steinreich.rules.contract import DRAW, LOST, ONGOING
from steinreich.rules.errors import BadArgument, BadType, IllegalMove
from steinreich.rules.language import Words
from steinreich.rules.text.did_you_mean import did_you_mean

if TYPE_CHECKING:
    from steinreich.core.game import Game

OVER = Words("the game is over", "das Spiel ist zu Ende")
NO_SUCH_ACTION = Words(
    "no action with this number is legal here", "keine Aktion mit dieser Nummer ist hier erlaubt"
)
NOT_ALLOWED = Words("the rules do not allow it here", "die Regeln erlauben das hier nicht")


class Position:
    """A moment of a game.  It never changes; `play` gives a new one.

    Actions have names, for people, and numbers, which are quicker: `legal_moves` and `play` speak
    of names, `actions` and `after` of numbers.

    >>> from steinreich import load
    >>> position = load("inner_square").start()
    >>> position.player, len(position.legal_moves()), position.legal_moves()[:3]
    (0, 27, ['a2-a3', 'a2-a4', 'a2-a5'])
    >>> position = position.play("c2-c5")
    >>> position.last, position.player, position.is_over, position.returns
    ('c2-c5', 1, False, (0, 0))
    >>> str(position)
    'yyyyyyy/yyyyyyy/2r4/7/7/rr1rrrr/rrrrrrr y 1'
    >>> position.play("c2-c5")
    Traceback (most recent call last):
    steinreich.rules.errors.IllegalMove: 'c2-c5': yellow has no stone on c2
    >>> position.described("a6-a5")
    Action(kind='move', cells=(35, 28), puts=())
    """

    __slots__ = ("came", "game", "known_effects", "known_outcome", "laid", "last", "state")
    game: "Game"  #: with its options
    state: Any  # the game's State
    came: tuple[Any, int] | None  # a state before and the action that led here, where known
    last: str | None  #: the name of the action that led here, where it is known
    laid: tuple[tuple[int, ...], ...]  # the cells of each tile that was laid, as far as known
    known_outcome: int | None  # asked for again and again, so it is kept
    known_effects: Effects | None  # of the action that led here, likewise
    drawn_as_text: ClassVar[Callable[["Position", bool, str], str]]  # set by `draw`, which is above

    def __init__(
        self,
        game: "Game",
        state: Any,
        came: tuple[Any, int] | None = None,
        laid: tuple[tuple[int, ...], ...] = (),
    ) -> None:
        stated = game.definition
        if came is None and (number := stated.last(state)) is not None:
            came = state, number  # its name and cells are the same in the state that it led to
        last = stated.name(*came) if came else None
        if came and stated.tiles:
            laid = (*laid, stated.described(*came).cells)
        values = (came, game, None, None, laid, last, state)
        for field, value in zip(self.__slots__, values, strict=True):
            object.__setattr__(self, field, value)

    def __setattr__(self, field: str, value: object) -> None:
        raise AttributeError("a position does not change; play gives a new one")

    @property
    def player(self) -> int:
        """Whose action is due, counted from 0."""
        return int(self.game.definition.player(self.state))

    @property
    def outcome(self) -> int:
        """The winner's number, or ONGOING, DRAW or LOST."""
        if self.known_outcome is None:
            outcome = int(self.game.definition.outcome(self.state))
            object.__setattr__(self, "known_outcome", outcome)
            return outcome
        return self.known_outcome

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome != ONGOING

    @property
    def returns(self) -> tuple[int, ...]:
        """+1 for the winner, -1 for every other player; all 0 in a draw or a live game."""
        outcome, players = self.outcome, self.game.players
        if outcome in (ONGOING, DRAW):
            return (0,) * players
        if outcome == LOST:
            return (-1,) * players
        return tuple(1 if player == outcome else -1 for player in range(players))

    @property
    def starts_turn(self) -> bool:
        """Whether the action due is the first of its player's turn."""
        return bool(self.game.definition.starts_turn(self.state))

    @property
    def due(self) -> Words:
        """What the player has to do now, in words."""
        return self.game.definition.due(self.state)

    @property
    def info(self) -> Words:
        """What the board does not show (coins, balls left), in words; may be empty."""
        return self.game.definition.info(self.state)

    @property
    def winning(self) -> list[list[int]]:
        """The cells of the winner's lines, where lines win."""
        return self.game.definition.winning(self.state, self.outcome) if self.outcome >= 0 else []

    @property
    def ending(self) -> Ending | None:
        """Who won, why, and the cells where that is seen; None while the game goes on.

        >>> from steinreich import load
        >>> position = load("vier3d").position("rrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- r").play("a1")
        >>> position.ending.winner, position.ending.reason.en
        (0, 'Red completed a four')
        >>> position.game.board.names(position.ending.cells)
        ('a1.1', 'a1.2', 'a1.3', 'a1.4')
        """
        if not self.is_over:
            return None
        why = narration.ending(self)
        return why._replace(reason=why.named(self.game.about.players))

    def pieces(self) -> list[Piece]:
        """What stands on the board, for drawing."""
        stated = self.game.definition
        pieces = stated.pieces(self.state)
        return tiles.joined(pieces, self.game.board, self.laid) if stated.tiles else pieces

    def details(self) -> dict[str, str]:
        """What it is beside its pieces, as `Game.setup` takes it: whose turn it is, what is due."""
        return setup.details_of(self)

    def counts(self) -> list[Count]:
        """How many pieces, coins or lines each side has, where that matters."""
        return self.game.definition.counts(self.state)

    def actions(self) -> list[int]:
        """The legal actions as small integers, ascending."""
        return [] if self.is_over else self.game.legal_actions(self.state)

    def name(self, action: int) -> str:
        """The name of a legal action."""
        return self.game.definition.name(self.state, self.legal_number(action))

    def described(self, action: int | str) -> Action:
        """A legal action, by number or name, as data: its kind, its cells, what it puts there."""
        number = self.parse_move(action) if isinstance(action, str) else self.legal_number(action)
        return self.game.definition.described(self.state, number)

    @property
    def last_action(self) -> Action | None:
        """The action that led here as data, where it is known."""
        return self.game.definition.described(*self.came) if self.came else None

    @property
    def last_spoken(self) -> Words | None:
        """The action that led here read aloud, where it is known."""
        return self.game.definition.spoken(*self.came) if self.came else None

    def named(self) -> dict[str, int]:
        """The legal actions by name."""
        name = self.game.definition.name
        return {name(self.state, action): action for action in self.actions()}

    def legal_moves(self) -> list[str]:
        """The names of the legal actions, sorted."""
        return sorted(self.named())

    def parse_move(self, name: str) -> int:
        """The action of this name; `IllegalMove` says why it cannot be played."""
        if not isinstance(name, str):
            kind = type(name).__name__
            raise BadType(
                Words(
                    f"an action is named by text, not by {kind}; after({name!r}) takes numbers",
                    f"eine Aktion nennt man mit Text, nicht mit {kind}; "
                    f"after({name!r}) nimmt Nummern",
                )
            )
        found = self.find(name)
        if found is None:
            why = self.why_not(name)
            raise IllegalMove(why.after(repr(name[:40])), why)
        return found

    def find(self, name: str) -> int | None:
        """The legal action of this name, if there is one: without listing all where possible."""
        number_of = self.game.definition.action
        if number_of is None:
            return self.named().get(name)
        if self.is_over or not self.game.definition.action_pattern.fullmatch(name):
            return None
        wanted = self.meant(name)
        number = number_of(self.state, wanted) if isinstance(wanted, Action) else None
        if number is None or not self.is_legal(number):
            return None
        return number if self.game.definition.name(self.state, number) == name else None

    def find_action(self, wanted: Action) -> int | None:
        """The legal action that is described like this, if there is one."""
        number_of, described = self.game.definition.action, self.game.definition.described
        if number_of is None:
            legal = self.actions()
            return next((one for one in legal if described(self.state, one) == wanted), None)
        number = None if self.is_over else number_of(self.state, wanted)
        if number is None or not self.is_legal(number):
            return None
        return number if described(self.state, number) == wanted else None

    def meant(self, name: str) -> Action | Words | None:
        """What a well-formed name speaks of, legal or not; or why there is no such thing; None
        where the game does not tell.  Names are read here and nowhere else."""
        meant = self.game.definition.meant
        return meant(self.state, name) if meant else None

    def is_legal(self, action: int) -> bool:
        """Whether an action given as an integer is legal in this live position."""
        return self.game.is_legal(self.state, action)

    def why_not(self, name: str) -> Words:
        """Why a name is no legal action here."""
        if self.is_over:
            return OVER
        if not self.game.definition.action_pattern.fullmatch(name):
            return no_name(name, self.legal_moves())
        wanted = self.meant(name)
        return (self.refusal(wanted) if isinstance(wanted, Action) else wanted) or NOT_ALLOWED

    def refusal(self, wanted: Action) -> Words | None:
        """Why the rules do not allow an action, of which perhaps only the first cells are given;
        None where nothing is wrong with these."""
        return self.game.definition.why_not(self.state, wanted)

    def spoken(self, action: int) -> Words:
        """A legal action read aloud."""
        return self.game.definition.spoken(self.state, self.legal_number(action))

    def effects(self, name: str) -> Effects:
        """What a legal action takes off the board and which lines it completes."""
        return narration.effects(self, self.parse_move(name))

    def effects_of_last(self, before: "Position") -> Effects:
        """The same of the action that led here from the position before."""
        assert self.came is not None  # there was one
        if self.known_effects is None:
            effects = narration.effects(before, self.came[1])
            object.__setattr__(self, "known_effects", effects)
            return effects
        return self.known_effects

    def narrated(self, name: str) -> Words:
        """A legal action read aloud, with its effects."""
        action = self.parse_move(name)
        return narration.narrated(self.spoken(action), narration.effects(self, action))

    def notation(self, name: str) -> str:
        """A legal action with its effects, for lists that people read: `c2-c5 ×d5`."""
        return narration.written(name, self.effects(name))

    def play(self, name: str) -> "Position":
        """The position after the action of this name; `IllegalMove` says why there is none."""
        return self.after_legal(self.parse_move(name))

    def after(self, action: int) -> "Position":
        """The position after an action given by its number; `IllegalMove` if it is not legal.

        >>> from steinreich import load
        >>> position = load("vier3d").start()
        >>> position.actions()[:3], position.name(1)
        ([0, 1, 2], 'b1')
        >>> position.after(1) == position.play("b1")
        True
        """
        return self.after_legal(self.legal_number(action))

    def legal_number(self, action: Any) -> int:
        """The number of a legal action as a plain `int`; `IllegalMove` for any other number."""
        if isinstance(action, str):
            raise BadType(
                Words(
                    f"an action has a number here; play({action!r}) takes names",
                    f"eine Aktion hat hier eine Nummer; play({action!r}) nimmt Namen",
                )
            )
        try:
            number = index(action)  # an integer of any kind, but no fraction
        except TypeError:
            named = Words("the number of an action", "die Nummer einer Aktion")
            whole = Words("a whole number", "eine ganze Zahl")
            raise arguments.bad_type(named, whole, action) from None
        if self.is_over or not self.is_legal(number):
            why = OVER if self.is_over else NO_SUCH_ACTION
            raise IllegalMove(why.after(str(number)), why)
        return number

    def after_legal(self, action: int) -> "Position":
        """The same for an action that is known to be legal: nothing is checked, for speed."""
        state = self.game.definition.play(self.state, action)
        return Position(self.game, state, (self.state, action), self.laid)

    def turned(self, symmetry: Mapping[str, str]) -> "Position":
        """The position turned or mirrored by one of the game's symmetries.

        >>> from steinreich import load
        >>> position = load("vier3d").start().play("b1")
        >>> len({position.turned(one) for one in position.game.symmetries})
        8
        """
        turned = self.game.definition.turned
        if turned is None:
            raise BadArgument(
                Words(
                    f"{self.game.name} has no symmetries", f"{self.game.name} hat keine Symmetrien"
                )
            )
        if not isinstance(symmetry, Mapping) or symmetry not in self.game.symmetries:
            expected = Words("one of game.symmetries", "eine aus game.symmetries")
            raise BadArgument(arguments.is_not("symmetry", expected, symmetry))
        return Position(self.game, turned(self.state, symmetry))

    def turned_move(self, name: str, symmetry: Mapping[str, str]) -> str:
        """The name of a legal action in the turned position."""
        self.parse_move(name)  # who misspells it is told so
        self.turned(symmetry)  # and who has made up a symmetry
        return symmetry_of.turned_name(name, symmetry)

    def turned_action(self, action: int, symmetry: Mapping[str, str]) -> int:
        """The number of a legal action in the turned position."""
        turned = self.turned(symmetry)
        return turned.parse_move(symmetry_of.turned_name(self.name(action), symmetry))

    def canonical(self) -> "Position":
        """The one that stands for this position turned and mirrored in every way.

        >>> from steinreich import load
        >>> start = load("vier3d").start()
        >>> len({start.play(corner).canonical() for corner in ("a1", "a4", "d1", "d4")})
        1
        """
        return symmetry_of.canonical(self)

    @property
    def key(self) -> str:
        """A short name that a position shares with all its images, turned and mirrored, and with no
        other position of any game and options.

        It is the same everywhere and always, so it can be kept: for the key of a table on disk, or
        to count positions up to symmetry.

        >>> from steinreich import load
        >>> start = load("vier3d").start()
        >>> len({start.play(rod).key for rod in start.legal_moves()})
        3
        """
        return symmetry_of.key(self)

    def passed(self) -> "Position | None":
        """A live position as if who is to act did nothing, to ask what the next player would do;
        None where the game has no such thing.  No game leads there: it may have no string."""
        state = None if self.is_over else self.game.definition.passed(self.state)
        return None if state is None else Position(self.game, state, self.came, self.laid[:-1])

    def text(self, colour: bool = False, language: str = "en") -> str:
        """The board as lines of text for a terminal, with colours (ANSI codes) if wanted.

        >>> from steinreich import load
        >>> print(load("chain_reaxis(size=4x4)").start().play("b2c2").text())
        4 . . . .
        3 . . . .
        2 . o x .
        1 . . . .
          a b c d
        <BLANKLINE>
        Perforated: place a tile that touches the last one
        Last action: b2c2
        """
        return Position.drawn_as_text(self, colour, language)

    def __str__(self) -> str:
        return self.game.definition.text(self.state)

    def __repr__(self) -> str:
        return f"{self.game!r}.position({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.game == other.game and self.state == other.state

    def __hash__(self) -> int:
        return hash((self.game, self.state))

    def __deepcopy__(self, memo: object) -> "Position":
        return self  # it does not change

    def __reduce__(self) -> tuple[Any, ...]:
        # As plain tuples: a State may be of a game file, which is no module for pickle.
        came = (tuple(self.came[0]), self.came[1]) if self.came else None
        return restored, (self.game, tuple(self.state), came, self.laid)


def no_name(name: str, legal: list[str]) -> Words:
    """That no action can have this name, and how the one is called that was meant, or any."""
    if meant := did_you_mean(name, legal):
        return Words(f"not the name of an action; {meant.en}", f"so heißt keine Aktion; {meant.de}")
    return Words(
        f"not the name of an action (one would be {legal[0]!r})",
        f"so heißt keine Aktion (eine wäre {legal[0]!r})",
    )


def expect_position(given: object, game: "Game | None" = None, name: str = "position") -> None:
    """Refuse what is no position, such as a position string, or a position of another game."""
    expected = Words(
        "a Position, as game.start() or game.position(text) gives",
        "eine Position, wie game.start() oder game.position(text) sie gibt",
    )
    position = arguments.instance(name, given, Position, expected)
    if game is not None and position.game != game:
        raise BadArgument(
            Words(
                f"{name} is of {position.game!r}, not of {game!r}",
                f"{name} gehört zu {position.game!r}, nicht zu {game!r}",
            )
        )


def expect_live(given: object, game: "Game | None", name: str = "position") -> None:
    """Refuse what is no position of a game, or one in which the game is over."""
    expect_position(given, game, name)
    if given.is_over:  # type: ignore[attr-defined]  # it is a position
        raise BadArgument(
            Words(
                "the game is over: there is nothing to think about",
                "das Spiel ist zu Ende: es gibt nichts zu überlegen",
            )
        )


def restored(
    game: "Game",
    state: tuple[Any, ...],
    came: tuple[tuple[Any, ...], int] | None,
    laid: tuple[tuple[int, ...], ...],
) -> Position:
    """A position that was pickled or copied."""
    made = game.definition.state
    before = (made(*came[0]), came[1]) if came else None
    return Position(game, made(*state), before, laid[:-1])
