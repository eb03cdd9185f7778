"""Batches in notebooks."""

from steinreich.rl import make
from tests.draw.test_notebook import get_text_content


def test_batch_shows_some_of_its_games() -> None:
    environment = make("examples/connect_four.py", batch=6, threads=1)
    state = environment.step(environment.init(), [0, 1, 2, 3, 4, 5])
    text = state._repr_html_()
    assert text.count("<svg") == 4
    message = get_text_content(text)
    assert "6 games of" in message
    assert "(6, 7)" in message
    assert len(environment.positions(state, 2)) == 2
