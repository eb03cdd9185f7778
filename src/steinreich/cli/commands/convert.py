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
from steinreich.rules.language import Words, listed

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
        say("turn a record into another form", "eine Partie in eine andere Form bringen"),
        EXAMPLES,
    )
    add_file(parser)
    parser.options.add_argument(
        "--to",
        choices=FORMS,
        help=say(
            "the new form (text; json and jsonl for files called so)",
            "die neue Form (text; json und jsonl für Dateien, die so heißen)",
        ),
    )
    parser.options.add_argument(
        "-o",
        "--output",
        metavar=say("FILE", "DATEI"),
        type=file_name(say),
        default=STANDARD_STREAM,
        help=say("write to a file", "in eine Datei schreiben"),
    )
    parser.options.add_argument(
        "--lossy",
        action="store_true",
        help=say(
            "drop what the new form has no place for",
            "weglassen, was in die neue Form nicht passt",
        ),
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
    """Refuse to drop in silence what somebody wrote down."""
    if lost := losses(records, form):
        what = listed(lost)
        raise BadRecord(
            Words(
                f"the form {form} has no place for {what.en}; --lossy drops what does not fit",
                f"in die Form {form} passt nicht alles: {what.de}; mit --lossy fällt es weg",
            )
        )
