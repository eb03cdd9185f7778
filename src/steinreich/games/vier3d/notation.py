"""Names of actions and position strings of Four in a Row 3D, and reasons why some are not legal.

Converts actions to names, data and spoken texts and back, and states to position strings and back.
Positions that no game leads to are rejected.
"""

from collections.abc import Mapping

from steinreich.rules import *

from .about import ABOUT
from .picture import ball, cell_name, four_cells
from .rules import (
    FLOOR,
    NEUTRAL_BALLS,
    ROD,
    ROD_NAMES,
    State,
    has_four,
    landing_cells,
    max_balls,
    start,
)

ACTION_PATTERN = r"[a-d][1-4]y?"


def name(s: State, action: int) -> str:
    """Return the name of an action: `b3`, or `b3y` for a neutral ball."""
    return ROD_NAMES[action & 15] + ("y" if action >= 16 else "")


def drop_action(s: State, rod: int, colour: int) -> Action:
    """Return the placement of a ball on a rod, in the top cell if the rod is full."""
    room = landing_cells(s) & ROD << U64(rod)
    cell = lowest(room) if room else 48 + rod
    return Action("place", (cell,), (ball(cell, colour, s.players),))


def describe_action(s: State, action: int) -> Action:
    """Return the cell in which the ball comes to rest, and its colour."""
    return drop_action(s, action & 15, 2 if action >= 16 else s.turn)


def parse_action(s: State, name: str) -> Action | Text:
    """Return the ball on the named rod."""
    if name.endswith("y") and not s.neutral:
        return Text("there are no neutral balls in this game")
    return drop_action(s, ROD_NAMES.index(name[:2]), 2 if name.endswith("y") else s.turn)


def find_action(s: State, description: Action) -> int:
    """Return the number of a ball on a rod."""
    [cell], [ball] = description.cells, description.puts
    return cell % 16 + (16 if ball.owner is None else 0)


def why_not(s: State, description: Action) -> Text | None:
    """Return why a ball cannot be dropped on a rod."""
    [cell], [ball] = description.cells, description.puts
    if has(s.red | s.blue | s.yellow, 48 + cell % 16):
        rod = ROD_NAMES[cell % 16]
        return Text("rod {rod} is full", rod=rod)
    if ball.owner is None and count(s.yellow) >= NEUTRAL_BALLS:
        return Text("no neutral ball is left")
    return None


def spoken_name(s: State, action: int) -> Text:
    """Return a ball as it is read aloud, with the level on which it comes to rest."""
    rod, level = ROD_NAMES[action & 15], describe_action(s, action).cells[0] // 16 + 1
    where = Text("{rod}, level {level}", rod=rod, level=level)
    if action >= 16:
        return Text("neutral ball on {where}", where=where)
    return Text("ball on {where}", where=where)


# Position strings


def text(s: State) -> str:
    """Return the position string."""
    return "/".join(rod or "-" for rod in balls_on_rods(s)) + " " + "rby"[s.turn]


def balls_on_rods(s: State) -> list[str]:
    """Return the letters of the balls on each rod, from the bottom up."""
    letters = [""] * 64
    for letter, balls in zip("rby", (s.red, s.blue, s.yellow), strict=True):
        for cell in each(balls):
            letters[cell] = letter
    return ["".join(letters[rod::16]) for rod in range(16)]


def parse(text: str, options: Options) -> State:
    """Return the state of a position string."""
    rods, turn = split_fields(text, Text("rods player"))
    empty = start(options)
    red, blue, yellow = parse_rods(rods, ball_letters(empty))
    s = empty._replace(
        red=red,
        blue=blue,
        yellow=yellow,
        turn=parse_letter(turn, "rby"[: empty.players], Text("the player")),
    )
    check_supplies(s)
    check_order(s)
    return s


def setup(pieces: Mapping[int, Piece], options: Options) -> SetUp:
    """Return how a position is set up: balls on rods; their number gives the player to move."""
    empty = start(options)
    rods = [
        "".join(pieces[cell].letter for cell in range(rod, 64, 16) if cell in pieces)
        for rod in range(16)
    ]
    return SetUp(
        tuple(ball(0, "rby".index(letter), empty.players) for letter in ball_letters(empty)),
        "/".join(rod or "-" for rod in rods),
        (whose_turn("rby"[: empty.players], ABOUT.players, len(pieces) % empty.players),),
        tuple(supply(empty, "rby".index(letter)) for letter in ball_letters(empty)),
    )


def supply(s: State, colour: int) -> Supply:
    """Return the balls of a colour: one for each turn of its owner, or the neutral ones."""
    if colour < s.players:
        number, owner = count_turns(max_balls(s.players), s.players, colour), ABOUT.players[colour]
        reason = Text("all {number} balls of {side} are on the rods", number=number, side=owner)
    else:
        number = NEUTRAL_BALLS
        reason = Text("all {number} neutral balls are on the rods", number=number)
    return Supply("rby"[colour], number, reason)


def count_turns(turns: int, players: int, player: int) -> int:
    """Return how many of the first turns of a game belong to a player."""
    return (turns + players - 1 - player) // players


def ball_letters(s: State) -> str:
    """Return the letters of the balls that the game uses."""
    return "rby" if s.players == 3 or s.neutral else "rb"


