"""Position strings of Four in a Row 3D, and which of them no game leads to."""

from collections.abc import Mapping

from steinreich.rules import *

from .about import ABOUT
from .picture import ball, cell_name, four_cells
from .rules import FLOOR, NEUTRAL_BALLS, ROD_NAMES, State, has_four, places, start
from .words import BALL, NEUTRAL_BALL


def text(s: State) -> str:
    """The position string."""
    return "/".join(rod or "-" for rod in balls_on_rods(s)) + " " + "rby"[s.turn]


def balls_on_rods(s: State) -> list[str]:
    """The balls on each rod from the bottom up, by their letters."""
    letters = [""] * 64
    for letter, balls in zip("rby", (s.red, s.blue, s.yellow), strict=True):
        for cell in each(balls):
            letters[cell] = letter
    return ["".join(letters[rod::16]) for rod in range(16)]


def parse(text: str, options: Options) -> State:
    """The state a position string stands for."""
    rods, turn = fields(text, Words("rods player", "Stäbe Spieler"))
    empty = start(options)
    red, blue, yellow = parse_rods(rods, colours(empty))
    s = empty._replace(
        red=red,
        blue=blue,
        yellow=yellow,
        turn=one_of(turn, "rby"[: empty.players], Words("the player", "der Spieler")),
    )
    check_supplies(s)
    check_order(s)
    return s


def setup(pieces: Mapping[int, Piece], options: Options) -> SetUp:
    """Balls on rods; whose turn it is follows from their number."""
    empty = start(options)
    rods = [
        "".join(pieces[cell].letter for cell in range(rod, 64, 16) if cell in pieces)
        for rod in range(16)
    ]
    return SetUp(
        tuple(ball(0, "rby".index(letter), empty.players) for letter in colours(empty)),
        "/".join(rod or "-" for rod in rods),
        (whose_turn("rby"[: empty.players], ABOUT.players, len(pieces) % empty.players),),
        tuple(supply(empty, "rby".index(letter)) for letter in colours(empty)),
    )


def supply(s: State, colour: int) -> Supply:
    """The balls of a colour: one for each turn of its owner, or the neutral ones."""
    if colour < s.players:
        number = turns_of(places(s.players), s.players, colour)
        who = ABOUT.players[colour]
        what = Words(f"balls of {who.en}", f"Kugeln von {who.de}")
    else:
        number, what = NEUTRAL_BALLS, NEUTRAL_BALL[1]
    reason = Words(f"all {number} {what.en} are on the rods", f"alle {number} {what.de} stecken")
    return Supply("rby"[colour], number, reason)


def turns_of(turns: int, players: int, player: int) -> int:
    """How many of the first turns of a game are those of a player."""
    return (turns + players - 1 - player) // players


def colours(s: State) -> str:
    """The letters of the balls that are played with."""
    return "rby" if s.players == 3 or s.neutral else "rb"


def parse_rods(text: str, letters: str) -> list[int]:
    """The balls of each colour."""
    rods = text.split("/")
    if len(rods) != 16:
        found = plural(len(rods), Words("rod", "Stab"), Words("rods", "Stäbe"))
        raise BadPosition(
            Words(
                f"there {'is' if len(rods) == 1 else 'are'} {found.en}, not 16: {text!r}",
                f"es gibt {found.de}, nicht 16: {text!r}",
            )
        )
    balls = [0, 0, 0]
    for rod, (rod_name, column) in enumerate(zip(ROD_NAMES, rods, strict=True)):
        if len(column) > 4:
            raise BadPosition(
                Words(
                    f"rod {rod_name} ({column!r}) has more than four balls",
                    f"auf Stab {rod_name} ({column!r}) stecken mehr als vier Kugeln",
                )
            )
        for level, letter in enumerate("" if column == "-" else column):
            if letter not in letters:
                listed = ", ".join(letters)
                raise BadPosition(
                    Words(
                        f"{letter!r} on rod {rod_name} is not one of {listed}",
                        f"{letter!r} auf Stab {rod_name} ist keines von {listed}",
                    )
                )
            balls["rby".index(letter)] |= 1 << rod + 16 * level
    return balls


