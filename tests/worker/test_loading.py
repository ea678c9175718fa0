"""Which files load, and what is said of those that do not."""

import pytest

from grader.model.answers import Loaded, Raised

HONEST = {
    "a byte order mark": "\ufeffdef f(x): return x\n".encode(),
    "windows line ends": b"def f(x):\r\n    return x\r\n",
    "tabs": b"def f(x):\n\treturn x\n",
    "a coding line": "# -*- coding: latin-1 -*-\nname = 'é'\ndef f(x): return x\n".encode("latin-1"),
    "unicode names": "größe = 2\ndef f(x): return größe * x\n".encode(),
    "another name for jax": b"import jax as j\nf = j.jit(lambda x: x)\n",
    "a star import": b"from jax.numpy import *\ndef f(x): return sin(x)\n",
    "a missing library in its main guard": b"def f(x): return x\nif __name__ == '__main__':\n    import nowhere\n",
    "a dataclass": b"import dataclasses\n@dataclasses.dataclass\nclass A:\n    n: int = 1\ndef f(x): return x\n",
    "postponed annotations": b"from __future__ import annotations\ndef f(x: Nowhere): return x\n",
    "no line end": b"def f(x): return x",
}

BROKEN = {
    "a syntax error": (b"x = 1\ndef f(x)\n    return x\n", "SyntaxError", 2, "expected ':'"),
    "text that is not UTF-8": (b"x = 1\ny = 2\nname = '\xe9'\n", "SyntaxError", 3, "not valid utf-8"),
    "an unknown coding": (b"# coding: klingon\n", "SyntaxError", 1, "klingon"),
    "UTF-16": ("def f(x): return x".encode("utf-16"), "SyntaxError", 1, "not valid utf-8"),
    "null bytes": (b"x = 1\ny = '\0'\n", "SyntaxError", 2, "null bytes"),
    "an exception": (b"x = 1\n\nx = 1 / 0\n", "ZeroDivisionError", 3, "division by zero"),
    "leaving the process": (b"import sys\nsys.exit('bye')\n", "SystemExit", 2, "bye"),
    "an interrupt": (b"raise KeyboardInterrupt\n", "KeyboardInterrupt", 1, ""),
}


@pytest.mark.parametrize("source", HONEST.values(), ids=HONEST.keys())
def test_an_honest_file_loads_with(worker, source):
    assert isinstance(worker.load(source, shape=(1, ())), Loaded)


@pytest.mark.parametrize(("source", "kind", "line", "words"), BROKEN.values(), ids=BROKEN.keys())
def test_a_file_is_told_its_line_and_fault_for(worker, source, kind, line, words):
    failure = worker.load(source).failure
    assert (failure.stage, failure.type, failure.frames[-1].line) == ("import", kind, line)
    assert words in failure.message


def test_an_empty_file_defines_no_public_name(worker):
    failure = worker.load(b"").failure
    assert (failure.stage, failure.message) == ("lookup", "student.py defines no `f`. It defines no public name.")


def test_a_missing_function_is_told_with_the_names_the_file_itself_defines(worker):
    source = "import math\nfrom os import path\nfrom jax.numpy import *\n_a = 1\ndef g(x): ...\nh = print\n"
    assert worker.load(source).failure.message == "student.py defines no `f`. It defines g, h."


def test_leaving_by_os_exit_gives_no_answer(worker):
    assert worker.load("import os\nos._exit(0)\n") is None


@pytest.mark.parametrize(
    ("definition", "words"),
    [
        ("def f(x, n): ...", "`f(x, n)` cannot be called as the exercise calls it, `f(…)`"),
        ("def f(): ...", "too many positional arguments"),
        ("f = 3", "`f` is a int, but the exercise calls it: `f(…)`"),
    ],
)
def test_a_signature_that_does_not_fit_is_shown_beside_the_call(worker, definition, words):
    failure = worker.load(definition, shape=(1, ())).failure
    assert failure.stage == "signature"
    assert words in failure.message


def test_a_keyword_the_exercise_passes_must_be_a_parameter(worker):
    assert "`f(…, n=…)`" in worker.load("def f(x): ...", shape=(1, ("n",))).failure.message


def test_names_of_positional_parameters_are_not_judged(worker):
    assert isinstance(worker.load("def f(other, *rest): ...", shape=(2, ())), Loaded)


def test_a_function_without_a_signature_is_left_for_the_call_to_judge(worker):
    assert isinstance(worker.load("f = max", shape=(1, ())), Loaded)


