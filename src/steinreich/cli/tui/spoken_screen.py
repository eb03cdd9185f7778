"""Screens whose keys are named in the language of whoever sits there."""

from typing import ClassVar, NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, Static

from steinreich.cli.spoken_language import Say
from steinreich.rules.language import Words


class Key(NamedTuple):
    """A key, what it does, and what the footer calls that."""

    keys: str  # several, parted by commas
    action: str
    name: Words
    is_shown: bool = True


class SpokenScreen(Screen[None]):
    """A screen that speaks English or German."""

    KEYS: ClassVar[tuple[Key, ...]] = ()

    def __init__(self, say: Say, language: str) -> None:
        super().__init__()
        self.say = say
        self.language = language
        for keys, action, name, is_shown in self.KEYS:  # bindings of a class have one language
            self._bindings.bind(keys, action, say(*name), is_shown)

    def tell(self, what: str, *, is_error: bool = False) -> None:
        """A word that goes away by itself."""
        self.notify(what, severity="error" if is_error else "information", markup=False)


class TextScreen(SpokenScreen):
    """Something to read: rules, help."""

    KEYS = (Key("escape,q", "leave", Words("Back", "Zurück")),)
    AUTO_FOCUS = "VerticalScroll"

    def __init__(self, text: str, say: Say, language: str) -> None:
        super().__init__(say, language)
        self.text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(Text.from_ansi(self.text))
        yield Footer(compact=True, show_command_palette=False)

    def action_leave(self) -> None:
        self.app.pop_screen()
