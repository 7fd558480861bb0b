"""The same rules at machine speed: a rules module rebuilt in a namespace of its own.

`rebuild` gives plain functions over other tables (another board), `compiled` gives machine code.
Both leave the module itself untouched, so that all forms live in one process.
"""

from __future__ import annotations

import ast
import dis
import hashlib
import inspect
import math
import os
import sys
import tempfile
import types
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path
from typing import Any

from twohalls.kernel import chance, playout, seen, sets
from twohalls.kernel import rules as contract
from twohalls.kernel.errors import TwoHallsError
from twohalls.kernel.state import dtype

Namespace = types.SimpleNamespace

KERNEL = (chance, seen, sets)
"""What the rules of any game may use."""

SMALL = 200  # bytes of bytecode: calling such a function costs as much as what it does
TELL = "tell"
LONGEST = 300.0  # seconds: whoever compiles for longer may hang, and is not waited for

SETTINGS: dict[str, Any] = {
    "nogil": True,
    "boundscheck": True,
    "error_model": "numpy",
    # Nothing is allocated in compiled code, and counting references to arrays would cost a third.
    "_nrt": False,
    "no_cfunc_wrapper": True,
}


class Clash(TwoHallsError):
    """Two of the modules that are compiled together mean different things by one name."""


def functions(module: Any) -> dict[str, types.FunctionType]:
    """Every function written in the module."""
    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, types.FunctionType) and value.__module__ == module.__name__
    }


def rebuild(module: types.ModuleType, tables: Mapping[str, Any]) -> Namespace:
    """The module's functions over other tables, as plain Python."""
    namespace = {**vars(module), **tables}
    for name, function in functions(module).items():
        namespace[name] = _moved(function, namespace)
    return Namespace(**namespace)


def compiled(rules: Any, name: str, *modules: Any) -> Namespace:
    """The rules and what plays by them as machine code; the first time it takes a while.

    `rules` is a rules module or what `rebuild` made of one. Each of the modules (the play-outs, if
    none is named) is plain functions that use the rules' by name; its `ENTRIES` can be called from
    Python and say with which kinds of arguments; in those it calls `UNCHECKED` indices are not
    checked.
    """
    import numba

    from twohalls.kernel import instructions

    modules = modules or (playout,)
    entries = {
        entry: kinds
        for module in modules
        for entry, kinds in getattr(module, "ENTRIES", {}).items()
    }
    plain = _plain_functions(rules, modules)
    unchecked = {name for module in modules for name in getattr(module, "UNCHECKED", ())}
    namespace = _tables(rules, modules)
    silent = {name: _moved(untold(function), namespace) for name, function in plain.items()}
    folder = _cache_folder(fingerprint(rules, modules, silent))
    uses = _uses(silent)
    with _caching_in(folder):
        for function_name, function in silent.items():
            own: dict[str, Any] = {"cache": folder is not None}
            if function_name not in entries:
                own = _as_part(function, uses[function_name])
            if function_name in unchecked:
                own["boundscheck"] = False
            namespace[function_name] = numba.njit(**(SETTINGS | own))(function)
    namespace |= instructions.known()
    _warm_up(namespace, entries, _kinds(rules, modules), folder, name)
    return Namespace(**{entry: namespace[entry] for entry in entries})


def _as_part(function: types.FunctionType, uses: int) -> dict[str, Any]:
    """How a function is compiled that is only called by others."""
    from twohalls.kernel import sketch

    is_small = len(function.__code__.co_code) < SMALL
    own = {"no_cpython_wrapper": True, "forceinline": is_small or uses == 1}
    return own if sketch.missing() else own | {"pipeline_class": sketch.Sketching}


def _uses(functions: Mapping[str, types.FunctionType]) -> Counter[str]:
    """From how many places each is called: what is called from one place is put there."""
    return Counter(
        instruction.argval
        for function in functions.values()
        for instruction in dis.get_instructions(function)
        if instruction.opname == "LOAD_GLOBAL"
    )


def _plain_functions(rules: Any, modules: Sequence[Any]) -> dict[str, types.FunctionType]:
    """All that is compiled, by name; the rules' own are taken as they are for their board."""
    game = sys.modules[rules.apply.__module__]
    found = {name: getattr(contract, name) for name in contract.OPTIONAL}
    writers: dict[str, str] = {}
    for module in dict.fromkeys((*KERNEL, *modules, game)):
        for name, function in functions(module).items():
            if name in writers:
                raise _clash(name, writers[name], module.__name__)
            writers[name] = module.__name__
            found[name] = getattr(rules, name) if module is game else function
    return found


