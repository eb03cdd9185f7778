"""`steinreich games`: which games there are, and what can be chosen in each."""

from argparse import Namespace
from typing import Any

from steinreich.cli.inputs import add_game
from steinreich.cli.language import Say
from steinreich.cli.outputs import bold, option_lines, paragraph, print_json, seats
from steinreich.cli.parser import Commands, UsageError
from steinreich.core.game import Game, load
from steinreich.core.registry import games


def add(commands: Commands) -> None:
    say = commands.say
    parser = commands.add(
        "games",
        run,
        say("list the games and their options"),
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
    note = args.say("The first value of an option is the usual one. Options go in brackets:")
    print(f'\n{note}\n  steinreich play "vier3d(variant=most_fours,yellow=off)"')
    return 0


def plain_game(id: str, say: Say) -> Game:
    """Return the game of an id without options: they would change nothing here."""
    game = load(id)
    if "(" in id:
        message = say("games shows all options: name {} without brackets")
        raise UsageError(message.format(game.name))
    return game


def described(game: Game) -> dict[str, Any]:
    """Return all that a game says about itself, as data."""
    about = game.about
    return {
        "id": game.name,
        "title": about.title.in_all_languages(),
        "summary": about.summary.in_all_languages(),
        "rules": [
            {
                "heading": section.heading.in_all_languages(),
                "paragraphs": [
                    {**rule.text.in_all_languages(), "mark": rule.mark}
                    for rule in section.paragraphs
                ],
            }
            for section in game.rules
        ],
        "credit": about.credit.in_all_languages(),
        "players": [name.in_all_languages() for name in about.players],
        "options": [
            {
                "name": option.name,
                "values": option.values,
                "about": option.about.in_all_languages(),
                "title": option.title.in_all_languages(),
                "labels": [label.in_all_languages() for label in option.labels],
                "phrases": [phrase.in_all_languages() for phrase in option.phrases],
                "where": dict(option.where),
            }
            for option in about.options
        ],
    }


def entry(game: Game, args: Namespace) -> str:
    """Return a game for people: a headline, a sentence, and its options."""
    players = args.say("{} players").format(seats(game.about))
    title = game.about.title.within(args.lang)
    lines = [f"{bold(game.name.ljust(14))} {title} · {players}"]
    lines.append(paragraph(game.about.summary.within(args.lang), 2))
    for option in game.about.options:
        lines += option_lines(option, args.lang, indent=4)
    return "\n".join(lines)
