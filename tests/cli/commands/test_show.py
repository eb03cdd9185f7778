"""`steinreich show`: pictures of positions, and rules."""

import json
import sys
from pathlib import Path

import pytest

from steinreich import games, load
from steinreich.draw import as_data, picture, png, svg, text
from tests.cli.conftest import CONNECT_FOUR, Run

ENDED_POSITION = "rrrr/bbb/-/-/-/-/-/-/-/-/-/-/-/-/-/- b"


@pytest.mark.parametrize("name", [*games(), CONNECT_FOUR])
@pytest.mark.parametrize("language", ["en", "de"])
def test_start_position_is_shown(run: Run, name: str, language: str) -> None:
    position = load(name).start(seed=4)
    done = run("show", name, "--seed", 4, "--lang", language)
    label = "Stellung" if language == "de" else "Position"
    assert done == (0, f"{text(position, language=language)}\n{label}: {position}\n", "")


def test_position_is_shown(run: Run) -> None:
    done = run("show", "vier3d", ENDED_POSITION)
    assert done.code == 0
    assert "Red wins" in done.out


def test_position_that_looks_like_an_option_is_shown(run: Run) -> None:
    assert run("show", "vier3d", "/".join("-" * 16) + " r").code == 0


def test_seed_reproduces_a_random_start(run: Run) -> None:
    assert run("show", "tzaar", "--seed", 1) == run("show", "tzaar", "--seed", 1)
    assert run("show", "tzaar", "--seed", 1) != run("show", "tzaar", "--seed", 2)


def test_json_output(run: Run) -> None:
    data = json.loads(run("show", "vier3d", ENDED_POSITION, "--json").out)
    position = load("vier3d").position(ENDED_POSITION)
    assert data == {
        "game": "vier3d",
        "position": ENDED_POSITION,
        "player": 1,
        "legal_moves": [],
        "is_over": True,
        "returns": [1, -1],
        **json.loads(json.dumps(as_data(picture(position)))),
    }


def test_json_lists_legal_actions(run: Run) -> None:
    data = json.loads(run("show", "inner_square", "--json").out)
    assert data["legal_moves"] == load("inner_square").start().legal_moves()
    assert data["player"] == 0


def test_svg_is_written_to_standard_output(run: Run) -> None:
    done = run("show", "vier3d", "--svg", "-", "--theme", "dark", "--lang", "de")
    assert done == (0, svg(load("vier3d").start(), "dark", "de") + "\n", "")


def test_svg_style_can_be_chosen(run: Run) -> None:
    done = run("show", "tzaar", "--seed", "7", "--svg", "-", "--style", "contrast")
    assert done == (0, svg(load("tzaar").start(7), style="contrast") + "\n", "")


def test_svg_is_written_to_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    assert run("show", "vier3d", "--svg", file) == (0, "", f"wrote {file}\n")
    assert file.read_text() == svg(load("vier3d").start()) + "\n"
    assert list(tmp_path.iterdir()) == [file]


def test_reports_an_unwritable_file(run: Run, tmp_path: Path) -> None:
    done = run("show", "vier3d", "--svg", tmp_path / "no" / "board.svg")
    assert done.code == 2
    assert done.err.startswith("steinreich: cannot write ")
    assert done.err.endswith("No such file or directory\n")


def test_png_needs_cairosvg(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, start = tmp_path / "board.png", load("vier3d").start()
    assert run("show", "vier3d", "--png", file, "--theme", "dark") == (0, "", f"wrote {file}\n")
    assert file.read_bytes() == png(start, theme="dark")
    monkeypatch.setitem(sys.modules, "cairosvg", None)  # as if it were not installed
    for language, needed in (("en", "need CairoSVG"), ("de", "brauchen CairoSVG")):
        done = run("show", "vier3d", "--png", "-", "--lang", language)
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
        assert needed in done.err
        assert done.err.endswith("pip install 'steinreich[png]'\n")


@pytest.mark.parametrize("name", [*games(), CONNECT_FOUR])
@pytest.mark.parametrize("language", ["en", "de"])
def test_prints_the_rules(run: Run, name: str, language: str) -> None:
    game = load(name)
    about = game.about
    done = run("show", name, "--rules", "--lang", language)
    assert done.code == 0
    found = " ".join(done.out.split())
    for section in game.rules:
        assert section.heading.in_language(language) in found
        for paragraph in section.paragraphs:
            assert paragraph.text.in_language(language) in found
    assert all(option.about.in_language(language) in found for option in about.options)
    assert about.credit.in_language(language) in found


def test_rules_follow_the_options(run: Run) -> None:
    done = run("show", "vier3d(variant=most_fours,players=3)", "--rules")
    found = " ".join(done.out.split())
    assert "21 balls each" in found
    assert "(our addition)" in found
    assert "neutral ball" not in found.partition("Options")[0]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero (line 1)"),
        ("x = 1\ndef (", "SyntaxError: invalid syntax (line 2)"),
        ("import nothing_like_this", "No module named 'nothing_like_this' (line 1)"),
        ("", "is not a game file: it has no ABOUT"),
        ("raise ValueError('one\\n  two\\x1b[2J')", "ValueError: one two\ufffd[2J (line 1)"),
        ("import sys\nsys.exit(0)", "cannot be run: it ends the program (line 2)"),
        ("raise SystemExit('done')", "cannot be run: it ends the program (line 1)"),
    ],
)
def test_reports_a_broken_game_file(run: Run, tmp_path: Path, source: str, message: str) -> None:
    file = tmp_path / "broken.py"
    file.write_text(source)
    done = run("show", file)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert done.err.count("\n") == 1
