"""Whether a game keeps the contract: what `steinreich check` and the tests ask of every game.

Each check plays random games and raises `BrokenContract` with one line that says what is wrong and
in which position.
"""

import random
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice, pairwise, product
from typing import get_args

from steinreich.core.faults import no_such_player, unknown_look
from steinreich.core.game import Game, load
from steinreich.core.position import Position
from steinreich.rules import playout
from steinreich.rules.about import Action
from steinreich.rules.errors import BadPosition, BrokenContract, IllegalMove
from steinreich.rules.language import Words
from steinreich.rules.vocabulary import Kind

MOST_VARIANTS = 60  # combinations of options that are all looked at


def require(holds: object, en: str, de: str, position: Position | None = None) -> None:
    """Say what is wrong, and where."""
    if not holds:
        where = "" if position is None else f" [{position}]"
        raise BrokenContract(Words(en + where, de + where))


def variants(name: str) -> list[str]:
    """The ids of a game with its options: all combinations where they are few, else each value."""
    options = load(name).about.options
    choices = product(*([(one.name, value) for value in one.values] for one in options))
    some = list(islice(choices, MOST_VARIANTS + 1))
    alone = [((one.name, value),) for one in options for value in one.values]
    chosen = some if len(some) <= MOST_VARIANTS else [(), *alone]
    return list(dict.fromkeys(load(name, **dict(values)).id for values in chosen))


def check(game: Game) -> None:
    """Everything; the first fault is raised."""
    for one in CHECKS:
        one(game)


@lru_cache(maxsize=4)  # the checks of a game look at the same few
def random_game(game: Game, seed: int) -> list[Position]:
    """All positions of a random game, first to last."""
    dice = random.Random(seed)
    line = [game.start(seed)]
    while not line[-1].is_over:
        line.append(line[-1].after_legal(dice.choice(numbers(line[-1]))))
    return line


def numbers(position: Position) -> list[int]:
    """The legal actions of a live position, which are never none."""
    found = position.actions()
    require(
        found,
        "the game is not over, but there is no legal action",
        "das Spiel ist nicht zu Ende, aber keine Aktion ist erlaubt",
        position,
    )
    return found


def check_strings(game: Game) -> None:
    """Position strings lead back to their positions, and names through a game."""
    for before, after in pairwise(random_game(game, 1)):
        check_string(before)
        name = after.last or ""
        try:
            played = before.play(name)
        except IllegalMove as error:
            raise BrokenContract(
                Words(
                    f"the legal action {name!r} is refused: {error.why.en} [{before}]",
                    f"die erlaubte Aktion {name!r} wird abgelehnt: {error.why.de} [{before}]",
                )
            ) from error
        require(
            played == after,
            f"the name {name!r} leads elsewhere than its number",
            f"der Name {name!r} führt woandershin als seine Nummer",
            before,
        )
    check_string(after)


def check_string(position: Position) -> None:
    """A position string means the same position."""
    try:
        read = position.game.position(str(position))
    except BadPosition as error:
        raise BrokenContract(
            Words(
                f"parse refuses what text has written: {error.words.en} [{position}]",
                f"parse lehnt ab, was text geschrieben hat: {error.words.de} [{position}]",
            )
        ) from error
    require(
        read == position,
        "parse reads another state than text has written",
        "parse liest einen anderen Zustand, als text geschrieben hat",
        position,
    )


def check_names(game: Game) -> None:
    """Names fit ACTION, are all different, and are found."""
    pattern = game.definition.action_pattern
    for position in random_game(game, 2)[:-1:3]:
        names = [position.name(action) for action in numbers(position)]
        twice = {name for name in names if names.count(name) > 1}
        require(
            not twice,
            f"two legal actions have the name {min(twice, default='')!r}",
            f"zwei erlaubte Aktionen heißen {min(twice, default='')!r}",
            position,
        )
        for name, action in zip(names, numbers(position), strict=True):
            require(
                pattern.fullmatch(name),
                f"the name {name!r} does not fit ACTION",
                f"der Name {name!r} passt nicht zu ACTION",
                position,
            )
            require(
                position.find(name) == action,
                f"meant and action do not find the action of the name {name!r}",
                f"meant und action finden die Aktion mit dem Namen {name!r} nicht",
                position,
            )


def check_outcomes(game: Game) -> None:
    """Players and results are numbers that there are."""
    for position in (position for seed in range(4) for position in random_game(game, seed)):
        outcome, players = position.outcome, game.players
        if not 0 <= position.player < players:
            raise BrokenContract(no_such_player(position))
        require(
            -3 <= outcome < players and (outcome != -3 or players == 1),
            f"outcome is {outcome}, neither a player's number nor ONGOING, DRAW or, alone, LOST",
            f"outcome ist {outcome}, weder ein Spieler noch ONGOING, DRAW oder, allein, LOST",
            position,
        )


