"""Rules that only other machine code calls.

Numba optimises every function with all that it calls and makes it ready to run, though its code is
then put into that of its callers, where it is optimised again.  Rules that Python never calls are
spared that: a third and more of the time for which people wait until a game is compiled.
"""

from typing import Any

from numba._dynfunc import make_function
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class PartLibrary(JITCodeLibrary):  # type: ignore[misc]  # Numba's own
    """Code that is linked into other code, and never run by itself.

    Numba calls the methods whose names it has chosen.
    """

    def _optimize_final_module(self) -> None:
        pass  # its callers' code is optimised as a whole

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class PartCompiler(Compiler):  # type: ignore[misc]  # Numba's own
    """Compiles such rules."""

    def compile_extra(self, func: Any) -> Any:
        target = self.state.targetctx
        self.state.library = PartLibrary(target.codegen(), func.__qualname__)
        self.state.flags.no_compile = True
        part = super().compile_extra(func)
        # Callers find it by an entry point, which leads nowhere.
        nowhere = make_function(
            part.fndesc.lookup_module(), func.__name__, "", 0, part.environment, ()
        )
        target.insert_user_function(nowhere, part.fndesc, [part.library])
        return part._replace(entry_point=nowhere)
