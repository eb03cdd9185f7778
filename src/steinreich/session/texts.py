"""Texts for the players at a table."""

import unicodedata

from steinreich.core import narration
from steinreich.draw.picture import result as result_by_rules
from steinreich.rules.language import NO_TEXT, PlayerName, Text, Verbatim
from steinreich.rules.untrusted import remove_invisible
from steinreich.session.schema.limits import MAX_NAME_LENGTH
from steinreich.session.table import Result, Table

ONLY_WATCHING = Text("You are watching; only players at the table can do this.")
NOT_YOUR_SEAT = Text("This is not your seat.")
NO_SUCH_SEAT = Text("There is no such seat.")
SEAT_IS_TAKEN = Text("This seat is already taken.")
NOT_ALL_SEATS_TAKEN = Text("The game begins as soon as everyone is here.")
GAME_IS_OVER = Text("The game is over.")
GAME_IS_NOT_OVER = Text("The game is not over yet.")
GAME_HAS_MOVED_ON = Text("The game has moved on in the meantime.")
TIME_IS_UP = Text("Your time is up.")
TOO_MANY_ACTIONS = Text("No turn has that many moves.")
TURN_IS_COMPLETE = Text("The turn is complete.")
ALREADY_OFFERED = Text("You have already offered this.")
OFFER_JUST_DECLINED = Text("This has just been declined; make a move before you ask again.")
NO_SUCH_OFFER = Text("This offer is no longer open.")
NOT_ASKED = Text("You have not been asked.")
NO_OPPONENT = Text("You play alone: there is no opponent to agree on a draw with.")
GAME_IS_SUPERSEDED = Text(
    "The rules have changed since then; this game can only be viewed and saved."
)
HINTS_NOT_ALLOWED = Text("Hints were not agreed on when this game began.")
NO_SUCH_ACTION = Text("Nothing has been played there yet.")
NOT_A_COMPUTER_ACTION = Text(
    "That was not the computer's move. The computer can only explain its own moves."
)
NOTHING_TO_UNDO = Text("There is nothing to take back.")
REMATCH_BEGUN = Text("The rematch has already been set up.")


def make_not_your_turn_text(table: Table) -> Text:
    """Return whose turn it is."""
    who = get_display_names(table)[table.position.player]
    return Text("{who} is to move.", who=who)


NOT_AWAY = Text("The player to move is not away, or the win cannot be claimed in this game.")
NOT_AWAY_FOR_LONG = Text("The player to move has not been away for long enough.")


def make_no_draws_text(table: Table) -> Text:
    """Return why no draw can be agreed on."""
    title = table.game.about.title
    return Text("{title} has no draws.", title=title)


def make_turn_over_text(action: str) -> Text:
    """Return the refusal of an action after the end of the turn."""
    shown = action[:20]
    return Text("The turn is over before {shown}.", shown=shown)


def get_seat_title(table: Table, seat: int) -> Text:
    """Return the title of a seat, such as Red; a number until random sides are assigned."""
    if table.has_unassigned_sides:
        return Text("Seat {seat}", seat=seat + 1)
    return table.game.about.players[seat]


def get_display_names(table: Table) -> list[Text]:
    """Return the display names of the players: people by name, computers by level."""
    person_names = [seat.name for seat in table.seats if seat.is_person]
    computers = [number for number, seat in enumerate(table.seats) if not seat.is_person]
    display_names = []
    for number, seat in enumerate(table.seats):
        role = get_seat_title(table, number)
        if not seat.is_person:
            which = f" {computers.index(number) + 1}" if len(computers) > 1 else ""
            display_names.append(
                Text("Computer{which} (level {level})", which=which, level=seat.level)
            )
        elif not seat.name:
            display_names.append(role)
        elif person_names.count(seat.name) > 1:
            display_names.append(Text("{seat} ({role})", seat=seat.name, role=role))
        else:
            display_names.append(Verbatim(seat.name))
    return display_names


