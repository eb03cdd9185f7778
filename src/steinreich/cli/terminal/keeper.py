"""Keeps the record of a game at the table in a file, after every action."""

from steinreich.cli.inputs import form_for, write_text
from steinreich.cli.language import Say
from steinreich.cli.terminal.undone import Undone
from steinreich.records import Result, write
from steinreich.rules.errors import SteinreichError


class Keeper:
    """Somebody who writes a record down."""

    def __init__(self, undone: Undone, file: str | None, say: Say) -> None:
        self.say = say
        self.undone = undone
        self.record = undone.record
        self.file = file  # where the record is kept, if anywhere
        self.kept: tuple[list[str], Result | None] = ([], None)  # what it says there

    def keep(self) -> None:
        """Save what is new; that this fails must not end a game."""
        if (self.record.moves(), self.record.result) == self.kept:
            return
        try:
            self.write()
        except SteinreichError as error:
            print(self.say(*error.words))

    def write(self) -> None:
        """Save the record, if there is a file to save it in."""
        if self.file:
            with self.undone.kept():
                content = write(self.record, form_for(self.file))
            write_text(self.file, content)
            self.kept = self.record.moves(), self.record.result

    def move_to(self, file: str) -> None:
        """Save in this file from now on, unless that fails."""
        before, self.file = self.file, file
        try:
            self.write()
        except SteinreichError:
            self.file = before
            raise
