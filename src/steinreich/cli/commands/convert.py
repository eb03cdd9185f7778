"""`steinreich convert`: convert records from one format to another."""

from argparse import Namespace

from steinreich.cli.inputs import (
    STANDARD_STREAM,
    add_expected_game,
    add_file,
    file_name,
    guess_form,
    read_records,
    write_text,
)
from steinreich.cli.parser import Commands
from steinreich.records import FORMS, Record, losses, write
from steinreich.rules.errors import BadRecord
from steinreich.rules.language import Text, join_with_and

EXAMPLES = """\
steinreich convert game.txt --to json
steinreich convert games.sgf --output games.txt
steinreich convert game.txt --to rods --lossy
echo 0 5 0 5 0 5 0 | steinreich convert -"""


def add(commands: Commands) -> None:
    translate = commands.translate
    parser = commands.add(
        "convert",
        run,
        translate("convert a record to another format"),
        EXAMPLES,
    )
    add_file(parser)
    parser.options.add_argument(
        "--to",
        choices=FORMS,
        help=translate(
            "format to write (default: json or jsonl if the file is named so, else text)"
        ),
    )
    parser.options.add_argument(
        "-o",
        "--output",
        metavar=translate("FILE"),
        type=file_name(translate),
        default=STANDARD_STREAM,
        help=translate("write to a file"),
    )
    parser.options.add_argument(
        "--lossy",
        action="store_true",
        help=translate("drop what the new format cannot store"),
    )
    add_expected_game(parser)


def run(args: Namespace) -> int:
    records = read_records(args.file, args.game)
    form = args.to or guess_form(args.output)
    text = write(records, form)
    if not args.lossy:
        check_losses(records, form)
    write_text(args.output, text)
    return 0


def check_losses(records: list[Record], form: str) -> None:
    """Raise an error if the target format cannot represent everything in the records."""
    if lost := losses(records, form):
        what = join_with_and(lost)
        raise BadRecord(
            Text(
                "the format {form} cannot store {what}; --lossy drops it",
                form=form,
                what=what,
            )
        )
