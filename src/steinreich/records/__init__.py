"""Game records: read, replay, check, continue and write them, as text, JSON or in other forms."""

from steinreich.records.faulty import ReadGame, read_as_far
from steinreich.records.forms import FORMS, form_of, losses, read, write
from steinreich.records.json_form import from_json, schema, to_json
from steinreich.records.little_golem import parse_little_golem, to_little_golem
from steinreich.records.record import Node, Record
from steinreich.records.result import Result, result_name, result_names
from steinreich.records.rods import parse_rods, to_rods
from steinreich.records.streaming import iter_records
from steinreich.records.text_parser import parse_text
from steinreich.records.text_writer import to_text

__all__ = [
    "FORMS",
    "Node",
    "ReadGame",
    "Record",
    "Result",
    "form_of",
    "from_json",
    "iter_records",
    "losses",
    "parse_little_golem",
    "parse_rods",
    "parse_text",
    "read",
    "read_as_far",
    "result_name",
    "result_names",
    "schema",
    "to_json",
    "to_little_golem",
    "to_rods",
    "to_text",
    "write",
]
