"""Sets of bits in compiled code, where the machine has no instruction for them."""

import importlib
import random

from twohalls.kernel import instructions, sets
from twohalls.kernel.compile import compiled

RULES = """
FIELDS = {"number": ((), "i1")}
ENTRIES = {"place": "number number"}


def apply(s, action):
    s.number = action


def place(bits, n):
    return nth_bit(bits, n)
"""


def test_without_the_machines_instruction_the_nth_bit_is_found_all_the_same(tmp_path, monkeypatch):
    (tmp_path / "bits_alone.py").write_text(RULES)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("TWOHALLS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(instructions, "get_host_cpu_features", dict)
    assert "nth_bit" not in instructions.known()
    rules = importlib.import_module("bits_alone")
    place = compiled(rules, "Bits", rules).place
    chance = random.Random(7)
    for _ in range(300):
        bits = chance.getrandbits(sets.WIDEST) | 1
        n = chance.randrange(bits.bit_count())
        assert place(bits, n) == sets.nth_bit(bits, n)
