"""What is told of a traced program."""

import pytest

from grader.model.questions import Arguments, Read, Trace


def traced(worker, *positional, within=False, **keyword):
    return worker.ask(Trace(arguments=Arguments(positional=positional, keyword=keyword), within=within))


def test_a_program_is_told_by_its_primitives_and_types(worker, array):
    worker.load("import jax.numpy as jnp\ndef f(x): return jnp.sin(jnp.sin(x)), x.sum()\n", jit={})
    told = traced(worker, array([1.0, 2.0, 3.0]))
    assert told.whole
    assert told.primitives == {"sin": 2, "reduce_sum": 1}
    assert (told.equations, told.inputs, told.outputs) == (3, ("f32[3]",), ("f32[3]", "f32[]"))
    assert "sin" in told.jaxpr


def test_primitives_of_sub_programs_are_counted(worker, scalar):
    source = """
import jax
from jax import lax
@jax.jit
def inner(x): return lax.cos(x)
def f(x):
    x = lax.fori_loop(0, 3, lambda i, x: lax.sin(x), inner(x))
    return lax.cond(x > 0, lax.exp, lambda x: lax.while_loop(lambda x: x < 9.0, lax.log, x), x)
"""
    worker.load(source, jit={})
    told = traced(worker, scalar(1.0))
    assert {"sin", "cos", "exp", "log"} <= set(told.primitives)
    assert told.equations == sum(told.primitives.values())


def test_static_arguments_are_bound(worker, scalar):
    worker.load("import jax\nf = jax.jit(lambda x, n: x * n, static_argnums=1)\n", jit="submission")
    assert traced(worker, scalar(1.0), scalar(2)).inputs == ("f32[]",)


def test_arguments_that_partial_bound_are_bound(worker, scalar):
    worker.load("import jax, functools\nf = functools.partial(jax.jit(lambda x, n: x * n), n=2.0)\n")
    assert traced(worker, scalar(1.0)).primitives == {"mul": 1}


@pytest.mark.parametrize("source", ["def f(x): return x\n", "import jax\ng = jax.jit(abs)\ndef f(x): return g(x)\n"])
def test_a_function_that_is_not_jitted_as_a_whole_has_no_program(worker, scalar, source):
    worker.load(source, jit="submission")
    told = traced(worker, scalar(1.0))
    assert (told.whole, told.primitives, told.jaxpr) == (False, {}, "")


def test_tracing_compiles_nothing(worker, array):
    source = """
import jax
heard = []
jax.monitoring.register_event_duration_secs_listener(
    lambda event, _, **told: heard.append(event) if "backend_compile" in event else None)
def f(x): return jax.numpy.sin(x)
"""
    worker.load(source, jit={})
    assert traced(worker, array([1.0, 2.0, 3.0])).whole
    assert worker.ask(Read(name="heard")).value.items == ()


def test_equal_programs_have_equal_constants_and_texts(fresh, array):
    source = "import jax, numpy as np\ndef f(x): return jax.nn.relu(x) + np.arange(300.0)[:2] * {0}\n"
    told = []
    for factor in (1, 1, 2):
        worker = fresh()
        worker.load(source.format(factor), jit={})
        told.append(traced(worker, array([1.0, 2.0])))
    assert told[0] == told[1]
    assert told[0].constants != told[2].constants


def test_effects_are_told(worker, scalar):
    worker.load("import jax\ndef f(x): jax.debug.print('{}', x)\n", jit={})
    assert traced(worker, scalar(1)).effects == ("Debug",)


def test_a_long_program_is_cut_and_still_told_apart(fresh, scalar):
    source = "def f(x):\n    for i in range(2000): x = x + (i if i != 1000 else {0})\n    return x\n"
    told = []
    for middle in (7, 8):
        worker = fresh()
        worker.load(source.format(middle), jit={})
        told.append(traced(worker, scalar(1.0)))
    assert len(told[0].jaxpr) < 20_000
    assert told[0].jaxpr != told[1].jaxpr
    assert told[0].equations == told[1].equations == 2000


def test_what_tracing_raises_is_what_the_call_raised(worker, scalar):
    worker.load("def f(x): return float(x)\n", jit={})
    failure = traced(worker, scalar(1.0)).failure
    assert (failure.stage, failure.type, failure.frames[-1].line) == ("call", "ConcretizationTypeError", 1)


def test_equations_are_told_by_the_students_lines(worker, array):
    source = """import jax, jax.numpy as jnp
from jax import lax
def f(xs):
    total = 0.0
    for x in xs:
        total = total + lax.sin(x)
    return lax.scan(lambda c, x: (c,
        lax.cos(x)), total, xs)
"""
    worker.load(source, jit={})
    told = traced(worker, array([1.0, 2.0, 3.0]))
    assert told.lines[6]["sin"] == 3
    assert told.lines[7]["scan"] == 1
    assert told.lines[8] == {"cos": 1}


