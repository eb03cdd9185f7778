"""What people are told of a game of TZAAR: what is due, what happened, how it ended."""

from steinreich.rules import *

from .picture import LETTERS, piece, points_by_letter, top
from .rules import PASS, PLACING, SECOND, SUPPLY, State, height, met, mine


def due(s: State) -> Words:
    """What the player has to do now."""
    if s.phase == PLACING:
        return Words("place a piece", "Setze einen Stein")
    if s.phase == SECOND:
        return Words("capture, reinforce or pass", "Schlage, verstärke oder passe")
    return Words("capture a piece", "Schlage einen Stein")


def info(s: State) -> Words:
    """The pieces of each kind in sight."""
    shown = [str(count(points)) for points in points_by_letter(s).values()]
    white, black = "/".join(shown[:3]), "/".join(shown[3:])
    return Words(
        f"Tzaars/Tzarras/Totts: White {white}, Black {black}",
        f"Tzaars/Tzarras/Totts: Weiß {white}, Schwarz {black}",
    )


def counts(s: State) -> list[Count]:
    """The pieces of each kind in sight; before the game, those still to be placed."""
    found = []
    for (letter, points), supply in zip(points_by_letter(s).items(), SUPPLY * 2, strict=True):
        look, placing = piece(0, letter), s.phase == PLACING
        number = supply - count(points) if placing else count(points)
        kind = LETTERS[letter.upper()] + "s" * (number != 1)
        what = Words(f"{kind} in hand", f"{kind} zu setzen") if placing else Words(kind, kind)
        found.append(Count(look.owner, what, look.colour, look.mark, number))
    return found


def effects(s: State, action: int) -> Effects:
    """What a capture takes, and how tall a reinforcement makes the stack."""
    if action >= PASS:
        return Effects()
    target = met(s, action)
    if has(mine(s), target):
        tall = height(s, target) + height(s, action // 6)
        return Effects(said=Words(f"now of height {tall}", f"jetzt Höhe {tall}"))
    taken = piece(target, top(s, target), height(s, target))
    return Effects((taken,), said=object_of(taken))


def object_of(piece: Piece) -> Words:
    """A piece that is taken: `a black Tott of height 3`, in German in the accusative."""
    kind = LETTERS[piece.letter.upper()]
    german = "eine {}e Tzarra" if kind == "Tzarra" else f"einen {{}}en {kind}"
    colour = "schwarz" if piece.letter.islower() else "weiß"
    tall = piece.height
    return Words(
        f"a {piece.colour} {kind}" + f" of height {tall}" * (tall > 1),
        german.format(colour) + f" der Höhe {tall}" * (tall > 1),
    )


def ending(s: State, outcome: int, last: Action | None) -> Ending:
    """The last of a kind was taken or covered, or nothing can be captured."""
    loser = 1 - outcome
    lost = s.black if loser else s.white
    shown = (s.tzaars, s.tzarras, ~(s.tzaars | s.tzarras))
    gone = [name for name, kind in zip(LETTERS.values(), shown, strict=True) if not lost & kind]
    if not gone:
        no_capture = Words(
            f"{{{loser}}} cannot capture any more", f"{{{loser}}} kann nicht mehr schlagen"
        )
        return Ending(outcome, no_capture, tuple(each(lost)))
    kind = gone[0]
    mover = s.turn if s.phase == SECOND else 1 - s.turn
    last_one = "die letzte Tzarra" if kind == "Tzarra" else f"den letzten {kind}"
    own_last = "die eigene letzte Tzarra" if kind == "Tzarra" else f"den eigenen letzten {kind}"
    taken = Words(
        f"{{{outcome}}} captured {{{loser}}}'s last {kind}",
        f"{{{outcome}}} hat {last_one} von {{{loser}}} geschlagen",
    )
    covered = Words(
        f"{{{loser}}} covered their own last {kind}", f"{{{loser}}} hat {own_last} zugedeckt"
    )
    where = last.cells[-1:] if last else ()
    return Ending(outcome, covered if mover == loser else taken, where)
