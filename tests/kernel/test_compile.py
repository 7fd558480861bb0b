"""Compiling happens once, however many processes begin at the same moment."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import FunctionType, ModuleType

import numba
import pytest
from filelock import FileLock

from twohalls.kernel import compile, sketch
from twohalls.kernel.events import Event, tell

RULES = """
FIELDS = {"number": ((), "i1")}
ENTRIES = {"twice": "number"}


def apply(s, action):
    s.number = action


def twice(number):
    return both(number, number)


def both(one, other):
    return one + other
"""
PROGRAM = """
import small
from twohalls.kernel.compile import compiled

twice = compiled(small, "Small", small).twice
assert twice(21) == 42
print("loaded" if twice.stats.cache_hits else "compiled")
"""


def test_of_processes_that_begin_at_once_one_compiles_and_the_others_load(tmp_path):
    (tmp_path / "small.py").write_text(RULES)
    environment = {**os.environ, "TWOHALLS_CACHE": str(tmp_path / "cache")}
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM],
            cwd=tmp_path,
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    printed = [process.communicate(timeout=120)[0].strip() for process in processes]
    assert sorted(printed) == ["compiled", "loaded", "loaded"]


def how_it_came(file: Path, text: str, edited: str = "") -> tuple[int, bool]:
    """What the rules in a file make of 21, and whether they were loaded, not compiled."""
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    spec = importlib.util.spec_from_file_location("copied", file)
    assert spec is not None
    assert spec.loader is not None
    rules = importlib.util.module_from_spec(spec)
    sys.modules["copied"] = rules
    spec.loader.exec_module(rules)
    file.write_text(edited or text)
    twice = compile.compiled(rules, "Copied", rules).twice
    return twice(21), bool(twice.stats.cache_hits)


def test_copies_of_the_same_rules_are_compiled_once_and_edited_ones_anew(tmp_path, monkeypatch):
    monkeypatch.setenv("TWOHALLS_CACHE", str(tmp_path / "cache"))
    other = RULES.replace("one + other", "one + other + 1")
    here, there = tmp_path / "here" / "small.py", tmp_path / "there" / "small.py"
    assert how_it_came(here, RULES) == (42, False)
    assert how_it_came(there, f"# Elsewhere.\n{RULES}") == (42, True)
    assert how_it_came(there, RULES, edited=other) == (42, True)
    assert how_it_came(there, other) == (43, False)
    assert how_it_came(here, f"{RULES}\nextra = 1\n") == (42, False)


def test_numba_has_the_private_parts_that_are_overridden():
    assert not sketch.missing(), (
        f"Numba {numba.__version__} has no {', '.join(sketch.missing())} of this form: everything "
        "is compiled without sketches now, which takes half as long again. Read what became of "
        "them in Numba's source, bring kernel/sketch.py in line, and measure a cold start"
    )


def test_without_those_parts_everything_is_compiled_all_the_same(tmp_path, monkeypatch):
    (tmp_path / "unsketched.py").write_text(RULES)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("TWOHALLS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(sketch, "missing", lambda: ["JITCodeLibrary._finalize_final_module(self)"])
    rules = importlib.import_module("unsketched")
    assert compile.compiled(rules, "Unsketched", rules).twice(21) == 42


def test_whoever_compiles_for_too_long_is_not_waited_for(tmp_path, monkeypatch):
    monkeypatch.setattr(compile, "LONGEST", 0.1)
    with FileLock(tmp_path / "lock"), compile._compiling(tmp_path, "Small") as first_time:
        assert first_time


def test_what_was_not_compiled_to_the_end_is_begun_again(tmp_path):
    with pytest.raises(KeyboardInterrupt), compile._compiling(tmp_path, "Small"):
        raise KeyboardInterrupt
    with compile._compiling(tmp_path, "Small") as first_time:
        assert first_time
    with compile._compiling(tmp_path, "Small") as first_time:
        assert not first_time


def says_much(s):
    """Small but for what it tells."""
    s.round += 1
    tell(s, Event, s.round, s.round, s.round, s.round, s.round, s.round, s.round, s.round)
    tell(s, Event, s.round, s.round, s.round, s.round, s.round, s.round, s.round, s.round)
    return s.round


def test_what_a_rule_tells_is_gone_before_it_is_compiled():
    assert isinstance(says_much, FunctionType)
    silent = compile.untold(says_much)
    assert "tell" not in silent.__code__.co_names
    assert len(silent.__code__.co_code) < compile.SMALL < len(says_much.__code__.co_code)


def module(name: str, source: str) -> ModuleType:
    made = ModuleType(name)
    exec(source, made.__dict__)
    sys.modules[name] = made
    return made


@pytest.mark.parametrize(
    ("second", "name"),
    [("def twice(number):\n    return 0", "twice"), ("LIMIT = 4", "LIMIT")],
)
def test_a_name_that_means_two_things_in_what_is_compiled_together_is_refused(second, name):
    rules = module("first_of_two", RULES + "\nLIMIT = 3\n")
    other = module("second_of_two", f"ENTRIES = {{}}\n{second}\n")
    with pytest.raises(compile.Clash, match=rf"“{name}” is written in .*_of_two and in .*_of_two"):
        compile.compiled(rules, "Small", other)


def test_a_service_without_any_folder_to_write_into_compiles_all_the_same(monkeypatch):
    def none() -> str:
        raise FileNotFoundError("no usable temporary directory")

    monkeypatch.setenv("TWOHALLS_CACHE", "/proc/nowhere")
    monkeypatch.setattr("tempfile.gettempdir", none)
    assert compile._cache_folder("x") is None
    rules = module("kept_nowhere", RULES)
    assert compile.compiled(rules, "Nowhere", rules).twice(21) == 42
