"""Thinking about a position goes in stages, each twice as long as the last.

So the first lines are there at once, whatever the search, and others have their turn in between.
"""

from steinreich.engines.study.questions import Stage, ThinkAbout

FIRST_STAGE = 0.05  # seconds
GROWTH = 2.0
WHOLE = 0.8  # of a stage that has to be thought for the next one to be longer


def next_stage(before: ThinkAbout, stage: Stage, longest: float) -> ThinkAbout | None:
    """What is asked after a stage: longer, unless it was cut short; None if it was the last."""
    spent = before.spent + max(stage.seconds, 0.01)  # who finds nothing has an end, too
    if stage.is_settled or longest - spent < FIRST_STAGE / 2:
        return None
    is_whole = stage.seconds >= WHOLE * before.seconds
    seconds = before.seconds * (GROWTH if is_whole else 1.0)
    return before._replace(
        seconds=min(seconds, longest - spent),
        told=stage.told,
        nodes=before.nodes + stage.nodes,
        spent=spent,
    )
