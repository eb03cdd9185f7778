"""What stands beside the board: who plays, what is due, what was played, what is thought."""

from collections.abc import Sequence
from itertools import pairwise

from steinreich.cli.spoken_language import Say
from steinreich.cli.terminal.seats import ENGINE, HUMAN, PROGRAM, RANDOM
from steinreich.core.position import Position
from steinreich.draw.picture import caption
from steinreich.players.player import Verdict, certain
from steinreich.players.verdict_words import verdict_words
from steinreich.rules.contract import DRAW, LOST
from steinreich.session.schema import study

MOST_ACTIONS = 6  # of a line


def seat_words(seat: str, say: Say) -> str:
    """Who sits somewhere, in words."""
    if seat == HUMAN:
        return say("person", "Mensch")
    if seat == RANDOM:
        return say("by chance", "Zufall")
    if seat == ENGINE:
        return say("full strength", "volle Stärke")
    if seat.startswith(PROGRAM):
        return seat.removeprefix(PROGRAM)
    return say("level {}", "Stufe {}").format(seat.removeprefix("level"))


def players_text(position: Position, seats: Sequence[str], say: Say, language: str) -> str:
    """Each player in a line; an arrow points to whose turn it is."""
    lines = []
    for number, seat in enumerate(seats):
        due = not position.is_over and position.player == number
        name = position.game.about.players[number].within(language)
        lines.append(f"{'>' if due else ' '} {name} · {seat_words(seat, say)}")
    return "\n".join(lines)


def due_text(position: Position, language: str) -> str:
    """Whose turn it is and what is due, or the result; and what the board does not show."""
    return caption(position).within(language)


def moves_text(positions: Sequence[Position], shown_at: int | None = None) -> list[str]:
    """What was played, a round in a line; brackets are around the action that led to what is shown,
    after so many of them."""
    lines: list[str] = []
    join = positions[0].game.definition.join
    round_number = 0
    for number, (before, after) in enumerate(pairwise(positions), 1):
        shown = before.notation(after.last or "")
        shown = f"[{shown}]" if number == shown_at else shown
        if not before.starts_turn and lines:
            lines[-1] += join + shown
        elif before.player == 0 or not lines:
            round_number += 1
            lines.append(f"{round_number:>3}. " + ("" if before.player == 0 else "... ") + shown)
        else:
            lines[-1] += f"  {shown}"
    return lines


def verdict_of(data: study.Verdict) -> Verdict:
    """A verdict as analysts tell it, as players tell it."""
    values = tuple(data["values"])
    if data["certainty"] == "estimated":
        return Verdict(values)
    outcome = values.index(1.0) if 1.0 in values else LOST if -1.0 in values else DRAW
    return certain(outcome, len(values), data["turns"])


def lines_text(
    message: study.LinesMessage, position: Position, say: Say, language: str
) -> list[str]:
    """Lines that were thought out: what each is worth, how it goes on, and why to play the best."""
    shown = []
    for number, line in enumerate(message["lines"], 1):
        first, *rest = [action["action"] for action in line["actions"]]
        worth = verdict_words(position, verdict_of(line["verdict"])).within(language)
        shown.append(f"{number}. {first}: {worth}")
        if rest:
            more = " …" if len(rest) >= MOST_ACTIONS else ""
            shown.append(f"   {' '.join(rest[: MOST_ACTIONS - 1])}{more}")
        if number == 1 and (reasons := line.get("reasons")):
            shown.append(f"   {'; '.join(reasons)}")
    thought = say("depth {}, {} positions, {:.1f} s", "Tiefe {}, {} Stellungen, {:.1f} s")
    shown.append(thought.format(message["depth"], message["nodes"], message["seconds"]))
    return shown
