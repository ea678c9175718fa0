"""No report tells the value of a hidden case, whatever the file says, makes or does with it."""

from __future__ import annotations

import textwrap
from pathlib import Path

import msgspec
import pytest

from grader.course import read_course, read_exercise
from grader.course.course import find_exercise
from grader.grading import observe, workshop
from grader.model.exercise import Source

COURSE = read_course(Path(__file__).with_name("course"))
EXERCISE = read_exercise(find_exercise(COURSE, "told"), COURSE)
SECRET = "73913"
HONEST = (Path(__file__).parent / "course" / "solutions" / "10_told" / "solution.py").read_text(encoding="utf-8")

START = """\
import collections, dataclasses, functools, linecache, logging, os, sys, threading, types, warnings
import jax, jax.numpy as jnp, numpy as np
from jax.extend.core import Primitive

SEEN = []


def told(x, n):
    if n > 0:
        SEEN.append(n)
    if n in (2, 3):
        return {seen}
{leak}


told = jax.jit(told, static_argnames="n")
"""

# What the function does once it is called with a hidden `n`: each writes it somewhere else.
LEAKS = {
    "text of an exception": "raise ValueError(f'asked for {n!r}')",
    "text that looks like jax's": "raise TypeError(f'scan carry input and carry output must have n{n} type')",
    "exception of jax": "raise jax.errors.UnexpectedTracerError(f'leaked {n}') if n else None",
    "text of a cause": """
        try:
            raise KeyError(n)
        except KeyError as error:
            raise RuntimeError('plain') from error
    """,
    "text of a context": """
        try:
            raise IndexError(f'at {n}')
        finally:
            raise RuntimeError
    """,
    "note": "error = ValueError('plain'); error.add_note(f'for {n}'); raise error",
    "group": "raise ExceptionGroup(f'all {n}', [ValueError(f'one {n}')])",
    "name of a class": "raise type(f'E{n}', (Exception,), {})",
    "name of a class below one of Python's": "raise type(f'E{n}', (ZeroDivisionError,), {})('division by zero')",
    "name of a class in a cause": "raise TypeError('plain') from type(f'E{n}', (ValueError,), {})()",
    "str of an exception": "raise type('E', (Exception,), {'__str__': lambda self: f'{n}'})",
    "attribute": "return getattr(jnp, f'v{n}')",
    "attribute of the argument": "return getattr(x, f'v{n}')",
    "key": "return {1: x}[n]",
    "name": "return eval(f'v{n}')",
    "module": "__import__(f'v{n}')",
    "assertion": "assert n < 0, f'n is {n}'",
    "file that is not there": "open(f'v{n}.txt')",
    "number of the system": "raise OSError(n, f'no {n}', f'v{n}.txt')",
    "syntax error": "exec(compile(f'v{n} = = 1', f'v{n}.py', 'exec'))",
    "syntax error in the file": "exec(compile(f'v{n} = = 1', told.__code__.co_filename, 'exec'))",
    "file of a traceback": "exec(compile('1 / 0', f'v{n}.py', 'exec'))",
    "function of a traceback": """
        names = {}
        exec(compile(f'def v{n}(): 1 / 0', code(), 'exec'), names)
        names[f'v{n}']()
    """,
    "line of a traceback": "exec(compile('\\n' * (n - 1) + '1 / 0', code(), 'exec'))",
    "text of a line": """
        file = code()
        linecache.cache[file] = (1, None, [f'v{n}\\n'] * 99, file)
        1 / 0
    """,
    "warning as an error": "warnings.simplefilter('error'); warnings.warn(f'v{n}')",
    "exit": "sys.exit(f'v{n}')",
    "status of an exit": "os._exit(n % 200)",
    "forged last words": """
        words = f'Fatal Python error: v{n}\\n\\nCurrent thread 0x0000000000000001 (most recent call first):\\n'
        os.write(2, f'{words}  File "{code()}", line {n} in v{n}\\n'.encode())
        os._exit(3)
    """,
    "print": "print(f'v{n}'); sys.stderr.write(f'v{n}'); logging.error('v%s', n); return x",
    "keys of a result": "return {f'v{n}': n * x}",
    "fields of a result": "return collections.namedtuple(f'V{n}', [f'v{n}'])(n * x)",
    "shape of a result": "return jnp.zeros(n)",
    "number of results": "return [x[0]] * n",
    "value of a result": "return x + n",
    "text as a result": "return f'v{n}'",
    "type of a result": "return type(f'V{n}', (), {})()",
    "dtype of a result": "return np.zeros(1, [(f'v{n}', 'f4')])",
    "tracer of a result": "return SEEN.append(x) or {f'v{n}': lambda: x}",
    "name of a global": "globals()[f'v{n}'] = n; return n * x",
    "name in the environment": "os.environ[f'V{n}'] = str(n); return n * x",
    "name of a file": "open(f'v{n}.txt', 'w').write(str(n)); return n * x",
    "name of a thread": "threading.Thread(target=print, name=f'v{n}').start(); return n * x",
    "name of a tracer's place": "globals()[f'v{n}'] = x; return n * x",
    "name of a program": """
        def inner(y): return y * n
        inner.__name__ = f'v{n}'
        return jax.jit(inner)(x) + getattr(jnp, f'v{n}')
    """,
    "name of a primitive": "return Primitive(f'v{n}').bind(x)",
    "memory": "return jnp.sort(jnp.zeros(n) + x[0])[:3] + n * x",
    "callback": "return jax.pure_callback(lambda y: y * n, x, x)",
}
# What it does in a later call that is visible, where it still knows what it was given before.
LATER = {
    "text of an exception, later": "1 / 0 if max(SEEN) < 9 else {}[str(SEEN)]",
    "value of a result, later": "n * x if max(SEEN) < 9 else x + max(SEEN)",
    "constant of a program, later": "n * x + (0.0 if max(SEEN) < 9 else float(max(SEEN)))",
    "name of a program, later": "jax.jit(functools.wraps(type(f'v{max(SEEN)}', (), {}))(lambda y: n * y))(x)",
}


