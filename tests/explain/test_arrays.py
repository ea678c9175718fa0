"""Shapes, indices, dtypes, memory, gradients, mapping and random keys."""

import pytest

VECTOR = "(jnp.arange(4.0),)"

CASES = {
    "broadcasting": ("x + jnp.ones(3)", "shapes-do-not-fit", "(4,) and (3,)"),
    "numpy broadcasting": ("np.ones(3) + np.ones(4)", "shapes-do-not-fit", "(3,) and (4,)"),
    "where": ("jnp.where(x > 0, jnp.ones(3), 0)", "shapes-do-not-fit", "(4,), (3,)"),
    "update": ("x.at[0:2].set(jnp.ones(3))", "shapes-do-not-fit", "a float32[3] where a float32[2] belongs"),
    "product": ("x @ jnp.ones((3, 2))", "product-shapes", "(4,) on the left, (3,) on the right"),
    "product of numbers": ("x[0] @ x[1]", "product-shapes", "on a single number"),
    "einsum": ("jnp.einsum('ij,jk->ik', jnp.ones((2, 3)), jnp.ones((4, 2)))", "einsum-shapes", "`j` two sizes"),
    "concatenate": ("jnp.concatenate([jnp.ones((2, 3)), jnp.ones((2, 4))])", "concatenate-shapes", "(2, 3), (2, 4)"),
    "concatenate numbers": ("jnp.concatenate([x[0], x[1]])", "concatenate-shapes", "single numbers"),
    "stack": ("jnp.stack([x, x[:2]])", "stack-shapes", "(4,), (2,)"),
    "reshape": ("x.reshape(3, 2)", "reshape-size", "(4,) into (3, 2)"),
    "indices": ("x[0, 1]", "too-many-indices", "2 indices on an array with 1 axis"),
    "float index": ("x[x[0]]", "index-type", "of type float32"),
    "list index": ("x[[0, 1]]", "index-list", "a Python list as an index"),
    "string index": ("x['a']", "index-type", "a string as an index"),
    "axis": ("x.sum(axis=1)", "axis-out-of-range", "axis 1 of an array with 1 axis"),
    "length": ("len(x[0])", "scalar-has-no-length", "no length"),
    "lax dtypes": ("lax.mul(x, x.astype(int))", "lax-dtypes", "float32 and int32"),
    "operation": ("(x > 0) & x", "operation-dtype", "does not work on float32"),
    "list for an array": ("jnp.sum([1, 2])", "not-an-array", "a value of type list"),
    "integer power": ("jnp.int32(2) ** -1", "integer-power", "no integer result"),
    "gradient of int": ("jax.grad(lambda y: y * 2.0)(3)", "gradient-of-integer", "of type int32"),
    "gradient of array": ("jax.grad(lambda y: y * 2.0)(x)", "gradient-of-non-scalar", "an array of shape (4,)"),
    "gradient of None": ("jax.grad(lambda y: None)(x)", "gradient-of-non-scalar", "returns None"),
    "gradient of tuple": ("jax.grad(lambda y: (y, y))(x[0])", "gradient-of-non-scalar", "returns a tuple"),
    "gradient to int": ("jax.grad(lambda y: y.astype(int))(x[0])", "gradient-of-non-real", "returns int32"),
    "gradient of complex": ("jax.grad(lambda y: y * 1j)(x[0])", "gradient-of-non-real", "returns complex64"),
    "argnums": ("jax.grad(lambda y: y, argnums=1)(x[0])", "gradient-argnums", "at least 2 positional arguments"),
    "point for argnums": ("jax.grad(jnp.sum, x)(x)", "gradient-point", "second argument, which is `argnums`"),
    "at of NumPy": ("np.zeros(4).at[0].set(x[0])", "at-of-numpy", "only arrays of jax have it"),
    "key after the shape": ("jax.random.normal((3,), x)", "not-a-key", "not a random key"),
    "two names for three": ("[a for a, b in [(1, 2, 3)]]", "unpacked-parts", "apart into 2 names"),
    "vmap sizes": ("jax.vmap(lambda a, b: a + b)(x, x[:2])", "vmap-sizes", "`a` has 4 and `b` has 2"),
    "vmap axes": ("jax.vmap(lambda a, b: a, in_axes=(0,))(x, x)", "vmap-axes-length", "`in_axes` has 1 entry"),
    "vmap rank": ("jax.vmap(lambda a: a, in_axes=1)(x)", "vmap-rank", "axis 1 of an array of shape (4,)"),
    "vmap nothing": ("jax.vmap(lambda a: a, in_axes=None)(x)", "vmap-nothing", "maps over nothing"),
    "not a key": ("jax.random.normal(0)", "not-a-key", "not a random key"),
    "trees": ("jax.tree.map(lambda a, b: a, {'a': 1}, {'b': 2})", "trees-differ", "not built alike"),
}