def test_what_a_function_of_jax_is_made_of_counts_to_the_line_that_calls_it(worker, array):
    """jax traces its own functions once: the line of a later call is not in what it kept."""
    worker.load(
        "import jax.numpy as jnp\ndef f(x):\n y = jnp.where(x > 0, x, 0)\n return jnp.where(x > 1, y, 0)\n", jit={}
    )
    told = traced(worker, array([1.0, 2.0]))
    assert [told.lines[line]["select_n"] for line in (3, 4)] == [1, 1]


WRAPPER = """import jax, jax.numpy as jnp
@jax.jit
def inner(xs, n):
    for x in xs:
        n = n + jnp.sin(x)
    return n
def f(xs, n):
    print(n + 1)
    return inner(jnp.asarray(xs) * 2, n)
"""


def test_within_a_plain_function_the_largest_program_it_has_compiled_is_told(worker, array, scalar):
    worker.load(WRAPPER, jit="submission")
    told = traced(worker, array([1.0, 2.0, 3.0]), scalar(2), within=True)
    assert (told.whole, told.primitives["sin"]) == (False, 3)
    assert 5 in told.lines


@pytest.mark.parametrize("source", ["def f(x): return float(x[0])\n", "def f(x): return x + 1\n"])
def test_within_a_plain_function_that_needs_values_or_jits_nothing_there_is_no_program(worker, array, source):
    worker.load(source, jit="submission")
    told = traced(worker, array([1.0, 2.0]), within=True)
    assert (told.whole, told.equations) == (False, 0)


def test_the_lines_of_a_program_are_told_by_the_files_lines_where_that_is_asked(worker, scalar):
    source = """
import jax
@jax.jit
def inner(x):
    return x * 2
def f(x):
    y = jax.lax.sin(x)
    return inner(y) + 1
"""
    worker.load(source, jit={})
    told = worker.ask(Trace(arguments=Arguments(positional=(scalar(3.0),)), placed=True))
    by_line = dict(zip(told.jaxpr.splitlines(), told.places, strict=True))
    lines = {word: next(at for text, at in by_line.items() if word in text) for word in ("= sin", "= mul", "= add")}
    assert lines == {"= sin": 7, "= mul": 5, "= add": 8}
    assert traced(worker, scalar(3.0)).places == ()


@pytest.mark.parametrize(
    ("line", "name"),
    [("lax.sin_p.name = 'cos'", "sin"), ("own = Primitive('cos'); own.def_abstract_eval(lambda x: x)", "own:cos")],
    ids=["one of jax's is renamed", "one of the file's has such a name"],
)
def test_primitives_have_the_names_that_jax_gave_them(worker, scalar, line, name):
    call = "lax.sin(x)" if name == "sin" else "own.bind(x)"
    source = f"from jax import lax\nfrom jax.extend.core import Primitive\n{line}\nf = lambda x: {call}\n"
    worker.load(source, jit={})
    assert traced(worker, scalar(1.0)).primitives == {name: 1}


OWN = """
from jax.extend.core import Primitive
from jax.experimental import pallas, sparse
own = Primitive('pallas_call')
own.def_abstract_eval(lambda x: x)
"""
KERNEL = """
def kernel(x, y):
    y[...] = 2 * x[...]
def f(x):
    from jax.experimental import pallas
    return pallas.pallas_call(kernel, out_shape=x, interpret=True)(x)
"""
SPARSE = """
def f(x):
    from jax.experimental.sparse import BCOO
    return BCOO.fromdense(x[None], nse=1).todense()
"""


@pytest.mark.parametrize(
    ("source", "name"),
    [
        (KERNEL, "pallas_call"),
        (SPARSE, "bcoo_todense"),
        (f"{OWN}f = own.bind\n", "own:pallas_call"),
        (f"{OWN}pallas.own_p = own\nf = own.bind\n", "own:pallas_call"),
        (f"{OWN}pallas.pallas_call_p = own\nf = own.bind\n", "own:pallas_call"),
        (f"{OWN}own.name = 'bcoo_todense'\nsparse.bcoo_todense_p = own\nf = own.bind\n", "own:bcoo_todense"),
    ],
)
def test_a_primitive_of_a_module_that_jax_loads_late_has_its_name(worker, scalar, source, name):
    worker.load(source, jit={})
    assert name in traced(worker, scalar(1.0)).primitives


def test_python_loops_that_were_written_out_are_told_by_their_line(worker, array):
    source = """
import jax.numpy as jnp
def helper(y, v):
    return y * 2 + v
def f(x):
    for _ in range(2):
        y = sum(helper(x[0], v) for v in x)
    def body(z):
        return z - 1
    return body(y)
"""
    worker.load(source, jit={})
    told = traced(worker, array([1.0, 2.0, 3.0]))
    assert set(told.loops) == {6}
    assert told.loops[6] == told.equations - 1
