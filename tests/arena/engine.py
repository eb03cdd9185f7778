"""An engine for Four in a Row 3D with minimal UGI; with an argument it plays illegal moves."""

import sys

from steinreich import load


def main() -> None:
    game = load("vier3d")
    position = game.start()
    for line in sys.stdin:
        match line.split():
            case ["ugi"]:
                print("id name toy\nugiok", flush=True)
            case ["isready"]:
                print("readyok", flush=True)
            case ["position", "fen", *text]:
                position = game.position(" ".join(text))
            case ["go", *_]:
                print("bestmove", *(sys.argv[1:] or position.legal_moves()[:1]), flush=True)
            case ["quit"]:
                break


if __name__ == "__main__":
    main()
