"""The files of the browser client, kept in memory with compressed copies, and link previews.

Link previews are OpenGraph tags in the head of a page.  The secret of an invitation is in the
fragment of its link, which browsers do not send; so a preview shows only what is visible to every
client that knows the id of the table.
"""

import gzip
import hashlib
import mimetypes
from collections.abc import Container
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from steinreich.rules.language import Joined, Text
from steinreich.session import texts
from steinreich.session.table import Table

STATIC_FOLDER = Path(__file__).parents[1] / "static"
COMPRESSED_SUFFIXES = {".css", ".html", ".js", ".json", ".svg", ".webmanifest"}
# For files whose names contain a hash of their content
CACHE_FOREVER = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
NOT_BUILT = "The pages are not built yet: run `make client`.\n"
# Paths that the client renders
CLIENT_PATHS = (
    *("new", "table", "join", "watch", "lobby", "games", "game", "replay", "openings"),
    *("learn", "puzzles", "analysis"),
)
PREVIEW_IMAGE = "preview/{}.png"  # of a game; made by `steinreich show GAME --png FILE`
DEFAULT_PREVIEW_IMAGE = "icon-512.png"
PREVIEWED_PATHS = ("join", "table", "watch")  # first segments of paths with a preview

mimetypes.add_type("font/woff2", ".woff2")  # missing on some systems


class File(NamedTuple):
    """A file and its response headers."""

    body: bytes
    gzipped: bytes | None
    media_type: str
    etag: str
    cache_control: str


class Pages:
    """The files of the client."""

    def __init__(self, folder: Path = STATIC_FOLDER) -> None:
        self.files = {
            path.relative_to(folder).as_posix(): load_file(path, folder)
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }

    def make_response(self, request: Request, path: str, head: str = "") -> Response:
        """Return the response for a path.

        All paths that are not files are answered with `index.html`, unknown ones with status 404.
        `head` is inserted into its head element.
        """
        is_file = path in self.files
        is_page = not path or path.split("/")[0] in CLIENT_PATHS
        file = self.files.get(path if is_file else "index.html")
        if file is None:
            return Response(NOT_BUILT, 503, media_type="text/plain")
        if head and not is_file:
            body = file.body.replace(b"</head>", head.encode() + b"</head>", 1)
            headers = {"cache-control": file.cache_control, "vary": "accept-language"}
            return Response(body, 200, headers, media_type=file.media_type)
        if request.headers.get("if-none-match") == file.etag and is_file:
            return Response(status_code=304, headers={"etag": file.etag})
        headers = {
            "etag": file.etag,
            "cache-control": file.cache_control,
            "vary": "accept-encoding",
        }
        gzipped = file.gzipped if "gzip" in request.headers.get("accept-encoding", "") else None
        if gzipped:
            headers["content-encoding"] = "gzip"
        status = 200 if is_file or is_page else 404
        return Response(gzipped or file.body, status, headers, media_type=file.media_type)


def load_file(path: Path, folder: Path) -> File:
    """Read a file and compute everything that its responses need."""
    body = path.read_bytes()
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    gzipped = compress(body) if path.suffix in COMPRESSED_SUFFIXES else None
    etag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    is_hashed = path.parent != folder and path.parent.name == "assets"
    return File(body, gzipped, media_type, etag, CACHE_FOREVER if is_hashed else REVALIDATE)


@cache  # shared by processes forked after the first call
def compress(body: bytes) -> bytes:
    """Compress with gzip, reproducibly."""
    return gzip.compress(body, 9, mtime=0)


# Previews


def parse_table_id(path: str) -> str | None:
    """Return the id of the table in the path of a page with a preview, else None."""
    page, _, id = path.partition("/")
    return id if page in PREVIEWED_PATHS and id and "/" not in id else None


def render_preview(table: Table, origin: str, language: str, files: Container[str]) -> str:
    """Return the OpenGraph tags of a table.

    `origin` is the URL of the server without a path, `files` are the files of the client.
    """
    about = table.game.about
    picture = PREVIEW_IMAGE.format(table.game.name)
    tags = {
        "og:site_name": "Steinreich",
        "og:type": "website",
        "og:title": get_preview_title(table).in_language(language),
        "og:description": ". ".join(
            filter(
                None,
                (table.game.variant.in_language(language), about.summary.in_language(language)),
            )
        ),
        "og:image": f"{origin}/{picture if picture in files else DEFAULT_PREVIEW_IMAGE}",
        "og:image:alt": about.title.in_language(language),
    }
    return "".join(
        f'<meta property="{name}" content="{escape(content)}" />' for name, content in tags.items()
    )


def get_preview_title(table: Table) -> Text:
    """Return the title of a preview: an invitation while seats are free, else the players and the
    result."""
    title = table.game.about.title
    result = table.result
    if result and result.reason == "aborted":
        end = texts.get_headline(table, result)
        return Text("{title}: {end}", title=title, end=end)
    if table.status != "waiting":
        names = texts.get_display_names(table)
        players = Text("{title}: {players}", title=title, players=Joined(" – ", names))
        return Joined(". ", (players, texts.get_headline(table, result)) if result else (players,))
    inviters = [seat.name for seat in table.seats if seat.kind == "here" and seat.name]
    if not inviters:
        return Text("You are invited to a game of {title}", title=title)
    return Text("{inviters} invites you to a game of {title}", inviters=inviters[0], title=title)
