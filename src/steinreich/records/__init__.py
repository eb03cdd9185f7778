"""Game records: reading, replay, validation and writing, as text, JSON or in other formats."""

from steinreich.records.forms import FORMS, detect_form, iter_records, losses, read, write
from steinreich.records.json_form import from_json, schema, to_json
from steinreich.records.lenient import ReadGame, read_leniently
from steinreich.records.little_golem import parse_little_golem, to_little_golem
from steinreich.records.record import Node, Record, Result, result_name, result_names
from steinreich.records.rods import parse_rods, to_rods
from steinreich.records.text import parse_text, to_text

__all__ = [
    "FORMS",
    "Node",
    "ReadGame",
    "Record",
    "Result",
    "detect_form",
    "from_json",
    "iter_records",
    "losses",
    "parse_little_golem",
    "parse_rods",
    "parse_text",
    "read",
    "read_leniently",
    "result_name",
    "result_names",
    "schema",
    "to_json",
    "to_little_golem",
    "to_rods",
    "to_text",
    "write",
]
