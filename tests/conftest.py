"""How the tests run."""

import os

import pytest
from hypothesis import HealthCheck, settings
from tests.installing import install
from tests.luck import of_this_test

install()

settings.register_profile(
    "twohalls",
    deadline=None,
    max_examples=25,
    stateful_step_count=25,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("twohalls")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those that are allowed more time begin first, so that no core waits for them in the end."""
    items.sort(key=lambda item: item.get_closest_marker("timeout") is None)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """What servers draw in a test is the same every time."""
    of_this_test(item.nodeid)
