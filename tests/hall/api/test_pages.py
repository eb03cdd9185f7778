"""Client pages: compressed, cached, of one origin, and limited to the folder."""

import gzip
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import Response

from steinreich.hall.api.pages import STATIC_FOLDER, Pages

INDEX = b"<!doctype html><script src='/assets/app-1a2b.js'></script>"
SCRIPT = b"console.log('hello')" * 50


@pytest.fixture
def pages(tmp_path: Path) -> Pages:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_bytes(INDEX)
    (static / "assets" / "app-1a2b.js").write_bytes(SCRIPT)
    (static / "assets" / "font-3c4d.woff2").write_bytes(b"wOF2")
    (static / "icon.png").write_bytes(b"\x89PNG")
    (tmp_path / "secret").write_text("not for you")
    return Pages(static)


def get(pages: Pages, path: str, **headers: str) -> Response:
    raw_headers = [
        (name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()
    ]
    return pages.make_response(Request({"type": "http", "headers": raw_headers}), path)


def test_all_client_routes_serve_the_index_page(pages: Pages) -> None:
    for path in (
        "",
        "new/vier3d",
        "table/x",
        "join/x/1",
        "watch/x",
        "lobby",
        "games",
        "learn/tzaar",
        "analysis/tzaar",
    ):
        answer = get(pages, path)
        assert (answer.status_code, answer.body) == (200, INDEX), path
        assert answer.headers["content-type"].startswith("text/html")
        assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path", ["nothing", "assets/nothing.js", "../secret", "assets/../../secret", "/etc/passwd"]
)
def test_missing_files_are_not_found(pages: Pages, path: str) -> None:
    answer = get(pages, path)
    assert answer.status_code == 404
    assert b"not for you" not in answer.body


def test_files_with_content_hash_are_cached_forever(pages: Pages) -> None:
    answer = get(pages, "assets/app-1a2b.js")
    assert "immutable" in answer.headers["cache-control"]
    assert "javascript" in answer.headers["content-type"]
    assert "immutable" not in get(pages, "icon.png").headers["cache-control"]
    assert get(pages, "assets/font-3c4d.woff2").headers["content-type"] == "font/woff2"


def test_text_is_compressed_if_the_client_accepts_it(pages: Pages) -> None:
    compressed = get(pages, "assets/app-1a2b.js", accept_encoding="gzip, br")
    assert compressed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(bytes(compressed.body)) == SCRIPT
    assert len(compressed.body) < len(SCRIPT) / 5
    assert get(pages, "assets/app-1a2b.js").body == SCRIPT
    picture = get(pages, "icon.png", accept_encoding="gzip")
    assert "content-encoding" not in picture.headers


def test_unchanged_files_get_status_304(pages: Pages) -> None:
    tag = get(pages, "icon.png").headers["etag"]
    again = get(pages, "icon.png", if_none_match=tag)
    assert (again.status_code, again.body) == (304, b"")
    assert get(pages, "icon.png", if_none_match='"other"').status_code == 200


def test_missing_build_is_reported_with_instructions(tmp_path: Path) -> None:
    answer = get(Pages(tmp_path / "empty"), "")
    assert answer.status_code == 503
    assert b"make client" in answer.body


def test_built_page_loads_nothing_from_other_origins() -> None:
    assert (STATIC_FOLDER / "index.html").is_file(), "the client is not built: run `make client`"
    for file in STATIC_FOLDER.rglob("*.html"):
        text = file.read_text()
        assert "://" not in text, file.name
        assert "<style" not in text, "the content security policy forbids it"
        assert "<script>" not in text
        assert 'src="//' not in text
    for file in STATIC_FOLDER.rglob("*.css"):
        assert "url(http" not in file.read_text()


def test_fonts_are_served_with_their_licences() -> None:
    fonts = sorted(file.name for file in STATIC_FOLDER.rglob("*.woff2"))
    preloaded = [
        name
        for name in fonts
        if f'href="/assets/{name}"' in (STATIC_FOLDER / "index.html").read_text()
    ]
    assert len(fonts) == 4
    assert [name for name in fonts if "-latin-ext-" not in name] == preloaded
    licences = [file.read_text() for file in (STATIC_FOLDER / "licences").iterdir()]
    assert sum("SIL OPEN FONT LICENSE" in text for text in licences) == 2
