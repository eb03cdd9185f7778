"""What the server says to people at a table, in both languages."""

from steinreich.core import narration
from steinreich.draw.picture import result as result_by_rules
from steinreich.rules.language import Words
from steinreich.session.second_person import about_computer, to_player
from steinreich.session.table import Result, Table

ONLY_WATCHING = Words(
    "You are watching; only players at the table can do this.",
    "Du schaust zu; das dürfen nur die, die am Tisch sitzen.",
)
NOT_YOUR_SEAT = Words("This is not your seat.", "Das ist nicht dein Platz.")
NO_SUCH_SEAT = Words("There is no such seat.", "Diesen Platz gibt es nicht.")
SEAT_IS_TAKEN = Words("This seat is already taken.", "Dieser Platz ist schon besetzt.")
NOT_EVERYBODY_HERE = Words(
    "The game begins as soon as everyone is here.", "Die Partie beginnt, sobald alle da sind."
)
GAME_IS_OVER = Words("The game is over.", "Die Partie ist zu Ende.")
NOT_OVER = Words("The game is not over yet.", "Die Partie ist noch nicht zu Ende.")
GONE_ON = Words(
    "The game has moved on in the meantime.", "Die Partie ist inzwischen weitergegangen."
)
TIME_IS_UP = Words("Your time is up.", "Deine Zeit ist um.")
TOO_MANY_ACTIONS = Words("No turn has that many moves.", "So lang ist kein Zug.")
TURN_IS_COMPLETE = Words("The turn is complete.", "Der Zug ist vollständig.")
OFFERED_ALREADY = Words("You have already offered this.", "Das hast du schon angeboten.")
JUST_DECLINED = Words(
    "This has just been declined; make a move before you ask again.",
    "Das wurde eben abgelehnt; mach einen Zug, bevor du wieder fragst.",
)
NO_SUCH_OFFER = Words("This offer is no longer open.", "Dieses Angebot gibt es nicht mehr.")
NOT_ASKED = Words("You have not been asked.", "Du wurdest nicht gefragt.")
ALONE = Words(
    "You play alone: there is no opponent to agree on a draw with.",
    "Du spielst allein: Es gibt keinen Gegner, mit dem sich ein Remis vereinbaren ließe.",
)
SUPERSEDED = Words(
    "The rules have changed since then; this game can only be viewed and saved.",
    "Die Regeln haben sich seither geändert; diese Partie lässt sich nur noch ansehen und sichern.",
)
NO_HINTS = Words(
    "Hints were not agreed on when this game began.",
    "Tipps wurden zu Beginn dieser Partie nicht vereinbart.",
)
NOT_PLAYED = Words("Nothing has been played there yet.", "Dort wurde noch nichts gespielt.")
NOT_THE_COMPUTERS = Words(
    "That was not the computer's move. The computer can only explain its own moves.",
    "Das war kein Zug des Computers. Der Computer kann nur seine eigenen Züge erklären.",
)
NOTHING_TO_UNDO = Words("There is nothing to take back.", "Es gibt nichts zurückzunehmen.")
REMATCH_BEGUN = Words("The rematch has already been set up.", "Die Revanche ist schon aufgebaut.")


def turn_of(table: Table) -> Words:
    """Whose turn it is."""
    who = names(table)[table.position.player]
    return Words(f"{who.en} is to move.", f"{who.de} ist am Zug.")


NOT_AWAY = Words(
    "The player to move is not away, or the win cannot be claimed in this game.",
    "Wer am Zug ist, ist da, oder in dieser Partie lässt sich der Sieg nicht beanspruchen.",
)
NOT_AWAY_FOR_LONG = Words(
    "The player to move has not been away for long enough.",
    "Wer am Zug ist, ist noch nicht lange genug weg.",
)


def no_draws(table: Table) -> Words:
    """Why no draw can be agreed on."""
    title = table.game.about.title
    return Words(f"{title.en} has no draws.", f"In {title.de} gibt es kein Remis.")


def too_much(action: str) -> Words:
    """An action that comes after the end of the turn."""
    shown = action[:20]
    return Words(f"The turn is over before {shown}.", f"Vor {shown} ist der Zug schon zu Ende.")


