"""A small engine that speaks UGI: it wins where it can at once, and else plays the first action.

steinreich play vier3d --seats "human,ugi:python examples/greedy_engine.py vier3d"
"""

import sys

from steinreich import Game, Position, load


def best(position: Position) -> str:
    """An action that wins at once, if there is one."""
    moves = position.legal_moves()
    wins = (move for move in moves if position.play(move).returns[position.player] > 0)
    return next(wins, moves[0])


def talk(game: Game) -> None:
    """Answer one line after the other; what is not understood is passed over."""
    position = game.start()
    for line in sys.stdin:
        match line.split():
            case ["ugi"]:
                print("id name Greedy\nugiok")
            case ["isready"]:
                print("readyok")
            case ["position", "fen", *fen]:
                position = game.position(" ".join(fen))
            case ["go", *_]:
                print("bestmove", best(position))
            case ["quit"]:
                return
        sys.stdout.flush()


if __name__ == "__main__":
    talk(load(sys.argv[1]))
