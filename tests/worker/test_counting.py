"""What a worker tells of compilations: how many, whose, on which line, and why the cache did not have them."""

import struct

import pytest

from grader.checks.recompile_causes import in_words
from grader.model.answers import Counted, Raised, Returned
from grader.model.questions import Arguments, Count
from grader.model.values import Array, Mapping, Scalar


def number(value):
    return Scalar(type=type(value).__name__, text=repr(value))


def floats(count, origin="jax", dtype="float32"):
    data = struct.pack(f"<{count}{'f' if dtype == 'float32' else 'i'}", *range(count))
    return Array(dtype=dtype, shape=(count,), data=data, origin=origin)


def scalar(value, *, weak=False):
    return Array(dtype="float32", shape=(), data=struct.pack("<f", value), weak=weak)


@pytest.fixture
def counts(worker):
    """Loads a file and counts the calls one after the other: compilations of each."""

    def made(source, *calls, jit="none", how="as given"):
        worker.loaded = worker.load(source, jit=jit)
        found = []
        for call in calls:
            positional, keyword = call if isinstance(call, tuple) and isinstance(call[-1], dict) else (call, {})
            positional = positional if isinstance(positional, tuple) else (positional,)
            answer = worker.ask(Count(arguments=Arguments(positional=positional, keyword=keyword), how=how))
            assert isinstance(answer, Counted)
            found.append(answer)
        return found

    return made


def causes(answers):
    return [[in_words(one.causes, one.kind) for one in answer.compilations] for answer in answers]


def kinds(answers):
    return [[one.kind for one in answer.compilations] for answer in answers]


JITTED = """
import functools, jax
@functools.partial(jax.jit, static_argnames="n")
def f(x, n=1):
    return x * n
"""


def test_a_program_is_compiled_once_and_found_in_the_cache_after_that(counts):
    first, second = counts(JITTED, floats(3), floats(3))
    assert [one.program for one in first.compilations] == ["jit(f)"]
    assert causes([first]) == [["first compilation"]]
    assert isinstance(first.outcome, Returned)
    assert second.compilations == ()


def test_a_direct_call_of_a_jitted_function_points_at_its_definition(counts):
    (first,) = counts(JITTED, floats(3))
    assert first.compilations[0].line == 3


def test_another_shape_is_told_by_the_name_of_the_parameter(counts):
    _, second = counts(JITTED, floats(3), floats(4))
    assert causes([second]) == [["arg x: f32[3] → f32[4]"]]


def test_another_dtype_is_told(counts):
    _, second = counts(JITTED, floats(3), floats(3, dtype="int32"))
    assert causes([second]) == [["arg x: f32[3] → i32[3]"]]


def test_each_value_of_a_static_argument_compiles_and_a_known_one_does_not(counts):
    source = JITTED.replace('static_argnames="n"', "static_argnums=0")
    answers = counts(source, *map(number, [-3, -2, 5, -3, 5, 2, 0]))
    assert [len(answer.compilations) for answer in answers] == [1, 1, 1, 0, 0, 1, 1]
    assert causes(answers)[1] == ["static x: -3 → -2"]


def test_equal_numbers_of_different_types_are_different_static_values(counts):
    source = JITTED.replace('static_argnames="n"', "static_argnums=0")
    assert causes(counts(source, number(3), number(3.0)))[1] == ["static x: 3 → 3.0"]


def test_a_static_argument_passed_in_another_way_is_told(counts):
    _, second = counts(JITTED, (floats(3), number(2)), ((floats(3),), {"n": number(2)}))
    assert causes([second]) == [["n passed by keyword, by position before"]]


def test_a_python_number_where_an_array_came_before_is_a_change_of_weak_type(counts):
    _, second = counts(JITTED, scalar(1.0), number(1.0))
    assert causes([second]) == [["arg x: a Python float where an array f32[] came before (weak type False → True)"]]


def test_a_weak_array_is_another_type_than_a_strong_one(counts):
    _, second = counts(JITTED, scalar(1.0, weak=True), scalar(1.0))
    assert causes([second]) == [["arg x: weak type True → False, with the same f32[]"]]


