"""The public interface: everything in `steinreich` is documented, with an example."""

import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from doctest import DocTestParser
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import steinreich

TUTORIAL = Path("docs/python.md").read_text()
PUBLIC: dict[str, Any] = {name: getattr(steinreich, name) for name in steinreich.__all__}
CONSTANTS = {name for name, value in PUBLIC.items() if isinstance(value, int)}
PACKAGE_INTERNALS = {
    "Any",
    "LAZY_ATTRIBUTES",
    "CALLABLE_PACKAGES",
    "TYPE_CHECKING",
    "register_display_methods",
}  # of the module `steinreich`


def get_methods(owner: type) -> Iterator[tuple[str, Any]]:
    """Return the public methods and properties that a class defines itself."""
    for name, value in vars(owner).items():
        if not name.startswith("_") and (inspect.isroutine(value) or hasattr(value, "__doc__")):
            function = getattr(value, "fget", None) or getattr(value, "func", None) or value
            if inspect.isroutine(function):
                yield name, function


def test_list_of_public_names_is_correct() -> None:
    assert len(PUBLIC) == len(steinreich.__all__) > 10
    defined = {
        name
        for name, value in vars(steinreich).items()
        if not name.startswith("_") and not isinstance(value, ModuleType)
    }
    assert defined - PACKAGE_INTERNALS <= PUBLIC.keys() <= set(dir(steinreich))
    with pytest.raises(AttributeError, match="module 'steinreich' has no attribute 'Board'"):
        _ = steinreich.Board


@pytest.mark.parametrize("name", sorted(PUBLIC.keys() - CONSTANTS))
def test_every_public_name_has_a_docstring_with_an_example(name: str) -> None:
    text = inspect.getdoc(PUBLIC[name]) or ""
    assert DocTestParser().get_examples(text), f"the docstring of {name} shows no example"
    for part, function in get_methods(PUBLIC[name]) if inspect.isclass(PUBLIC[name]) else ():
        assert inspect.getdoc(function), f"{name}.{part} has no docstring"


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_every_public_name_is_in_the_tutorial(name: str) -> None:
    assert re.search(rf"`[^`\n]*\b{name}\b|^>>> .*\b{name}\b", TUTORIAL, re.M)


REFERENCE = Path("docs/api.md").read_text()
# Internal interfaces between parts of the library, which the reference does not promise
INTERNAL = {
    "Arrow": {"on"},
    "AsyncEngine": {"run_search"},
    "BatchEnvironment": {
        *("check_legal", "check_out", "check_state", "get_words_by_game"),
        *("make_state_from_words", "observe_again"),
    },
    "BatchState": {"arrays", "make_view"},
    "Engine": {"answer", "check_open", "search"},
    "External": {"answer", "check_open", "handle_failures", "read_search", "start"},
    "Game": {"compiler", "is_legal", "legal_actions"},
    "GameEnv": {"check_agent", "set_position"},
    "GpuGames": {"check_array"},
    "Mcts": {"begin", "judge_leaves", "lines", "proven", "visits", "work"},
    "PlayableBoard": {
        *("can_rotate", "draw", "handle_message", "hold", "is_user_turn", "labels"),
        *("play_opponent_turn", "rendered_index", "rotate", "start_opponent_turn"),
        "update_picture",
    },
    "Player": {"check_open"},
    "Position": {
        *("after_legal", "last_step", "render_text", "get_last_effects", "find_action"),
        *("find_move", "is_legal", "cached_effects", "cached_outcome", "placed_tiles"),
        *("check_action", "parse_action", "explain_illegal_action", "state"),
        "explain_illegal_name",
    },
    "Prover": {"get_winning_line", "get_proof_numbers"},
    "RecordViewer": {
        *("can_rotate", "choices", "draw", "handle_message", "labels", "note"),
        *("rendered_index", "rotate", "update_picture"),
    },
    "Ring": {"on"},
    "SingleAgentEnv": {"draw_integer", "make_observation", "play_until_own_turn"},
    "Solver": {"make_memory", "search"},
    "Symmetries": {"check_number"},
}


def get_documented_members(path: str) -> set[str] | None:
    """Return the members of a class listed in the reference, or None without such an entry."""
    members = r"(?:   :members: (.*\n(?: {6,}.*\n)*))?"
    entry = re.search(
        rf"^\.\. auto(?:class|exception):: {re.escape(path)}\n{members}", REFERENCE, re.M
    )
    return None if entry is None else {*re.findall(r"\w+", entry[1] or "")}


