import pytest

from steinreich.records import result_name, result_names


def test_results_for_each_number_of_players() -> None:
    assert result_names(1) == {"*": None, "1": (1,), "0": (-1,)}
    assert result_names(2) == {"*": None, "1-0": (1, -1), "0-1": (-1, 1), "1/2-1/2": (0, 0)}
    assert list(result_names(3)) == ["*", "1-0-0", "0-1-0", "0-0-1", "1/2-1/2-1/2"]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_names_read_back(players: int) -> None:
    for name, result in result_names(players).items():
        assert result_name(result) == name
