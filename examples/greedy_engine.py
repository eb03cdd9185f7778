"""A small UGI engine that wins at once if it can, and otherwise plays the first legal action.

steinreich play vier3d --seats "human,ugi:python examples/greedy_engine.py vier3d"
"""

import sys

from steinreich import Game, Position, load


def choose_move(position: Position) -> str:
    """Return an action that wins at once, or else the first one."""
    moves = position.legal_moves()
    wins = (move for move in moves if position.play(move).returns[position.player] > 0)
    return next(wins, moves[0])


def run(game: Game) -> None:
    """Answer each line of input; unknown commands are ignored."""
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
                print("bestmove", choose_move(position))
            case ["quit"]:
                return
        sys.stdout.flush()


if __name__ == "__main__":
    run(load(sys.argv[1]))
