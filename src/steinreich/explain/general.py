"""Reasons for any game, derived from its rules alone."""

from collections.abc import Iterator

from steinreich.explain.context import Context
from steinreich.explain.reason import Kind, Reason
from steinreich.rules.contract import DRAW, ONGOING
from steinreich.rules.language import Plural, Text, join_with_and, join_with_or, number

MAX_NAMED_REPLIES = 3  # more replies are not listed in a reason
PIECES = {  # by colour: one piece, and several pieces, as the object of a sentence
    "white": (Text("one white piece"), Text("{number} white pieces")),
    "black": (Text("one black piece"), Text("{number} black pieces")),
    "red": (Text("one red piece"), Text("{number} red pieces")),
    "blue": (Text("one blue piece"), Text("{number} blue pieces")),
    "yellow": (Text("one yellow piece"), Text("{number} yellow pieces")),
    "wood": (Text("one wooden piece"), Text("{number} wooden pieces")),
}


def general_reasons(context: Context) -> Iterator[Reason]:
    """Yield all reasons that apply in any game."""
    if context.after.is_over:
        yield ending_reason(context)
    yield from choice_reasons(context)
    yield from danger_reasons(context)
    yield from winning_reasons(context)
    yield from gain_reasons(context)
    yield from reply_reasons(context)
    yield quiet_reason(context)


def ending_reason(context: Context) -> Reason:
    """Return the reason for an action that ends the game."""
    if context.after.outcome == context.mover:
        return Reason(Kind.ENDS_GAME, describe_win(context))
    if context.after.outcome == DRAW:
        return Reason(Kind.ENDS_GAME, Text("ends the game in a draw"))
    return Reason(Kind.ENDS_GAME, Text("loses at once"))


def describe_win(context: Context) -> Text:
    """Return how the game was won: by a line, or because the opponent has no legal action."""
    cells = context.game.board.cells
    lines = ["-".join(cells[cell].name for cell in line) for line in context.after.winning_lines]
    if lines:
        names = join_with_and(lines)
        return Text("completes {names} and wins", names=names)
    if context.rival_is_stuck:
        return Text("leaves {rival} without a legal move and wins", rival=context.rival.recipient)
    return Text("wins at once")


def choice_reasons(context: Context) -> Iterator[Reason]:
    """Yield reasons that compare the action with its alternatives."""
    if not context.others:
        words = Text("is the only legal move")
        yield Reason(Kind.ONLY_MOVE, words)
    elif context.others_lose and context.after.outcome in (ONGOING, DRAW):
        words = Text("is the only move that does not lose at once")
        yield Reason(Kind.ONLY_MOVE, words)
    if context.after.outcome != context.mover and not context.continuation and context.missed_win:
        win = context.missed_win
        yield Reason(Kind.MISSED_WIN, Text("misses the win with {win}", win=win))


def danger_reasons(context: Context) -> Iterator[Reason]:
    """Yield reasons about wins of the next player, allowed or prevented."""
    win, danger, rival = context.rival_win, context.danger, context.rival
    if win and danger and danger.only_loss:
        words = Text(
            "lets {rival} win with {win}, and no other move would help", rival=rival.object, win=win
        )
        yield Reason(Kind.BLUNDER, words)
    elif win:
        words = Text("lets {rival} win with {win}", rival=rival.object, win=win)
        yield Reason(Kind.BLUNDER, words)
    elif win == "" and danger:
        yield Reason(
            Kind.PREVENTS_LOSS,
            describe_rescue(context, danger.turn, danger.always, danger.only_loss),
        )


def describe_rescue(context: Context, turn: str, always: bool, only_loss: bool) -> Text:
    """Return the reason for an action that prevents a win of the next player."""
    rival = context.rival
    if always:
        return Text(
            "is the only move that stops {rival} from winning with {turn}",
            rival=rival.subject,
            turn=turn,
        )
    if only_loss:
        return Text("is the only move that does not lose in {rival}'s next turn", rival=rival.owner)
    return Text("stops {rival} from winning with {turn}", rival=rival.subject, turn=turn)


def winning_reasons(context: Context) -> Iterator[Reason]:
    """Yield reasons about wins of the mover in this turn or the next one."""
    if context.continuation:
        rest = context.continuation
        words = Text("makes {rest} possible, which wins at once", rest=rest)
        yield Reason(Kind.ENABLES_WIN, words)
    if context.threat and context.threat.escapes:
        yield Reason(Kind.THREAT, describe_threat(context.threat.wins, context.threat.escapes))
    elif context.threat:
        yield Reason(Kind.FORCES_WIN, describe_forced_win(context, context.threat.wins))


def describe_threat(wins: tuple[str, ...], escapes: tuple[str, ...]) -> Text:
    """Return the reason for a threat with only a few defences."""
    means, stops = join_with_or(wins), join_with_or(escapes)
    if not wins:
        return Text("threatens to win, and only {stops} stops it", stops=stops)
    return Text(
        "threatens to win with {means}, and only {stops} stops it", means=means, stops=stops
    )


def describe_forced_win(context: Context, wins: tuple[str, ...]) -> Text:
    """Return the reason for a threat without a defence."""
    if len(wins) == 2 and context.game.players == 2:
        both = join_with_and(wins)
        return Text(
            "opens a double threat: {both} win, and {rival} can stop only one",
            both=both,
            rival=context.rival.subject,
        )
    means = join_with_or(wins)
    if not wins:
        return Text("wins next turn, whatever the reply")
    return Text("wins next turn with {means}, whatever the reply", means=means)


def gain_reasons(context: Context) -> Iterator[Reason]:
    """Yield the reason for an action that removes pieces."""
    removed = [describe_pieces(colour, n) for colour, n in context.removed_pieces.items()]
    if removed:
        pieces = join_with_and(removed)
        words = Text("takes {pieces} off the board", pieces=pieces)
        yield Reason(Kind.GAIN, words)


def describe_pieces(colour: str, n: int) -> Text:
    """Return a number of pieces of a colour, as an object."""
    one, many = PIECES[colour]
    return one if n == 1 else many.with_values(number=number(n))


def reply_reasons(context: Context) -> Iterator[Reason]:
    """Yield reasons about the next player's options."""
    rival, replies = context.rival, context.replies
    if 0 < len(replies) <= MAX_NAMED_REPLIES and 2 * len(replies) < 1 + len(context.others):
        words: Text = Plural(
            "leaves {rival} only one reply: {names}",
            "leaves {rival} only {number} replies: {names}",
            len(replies),
            rival=rival.recipient,
            number=number(len(replies)),
            names=join_with_or(replies),
        )
        yield Reason(Kind.FEW_REPLIES, words)
    if context.new_task:
        words = Text(
            "gives {rival} another task: “{new_task}”",
            rival=rival.recipient,
            new_task=context.new_task,
        )
        yield Reason(Kind.NEW_TASK, words)
    if context.moves_again:
        yield Reason(Kind.EXTRA_TURN, Text("earns another turn"))


def quiet_reason(context: Context) -> Reason:
    """Return the reason for an action without any other reason."""
    if context.passes_turn and context.rival_win == "":
        words = Text("does not let {rival} win at once", rival=context.rival.object)
    else:
        words = Text("is a quiet move")  # it may yet be a proven win
    return Reason(Kind.QUIET, words)