def check_turns(game: Game) -> None:
    """Only the first action of a turn may fall to another player than the one before."""
    line = random_game(game, 2)
    require(
        line[0].starts_turn,
        "starts_turn is not true at the start",
        "starts_turn ist am Anfang nicht wahr",
        line[0],
    )
    for before, after in pairwise(line):
        require(
            after.is_over or after.starts_turn or after.player == before.player,
            "another player is to move, but starts_turn is not true",
            "ein anderer Spieler ist am Zug, aber starts_turn ist nicht wahr",
            after,
        )


def check_actions(game: Game) -> None:
    """Kinds and cells of actions fit the pieces, and what they put lies there afterwards."""
    for position in random_game(game, 3)[:-1:5]:
        for number in numbers(position):
            action, after = position.described(number), position.after_legal(number)
            name = position.name(number)
            for fault in faults_of_action(position, action, after):
                raise BrokenContract(
                    Words(
                        f"described({name!r}): {fault.en} [{position}]",
                        f"described({name!r}): {fault.de} [{position}]",
                    )
                )
            require(
                game.definition.meant is None or position.meant(name) == action,
                f"meant does not read {name!r} as described tells it",
                f"meant liest {name!r} nicht so, wie described es sagt",
                position,
            )


def faults_of_action(position: Position, action: Action, after: Position) -> Iterator[Words]:
    """What is wrong with an action as data."""
    game, kind, cells = position.game, action.kind, action.cells
    owners = {piece.cell: piece.owner for piece in position.pieces()}
    there = {piece.cell: piece for piece in after.pieces()}
    puts = cells if kind in ("place", "tile") else ()
    if kind not in get_args(Kind):
        listed = ", ".join(get_args(Kind))
        yield Words(f"{kind!r} is none of {listed}", f"{kind!r} ist keines von {listed}")
    if not all(0 <= cell < len(game.board.cells) for cell in cells) or len(set(cells)) < len(cells):
        yield Words(
            f"its cells are {cells}, not different ones of the board",
            f"ihre Felder sind {cells}, keine verschiedenen des Bretts",
        )
    if (kind == "tile") != game.definition.tiles:
        yield Words("TILES is true exactly where actions are tiles", "TILES gilt genau für tile")
    if len(cells) not in CELLS.get(kind, ()):
        yield Words(f"{kind} with {len(cells)} cells", f"{kind} mit {len(cells)} Feldern")
        return
    if tuple(piece.cell for piece in action.puts) != puts:
        yield Words(
            "puts are the pieces that come onto its cells, in order",
            "puts sind die Steine, die auf ihre Felder kommen, der Reihe nach",
        )
    if any(there.get(piece.cell, piece) != piece for piece in action.puts):
        yield Words(
            "what it puts is not what then stands there",
            "was sie setzt, steht danach nicht da",
        )
    if after.last_action != action:
        yield Words("last(s) tells of another one", "last(s) erzählt von einer anderen")
    enemies = {*range(game.players)} - {position.player}
    wanted = {"place": {-1}, "tile": {-1}, "take": {None, *range(game.players)}}.get(kind)
    if kind in ("move", "capture", "stack"):
        if owners.get(cells[0], -1) not in (None, position.player):
            yield Words("no own piece is on its first cell", "auf dem ersten Feld ist kein eigener")
        wanted = {"move": {-1}, "capture": enemies, "stack": {position.player}}[kind]
    if wanted is not None and owners.get(cells[-1], -1) not in wanted:
        yield Words(
            f"what is on its last cell does not fit {kind}",
            f"was auf dem letzten Feld ist, passt nicht zu {kind}",
        )


CELLS = {
    "place": (1,),
    "tile": (2,),
    "move": (2, 3, 4),
    "capture": (2, 3, 4),
    "stack": (2, 3, 4),
    "take": (1,),
    "pass": (0,),
}


