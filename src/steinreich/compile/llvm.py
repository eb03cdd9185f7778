"""From LLVM's assembly to machine code: optimization, object code and loading, by llvmlite."""

import re
import sys
from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from llvmlite import binding

from steinreich.compile.signature import Signature
from steinreich.rules.errors import BrokenContract
from steinreich.rules.language import Text

# Functions of Numba that count references to arrays.  Rules allocate nothing, and the arrays of
# entry points belong to Python, so nothing is counted.
COUNTING = re.compile(
    r"^define linkonce_odr void @NRT_(incref|decref)\(ptr %[^)]*\)[^{]*\{.*?^\}", re.M | re.S
)
ENTRY = re.compile(r"^define i32 @([\w.$]+)\(", re.M)
HEADER = re.compile(r'^target (triple|datalayout) = ".*"$', re.M)
TARGET_ATTRIBUTES = re.compile(r'"(target-cpu|target-features|tune-cpu)"="[^"]*"')
INTRINSIC = "llvm."  # prefix of the operations of LLVM
C_FUNCTIONS = {"exp", "log", "pow", "sqrt"}  # that rules may call
UNRESOLVED = ".numba.unresolved$"  # prefix of a second version of a recursive rule, for a constant
TOO_LARGE = (
    "numba.dynamic.globals"  # in names of tables above 1 MB, which Numba refers to by address
)


class Target(NamedTuple):
    """A kind of processor."""

    triple: str
    cpu: str
    features: str
    vectorizes: bool
    relocation: str = "default"

    def machine(self) -> Any:
        """Return LLVM's code generator."""
        binding.initialize_all_targets()
        binding.initialize_all_asmprinters()
        return binding.Target.from_triple(self.triple).create_target_machine(
            cpu=self.cpu,
            features=self.features,
            opt=3,
            reloc=self.relocation,
            codemodel="jitdefault" if self.relocation == "default" else "default",
        )


@cache
def host() -> Target:
    """Return the processor of this machine."""
    # On Windows, llvmlite loads object code in the format of Linux only.
    triple = binding.get_process_triple() + ("-elf" if sys.platform == "win32" else "")
    features = binding.get_host_cpu_features().flatten()
    return Target(triple, binding.get_host_cpu_name(), features, vectorizes=True)


def object_code(entries: dict[str, tuple[str, Signature]], target: Target) -> bytes:
    """Return object code that exports entry points.

    `entries` has the exported name, Numba's assembly and the signature of each entry point.
    """
    machine = target.machine()
    module = binding.parse_assembly("")
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    for name, (assembly, signature) in entries.items():
        module.link_in(prepare_module(name, assembly, signature, machine))
    for value in (*module.global_variables, *module.functions):
        if not value.is_declaration and value.name not in entries:
            value.linkage = binding.Linkage.internal
    tuning = binding.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = tuning.slp_vectorization = target.vectorizes
    passes = binding.create_pass_builder(machine, tuning)
    passes.getModulePassManager().run(module, passes)
    module.verify()
    check_self_contained(entries, module)
    code: bytes = machine.emit_object(module)
    return code


def prepare_module(name: str, assembly: str, signature: Signature, machine: Any) -> Any:
    """Return the module of an entry point for a machine, with the entry point renamed."""
    assembly = COUNTING.sub(
        r"define linkonce_odr void @NRT_\1(ptr %0) alwaysinline { ret void }", assembly
    )
    assembly = TARGET_ATTRIBUTES.sub("", HEADER.sub("", assembly))
    found = ENTRY.search(assembly)
    if found is None:
        raise AssertionError("Numba has made no function")
    module = binding.parse_assembly(assembly)
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    entry = module.get_function(found[1])
    types = [str(argument.type) for argument in entry.arguments]
    if types != signature.llvm_types():
        raise AssertionError(f"Numba passes {types} instead of {signature.llvm_types()}")
    entry.name = name
    return module


def check_self_contained(names: Iterable[str], module: Any) -> None:
    """Raise `BrokenContract` for code that needs Numba's runtime or data of this process."""
    declared = {f.name for f in module.functions if f.is_declaration}
    needed = {name for name in declared if not name.startswith(INTRINSIC)} - C_FUNCTIONS
    variables = list(module.global_variables)
    needed |= {v.name for v in variables if v.is_declaration or TOO_LARGE in v.name}
    if any(name.startswith(UNRESOLVED) for name in needed):
        raise BrokenContract(
            Text("{rules}: a recursive rule is called with a constant", rules=", ".join(names))
        )
    if needed:
        raise BrokenContract(
            Text(
                "machine code of {rules} needs {names}: rules cannot allocate memory, nor use "
                "tables larger than 1 MB",
                rules=", ".join(names),
                names=", ".join(sorted(needed)),
            )
        )


class LoadedCode:
    """Object code in the memory of this process."""

    def __init__(self, code: bytes) -> None:
        machine = host().machine()
        self.engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
        self.engine.add_object_file(binding.ObjectFileRef.from_data(code))
        self.engine.finalize_object()

    def address(self, name: str) -> int:
        """Return the address of an entry point."""
        address: int = self.engine.get_function_address(name)
        return address