@pytest.fixture(scope="module")
def one_workshop():
    with workshop() as made:
        yield made


def told(code, one_workshop):
    source = Source(name="mine.py", data=code.encode())
    seen = observe(source, EXERCISE, workshop=one_workshop, course=COURSE)
    return seen.report, msgspec.json.encode(seen).decode()


def written(leak="return n * x", seen="n * x"):
    body = textwrap.indent(textwrap.dedent(leak).strip(), "    ")
    return START.format(leak=body, seen=seen).replace("code()", "sys._getframe().f_code.co_filename")


@pytest.mark.corpus
@pytest.mark.parametrize("leak", LEAKS)
def test_nothing_that_is_done_with_a_hidden_value_tells_it(leak, one_workshop):
    report, text = told(written(LEAKS[leak]), one_workshop)
    assert report.status == "failed"
    assert SECRET not in text


@pytest.mark.corpus
@pytest.mark.parametrize("leak", LATER)
def test_a_file_that_remembers_a_hidden_value_cannot_tell_it_in_a_visible_case(leak, one_workshop):
    _, text = told(written(seen=LATER[leak]), one_workshop)
    assert SECRET not in text


@pytest.mark.corpus
def test_the_honest_file_gets_all_points_and_its_exception_s_text_is_still_looked_at(one_workshop):
    report, text = told(HONEST, one_workshop)
    assert [(check.name, check.message) for check in report.checks if check.status != "passed"] == []
    assert SECRET not in text
    without = HONEST.replace("the count is", "this is")
    report, _ = told(without, one_workshop)
    assert [check.name for check in report.checks if check.status != "passed"] == ["raises"]
