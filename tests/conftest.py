"""How the property tests run."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "twohalls",
    deadline=None,
    max_examples=25,
    stateful_step_count=25,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("twohalls")
