"""`steinreich replay`: check a record and show its game, position by position."""

from argparse import Namespace
from collections.abc import Iterator
from typing import Any, NamedTuple

from steinreich.cli.inputs import add_expected_game, add_file, records_in, whole_number
from steinreich.cli.outputs import bold, has_colour, paragraph, print_json
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
    say = commands.say
    about = say("check a record and show the game")
    parser = commands.add("replay", run, about, EXAMPLES)
    add_file(parser)
    form = parser.options.add_mutually_exclusive_group()
    form.add_argument(
        "--all",
        action="store_true",
        help=say("show every position"),
    )
    form.add_argument(
        "--at",
        metavar="N",
        type=whole_number(say),
        help=say("show the position after N actions"),
    )
    parser.add_json(form)
    add_expected_game(parser)


def run(args: Namespace) -> int:
    records = records_in(args.file, args.game)
    if args.json:
        listed = [data(record) for record in records]
        print_json(listed[0] if len(listed) == 1 else listed)
        return 0
    for number, record in enumerate(records, 1):
        if len(records) > 1:
            of = args.say("Record {} of {}").format(number, len(records))
            print(("\n" if number > 1 else "") + bold(of))
        show(record, args)
    return 0


def data(record: Record) -> dict[str, Any]:
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


def show(record: Record, args: Namespace) -> None:
    """Print a record: one position, all of them, or the moves and the last position."""
    positions, moves = record.positions(), record.moves()
    length = Plural("{n} action", "{n} actions", len(moves)).within(args.lang)
    if args.at is not None and args.at > len(moves):
        message = args.say("--at {}: the game has {}")
        raise UsageError(message.format(args.at, length))
    if args.at is None:
        print(headline(record, args))
    if args.at is None and not args.all and moves:
        print("\n" + "\n".join(table(record, args)))
    chosen = range(len(positions)) if args.all else [len(moves) if args.at is None else args.at]
    for number in chosen:
        after = args.say("After {} of {}")
        print(("\n" if args.at is None else "") + bold(after.format(number, length)))
        print(text(positions[number], has_colour(), args.lang))
    if args.at is None:
        ending = one_line(record.headers.get("Termination", ""))
        result = args.say("Result: {}").format(result_name(record.result))
        print(f"\n{bold(result)}" + (f" ({ending})" if ending else ""))


def headline(record: Record, args: Namespace) -> str:
    """Return the game, the headers, a custom start position and the first comment as text."""
    lines = [f"{bold(record.game.about.title.within(args.lang))} · {record.game.id}"]
    lines += [f"{name}: {one_line(value)}" for name, value in record.headers.items()]
    if str(record.start) != str(record.game.start(seed=0)):
        lines.append(args.say("Start: {}").format(record.start))
    if record.root.comment:
        lines.append(paragraph(one_line(record.root.comment)))
    return "\n".join(lines)


class Round(NamedTuple):
    """At most one turn of each player, and the comments on them."""

    turns: dict[int, str]
    comments: list[str]


def rounds(record: Record) -> Iterator[Round]:
    """Yield the main line in rounds, each of which begins with the first player."""
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


def table(record: Record, args: Namespace) -> Iterator[str]:
    """Yield the lines of a table of rounds, headed by the names of the players."""
    players = range(record.game.players)
    names = [record.game.about.players[player].within(args.lang) for player in players]
    found = list(rounds(record))
    cells = [[each.turns.get(player, "") for player in players] for each in found]
    wide = [max(len(row[player]) for row in [names, *cells]) for player in players]
    if len(names) > 1:
        padded = zip(names, wide, strict=True)
        yield bold("      " + "  ".join(name.ljust(size) for name, size in padded).rstrip())
    for number, (row, each) in enumerate(zip(cells, found, strict=True), 1):
        padded = zip(row, wide, strict=True)
        yield f"{number:>4}. " + "  ".join(turn.ljust(size) for turn, size in padded).rstrip()
        yield from (paragraph(comment, 8) for comment in each.comments)
