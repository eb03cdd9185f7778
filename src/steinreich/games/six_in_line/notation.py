"""Names of actions and position strings of Six in Line, and reasons why some are not legal.

Converts actions to names, data and spoken texts and back, and states to position strings and back.
Positions that no game leads to are rejected.
"""

from collections.abc import Mapping
from functools import cache
from itertools import combinations, permutations

from steinreich.rules import *

from .about import ABOUT
from .picture import line_name, stone
from .rules import (
    FIRST_PLACEMENT,
    FIRST_SLIDE,
    FULL,
    LANES,
    LINES,
    MAX_LINES_PER_TURN,
    NAMES,
    SLIDE_LANES,
    STONES,
    State,
    candidates,
    coin_goal,
    find_slide,
    get_coins,
    is_last_solo_turn,
    is_legal,
    path,
    play,
    slide_target,
    start,
    targets,
)

ACTION_PATTERN = r"[a-f][1-6]-[a-f][1-6]|\+[a-f][1-6]|[a-f][1-6]"
ACTION_SEPARATOR = ""  # a turn in a record is written e3-a3+d3


def slide_name(slide: int) -> str:
    return f"{NAMES[slide // 12]}-{NAMES[slide_target(slide)]}"


def name(s: State, action: int) -> str:
    """Return the name of an action: `e3` opens, `e3-a3` slides, `+d3` places."""
    if action < FIRST_SLIDE:
        return NAMES[action]
    if action < FIRST_PLACEMENT:
        return slide_name(action - FIRST_SLIDE)
    return "+" + NAMES[action - FIRST_PLACEMENT]


@cache
def placement(cell: int) -> Action:
    """Return the placement of a stone on a square."""
    return Action("place", (cell,), (stone(cell),))


