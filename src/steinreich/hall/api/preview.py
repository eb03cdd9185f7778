"""What a link to a table shows where it is sent: OpenGraph tags for the head of the page.

The secret of an invitation stands in the fragment of its link, which no server ever sees; so a
preview says no more than what everybody with the id of the table may see.
"""

from collections.abc import Container
from html import escape

from steinreich.rules.language import Words
from steinreich.session import texts
from steinreich.session.table import Table

PICTURE = "preview/{}.png"  # of a game; made by `steinreich show GAME --png FILE`
NO_PICTURE = "icon-512.png"
LINKS = ("join", "table", "watch")  # the first part of the paths that have a preview


def table_of(path: str) -> str | None:
    """The id of the table that a page is about, if it has a preview."""
    kind, _, id = path.partition("/")
    return id if kind in LINKS and id and "/" not in id else None


def preview(table: Table, origin: str, language: str, files: Container[str]) -> str:
    """The tags for a table; `origin` is the address of the hall, `files` are the client's."""
    about = table.game.about
    picture = PICTURE.format(table.game.name)
    tags = {
        "og:site_name": "Steinreich",
        "og:type": "website",
        "og:title": headline(table).within(language),
        "og:description": ". ".join(
            filter(None, (table.game.variant.within(language), about.summary.within(language)))
        ),
        "og:image": f"{origin}/{picture if picture in files else NO_PICTURE}",
        "og:image:alt": about.title.within(language),
    }
    return "".join(
        f'<meta property="{name}" content="{escape(content)}" />' for name, content in tags.items()
    )


def headline(table: Table) -> Words:
    """An invitation as long as somebody is missing, and then who plays."""
    title = table.game.about.title
    if table.status != "waiting":
        called = texts.names(table)
        players = Words(*(" – ".join(names) for names in zip(*called, strict=True)))
        return Words(f"{title.en}: {players.en}", f"{title.de}: {players.de}")
    inviters = [seat.name for seat in table.seats if seat.kind == "here" and seat.name]
    if not inviters:
        return Words(
            f"You are invited to a game of {title.en}",
            f"Du bist zu einer Partie {title.de} eingeladen",
        )
    return Words(
        f"{inviters[0]} invites you to a game of {title.en}",
        f"{inviters[0]} lädt dich zu einer Partie {title.de} ein",
    )