def test_a_python_int_and_then_a_float_are_two_programs(counts):
    _, second = counts(JITTED, number(1), number(1.0))
    assert causes([second]) == [["arg x: a Python int came before, now a Python float (i32[] → f32[])"]]


def test_a_part_of_a_container_is_told_by_its_path(counts):
    source = "import jax\nf = jax.jit(lambda p: p['w'] + p['b'])"

    def parameters(count):
        return Mapping(keys=("w", "b"), items=(floats(count), number(1.0)))

    _, second = counts(source, parameters(3), parameters(4))
    assert causes([second]) == [["arg p['w']: f32[3] → f32[4]"]]


def test_a_container_of_another_structure_is_told(counts):
    source = "import jax\nf = jax.jit(lambda p: jax.tree.leaves(p)[0])"
    one = Mapping(keys=("w",), items=(floats(3),))
    two = Mapping(keys=("w", "b"), items=(floats(3), floats(3)))
    assert causes(counts(source, one, two))[1] == ["the structure of p: {'w': *} → {'b': *, 'w': *}"]


def test_a_long_container_is_told_by_the_number_of_its_parts(counts):
    source = "import jax\nf = jax.jit(lambda p: jax.tree.leaves(p)[0])"
    one, two = (Mapping(keys=tuple(map(str, range(many))), items=(number(1.0),) * many) for many in (40, 41))
    (told,) = causes(counts(source, one, two))[1]
    assert told.startswith("the structure of p: ")
    assert "of 40 parts → " in told
    assert told.endswith("of 41 parts")


def test_the_nearest_earlier_call_is_the_one_compared_with(counts):
    answers = counts(JITTED, (floats(3), number(1)), (floats(4), number(2)), (floats(4), number(3)))
    assert causes(answers)[2] == ["static n: 2 → 3"]


NEW_EACH_TIME = {
    "a lambda": "jax.jit(lambda v: v * 2)(x)",
    "a functools.partial of `scaled`": "jax.jit(functools.partial(scaled, by=2))(x)",
    "the bound method `step`": "jax.jit(Model().step)(x)",
    "a wrapper of `row`": "jax.jit(jax.vmap(row))(x)",
    "a `Model` object": "jax.jit(Model())(x)",
}
FACTORY = """
import functools, jax
def scaled(x, by): return x * by
def row(v): return v + 1
class Model:
    def step(self, v): return v * 3
    def __call__(self, v): return v * 4
def f(x):
    return CALL
"""


@pytest.mark.parametrize("kind", NEW_EACH_TIME)
def test_a_function_object_made_anew_on_each_call_is_told_by_its_kind(counts, kind):
    first, second = counts(FACTORY.replace("CALL", NEW_EACH_TIME[kind]), floats(3), floats(3))
    assert causes([first]) == [["first compilation"]]
    assert f"a new function object on each call: {kind} (line " in in_words(second.compilations[0].causes, "jit")
    assert second.compilations[0].line == 9


def test_a_function_defined_within_the_call_is_a_new_object_each_time(counts):
    source = "import jax\ndef f(x):\n    def inner(v):\n        return v - 1\n    return jax.jit(inner)(x)"
    _, second = counts(source, floats(3), floats(3))
    assert causes([second]) == [
        ["a new function object on each call: `inner`, which is defined anew each time (line 3)"]
    ]


JITS_IN_A_LOOP = """
import jax
def g(v): return v + 1
def f(x):
    for _ in range(4):
        x = jax.jit(FUNCTION)(x)
    return x
"""


def test_a_lambda_jitted_in_a_loop_compiles_in_every_round(counts):
    (answer,) = counts(JITS_IN_A_LOOP.replace("FUNCTION", "lambda v: v + 1"), floats(3))
    assert len(answer.compilations) == 4


def test_one_function_jitted_in_a_loop_compiles_once(counts):
    (answer,) = counts(JITS_IN_A_LOOP.replace("FUNCTION", "g"), floats(3))
    assert len(answer.compilations) == 1


