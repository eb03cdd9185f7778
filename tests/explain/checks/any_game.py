"""Check the claims of reasons in another way than the package: by playing through `Position`.

A check belongs to a pattern of the English words. A reason without a pattern is an error, so every
claim is checked here.
"""

import re
from collections.abc import Callable

from steinreich import IllegalMove, Position
from steinreich.rules.contract import DRAW, ONGOING
from steinreich.rules.language import NUMBERS as NUMBER_WORDS

Check = Callable[["Situation", re.Match[str]], bool]
CHECKS: dict[re.Pattern[str], Check] = {}
NUMBERS = [words.in_language("en") for words in NUMBER_WORDS]
RIVAL = "(?:the opponent|the next player)"


class Situation:
    """An action in a position."""

    def __init__(self, before: Position, action: int) -> None:
        self.before = before
        self.action = action
        self.name = before.name(action)
        self.mover = before.player
        self.after = before.after(action)
        self.others = [before.after(other) for other in before.actions() if other != action]


def check(pattern: str) -> Callable[[Check], Check]:
    """Register a check for reasons that match a pattern."""

    def register(function: Check) -> Check:
        CHECKS[re.compile(pattern)] = function
        return function

    return register


def is_true(situation: Situation, words: str) -> bool:
    """Return whether a reason is true."""
    matches = [
        (check, match) for pattern, check in CHECKS.items() if (match := pattern.fullmatch(words))
    ]
    assert len(matches) == 1, f"{len(matches)} checks for {words!r}"
    [(check_claim, match)] = matches
    return check_claim(situation, match)


def parse_number(word: str) -> int:
    """Return the value of a number word or of digits; an article is one."""
    return 1 if word in ("a", "the") else NUMBERS.index(word) if word in NUMBERS else int(word)


def split_names(listed: str) -> list[str]:
    """Return the parts of `a, b and c`."""
    return re.split(r", | and | or ", listed)


def get_letters(position: Position) -> dict[str, str]:
    """Return the letter of the piece on each cell."""
    cells = position.game.board.cells
    return {cells[piece.cell].name: piece.letter for piece in position.pieces()}


def play_turn(position: Position, turn: str) -> Position:
    """Return the position after a turn given by action names."""
    for name in position.game.definition.action_pattern.findall(turn):
        position = position.play(name)
    return position


def wins(position: Position, turn: str) -> bool:
    """Return whether the player to move wins with this turn."""
    try:
        return play_turn(position, turn).outcome == position.player
    except IllegalMove:
        return False


def can_win(position: Position) -> bool:
    """Return whether the player to move can win in this turn."""
    for action in position.actions():
        after = position.after(action)
        if after.outcome == position.player:
            return True
        is_same_player = not after.is_over and after.player == position.player
        has_next_action = not after.starts_turn or position.game.players > 1
        if is_same_player and has_next_action and can_win(after):
            return True
    return False


def loses_soon(after: Position, mover: int) -> bool:
    """Return whether the action that led here has lost, or lets the next player win."""
    if after.is_over:
        return after.outcome not in (DRAW, mover)
    return after.player != mover and can_win(after)


def wins_next_turn(position: Position, player: int, wins_from: Callable[[Position], bool]) -> bool:
    """Return whether the player wins in the next turn, whatever the others do.

    `wins_from` tests whether the player wins from a position at the beginning of that turn.
    """
    if position.is_over:
        return position.outcome == player
    if position.player == player:
        return wins_from(position)
    return all(wins_next_turn(position.after(a), player, wins_from) for a in position.actions())


# Reasons of all games


@check(r"(wins at once|(?:completes|fills|leaves|occupies|captures|takes|brings) .* and wins.*)")
def wins_at_once(x: Situation, m: re.Match[str]) -> bool:
    if cells := re.findall(r"(?:\w+(?:\.\d)?-){3}\w+(?:\.\d)?", m[1]):
        listed = x.after.game.board.cells
        won = {"-".join(listed[cell].name for cell in line) for line in x.after.winning_lines}
        return x.after.outcome == x.mover and set(cells) == won
    return x.after.outcome == x.mover


@check(r"(loses at once|(?:completes|fills|leaves|covers) .* and loses.*)")
def loses_at_once(x: Situation, m: re.Match[str]) -> bool:
    return x.after.outcome not in (x.mover, ONGOING, DRAW)


@check(r"(ends the game in a draw|.*: a draw|.* and the game is a draw)")
def ends_in_draw(x: Situation, m: re.Match[str]) -> bool:
    return x.after.outcome == DRAW


@check("is the only legal move")
def is_only_legal_action(x: Situation, m: re.Match[str]) -> bool:
    return len(x.before.actions()) == 1


