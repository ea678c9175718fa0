"""Which values cross into a worker and back, and what is said of those that do not."""

import struct

import pytest

from grader.model.questions import Read
from grader.model.values import Array, Key, Mapping, Record, Scalar, Sequence

ECHO = "def f(x): return x\n"


def returned(worker, source, *arguments):
    """The value of `f` called on the arguments."""
    worker.load(source)
    return worker.call(*arguments).value


SCALARS = [True, False, 0, -3, 10**30, 1.5, -0.0, float("inf"), float("nan"), 1e-300, 2 - 3j, "text ü", "", None]


@pytest.mark.parametrize("value", SCALARS, ids=repr)
def test_a_python_number_arrives_and_returns_as_it_is(worker, scalar, value):
    assert returned(worker, ECHO, scalar(value)) == scalar(value)


@pytest.mark.parametrize("value", [True, 3, 2.5, 1j, "a", None], ids=repr)
def test_a_python_number_arrives_with_its_exact_type(worker, scalar, value):
    name = returned(worker, "def f(x): return type(x).__name__\n", scalar(value))
    assert name == scalar(type(value).__name__)


@pytest.mark.parametrize("origin", ["jax", "numpy"])
@pytest.mark.parametrize(
    "dtype", ["bool", "int8", "int16", "int32", "uint8", "uint16", "uint32", "float16", "float32", "complex64"]
)
def test_an_array_keeps_dtype_shape_and_origin(worker, array, dtype, origin):
    value = array([[0, 1, 1], [1, 0, 1]], dtype, origin=origin)
    assert returned(worker, ECHO, value) == value


@pytest.mark.parametrize("origin", ["jax", "numpy"])
def test_bfloat16_crosses(worker, origin):
    value = Array(dtype="bfloat16", shape=(2,), data=b"\x80\x3f\x00\x40", origin=origin)
    assert returned(worker, ECHO, value) == value


@pytest.mark.parametrize("dtype", ["int64", "uint64", "float64", "complex128"])
def test_64_bit_arrays_of_jax_become_32_bit_ones_where_64_bit_is_off(fresh, array, dtype):
    value = array([1, 2], dtype)
    narrow = {"int64": "int32", "uint64": "uint32", "float64": "float32", "complex128": "complex64"}
    assert returned(fresh(), ECHO, value) == array([1, 2], narrow[dtype])
    on = "import jax\njax.config.update('jax_enable_x64', True)\n"
    assert returned(fresh(), on + ECHO, value) == value


def test_numpy_arrays_keep_64_bit_and_can_be_written_to(worker, array):
    value = array([1, 2], "int64", origin="numpy")
    assert returned(worker, "def f(x):\n    x[0] = 7\n    return x\n", value) == array([7, 2], "int64", origin="numpy")


@pytest.mark.parametrize("shape", [(), (0,), (2, 0, 3)])
def test_arrays_without_axes_or_elements_cross(worker, shape):
    value = Array(dtype="float32", shape=shape, data=b"" if 0 in shape else b"\x00\x00\x80\x3f")
    assert returned(worker, ECHO, value) == value


def test_a_numpy_scalar_stays_one(worker, array):
    value = array(2.5, "float64", origin="numpy scalar")
    assert returned(worker, ECHO, value) == value


@pytest.mark.parametrize("shape", [(), (2,)])
def test_a_weak_type_is_kept(worker, array, shape):
    value = array([1.0] * 2 if shape else 1.0, weak=True)
    assert returned(worker, ECHO, value) == value


@pytest.mark.parametrize("shape", [(), (3,)])
def test_a_typed_key_crosses(worker, shape):
    value = Key(impl="threefry2x32", shape=shape, data=struct.pack("<2I", 1, 2) * (3 if shape else 1))
    assert returned(worker, ECHO, value) == value


def test_containers_cross_with_their_types_and_order(worker, scalar, array):
    value = Mapping(
        keys=("b", 1, "a"),
        items=(
            Sequence(type="tuple", items=(scalar(1), array([2.0]))),
            Sequence(type="list", items=()),
            Mapping(keys=(), items=()),
        ),
    )
    assert returned(worker, ECHO, value) == value


def test_placing_arguments_compiles_nothing(worker, array, scalar):
    source = """
import jax
heard = []
jax.monitoring.register_event_duration_secs_listener(
    lambda event, _, **told: heard.append(told["fun_name"]) if "backend_compile" in event else None)
def f(*x): return x
"""
    key = Key(impl="threefry2x32", shape=(), data=bytes(8))
    bfloat = Array(dtype="bfloat16", shape=(1,), data=b"\x80\x3f")
    worker.load(source)
    worker.call(array([1.0]), array([1.0], weak=True), array(1, "float64"), bfloat, key, scalar(1.0))
    assert worker.ask(Read(name="heard")).value.items == ()


def test_donated_memory_can_be_used_again_wherever_it_came_to_lie(worker, array):
    source = """
import jax
update = jax.jit(lambda x: x + 1, donate_argnums=0)
def f(x):
    before = x.unsafe_buffer_pointer()
    return update(x).unsafe_buffer_pointer() == before
"""
    worker.load(source)
    answers = [worker.call(array([float(k)] * (64 + k))).value.text for k in range(12)]
    assert answers == ["True"] * 12


