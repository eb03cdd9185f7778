"""Verdicts for tests."""

from steinreich.session.schema.study import Verdict


def estimated(*values: float) -> Verdict:
    return {"certainty": "estimated", "values": list(values), "within": None}


def proven(*values: float) -> Verdict:
    return {"certainty": "proven", "values": list(values), "within": 3}


def between_two(value: float) -> Verdict:
    """The value for the first of two."""
    return estimated(value, -value)
