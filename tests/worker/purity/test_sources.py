"""The text says where a variable is changed, whether always or under a condition, and what the file itself calls."""

from __future__ import annotations

from textwrap import dedent

from grader.worker.purity.sources import stores


def told(source: str, name: str) -> list[tuple[int, str, str, bool]]:
    return [(one.line, one.function, one.how, one.always) for one in stores(dedent(source)).stores.get(name, [])]


def test_a_global_statement_makes_a_store_outside():
    assert told("def f():\n    global g\n    g = 1\n", "g") == [(3, "f", "rebinds", True)]


def test_a_local_name_is_nothing_outside():
    assert told("def f(a):\n    g = []\n    g.append(1)\n    a[0] = g\n", "g") == []
    assert told("def f(a):\n    a[0] = 1\n", "a") == []


def test_items_attributes_and_methods_are_told_apart():
    source = "def f():\n    a[0] = 1\n    a.b.c = 1\n    a.append(1)\n    del a[1]\n"
    assert [how for _, _, how, _ in told(source, "a")] == ["item", "item", "method", "item"]


def test_what_stands_under_a_condition_does_not_always_happen():
    source = "def f():\n    if not t:\n        t[0] = 1\n"
    source += "    try:\n        t[1] = 1\n    finally:\n        t[2] = t[0] or 1\n"
    assert [always for *_, always in told(source, "t")] == [False, False, False]


def test_a_helper_called_under_a_condition_has_conditions_of_its_own():
    source = "def f():\n    if 1:\n        def g():\n            t[0] = 1\n        g()\n"
    assert told(source, "t") == [(4, "f", "item", True)]


def test_the_main_guard_does_not_count():
    found = stores("import os\nif __name__ == '__main__':\n    import ctypes\n    g = 1\n")
    assert (found.stores, found.native) == ({}, {})


def test_calls_at_the_top_level_are_uses():
    assert stores("y = f(1)\nprint(f(2))\ndef g():\n    f(3)\nh = jit(f)\n").uses["f"] == [1, 2]


def test_a_text_that_is_no_python_says_nothing():
    assert stores("def f(:\n").stores == {}
