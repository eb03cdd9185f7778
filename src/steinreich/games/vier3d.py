"""Four in a Row 3D: four balls in a line on a 4 by 4 square of rods.

Players in turn drop a ball on a rod; it comes to rest on the balls already there, four to
a rod.  A line of four is upright, level or diagonal, in any of the 13 directions of space:
76 lines.  Whoever first owns one wins; or, in the other variant, whoever owns most of them
when all places are filled.  There a player may also put a neutral yellow ball, which blocks.

The rods from above:   a4 b4 c4 d4     12 13 14 15
                       a3 b3 c3 d3      8  9 10 11
                       a2 b2 c2 d2      4  5  6  7
                       a1 b1 c1 d1      0  1  2  3     cell = rod + 16 * level

Actions: 0 to 15 put a ball of one's own on that rod, 16 to 31 a neutral one.
"""

from collections.abc import Mapping
from functools import cache
from itertools import product
from typing import NamedTuple

from steinreich.rules import *

ABOUT = About(
    title=Words("Four in a Row 3D", "Vier gewinnt 3D"),
    players=(Words("Red", "Rot"), Words("Blue", "Blau"), Words("Yellow", "Gelb")),
    summary=Words(
        "Put balls on sixteen rods and line up four of your colour in space.",
        "Stecke Kugeln auf sechzehn Stäbe und bringe im Raum vier deiner Farbe in eine Linie.",
    ),
    rules=rules_beside(__file__),
    options=(
        Option(
            "variant",
            ("first_four", "most_fours"),
            Words(
                "What wins: the first four, or the most fours on the full board.",
                "Was gewinnt: der erste Vierer oder die meisten Vierer auf dem vollen Brett.",
            ),
            Words("What wins", "Es gewinnt"),
            (
                Words("the first four", "der erste Vierer"),
                Words("most fours", "die meisten Vierer"),
            ),
            (
                Words("the first four wins", "der erste Vierer gewinnt"),
                Words("most fours win", "die meisten Vierer gewinnen"),
            ),
        ),
        Option(
            "players",
            ("2", "3"),
            Words(
                "Two players, or three with 21 balls each.",
                "Zwei Spieler oder drei mit je 21 Kugeln.",
            ),
            Words("Players", "Spieler"),
            (Words("two", "zwei"), Words("three", "drei")),
            (NO_WORDS, Words("three players", "zu dritt")),
        ),
        Option(
            "yellow",
            ("on", "off"),
            Words(
                "Whether two players who play for most fours may put neutral yellow balls as well.",
                "Ob es zu zweit im Spiel um die meisten Vierer auch neutrale gelbe Kugeln gibt.",
            ),
            Words("Neutral balls", "Neutrale Kugeln"),
            (Words("with", "mit"), Words("without", "ohne")),
            (NO_WORDS, Words("without neutral balls", "ohne neutrale Kugeln")),
            where={"variant": ("most_fours",), "players": ("2",)},
        ),
    ),
    looks=(Look("red", "plain"), Look("blue", "ring"), Look("yellow", "dot")),
)

# Geometry: plain Python, run once

CELLS = [(x, y, z) for z, y, x in product(range(4), repeat=3)]
RODS = grid(4, 4)
ROD_NAMES = [rod.name for rod in RODS]
DIRECTIONS = [(x, y, z) for x, y, z in product((-1, 0, 1), repeat=3) if (z, y, x) > (0, 0, 0)]
LINES = [bitboard(line) for line in lines_of(4, CELLS, DIRECTIONS)]

STEPS = words(x + 4 * y + 16 * z for x, y, z in DIRECTIONS)  # (13,) from a cell to the next
FIRSTS = words(  # (13,) the cells on which a line in this direction begins
    bitboard(line[0] for line in lines_of(4, CELLS, [step])) for step in DIRECTIONS
)
FLOOR = U64(0xFFFF)
ROD = U64(0x0001_0001_0001_0001)  # the four places of rod a1
LEVEL = U64(16)
NEUTRAL_BALLS = 21

