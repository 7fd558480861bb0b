"""What is one instruction of the machine in compiled code, and a method of numbers in Python."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from llvmlite.binding import get_host_cpu_features
from numba.core import types
from numba.extending import intrinsic


@intrinsic
def bit_count(_: Any, bits: Any) -> Any:
    """How many bits of a number are set."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


@intrinsic
def bit_length(_: Any, bits: Any) -> Any:
    """Up to which place a number has bits."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zeros = builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))
        return builder.sub(ir.Constant(ir.IntType(64), 64), zeros)

    return types.int64(types.int64), build


@intrinsic
def nth_bit_at_once(_: Any, bits: Any, n: Any) -> Any:
    """The place of the n-th bit that is set, from 0: BMI2's own instruction finds it."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        number = ir.IntType(64)
        bits, n = arguments
        deposit = builder.module.declare_intrinsic(
            "llvm.x86.bmi.pdep.64", (), ir.FunctionType(number, (number, number))
        )
        found = builder.call(deposit, (builder.shl(ir.Constant(number, 1), n), bits))
        return builder.cttz(found, ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64, types.int64), build


def known() -> dict[str, Any]:
    """By the names of the functions in `kernel/sets.py` that they stand for."""
    found: dict[str, Any] = {"bit_count": bit_count, "bit_length": bit_length}
    if get_host_cpu_features().get("bmi2"):
        found["nth_bit"] = nth_bit_at_once
    return found
