"""Signatures of entry points: how arguments and results pass between Python and machine code.

A signature is made from the annotations of a rule: `U64`, `int`, `bool`, `float`, the state of the
game, other NamedTuples of these, and arrays (`rules.arrays`).  From it follow the types for Numba
and the foreign function of `ctypes` that calls the code.

Machine code has Numba's calling convention: a pointer to the result, a pointer to an error, then
all arguments, of which tuples are replaced by their fields and arrays by seven or more fields.  It
returns a status, 0 for success.
"""

import ctypes
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from steinreich.rules.arrays import ArrayType
from steinreich.rules.bits import U64
from steinreich.rules.contract import GAME_STATE
from steinreich.rules.errors import BadType, BrokenContract
from steinreich.rules.language import Text

POINTER = ctypes.c_void_p
SIZE = ctypes.c_int64  # of sizes and strides in the arguments
LLVM_TYPES = {ctypes.c_int64: "i64", ctypes.c_uint64: "i64", ctypes.c_double: "double"}
LLVM_TYPES |= {ctypes.c_uint8: "i8", POINTER: "ptr"}
DTYPES = {  # of the format characters of buffers; the sizes of some depend on the platform
    character: f"{kind}{8 * ctypes.sizeof(c_type)}"
    for kind, characters, c_types in (
        ("int", "bhilq", "c_byte c_short c_int c_long c_longlong"),
        ("uint", "BHILQ", "c_ubyte c_ushort c_uint c_ulong c_ulonglong"),
        ("float", "fd", "c_float c_double"),
    )
    for character, c_type in zip(
        characters, (getattr(ctypes, name) for name in c_types.split()), strict=True
    )
}


class Scalar(NamedTuple):
    """A number."""

    name: str  # Numba's
    c_type: Any


UNSIGNED = Scalar("uint64", ctypes.c_uint64)
SIGNED = Scalar("int64", ctypes.c_int64)
FLOAT = Scalar("float64", ctypes.c_double)
BOOL = Scalar("boolean", ctypes.c_uint8)
SCALARS: dict[Any, Scalar] = {U64: UNSIGNED, int: SIGNED, float: FLOAT, bool: BOOL}


class Tuple(NamedTuple):
    """A tuple or NamedTuple of values."""

    cls: Any
    fields: "tuple[Type, ...]"


Type = Scalar | ArrayType | Tuple | None  # None is the type of a result without value


class Signature(NamedTuple):
    """The types of the parameters of a rule, and of its result."""

    parameters: dict[str, Type]
    result: Type

    def native_call(self, address: int, name: str) -> Callable[..., Any]:
        """Return a Python function that calls machine code with this signature.

        The function releases the global interpreter lock.  Integers are not checked: only their low
        64 bits are passed on.
        """
        c_types = [c_type for kind in self.parameters.values() for c_type in flat_types(kind)]
        prototype = ctypes.CFUNCTYPE(ctypes.c_int32, POINTER, POINTER, *c_types)
        expressions = [
            expression
            for parameter, kind in self.parameters.items()
            for expression in flat_expressions(kind, parameter)
        ]
        source = "\n    ".join(
            [
                f"def call({', '.join(self.parameters)}):",
                "result, error = Result(), Pointer()",
                f"if native({', '.join(['byref(result)', 'byref(error)', *expressions])}):",
                "    raise failed()",
                f"return {result_expression(self.result, 'result')}",
            ]
        )
        namespace = {
            "native": prototype(address),
            "Result": result_type(self.result),
            "Pointer": POINTER,
            "byref": ctypes.byref,
            "flat_array": flat_array,
            "failed": lambda: BrokenContract(
                Text("machine code of {rule} has failed; plain Python shows why", rule=name)
            ),
            **{class_name(kind): kind.cls for kind in tuples_in(self.result)},
        }
        exec(source, namespace)
        call: Callable[..., Any] = namespace["call"]
        return call

    def numba_types(self) -> tuple[Any, ...]:
        """Return the types of the parameters for Numba."""
        return tuple(map(numba_type, self.parameters.values()))

    def check_result(self, result: Any, function: FunctionType) -> None:
        """Raise `BrokenContract` unless Numba infers the result that the annotation promises."""
        from numba import types

        expected = types.none if self.result is None else numba_type(self.result)
        if types.unliteral(result) != expected:
            raise BrokenContract(
                Text(
                    "{file}, line {line}: the rule {rule} returns {result} instead of {expected}",
                    file=repr(Path(function.__code__.co_filename).name),
                    line=function.__code__.co_firstlineno,
                    rule=function.__name__,
                    result=result,
                    expected=expected,
                )
            )

    def llvm_types(self) -> list[str]:
        """Return the types of the parameters in LLVM's assembly, with result and error first."""
        flat = [c_type for kind in self.parameters.values() for c_type in flat_types(kind)]
        return ["ptr", "ptr", *(LLVM_TYPES[c_type] for c_type in flat)]


def get_signature(function: Any, state: Any) -> Signature:
    """Return the signature of a rule of a game with this class of states."""
    hints = get_type_hints(function, include_extras=True)
    result = hints.pop("return", None)
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    missing = [name for name in names if name not in hints]
    if missing:
        raise TypeError(f"{function.__name__}: no annotation of {', '.join(missing)}")
    parameters = {name: to_type(hints[name], state) for name in names}
    return Signature(parameters, to_type(result, state))


