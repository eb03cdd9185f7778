"""The browser client: a handful of files, held in memory and compressed once."""

import gzip
import hashlib
import mimetypes
from functools import cache
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

FOLDER = Path(__file__).parents[1] / "static"
COMPRESSED = {".css", ".html", ".js", ".json", ".svg", ".webmanifest"}
FOR_EVER = "public, max-age=31536000, immutable"  # files named after what is in them
EACH_TIME = "no-cache"
NOT_BUILT = "The pages are not built yet: run `make client`.\n"
# What the client draws
CLIENT_PATHS = (
    *("new", "table", "join", "watch", "lobby", "games", "game", "replay", "openings"),
    *("learn", "puzzles", "analysis"),
)


mimetypes.add_type("font/woff2", ".woff2")  # Python learns of it only from some systems


class File(NamedTuple):
    """A file as it is sent."""

    body: bytes
    zipped: bytes | None
    kind: str
    tag: str
    caching: str


class Pages:
    """The files of the client."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.files = {
            path.relative_to(folder).as_posix(): read(path, folder)
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }

    def answer(self, request: Request, path: str, head: str = "") -> Response:
        """The file of this path; paths of pages are all drawn by the client's one page, whose head
        may say more."""
        known = path in self.files
        page = not path or path.split("/")[0] in CLIENT_PATHS
        file = self.files.get(path if known else "index.html")
        if file is None:
            return Response(NOT_BUILT, 503, media_type="text/plain")
        if head and not known:
            body = file.body.replace(b"</head>", head.encode() + b"</head>", 1)
            headers = {"cache-control": file.caching, "vary": "accept-language"}
            return Response(body, 200, headers, media_type=file.kind)
        if request.headers.get("if-none-match") == file.tag and known:
            return Response(status_code=304, headers={"etag": file.tag})
        headers = {"etag": file.tag, "cache-control": file.caching, "vary": "accept-encoding"}
        zipped = file.zipped if "gzip" in request.headers.get("accept-encoding", "") else None
        if zipped:
            headers["content-encoding"] = "gzip"
        status = 200 if known or page else 404
        return Response(zipped or file.body, status, headers, media_type=file.kind)


def read(path: Path, folder: Path) -> File:
    """A file with everything that is known of it beforehand."""
    body = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    zipped = compressed(body) if path.suffix in COMPRESSED else None
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    hashed = path.parent != folder and path.parent.name == "assets"
    return File(body, zipped, kind, tag, FOR_EVER if hashed else EACH_TIME)


@cache  # for halls that are forked from one process, which has read the pages before
def compressed(body: bytes) -> bytes:
    """The same as gzip."""
    return gzip.compress(body, 9, mtime=0)