def title(table: Table, seat: int) -> Words:
    """How a seat is called: Red.  Before lots are drawn nobody knows."""
    if table.awaits_lots:
        return Words(f"Seat {seat + 1}", f"Platz {seat + 1}")
    return table.game.about.players[seat]


def sentence(words: Words) -> Words:
    """A reason as a sentence.  The name of a cell stays as it is: `a5 is not empty.`"""
    return Words(*map(as_sentence, words))


def as_sentence(text: str) -> str:
    first = text.partition(" ")[0]
    begun = text if any(c.isdigit() for c in first) else text[:1].upper() + text[1:]
    return begun if begun.endswith((".", "!", "?")) else begun + "."


def names(table: Table) -> list[Words]:
    """How those at the table are called: people by name, computers by level."""
    people = [seat.name for seat in table.seats if seat.is_person]
    machines = [number for number, seat in enumerate(table.seats) if not seat.is_person]
    found = []
    for number, seat in enumerate(table.seats):
        role = title(table, number)
        if not seat.is_person:
            which = f" {machines.index(number) + 1}" if len(machines) > 1 else ""
            found.append(
                Words(
                    f"Computer{which} (level {seat.level})", f"Computer{which} (Stufe {seat.level})"
                )
            )
        elif not seat.name:
            found.append(role)
        elif people.count(seat.name) > 1:
            found.append(Words(f"{seat.name} ({role.en})", f"{seat.name} ({role.de})"))
        else:
            found.append(Words(seat.name, seat.name))
    return found


def ending(table: Table, result: Result) -> Words:
    """How the game ended and why: `Ada wins: Ben has resigned`."""
    both = zip(headline(table, result), why_over(table, result), strict=True)
    return Words(*(": ".join(filter(None, parts)) for parts in both))


def headline(table: Table, result: Result) -> Words:
    """How the game ended: `Ada wins`, `Draw`."""
    if result.reason == "aborted":
        return Words("The game was cancelled", "Die Partie wurde abgesagt")
    if result.reason == "superseded":
        return Words("The game cannot go on", "Die Partie kann nicht weitergehen")
    if result.winner is not None and len(table.seats) > 1:
        winner = names(table)[result.winner]
        return Words(f"{winner.en} wins", f"{winner.de} gewinnt")
    if result.reason == "rules":
        return result_by_rules(table.position)
    if result.reason == "agreed":
        return Words("Draw", "Remis")
    if len(table.seats) == 1:
        return Words("Not solved", "Nicht gelöst")
    return Words("No winner", "Kein Sieger")


def why_over(table: Table, result: Result) -> Words:
    """Why the game ended: `Ben has resigned`; nothing where the headline says it all."""
    return reason(table, result).format(names(table))


def why_over_to(table: Table, result: Result, seat: int) -> Words:
    """Why the game ended, said to the player at a seat: `You have resigned`."""
    said = to_player(reason(table, result), seat)
    machines = [number for number, one in enumerate(table.seats) if not one.is_person]
    if len(machines) == 1:
        said = about_computer(said, machines[0])
    return said.format(names(table))


def reason(table: Table, result: Result) -> Words:
    """Why the game ended; `{0}`, `{1}`, ... stand for the players."""
    if result.reason == "rules":
        end = narration.ending(table.position) if table.position.is_over else None
        return end.reason if end else Words("", "")
    if result.reason == "agreed":
        return Words("by agreement", "vereinbart")
    if result.reason == "superseded":
        return Words(
            "the rules have changed and refuse what was played from here on",
            "die Regeln haben sich geändert und lassen nicht zu, was von hier an gespielt wurde",
        )
    if result.reason == "aborted" or result.seat is None:
        return Words("", "")
    if len(table.seats) == 1:
        return {
            "resigned": Words("given up", "aufgegeben"),
            "time": Words("out of time", "Zeit abgelaufen"),
        }[result.reason]
    who = f"{{{result.seat}}}"
    return {
        "resigned": Words(f"{who} has resigned", f"{who} hat aufgegeben"),
        "left": Words(f"{who} was away for too long", f"{who} war zu lange nicht da"),
        "time": Words(f"{who} has run out of time", f"{who} hat die Zeit überschritten"),
    }[result.reason]