def to_type(annotation: Any, state: Any) -> Type:
    """Return the type for an annotation; `state` is the class of the game's states."""
    if annotation in (None, type(None)):
        return None
    if annotation in SCALARS:
        return SCALARS[annotation]
    if get_origin(annotation) is Annotated:
        [detail] = annotation.__metadata__
        return to_type(state, state) if detail is GAME_STATE else detail
    if get_origin(annotation) is tuple:
        return Tuple(tuple, tuple(to_type(field, state) for field in get_args(annotation)))
    if hasattr(annotation, "_fields"):
        fields = get_type_hints(annotation, include_extras=True).values()
        return Tuple(annotation, tuple(to_type(field, state) for field in fields))
    raise TypeError(f"{annotation} is not a valid type for an entry point")


# Arguments


def flat_types(kind: Type) -> Iterator[Any]:
    """Yield the C types of the arguments of machine code that replace one argument of the rule."""
    match kind:
        case Scalar():
            yield kind.c_type
        case ArrayType():
            # In the order of `flat_array`
            yield from (POINTER, POINTER, SIZE, SIZE, POINTER)
            yield from [SIZE] * (2 * kind.dimensions)
        case Tuple():
            for field in kind.fields:
                yield from flat_types(field)


def flat_expressions(kind: Type, path: str) -> Iterator[str]:
    """Yield Python expressions for the arguments of machine code that replace one argument.

    `path` is the expression for that argument.
    """
    match kind:
        case Scalar():
            yield path
        case ArrayType():
            yield f"*flat_array({path}, {path!r}, {kind.dtype!r}, {kind.dimensions})"
        case Tuple():
            for index, field in enumerate(kind.fields):
                yield from flat_expressions(field, f"{path}[{index}]")


def flat_array(array: Any, name: str, dtype: str, dimensions: int) -> tuple[Any, ...]:
    """Return the arguments for an array: owner and parent (unused), number of elements, bytes of an
    element, address, shape and strides.
    """
    try:
        view = memoryview(array)
    except TypeError:
        raise wrong_array(name, dtype, dimensions) from None
    shape, strides = view.shape or (), view.strides or ()
    is_contiguous = view.c_contiguous or 0 in shape
    if DTYPES.get(view.format) != dtype or len(shape) != dimensions or not is_contiguous:
        raise wrong_array(name, dtype, dimensions)
    size = view.nbytes // view.itemsize
    return (None, None, size, view.itemsize, get_address(array, view), *shape, *strides)


def get_address(array: Any, view: memoryview) -> int:
    """Return the address of the first element."""
    if interface := getattr(array, "__array_interface__", None):  # of NumPy, also if read-only
        address: int = interface["data"][0]
        return address
    return ctypes.addressof(ctypes.c_char.from_buffer(view)) if view.nbytes else 0


def wrong_array(name: str, dtype: str, dimensions: int) -> BadType:
    return BadType(
        Text(
            "{name} is a contiguous array of {dtype} with {dimensions} dimensions",
            name=name,
            dtype=dtype,
            dimensions=dimensions,
        )
    )


# Results


def result_type(kind: Type) -> Any:
    """Return the type of the memory for a result."""
    match kind:
        case None:
            return POINTER
        case Scalar():
            return kind.c_type
        case Tuple():
            fields = [(f"f{i}", result_type(field)) for i, field in enumerate(kind.fields)]
            return type("Result", (ctypes.Structure,), {"_fields_": fields})
    raise TypeError("an entry point cannot return an array")


def result_expression(kind: Type, path: str) -> str:
    """Return a Python expression for the result; `path` is the expression for its memory."""
    match kind:
        case None:
            return "None"
        case Scalar():
            return scalar_expression(kind, f"{path}.value")
        case Tuple():
            return tuple_expression(kind, path)
    raise TypeError("an entry point cannot return an array")


def tuple_expression(kind: Tuple, path: str) -> str:
    values = [
        tuple_expression(field, f"{path}.f{i}")
        if isinstance(field, Tuple)
        else scalar_expression(field, f"{path}.f{i}")  # type: ignore[arg-type]
        for i, field in enumerate(kind.fields)
    ]
    inner = "".join(f"{value}, " for value in values)
    return f"({inner})" if kind.cls is tuple else f"{class_name(kind)}({inner})"


def scalar_expression(kind: Scalar, path: str) -> str:
    return f"{path} != 0" if kind is BOOL else path


def tuples_in(kind: Type) -> Iterator[Tuple]:
    """Yield all tuple types within a type."""
    if isinstance(kind, Tuple):
        yield kind
        for field in kind.fields:
            yield from tuples_in(field)


def class_name(kind: Tuple) -> str:
    """Return the name of a class in the generated function."""
    return f"class_{id(kind.cls)}"


# Numba


def numba_type(kind: Type) -> Any:
    """Return the type for Numba."""
    from numba import types

    match kind:
        case Scalar():
            return getattr(types, kind.name)
        case ArrayType():
            return types.Array(getattr(types, kind.dtype), kind.dimensions, "C")
        case Tuple():
            fields = tuple(map(numba_type, kind.fields))
            return types.BaseTuple.from_types(fields, None if kind.cls is tuple else kind.cls)
    raise TypeError("a parameter must have a type")