def _clash(name: str, first: str, second: str) -> Clash:
    return Clash(
        "“{name}” is written in {first} and in {second}, which are compiled together: "
        "one of them needs another name",
        name=name,
        first=first,
        second=second,
    )


def _moved(function: types.FunctionType, namespace: dict[str, Any]) -> types.FunctionType:
    moved = types.FunctionType(
        function.__code__, namespace, function.__name__, function.__defaults__
    )
    moved.__module__ = function.__module__
    moved.__qualname__ = function.__qualname__
    return moved


def untold(function: types.FunctionType) -> types.FunctionType:
    """The function without what it tells: nobody listens to compiled rules."""
    if TELL not in function.__code__.co_names:
        return function
    tree = _WithoutTelling().visit(ast.parse(inspect.getsource(function)))
    ast.increment_lineno(tree, function.__code__.co_firstlineno - 1)
    made: dict[str, Any] = {}
    exec(compile(tree, function.__code__.co_filename, "exec"), made)
    quiet: types.FunctionType = made[function.__name__]
    quiet.__module__ = function.__module__
    return quiet


class _WithoutTelling(ast.NodeTransformer):
    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        call = node.value
        name = call.func if isinstance(call, ast.Call) else None
        if isinstance(name, ast.Name) and name.id == TELL:
            return ast.copy_location(ast.Pass(), node)
        return node


def _tables(rules: Any, modules: Sequence[Any]) -> dict[str, Any]:
    """Numbers, enumerations and tables the functions refer to; a table becomes an array."""
    import numpy as np

    found: dict[str, Any] = {}
    writers: dict[str, str] = {}
    for module in (*KERNEL, *modules, sys.modules[rules.apply.__module__]):
        for name, value in _constants(module).items():
            if name in found and found[name] != value:
                raise _clash(name, writers[name], module.__name__)
            found[name] = value
            writers.setdefault(name, module.__name__)
    found |= _constants(rules)
    arrays = {name: np.array(value) for name, value in found.items() if isinstance(value, tuple)}
    return {"__builtins__": __builtins__, "math": math, **found, **arrays}


def _constants(source: Any) -> dict[str, Any]:
    return {
        name: value
        for name, value in vars(source).items()
        if isinstance(value, int | float | type) or (isinstance(value, tuple) and _is_table(value))
    }


def _is_table(value: tuple[Any, ...]) -> bool:
    return bool(value) and all(
        isinstance(item, int | float) or (isinstance(item, tuple) and _is_table(item))
        for item in value
    )


def _warm_up(
    namespace: dict[str, Any],
    entries: Mapping[str, str],
    kinds: Mapping[str, Any],
    folder: Path | None,
    name: str,
) -> None:
    """Compile or load every entry, saying so when it is the first time."""
    with _compiling(folder, name) as first_time:
        for number, (entry, arguments) in enumerate(entries.items(), 1):
            if first_time:
                _say(f"Compiling {name}, once: {number} of {len(entries)} …", False)
            namespace[entry].compile(tuple(kinds[argument] for argument in arguments.split()))
            namespace[entry].disable_compile()
        if first_time:
            _say("", False)


@contextmanager
def _compiling(folder: Path | None, name: str) -> Iterator[bool]:
    """Whether it is the first time; of processes that begin at once, one compiles for all."""
    if folder is not None and (folder / "complete").exists():
        yield False
        return
    _say(f"Compiling {name}, once …", True)
    if folder is None:
        yield True
        return
    from filelock import FileLock

    lock = FileLock(folder / "lock", fallback_to_soft=False)
    with suppress(OSError, NotImplementedError):  # where nothing can be locked, each for itself
        lock.acquire(timeout=LONGEST)
    try:
        yield not (folder / "complete").exists()
        (folder / "complete").touch()
    finally:
        lock.release()


def _kinds(rules: Any, modules: Sequence[types.ModuleType]) -> dict[str, Any]:
    """The kinds of arguments that `ENTRIES` may name; a module's `BUNDLES` are named tuples."""
    from numba import from_dtype, types

    kinds: dict[str, Any] = {
        "states": types.Array(from_dtype(dtype(rules.FIELDS)), 1, "C"),
        "number": types.int64,
        "row": types.Array(types.int64, 1, "C"),
        "rows": types.Array(types.int64, 2, "C"),
        "short_rows": types.Array(types.int16, 2, "C"),
        "byte_rows": types.Array(types.int8, 2, "C"),
        "flags": types.Array(types.boolean, 1, "C"),
        "real": types.float64,
        "reals": types.Array(types.float64, 1, "C"),
        "real_rows": types.Array(types.float64, 2, "C"),
        "floats": types.Array(types.float32, 1, "C"),
        "float_rows": types.Array(types.float32, 2, "C"),
    }
    for kind, (bundle, parts) in _bundles(modules).items():
        kinds[kind] = types.NamedTuple([kinds[part] for part in parts.split()], bundle)
    return kinds


