"""Six in Line: fill rows, columns and long diagonals of a six by six board.

All stones are black and belong to nobody.  A turn slides one stone along its row or column
and then puts a new stone into that same row or column.  Each line of six that is full then
earns a coin, and its stones go back to the supply.  Alone, one tries to get all thirty
stones onto the board without ever filling a line.

    a6 b6 c6 d6 e6 f6     30 31 32 33 34 35
    ...                   ...
    a1 b1 c1 d1 e1 f1      0  1  2  3  4  5     square = column + 6 * row

Actions: 0 to 35 an opening stone on that square; from 36 on a slide, 12 ways for each square
(to column 0 to 5 in its row, then to row 0 to 5 in its column); from 468 on a placement.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, permutations, product
from typing import NamedTuple

from steinreich.rules import *

ABOUT = About(
    title=Words("Six in Line", "Sechserreihe"),
    players=tuple(Words(f"Player {number}", f"Spieler {number}") for number in range(1, 5)),
    summary=Words(
        "Slide a stone, place a stone and fill lines; alone, never fill one.",
        "Schiebe einen Stein, setze einen Stein und fülle Linien; allein darf keine voll werden.",
    ),
    rules=rules_beside(__file__),
    options=(
        Option(
            "players",
            ("2", "1", "3", "4"),
            Words(
                "How many play; alone it is a puzzle.",
                "Wie viele spielen; allein ist es ein Rätsel.",
            ),
            Words("Players", "Spieler"),
            (
                Words("two", "zwei"),
                Words("alone", "allein"),
                Words("three", "drei"),
                Words("four", "vier"),
            ),
            (
                Words("two players", "zu zweit"),
                Words("alone", "allein"),
                Words("three players", "zu dritt"),
                Words("four players", "zu viert"),
            ),
        ),
        Option(
            "slide",
            ("rook", "step"),
            Words(
                "How far a stone slides: as far as you like, or one square only.",
                "Wie weit ein Stein geschoben wird: beliebig weit oder nur ein Feld.",
            ),
            Words("A stone slides", "Ein Stein gleitet"),
            (Words("any distance", "beliebig weit"), Words("one square only", "nur ein Feld weit")),
            (NO_WORDS, Words("sliding one square only", "nur ein Feld weit schieben")),
        ),
        Option(
            "coins",
            ("line", "turn"),
            Words(
                "Whether several lines that are filled in one turn earn a coin each, or one "
                "together; without effect alone.",
                "Ob mehrere Linien, die in einem Zug voll werden, je eine Münze bringen oder "
                "zusammen eine; ohne Wirkung, wenn man allein spielt.",
            ),
            Words("A coin for", "Eine Münze gibt es"),
            (
                Words("each full line", "für jede volle Linie"),
                Words("each turn that fills a line", "für jeden Zug, der eine Linie füllt"),
            ),
            (NO_WORDS, Words("one coin a turn", "eine Münze je Zug")),
            where={"players": ("2", "3", "4")},
        ),
    ),
)

# Geometry: plain Python, run once

SQUARES = grid(6, 6)
NAMES = [square.name for square in SQUARES]
FULL = bitboard(range(36))
ROWS = [bitboard(6 * row + column for column in range(6)) for row in range(6)]
COLUMNS = [bitboard(6 * row + column for row in range(6)) for column in range(6)]
DIAGONALS = [bitboard(7 * i for i in range(6)), bitboard(5 * i + 5 for i in range(6))]
LINES = words(ROWS + COLUMNS + DIAGONALS)  # (14,)
LANES = 12  # the first lines: those in which one slides


def targets(cell: int) -> Iterator[int]:
    """Where each of the twelve ways leads: along the row, then along the column."""
    row, column = divmod(cell, 6)
    yield from (6 * row + to for to in range(6))
    yield from (6 * to + column for to in range(6))


def path(cell: int, to: int) -> int:
    """The squares a slide enters.  Staying put enters the stone's own square: never legal."""
    step = 6 if (to - cell) % 6 == 0 else 1
    step = -step if to < cell else step
    return bitboard([cell] if to == cell else range(cell + step, to + step, step))


