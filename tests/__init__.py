"""The games that tests run over."""

from steinreich import games

CONNECT_FOUR, BREAKTHROUGH = "examples/connect_four.py", "examples/breakthrough.py"
DOTS_AND_BOXES = "examples/dots_and_boxes.py"
EXAMPLES = (CONNECT_FOUR, BREAKTHROUGH, DOTS_AND_BOXES)
ALL_NAMES = (*games(), *EXAMPLES)