def test_a_loop_outside_jit_is_compiled_again_because_its_functions_are_new(counts):
    source = "from jax import lax\ndef f(x):\n    return lax.while_loop(lambda c: c.sum() < 9, lambda c: c + 1, x)"
    answers = counts(source, floats(3), floats(3))
    assert kinds(answers) == [["loop"], ["loop"]]
    assert causes(answers)[1] == ["this loop runs outside jit, so its functions are new on each call"]
    assert answers[1].compilations[0].line == 3


def test_operations_outside_jit_are_eager_whether_they_pass_as_primitives_or_as_jitted_functions(counts):
    source = "import jax.numpy as jnp\ndef f(x):\n    return jnp.where(x > 0, jnp.tanh(x), jnp.linalg.norm(x)) + x[0]"
    (answer,) = counts(source, floats(3))
    assert {one.kind for one in answer.compilations} == {"eager"}
    assert len(answer.compilations) > 3


def test_a_function_named_like_one_of_jax_is_the_students(counts):
    source = "import jax, jax.numpy as jnp\n@jax.jit\ndef abs(x): return jnp.abs(x)\ndef f(x): return abs(x)"
    (answer,) = counts(source, floats(3))
    assert [(one.program, one.kind, one.line) for one in answer.compilations] == [("jit(abs)", "jit", 4)]


def test_an_operation_outside_jit_that_meets_another_shape_is_compiled_again(counts):
    found = counts("import jax.numpy as jnp\ndef f(x): return jnp.tanh(x)", floats(3), floats(4))
    assert [one for causes_ in causes(found) for one in causes_] == [
        "an operation outside jit",
        "an operation outside jit, compiled again for another type, shape or size",
    ]


@pytest.mark.parametrize("function", ["jnp.tanh", "jnp.where", "jnp.add", "jax.vmap(jnp.dot)", "jax.grad(jnp.sin)"])
def test_a_function_of_jax_that_the_student_jits_is_not_an_eager_operation(counts, function):
    arguments = {
        "jnp.where": "x > 0, x, x",
        "jnp.add": "x, x",
        "jax.vmap(jnp.dot)": "x, x",
        "jax.grad(jnp.sin)": "x[0]",
    }
    source = (
        f"import jax, jax.numpy as jnp\nh = jax.jit({function})\ndef f(x): return h({arguments.get(function, 'x')})"
    )
    (answer,) = counts(source, floats(3))
    assert [one.kind for one in answer.compilations if one.line == 3][-1] == "jit"


METHODS = {
    "an exported program": "export.export(jax.jit(jnp.sin))(jax.ShapeDtypeStruct((3,), jnp.float32)).call",
    "a part of it": "functools.partial(export.export(jax.jit(jnp.sin))(jnp.ones(3)).call)",
    "an array": "jnp.ones((2, 3)).dot",
    "a function of jax": "jnp.add.reduce",
    "a program": "as_function(jax.make_jaxpr(jnp.sin)(jnp.ones(3)))",
    "a part of a program": "functools.partial(as_function(jax.make_jaxpr(jnp.sin)(jnp.ones(3))))",
    "a derivative": "jax.linearize(jnp.sin, jnp.ones(3))[1]",
    "a transposed derivative": "jax.vjp(jnp.sin, jnp.ones(3))[1]",
}


@pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
def test_a_method_of_what_jax_gives_that_the_student_jits_is_not_an_eager_operation(counts, method):
    source = "import functools, jax, jax.numpy as jnp; from jax.extend.core import jaxpr_as_fun as as_function\n"
    source += f"from jax import export\nh = jax.jit({method})\n"
    first, second = counts(f"{source}def f(x): return h(x)", floats(3), floats(3))
    assert [one.kind for one in first.compilations if one.line == 4][-1] == "jit"
    assert second.compilations == ()


@pytest.mark.parametrize(
    "called", ["x.dot(x)", "x.sum()", "jnp.add.reduce(x)", "x.at[0].add(1)", "jnp.multiply.outer(x, x)"]
)
def test_methods_of_what_jax_gives_are_eager_where_nobody_jits_them(counts, called):
    (answer,) = counts(f"import jax.numpy as jnp\ndef f(x): return {called}", floats(3))
    assert {one.kind for one in answer.compilations} == {"eager"}


