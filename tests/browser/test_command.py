"""What ``grade EXERCISE --format html`` writes, in a real browser."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

COURSE = Path(__file__).parents[1] / "end_to_end" / "small_course"
FILE = '''import jax

seen = []


@jax.jit
def double(x):
    """<b>Twice</b> x, \u202edesrever."""
    seen.append(x)
    return 2 * x
'''


@pytest.fixture(scope="module")
def page(tmp_path_factory) -> Path:
    """The page of an impure file."""
    folder = tmp_path_factory.mktemp("command")
    (folder / "mine.py").write_text(FILE, encoding="utf-8")
    words = ["1", "mine.py", "--course", str(COURSE), "--format", "html", "--output", "page.html"]
    command = [sys.executable, "-m", "grader", *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=100, check=False)
    assert done.returncode == 1, done.stderr.decode()
    return folder / "page.html"


def test_the_line_at_fault_is_marked_and_said_to_be_why(browser, page):
    browser.open(page)
    assert "seen" in browser.run("return document.querySelector('#line-9.failed .note').innerText")
    assert "mul" in browser.run("return document.querySelector('#program pre').innerText")
    assert "[U+202E]desrever" in browser.run("return document.querySelector('#line-8 code').innerText")
    assert browser.complaints() == []


def test_it_is_accessible(browser, page, axe):
    browser.open(page, scheme="dark")
    assert browser.violations(axe) == []