ACTIONS = 32
ACTION = r"[a-d][1-4]y?"

# Rules: pure functions of unsigned integers


class State(NamedTuple):
    red: U64
    blue: U64
    yellow: U64  # the third player's balls, or neutral ones
    turn: int
    players: int
    most_fours: int  # 1 in that variant
    neutral: int  # 1 where neutral balls may be put


@rule
def candidates(s: State) -> Candidates:
    """Every rod that is not full, and the same again for neutral balls."""
    rods = ~(s.red | s.blue | s.yellow) >> U64(48) & FLOOR
    if s.neutral and count(s.yellow) < NEUTRAL_BALLS:
        rods |= rods << U64(16)
    return Candidates(rods, U64(0), 1, 0)


@rule
def resting(s: State) -> U64:
    """The places where a ball could come to rest now: empty, with something below."""
    balls = s.red | s.blue | s.yellow
    return ~balls & (balls << LEVEL | FLOOR) & ALL


@rule
def play(s: State, action: int) -> State:
    """Drop a ball on a rod; the turn passes."""
    ball = resting(s) & ROD << U64(action & 15)
    turn = s.turn + 1 if s.turn + 1 < s.players else 0
    if action >= 16 or s.turn == 2:
        return State(s.red, s.blue, s.yellow | ball, turn, s.players, s.most_fours, s.neutral)
    if s.turn == 0:
        return State(s.red | ball, s.blue, s.yellow, turn, s.players, s.most_fours, s.neutral)
    return State(s.red, s.blue | ball, s.yellow, turn, s.players, s.most_fours, s.neutral)


@rule
def has_four(balls: U64) -> bool:
    """Whether these balls fill a line."""
    found = U64(0)
    for d in range(len(STEPS)):
        pairs = balls & balls >> STEPS[d]
        found |= pairs & pairs >> STEPS[d] >> STEPS[d] & FIRSTS[d]
    return found != U64(0)


@rule
def fours(balls: U64) -> int:
    """How many lines these balls fill."""
    found = 0
    for d in range(len(STEPS)):
        pairs = balls & balls >> STEPS[d]
        found += count(pairs & pairs >> STEPS[d] >> STEPS[d] & FIRSTS[d])
    return found


@rule
def places(players: int) -> int:
    """How many places are filled in the end: three players have 21 balls each."""
    return 63 if players == 3 else 64


@rule
def outcome(s: State) -> int:
    """The first four, or the most of them."""
    if not s.most_fours:
        last = s.turn - 1 if s.turn else s.players - 1
        balls = s.red if last == 0 else s.blue if last == 1 else s.yellow
        if count(balls) >= 4 and has_four(balls):
            return last
    if count(s.red | s.blue | s.yellow) < places(s.players):
        return ONGOING
    return most(s) if s.most_fours else DRAW


@seldom
def most(s: State) -> int:
    """Who owns more fours than anybody else, or DRAW."""
    red, blue = fours(s.red), fours(s.blue)
    yellow = fours(s.yellow) if s.players == 3 else -1
    if red > max(blue, yellow):
        return 0
    if blue > max(red, yellow):
        return 1
    return 2 if yellow > max(red, blue) else DRAW


# Names and texts


def start(options: Options, seed: int | None = None) -> State:
    """No ball on any rod."""
    players = int(options["players"])
    most_fours = int(options["variant"] == "most_fours")
    neutral = int(most_fours and players == 2 and options["yellow"] == "on")
    return State(0, 0, 0, 0, players, most_fours, neutral)


def name(s: State, action: int) -> str:
    """`b3`, or `b3y` for a neutral ball."""
    return ROD_NAMES[action & 15] + ("y" if action >= 16 else "")


def ball(s: State, cell: int, colour: int) -> Piece:
    """A ball on a place; yellow ones belong to nobody where only two play."""
    return Piece(
        cell, *ABOUT.looks[colour], "rby"[colour], owner=colour if colour < s.players else None
    )