def test_jit_options_that_do_not_fit_the_function_are_a_fault_of_its_signature(worker):
    answer = worker.load("def f(x): ...", jit={"static_argnames": ("n",)}, shape=(1, ()))
    assert isinstance(answer, Raised)
    assert answer.failure.stage == "signature"


@pytest.mark.parametrize(
    ("source", "jitted"),
    [
        ("import jax\n@jax.jit\ndef f(x): return x\n", True),
        ("import jax, functools\nf = functools.partial(jax.jit(lambda x, n: x), n=2)\n", True),
        ("import jax\ng = jax.jit(lambda x: x)\ndef f(x): return g(x)\n", False),
        ("class F:\n    trace = lower = __call__ = lambda self, x: x\nf = F()\n", False),
    ],
)
def test_jitted_is_what_jax_jit_made_and_no_look_alike(worker, source, jitted):
    assert worker.load(source).jitted is jitted


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("import jax\ndef g(x): return x\nf = jax.jit(\n    g,\n    static_argnums=0)\n", 5),
        ("from functools import partial\nimport jax\n@partial(jax.jit, static_argnames='x')\ndef f(x): return x\n", 3),
        ("import jax\ng = jax.jit(len, static_argnums=0)\n@jax.jit\ndef f(x): return g(x)\n", None),
    ],
    ids=["call", "decorator", "none"],
)
def test_a_loaded_file_is_described_with_the_line_that_makes_arguments_static(worker, source, line):
    assert worker.load(source).static == line


def test_a_loaded_file_is_described_with_the_line_that_last_defines_the_function(worker):
    loaded = worker.load("import jax\ndef f(x): ...\n\nf = jax.jit(f)\n_private = 1\nother = 2\n")
    assert (loaded.names, loaded.signature, loaded.line) == (("f", "other"), "(x)", 4)
    assert (loaded.platform, loaded.device, loaded.x64) == ("cpu", "cpu", False)


def test_a_file_may_turn_64_bit_types_on(worker):
    assert worker.load("import jax\njax.config.update('jax_enable_x64', True)\ndef f(x): ...").x64 is True


def test_what_a_file_compiles_while_loading_is_told(worker):
    loaded = worker.load("import jax\n@jax.jit\ndef f(x): return x + 1\nf(1.0)\n")
    assert [(it.program, it.line) for it in loaded.compilations] == [("jit(f)", 4)]


def test_a_file_sees_its_own_name_and_is_not_the_main_program(worker):
    worker.load("def f(): return [__name__, __file__, __import__('submission').f is f]", name="exercise3.py")
    names = [item.text for item in worker.call().value.items]
    assert names == ["submission", "exercise3.py", "True"]


def test_a_traceback_printed_by_the_file_shows_its_lines(worker):
    worker.load(
        "import traceback\ndef f():\n    try: 1 / 0\n    except ArithmeticError: return traceback.format_exc()\n"
    )
    assert "try: 1 / 0" in worker.call().value.text


REPLACING = {
    "the worker": "import grader.worker.serve\ngrader.worker.serve.examine = len\n",
    "the exercise's own helpers": "import fixtures\nfixtures.made = len\n",
}


@pytest.mark.parametrize("change", REPLACING.values(), ids=REPLACING)
def test_a_file_that_replaces_what_grades_it_is_not_loaded(worker, change):
    answer = worker.load(change + "def f(): return 1\n", fixtures=b"def made(): return 1\n")
    assert (answer.failure.stage, answer.failure.type) == ("import", "RuntimeError")
    assert "by which it is graded" in answer.failure.message


def test_what_a_function_returns_may_be_what_is_called(worker, scalar):
    source = "def make():\n    return lambda x, n: x + n\n"
    loaded = worker.load(source, function="make", made=True, shape=(2, ()))
    assert (loaded.signature, loaded.line) == ("(x, n)", 1)
    assert worker.call(scalar(1), scalar(2)).value.text == "3"


NOT_MADE = {
    "nothing": ("def make(): ...", "`make()` is a NoneType, but the exercise calls it: `make()(…, …)`"),
    "other parameters": ("def make(): return lambda x: x", "`make()(x)` cannot be called as the exercise calls it"),
    "an exception": ("def make(): return 1 / 0", "division by zero"),
}


@pytest.mark.parametrize(("source", "words"), NOT_MADE.values(), ids=NOT_MADE)
def test_a_function_that_does_not_return_what_is_called_is_told(worker, source, words):
    failure = worker.load(source, function="make", made=True, shape=(2, ())).failure
    assert failure.stage == "signature"
    assert words in failure.message