PATHS = words(path(cell, to) for cell in range(36) for to in targets(cell))  # (432,)
LANE_OF = words(  # (432,) the row or column of a slide
    ROWS[cell // 6] if way < 6 else COLUMNS[cell % 6] for cell, way in product(range(36), range(12))
)
FIRST_SLIDE = 36
FIRST_PLACEMENT = FIRST_SLIDE + 36 * 12
ACTIONS = FIRST_PLACEMENT + 36
ACTION = r"[a-f][1-6]-[a-f][1-6]|\+[a-f][1-6]|[a-f][1-6]"
JOIN = ""  # a turn in a record reads e3-a3+d3
STONES = 30
MOST_LINES = 4  # that one turn can fill: two squares of a row or column, two lines across each

# Rules: pure functions of unsigned integers


class State(NamedTuple):
    stones: U64
    turn: int
    coins: int  # eight bits for each player
    opening: int  # stones the opener still has to place
    slide: int  # 12 * from + way of the slide just made, or -1
    players: int
    step: int  # 1 if one slides one square only
    once: int  # 1 if a turn earns one coin, however many lines it fills


@rule
def thirtieth(s: State) -> bool:
    """Whether this turn brings the last stone of the solo game, which is free to go anywhere."""
    return s.players == 1 and count(s.stones) == STONES - 1


@rule
def candidates(s: State) -> Candidates:
    """Opening squares, slides or placements: whatever is due."""
    empty = FULL & ~s.stones
    if s.opening:
        return Candidates(empty, U64(0), 1, 0)
    if s.slide < 0:
        return Candidates(s.stones, U64(0), 12, FIRST_SLIDE)
    if thirtieth(s):
        return Candidates(empty, U64(0), 1, FIRST_PLACEMENT)
    room = empty & LANE_OF[s.slide] & ~bit(s.slide // 12)
    return Candidates(room, U64(0), 1, FIRST_PLACEMENT)


@rule
def legal(s: State, c: Candidates, action: int) -> bool:
    """A slide needs a free path and a row or column with room for one more stone."""
    if action < FIRST_SLIDE or action >= FIRST_PLACEMENT:
        return True
    way = PATHS[action - FIRST_SLIDE]
    if way & s.stones != U64(0) or (s.step and count(way) > 1):
        return False
    return count(s.stones & LANE_OF[action - FIRST_SLIDE]) <= 4 or thirtieth(s)


@rule
def slide_target(slide: int) -> int:
    """The square to which a slide leads."""
    cell, way = slide // 12, slide % 12
    return cell // 6 * 6 + way if way < 6 else (way - 6) * 6 + cell % 6


@rule
def play(s: State, action: int) -> State:
    """Open, slide or place."""
    if action < FIRST_SLIDE:
        stones = s.stones | bit(action)
        turn = s.turn if s.opening == 2 else (s.turn + 1) % s.players
        return State(stones, turn, s.coins, s.opening - 1, -1, s.players, s.step, s.once)
    if action < FIRST_PLACEMENT:
        slide = action - FIRST_SLIDE
        stones = s.stones & ~bit(slide // 12) | bit(slide_target(slide))
        return State(stones, s.turn, s.coins, 0, slide, s.players, s.step, s.once)
    return clear(s, s.stones | bit(action - FIRST_PLACEMENT))


@rule
def clear(s: State, stones: U64) -> State:
    """After a placement: full lines earn coins, and their stones leave; the turn passes."""
    full = U64(0)
    earned = 0
    for i in range(len(LINES)):
        if stones & LINES[i] == LINES[i]:
            full |= LINES[i]
            earned = 1 if s.once else earned + 1
    stones &= ~full
    coins = s.coins + (earned << 8 * s.turn)
    opening = 2 if stones == U64(0) else 0
    return State(stones, (s.turn + 1) % s.players, coins, opening, -1, s.players, s.step, s.once)


@rule
def coins_of(s: State, player: int) -> int:
    """The coins of one player."""
    return s.coins >> 8 * player & 255


@rule
def goal(players: int) -> int:
    """How many coins end the game: they win it, or lose it for who plays alone."""
    return 1 if players == 1 else 3 if players == 2 else 2


@rule
def can_slide(s: State) -> bool:
    """Whether some row or column holds one to four stones: one of them can move there."""
    for i in range(LANES):
        if 0 < count(s.stones & LINES[i]) <= 4:
            return True
    return thirtieth(s)


@rule
def outcome(s: State) -> int:
    """Enough coins win; without a slide the most coins do.  Alone, the first coin loses."""
    if s.opening == 1 or s.slide >= 0:
        return ONGOING
    if s.players == 1:
        if s.coins:
            return LOST
        return 0 if count(s.stones) == STONES else ONGOING if s.opening or can_slide(s) else LOST
    mover = (s.turn + s.players - 1) % s.players
    if coins_of(s, mover) >= goal(s.players):
        return mover
    return ONGOING if s.opening or can_slide(s) else richest(s)


@seldom
def richest(s: State) -> int:
    """Who has more coins than anybody else, or DRAW."""
    best, most = DRAW, -1
    for player in range(s.players):
        if coins_of(s, player) > most:
            best, most = player, coins_of(s, player)
        elif coins_of(s, player) == most:
            best = DRAW
    return best


# Names and texts


def start(options: Options, seed: int | None = None) -> State:
    """An empty board to be opened."""
    players = int(options["players"])
    once = int(players > 1 and options["coins"] == "turn")
    return State(0, 0, 0, 2, -1, players, int(options["slide"] == "step"), once)


def starts_turn(s: State) -> bool:
    """A turn begins with a slide, or with the first of two opening stones."""
    return s.opening == 2 or (s.opening == 0 and s.slide < 0)


def slide_name(slide: int) -> str:
    return f"{NAMES[slide // 12]}-{NAMES[slide_target(slide)]}"


def slide_of(cell: int, to: int) -> int | None:
    """The slide between two squares, if they are in one row or column."""
    ways = (12 * cell + way for way, square in enumerate(targets(cell)) if square == to)
    return next(ways, None)


def name(s: State, action: int) -> str:
    """`e3` opens, `e3-a3` slides, `+d3` places."""
    if action < FIRST_SLIDE:
        return NAMES[action]
    if action < FIRST_PLACEMENT:
        return slide_name(action - FIRST_SLIDE)
    return "+" + NAMES[action - FIRST_PLACEMENT]


@cache
def placement(cell: int) -> Action:
    """A stone put on a square."""
    return Action("place", (cell,), (stone(cell),))


def described(s: State, action: int) -> Action:
    """From where to where a stone slides, or where one is put."""
    if FIRST_SLIDE <= action < FIRST_PLACEMENT:
        slide = action - FIRST_SLIDE
        return Action("move", (slide // 12, slide_target(slide)))
    return placement(action if action < FIRST_SLIDE else action - FIRST_PLACEMENT)


def meant(s: State, name: str) -> Action | Words:
    """What a name speaks of; a new stone has a plus sign, one of the opening has none."""
    if "-" in name:
        cell, to = map(NAMES.index, name.split("-"))
        return Action("move", (cell, to))
    if (name[0] == "+") == bool(s.opening):
        return now_due(s)
    return placement(NAMES.index(name.removeprefix("+")))


def action(s: State, wish: Action) -> int | None:
    """The number of an action, if there is such a one."""
    if wish.kind == "place":
        return wish.cells[0] + (0 if s.opening else FIRST_PLACEMENT)
    slide = slide_of(*wish.cells)
    return None if slide is None else FIRST_SLIDE + slide


DUTIES = {
    "opening": Words("an opening stone has to be placed", "ein Stein zur Eröffnung zu setzen"),
    "slide": Words("a stone has to slide", "ein Stein zu schieben"),
    "placement": Words("a new stone has to be placed", "ein neuer Stein zu setzen"),
}


def now_due(s: State) -> Words:
    """What has to be done first."""
    duty = DUTIES["opening" if s.opening else "slide" if s.slide < 0 else "placement"]
    return Words(f"{duty.en} now", f"jetzt ist {duty.de}")


def why_not(s: State, wish: Action) -> Words | None:
    """Why this action cannot be played."""
    slides = not s.opening and s.slide < 0
    if (wish.kind == "move") != slides:
        return now_due(s)
    return why_no_slide(s, *wish.cells) if slides else why_no_placement(s, wish.cells[0])


def why_no_placement(s: State, square: int) -> Words | None:
    """Why no stone can be put on this square."""
    cell = NAMES[square]
    if has(s.stones, square):
        return Words(f"{cell} is not empty", f"{cell} ist nicht frei")
    if s.opening or thirtieth(s):
        return None
    if square == s.slide // 12:
        return Words(
            f"{cell} is the square the stone has just left",
            f"{cell} ist das Feld, das der Stein eben verlassen hat",
        )
    lane, slide = lane_name(s.slide), slide_name(s.slide)
    return Words(
        f"{cell} is not in {lane.en}, in which a stone was slid ({slide})",
        f"{cell} liegt nicht in {lane.de}, in der geschoben wurde ({slide})",
    )


def lane_name(slide: int) -> Words:
    """The row or column of a slide."""
    return line_name(LINES.index(LANE_OF[slide]))


def why_no_slide(s: State, cell: int, to: int | None = None) -> Words | None:
    """Why this slide cannot be made, or none of a stone on this square."""
    origin = NAMES[cell]
    if not has(s.stones, cell):
        return Words(f"there is no stone on {origin}", f"auf {origin} liegt kein Stein")
    if to is None:
        return None
    target = NAMES[to]
    if cell == to:
        return Words("the stone has to move", "der Stein muss sich bewegen")
    if to not in targets(cell):
        return Words(
            f"{origin} and {target} are not in one row or column",
            f"{origin} und {target} liegen nicht in einer Reihe oder Spalte",
        )
    if has(s.stones, to):
        return Words(f"{target} is not empty", f"{target} ist nicht frei")
    if between := path(cell, to) & s.stones:
        first = NAMES[lowest(between) if to > cell else highest(between)]
        return Words(
            f"the stone on {first} is in the way from {origin} to {target}",
            f"der Stein auf {first} ist im Weg von {origin} nach {target}",
        )
    if s.step and count(path(cell, to)) > 1:
        return Words("a stone slides one square only", "geschoben wird nur um ein Feld")
    slide = slide_of(cell, to)
    assert slide is not None  # both are in one row or column
    lane = lane_name(slide)
    return Words(
        f"{lane.en} holds five stones already, so nothing could be placed in it",
        f"in {lane.de} liegen schon fünf Steine, darin wäre kein Platz zum Setzen",
    )


def text(s: State) -> str:
    """The position string."""
    squares = board_text(6, 6, lambda x, y: "o" if has(s.stones, x + 6 * y) else "")
    coins = "-".join(str(coins_of(s, player)) for player in range(s.players))
    due = f"o{s.opening}" if s.opening else "s" if s.slide < 0 else slide_name(s.slide)
    return f"{squares} {s.turn + 1} {coins} {due}"


def parse(text: str, options: Options) -> State:
    """The state a position string stands for."""
    squares, turn, coins, due = fields(
        text, Words("board player coins due", "Brett Spieler Münzen fällig")
    )
    s = start(options)
    stones = bitboard(x + 6 * y for x, y in parse_board(squares, 6, 6, "o"))
    if turn not in [str(player + 1) for player in range(s.players)]:
        raise BadPosition(
            Words(
                f"the player is {turn!r}, not 1 to {s.players}",
                f"der Spieler ist {turn!r}, nicht 1 bis {s.players}",
            )
        )
    s = s._replace(stones=stones, turn=int(turn) - 1, coins=parse_coins(coins, s.players))
    s, before = parse_due(s, due)
    check_stones(before)
    check_coins(before, is_live=s != before)
    check_turns(before)
    return s


def parse_coins(text: str, players: int) -> int:
    """The coins of all players in one number."""
    parts = text.split("-")
    if len(parts) != players:
        numbers = plural(len(parts), Words("number", "Zahl"), Words("numbers", "Zahlen"))
        raise BadPosition(
            Words(
                f"{numbers.en} of coins for {players} players: {text!r}",
                f"{numbers.de} von Münzen für {players} Spieler: {text!r}",
            )
        )
    for part in parts:
        if part not in list("0123456789"):
            raise BadPosition(
                Words(f"{part!r} is no number of coins", f"{part!r} ist keine Zahl von Münzen")
            )
    return sum(int(part) << 8 * player for player, part in enumerate(parts))


def parse_due(s: State, due: str) -> tuple[State, State]:
    """What is due (`o2`, `o1`, `s`, or a placement after the slide that is named).

    The second state is that in which this turn began.
    """
    if due in ("o2", "o1"):
        if count(s.stones) != 2 - int(due[1]):
            stones = plural(count(s.stones), *STONE)
            there = Words("is", "liegt") if count(s.stones) == 1 else Words("are", "liegen")
            raise BadPosition(
                Words(
                    f"{due} is due, but there {there.en} {stones.en} on the board",
                    f"{due} ist fällig, aber auf dem Brett {there.de} {stones.de}",
                )
            )
        return s._replace(opening=int(due[1])), s._replace(opening=2, stones=0)
    s = s._replace(opening=0)
    if due == "s":
        if not s.stones:
            raise BadPosition(
                Words(
                    "an empty board is opened (o2), not slid on",
                    "ein leeres Brett wird eröffnet (o2), da gibt es nichts zu schieben",
                )
            )
        return s, s
    return parse_slide(s, due)


def parse_slide(s: State, due: str) -> tuple[State, State]:
    """The state after a slide that is named, and the one before it."""
    origin, _, target = due.partition("-")
    if origin not in NAMES or target not in NAMES:
        raise BadPosition(
            Words(
                f"{due!r} is neither o2, o1, s nor a slide",
                f"{due!r} ist weder o2, o1 noch s noch eine Verschiebung",
            )
        )
    cell, to = NAMES.index(origin), NAMES.index(target)
    if has(s.stones, cell) or not has(s.stones, to):
        raise BadPosition(
            Words(
                f"after the slide {due} a stone is on {target} and none on {origin}",
                f"nach der Verschiebung {due} liegt ein Stein auf {target} und keiner auf {origin}",
            )
        )
    before = s._replace(stones=s.stones & ~bit(to) | bit(cell))
    slide = slide_of(cell, to)
    if slide is None or not legal(before, candidates(before), FIRST_SLIDE + slide):
        raise BadPosition(
            Words(f"{due} was no legal slide", f"die Verschiebung {due} war nicht erlaubt")
        )
    return s._replace(slide=slide), before


def check_stones(s: State) -> None:
    """Thirty stones at most, and no full line where a turn begins."""
    if count(s.stones) > STONES:
        stones = count(s.stones)
        raise BadPosition(
            Words(
                f"{stones} stones are more than {STONES}", f"{stones} Steine sind mehr als {STONES}"
            )
        )
    for i, line in enumerate(LINES):
        if s.stones & line == line:
            name = line_name(i)
            raise BadPosition(
                Words(
                    f"a full line is left standing: {name.en}",
                    f"eine volle Reihe ist liegen geblieben: {name.de}",
                )
            )


def check_coins(s: State, is_live: bool) -> None:
    """Where a turn begins only the last mover can have enough coins, and nobody if it goes on."""
    mover = (s.turn - 1) % s.players
    for player in range(s.players):
        most = goal(s.players) - 1
        if player == mover and not is_live:
            most += 1 if s.once else MOST_LINES
        if coins_of(s, player) > most:
            coins = plural(coins_of(s, player), *COIN)
            raise BadPosition(
                Words(
                    f"player {player + 1} cannot have {coins.en}",
                    f"Spieler {player + 1} kann nicht {coins.de} haben",
                )
            )


def check_turns(s: State) -> None:
    """Where a turn begins: the stones tell whose it is, and some turn has led there."""
    if not s.coins and not s.opening and count(s.stones) < 2:
        raise BadPosition(
            Words(
                "without coins the two opening stones are still on the board",
                "ohne Münzen liegen die beiden Steine der Eröffnung noch auf dem Brett",
            )
        )
    turns = turns_played(s)
    if turns is not None and turns % s.players != s.turn:
        due = turns % s.players + 1
        raise BadPosition(
            Words(
                f"with these stones and coins player {due} is to move",
                f"bei diesen Steinen und Münzen ist Spieler {due} am Zug",
            )
        )
    if turns not in (0, 1) and not has_been_opened(s) and not some_turn_leads_to(s):
        mover = (s.turn - 1) % s.players + 1
        raise BadPosition(
            Words(
                f"no turn of player {mover} leads to these stones and coins",
                f"kein Zug von Spieler {mover} führt zu diesen Steinen und Münzen",
            )
        )


def turns_played(s: State) -> int | None:
    """How many turns led to where this one begins, if the stones can tell."""
    if not s.coins:
        return 0 if s.opening else count(s.stones) - 1
    one_coin = sum(coins_of(s, player) for player in range(s.players)) == 1
    if one_coin and not s.once and s.players > 1:
        return count(s.stones) + 5  # six stones have left the board
    return None


def has_been_opened(s: State) -> bool:
    """Whether the last turn may have been an opening, after somebody emptied the board."""
    who = (s.turn - 2) % s.players
    lines = 1 if s.once else 2  # no turn empties the board by a single line
    return count(s.stones) == 2 and coins_of(s, who) >= lines


def some_turn_leads_to(s: State) -> bool:
    """Whether a slide and a placement of the last mover lead to where this turn begins."""
    if s.players == 1 and (s.coins or count(s.stones) == STONES):
        return True  # the last stone may have gone anywhere
    mover = (s.turn - 1) % s.players
    for lines in range(MOST_LINES + 1):
        earned = min(lines, 1) if s.once else lines
        if not 0 <= coins_of(s, mover) - earned < goal(s.players):
            continue
        before = s._replace(turn=mover, coins=s.coins - (earned << 8 * mover), opening=0)
        for lane in LINES[:LANES]:
            for ends in permutations(each(lane), 2):
                across = bitboard(ends)
                gone = [x for x in LINES if x & across and x != lane and not x & s.stones]
                for full in combinations(gone, lines):
                    if turn_leads_to(s, before, lane & ~s.stones, ends, full):
                        return True
    return False


def turn_leads_to(
    s: State, before: State, origins: int, ends: tuple[int, int], full: tuple[int, ...]
) -> bool:
    """Whether a turn that slides to one square, places on the other and fills these lines does."""
    target, placed = ends
    stones = s.stones
    for line in full:
        stones |= line
    if not has(stones, target) or not has(stones, placed):
        return False
    for origin in each(origins & ~stones):
        began = before._replace(stones=stones & ~bitboard(ends) | bit(origin))
        slide = slide_of(origin, target)
        assert slide is not None  # both are in one row or column
        turns = turns_played(began)
        is_due = turns is None or turns % s.players == began.turn
        if is_due and legal(began, candidates(began), FIRST_SLIDE + slide):
            after = play(play(began, FIRST_SLIDE + slide), FIRST_PLACEMENT + placed)
            if after == s and not any(began.stones & line == line for line in LINES):
                return True
    return False


# For people

KINDS = {"o": Words("stone", "Stein")}
COIN = Words("coin", "Münze"), Words("coins", "Münzen")
STONE = Words("stone", "Stein"), Words("stones", "Steine")
NO_SLIDE = Words("no stone can slide any more", "kein Stein lässt sich mehr schieben")


@cache
def spoken(name: str) -> Words:
    """An action read aloud."""
    if "-" in name:
        origin, target = name.split("-")
        return Words(f"slide {origin} to {target}", f"{origin} nach {target} schieben")
    if name[0] == "+":
        return Words(f"new stone on {name[1:]}", f"neuer Stein auf {name[1:]}")
    return Words(f"stone on {name}", f"Stein auf {name}")


def due(s: State) -> Words:
    """What the player has to do now."""
    if s.opening:
        if s.opening == 2:
            return Words("place two stones anywhere", "zwei Steine setzen, gleich wohin")
        return Words("place one more stone anywhere", "noch einen Stein setzen, gleich wohin")
    if s.slide < 0:
        return Words("slide a stone", "einen Stein schieben")
    if thirtieth(s):
        return Words("place the last stone anywhere", "den letzten Stein setzen, gleich wohin")
    return Words(
        "place a stone in the same row or column",
        "einen Stein in dieselbe Reihe oder Spalte setzen",
    )


def info(s: State) -> Words:
    """Coins and stones left."""
    left = STONES - count(s.stones)
    if s.players == 1:
        to_go = plural(left, *STONE)
        return Words(f"{to_go.en} to go", f"noch {to_go.de}")
    coins = ":".join(str(coins_of(s, player)) for player in range(s.players))
    return Words(f"Coins {coins}", f"Münzen {coins}")


def counts(s: State) -> list[Count]:
    """The coins of all players, where they win, and the stones that are not on the board."""
    coins = [coins_of(s, player) for player in range(s.players)]
    won = [Count(i, noun(n, *COIN), "yellow", "ring", n) for i, n in enumerate(coins)]
    left = STONES - count(s.stones)
    stones = noun(left, *STONE)
    what = Words(f"{stones.en} in supply", f"{stones.de} im Vorrat")
    supply = Count(None, what, "black", "plain", left)
    return [supply] if s.players == 1 else [*won, supply]


def line_name(line: int) -> Words:
    """`row 3`, `column c`, or a long diagonal by its ends."""
    if line < 6:
        return Words(f"row {line + 1}", f"Reihe {line + 1}")
    if line < LANES:
        return Words(f"column {'abcdef'[line - 6]}", f"Spalte {'abcdef'[line - 6]}")
    ends = ("a1–f6", "f1–a6")[line - LANES]
    return Words(f"diagonal {ends}", f"Diagonale {ends}")


def effects(s: State, action: int) -> Effects:
    """A placement may complete lines, which leave the board at once, the new stone with them."""
    if action < FIRST_PLACEMENT:
        return Effects()
    stones = s.stones | bit(action - FIRST_PLACEMENT)
    full = [i for i, line in enumerate(LINES) if stones & line == line]
    if not full:
        return Effects()
    lines = tuple(tuple(each(LINES[i])) for i in full)
    gone = sorted({cell for line in lines for cell in line})
    which = listed([line_name(i) for i in full])
    said = Words(f"completes {which.en}", f"vollendet {which.de}")
    if s.players > 1:
        won = coins_of(play(s, action), s.turn) - coins_of(s, s.turn)
        coins = Words("one coin", "eine Münze") if won == 1 else plural(won, *COIN)
        said = Words(f"{said.en}: {coins.en}", f"{said.de}: {coins.de}")
    return Effects(tuple(map(stone, gone)), lines, said, "◎" * len(full))


def ending(s: State, outcome: int, last: Action | None) -> Ending:
    """Coins decide; alone, a full line or a dead end."""
    if s.players == 1:
        return alone(s, outcome)
    coins, mover = [coins_of(s, player) for player in range(s.players)], (s.turn - 1) % s.players
    score = " : ".join(map(str, coins))
    if coins[mover] >= goal(s.players):
        won = plural(coins[mover], *COIN)
        return Ending(
            mover,
            Words(f"{{{mover}}} has {won.en} ({score})", f"{{{mover}}} hat {won.de} ({score})"),
        )
    if outcome == DRAW:
        most = listed(
            [f"{{{player}}}" for player in range(s.players) if coins[player] == max(coins)]
        )
        reason = Words(
            f"{NO_SLIDE.en}, and {most.en} have equally many coins ({score})",
            f"{NO_SLIDE.de}, und {most.de} haben gleich viele Münzen ({score})",
        )
        return Ending(None, reason, tuple(each(s.stones)))
    reason = Words(
        f"{NO_SLIDE.en}, and {{{outcome}}} has the most coins ({score})",
        f"{NO_SLIDE.de}, und {{{outcome}}} hat die meisten Münzen ({score})",
    )
    return Ending(outcome, reason, tuple(each(s.stones)))


def alone(s: State, outcome: int) -> Ending:
    """How the puzzle ended."""
    if s.coins:
        return Ending(None, Words("a line has become full", "eine Linie ist voll geworden"))
    if outcome == LOST:
        laid = plural(count(s.stones), *STONE)
        reason = Words(f"{NO_SLIDE.en} ({laid.en} placed)", f"{NO_SLIDE.de} ({laid.de} gesetzt)")
        return Ending(None, reason, tuple(each(s.stones)))
    reason = Words(
        "all thirty stones are on the board, and no line is full",
        "alle dreißig Steine liegen auf dem Brett, und keine Linie ist voll",
    )
    return Ending(outcome, reason, tuple(each(s.stones)))


def board(options: Options) -> Board:
    """The squares, row by row."""
    return Board(SQUARES, squares=True, labels=edge_labels(6, 6))


def stone(cell: int) -> Piece:
    return Piece(cell, "black", "plain", "o")


def pieces(s: State) -> list[Piece]:
    """The stones."""
    return [stone(cell) for cell in each(s.stones)]


def last(s: State) -> int | None:
    """The slide just made."""
    return None if s.slide < 0 else FIRST_SLIDE + s.slide


def symmetries(options: Options) -> list[dict[str, str]]:
    """The board can be turned and mirrored."""
    return dihedral(SQUARES)


def turned(s: State, to: Mapping[str, str]) -> State:
    """The squares moved to other places."""
    cells = [NAMES.index(to[square]) for square in NAMES]
    slide = -1 if s.slide < 0 else slide_of(cells[s.slide // 12], cells[slide_target(s.slide)])
    assert slide is not None  # a row or column stays one
    return s._replace(stones=permuted(s.stones, cells), slide=slide)
