"""`steinreich games`: which games there are, and what can be chosen in each."""

from argparse import Namespace
from typing import Any

from steinreich.cli.inputs import add_game
from steinreich.cli.outputs import bold, option_lines, paragraph, print_json, seats
from steinreich.cli.parser import Commands, UsageError
from steinreich.cli.spoken_language import Say
from steinreich.core.game import Game, load
from steinreich.core.registry import games


def add(commands: Commands) -> None:
    say = commands.say
    parser = commands.add(
        "games",
        run,
        say("list the games and their options", "die Spiele und ihre Optionen nennen"),
        "steinreich games\nsteinreich games tzaar --json",
    )
    add_game(parser, nargs="*")
    parser.add_json()


def run(args: Namespace) -> int:
    listed = [plain_game(id, args.say) for id in args.game or games()]
    if args.json:
        print_json([described(game) for game in listed])
        return 0
    print("\n\n".join(entry(game, args) for game in listed))
    note = args.say(
        "The first value of an option is the usual one. Options go in brackets:",
        "Der erste Wert einer Option ist der übliche. Optionen stehen in Klammern:",
    )
    print(f'\n{note}\n  steinreich play "vier3d(variant=most_fours,yellow=off)"')
    return 0


def plain_game(id: str, say: Say) -> Game:
    """The game of an id without options: they would change nothing here."""
    game = load(id)
    if "(" in id:
        message = say(
            "games shows all options: name {} without brackets",
            "games zeigt alle Optionen: nenne {} ohne Klammern",
        )
        raise UsageError(message.format(game.name))
    return game


def described(game: Game) -> dict[str, Any]:
    """All that a game says about itself, as data."""
    about = game.about
    return {
        "id": game.name,
        "title": about.title._asdict(),
        "summary": about.summary._asdict(),
        "rules": [
            {
                "heading": section.heading._asdict(),
                "paragraphs": [
                    {**rule.text._asdict(), "mark": rule.mark} for rule in section.paragraphs
                ],
            }
            for section in game.rules
        ],
        "credit": about.credit._asdict(),
        "players": [name._asdict() for name in about.players],
        "options": [
            {
                "name": option.name,
                "values": option.values,
                "about": option.about._asdict(),
                "title": option.title._asdict(),
                "labels": [label._asdict() for label in option.labels],
                "phrases": [phrase._asdict() for phrase in option.phrases],
                "where": dict(option.where),
            }
            for option in about.options
        ],
    }


def entry(game: Game, args: Namespace) -> str:
    """A game for people: a headline, a sentence, and its options."""
    players = args.say("{} players", "{} Spieler").format(seats(game.about))
    title = game.about.title.within(args.lang)
    lines = [f"{bold(game.name.ljust(14))} {title} · {players}"]
    lines.append(paragraph(game.about.summary.within(args.lang), 2))
    for option in game.about.options:
        lines += option_lines(option, args.lang, indent=4)
    return "\n".join(lines)