def dropped(s: State, rod: int, colour: int) -> Action:
    """A ball put on a rod, on which it comes to rest; where there is no room, on top."""
    room = resting(s) & ROD << U64(rod)
    cell = lowest(room) if room else 48 + rod
    return Action("place", (cell,), (ball(s, cell, colour),))


def described(s: State, action: int) -> Action:
    """The place where the ball comes to rest, and its colour."""
    return dropped(s, action & 15, 2 if action >= 16 else s.turn)


def meant(s: State, name: str) -> Action | Words:
    """The ball on a rod that is named."""
    if name.endswith("y") and not s.neutral:
        return Words(
            "there are no neutral balls in this game",
            "in diesem Spiel gibt es keine neutralen Kugeln",
        )
    return dropped(s, ROD_NAMES.index(name[:2]), 2 if name.endswith("y") else s.turn)


def action(s: State, wish: Action) -> int:
    """The number of a ball on a rod."""
    [cell], [ball] = wish.cells, wish.puts
    return cell % 16 + (16 if ball.owner is None else 0)


def why_not(s: State, wish: Action) -> Words | None:
    """Why this ball cannot be put there."""
    [cell], [ball] = wish.cells, wish.puts
    if has(s.red | s.blue | s.yellow, 48 + cell % 16):
        rod = ROD_NAMES[cell % 16]
        return Words(f"rod {rod} is full", f"Stab {rod} ist voll")
    if ball.owner is None and count(s.yellow) >= NEUTRAL_BALLS:
        return Words("no neutral ball is left", "es ist keine neutrale Kugel mehr da")
    return None


def text(s: State) -> str:
    """The position string."""
    rods = [
        "".join("rby"[owner] for z in range(4) for owner in range(3) if has(s[owner], rod + 16 * z))
        for rod in range(16)
    ]
    return "/".join(rod or "-" for rod in rods) + " " + "rby"[s.turn]


def parse(text: str, options: Options) -> State:
    """The state a position string stands for."""
    rods, turn = fields(text, Words("rods player", "Stäbe Spieler"))
    empty = start(options)
    letters = "rby" if empty.players == 3 or empty.neutral else "rb"
    red, blue, yellow = parse_rods(rods, letters)
    s = empty._replace(
        red=red,
        blue=blue,
        yellow=yellow,
        turn=one_of(turn, "rby"[: empty.players], Words("the player", "der Spieler")),
    )
    check_supplies(s)
    check_order(s)
    return s


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
                        f"{letter!r} on rod {rod_name} is none of {listed}",
                        f"{letter!r} auf Stab {rod_name} ist keines von {listed}",
                    )
                )
            balls["rby".index(letter)] |= 1 << rod + 16 * level
    return balls


BALL = Words("ball", "Kugel"), Words("balls", "Kugeln")
NEUTRAL_BALL = Words("neutral ball", "neutrale Kugel"), Words("neutral balls", "neutrale Kugeln")


