"""All REST responses match the OpenAPI description, and none is a 5xx."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import settings
from schemathesis.specs.openapi.checks import allow_header_conformance, positive_data_acceptance

from steinreich.hall.api.declarations import get_field_comments
from steinreich.hall.app import make_app
from steinreich.hall.settings import Settings
from tests.hall.server_process import ServerProcess, running_server
from tests.postgres import Postgres

pytestmark = pytest.mark.xdist_group("postgres")

# The schema does not say which games exist and how many seats they have; and where a path takes GET
# and POST, the framework names only one of them in the answer to a third method.
EXCLUDED_CHECKS = [positive_data_acceptance, allow_header_conformance]
FUZZ_SETTINGS = settings(max_examples=50, deadline=None, derandomize=True)

Case = schemathesis.Case[Any]
Requests = schemathesis.BaseSchema

# Created lazily from fixtures: every worker collects them, and generating cases takes seconds.
all_requests_schema = schemathesis.pytest.from_fixture("all_requests")
valid_requests_schema = schemathesis.pytest.from_fixture("valid_requests")


@pytest.fixture(scope="module")
def description() -> dict[str, Any]:
    return make_app(Settings()).openapi()


@pytest.fixture(scope="module")
def all_requests(description: dict[str, Any]) -> Requests:
    requests = schemathesis.openapi.from_dict(description)
    refusal = requests.config.checks.negative_data_rejection
    refusal.expected_statuses = [*refusal.expected_statuses, "413"]  # 413 is a valid refusal, too
    return requests


@pytest.fixture(scope="module")
def valid_requests(description: dict[str, Any]) -> Requests:
    requests = schemathesis.openapi.from_dict(description)
    requests.config.generation.update(modes=[schemathesis.GenerationMode.POSITIVE])
    return requests


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[ServerProcess]:
    """A server on PostgreSQL, which refuses some text that SQLite accepts: null characters."""
    with running_server(
        tmp_path_factory.mktemp("openapi"), database=postgres.new_database()
    ) as server:
        yield server


@pytest.fixture(scope="module")
def table(server: ServerProcess) -> str:
    """The id of a table with an open seat."""
    new_table = server.open_table("here friend", listed=True)
    return str(new_table["id"])


def test_openapi_description_describes_all_paths(
    server: ServerProcess, description: dict[str, Any]
) -> None:
    assert server.get("api/openapi.json").json() == description
    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            assert operation["description"], f"{method} {path}"
            assert operation["responses"]
    assert set(description["paths"]) == {
        "/api/balance",
        "/api/games",
        "/api/games/{name}/demo",
        "/api/games/{name}/puzzles",
        "/api/games/{name}/puzzles/{id}/refutation",
        "/api/health",
        "/api/lan",
        "/api/lesson",
        "/api/openings",
        "/api/positions",
        "/api/positions/line",
        "/api/puzzles",
        "/api/ready",
        "/api/records",
        "/api/records/frames",
        "/api/records/pictures",
        "/api/rules",
        "/api/setup",
        "/api/tables",
        "/api/tables/{id}",
        "/api/tables/{id}/frames",
        "/api/tables/{id}/join",
        "/api/tables/{id}/record",
        "/metrics",
    }


def test_openapi_description_contains_field_descriptions(description: dict[str, Any]) -> None:
    """Comments at the declarations of fields are their descriptions."""
    schemas = description["components"]["schemas"]
    squares = schemas["Board"]["properties"]["squares"]["description"]
    assert squares == "cells are squares of side 1; otherwise points joined by lines"
    token = schemas["TableRequest"]["properties"]["token"]["description"]
    assert token.startswith("Random, chosen by the client: a retry")
    for name, fields in get_field_comments().items():
        for field, text in fields.items():
            if text and name in schemas:
                assert schemas[name]["properties"][field]["description"] == text, (name, field)
    assert (
        sum(bool(text) for fields in get_field_comments().values() for text in fields.values()) > 80
    )


def test_openapi_description_names_discriminator_of_clocks(description: dict[str, Any]) -> None:
    clock = description["components"]["schemas"]["Snapshot"]["properties"]["clock"]
    assert clock["discriminator"]["propertyName"] == "kind"
    assert set(clock["discriminator"]["mapping"]) == {"none", "move", "fischer"}


@pytest.mark.matrix
@all_requests_schema.parametrize()
@FUZZ_SETTINGS
def test_any_request_gets_a_declared_response(case: Case, server: ServerProcess) -> None:
    case.call_and_validate(base_url=server.url, excluded_checks=EXCLUDED_CHECKS)


@valid_requests_schema.include(path_regex=r"\{").parametrize()
@FUZZ_SETTINGS
def test_requests_for_existing_resources_get_declared_responses(
    case: Case, server: ServerProcess, table: str
) -> None:
    existing = {"id": table, "name": "vier3d"}
    case.path_parameters.update({name: existing[name] for name in case.path_parameters})
    case.call_and_validate(base_url=server.url, excluded_checks=EXCLUDED_CHECKS)


@pytest.mark.parametrize("id", ["%00", "a%00b", "%ff%fe", "%ED%A0%80", "%F0%9F%98%80", "'--", "*"])
def test_unusual_ids_get_declared_responses(server: ServerProcess, id: str) -> None:
    for end in ("", "/frames", "/record"):
        assert server.get(f"api/tables/{id}{end}").status_code == 404, end
    assert server.post(f"api/tables/{id}/join", {"seat": 0}).status_code == 404
