"""Reasons for any game, derived from its rules alone."""

from collections.abc import Iterator

from steinreich.explain.context import Context
from steinreich.explain.reason import Kind, Reason
from steinreich.rules.contract import DRAW, ONGOING
from steinreich.rules.language import Plural, Text, alternatives, listed, number

MAX_NAMED_REPLIES = 3  # replies that are few enough to be named
PIECES = {  # by colour: one piece and several, as an object
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
        yield ending(context)
    yield from choice(context)
    yield from danger_of_losing(context)
    yield from chance_of_winning(context)
    yield from gain(context)
    yield from what_follows(context)
    yield quiet(context)


def ending(context: Context) -> Reason:
    """Return the reason for an action that ends the game."""
    if context.after.outcome == context.mover:
        return Reason(Kind.ENDS, victory(context))
    if context.after.outcome == DRAW:
        return Reason(Kind.ENDS, Text("ends the game in a draw"))
    return Reason(Kind.ENDS, Text("loses at once"))


def victory(context: Context) -> Text:
    """Return how the game was won: by a line, or because the opponent has no legal action."""
    cells = context.game.board.cells
    lines = ["-".join(cells[cell].name for cell in line) for line in context.after.winning_lines]
    if lines:
        names = listed(lines)
        return Text("completes {names} and wins", names=names)
    if context.rival_is_stuck:
        return Text("leaves {rival} without a legal move and wins", rival=context.rival.recipient)
    return Text("wins at once")


def choice(context: Context) -> Iterator[Reason]:
    """Yield reasons that compare the action with its alternatives."""
    if not context.others:
        words = Text("is the only legal move")
        yield Reason(Kind.ONLY, words)
    elif context.others_lose and context.after.outcome in (ONGOING, DRAW):
        words = Text("is the only move that does not lose at once")
        yield Reason(Kind.ONLY, words)
    if context.after.outcome != context.mover and not context.continuation and context.missed:
        win = context.missed
        yield Reason(Kind.MISSES, Text("misses the win with {win}", win=win))


def danger_of_losing(context: Context) -> Iterator[Reason]:
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
        yield Reason(Kind.SAVES, rescue(context, danger.turn, danger.always, danger.only_loss))


def rescue(context: Context, turn: str, always: bool, only_loss: bool) -> Text:
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


def chance_of_winning(context: Context) -> Iterator[Reason]:
    """Yield reasons about wins of the mover in this turn or the next one."""
    if context.continuation:
        rest = context.continuation
        words = Text("makes {rest} possible, which wins at once", rest=rest)
        yield Reason(Kind.PREPARES, words)
    if context.threat and context.threat.escapes:
        yield Reason(Kind.THREAT, single_threat(context.threat.wins, context.threat.escapes))
    elif context.threat:
        yield Reason(Kind.FORCES, forced_win(context, context.threat.wins))


def single_threat(wins: tuple[str, ...], escapes: tuple[str, ...]) -> Text:
    """Return the reason for a threat with only a few defences."""
    means, stops = alternatives(wins), alternatives(escapes)
    if not wins:
        return Text("threatens to win, and only {stops} stops it", stops=stops)
    return Text(
        "threatens to win with {means}, and only {stops} stops it", means=means, stops=stops
    )


def forced_win(context: Context, wins: tuple[str, ...]) -> Text:
    """Return the reason for a threat without a defence."""
    if len(wins) == 2 and context.game.players == 2:
        both = listed(wins)
        return Text(
            "opens a double threat: {both} win, and {rival} can stop only one",
            both=both,
            rival=context.rival.subject,
        )
    means = alternatives(wins)
    if not wins:
        return Text("wins next turn, whatever the reply")
    return Text("wins next turn with {means}, whatever the reply", means=means)


def gain(context: Context) -> Iterator[Reason]:
    """Yield the reason for an action that removes pieces."""
    taken = [count_pieces(colour, n) for colour, n in context.taken.items()]
    if taken:
        pieces = listed(taken)
        words = Text("takes {pieces} off the board", pieces=pieces)
        yield Reason(Kind.GAIN, words)


def count_pieces(colour: str, n: int) -> Text:
    """Return a number of pieces of a colour, as an object."""
    one, many = PIECES[colour]
    return one if n == 1 else many.with_values(number=number(n))


def what_follows(context: Context) -> Iterator[Reason]:
    """Yield reasons about the next player's options."""
    rival, replies = context.rival, context.replies
    if 0 < len(replies) <= MAX_NAMED_REPLIES and 2 * len(replies) < 1 + len(context.others):
        words: Text = Plural(
            "leaves {rival} only one reply: {names}",
            "leaves {rival} only {number} replies: {names}",
            len(replies),
            rival=rival.recipient,
            number=number(len(replies)),
            names=alternatives(replies),
        )
        yield Reason(Kind.LIMITS, words)
    if context.new_task:
        words = Text(
            "gives {rival} another task: “{new_task}”",
            rival=rival.recipient,
            new_task=context.new_task,
        )
        yield Reason(Kind.DUE, words)
    if context.moves_again:
        yield Reason(Kind.AGAIN, Text("earns another turn"))


def quiet(context: Context) -> Reason:
    """Return the reason for an action without any other reason."""
    if context.passes_on and context.rival_win == "":
        words = Text("does not let {rival} win at once", rival=context.rival.object)
    else:
        words = Text("is a quiet move")  # it may yet be a proven win
    return Reason(Kind.QUIET, words)