def parse_rods(text: str, letters: str) -> list[int]:
    """Return the balls of each colour."""
    rods = text.split("/")
    if len(rods) != 16:
        raise BadPosition(
            Plural(
                "there is {n} rod, not 16: {given}",
                "there are {n} rods, not 16: {given}",
                len(rods),
                given=repr(text),
            )
        )
    balls = [0, 0, 0]
    for rod, (rod_name, column) in enumerate(zip(ROD_NAMES, rods, strict=True)):
        if len(column) > 4:
            raise BadPosition(
                Text(
                    "rod {rod_name} ({column}) has more than four balls",
                    rod_name=rod_name,
                    column=repr(column),
                )
            )
        for level, letter in enumerate("" if column == "-" else column):
            if letter not in letters:
                listed = ", ".join(letters)
                raise BadPosition(
                    Text(
                        "{letter} on rod {rod_name} is not one of {listed}",
                        letter=repr(letter),
                        rod_name=rod_name,
                        listed=listed,
                    )
                )
            balls["rby".index(letter)] |= 1 << rod + 16 * level
    return balls


def check_supplies(s: State) -> None:
    """Check the player to move and the number of balls of each colour.

    The number of balls is the number of turns, which determines both.
    """
    turns, max_turns = count(s.red | s.blue | s.yellow), max_balls(s.players)
    if turns > max_turns:
        raise BadPosition(Text("{balls} balls are more than {most}", balls=turns, most=max_turns))
    if turns % s.players != s.turn:
        due, told = ABOUT.players[turns % s.players], ABOUT.players[s.turn]
        raise BadPosition(
            Plural(
                "after {n} ball {due} is to move, not {told}",
                "after {n} balls {due} is to move, not {told}",
                turns,
                due=due,
                told=told,
            )
        )
    for owner in range(s.players):
        own_turns = count_turns(turns, s.players, owner)
        own = count(s[owner])
        if own > own_turns or (own < own_turns and not s.neutral):
            raise BadPosition(
                Plural(
                    "{side} has {balls} after {n} turn",
                    "{side} has {balls} after {n} turns",
                    own_turns,
                    side=ABOUT.players[owner],
                    balls=Plural("{n} ball", "{n} balls", own),
                )
            )
    if s.players == 2 and count(s.yellow) > NEUTRAL_BALLS:
        raise BadPosition(
            Text(
                "{balls} neutral balls are more than {most}",
                balls=count(s.yellow),
                most=NEUTRAL_BALLS,
            )
        )


def check_order(s: State) -> None:
    """Check that the balls can have been dropped in turn, and a four only by the last of them."""
    if not s.red | s.blue | s.yellow:
        return
    if not (s.red | (s.yellow if s.neutral else 0)) & FLOOR:
        raise BadPosition(Text("Red begins, but no red ball lies at the bottom of a rod"))
    rods = balls_on_rods(s)
    before = {tuple(sorted(remove_top(rods, cell % 16))) for cell in last_ball_cells(s)}
    if not any(is_possible_order(left, s.players, bool(s.neutral)) for left in before):
        raise BadPosition(
            Text("there is no order in which these balls could have been dropped in turn")
        )


def last_ball_cells(s: State) -> list[int]:
    """Return the cells of which one must hold the ball dropped last."""
    balls = s.red | s.blue | s.yellow
    last = (s.turn - 1) % s.players
    who = ABOUT.players[last]
    tops = balls & ~(balls >> 16) & (s[last] | (s.yellow if s.neutral else 0))
    if not tops:
        raise BadPosition(Text("{who} moved last, but no ball of {who} lies on top", who=who))
    ends = [cell for cell in each(tops) if s.most_fours or completes_all_fours(s, cell)]
    if not ends:
        player = next(player for player in range(s.players) if has_four(s[player]))
        owner = ABOUT.players[player]
        raise BadPosition(
            Text("{owner} has a four that the last ball did not complete", owner=owner),
            map(cell_name, four_cells(s, [player])),
        )
    return ends


def completes_all_fours(s: State, cell: int) -> bool:
    """Return whether there is no four without the ball in this cell."""
    return not any(has_four(s[owner] & ~(1 << cell)) for owner in range(s.players))


def remove_top(rods: list[str], rod: int) -> list[str]:
    """Return the rods that are not empty after the top ball of one has been removed."""
    left = [*rods[:rod], rods[rod][:-1], *rods[rod + 1 :]]
    return [balls for balls in left if balls]


MAX_ORDER_STATES = 2_000  # visited in the search for an order; beyond, an order is assumed


def is_possible_order(rods: tuple[str, ...], players: int, neutral: bool) -> bool:
    """Return whether players in turn can have dropped these balls, each rod from the bottom up."""
    turns = sum(map(len, rods))
    dead_ends: set[tuple[str, ...]] = set()
    visited = 0

    def can_continue(rods: tuple[str, ...], turn: int) -> bool:
        nonlocal visited
        visited += 1
        if turn == turns or visited > MAX_ORDER_STATES:
            return True
        own, following = "rby"[turn % players], "rby"[(turn + 1) % players]
        playable = [rod for rod in set(rods) if rod[0] == own or (neutral and rod[0] == "y")]
        # Try rods that give the next player a ball first; neutral balls also fit later.
        playable.sort(key=lambda rod: (rod[0] != own, rod[1:2] != following, -len(rod), rod))
        for rod in playable:
            left = list(rods)
            left.remove(rod)
            following_rods = tuple(sorted([*left, rod[1:]] if rod[1:] else left))
            if following_rods not in dead_ends and can_continue(following_rods, turn + 1):
                return True
        dead_ends.add(rods)
        return False

    return can_continue(rods, 0)
