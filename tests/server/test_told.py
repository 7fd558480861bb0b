"""What workers tell each other can be read and said by nobody else."""

from __future__ import annotations

import base64

from hypothesis import given
from hypothesis import strategies as st

from twohalls.kernel.table import Entry
from twohalls.server.told import Appended, Envelope

SAID = Appended("T1", 4, (Entry("sealed", 2, "bid 1 3", "k"),), 1_700_000_000, [(1, 7, 0)])
ours = Envelope("ours")


def test_a_worker_of_the_same_database_opens_what_was_told_of_a_table() -> None:
    assert Envelope("ours").opened(ours.closed(SAID), "T1") == SAID


def test_the_same_told_twice_cannot_be_known_by_its_letters() -> None:
    assert ours.closed(SAID) != ours.closed(SAID)


def test_nobody_else_opens_it_and_it_is_not_opened_for_another_table() -> None:
    assert Envelope("theirs").opened(ours.closed(SAID), "T1") is None
    assert ours.opened(ours.closed(SAID), "T2") is None


@given(st.integers(0, 10_000), st.integers(0, 7))
def test_a_letter_of_which_one_bit_differs_is_not_opened(place: int, bit: int) -> None:
    letter = bytearray(base64.b64decode(ours.closed(SAID)))
    letter[place % len(letter)] ^= 1 << bit
    assert ours.opened(base64.b64encode(letter).decode(), "T1") is None


@given(st.text(max_size=60))
def test_what_is_no_letter_is_not_opened(text: str) -> None:
    assert ours.opened(text, "T1") is None