def check_supplies(s: State) -> None:
    """The player to move and the balls of each colour follow from the number of turns."""
    turns, most = count(s.red | s.blue | s.yellow), places(s.players)
    balls = plural(turns, *BALL)
    if turns > most:
        raise BadPosition(
            Words(f"{balls.en} are more than {most}", f"{balls.de} sind mehr als {most}")
        )
    if turns % s.players != s.turn:
        due, told = "rby"[turns % s.players], "rby"[s.turn]
        raise BadPosition(
            Words(
                f"after {balls.en} {due} is to move, not {told}",
                f"nach {balls.de} ist {due} am Zug, nicht {told}",
            )
        )
    for owner in range(s.players):
        own_turns = (turns + s.players - 1 - owner) // s.players
        own = count(s[owner])
        if own > own_turns or (own < own_turns and not s.neutral):
            has_balls = plural(own, *BALL)
            after = plural(own_turns, Words("turn", "Zug"), Words("turns", "Zügen"))
            raise BadPosition(
                Words(
                    f"{'rby'[owner]} has {has_balls.en} after {after.en}",
                    f"{'rby'[owner]} hat {has_balls.de} nach {after.de}",
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
    balls = s.red | s.blue | s.yellow
    neutral = s.yellow if s.neutral else 0
    last = (s.turn - 1) % s.players
    who = "rby"[last]
    tops = balls & ~(balls >> 16)
    if not balls:
        return
    if not (s.red | neutral) & FLOOR:
        raise BadPosition(
            Words(
                "r begins, but no ball of r lies at the bottom of a rod",
                "r beginnt, aber keine Kugel von r steckt ganz unten",
            )
        )
    if not (s[last] | neutral) & tops:
        raise BadPosition(
            Words(
                f"{who} moved last, but no ball of {who} lies on top",
                f"{who} war zuletzt am Zug, aber keine Kugel von {who} steckt obenauf",
            )
        )
    ends = [cell for cell in each((s[last] | neutral) & tops) if s.most_fours or ends_it(s, cell)]
    if not ends:
        owner = next("rby"[owner] for owner in range(s.players) if has_four(s[owner]))
        raise BadPosition(
            Words(
                f"{owner} has a four that the last ball did not complete",
                f"{owner} hat einen Vierer, den nicht die letzte Kugel vollendet hat",
            )
        )
    rods = text(s).split()[0].replace("-", "").split("/")
    before = {tuple(sorted(without_top(rods, cell % 16))) for cell in ends}
    if not any(in_turn(left, s.players, bool(s.neutral)) for left in before):
        raise BadPosition(
            Words(
                "in no order can these balls have come onto the rods in turn",
                "in keiner Reihenfolge können diese Kugeln abwechselnd gesteckt worden sein",
            )
        )


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


# For people

KINDS = {
    "r": Words("red ball", "rote Kugel"),
    "b": Words("blue ball", "blaue Kugel"),
    "y": Words("yellow ball", "gelbe Kugel"),
}
FOUR = Words("four", "Vierer"), Words("fours", "Vierer")
NEUTRAL_BALL = Words("neutral ball", "neutrale Kugel"), Words("neutral balls", "neutrale Kugeln")
NO_FOUR = Words(
    "all balls are on the rods, and nobody has a four",
    "alle Kugeln stecken, und niemand hat einen Vierer",
)


@cache
def spoken(name: str) -> Words:
    """An action read aloud."""
    rod = name[:2]
    if name != rod:
        return Words(f"neutral ball on {rod}", f"neutrale Kugel auf {rod}")
    return Words(f"ball on {rod}", f"Kugel auf {rod}")


def due(s: State) -> Words:
    """What the player has to do now."""
    if s.neutral:
        return Words(
            "put a ball of your own or a neutral one",
            "eine eigene oder eine neutrale Kugel stecken",
        )
    return Words("put a ball on a rod", "eine Kugel stecken")


def info(s: State) -> Words:
    """The fours so far, where they count."""
    if not s.most_fours:
        return Words("", "")
    score = ":".join(str(fours(s[owner])) for owner in range(s.players))
    neutral = NEUTRAL_BALLS - count(s.yellow)
    if not s.neutral:
        return Words(f"Fours {score}", f"Vierer {score}")
    left = plural(neutral, *NEUTRAL_BALL)
    return Words(f"Fours {score}, {left.en} left", f"Vierer {score}, noch {left.de}")


def counts(s: State) -> list[Count]:
    """The fours of all players, where they count, and the neutral balls left."""
    if not s.most_fours:
        return []
    found = []
    for owner in range(s.players):
        number = fours(s[owner])
        found.append(Count(owner, noun(number, *FOUR), *ABOUT.looks[owner], number))
    if s.neutral:
        left = NEUTRAL_BALLS - count(s.yellow)
        ball = noun(left, *NEUTRAL_BALL)
        what = Words(f"{ball.en} left", f"{ball.de} übrig")
        found.append(Count(None, what, *ABOUT.looks[2], left))
    return found


def board(options: Options) -> Board:
    """The four levels side by side, and the places in space."""
    cells = tuple(Cell(f"{ROD_NAMES[x + 4 * y]}.{z + 1}", x + 5 * z, y) for x, y, z in CELLS)
    labels = [("abcd"[x], x + 5.0 * z, -0.85) for x in range(4) for z in range(4)]
    labels += [(str(y + 1), -0.85, float(y)) for y in range(4)]
    rods = tuple(Pillar(name, tuple(range(rod, 64, 16))) for rod, name in enumerate(ROD_NAMES))
    return Board(cells, squares=True, labels=tuple(labels), scene=tuple(CELLS), pillars=rods)


def pieces(s: State) -> list[Piece]:
    """The balls."""
    return [ball(s, cell, colour) for colour in range(3) for cell in each(s[colour])]


def winning(s: State, winner: int) -> list[list[int]]:
    """The winner's fours."""
    return [list(each(line)) for line in LINES if s[winner] & line == line]


def effects(s: State, action: int) -> Effects:
    """A ball may complete fours; a neutral one completes none."""
    owner = 2 if action >= 16 else s.turn
    if s.neutral and owner == 2:
        return Effects()
    ball = resting(s) & ROD << U64(action & 15)
    balls = s[owner] | ball
    lines = tuple(tuple(each(line)) for line in LINES if line & ball and balls & line == line)
    if not lines:
        return Effects()
    several = number(len(lines))
    said = Words(f"completes {several.en} fours", f"vollendet {several.de} Vierer")
    if len(lines) == 1:
        said = Words("completes a four", "vollendet einen Vierer")
    return Effects((), lines, said, "◎" * len(lines))


def ending(s: State, outcome: int, last: Action | None) -> Ending:
    """The first four, or the most of them when all places are filled."""
    if s.most_fours:
        return counted_out(s, outcome)
    if outcome == DRAW:
        return Ending(None, NO_FOUR)
    return Ending(
        outcome,
        Words(f"{{{outcome}}} has completed a four", f"{{{outcome}}} hat einen Vierer vollendet"),
        four_cells(s, [outcome]),
    )


def counted_out(s: State, outcome: int) -> Ending:
    """Whose fours are most when all balls are on the rods."""
    found = [fours(s[owner]) for owner in range(s.players)]
    score = " : ".join(map(str, found))
    if not any(found):
        return Ending(None, NO_FOUR)
    if outcome != DRAW:
        most = Words(
            f"{{{outcome}}} has the most fours ({score})",
            f"{{{outcome}}} hat die meisten Vierer ({score})",
        )
        return Ending(outcome, most, four_cells(s, [outcome]))
    level = [owner for owner in range(s.players) if found[owner] == max(found)]
    who = listed([f"{{{owner}}}" for owner in level])
    tie = Words(
        f"{who.en} have equally many fours ({score})",
        f"{who.de} haben gleich viele Vierer ({score})",
    )
    return Ending(None, tie, four_cells(s, level))


def four_cells(s: State, owners: list[int]) -> tuple[int, ...]:
    """The places of all fours of these players."""
    lines = (line for owner in owners for line in LINES if s[owner] & line == line)
    return tuple(sorted({cell for line in lines for cell in each(line)}))


def symmetries(options: Options) -> list[dict[str, str]]:
    """The square of rods can be turned and mirrored."""
    return dihedral(RODS)


def turned(s: State, to: Mapping[str, str]) -> State:
    """The rods moved to other places."""
    rods = [ROD_NAMES.index(to[rod]) for rod in ROD_NAMES]
    cells = [rods[cell % 16] + cell // 16 * 16 for cell in range(64)]
    return s._replace(
        red=permuted(s.red, cells), blue=permuted(s.blue, cells), yellow=permuted(s.yellow, cells)
    )
