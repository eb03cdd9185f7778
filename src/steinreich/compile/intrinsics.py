"""Bit operations as machine instructions: Numba intrinsics for the CPU."""

from typing import Any

from llvmlite import binding, ir
from numba.core import types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from steinreich.rules import bits


def one_instruction(name: str, *flags: int) -> Any:
    """Return an intrinsic for the LLVM instruction `name` on a 64-bit word."""

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
    """Return the highest cell, from the number of zeros above it."""
    return 63 - int(leading_zeros(board))


@intrinsic
def nth(typing_context: Any, board: Any, n: Any) -> Any:
    """Deposit a bit at the n-th set position and find it: two instructions with BMI2."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        pdep = builder.module.declare_intrinsic(
            "llvm.x86.bmi.pdep.64", (), ir.FunctionType(word, [word, word])
        )
        single = builder.shl(ir.Constant(word, 1), args[1])
        return builder.cttz(builder.call(pdep, [single, args[0]]), ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64, types.int64), codegen


@intrinsic
def gather_bits(typing_context: Any, board: Any, mask: Any) -> Any:
    """Extract bits by a mask: one instruction with BMI2."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        pext = builder.module.declare_intrinsic(
            "llvm.x86.bmi.pext.64", (), ir.FunctionType(word, [word, word])
        )
        return builder.call(pext, args)

    return types.int64(types.uint64, types.uint64), codegen


@intrinsic
def borrowed(typing_context: Any, array: Any) -> Any:
    """Return the same array without an owner, which avoids reference counting."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        copy = make_array(array)(context, builder, value=args[0])
        for owner in ("meminfo", "parent"):
            setattr(copy, owner, ir.Constant(getattr(copy, owner).type, None))
        return copy._getvalue()

    return array(array), codegen


@intrinsic
def fetch(typing_context: Any, array: Any, place: Any) -> Any:
    """Prefetch an element of an array."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word, pointer = ir.IntType(32), ir.IntType(8).as_pointer()
        prefetch = builder.module.declare_intrinsic(
            "llvm.prefetch",
            (pointer,),
            ir.FunctionType(ir.VoidType(), [pointer, word, word, word]),
        )
        data = make_array(array)(context, builder, value=args[0]).data
        address = builder.bitcast(builder.gep(data, [args[1]]), pointer)
        builder.call(prefetch, [address, *(ir.Constant(word, flag) for flag in (0, 3, 1))])
        return context.get_dummy_value()

    return types.none(array, types.int64), codegen


@intrinsic
def put_bytes(typing_context: Any, array: Any, place: Any, board: Any) -> Any:
    """Store 64 bits as bytes, by a vector instruction that widens them."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        bits = builder.bitcast(args[2], ir.VectorType(ir.IntType(1), 64))
        octets = builder.zext(bits, ir.VectorType(ir.IntType(8), 64))
        data = make_array(array)(context, builder, value=args[0]).data
        address = builder.bitcast(builder.gep(data, [args[1]]), octets.type.as_pointer())
        builder.store(octets, address, align=8)
        return context.get_dummy_value()

    return types.none(array, types.int64, types.uint64), codegen


def rays_to(nearest: Any) -> Any:
    """Return an intrinsic for four rays at once; `nearest` selects one piece of each."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        targets, pieces, rays, place, number = args
        word = ir.IntType(64)
        four = ir.VectorType(word, 4)
        data = make_array(signature.args[2])(context, builder, value=rays).data
        address = builder.bitcast(builder.gep(data, [place]), four.as_pointer())
        ahead = builder.and_(builder.load(address, align=8), four_times(builder, pieces))
        met = builder.and_(nearest(builder, ahead), four_times(builder, targets))
        hits = builder.icmp_unsigned("!=", met, ir.Constant(four, [0] * 4))
        found = builder.zext(builder.bitcast(hits, ir.IntType(4)), word)
        wanted = builder.sub(builder.shl(ir.Constant(word, 1), number), ir.Constant(word, 1))
        return builder.and_(found, wanted)

    @intrinsic
    def verb(
        typing_context: Any, targets: Any, pieces: Any, rays: Any, place: Any, number: Any
    ) -> Any:
        word, index = types.uint64, types.int64
        return word(word, word, rays, index, index), codegen

    return verb


def four_times(builder: Any, value: Any) -> Any:
    """Return a vector of four equal words."""
    vector = ir.Constant(ir.VectorType(ir.IntType(64), 4), ir.Undefined)
    for place in range(4):
        vector = builder.insert_element(vector, value, ir.Constant(ir.IntType(32), place))
    return vector


def lowest_pieces(builder: Any, ahead: Any) -> Any:
    """Return the lowest piece of each set."""
    return builder.and_(ahead, builder.sub(ir.Constant(ahead.type, [0] * 4), ahead))


def highest_pieces(builder: Any, ahead: Any) -> Any:
    """Return the highest piece of each set."""
    kind = ahead.type
    zeros = builder.module.declare_intrinsic(
        "llvm.ctlz.v4i64", (), ir.FunctionType(kind, [kind, ir.IntType(1)])
    )
    skipped = builder.call(zeros, [ahead, ir.Constant(ir.IntType(1), 0)])
    inside = builder.and_(skipped, ir.Constant(kind, [63] * 4))  # 64 for an empty set
    return builder.and_(ahead, builder.lshr(ir.Constant(kind, [1 << 63] * 4), inside))


PORTABLE = {bits.count: count, bits.lowest: lowest, bits.highest: highest}
WITH_BMI2 = {bits.nth: nth, bits.gather_bits: gather_bits}
HOST = (
    PORTABLE
    | {bits.borrow: borrowed, bits.fetch: fetch, bits.put_bytes: put_bytes}
    | {bits.rising_rays_to: rays_to(lowest_pieces), bits.falling_rays_to: rays_to(highest_pieces)}
    | (WITH_BMI2 if binding.get_host_cpu_features().get("bmi2") else {})
)
