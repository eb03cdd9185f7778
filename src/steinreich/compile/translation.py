"""Translation of a bound rule to LLVM assembly, by Numba."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from types import FunctionType
from typing import Any

from numba import config, njit
from numba.core.codegen import AOTCPUCodegen
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import UnsupportedBytecodeError

from steinreich.compile.failures import describe_failure, report_failures
from steinreich.compile.signature import Signature
from steinreich.rules.errors import BrokenContract


@cache
def get_codegen() -> Any:
    """Return Numba's code generator for compilation ahead of time: it loads no code."""
    return AOTCPUCodegen("rules")


class RuleCompiler(Compiler):  # type: ignore[misc]  # Numba is untyped
    """Numba's compiler without its last step, machine code for each rule.

    Its public options cannot omit this step, which would take longer than all others; so the state
    of a compilation and the code generator are set here, which are interfaces inside of Numba.
    """

    def compile_extra(self, func: FunctionType) -> Any:
        self.state.flags.no_compile = True
        context = self.state.targetctx.subtarget(_internal_codegen=get_codegen(), aot_mode=True)
        self.state.targetctx = context
        self.state.library = context.codegen().create_library(func.__qualname__)
        try:
            result = super().compile_extra(func)
        except UnsupportedBytecodeError as error:  # its message does not name the function
            raise BrokenContract(describe_failure(str(error), func)) from error
        # Numba looks up a compiled rule by its entry point, usually a C function.  Since no code is
        # loaded, any unique function takes its place.
        entry_point: Any = [].append
        context.insert_user_function(entry_point, result.fndesc, [result.library])
        return result._replace(entry_point=entry_point)


def make_dispatcher(bound: FunctionType) -> Any:
    """Return a bound rule as a function that Numba compiles when another one calls it."""
    return njit(
        pipeline_class=RuleCompiler,
        error_model="numpy",
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        forceinline=not getattr(bound, "is_noinline", False),
    )(bound)


def translate(dispatcher: Any, signature: Signature) -> str:
    """Return the assembly of a rule, and of all rules that it calls, before optimization."""
    types = signature.numba_types()
    with disable_optimization(), report_failures(dispatcher.py_func):
        dispatcher.compile(types)
        [code] = [code for code in dispatcher.overloads.values() if code.signature.args == types]
        code.library.finalize()  # links the rules that it calls
    signature.check_result(code.signature.return_type, dispatcher.py_func)
    assembly: str = dispatcher.inspect_llvm(types)
    return assembly


@contextmanager
def disable_optimization() -> Iterator[None]:
    """Disable optimization by Numba: code is optimized later, together with that of its callers."""
    with global_compiler_lock:  # Numba's configuration is global, too
        level = config.OPT
        config.OPT = type(level)(0)
        try:
            yield
        finally:
            config.OPT = level
