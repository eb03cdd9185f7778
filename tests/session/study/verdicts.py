"""Verdicts for tests."""

from steinreich.session.schema.study import Verdict


def estimated(*values: float) -> Verdict:
    return {"certainty": "estimated", "values": list(values), "turns": None, "stored": False}


def proven(*values: float) -> Verdict:
    return {"certainty": "proven", "values": list(values), "turns": 3, "stored": False}


def between_two(value: float) -> Verdict:
    """The value for the first of two."""
    return estimated(value, -value)