def get_ending(table: Table, result: Result) -> Text:
    """Return how the game ended and why: `Ada wins: Ben has resigned`."""
    how, why = get_headline(table, result), get_end_reason(table, result)
    return Text("{result}: {reason}", result=how, reason=why) if why else how


def get_headline(table: Table, result: Result) -> Text:
    """Return how the game ended: `Ada wins`, `Draw`."""
    if result.reason == "aborted":
        return Text("The game was cancelled")
    if result.reason == "superseded":
        return Text("The game cannot go on")
    if result.winner is not None and len(table.seats) > 1:
        winner = get_display_names(table)[result.winner]
        return Text("{winner} wins", winner=winner)
    if result.reason == "rules":
        return result_by_rules(table.position)
    if result.reason == "agreed":
        return Text("Draw")
    if len(table.seats) == 1:
        return Text("Not solved")
    return Text("No winner")


def get_end_reason(table: Table, result: Result) -> Text:
    """Return why the game ended: `Ben has resigned`; empty where the headline says it all."""
    return get_end_reason_template(table, result).with_players(get_display_names(table))


def get_end_reason_for_seat(table: Table, result: Result, seat: int) -> Text:
    """Return why the game ended, addressed to the player of a seat: `You have resigned`."""
    reason = get_end_reason_template(table, result).addressed_to(seat)
    computers = [number for number, player in enumerate(table.seats) if not player.is_person]
    if len(computers) == 1:
        reason = reason.with_roles({computers[0]: COMPUTER_BY_ROLE})
    return reason.with_players(get_display_names(table))


def get_end_reason_template(table: Table, result: Result) -> Text:
    """Return why the game ended; `{0}`, `{1}`, ... stand for the players."""
    if result.reason == "rules":
        end = narration.get_ending(table.position) if table.position.is_over else None
        return end.reason if end else NO_TEXT
    if result.reason == "agreed":
        return Text("by agreement")
    if result.reason == "superseded":
        return Text("the rules have changed and refuse what was played from here on")
    if result.reason == "aborted" or result.seat is None:
        return NO_TEXT
    if len(table.seats) == 1:
        return {
            "resigned": Text("given up"),
            "time": Text("out of time"),
        }[result.reason]
    player = PlayerName(result.seat)
    return {
        "resigned": Text("{player} has resigned", you="You have resigned", player=player),
        "left": Text(
            "{player} was away for too long", you="You were away for too long", player=player
        ),
        "time": Text("{player} has run out of time", you="You have run out of time", player=player),
    }[result.reason]


# The only computer at a table, by its role in a reason
COMPUTER_BY_ROLE = {
    "owner": Text("the computer", "owner"),
    "winner": Text("the computer", "winner"),
}


# Names of people


MAX_MARKS_PER_LETTER = 3  # enough for all scripts
NAME_IS_INVISIBLE = Text("This name has no visible characters; please choose another one.")
NAME_STACKS_MARKS = Text("This name has too many accents on one letter; please choose another one.")


def clean_name(name: str) -> str:
    """Return a name without invisible or bidirectional control characters and incomplete
    characters, cut at `MAX_NAME_LENGTH`; it may be empty."""
    return unicodedata.normalize("NFC", remove_invisible(name))[:MAX_NAME_LENGTH].rstrip()


def get_name_fault(name: str) -> Text | None:
    """Return why a name is refused: it is not empty but looks so, or stacks combining marks."""
    shown = clean_name(name)
    marks = 0
    for letter in shown:
        marks = marks + 1 if is_combining_mark(letter) else 0
        if marks > MAX_MARKS_PER_LETTER:
            return NAME_STACKS_MARKS
    has_visible = any(not (letter == " " or is_combining_mark(letter)) for letter in shown)
    return NAME_IS_INVISIBLE if name.strip() and not has_visible else None


def is_combining_mark(letter: str) -> bool:
    """Return whether a character is drawn on the one before it."""
    return unicodedata.category(letter) in ("Mn", "Me")