@pytest.mark.parametrize(("expression", "cause", "words"), CASES.values(), ids=CASES)
def test_mistake_with_arrays_is_named(told, expression, cause, words):
    explanation = told(f"def f(x):\n    return {expression}\n", VECTOR)
    assert explanation.cause == cause
    assert words in explanation.message
    assert explanation.line == 3


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("x[0] = 1.0", "`x = x.at[0].set(1.0)`"),
        ("x[1] += 2", "`x = x.at[1].add(2)`"),
        ("x[x < 0] = -x", "`x = jnp.where(x < 0, …, x)`"),
        ("(x)[0] = 1.0", "`x = x.at[i].set(value)`"),
    ],
)
def test_update_in_place_is_rewritten_in_the_student_s_own_names(told, line, hint):
    explanation = told(f"def f(x):\n    {line}\n    return x\n", VECTOR)
    assert explanation.cause == "in-place-update"
    assert hint in explanation.hint


def test_writing_into_a_numpy_array_is_told_as_that(told):
    for line in ("h[:] = x", "h[i] += 1"):
        explanation = told(f"def f(x):\n    h, i = np.zeros(4), x.astype(int)\n    {line}\n    return h\n", VECTOR)
        assert explanation.cause == "numpy-assignment"
        assert "writes into a NumPy array" in explanation.message


def test_storing_what_numpy_refuses_elsewhere_is_not_writing_into_its_array(told):
    for value, cause in (("np.sin(x)", "numpy-call"), ("table[i]", "numpy-index")):
        source = f"def f(x):\n    kept, table, i = {{}}, np.zeros(4), x.astype(int)\n    kept['y'] = {value}\n"
        assert told(source, VECTOR).cause == cause


def test_if_on_an_array_is_ambiguous(told):
    explanation = told("def f(x):\n    if x > 0:\n        return x\n    return -x\n", VECTOR, jit=False)
    assert explanation.cause == "truth-of-array"
    assert "`if x > 0` on line 3" in explanation.message


def test_hidden_and_between_arrays_is_named(told):
    explanation = told("def f(x):\n    return jnp.where(-1 < x <= 1, x, 0)\n", VECTOR)
    assert explanation.cause == "truth-of-array"
    assert "A chained comparison hides an `and`" in explanation.message
    assert "`(a < x) & (x < b)`" in explanation.hint


@pytest.mark.parametrize("maker", ["jnp.ones((1 << 22, 1 << 22)) + x", "np.ones((1 << 22, 1 << 22))"])
def test_allocation_that_fails_is_told_with_its_size(told, maker):
    explanation = told(f"def f(x):\n    return {maker}\n", jit=False)
    assert explanation.cause == "out-of-memory"
    assert "at once" in explanation.message


def test_reused_random_key_is_named(told):
    source = "def f(x):\n    k = jax.random.key(0)\n    with jax.debug_key_reuse(True):\n"
    source += "        return jax.random.normal(k) + jax.random.uniform(k)\n"
    assert told(source, jit=False).cause == "key-reuse"


def test_arrays_side_by_side_for_an_associative_scan_are_told_to_be_one_argument(told):
    source = "def f(x):\n    return lax.associative_scan(lambda a, b: a, x, x)\n"
    explanation = told(source, "(jnp.ones(3),)")
    assert (explanation.cause, explanation.line) == ("scan-elements", 3)
