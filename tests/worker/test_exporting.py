"""The program of a call leaves the worker, and gives the same in another that never saw the file."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np
import pytest

from grader.model.answers import Exported, Operations, Raised, Returned, Unexported
from grader.model.questions import Adopt, Arguments, Call, Export, ReadProgram, RunProgram
from grader.model.values import Array, Key, Record, Sequence

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.model.values import Value

HEAD = "import jax, jax.numpy as jnp, numpy as np\nfrom functools import partial\nfrom jax import lax\n"


@pytest.fixture
def clean(fresh: Callable[[], Any]) -> Any:
    """A worker that never saw the file."""
    other = fresh()
    other.load("program = None\n", "program")
    return other


def export(worker: Any, source: str, *positional: Value, jit: Any = "submission", **more: Any) -> Any:
    """What the worker answers when it is asked for the program of a call."""
    keyword = more.pop("keyword", {})
    worker.load(HEAD + source, jit=jit)
    return worker.ask(Export(arguments=Arguments(positional=positional, keyword=keyword), **more))


def run(clean: Any, exported: Any, *positional: Value, keyword: Any = None) -> Any:
    """What the other worker answers when it runs that program."""
    assert isinstance(exported, Exported), exported
    arguments = Arguments(positional=positional, keyword=keyword or {})
    return clean.ask(RunProgram(program=exported.program, arguments=arguments, dynamic=exported.dynamic))


def numbers(answer: Any) -> list[Any]:
    """The outputs of a program as lists."""
    assert isinstance(answer, Returned), answer
    dtypes = [np.dtype(getattr(ml_dtypes, item.dtype, item.dtype)) for item in answer.value.items]
    pairs = zip(dtypes, answer.value.items, strict=True)
    return [np.frombuffer(item.data, dtype).reshape(item.shape).tolist() for dtype, item in pairs]


def test_a_program_gives_elsewhere_what_the_function_gives(worker, clean, array):
    source = "@jax.jit\ndef f(x): return {'b': x + 1, 'a': jnp.abs(x)}"
    exported = export(worker, source, array([0, 0]))
    assert numbers(run(clean, exported, array([1.0, -2.0]))) == [[1.0, 2.0], [2.0, -1.0]]
    assert dict(zip(exported.structure.keys, exported.structure.items, strict=True))["b"].text == "output 1"


def test_a_function_that_the_grader_jits_is_exported_as_well(worker, clean, array):
    exported = export(worker, "def f(x, n): return x * n", array([1, 2]), array(0), jit={"donate_argnums": (0,)})
    assert numbers(run(clean, exported, array([1, 2]), array(3))) == [[3.0, 6.0]]


def test_what_is_static_is_bound_and_what_is_traced_is_an_input(worker, clean, scalar):
    source = "@partial(jax.jit, static_argnames=['n'])\ndef f(x, *, n):\n    for _ in range(n): x = x + 1\n    return x"
    exported = export(worker, source, scalar(0.0), keyword={"n": scalar(3)})
    assert numbers(run(clean, exported, scalar(2.5), keyword={"n": scalar(3)})) == [5.5]


def test_numbers_that_are_traced_are_inputs(worker, clean, scalar):
    exported = export(worker, "@jax.jit\ndef f(x, n): return x + n", scalar(0), scalar(0.5))
    assert numbers(run(clean, exported, scalar(2), scalar(1.5))) == [3.5]


def test_where_everything_is_static_there_is_no_program(worker, scalar):
    source = "f = jax.jit(lambda x: -x if x < 0 else x, static_argnums=0)"
    assert export(worker, source, scalar(-3)).reason == "bound"


@pytest.mark.parametrize(
    ("before", "result"),
    [
        ("from typing import NamedTuple\nclass P(NamedTuple):\n    a: object\n    b: object\n", "P(x, {'k': None})"),
        (
            """
from dataclasses import dataclass
@jax.tree_util.register_dataclass
@dataclass
class P:
    a: object
    b: object
