"""Objects that lie or fight back when looked at neither break an examination nor run in it."""

from __future__ import annotations

import pytest

from grader.model.answers import Examined, Raised
from grader.model.questions import Arguments, Examine

HEAD = "import jax, jax.numpy as jnp, numpy as np\n"


@pytest.fixture
def answer(worker, array):
    """Examines a file's ``f`` on a vector, after the calls that ``before`` asks for."""

    def ask(source: str, jit: object = "none", before: int = 0):
        worker.load(HEAD + source, jit=jit)
        vector = array([0.5, 1.0, 2.0])
        for _ in range(before):
            worker.call(vector)
        return worker.ask(Examine(arguments=Arguments(positional=(vector,))))

    return ask


def faults(answer) -> list[str]:
    assert isinstance(answer, Examined), answer
    return [finding.kind for finding in answer.findings if finding.fault]


@pytest.mark.parametrize(
    "body",
    [
        "    def __getattribute__(self, name): raise SystemExit",
        "    __class__ = property(lambda self: dict)",
        "    def __getattr__(self, name): return self",
        "    __slots__ = ('never_set',)",
        "    def __eq__(self, other): raise ValueError\n    __hash__ = None",
        "    def __repr__(self): raise ValueError",
    ],
)
def test_odd_objects_are_passed_by(answer, body):
    source = f"class Odd:\n{body}\nodd = Odd()\nheld = {{1: [odd]}}\ndef f(x):\n    return x * 2\n"
    assert faults(answer(source)) == []


@pytest.mark.parametrize(
    "made",
    ["types.SimpleNamespace(training=True)", "type('Own', (dict,), {'__module__': __name__})()", "Settings()"],
)
def test_settings_that_other_code_changes_are_stale_whatever_class_keeps_them(answer, made):
    source = "import types\nclass Settings(Exception):\n    pass\n"
    source += f"settings = {made}\nsettings.training = True\n"
    source += "def set_mode(training):\n    settings.training = training\n"
    source += "def f(x):\n    return x * 2 if settings.training else x\n"
    assert "stale-global" in faults(answer(source, jit={}))


def test_containers_that_iterate_for_ever_are_read_as_they_are(answer):
    source = "import itertools\nclass Odd(list):\n    def __iter__(self): return itertools.count()\n"
    source += "    def __len__(self): raise ValueError\nodd = Odd()\ndef f(x):\n    odd.append(1)\n    return x * 2\n"
    assert "global-state" in faults(answer(source))


def test_cycles_and_very_long_integers_are_passed_by(answer):
    source = "ring = []\nring.append(ring)\nbig = 10 ** 6000\ndef f(x):\n    return x * 2\n"
    assert faults(answer(source)) == []


def test_a_function_that_raises_is_raised_with_its_line(answer):
    raised = answer("def f(x):\n    raise KeyError('no')\n")
    assert isinstance(raised, Raised)
    assert (raised.failure.type, raised.failure.frames[-1].line) == ("KeyError", 3)


def test_a_function_that_leaves_the_process_is_raised(answer):
    raised = answer("def f(x):\n    raise SystemExit(0)\n")
    assert isinstance(raised, Raised)
    assert raised.failure.type == "SystemExit"


def test_a_tracer_from_an_earlier_call_that_stops_the_function_is_told(answer):
    source = "kept = []\ndef f(x):\n    kept.append(x)\n    return x + kept[0]\n"
    assert faults(answer(source, {}, before=1)) == ["tracer-leak"]


def test_state_changed_in_the_calls_of_other_checks_is_told(answer):
    source = "n = 0\ndef f(x):\n    global n\n    if n < 2:\n        n += 1\n    return float(x[0])\n"
    assert faults(answer(source, before=3)) == ["global-state"]


def test_donated_arguments_are_given_anew(answer):
    assert faults(answer("def f(x):\n    return x * 2\n", {"donate_argnums": [0]})) == []


def test_streams_clocks_and_loggers_are_given_back(worker, array):
    source = "import logging, sys, time, datetime, threading\nfrom time import time as now\n"
    source += "def seen(): return [sys.stdout, sys.__stderr__, time.time, now, datetime.date, threading.Thread.start,\n"
    source += "    logging.getLogger().level, *logging.getLogger().handlers, sys.gettrace()]\n"
    source += "real = seen()\ndef f(x):\n    return [a is b for a, b in zip(real, seen())]\n"
    worker.load(HEAD + source)
    vector = array([1.0])
    worker.ask(Examine(arguments=Arguments(positional=(vector,))))
    assert {item.text for item in worker.call(vector).value.items} == {"True"}


def test_names_that_are_no_text_are_sent_as_text(answer):
    source = "def f(x):\n    open(b'out\\xff.txt', 'w').close()\n    return x * 2\n"
    assert faults(answer(source)) == ["writes-file"]


def test_what_was_changed_to_see_whether_it_is_overwritten_is_given_back(worker, array):
    source = "seen, rows, memo = {'b': 1, 'a': [2]}, [1, 2], {}\n"
    source += "def f(x):\n    seen['b'] = 1\n    rows[0] = 1\n    memo[seen['b']] = 0\n"
    source += "    return [repr(seen), repr(rows), repr(memo), seen['a'] is kept]\nkept = seen['a']\n"
    worker.load(HEAD + source)
    vector = array([1.0])
    worker.ask(Examine(arguments=Arguments(positional=(vector,))))
    told = [item.text for item in worker.call(vector).value.items]
    assert told == ["{'b': 1, 'a': [2]}", "[1, 2]", "{1: 0}", "True"]


def test_a_value_that_the_trace_cannot_do_without_is_no_fault(answer):
    source = "mode = None\ndef f(x):\n    global mode\n    mode = {None: None}[mode]\n    return x * 2\n"
    assert faults(answer(source, before=1)) == []
