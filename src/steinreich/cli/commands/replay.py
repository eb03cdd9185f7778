"""`steinreich replay`: check a record and show its game, position by position."""

from argparse import Namespace
from collections.abc import Iterator
from typing import Any, NamedTuple

from steinreich.cli.inputs import add_expected_game, add_file, read_records, whole_number
from steinreich.cli.outputs import bold, paragraph, print_json, supports_colour
from steinreich.cli.parser import Commands, UsageError
from steinreich.draw import text
from steinreich.records import Record, result_name
from steinreich.rules.language import Plural, Text
from steinreich.rules.untrusted import one_line

ACTION = Text("action"), Text("actions")
EXAMPLES = """\
steinreich replay game.txt
steinreich replay game.txt --at 12
steinreich replay - --json < game.txt"""


def add(commands: Commands) -> None:
    translate = commands.translate
    about = translate("check a record and show the game")
    parser = commands.add("replay", run, about, EXAMPLES)
    add_file(parser)
    form = parser.options.add_mutually_exclusive_group()
    form.add_argument(
        "--all",
        action="store_true",
        help=translate("show every position"),
    )
    form.add_argument(
        "--at",
        metavar="N",
        type=whole_number(translate),
        help=translate("show the position after N actions"),
    )
    parser.add_json(form)
    add_expected_game(parser)


def run(args: Namespace) -> int:
    records = read_records(args.file, args.game)
    if args.json:
        listed = [make_record_data(record) for record in records]
        print_json(listed[0] if len(listed) == 1 else listed)
        return 0
    for number, record in enumerate(records, 1):
        if len(records) > 1:
            heading = args.translate("Record {} of {}").format(number, len(records))
            print(("\n" if number > 1 else "") + bold(heading))
        print_record(record, args)
    return 0


def make_record_data(record: Record) -> dict[str, Any]:
    """Return the main line as JSON data; `positions` begins with the start position."""
    positions = record.positions()
    return {
        "game": record.game.id,
        "headers": record.headers,
        "moves": record.moves(),
        "players": [position.player for position in positions[:-1]],
        "positions": [str(position) for position in positions],
        "is_over": positions[-1].is_over,
        "result": record.result,
        "result_name": result_name(record.result),
    }


# Text output


def print_record(record: Record, args: Namespace) -> None:
    """Print a record: one position, all of them, or the moves and the last position."""
    positions, moves = record.positions(), record.moves()
    length = Plural("{n} action", "{n} actions", len(moves)).in_language(args.lang)
    if args.at is not None and args.at > len(moves):
        message = args.translate("--at {}: the game has {}")
        raise UsageError(message.format(args.at, length))
    if args.at is None:
        print(headline(record, args))
    if args.at is None and not args.all and moves:
        print("\n" + "\n".join(make_table(record, args)))
    chosen = range(len(positions)) if args.all else [len(moves) if args.at is None else args.at]
    for number in chosen:
        after = args.translate("After {} of {}")
        print(("\n" if args.at is None else "") + bold(after.format(number, length)))
        print(text(positions[number], supports_colour(), args.lang))
    if args.at is None:
        ending = one_line(record.headers.get("Termination", ""))
        result = args.translate("Result: {}").format(result_name(record.result))
        print(f"\n{bold(result)}" + (f" ({ending})" if ending else ""))


def headline(record: Record, args: Namespace) -> str:
    """Return text lines: game, headers, start position if it is not the usual one, comment."""
    lines = [f"{bold(record.game.about.title.in_language(args.lang))} · {record.game.id}"]
    lines += [f"{name}: {one_line(value)}" for name, value in record.headers.items()]
    if str(record.start) != str(record.game.start(seed=0)):
        lines.append(args.translate("Start: {}").format(record.start))
    if record.root.comment:
        lines.append(paragraph(one_line(record.root.comment)))
    return "\n".join(lines)


class Round(NamedTuple):
    """At most one turn of each player, and the comments on them."""

    turns: dict[int, str]
    comments: list[str]


def rounds(record: Record) -> Iterator[Round]:
    """Yield the rounds of the main line; a new round begins with the first player."""
    join = record.game.definition.action_separator
    current = Round({}, [])
    for node, before in zip(record.root.line(), record.positions(), strict=False):
        player = before.player
        if not before.starts_turn and player in current.turns:
            current.turns[player] += join + before.notation(node.action)
        else:
            if player == 0 or player in current.turns:
                if current.turns:
                    yield current
                current = Round({}, [])
            current.turns[player] = before.notation(node.action)
        if node.comment:
            current.comments.append(f"{node.action}: {one_line(node.comment)}")
    yield current


def make_table(record: Record, args: Namespace) -> Iterator[str]:
    """Yield the lines of a table with a column for each player and a row for each round."""
    players = range(record.game.players)
    names = [record.game.about.players[player].in_language(args.lang) for player in players]
    round_list = list(rounds(record))
    cells = [[round.turns.get(player, "") for player in players] for round in round_list]
    widths = [max(len(row[player]) for row in [names, *cells]) for player in players]
    if len(names) > 1:
        padded = zip(names, widths, strict=True)
        yield bold("      " + "  ".join(name.ljust(size) for name, size in padded).rstrip())
    for number, (row, round) in enumerate(zip(cells, round_list, strict=True), 1):
        padded = zip(row, widths, strict=True)
        yield f"{number:>4}. " + "  ".join(turn.ljust(size) for turn, size in padded).rstrip()
        yield from (paragraph(comment, 8) for comment in round.comments)
