"""Around real calls: what changes again and again is told, a memo that grows is not."""

from __future__ import annotations

from types import ModuleType, SimpleNamespace

import pytest

from grader.worker.purity import watch

FILE = "watched.py"


@pytest.fixture
def told():
    """Runs a file's ``f`` on each of the inputs, watched, and gives the findings as (kind, subject, detail)."""

    def run(source: str, *inputs: object) -> list[tuple[str, str, str]]:
        module = ModuleType("watched")
        exec(compile("import jax\nimport numpy as np\n" + source, FILE, "exec"), vars(module))
        watching = watch(SimpleNamespace(module=module, file=FILE))
        for given in inputs:
            watching.before()
            vars(module)["f"](given)
            watching.after()
        return [(finding.kind, finding.subject, finding.detail) for finding in watching.findings]

    return run


def test_a_counter_is_told(told):
    source = "n = 0\ndef f(x):\n    global n\n    n += 1\n"
    assert told(source, 1, 1) == [("global-state", "n", "the global `n`: 1 → 2")]


def test_what_changes_once_is_a_memo(told):
    source = "table = None\ndef f(x):\n    global table\n    table = table or [1]\n"
    assert told(source, 1, 1, 1) == []


def test_a_memo_by_input_may_grow(told):
    source = "memo = {}\ndef f(x):\n    memo.setdefault(x, np.ones(x))\n"
    assert told(source, 1, 2, 3) == []


def test_an_entry_that_is_replaced_is_no_memo(told):
    source = "state = {'k': 0}\ndef f(x):\n    state['k'] += x\n"
    assert [kind for kind, _, _ in told(source, 1, 2)] == ["global-state"]


def test_a_draw_from_the_shared_generator_is_told_at_once(told):
    assert [kind for kind, _, _ in told("def f(x):\n    np.random.rand()\n", 1)] == ["randomness"]


def test_a_tracer_left_behind_is_told_at_once(told):
    source = "kept = []\ndef f(x):\n    jax.make_jaxpr(kept.append)(x)\n"
    assert told(source, 1.0)[0][:2] == ("tracer-leak", "kept")


def test_what_changes_between_calls_is_not_the_functions_doing(told):
    source = "n = 0\ndef f(x):\n    pass\n"
    assert told(source, 1, 2) == []
