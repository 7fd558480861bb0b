"""One round of every attack."""

from __future__ import annotations

import random

import pytest
from tests.attack import ATTACKS


@pytest.mark.parametrize("name", ATTACKS)
def test_the_server_holds_against(name, tmp_path):
    assert ATTACKS[name](tmp_path, random.Random(16)) > 0
