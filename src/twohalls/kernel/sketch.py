"""How functions are compiled that only other compiled functions call.

Numba makes machine code of every function, together with all that it calls, and then the same
again in each caller. Only what Python calls needs that: of the others this leaves a sketch, which
is worked out in whoever calls it. Compiling takes two thirds of the time, and what comes of it is
as fast.

Numba offers no way to ask for that, so this overrides parts of it that are not public. `missing`
tells whether a newer Numba has them still; where it has not, everything is compiled as Numba does
by itself, and a test says so.
"""

from __future__ import annotations

import inspect
from typing import Any

from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.compiler import Compiler

OVERRIDDEN = (
    (JITCodeLibrary, "_optimize_final_module", ["self"]),
    (JITCodeLibrary, "_finalize_final_module", ["self"]),
    (JITCodeLibrary, "_finalize_dynamic_globals", ["self"]),
    (JITCodeLibrary, "__init__", ["self", "codegen", "name"]),
    (JITCPUCodegen, "_module_pass_manager", ["self", "kwargs"]),
    (JITCPUCodegen, "set_env", ["self", "env_name", "env"]),
    (
        Compiler,
        "__init__",
        ["self", "typingctx", "targetctx", "library", "args", "return_type", "flags", "locals"],
    ),
)
"""What of Numba is overridden or called here: where it is, its name, and what it takes."""


def missing() -> list[str]:
    """What of that this Numba does not have, or has otherwise."""
    return [
        f"{owner.__name__}.{name}({', '.join(taken)})"
        for owner, name, taken in OVERRIDDEN
        if not hasattr(owner, name)
        or list(inspect.signature(getattr(owner, name)).parameters) != taken
    ]


class Sketch(JITCodeLibrary):
    """A function, with those it calls, tidied up but not yet machine code."""

    def _optimize_final_module(self) -> None:
        tidy, builder = self._codegen._module_pass_manager(
            loop_vectorize=False, slp_vectorize=False, opt=1, cost="cheap"
        )
        tidy.run(self._final_module, builder)

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._finalized = True

    @property
    def codegen(self) -> Any:
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """Nothing to set: an environment is for code that handles Python's objects."""


class Sketching(Compiler):
    """Numba's own steps, ending in a sketch."""

    def __init__(self, typing: Any, target: Any, library: Any, *rest: Any) -> None:
        sketch = Sketch(target.codegen(), "sketch")  # type: ignore[no-untyped-call]
        super().__init__(typing, target, sketch, *rest)  # type: ignore[no-untyped-call]