def test_a_jitted_function_differentiated_outside_jit_is_still_the_students(counts):
    source = "import jax, jax.numpy as jnp\nh = jax.jit(lambda v: jnp.sum(v * v))\ndef f(x): return jax.grad(h)(x)"
    first, second = counts(source, floats(3), floats(3))
    assert [in_words(one.causes, "jit") for one in first.compilations if one.kind == "jit"] == ["first compilation"] * 2
    assert [one for one in second.compilations if one.kind == "jit"] == []


def test_a_program_compiled_ahead_of_time_counts_as_jitted(counts):
    source = "import jax\ndef f(x): return jax.jit(lambda v: v * 7).lower(x).compile()(x)"
    (answer,) = counts(source, floats(3))
    assert [(one.kind, in_words(one.causes, one.kind)) for one in answer.compilations] == [
        ("jit", "compiled ahead of time")
    ]


def test_a_numpy_array_and_one_that_jax_may_place_have_the_same_key(counts):
    source = JITTED + "\ng = f\ndef f(x, n):\n    if n: jax.clear_caches()\n    return g(x)"
    calls = ((floats(3, origin="numpy"), number(0)), (floats(3), number(0)), (floats(3), number(1)))
    _, second, third = counts(source, *calls)
    assert causes([second, third]) == [
        [],
        ["nothing about the arguments changed: the compilation cache was cleared"],
    ]


def test_an_array_that_is_committed_to_its_device_has_a_key_of_its_own(counts):
    source = JITTED + "\ng = f\ndef f(x, n):\n    return g(jax.device_put(x, jax.devices()[0]) if n else x)"
    first, second = counts(source, (floats(3), number(0)), (floats(3), number(1)))
    assert causes([first, second]) == [["first compilation"], ["arg x: placed on its device in another way"]]


def test_a_cleared_cache_is_told(counts):
    source = JITTED + "\ng = f\ndef f(x):\n    jax.clear_caches()\n    return g(x)"
    _, second = counts(source, floats(3), floats(3))
    assert causes([second]) == [["nothing about the arguments changed: the compilation cache was cleared"]]


def test_a_changed_setting_of_jax_is_told_as_cause_and_by_name(counts):
    source = JITTED + (
        "\ng = f\nlevels = iter(['default', 'highest'])\n"
        "def f(x):\n    jax.config.update('jax_default_matmul_precision', next(levels))\n    return g(x)"
    )
    first, second = counts(source, floats(3), floats(3))
    assert causes([second]) == [["the jax setting jax_default_matmul_precision changed"]]
    assert first.config == second.config == ("jax_default_matmul_precision",)


def test_that_jit_is_switched_off_is_told_whoever_did_it(counts):
    source = JITTED + "\njax.config.update('jax_disable_jit', True)"
    (answer,) = counts(source, floats(3))
    assert "jax_disable_jit" in answer.config


IMITATIONS = {
    "a function in a file and a module of jax's": """
from jax._src.numpy import ufuncs
exec(compile("def _squared(x): return x * x", ufuncs.__file__, "exec"), vars(ufuncs))
f = jax.jit(ufuncs._squared)
""",
    "a function that says it wraps one of jax's": """
from jax._src.numpy import ufuncs
def _squared(x): return x * x
_squared.__wrapped__, _squared.__module__ = ufuncs.floor_divide.__wrapped__, ufuncs.__name__
f = jax.jit(_squared)
""",
    "a frame that is called apply_primitive": """
from jax._src import dispatch
names = {}
exec(compile("def apply_primitive(prim, x): return prim(x)", dispatch.__file__, "exec"), names)
g = jax.jit(lambda x: x * x)
def f(x): return names["apply_primitive"](g, x)
""",
    "the code of apply_primitive with other names": """
import types
from jax._src import dispatch
g = jax.jit(lambda x: x * x)
names = {**vars(dispatch), "xla_primitive_callable": lambda prim, **params: g}
apply = types.FunctionType(dispatch.apply_primitive.__code__, names)
def f(x): return apply(jax.lax.mul_p, x)
""",
}