""",
            "P(x, [x])",
        ),
    ],
)
def test_named_containers_are_told_apart_from_the_program(worker, clean, array, before, result):
    exported = export(worker, f"{before}f = jax.jit(lambda x: {result})", array(0))
    assert isinstance(exported.structure, Record)
    assert numbers(run(clean, exported, array(2)))[0] == 2.0


def test_random_keys_go_in_and_come_out(worker, clean):
    key = Key(impl="threefry2x32", shape=(), data=np.array([0, 7], "<u4").tobytes())
    source = "f = jax.jit(lambda k: (jax.random.split(k)[0], jax.random.uniform(k)))"
    exported = export(worker, source, Key(impl="threefry2x32", shape=(), data=bytes(8)))
    assert exported.structure == Sequence(type="tuple", items=exported.structure.items)
    assert exported.structure.items[0].text == "output 0 threefry2x32"
    direct = worker.call(key)
    ran = run(clean, exported, key)
    assert ran.value.items[0].data == direct.value.items[0].data
    assert ran.value.items[1].data == direct.value.items[1].data


def test_half_precision_empty_and_weak_arrays_keep_their_types(worker, clean, array):
    source = "f = jax.jit(lambda x, y, z: (x * 2, y + 1, z * 2))"
    empty = array(np.zeros((0, 3)))
    exported = export(worker, source, Array(dtype="bfloat16", shape=(1,), data=bytes(2)), empty, array(0, weak=True))
    three_halves = Array(dtype="bfloat16", shape=(1,), data=ml_dtypes.bfloat16(1.5).tobytes())
    assert numbers(run(clean, exported, three_halves, empty, array(4, weak=True))) == [[3.0], [], 8.0]


def test_a_file_with_64_bit_types_is_run_with_them(worker, clean, array):
    source = "jax.config.update('jax_enable_x64', True)\nf = jax.jit(lambda x: x / 3)"
    exported = export(worker, source, array(0, "float64"))
    assert numbers(run(clean, exported, array(1, "float64"))) == [1 / 3]


def test_debugging_is_taken_out_of_the_program(worker, clean, array):
    source = """
@jax.jit
def f(x):
    jax.debug.print("{}", x)
    def body(c):
        jax.debug.callback(lambda v: None, c, ordered=True)
        return c * 2
    shown = lax.cond(x > 0, lambda v: jax.debug.print("y") or v, jnp.negative, x)
    return lax.while_loop(lambda c: c < 10, body, x), shown
"""
    assert numbers(run(clean, export(worker, source, array(0)), array(3))) == [12.0, 3.0]


@pytest.mark.parametrize(
    "called",
    [
        "jax.pure_callback(np.sin, jax.ShapeDtypeStruct((), 'float32'), x)",
        "jax.experimental.io_callback(np.sin, jax.ShapeDtypeStruct((), 'float32'), x)",
        "lax.cond(x > 0, lambda v: jax.pure_callback(np.sin, jax.ShapeDtypeStruct((), 'float32'), v), lambda v: v, x)",
    ],
)
def test_a_call_of_the_host_is_no_program(worker, array, called):
    source = f"import jax.experimental\nf = jax.jit(lambda x: {called})"
    assert export(worker, source, array(0)).reason == "callback"


HIDDEN = """
from jax.extend.core import Primitive
from jax.interpreters import mlir
def lowered(ctx, x):
    avals = ctx.avals_in, ctx.avals_out
    return mlir.emit_python_callback(ctx, lambda v: (np.sin(v),), None, [x], *avals, has_side_effect=False)[0]