@check("is the only move that does not lose at once")
def all_others_lose_at_once(x: Situation, m: re.Match[str]) -> bool:
    lost = [o.outcome not in (ONGOING, DRAW, x.mover) for o in x.others]
    return all(lost) and bool(lost) and x.after.outcome in (ONGOING, DRAW)


@check("misses the win with (.*)")
def misses_win(x: Situation, m: re.Match[str]) -> bool:
    return wins(x.before, m[1]) and not m[1].startswith(x.name)


@check("makes (.*) possible, which wins at once")
def allows_win_in_same_turn(x: Situation, m: re.Match[str]) -> bool:
    return wins(x.after, m[1]) and x.after.player == x.mover


@check(rf"lets {RIVAL} win with (.*?)(, and no other move would help)?")
def lets_opponent_win(x: Situation, m: re.Match[str]) -> bool:
    helpless = not m[2] or all(loses_soon(other, x.mover) for other in x.others)
    return x.after.player != x.mover and wins(x.after, m[1]) and helpless


@check(rf"(stops|is the only move that stops) {RIVAL} from winning with (.*)")
def stops_win(x: Situation, m: re.Match[str]) -> bool:
    num_losing = sum(not other.is_over and wins(other, m[2]) for other in x.others)
    enough = 2 * num_losing > len(x.others) if m[1] == "stops" else num_losing == len(x.others)
    return enough and not can_win(x.after)


@check(rf"is the only move that does not lose in {RIVAL}'s next turn")
def all_others_lose_next_turn(x: Situation, m: re.Match[str]) -> bool:
    return not can_win(x.after) and all(loses_soon(other, x.mover) for other in x.others)


@check(r"threatens to win(?: with (.*))?, and only (.*) stops it")
def threatens_to_win(x: Situation, m: re.Match[str]) -> bool:
    wins_from = make_win_test(m[1])
    escapes = {
        x.after.name(a)
        for a in x.after.actions()
        if not wins_next_turn(x.after.after(a), x.mover, wins_from)
    }
    return escapes == set(split_names(m[2])) and x.after.game.players == 2


@check(r"wins next turn(?: with (.*))?, whatever the reply")
def wins_next_turn_by_force(x: Situation, m: re.Match[str]) -> bool:
    return x.after.player != x.mover and wins_next_turn(x.after, x.mover, make_win_test(m[1]))


@check(r"opens a double threat: (.*) and (.*) win, and the opponent can stop only one")
def has_double_threat(x: Situation, m: re.Match[str]) -> bool:
    both = wins_next_turn(x.after, x.mover, make_win_test(f"{m[1]} or {m[2]}"))
    return both and not any(
        wins_next_turn(x.after, x.mover, make_win_test(name)) for name in m.groups()
    )


def make_win_test(turns: str | None) -> Callable[[Position], bool]:
    """Return a test whether one of these turns wins a position; None stands for all turns."""
    if turns is None:
        return can_win
    names = split_names(turns)
    return lambda position: any(wins(position, turn) for turn in names)


@check(r"takes (.*) off the board")
def takes_pieces(x: Situation, m: re.Match[str]) -> bool:
    colours = {piece.colour for piece in x.before.pieces()}
    removed = {
        colour: count_pieces(x.before, colour) - count_pieces(x.after, colour) for colour in colours
    }
    claimed = {part.split()[1]: parse_number(part.split()[0]) for part in split_names(m[1])}
    return claimed == {colour: n for colour, n in removed.items() if n > 0}


def count_pieces(position: Position, colour: str) -> int:
    """Return the number of pieces of a colour, including those in stacks."""
    return sum(piece.height for piece in position.pieces() if piece.colour == colour)


@check(rf"leaves {RIVAL} only (\w+) repl(?:y|ies): (.*)")
def limits_replies(x: Situation, m: re.Match[str]) -> bool:
    return x.after.legal_moves() == split_names(m[2]) and parse_number(m[1]) == len(
        split_names(m[2])
    )


@check(rf"gives {RIVAL} another task: “(.*)”")
def changes_task_of_opponent(x: Situation, m: re.Match[str]) -> bool:
    differing = [o.prompt != x.after.prompt for o in x.others if not o.is_over]
    return m[1] == x.after.prompt.in_language("en") and 2 * sum(differing) > len(differing)


@check("earns another turn")
def has_another_turn(x: Situation, m: re.Match[str]) -> bool:
    return x.after.player == x.mover and x.after.starts_turn and x.after.game.players > 1


@check(rf"does not let {RIVAL} win at once")
def does_not_let_opponent_win(x: Situation, m: re.Match[str]) -> bool:
    return x.after.player != x.mover and not can_win(x.after)


@check("is a quiet move")
def is_quiet_action(x: Situation, m: re.Match[str]) -> bool:
    return not x.after.is_over
