"""Lines taken apart."""

from __future__ import annotations

import pytest

from twohalls.kernel.errors import Malformed
from twohalls.kernel.words import parts


def test_a_line_is_a_verb_and_the_words_after_it() -> None:
    assert parts("build tower Q6") == ("build", ("tower", "Q6"))
    assert parts("pass") == ("pass", ())


@pytest.mark.parametrize("line", ["", " pass", "bid  5", "bid\t5"])
def test_words_stand_one_space_apart(line: str) -> None:
    with pytest.raises(Malformed):
        parts(line)
