"""How functions are compiled that only other compiled functions call.

Numba makes machine code of every function, together with all that it calls, and then the same
again in each caller. Only what Python calls needs that: of the others this leaves a sketch, which
is worked out in whoever calls it. Compiling takes two thirds of the time, and what comes of it is
as fast.
"""

from __future__ import annotations

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


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