DOCUMENTED_IN_CODE = re.compile(r"^ +self\.(\w+)\b[^#\n]*#: |^ +#: .*\n +self\.(\w+)", re.M)


def get_members(owner: type) -> set[str]:
    """Return the members that a class or a base class of this package defines or documents by
    `#:`.
    """
    own_classes = [cls for cls in owner.__mro__ if cls.__module__.startswith("steinreich")]
    names = {name for cls in own_classes for name in {*vars(cls), *inspect.get_annotations(cls)}}
    for cls in own_classes:
        names |= {
            name for pair in DOCUMENTED_IN_CODE.findall(inspect.getsource(cls)) for name in pair
        }
    return {name for name in names if name and not name.startswith("_")}


OTHER_CLASSES = [
    *(f"steinreich.rl.{name}" for name in ("BatchEnvironment", "BatchState", "CudaArray")),
    "steinreich.rl.batches.symmetry.Symmetries",
    "steinreich.rl.pettingzoo_env.GameEnv",
    "steinreich.rl.gymnasium_env.SingleAgentEnv",
    "steinreich.rl.open_spiel_game.OpenSpielGame",
    "steinreich.arena.Match",
    *(f"steinreich.arena.report.{name}" for name in ("Report", "Standing", "Length")),
    *(f"steinreich.arena.ratings.{name}" for name in ("Rating", "Share")),
    *(f"steinreich.notebook.{name}" for name in ("RecordViewer", "PlayableBoard")),
    "steinreich.core.playout.RandomGames",
    "steinreich.search.exact.solver.Value",
    "steinreich.search.proof.prover.ProofResult",
    "steinreich.players.solo_solver.Solution",
]
CLASSES = [f"steinreich.{name}" for name, value in PUBLIC.items() if inspect.isclass(value)]


def import_class(path: str) -> type:
    """Return the class at a path."""
    module, _, name = path.rpartition(".")
    cls: type = getattr(import_module(module), name)
    return cls


@pytest.mark.parametrize("path", [*CLASSES, *OTHER_CLASSES])
def test_reference_lists_all_public_members_and_no_internals(path: str) -> None:
    owner = import_class(path)
    documented = get_documented_members(path)
    assert documented is not None, f"docs/api.md has no class {path}"
    internal = INTERNAL.get(owner.__name__, set())
    assert get_members(owner) - internal - documented == set(), "docs/api.md does not list them"
    assert documented & internal == set()
    assert internal - get_members(owner) == set(), "these internals do not exist"


@pytest.mark.parametrize("path", OTHER_CLASSES)
def test_everything_in_the_reference_has_a_docstring(path: str) -> None:
    owner = import_class(path)
    assert inspect.getdoc(owner)
    for name, function in get_methods(owner):
        if name not in INTERNAL.get(owner.__name__, ()):
            assert inspect.getdoc(function), f"{path}.{name} has no docstring"


@pytest.mark.parametrize("package", ["arena", "notebook", "records", "rl"])
def test_reference_has_every_name_of_a_package(package: str) -> None:
    automodule_entry = f".. automodule:: steinreich.{package}\n   :members:\n   :imported-members:"
    for name in import_module(f"steinreich.{package}").__all__:
        entry = rf"^\.\. auto\w+:: steinreich\.{package}\.{name}$"
        assert automodule_entry in REFERENCE or re.search(entry, REFERENCE, re.M), name


@pytest.mark.parametrize("name", sorted(PUBLIC.keys() - CONSTANTS))
def test_reference_has_every_public_name(name: str) -> None:
    last = rf"(?:steinreich\.)?(?:{name}\.)?{name}"
    assert re.search(rf"^\.\. (?:auto|py:)\w+:: {last}\b", REFERENCE, re.M)


def test_importing_all_public_names_loads_no_compiler() -> None:
    code = "import sys\nfrom steinreich import *\nprint('numba' in sys.modules, Engine.__name__)"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.split() == ["False", "Engine"]


def test_import_is_fast() -> None:
    """Many short-lived processes import the package, so slow modules are imported on demand."""
    code = "import sys, steinreich; print({'importlib.resources', 'statistics'} & {*sys.modules})"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout == "set()\n"
