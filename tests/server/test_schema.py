"""Whatever is sent to the API, as its description says or not, the server never fails."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.core.result import Ok
from tests.serving import Serving

EXAMPLES = 12


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Serving(tmp_path_factory.mktemp("schema") / "tables.db")
    yield running
    running.close()


@pytest.mark.parametrize("mode", list(GenerationMode))
@pytest.mark.parametrize("known", [False, True])
def test_the_api_answers_everything_without_failing(server, mode, known):
    """At tables that do not exist, and with every right at one that does."""
    table = server.new_table()
    token = table.tokens[table.api().view()["awaited"][0] - 1]
    schema = schemathesis.openapi.from_url(f"{server.url}/api/v1/openapi.json")
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        if known and operation.path.endswith("/stream"):
            continue  # it would not end
        send_many(operation, mode, table.id if known else None, token)


def send_many(operation, mode, id, token):
    strategy = operation.as_strategy(generation_mode=mode)

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=strategy)
    def send(case):
        headers = {}
        if id is not None:
            headers["Authorization"] = f"Bearer {token}"
            if "id" in case.path_parameters:
                case.path_parameters["id"] = id
        answer = case.call(headers=headers, timeout=10)
        assert answer.status_code < 500, (case.as_curl_command(), answer.text)
        if answer.status_code >= 400:
            assert {"error", "message", "template", "values"} == set(answer.json())

    send()
