"""Sections of the page of benchmarks say when and where their figures were measured."""

import re
from pathlib import Path

import pytest

from bench import __main__ as program
from bench.marks import MARKS, MIN_CONFIRMED_SHARE, Row, format_marks

PAGE = Path("docs/benchmarks.md").read_text()
MEASURED = re.compile(r"Measured on \d{4}-\d{2}-\d{2}: \S[^.]+")


def parse_sections(page: str) -> dict[str, str]:
    """Return the generated sections of the page by name."""
    return dict(re.findall(r"^<!-- ([\w-]+) -->\n(.*?)^<!-- /\1 -->$", page, re.M | re.S))


def test_generated_section_starts_with_date_and_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.md"
    monkeypatch.setattr(program, "PAGE", page)
    for name in program.BENCHMARKS:
        page.write_text(PAGE)
        program.write_section(name, ["| new |"])
        found = parse_sections(page.read_text())
        assert MEASURED.match(found[name])
        assert found[name].endswith("\n\n| new |\n")
        assert {**found, name: ""} == {**parse_sections(PAGE), name: ""}


def test_share_of_confirmed_marks_meets_its_target() -> None:
    few, enough = (
        Row("all", 240, MARKS, confirmed, MIN_CONFIRMED_SHARE) for confirmed in (189, 190)
    )
    assert few.find_failures() == ["?? confirmed: 189 (94.5 %) of 200, not 95 %"]
    assert enough.find_failures() == Row("tzaar", 20, 10, 1).find_failures() == []
    assert format_marks([enough])[-1] == "| all | 240 | 200 | 190 (95.0 %) | 95 % |"