def test_a_namedtuple_is_sent_by_its_fields(worker, scalar):
    source = "import collections\nP = collections.namedtuple('P', 'x y')\ndef f(): return P(1, P(2, 3))\n"
    inner = Record(name="P", fields=("x", "y"), items=(scalar(2), scalar(3)))
    assert returned(worker, source) == Record(name="P", fields=("x", "y"), items=(scalar(1), inner))


DATACLASS = "import jax, dataclasses\n{0}@dataclasses.dataclass\nclass A:\n    n: int = 1\ndef f(): return [A()]\n"


def test_a_dataclass_that_jax_knows_is_sent_by_its_fields(worker, scalar):
    value = returned(worker, DATACLASS.format("@jax.tree_util.register_dataclass\n"))
    assert value.items == (Record(name="A", fields=("n",), items=(scalar(1),)),)


UNSENDABLE = {
    "a dataclass jax does not know": (DATACLASS.format(""), "result[0] is a A, a dataclass that is not registered"),
    "a function": ("def f(): return {'a': [f]}\n", "result['a'][0] is a function"),
    "a set": ("def f(): return {1}\n", "result is a set"),
    "an object": ("class A: ...\ndef f(): return A()\n", "result is an object of type A"),
    "a class": ("def f(): return int\n", "result is an object of type type"),
    "a subclass of float": ("class F(float): ...\ndef f(): return F(1)\n", "result is an object of type F"),
    "a subclass of ndarray": (
        "import numpy as np\nclass A(np.ndarray): ...\ndef f(): return np.ones(2).view(A)\n",
        "result is a A, a subclass of NumPy array",
    ),
    "a subclass of dict": (
        "import collections\ndef f(): return collections.OrderedDict()\n",
        "result is a OrderedDict, a subclass of dict",
    ),
    "a tuple with false fields": (
        "class T(tuple):\n    _fields = ('a', 'b')\ndef f(): return T([1])\n",
        "result is a T, a subclass of tuple",
    ),
    "a lazy array": (
        "class L:\n    def __array__(self, dtype=None): return [1]\ndef f(): return (1, L())\n",
        "result[1] is an object of type L",
    ),
    "a class that equals float": (
        "class M(type):\n    __hash__ = lambda a: hash(float)\n    __eq__ = lambda *_: True\nf = M('F', (), {})\n",
        "result is an object of type F",
    ),
    "a class with NumPy's name": (
        "import numpy as np\nclass float32(np.float32):\n    __module__ = 'numpy'\ndef f(): return float32(1)\n",
        "result is an object of type float32",
    ),
    "an object array": ("import numpy as np\ndef f(): return np.array([f])\n", "result is an array of dtype object"),
    "a text array": ("import numpy as np\ndef f(): return np.array(['a'])\n", "result is an array of dtype <U1"),
    "a wide float": ("import numpy as np\ndef f(): return np.longdouble(1)\n", "result is an array of dtype float128"),
    "a dict with other keys": ("def f(): return {(1, 2): 3}\n", "result is a dict with a key of type tuple"),
    "a dict with a bool for a key": ("def f(): return {True: 3}\n", "result is a dict with a key of type bool"),
    "a number of many digits": ("def f(): return 1 << 99999\n", "result is a whole number of thousands of digits"),
    "text that cannot be encoded": ("def f(): return '\\ud800'\n", "result is a text that is too long or not valid"),
    "a list in itself": ("def f():\n    a = []\n    a.append(a)\n    return a\n", "the result nests deeper than 32"),
    "a long list": ("def f(): return [0] * 10**6\n", "has more than 50000 parts"),
    "a large array": (
        "import numpy as np\ndef f(): return np.zeros(10**8)\n",
        "result is too large: a result may hold",
    ),
}


@pytest.mark.parametrize(("source", "words"), UNSENDABLE.values(), ids=UNSENDABLE.keys())
def test_it_is_told_what_cannot_be_sent_and_where_it_is(worker, source, words):
    worker.load(source)
    failure = worker.call().failure
    assert (failure.stage, failure.type) == ("result", "ResultTypeError")
    assert words in failure.message


def test_a_leaked_tracer_is_told_as_one(worker, scalar):
    worker.load("import jax\nkept = []\ndef f(x):\n    jax.jit(kept.append)(x)\n    return kept\n")
    failure = worker.call(scalar(1)).failure
    assert "result[0] is a tracer" in failure.message


def test_an_array_is_read_past_methods_that_the_file_replaced(worker, array):
    source = """
import jax, numpy as np
def f(x):
    kind = type(x)
    kind.__array__ = lambda self, *a, **k: np.zeros(2, np.float32)
    kind._value = property(lambda self: np.zeros(2, np.float32))
    kind.block_until_ready = lambda self: self
    np.asarray = lambda *a, **k: np.zeros(2, np.float32)
    return x
"""
    assert returned(worker, source, array([1.0, 2.0])) == array([1.0, 2.0])


def test_reading_a_deleted_array_is_an_error_of_the_call(worker, array):
    worker.load("def f(x):\n    x.delete()\n    return x\n")
    failure = worker.call(array([1.0])).failure
    assert failure.stage == "call"
    assert "deleted" in failure.message


def test_an_array_in_another_order_is_sent_in_c_order(worker, array):
    source = "import numpy as np\ndef f(): return np.arange(6, dtype='>f4').reshape(2, 3).T\n"
    assert returned(worker, source) == array([[0, 3], [1, 4], [2, 5]], origin="numpy")


def test_texts_of_scalars_are_exact(worker):
    assert returned(worker, "def f(): return 0.1 + 0.2\n") == Scalar(type="float", text="0.30000000000000004")