@pytest.mark.parametrize("source", IMITATIONS.values(), ids=IMITATIONS)
def test_what_only_bears_jaxs_names_is_a_function_of_the_students(counts, source):
    (answer,) = counts("import jax\n" + source, floats(3))
    assert [one.kind for one in answer.compilations] == ["jit"]


def test_fresh_configs_that_compare_equal_are_one_static_value(counts):
    source = """
import dataclasses, functools, jax
@dataclasses.dataclass(frozen=True, eq=EQ)
class Config:
    exponent: int = 3
@functools.partial(jax.jit, static_argnums=1)
def power(x, cfg):
    return x ** cfg.exponent
def f(x):
    return power(x, Config())
"""
    _, second = counts(source.replace("EQ", "True"), floats(3), floats(3))
    assert second.compilations == ()


def test_fresh_configs_that_compare_by_identity_are_told(counts):
    source = """
import functools, jax
class Config:
    exponent = 3
@functools.partial(jax.jit, static_argnums=1)
def power(x, cfg):
    return x ** cfg.exponent
def f(x):
    return power(x, Config())
"""
    _, second = counts(source, floats(3), floats(3))
    assert causes([second]) == [
        ["static cfg: a new object on each call, a `Config`, a class with no __eq__ and __hash__"]
    ]


def test_a_static_value_that_cannot_be_shown_is_counted_all_the_same(counts):
    source = """
import functools, jax
class Config:
    def __repr__(self): raise RuntimeError("not to be shown")
@functools.partial(jax.jit, static_argnums=1)
def power(x, cfg):
    return x * 2
def f(x):
    return power(x, Config())
"""
    (first,) = counts(source, floats(3))
    assert [(one.kind, one.line) for one in first.compilations] == [("jit", 9)]
    assert isinstance(first.outcome, Returned)


def test_programs_compiled_while_loading_are_told_there_and_not_again(counts, worker):
    source = JITTED + "\nimport numpy\nassert f(numpy.ones(3, 'float32'))[0] == 1"
    first, second = counts(source, floats(3), floats(4))
    assert "jit(f)" in [one.program for one in worker.loaded.compilations]
    assert first.compilations == ()
    assert causes([second]) == [["arg x: f32[3] → f32[4]"]]


def test_placing_arguments_compiles_nothing_that_is_counted(counts):
    source = "def f(*arguments): return 1"
    (answer,) = counts(source, (floats(3), scalar(1.0, weak=True), floats(3, origin="numpy"), number(1.5)))
    assert answer.compilations == ()


def test_a_call_that_raises_tells_what_was_compiled_before(counts):
    source = "import jax\ng = jax.jit(lambda v: v + 1)\ndef f(x):\n    g(x)\n    raise ValueError('no')"
    (answer,) = counts(source, floats(3))
    assert isinstance(answer.outcome, Raised)
    assert len(answer.compilations) == 1


def test_the_grader_jits_where_the_exercise_says_so_and_not_for_an_eager_count(counts):
    source = "import jax.numpy as jnp\ndef f(x): return jnp.tanh(x)"
    (jitted,) = counts(source, floats(3), jit={})
    assert [(one.program, one.kind, one.line) for one in jitted.compilations] == [("jit(f)", "jit", 2)]


def test_an_eager_count_runs_the_plain_function(counts):
    (eager,) = counts("import jax.numpy as jnp\ndef f(x): return jnp.tanh(x)", floats(3), jit={}, how="eager")
    assert [(one.program, one.kind) for one in eager.compilations] == [("jit(tanh)", "eager")]


def test_a_file_that_clears_the_listeners_is_answered_all_the_same(counts):
    source = JITTED + "\ng = f\ndef f(x):\n    jax.monitoring.clear_event_listeners()\n    return g(x)"
    first, second = counts(source, floats(3), floats(4))
    assert isinstance(second.outcome, Returned)
    assert first.compilations == ()
