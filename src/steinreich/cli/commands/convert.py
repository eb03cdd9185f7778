"""`steinreich convert`: records from one form into another."""

from argparse import Namespace

from steinreich.cli.inputs import (
    STANDARD_STREAM,
    add_expected_game,
    add_file,
    file_name,
    form_for,
    records_in,
    write_text,
)
from steinreich.cli.parser import Commands
from steinreich.records import FORMS, Record, losses, write
from steinreich.rules.errors import BadRecord
from steinreich.rules.language import Text, listed

EXAMPLES = """\
steinreich convert game.txt --to json
steinreich convert games.sgf --output games.txt
steinreich convert game.txt --to rods --lossy
echo 0 5 0 5 0 5 0 | steinreich convert -"""


def add(commands: Commands) -> None:
    say = commands.say
    parser = commands.add(
        "convert",
        run,
        say("turn a record into another form"),
        EXAMPLES,
    )
    add_file(parser)
    parser.options.add_argument(
        "--to",
        choices=FORMS,
        help=say("the new form (text; json and jsonl for files called so)"),
    )
    parser.options.add_argument(
        "-o",
        "--output",
        metavar=say("FILE"),
        type=file_name(say),
        default=STANDARD_STREAM,
        help=say("write to a file"),
    )
    parser.options.add_argument(
        "--lossy",
        action="store_true",
        help=say("drop what the new form has no place for"),
    )
    add_expected_game(parser)


def run(args: Namespace) -> int:
    records = records_in(args.file, args.game)
    form = args.to or form_for(args.output)
    text = write(records, form)
    if not args.lossy:
        check_losses(records, form)
    write_text(args.output, text)
    return 0


def check_losses(records: list[Record], form: str) -> None:
    """Raise an error rather than drop content silently."""
    if lost := losses(records, form):
        what = listed(lost)
        raise BadRecord(
            Text(
                "the form {form} has no place for {what}; --lossy drops what does not fit",
                form=form,
                what=what,
            )
        )
