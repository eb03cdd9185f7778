"""`steinreich games`: list the games and their options."""

from argparse import Namespace
from typing import Any

from steinreich.cli.inputs import add_game
from steinreich.cli.language import Translator
from steinreich.cli.outputs import bold, describe_option, paragraph, player_range, print_json
from steinreich.cli.parser import Commands, UsageError
from steinreich.core.game import Game, load
from steinreich.core.registry import games


def add(commands: Commands) -> None:
    translate = commands.translate
    parser = commands.add(
        "games",
        run,
        translate("list the games and their options"),
        "steinreich games\nsteinreich games tzaar --json",
    )
    add_game(parser, nargs="*")
    parser.add_json()


def run(args: Namespace) -> int:
    game_list = [load_without_options(id, args.translate) for id in args.game or games()]
    if args.json:
        print_json([make_game_data(game) for game in game_list])
        return 0
    print("\n\n".join(describe_game(game, args) for game in game_list))
    message = args.translate("The first value of an option is its default. Options go in brackets:")
    print(f'\n{message}\n  steinreich play "vier3d(variant=most_fours,yellow=off)"')
    return 0


def load_without_options(id: str, translate: Translator) -> Game:
    """Load a game; raise an error if its id has options, which would have no effect here."""
    game = load(id)
    if "(" in id:
        message = translate("games lists all options; give {} without brackets")
        raise UsageError(message.format(game.name))
    return game


def make_game_data(game: Game) -> dict[str, Any]:
    """Return the texts, rules and options of a game as JSON data."""
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


def describe_game(game: Game, args: Namespace) -> str:
    """Return a description of a game: title, summary and options."""
    players = args.translate("{} players").format(player_range(game.about))
    title = game.about.title.in_language(args.lang)
    lines = [f"{bold(game.name.ljust(14))} {title} · {players}"]
    lines.append(paragraph(game.about.summary.in_language(args.lang), 2))
    for option in game.about.options:
        lines += describe_option(option, args.lang, indent=4)
    return "\n".join(lines)