def check_pieces(game: Game) -> None:
    """Pieces stand on cells, one on each, look like something, and belong to players."""
    looks, cells = game.about.looks, range(len(game.board.cells))
    for position in random_game(game, 1)[::3]:
        taken: set[int] = set()
        for piece in position.pieces():
            what = Words(f"the piece {piece.letter!r}", f"der Stein {piece.letter!r}")
            for fault in unknown_look(what, piece.colour, piece.mark):
                raise BrokenContract(fault)
            require(
                piece.cell in cells and piece.cell not in taken,
                f"a piece on cell {piece.cell}: there is none, or one on it already",
                f"ein Stein auf Feld {piece.cell}: Das gibt es nicht, oder da steht schon einer",
                position,
            )
            taken.add(piece.cell)
            require(
                piece.owner in (None, *range(game.players)),
                f"a piece of the owner {piece.owner!r}",
                f"ein Stein des Besitzers {piece.owner!r}",
                position,
            )
            own = (
                (piece.colour, piece.mark) not in looks[: game.players]
                if piece.owner is None
                else piece.colour == looks[piece.owner].colour
            )
            require(
                len(piece.letter) == 1 and own,
                f"the piece {piece.letter!r} has not one letter and the colour of its owner in "
                "ABOUT.looks",
                f"der Stein {piece.letter!r} hat nicht einen Buchstaben und die Farbe seines "
                "Besitzers in ABOUT.looks",
                position,
            )


def check_symmetries(game: Game) -> None:
    """A turned position has as many actions, and they lead to equal ends."""
    dice = random.Random(3)
    line = random_game(game, 3)[:-1]
    for position in dice.sample(line, min(3, len(line))):
        for symmetry in game.symmetries:
            turned = position.turned(symmetry)
            check_string(turned)
            require(
                len(numbers(turned)) == len(numbers(position)),
                "a turned position has more or fewer legal actions",
                "eine gedrehte Stellung hat mehr oder weniger erlaubte Aktionen",
                position,
            )


def check_words(game: Game) -> None:
    """A game says in both languages what a person needs."""
    about, position = game.about, game.start(1)
    texts = {"title": about.title, "summary": about.summary, "rules": about.rules}
    texts |= {f"players[{number}]": name for number, name in enumerate(about.players)}
    texts |= {f"option {option.name}": option.about for option in about.options}
    texts |= {"due": position.due}
    for what, words in texts.items():
        require(
            words.en.strip() and words.de.strip(),
            f"{what} has no text in one of the languages",
            f"{what} hat in einer der Sprachen keinen Text",
        )


def check_spoken(game: Game) -> None:
    """Every action can be read aloud, and no two sound the same."""
    for position in random_game(game, 2)[:-1:4]:
        for said in zip(*(position.spoken(name) for name in position.legal_moves()), strict=True):
            require(
                all(map(str.strip, said)) and len(set(said)) == len(said),
                "two actions are spoken alike, or one not at all",
                "zwei Aktionen klingen gleich, oder eine nach nichts",
                position,
            )


def check_endings(game: Game) -> None:
    """A finished game says why, and where it is seen."""
    names = [Words(f"<{number}>", f"<{number}>") for number in range(game.players)]
    for seed in (1, 2, 3):
        last = random_game(game, seed)[-1]
        end = last.ending
        assert end is not None  # the game is over
        winner = last.outcome if last.outcome >= 0 else None
        require(
            end.winner == winner and all(text.strip() for text in end.named(names)),
            f"ending names the winner {end.winner}, outcome {winner}; or it gives no reason",
            f"ending nennt {end.winner} als Sieger, outcome {winner}; oder keinen Grund",
            last,
        )
        require(
            all(0 <= cell < len(game.board.cells) for cell in end.cells),
            "ending points to cells that there are not",
            "ending zeigt auf Felder, die es nicht gibt",
            last,
        )


def check_machine_code(game: Game) -> None:
    """Machine code plays the same random games and finds the same actions."""
    import numpy as np

    from steinreich.compile.binder import typed

    start, games = game.start(4), 3
    outcomes, lengths = [0] * games, [0] * games
    game.plain(playout.playouts)(start.state, 7, 100, outcomes, lengths)
    fast, long = np.zeros(games, np.int8), np.zeros(games, np.int32)
    game.compiled.entry(playout.playouts)(typed(start.state), np.uint64(7), 100, fast, long)
    require(
        (fast.tolist(), long.tolist()) == (outcomes, lengths),
        "machine code plays other random games than plain Python: is each constant a U64, and is "
        "what ~ and << give cut back with &?",
        "Maschinencode spielt andere Zufallspartien als Python: Ist jede Konstante ein U64, und "
        "wird nach ~ und << mit & beschnitten?",
    )


CHECKS: tuple[Callable[[Game], None], ...] = (
    check_words,
    check_outcomes,
    check_names,
    check_strings,
    check_turns,
    check_pieces,
    check_actions,
    check_symmetries,
    check_spoken,
    check_endings,
    check_machine_code,
)
