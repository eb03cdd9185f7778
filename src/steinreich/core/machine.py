"""The bit verbs as machine instructions, for Numba on the CPU and on the GPU."""

from typing import Any

from llvmlite import binding, ir
from numba.core import types
from numba.extending import intrinsic

from steinreich.core import bits


def one_instruction(name: str, *flags: int) -> Any:
    """A verb that is the LLVM instruction `name` on a 64-bit word."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        constants = [ir.Constant(ir.IntType(1), flag) for flag in flags]
        kinds = [ir.IntType(64)] + [flag.type for flag in constants]
        function = builder.module.declare_intrinsic(
            f"llvm.{name}", (ir.IntType(64),), ir.FunctionType(ir.IntType(64), kinds)
        )
        return builder.call(function, [args[0], *constants])

    @intrinsic
    def verb(typing_context: Any, board: Any) -> Any:
        return types.int64(types.uint64), codegen

    return verb


count = one_instruction("ctpop")
lowest = one_instruction("cttz", 1)
leading_zeros = one_instruction("ctlz", 1)


def highest(board: int) -> int:
    """The highest cell, from the number of zeros above it."""
    return 63 - int(leading_zeros(board))


@intrinsic
def nth(typing_context: Any, board: Any, n: Any) -> Any:
    """Deposit a single bit at the n-th set place, then find it: two instructions with BMI2."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        pdep = builder.module.declare_intrinsic(
            "llvm.x86.bmi.pdep.64", (), ir.FunctionType(word, [word, word])
        )
        single = builder.shl(ir.Constant(word, 1), args[1])
        return builder.cttz(builder.call(pdep, [single, args[0]]), ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64, types.int64), codegen


@intrinsic
def gathered(typing_context: Any, board: Any, mask: Any) -> Any:
    """One instruction with BMI2."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        pext = builder.module.declare_intrinsic(
            "llvm.x86.bmi.pext.64", (), ir.FunctionType(word, [word, word])
        )
        return builder.call(pext, args)

    return types.int64(types.uint64, types.uint64), codegen


PORTABLE = {bits.count: count, bits.lowest: lowest, bits.highest: highest}
WITH_BMI2 = {bits.nth: nth, bits.gathered: gathered}
HOST = PORTABLE | (WITH_BMI2 if binding.get_host_cpu_features().get("bmi2") else {})
