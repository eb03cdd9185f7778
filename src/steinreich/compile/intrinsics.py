"""Bit operations as machine instructions: Numba intrinsics for the CPU."""

from typing import Any

from llvmlite import binding, ir
from numba.core import types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from steinreich.rules import bits


def make_word_intrinsic(name: str, *flags: int) -> Any:
    """Return an intrinsic for the LLVM instruction `name` on a 64-bit word, with constant flags."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        constants = [ir.Constant(ir.IntType(1), flag) for flag in flags]
        argument_types = [ir.IntType(64)] + [flag.type for flag in constants]
        function = builder.module.declare_intrinsic(
            f"llvm.{name}", (ir.IntType(64),), ir.FunctionType(ir.IntType(64), argument_types)
        )
        return builder.call(function, [args[0], *constants])

    @intrinsic
    def operation(typing_context: Any, board: Any) -> Any:
        return types.int64(types.uint64), codegen

    return operation


count = make_word_intrinsic("ctpop")
lowest = make_word_intrinsic("cttz", 1)  # flag 1: the result for an empty set is undefined
leading_zeros = make_word_intrinsic("ctlz", 1)


def highest(board: int) -> int:
    """Return the highest cell of a nonempty set: 63 minus the number of leading zeros."""
    return 63 - int(leading_zeros(board))


@intrinsic
def nth(typing_context: Any, board: Any, n: Any) -> Any:
    """Return the n-th cell of a set, by parallel bit deposit (BMI2).

    The instruction moves bit n to the n-th cell of the set; its trailing zeros are counted.
    """

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        pdep = builder.module.declare_intrinsic(
            "llvm.x86.bmi.pdep.64", (), ir.FunctionType(word, [word, word])
        )
        single = builder.shl(ir.Constant(word, 1), args[1])
        return builder.cttz(builder.call(pdep, [single, args[0]]), ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64, types.int64), codegen


@intrinsic
def prefetch(typing_context: Any, array: Any, index: Any) -> Any:
    """Load an element of an array into the processor's cache."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word, pointer = ir.IntType(32), ir.IntType(8).as_pointer()
        prefetch = builder.module.declare_intrinsic(
            "llvm.prefetch",
            (pointer,),
            ir.FunctionType(ir.VoidType(), [pointer, word, word, word]),
        )
        data = make_array(array)(context, builder, value=args[0]).data
        address = builder.bitcast(builder.gep(data, [args[1]]), pointer)
        flags = (0, 3, 1)  # read access, to be kept in all cache levels, data
        builder.call(prefetch, [address, *(ir.Constant(word, flag) for flag in flags)])
        return context.get_dummy_value()

    return types.none(array, types.int64), codegen


@intrinsic
def write_bits_as_bytes(typing_context: Any, array: Any, index: Any, board: Any) -> Any:
    """Write 64 bits as bytes, by a vector instruction that widens them."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        bits = builder.bitcast(args[2], ir.VectorType(ir.IntType(1), 64))
        octets = builder.zext(bits, ir.VectorType(ir.IntType(8), 64))
        data = make_array(array)(context, builder, value=args[0]).data
        address = builder.bitcast(builder.gep(data, [args[1]]), octets.type.as_pointer())
        builder.store(octets, address, align=8)
        return context.get_dummy_value()

    return types.none(array, types.int64, types.uint64), codegen


def make_rays_intrinsic(select_nearest: Any) -> Any:
    """Return an intrinsic that tests four rays at once.

    `select_nearest` emits code that keeps one piece of each ray: the lowest or the highest.
    """

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        targets, pieces, rays, index, number = args
        word = ir.IntType(64)
        four = ir.VectorType(word, 4)
        data = make_array(signature.args[2])(context, builder, value=rays).data
        address = builder.bitcast(builder.gep(data, [index]), four.as_pointer())
        ray_pieces = builder.and_(
            builder.load(address, align=8), broadcast_to_four(builder, pieces)
        )
        hit_pieces = builder.and_(
            select_nearest(builder, ray_pieces), broadcast_to_four(builder, targets)
        )
        hits = builder.icmp_unsigned("!=", hit_pieces, ir.Constant(four, [0] * 4))
        found = builder.zext(builder.bitcast(hits, ir.IntType(4)), word)
        mask = builder.sub(builder.shl(ir.Constant(word, 1), number), ir.Constant(word, 1))
        return builder.and_(found, mask)

    @intrinsic
    def operation(
        typing_context: Any, targets: Any, pieces: Any, rays: Any, index: Any, number: Any
    ) -> Any:
        word, index = types.uint64, types.int64
        return word(word, word, rays, index, index), codegen

    return operation


def broadcast_to_four(builder: Any, value: Any) -> Any:
    """Emit code for a vector of four equal words."""
    vector = ir.Constant(ir.VectorType(ir.IntType(64), 4), ir.Undefined)
    for index in range(4):
        vector = builder.insert_element(vector, value, ir.Constant(ir.IntType(32), index))
    return vector


def select_lowest(builder: Any, ray_pieces: Any) -> Any:
    """Emit code for the lowest piece of each set in a vector."""
    return builder.and_(ray_pieces, builder.sub(ir.Constant(ray_pieces.type, [0] * 4), ray_pieces))


def select_highest(builder: Any, ray_pieces: Any) -> Any:
    """Emit code for the highest piece of each set in a vector."""
    kind = ray_pieces.type
    zeros = builder.module.declare_intrinsic(
        "llvm.ctlz.v4i64", (), ir.FunctionType(kind, [kind, ir.IntType(1)])
    )
    skipped = builder.call(zeros, [ray_pieces, ir.Constant(ir.IntType(1), 0)])
    inside = builder.and_(skipped, ir.Constant(kind, [63] * 4))  # 64 for an empty set
    return builder.and_(ray_pieces, builder.lshr(ir.Constant(kind, [1 << 63] * 4), inside))


PORTABLE = {bits.count: count, bits.lowest: lowest, bits.highest: highest}
WITH_BMI2 = {bits.nth: nth}
HOST_INTRINSICS = (
    PORTABLE
    | {bits.prefetch: prefetch, bits.write_bits_as_bytes: write_bits_as_bytes}
    | {
        bits.rising_rays_to: make_rays_intrinsic(select_lowest),
        bits.falling_rays_to: make_rays_intrinsic(select_highest),
    }
    | (WITH_BMI2 if binding.get_host_cpu_features().get("bmi2") else {})
)
