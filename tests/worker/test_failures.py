"""How exceptions are told: by their classes, words, lines and causes, whatever the file made of them."""

import errno

import pytest


def failure(worker, source, *arguments, **options):
    worker.load(source, **options)
    return worker.call(*arguments).failure


def test_an_exception_is_told_with_the_students_lines_innermost_last(worker):
    told = failure(worker, "def g():\n    return 1 / 0\n\ndef f():\n    return g()\n")
    assert [(frame.line, frame.function, frame.text) for frame in told.frames] == [
        (5, "f", "return g()"),
        (2, "g", "return 1 / 0"),
    ]


def test_frames_between_which_jax_stands_are_all_there(worker, scalar):
    source = "from jax import lax\ndef f(x):\n    return lax.cond(x > 0, lambda x: 1 if x else 2, lambda x: 3, x)\n"
    told = failure(worker, source, scalar(1.0), jit={})
    assert [(frame.line, frame.function) for frame in told.frames] == [(3, "f"), (3, "<lambda>")]
    assert told.type == "TracerBoolConversionError"


def test_a_file_that_turns_traceback_filtering_on_is_told_the_same(worker, scalar):
    source = "import jax\njax.config.update('jax_traceback_filtering', 'remove_frames')\ndef f(x):\n    if x: ...\n"
    told = failure(worker, source, scalar(1.0), jit={})
    assert (told.type, [frame.line for frame in told.frames], told.cause) == ("TracerBoolConversionError", [4], None)


def test_code_run_by_exec_is_known_by_the_line_that_ran_it(worker):
    told = failure(worker, "def f():\n    exec('\\n\\n1 / 0')\n")
    assert [frame.line for frame in told.frames] == [2]


def test_names_along_the_mro_are_told(worker):
    told = failure(worker, "class Mine(KeyError): ...\ndef f(): raise Mine('k')\n")
    assert told.mro == ("Mine", "KeyError", "LookupError", "Exception", "BaseException", "object")
    assert told.message == "'k'"


def test_a_cause_is_told_before_a_context(worker):
    source = """
def f():
    try:
        1 / 0
    except ArithmeticError as error:
        try:
            [][1]
        except IndexError:
            raise ValueError("last") from error
"""
    told = failure(worker, source)
    assert (told.type, told.cause.type, told.cause.frames[0].line) == ("ValueError", "ZeroDivisionError", 4)


def test_a_suppressed_context_is_not_a_cause(worker):
    told = failure(worker, "def f():\n    try: 1 / 0\n    except ArithmeticError: raise ValueError from None\n")
    assert told.cause is None


def test_only_five_causes_are_told(worker):
    source = "def f(n=9):\n    try: f(n - 1) if n else 1 / 0\n    except Exception: raise ValueError(n)\n"
    told, depth = failure(worker, source), 0
    while told.cause:
        told, depth = told.cause, depth + 1
    assert depth == 5


def test_causes_in_a_circle_end(worker):
    source = "def f():\n    a, b = ValueError(1), ValueError(2)\n    a.__cause__, b.__cause__ = b, a\n    raise a\n"
    assert failure(worker, source).message == "1"


def test_endless_recursion_is_told_with_its_first_and_last_frames(worker):
    told = failure(worker, "def f(): return f()\n")
    assert (told.type, len(told.frames)) == ("RecursionError", 50)


def test_a_long_text_is_cut_in_its_middle(worker):
    told = failure(worker, "def f(): raise ValueError('a' * 10**6 + 'z')\n")
    assert len(told.message) < 21_000
    assert told.message.startswith("aaa")
    assert told.message.endswith("aaz")


@pytest.mark.parametrize("body", ["raise KeyError", "import sys; sys.exit()", "return 3"])
def test_an_exception_that_cannot_be_written_is_told_without_words(worker, body):
    told = failure(worker, f"class E(Exception):\n    def __str__(self): {body}\ndef f(): raise E\n")
    assert (told.type, told.message) == ("E", "")


def test_text_that_cannot_be_encoded_is_told_escaped(worker):
    assert failure(worker, "def f(): raise ValueError('\\ud800')\n").message == "\\ud800"


def test_a_group_of_exceptions_is_told_as_one(worker):
    told = failure(worker, "def f(): raise ExceptionGroup('both', [ValueError(1), KeyError(2)])\n")
    assert (told.type, told.message) == ("ExceptionGroup", "both (2 sub-exceptions)")


@pytest.mark.parametrize("error", ["SystemExit(3)", "KeyboardInterrupt()", "GeneratorExit()"])
def test_exceptions_that_end_programs_do_not_end_the_worker(worker, scalar, error):
    told = failure(worker, f"def f(x=0):\n    if x: return x\n    raise {error}\n")
    assert told.type == error.split("(")[0]
    assert worker.call(scalar(1)).value == scalar(1)


def test_a_syntax_error_in_text_the_file_made_is_told_by_the_files_line(worker):
    told = failure(worker, "def f():\n    compile('1 +', 'made', 'exec')\n")
    assert (told.type, [frame.line for frame in told.frames]) == ("SyntaxError", [2])


def test_what_the_system_refused_is_told_by_its_number_and_the_modules_on_the_way(worker):
    told = failure(worker, "from pathlib import Path\ndef f():\n    Path('nothing here').read_text()\n")
    assert (told.errno, told.own) == (errno.ENOENT, False)
    assert told.through
    assert {name.split(".")[0] for name in told.through} <= {"pathlib", "io"}


def test_only_the_modules_below_the_files_innermost_line_are_told(worker):
    source = "import functools, json\ndef g(_):\n    1 / 0\ndef f():\n    json.dumps({f}, default=g)\n"
    told = failure(worker, source)
    assert (told.errno, told.through) == (None, ())


@pytest.mark.parametrize(
    ("body", "own"),
    [
        ("raise PermissionError(1, 'Operation not permitted')", True),
        ("open('nothing here')", False),
        ("try: open('nothing here')\n    except OSError: raise", False),
        ("try: open('nothing here')\n    except OSError as error: raise error", False),
        ("try: open('nothing here')\n    except OSError: raise RuntimeError('no data')", True),
        ("__import__('ast').parse('1 +')", False),
    ],
    ids=["raised", "met", "raised again", "raised by name", "another raised", "raised by a library"],
)
def test_what_the_file_itself_raised_is_told_from_what_it_met(worker, body, own):
    assert failure(worker, f"def f():\n    {body}\n").own is own


def test_what_jax_traces_is_told_the_same(worker, scalar):
    told = failure(
        worker, "import os\ndef f(x):\n    return x + os.stat('nothing here').st_size\n", scalar(1.0), jit={}
    )
    assert (told.errno, told.through, told.own) == (errno.ENOENT, (), False)


@pytest.mark.parametrize("number", ["10**30", "'x'", "2.5", "True"])
def test_a_number_that_is_none_of_the_systems_is_left_out(worker, number):
    assert failure(worker, f"def f(): raise OSError({number}, 'no')\n").errno is None


def test_a_class_that_only_claims_to_be_of_the_system_has_no_number(worker):
    source = "class E(Exception):\n    __class__ = property(lambda self: OSError)\ndef f(): raise E\n"
    assert failure(worker, source).errno is None
