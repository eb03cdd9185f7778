"""Files of any size are read lazily, record by record, with the same result as `read`."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

from steinreich import BadRecord, Record, iter_records, load, read, write
from steinreich.records import forms

TRICKY = """\ufeff{A comment before
[all headers]}
[Game "vier3d"]
[Event "braces { and ] \\" in a header"]

1. b3 {a comment \\} with
[a line like a header "x"]
and } c2 ; [Game "tzaar"] {
2. b3 *
[Game "six_in_line"]

{Before the moves.}
[Event "headers may come after a comment"]
1. e3e4 e3-a3+d3 *

"""


def games(number: int) -> list[Record]:
    """Short games with comments and variations."""
    records = []
    for i in range(number):
        record = Record.new("vier3d")
        for move in ("b3", "c2", "b3"):
            record.play(move)
        record.headers["Event"] = f"number {i}"
        record.last.comment = 'a \n[Game "tzaar"] { in } a comment'
        record.root.line()[0].add("a1")
        records.append(record)
    return records


@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_streaming_gives_the_same_records(form: str, tmp_path: Path) -> None:
    records = games(7)
    path = tmp_path / "games"
    path.write_text(write(records, form), "utf-8")
    assert list(iter_records(path)) == read(path) == records
    with path.open(encoding="utf-8") as file:
        assert list(iter_records(file)) == records


def test_distinguishes_comments_from_headers() -> None:
    records = list(iter_records(StringIO(TRICKY)))
    assert records == read(TRICKY, "text")
    assert [record.game.name for record in records] == ["vier3d", "six_in_line"]


def test_file_can_omit_its_game_and_be_empty() -> None:
    assert [record.moves() for record in iter_records(StringIO("1. b3 *"), "vier3d")] == [["b3"]]
    assert list(iter_records(StringIO(""))) == []


class EndlessFile:
    """An endless file that counts its read lines."""

    def __init__(self) -> None:
        self.lines = 0

    def __iter__(self) -> Iterator[str]:
        while True:
            self.lines += 3
            yield from ('[Game "vier3d"]\n', "1. b3 c2 *\n", "\n")


def test_records_are_returned_before_the_whole_file_is_read() -> None:
    class LimitedFile(StringIO):
        def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
            return next(lines)

    endless = EndlessFile()
    lines = iter(endless)
    records = iter_records(LimitedFile())
    assert [next(records).moves() for _ in range(3)] == [["b3", "c2"]] * 3
    assert endless.lines <= 12


def test_errors_state_their_location() -> None:
    good = '[Game "vier3d"]\n\n1. b3 c2 *\n\n'
    for bad, message in (
        ('[Game "vier3d"]\n1. zz *', "record 3: from line 9: action 1, 'zz'"),
        ('[Game "chess"]\n1. e4 *', r"record 3: from line 9: line 1, column 1: no game is called"),
    ):
        records = iter_records(StringIO(good * 2 + bad + "\n" + good))
        assert next(records).moves() == next(records).moves() == ["b3", "c2"]
        with pytest.raises(BadRecord, match=message):
            next(records)


def test_errors_in_json_are_located_by_line() -> None:
    lines = write(games(1), "jsonl") + "\n" + '{"version": 2}'
    with pytest.raises(BadRecord, match="record 2: from line 3: "):
        list(iter_records(StringIO(lines)))


def test_limits_the_size_of_one_record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "MAX_RECORD_CHARACTERS", 60)
    good = '[Game "vier3d"]\n\n1. b3 c2 *\n\n'
    assert len(list(iter_records(StringIO(good * 10)))) == 10
    for endless in ("x" * 1000, '[Event "x"]\n' * 10):
        with pytest.raises(BadRecord, match="begins in line 5"):
            list(iter_records(StringIO(good + endless)))


def test_reports_binary_content(tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadRecord, match="line 1: this is not UTF-8 text"):
        list(iter_records(path))


def test_moves_are_not_played_without_a_check() -> None:
    text = '[Game "vier3d"] 1. a1 a1 2. a1 a1 3. a1 *'
    [record] = iter_records(StringIO(text), check=False)
    assert record.game == load("vier3d")
    with pytest.raises(BadRecord, match="rod a1 is full"):
        list(iter_records(StringIO(text)))