def _bundles(modules: Sequence[types.ModuleType]) -> dict[str, tuple[Any, str]]:
    """Named tuples that the modules' functions take, and the kinds of their parts."""
    return {
        kind: bundle
        for module in modules
        for kind, bundle in getattr(module, "BUNDLES", {}).items()
    }


def _say(text: str, is_first: bool) -> None:
    """One line that is written over; where that cannot be done, the first one alone."""
    if sys.stderr.isatty():
        print(f"\r\x1b[2K{text}", end="", file=sys.stderr, flush=True)
    elif is_first:
        print(text, file=sys.stderr, flush=True)


def fingerprint(
    rules: Any, modules: Sequence[Any], functions: Mapping[str, types.FunctionType]
) -> str:
    """A hash of all the compiled code depends on: functions, tables, layout, Numba's version.

    Where the functions are written is no part of it, so that other copies of the same source need
    not compile it again.
    """
    import numba

    from twohalls.kernel import instructions, sketch

    digest = hashlib.sha256()
    for how in (instructions, sketch, _as_part):
        digest.update(inspect.getsource(how).encode())
    for name, function in functions.items():
        digest.update(f"{name}{function.__defaults__}={_content(function.__code__)}".encode())
    for name, value in sorted(_tables(rules, modules).items()):
        if isinstance(value, type) and issubclass(value, Enum):
            digest.update(f"{name}={list(value)!r}".encode())
        elif not isinstance(value, type | types.ModuleType) and name != "__builtins__":
            digest.update(f"{name}={value!r}".encode() + getattr(value, "tobytes", bytes)())
    for bundle, parts in _bundles(modules).values():
        digest.update(f"{bundle._fields} {parts}".encode())
    entries = [(getattr(one, "ENTRIES", {}), getattr(one, "UNCHECKED", ())) for one in modules]
    digest.update(repr(entries).encode())
    digest.update(
        repr((rules.FIELDS, SMALL, SETTINGS, numba.__version__, sys.version_info[:3])).encode()
    )
    return digest.hexdigest()[:16]


def _content(code: types.CodeType) -> str:
    """What a function does: of its text it is what was read, even if that was edited since."""
    constants = [
        _content(value) if isinstance(value, types.CodeType) else value for value in code.co_consts
    ]
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
    return repr((code.co_code, names, counts, constants))


def _cache_folder(fingerprint: str) -> Path | None:
    """In the user's cache folder; where that cannot be written, in the temporary one; else none."""
    from platformdirs import user_cache_path

    name = f"rules-{fingerprint}"
    own = os.environ.get("TWOHALLS_CACHE")
    folders = [Path(own)] if own else [user_cache_path("twohalls")]
    with suppress(OSError):  # a service may have no temporary folder either
        folders.append(Path(tempfile.gettempdir()) / f"twohalls-{_user()}")
    for folder in folders:
        try:
            (folder / name).mkdir(parents=True, exist_ok=True, mode=0o700)
            with tempfile.TemporaryFile(dir=folder / name):
                return folder / name
        except OSError:
            continue
    return None


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else "user"


@contextmanager
def _caching_in(folder: Path | None) -> Iterator[None]:
    """Numba reads where it caches from global settings, when a function is decorated.

    One that does not know `CACHE_LOCATOR_CLASSES` yet caches for each copy of the source apart.
    """
    config = _numba_settings()
    wanted = {
        "CACHE_DIR": str(folder),
        "CACHE_LOCATOR_CLASSES": f"{Kept.__module__}.{Kept.__qualname__}",
    }
    before = {name: getattr(config, name, "") for name in wanted}
    if folder:
        vars(config).update(wanted)
    try:
        yield
    finally:
        vars(config).update(before)


def _numba_settings() -> Any:
    from numba.core import config

    return config


class Kept:
    """Tells Numba that the folder alone says what is in it: its name is the fingerprint."""

    def __init__(self, folder: str, file: str) -> None:
        self.folder = folder
        self._py_file = file  # what a warning names

    @classmethod
    def from_function(cls, function: types.FunctionType, file: str) -> Kept:
        return cls(_numba_settings().CACHE_DIR, file)

    def get_cache_path(self) -> str:
        return self.folder

    def ensure_cache_path(self) -> None:
        Path(self.folder).mkdir(parents=True, exist_ok=True)

    def get_source_stamp(self) -> str:
        """By which Numba sees whether a source has changed; then the folder is another one."""
        return Path(self.folder).name

    def get_disambiguator(self) -> str:
        """No two functions that are compiled together have the same name."""
        return ""