def describe_action(s: State, action: int) -> Action:
    """Return the origin and target of a slide, or the square of a placement."""
    if FIRST_SLIDE <= action < FIRST_PLACEMENT:
        slide = action - FIRST_SLIDE
        return Action("move", (slide // 12, slide_target(slide)))
    return placement(action if action < FIRST_SLIDE else action - FIRST_PLACEMENT)


def parse_action(s: State, name: str) -> Action | Text:
    """Return the named action; a placement has a plus sign, an opening stone has none."""
    if "-" in name:
        cell, to = map(NAMES.index, name.split("-"))
        return Action("move", (cell, to))
    if (name[0] == "+") == bool(s.opening):
        return describe_required_action(s)
    return placement(NAMES.index(name.removeprefix("+")))


def find_action(s: State, description: Action) -> int | None:
    """Return the number of an action, or None if there is no such slide."""
    if description.kind == "place":
        return description.cells[0] + (0 if s.opening else FIRST_PLACEMENT)
    slide = find_slide(*description.cells)
    return None if slide is None else FIRST_SLIDE + slide


REQUIRED_ACTIONS = {
    "opening": Text("an opening stone must be placed"),
    "slide": Text("a stone must slide"),
    "placement": Text("a new stone must be placed"),
}


def describe_required_action(s: State) -> Text:
    """Return which kind of action is required first."""
    duty = REQUIRED_ACTIONS["opening" if s.opening else "slide" if s.slide < 0 else "placement"]
    return Text("{duty} now", duty=duty)


def why_not(s: State, description: Action) -> Text | None:
    """Return why an action cannot be played."""
    slides = not s.opening and s.slide < 0
    if (description.kind == "move") != slides:
        return describe_required_action(s)
    return (
        why_no_slide(s, *description.cells) if slides else why_no_placement(s, description.cells[0])
    )


def why_no_placement(s: State, square: int) -> Text | None:
    """Return why no stone can be placed on a square; None if one can."""
    cell = NAMES[square]
    if has(s.stones, square):
        return Text("{cell} is not empty", cell=cell)
    if s.opening or is_last_solo_turn(s):
        return None
    if square == s.slide // 12:
        return Text("the stone has just left {cell}", cell=cell)
    lane, slide = lane_name(s.slide), slide_name(s.slide)
    return Text(
        "{cell} is not in {lane}, in which the stone slid ({slide})",
        cell=cell,
        lane=lane,
        slide=slide,
    )


def lane_name(slide: int) -> Text:
    """Return the row or column of a slide."""
    return line_name(LINES.index(SLIDE_LANES[slide]))


def why_no_slide(s: State, cell: int, to: int | None = None) -> Text | None:
    """Return why a slide is illegal, or why a stone cannot slide if `to` is None."""
    origin = NAMES[cell]
    if not has(s.stones, cell):
        return Text("there is no stone on {origin}", origin=origin)
    if to is None:
        return why_stuck(s, cell)
    target = NAMES[to]
    if cell == to:
        return Text("the stone must go to another square")
    if to not in targets(cell):
        return Text(
            "{origin} and {target} are not in one row or column", origin=origin, target=target
        )
    if has(s.stones, to):
        return Text("{target} is not empty", target=target)
    if between := path(cell, to) & s.stones:
        first = NAMES[lowest(between) if to > cell else highest(between)]
        return Text(
            "the stone on {first} is in the way from {origin} to {target}",
            first=first,
            origin=origin,
            target=target,
        )
    if s.single_step and count(path(cell, to)) > 1:
        return Text("a stone slides one square only")
    slide = find_slide(cell, to)
    assert slide is not None  # both are in one row or column
    lane = lane_name(slide)
    return Text(
        "{lane} holds five stones already, so there would be no room for the new stone", lane=lane
    )


def why_stuck(s: State, cell: int) -> Text | None:
    """Return why a stone cannot slide; None if it can."""
    beside = [to for to in targets(cell) if count(path(cell, to)) == 1 and not has(s.stones, to)]
    if not beside:
        origin = NAMES[cell]
        return Text("no square beside {origin} is empty", origin=origin)
    slides = [find_action(s, Action("move", (cell, to))) for to in beside]
    if any(slide is not None and is_legal(s, candidates(s), slide) for slide in slides):
        return None
    return why_no_slide(s, cell, beside[0])


def spoken_name(s: State, action: int) -> Text:
    """Return an action as it is read aloud."""
    squares = [NAMES[cell] for cell in describe_action(s, action).cells]
    if FIRST_SLIDE <= action < FIRST_PLACEMENT:
        origin, target = squares
        return Text("slide {origin} to {target}", origin=origin, target=target)
    if action >= FIRST_PLACEMENT:
        return Text("new stone on {squares}", squares=squares[0])
    return Text("stone on {squares}", squares=squares[0])


def last_action(s: State) -> int | None:
    """Return the slide of this turn."""
    return None if s.slide < 0 else FIRST_SLIDE + s.slide


# Position strings


def text(s: State) -> str:
    """Return the position string."""
    squares = board_text(6, 6, lambda x, y: "o" if has(s.stones, x + 6 * y) else "")
    coins = "-".join(str(get_coins(s, player)) for player in range(s.players))
    due = f"o{s.opening}" if s.opening else "s" if s.slide < 0 else slide_name(s.slide)
    return f"{squares} {s.turn + 1} {coins} {due}"


def parse(text: str, options: Options) -> State:
    """Return the state of a position string."""
    squares, turn, coins, due = split_fields(text, Text("board player coins due"))
    s = start(options)
    stones = bitboard(x + 6 * y for x, y in parse_board(squares, 6, 6, "o"))
    if turn not in [str(player + 1) for player in range(s.players)]:
        raise BadPosition(
            Text("the player is {turn}, not 1 to {players}", turn=repr(turn), players=s.players)
        )
    s = s._replace(stones=stones, turn=int(turn) - 1, coins=parse_coins(coins, s.players))
    s, before = parse_required_action(s, due)
    check_stones(before)
    check_coins(before, is_live=s != before)
    check_turns(before)
    return s


def setup(pieces: Mapping[int, Piece], options: Options) -> SetUp:
    """Return how a position is set up: stones on squares, with coins and a slide stated."""
    players = int(options["players"])
    first = max(len(pieces) - 1, 0)  # number of turns, if no coin has been earned
    opening = ("o2",) if not pieces else ("o1", "s") if len(pieces) == 1 else ("s",)
    coins = tuple(map(str, range(coin_goal(players) + MAX_LINES_PER_TURN)))
    slides = possible_slides(start(options)._replace(stones=bitboard(pieces), opening=0))
    return SetUp(
        (stone(0),),
        pieces_text(6, 6, pieces),
        (
            whose_turn(
                "1234"[:players],
                ABOUT.players,
                *((first + later) % players for later in range(players)),
            ),
            *(
                Detail(
                    f"coins_{player + 1}",
                    Text("Coins: {who}", who=who),
                    coins,
                    # Up to one coin is tried for each of the last two players: with two coins in
                    # all, any player may be to move.  If few stones are left, up to two are tried:
                    # one turn may have earned both and emptied the board.
                    defaults=coins[: 3 if len(pieces) <= 2 else 2] if player >= players - 2 else (),
                    separator="-" if player else " ",
                )
                for player, who in enumerate(ABOUT.players[:players])
            ),
            Detail(
                "due",
                Text("What is due"),
                ("o2", "o1", "s", *slides),
                (*REQUIRED_ACTION_LABELS, *(Text("place after {one}", one=one) for one in slides)),
                opening,
            ),
        ),
        (Supply("o", STONES, ALL_STONES),),
    )


ALL_STONES = Text("all {stones} stones are on the board", stones=STONES)
REQUIRED_ACTION_LABELS = (  # of required actions other than a placement
    Text("open with two stones"),
    Text("the second opening stone"),
    Text("slide"),
)


def possible_slides(s: State) -> list[str]:
    """Return the slides that may have been the last action."""
    return [
        slide_name(slide)
        for target in each(s.stones)
        for origin in each(FULL & ~s.stones)
        if (slide := find_slide(origin, target)) is not None and is_possible_slide(s, slide)
    ]


def is_possible_slide(s: State, slide: int) -> bool:
    """Return whether a slide to the current state was legal."""
    before = before_slide(s, slide)
    return is_legal(before, candidates(before), FIRST_SLIDE + slide)


def before_slide(s: State, slide: int) -> State:
    """Return the state before a slide."""
    return s._replace(stones=s.stones & ~bit(slide_target(slide)) | bit(slide // 12))


def parse_coins(text: str, players: int) -> int:
    """Return the coins of all players as one number."""
    parts = text.split("-")
    if len(parts) != players:
        raise BadPosition(
            Text(
                "expected coins for {players} players, not for {count}: {given}",
                players=players,
                count=len(parts),
                given=repr(text),
            )
        )
    for part in parts:
        if part not in list("0123456789"):
            raise BadPosition(Text("{part} is not a number of coins", part=repr(part)))
    return sum(int(part) << 8 * player for player, part in enumerate(parts))


def parse_required_action(s: State, due: str) -> tuple[State, State]:
    """Return the state with the required action, and the state in which this turn began.

    `o2`, `o1` and `s` require opening stones and a slide; the name of a slide requires a placement.
    """
    if due in ("o2", "o1"):
        if count(s.stones) != 2 - int(due[1]):
            raise BadPosition(
                Plural(
                    "{due} is due, but there is {n} stone on the board",
                    "{due} is due, but there are {n} stones on the board",
                    count(s.stones),
                    due=due,
                )
            )
        return s._replace(opening=int(due[1])), s._replace(opening=2, stones=0)
    s = s._replace(opening=0)
    if due == "s":
        if not s.stones:
            raise BadPosition(Text("an empty board needs an opening (o2), not a slide"))
        return s, s
    return parse_slide(s, due)


def parse_slide(s: State, due: str) -> tuple[State, State]:
    """Return the state after a named slide, and the one before it."""
    origin, _, target = due.partition("-")
    if origin not in NAMES or target not in NAMES:
        raise BadPosition(Text("{due} is neither o2, o1, s nor a slide", due=repr(due)))
    cell, to = NAMES.index(origin), NAMES.index(target)
    if has(s.stones, cell) or not has(s.stones, to):
        raise BadPosition(
            Text(
                "after the slide {due} a stone is on {target} and none on {origin}",
                due=due,
                target=target,
                origin=origin,
            ),
            (origin, target),
        )
    slide = find_slide(cell, to)
    if slide is None or not is_possible_slide(s, slide):
        raise BadPosition(
            Text("{due} was not a legal slide", due=due),
            (origin, target),
        )
    return s._replace(slide=slide), before_slide(s, slide)


def check_stones(s: State) -> None:
    """Check that there are at most thirty stones and no full line at the start of a turn."""
    if count(s.stones) > STONES:
        stones = count(s.stones)
        raise BadPosition(
            Text("{stones} stones are more than {stones2}", stones=stones, stones2=STONES)
        )
    for i, line in enumerate(LINES):
        if s.stones & line == line:
            name = line_name(i)
            raise BadPosition(
                Text("a full line is left standing: {name}", name=name),
                (NAMES[cell] for cell in each(line)),
            )


def check_coins(s: State, is_live: bool) -> None:
    """Check that no player has enough coins to win, except the last mover in a finished game."""
    mover = (s.turn - 1) % s.players
    for player in range(s.players):
        max_coins = coin_goal(s.players) - 1
        if player == mover and not is_live:
            max_coins += 1 if s.coin_per_turn else MAX_LINES_PER_TURN
        if get_coins(s, player) > max_coins:
            raise BadPosition(
                Plural(
                    "player {number} cannot have {n} coin",
                    "player {number} cannot have {n} coins",
                    get_coins(s, player),
                    number=player + 1,
                )
            )


def check_turns(s: State) -> None:
    """Check that the player to move fits the stones, and that some turn leads here."""
    if not s.coins and not s.opening and count(s.stones) < 2:
        raise BadPosition(Text("without coins the two opening stones are still on the board"))
    turns = count_turns(s)
    if turns is not None and turns % s.players != s.turn:
        due = turns % s.players + 1
        raise BadPosition(Text("with these stones and coins player {due} is to move", due=due))
    if turns not in (0, 1) and not may_follow_opening(s) and not has_predecessor(s):
        mover = (s.turn - 1) % s.players + 1
        raise BadPosition(
            Text("no turn of player {mover} leads to these stones and coins", mover=mover)
        )


def count_turns(s: State) -> int | None:
    """Return the number of turns before this one, if the stones determine it."""
    if not s.coins:
        return 0 if s.opening else count(s.stones) - 1
    one_coin = sum(get_coins(s, player) for player in range(s.players)) == 1
    if one_coin and not s.coin_per_turn and s.players > 1:
        return count(s.stones) + 5  # six stones have left the board
    return None


def may_follow_opening(s: State) -> bool:
    """Return whether the last turn may have been an opening of an emptied board."""
    who = (s.turn - 2) % s.players
    lines = 1 if s.coin_per_turn else 2  # no turn empties the board by a single line
    return count(s.stones) == 2 and get_coins(s, who) >= lines


def has_predecessor(s: State) -> bool:
    """Return whether a slide and a placement of the last mover lead to this state."""
    if s.players == 1 and (s.coins or count(s.stones) == STONES):
        return True  # the last stone may have been placed anywhere
    mover = (s.turn - 1) % s.players
    for lines in range(MAX_LINES_PER_TURN + 1):
        earned = min(lines, 1) if s.coin_per_turn else lines
        if not 0 <= get_coins(s, mover) - earned < coin_goal(s.players):
            continue
        before = s._replace(turn=mover, coins=s.coins - (earned << 8 * mover), opening=0)
        for lane in LINES[:LANES]:
            for ends in permutations(each(lane), 2):
                across = bitboard(ends)
                emptied = [x for x in LINES if x & across and x != lane and not x & s.stones]
                for full in combinations(emptied, lines):
                    if is_possible_turn(s, before, lane & ~s.stones, ends, full):
                        return True
    return False


def is_possible_turn(
    s: State, before: State, origins: int, ends: tuple[int, int], full: tuple[int, ...]
) -> bool:
    """Return whether a turn that fills exactly these lines leads to this state.

    The turn slides from one of the `origins` to the first of the `ends` and places on the second.
    """
    target, placed = ends
    stones = s.stones
    for line in full:
        stones |= line
    if not has(stones, target) or not has(stones, placed):
        return False
    for origin in each(origins & ~stones):
        began = before._replace(stones=stones & ~bitboard(ends) | bit(origin))
        slide = find_slide(origin, target)
        assert slide is not None  # both are in one row or column
        turns = count_turns(began)
        is_due = turns is None or turns % s.players == began.turn
        if is_due and is_legal(began, candidates(began), FIRST_SLIDE + slide):
            after = play(play(began, FIRST_SLIDE + slide), FIRST_PLACEMENT + placed)
            if after == s and not any(began.stones & line == line for line in LINES):
                return True
    return False