p = Primitive("sine")
p.def_abstract_eval(lambda x: x)
mlir.register_lowering(p, lowered)
f = jax.jit(lambda x: p.bind(x))
"""


def test_a_call_of_the_host_within_a_primitive_of_their_own_is_none(worker, array):
    assert export(worker, HIDDEN, array(0)).reason == "callback"


def test_machine_code_of_their_own_is_no_program(worker, array):
    source = "f = jax.jit(lambda x: jax.ffi.ffi_call('mine', jax.ShapeDtypeStruct((), 'float32'))(x))"
    answer = export(worker, source, array(0))
    assert (answer.reason, "mine" in answer.detail) == ("foreign", True)


def test_a_plain_function_around_jitted_ones_is_exported_whole(worker, clean, array, scalar):
    source = "core = jax.jit(lambda x: x * 2)\ndef f(x, n): return core(x) + (1 if n > 2 else 0)"
    exported = export(worker, source, array(0), scalar(3))
    assert numbers(run(clean, exported, array(4), scalar(3))) == [9.0]


def test_a_function_that_needs_values_has_no_program_and_says_where(worker, array):
    answer = export(worker, "g = jax.jit(jnp.sin)\ndef f(x): return g(float(x))", array(0))
    assert (answer.reason, answer.line) == ("untraceable", 5)


@pytest.mark.parametrize("body", ["np.sin(np.asarray(x))", "(g(x), np.sin(float(x)))[1]", "jnp.sin(float(x))"])
def test_a_function_whose_result_comes_from_nothing_jitted_is_bare(worker, array, body):
    answer = export(worker, f"g = jax.jit(jnp.sin)\ndef f(x): return {body}", array(0))
    assert answer.reason == "bare"


def test_a_function_that_runs_thousands_of_operations_one_by_one_is_not_compiled_whole(worker, array):
    answer = export(worker, "def f(x):\n    for _ in range(3000): x = x + 1\n    return x", array(0))
    assert answer.reason == "large"


def test_a_mapped_call_has_its_own_program(worker, clean, array):
    exported = export(worker, "f = jax.jit(lambda x, y: x @ y)", array(np.zeros((3, 2))), array([0, 0]), vmap=(0, None))
    assert numbers(run(clean, exported, array(np.ones((3, 2))), array([1, 2]))) == [[3.0, 3.0, 3.0]]


KERNELS = ["solve(x, x)", "eigh(x)[0]", "svd(x)[1]", "qr(x)[1]", "cholesky(x)", "inv(x)", "det(x)"]


@pytest.mark.parametrize("function", KERNELS)
def test_the_kernels_of_jax_are_run_elsewhere(worker, clean, array, function):
    exported = export(worker, f"f = jax.jit(lambda x: jnp.linalg.{function})", array(np.zeros((3, 3))))
    direct = worker.call(array(np.eye(3) * 2))
    assert run(clean, exported, array(np.eye(3) * 2)).value.items[0].data == direct.value.data


def test_programs_are_the_same_whatever_their_functions_are_called(fresh, array):
    digests = set()
    for name in ("halve", "step"):
        source = f"@jax.jit\ndef {name}(x): return x / 2\n@jax.jit\ndef f(x): return {name}(x) + 1"
        digests.add(export(fresh(), source, array([0, 0])).digest)
    other = "@jax.jit\ndef halve(x): return x / 3\n@jax.jit\ndef f(x): return halve(x) + 1"
    assert len(digests) == 1
    assert export(fresh(), other, array([0, 0])).digest not in digests


def test_a_program_tells_what_it_is_made_of(worker, clean, array):
    source = "f = jax.jit(lambda x: lax.while_loop(lambda c: c < 9, lambda c: c * 2, x))"
    exported = export(worker, source, array(1))
    answer = clean.ask(ReadProgram(program=exported.program))
    assert isinstance(answer, Operations)
    assert answer.counts["stablehlo.while"] == 1


def test_a_text_that_reads_like_an_operation_is_none(worker, clean, array):
    source = """
from jax.experimental.xla_metadata import set_xla_metadata
@jax.jit
def f(x):
    with set_xla_metadata(note="stablehlo.while stablehlo.custom_call @mine("):
        return x * 2
