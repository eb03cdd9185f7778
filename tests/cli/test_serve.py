"""`steinreich serve` where its packages are not installed.  Halls that run: tests/server."""

import sys

import pytest

from tests.cli.conftest import Run


@pytest.mark.parametrize("package", ["uvicorn", "sqlalchemy", "orjson"])
@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (
            "en",
            "steinreich: the hall needs packages that are not installed ({} is missing);"
            " this installs them:  pip install 'steinreich[hall]'\n",
        ),
        (
            "de",
            "steinreich: für den Saal fehlen Pakete ({} ist nicht installiert);"
            " das installiert sie:  pip install 'steinreich[hall]'\n",
        ),
    ],
)
def test_a_missing_package_is_one_sentence(
    run: Run, monkeypatch: pytest.MonkeyPatch, package: str, language: str, sentence: str
) -> None:
    for name in [name for name in sys.modules if name.startswith("steinreich.server")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    done = run("serve", "--lang", language)
    assert (done.code, done.out, done.err) == (2, "", sentence.format(package))


def test_a_missing_part_of_our_own_is_a_fault(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "steinreich.server.serving", None)
    with pytest.raises(ModuleNotFoundError, match=r"steinreich\.server\.serving"):
        run("serve")
