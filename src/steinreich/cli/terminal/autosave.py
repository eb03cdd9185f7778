"""Saves a game at the terminal in a file, after every action."""

from steinreich.cli.inputs import form_for, write_text
from steinreich.cli.spoken_language import Say
from steinreich.cli.terminal.local_table import LocalTable
from steinreich.records import write
from steinreich.rules.errors import SteinreichError


class Autosave:
    """The file in which a game is kept, if there is one."""

    def __init__(self, table: LocalTable, file: str | None, say: Say) -> None:
        self.table = table
        self.file = file
        self.say = say
        self.saved = 0  # so many changes of the table are in the file

    def save_changes(self) -> None:
        """Save what is new; that this fails must not end a game."""
        if self.table.changes == self.saved:
            return
        try:
            self.save()
        except SteinreichError as error:
            print(self.say(*error.words))

    def save(self) -> None:
        """Save the record, if there is a file to save it in."""
        if self.file:
            write_text(self.file, write(self.table.record(), form_for(self.file)))
            self.saved = self.table.changes

    def move_to(self, file: str) -> None:
        """Save in this file from now on, unless that fails."""
        before, self.file = self.file, file
        try:
            self.save()
        except SteinreichError:
            self.file = before
            raise