"""
    exported = export(worker, source, array(1))
    answer = clean.ask(ReadProgram(program=exported.program))
    assert isinstance(answer, Operations), answer
    assert "stablehlo.while" not in answer.counts


def test_a_worker_that_adopts_a_program_is_called_as_if_it_were_its_own(worker, clean, array):
    exported = export(worker, "f = jax.jit(lambda x: (x * 2, x.sum()))", array([1.0, 2.0]))
    assert isinstance(clean.ask(Adopt(program=exported.program, dynamic=exported.dynamic)), Operations)
    for values, total in (([3.0, 4.0], 7.0), ([5.0, 6.0], 11.0)):
        answer = clean.ask(Call(arguments=Arguments(positional=(array(values),))))
        assert isinstance(answer, Returned), answer
        doubled, summed = answer.value.items
        assert np.frombuffer(doubled.data, doubled.dtype).tolist() == [2 * one for one in values]
        assert np.frombuffer(summed.data, summed.dtype).tolist() == [total]


def test_arguments_that_are_not_the_adopted_program_s_raise(worker, clean, array):
    exported = export(worker, "f = jax.jit(lambda x: x * 2)", array([1.0, 2.0]))
    clean.ask(Adopt(program=exported.program, dynamic=exported.dynamic))
    answer = clean.ask(Call(arguments=Arguments(positional=(array([1.0]),))))
    assert isinstance(answer, Raised)
    assert "it takes float32[2]" in answer.failure.message


def test_bytes_that_are_no_program_are_not_adopted(clean):
    assert isinstance(clean.ask(Adopt(program=b"no program", dynamic=(0,))), Raised)


@pytest.mark.parametrize("data", [b"", b"no program", bytes(4000), b"\xff" * 4000])
def test_bytes_that_are_no_program_are_refused(clean, array, data):
    answer = clean.ask(RunProgram(program=data, arguments=Arguments(positional=(array(0),)), dynamic=(0,)))
    assert isinstance(answer, Raised)
    assert answer.failure.stage == "program"


FOREIGN = """
import sys, jax, jax.export
allowed = [jax.export.DisabledSafetyCheck.custom_call("mine")]
f = jax.jit(lambda x: jax.ffi.ffi_call("mine", jax.ShapeDtypeStruct((), "float32"))(x))
sys.stdout.buffer.write(jax.export.export(f, disabled_checks=allowed)(jax.ShapeDtypeStruct((), "float32")).serialize())
"""


def test_a_program_that_calls_foreign_code_is_refused(clean, array):
    program = subprocess.run([sys.executable, "-c", FOREIGN], capture_output=True, check=True).stdout
    answer = clean.ask(RunProgram(program=program, arguments=Arguments(positional=(array(0),)), dynamic=(0,)))
    assert isinstance(answer, Raised)
    assert (answer.failure.stage, "mine" in answer.failure.message) == ("program", True)


@pytest.mark.parametrize("dynamic", [(), (1,), (0, 0), (5,), (-1,)])
def test_a_program_must_take_every_array_once(worker, clean, array, scalar, dynamic):
    exported = export(worker, "f = jax.jit(lambda x, n: x + n)", array(0), scalar(1))
    answer = clean.ask(
        RunProgram(
            program=exported.program,
            arguments=Arguments(positional=(array(2), scalar(3))),
            dynamic=dynamic,
        )
    )
    assert isinstance(answer, Raised)
    assert answer.failure.stage == "program"


def test_a_program_must_take_the_types_of_the_call(worker, clean, array):
    answer = run(clean, export(worker, "f = jax.jit(lambda x: x)", array([0, 0])), array([1, 2, 3]))
    assert isinstance(answer, Raised)
    assert answer.failure.stage == "program"


def test_why_there_is_no_program_is_an_answer_like_any_other(worker, scalar):
    assert isinstance(export(worker, "def f(x): return 1", scalar(2)), Unexported)
