"""What the server says to people at a table, in both languages."""

from steinreich.core.about import Words
from steinreich.draw.picture import result as result_by_rules
from steinreich.server.table import Result, Table

ONLY_WATCHING = Words(
    "You are watching; only those who sit at the table can do this.",
    "Du schaust zu; das können nur, die am Tisch sitzen.",
)
NOT_YOUR_SEAT = Words("This is not your seat.", "Das ist nicht dein Platz.")
NO_SUCH_SEAT = Words("There is no such seat.", "Diesen Platz gibt es nicht.")
SEAT_IS_TAKEN = Words("Somebody sits there already.", "Dort sitzt schon jemand.")
NOT_EVERYBODY_HERE = Words(
    "The game begins as soon as everybody is here.", "Das Spiel beginnt, sobald alle da sind."
)
GAME_IS_OVER = Words("The game is over.", "Das Spiel ist zu Ende.")
NOT_OVER = Words("The game is not over yet.", "Das Spiel ist noch nicht zu Ende.")
GONE_ON = Words("The game has gone on meanwhile.", "Das Spiel ist inzwischen weitergegangen.")
TIME_IS_UP = Words("Your time is up.", "Deine Zeit ist um.")
TOO_MANY_ACTIONS = Words("No turn has so many actions.", "So viele Aktionen hat kein Zug.")
TURN_IS_COMPLETE = Words("The turn is complete.", "Der Zug ist vollständig.")
OFFERED_ALREADY = Words("You have offered this already.", "Das hast du schon angeboten.")
JUST_DECLINED = Words(
    "This has just been declined; play on before you ask again.",
    "Das wurde eben abgelehnt; spiele weiter, bevor du wieder fragst.",
)
NO_SUCH_OFFER = Words("There is no such offer any more.", "Dieses Angebot gibt es nicht mehr.")
ALONE = Words(
    "Who plays alone cannot agree on a draw.", "Wer allein spielt, kann kein Remis vereinbaren."
)
NOTHING_TO_UNDO = Words("There is nothing to take back.", "Es gibt nichts zurückzunehmen.")
REMATCH_BEGUN = Words("The next game has been set up.", "Das nächste Spiel ist schon aufgebaut.")


def turn_of(table: Table) -> Words:
    """Whose turn it is."""
    who = title(table, table.position.player)
    return Words(f"It is {who.en}'s turn.", f"{who.de} ist am Zug.")


def too_much(action: str) -> Words:
    """An action that comes after the end of the turn."""
    shown = action[:20]
    return Words(
        f"The turn is complete before {shown}.", f"Vor {shown} ist der Zug schon vollständig."
    )


def title(table: Table, seat: int) -> Words:
    """How a seat is called: Red."""
    return table.game.about.players[seat]


def sentence(words: Words) -> Words:
    """A reason as a sentence.  The name of a cell stays as it is: `a5 is not empty.`"""
    return Words(*map(as_sentence, words))


def as_sentence(text: str) -> str:
    first = text.partition(" ")[0]
    begun = text if any(c.isdigit() for c in first) else text[:1].upper() + text[1:]
    return begun if begun.endswith((".", "!", "?")) else begun + "."


def ending(table: Table, result: Result) -> Words:
    """How the game ended: `Red wins: Blue has resigned`."""
    if result.reason == "rules":
        return result_by_rules(table.position)
    if result.reason == "agreed":
        return Words("Draw by agreement", "Unentschieden vereinbart")
    if result.reason == "aborted" or result.seat is None:
        return Words("The game was called off", "Das Spiel wurde abgesagt")
    who = title(table, result.seat)
    why = {
        "resigned": Words(f"{who.en} has resigned", f"{who.de} gibt auf"),
        "time": Words(f"{who.en}'s time is up", f"die Zeit von {who.de} ist um"),
    }[result.reason]
    if len(table.seats) == 1:
        alone = {
            "resigned": Words("Given up", "Aufgegeben"),
            "time": Words("Time is up", "Zeit um"),
        }
        return alone[result.reason]
    if result.winner is None:
        return Words(f"Nobody wins: {why.en}", f"Niemand gewinnt: {why.de}")
    winner = title(table, result.winner)
    return Words(f"{winner.en} wins: {why.en}", f"{winner.de} gewinnt: {why.de}")
