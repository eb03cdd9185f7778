"""Position strings of Six in Line, and which of them no game leads to."""

from collections.abc import Mapping
from itertools import combinations, permutations

from steinreich.rules import *

from .about import ABOUT
from .actions import slide_name
from .picture import stone
from .rules import (
    FIRST_PLACEMENT,
    FIRST_SLIDE,
    FULL,
    LANES,
    LINES,
    MOST_LINES,
    NAMES,
    STONES,
    State,
    candidates,
    coins_of,
    goal,
    legal,
    play,
    slide_of,
    slide_target,
    start,
)
from .words import COIN, STONE, line_name


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


def setup(pieces: Mapping[int, Piece], options: Options) -> SetUp:
    """Stones on squares; coins and a slide just made have to be said."""
    players = int(options["players"])
    first = max(len(pieces) - 1, 0)  # without coins it is this player's turn, from the first on
    opening = ("o2",) if not pieces else ("o1", "s") if len(pieces) == 1 else ("s",)
    coins = tuple(map(str, range(goal(players) + MOST_LINES)))
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
                    Words(f"Coins: {who.en}", f"Münzen: {who.de}"),
                    coins,
                    # Two coins leave open whose turn it is; two at once may have emptied the board.
                    tried=coins[: 3 if len(pieces) <= 2 else 2] if player >= players - 2 else (),
                    joint="-" if player else " ",
                )
                for player, who in enumerate(ABOUT.players[:players])
            ),
            Detail(
                "due",
                Words("What is due", "Was ansteht"),
                ("o2", "o1", "s", *slides),
                (*DUE, *(Words(f"place after {one}", f"Setzen nach {one}") for one in slides)),
                opening,
            ),
        ),
        (Supply("o", STONES, ALL_STONES),),
    )


ALL_STONES = Words(
    f"all {STONES} stones are on the board", f"alle {STONES} Steine liegen auf dem Brett"
)
DUE = (  # instead of a placement
    Words("open with two stones", "mit zwei Steinen eröffnen"),
    Words("the second opening stone", "zweiter Stein der Eröffnung"),
    Words("slide", "schieben"),
)


def possible_slides(s: State) -> list[str]:
    """The slides that may just have been made."""
    return [
        slide_name(slide)
        for target in each(s.stones)
        for origin in each(FULL & ~s.stones)
        if (slide := slide_of(origin, target)) is not None and may_have_slid(s, slide)
    ]


def may_have_slid(s: State, slide: int) -> bool:
    """Whether a slide was legal where it began."""
    before = before_slide(s, slide)
    return legal(before, candidates(before), FIRST_SLIDE + slide)


def before_slide(s: State, slide: int) -> State:
    """The state in which a slide began."""
    return s._replace(stones=s.stones & ~bit(slide_target(slide)) | bit(slide // 12))


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
                Words(f"{part!r} is not a number of coins", f"{part!r} ist keine Zahl von Münzen")
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
                    "an empty board needs an opening (o2), not a slide",
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
            ),
            (origin, target),
        )
    slide = slide_of(cell, to)
    if slide is None or not may_have_slid(s, slide):
        raise BadPosition(
            Words(f"{due} was not a legal slide", f"die Verschiebung {due} war nicht erlaubt"),
            (origin, target),
        )
    return s._replace(slide=slide), before_slide(s, slide)


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
                    f"eine volle Linie ist liegen geblieben: {name.de}",
                ),
                (NAMES[cell] for cell in each(line)),
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