def check_supplies(s: State) -> None:
    """The player to move and the balls of each colour follow from the number of turns."""
    turns, most = count(s.red | s.blue | s.yellow), places(s.players)
    balls = plural(turns, *BALL)
    if turns > most:
        raise BadPosition(
            Words(f"{balls.en} are more than {most}", f"{balls.de} sind mehr als {most}")
        )
    if turns % s.players != s.turn:
        due, told = ABOUT.players[turns % s.players], ABOUT.players[s.turn]
        raise BadPosition(
            Words(
                f"after {balls.en} {due.en} is to move, not {told.en}",
                f"nach {balls.de} ist {due.de} am Zug, nicht {told.de}",
            )
        )
    for owner in range(s.players):
        own_turns = turns_of(turns, s.players, owner)
        own = count(s[owner])
        if own > own_turns or (own < own_turns and not s.neutral):
            has_balls = plural(own, *BALL)
            after = plural(own_turns, Words("turn", "Zug"), Words("turns", "Zügen"))
            who = ABOUT.players[owner]
            raise BadPosition(
                Words(
                    f"{who.en} has {has_balls.en} after {after.en}",
                    f"{who.de} hat {has_balls.de} nach {after.de}",
                )
            )
    if s.players == 2 and count(s.yellow) > NEUTRAL_BALLS:
        yellow = plural(count(s.yellow), *NEUTRAL_BALL)
        raise BadPosition(
            Words(
                f"{yellow.en} are more than {NEUTRAL_BALLS}",
                f"{yellow.de} sind mehr als {NEUTRAL_BALLS}",
            )
        )


def check_order(s: State) -> None:
    """The balls can have come onto the rods in turn, and a four only with the last of them."""
    if not s.red | s.blue | s.yellow:
        return
    if not (s.red | (s.yellow if s.neutral else 0)) & FLOOR:
        raise BadPosition(
            Words(
                "Red begins, but no red ball lies at the bottom of a rod",
                "Rot beginnt, aber keine rote Kugel steckt ganz unten",
            )
        )
    rods = balls_on_rods(s)
    before = {tuple(sorted(without_top(rods, cell % 16))) for cell in last_balls(s)}
    if not any(in_turn(left, s.players, bool(s.neutral)) for left in before):
        raise BadPosition(
            Words(
                "there is no order in which these balls could have been dropped in turn",
                "in keiner Reihenfolge können diese Kugeln abwechselnd gesteckt worden sein",
            )
        )


def last_balls(s: State) -> list[int]:
    """The places of which one must hold the ball that was put last."""
    balls = s.red | s.blue | s.yellow
    last = (s.turn - 1) % s.players
    who = ABOUT.players[last]
    tops = balls & ~(balls >> 16) & (s[last] | (s.yellow if s.neutral else 0))
    if not tops:
        raise BadPosition(
            Words(
                f"{who.en} moved last, but no ball of {who.en} lies on top",
                f"{who.de} war zuletzt am Zug, aber keine Kugel von {who.de} steckt obenauf",
            )
        )
    ends = [cell for cell in each(tops) if s.most_fours or ends_it(s, cell)]
    if not ends:
        player = next(player for player in range(s.players) if has_four(s[player]))
        owner = ABOUT.players[player]
        raise BadPosition(
            Words(
                f"{owner.en} has a four that the last ball did not complete",
                f"{owner.de} hat einen Vierer, den nicht die letzte Kugel vollendet hat",
            ),
            map(cell_name, four_cells(s, [player])),
        )
    return ends


def ends_it(s: State, cell: int) -> bool:
    """Whether nobody has a four without the ball on this place."""
    return not any(has_four(s[owner] & ~(1 << cell)) for owner in range(s.players))


def without_top(rods: list[str], rod: int) -> list[str]:
    """The rods, from which the top ball of one is taken."""
    left = [*rods[:rod], rods[rod][:-1], *rods[rod + 1 :]]
    return [balls for balls in left if balls]


MOST_LOOKS = 2_000  # at rods: what cannot be shown to be impossible by then is taken as possible


def in_turn(rods: tuple[str, ...], players: int, neutral: bool) -> bool:
    """Whether players in turn can have put these balls on rods, each rod from the bottom up."""
    turns = sum(map(len, rods))
    hopeless: set[tuple[str, ...]] = set()
    looks = 0

    def can_go_on(rods: tuple[str, ...], turn: int) -> bool:
        nonlocal looks
        looks += 1
        if turn == turns or looks > MOST_LOOKS:
            return True
        own, following = "rby"[turn % players], "rby"[(turn + 1) % players]
        fitting = [rod for rod in set(rods) if rod[0] == own or (neutral and rod[0] == "y")]
        # First those that give the next player a ball; neutral balls fit later, too.
        fitting.sort(key=lambda rod: (rod[0] != own, rod[1:2] != following, -len(rod), rod))
        for rod in fitting:
            left = list(rods)
            left.remove(rod)
            following_rods = tuple(sorted([*left, rod[1:]] if rod[1:] else left))
            if following_rods not in hopeless and can_go_on(following_rods, turn + 1):
                return True
        hopeless.add(rods)
        return False

    return can_go_on(rods, 0)
