"""The class on a page, in a real browser (see ``conftest.py`` for how to run it)."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from grader import cli
from tests.batch.a_class import HOSTILE, write
from tests.browser.conftest import FOCUSABLE

TAB, ENTER, ESCAPE = "\ue004", "\ue007", "\ue00c"
PHONE = 360
OPEN_ALL = "document.querySelectorAll('details').forEach(one => { one.open = true })"
SHOWN = "[...document.querySelectorAll('#students tbody tr')].filter(one => !one.hidden)"
NAMES = f"return {SHOWN}.map(one => one.cells[0].innerText)"
COLUMN = "return [...document.querySelectorAll('#students tbody tr')].map(one => one.cells[arguments[0]].innerText)"
SORTED = "return [...document.querySelectorAll('#students th')].map(one => one.getAttribute('aria-sort'))"


@pytest.fixture(scope="session")
def page(tmp_path_factory) -> Path:
    """A class of 120 students and six exercises, made a page of by the command."""
    folder = write(tmp_path_factory.mktemp("class") / "grades")
    assert cli.run(["report", str(folder)]) == 0
    return folder / "class.html"


def type_into(browser, keys):
    browser.driver.switch_to.active_element.send_keys(keys)


def go_to(browser, script):
    """Tabs until the element that the script returns has the focus."""
    for _ in range(2000):
        if browser.run(f"return document.activeElement === ({script})"):
            return
        type_into(browser, TAB)
    pytest.fail(f"{script} is not reached by tabbing")


def head(column):
    return f"document.querySelectorAll('#students th')[{column}].querySelector('button')"


def numbers(browser, column):
    """The numbers of a column in their order; what is no number is None."""
    words = [text.split()[0] for text in browser.run(COLUMN, column)]
    return [float(word) if word[0].isdigit() else None for word in words]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_accessible_in_light_and_dark(browser, page, axe, scheme):
    browser.open(page, scheme=scheme)
    browser.run(OPEN_ALL)
    assert browser.violations(axe) == []


def test_it_asks_for_nothing_and_the_console_is_silent(browser, page):
    browser.open(page)
    browser.run(OPEN_ALL)
    assert [address for address in browser.requests() if not address.startswith("data:")] == [page.as_uri()]
    assert browser.complaints() == []


def test_a_script_that_got_into_it_would_not_run(browser, page):
    browser.open(page)
    browser.run("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.ran = 1\">')")
    browser.run("const one = document.createElement('script'); one.text = 'window.ran = 1'; document.body.append(one)")
    assert browser.run("return window.ran") is None
    assert any("Content Security Policy" in said for said in browser.complaints())


def test_a_name_full_of_html_is_text(browser, page):
    browser.open(page)
    assert HOSTILE in browser.run(NAMES)
    assert browser.run("return document.images.length") == 0


@pytest.mark.parametrize("column", [1, 6, 7])
def test_a_column_of_numbers_is_sorted_by_keys_both_ways(browser, page, column):
    browser.open(page)
    go_to(browser, head(column))
    for way in ("ascending", "descending"):
        type_into(browser, ENTER)
        assert browser.run(SORTED)[column] == way
        found = numbers(browser, column)
        settled = [one for one in found if one is not None]
        assert settled == sorted(settled, reverse=way == "descending")
        assert found[: len(settled)] == settled, "what has no mark stays at the end"
    assert [way for way in browser.run(SORTED) if way] == ["descending"]


def test_names_are_sorted_as_people_sort_them(browser, page):
    browser.open(page)
    assert browser.run(SORTED)[0] == "ascending"
    go_to(browser, head(0))
    type_into(browser, ENTER)
    type_into(browser, ENTER)
    names = browser.run(NAMES)
    assert names.index("Aïcha Lindqvist") < names.index("Anna Berg") < names.index("Björn Haddad")


def test_students_are_found_by_keys(browser, page):
    browser.open(page)
    go_to(browser, "document.getElementById('find')")
    type_into(browser, "  aicha  MULL")
    assert browser.run(NAMES) == ["Aïcha Müller"]
    assert browser.run("return document.querySelector('output').innerText") == "1 of 120 shown"
    type_into(browser, ESCAPE)
    assert len(browser.run(NAMES)) == 120
    assert not browser.run("return document.querySelector('output').innerText")


def test_those_with_something_open_are_found_by_its_word(browser, page):
    browser.open(page)
    go_to(browser, "document.getElementById('find')")
    type_into(browser, "pending")
    rows = browser.run(f"return {SHOWN}.map(one => one.innerText)")
    assert 0 < len(rows) < 120
    assert all("pending" in row for row in rows)


def test_what_was_found_stays_found_when_it_is_sorted(browser, page):
    browser.open(page)
    go_to(browser, "document.getElementById('find')")
    type_into(browser, "anna")
    found = browser.run(NAMES)
    browser.run(f"{head(7)}.click()")
    assert sorted(browser.run(NAMES)) == sorted(found)


def test_everything_that_can_be_used_is_reached_by_keys(browser, page):
    browser.open(page)
    wanted = browser.run(f"window.wanted = (() => {{ {FOCUSABLE} }})(); return wanted.length")
    assert wanted > 500
    assert browser.run("return wanted.every(one => one.tabIndex >= 0)")
    seen = "const one = document.activeElement; return [wanted.indexOf(one), getComputedStyle(one).outlineWidth]"
    reached = []
    for _ in range(40):
        type_into(browser, TAB)
        at, outline = browser.run(seen)
        reached.append(at)
        assert float(outline.removesuffix("px")) >= 2
    assert reached == list(range(40))


def test_it_fits_a_phone(browser, page):
    browser.open(page, width=PHONE)
    browser.run(OPEN_ALL)
    assert browser.run("return [innerWidth, document.documentElement.scrollWidth]") == [PHONE, PHONE]


def test_on_paper_the_whole_table_is_there_and_nothing_to_click(browser, page):
    browser.open(page, medium="print", width=1000)
    table, around = browser.run(
        "const one = document.getElementById('students'); return [one.offsetHeight, one.parentElement.clientHeight]"
    )
    assert around >= table
    assert browser.run("return getComputedStyle(document.querySelector('.search')).display") == "none"
    assert browser.paper().startswith(b"%PDF")


def test_without_a_script_it_reads_the_same(browser, page):
    browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.open(page)
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert len(browser.run(NAMES)) == 120
    assert browser.run("return document.querySelectorAll('button').length") == 0
    assert browser.run("return getComputedStyle(document.querySelector('.search')).display") == "none"


def test_the_links_lead_to_the_reports_also_when_the_folder_was_moved(browser, page, tmp_path):
    moved = shutil.copytree(page.parent, tmp_path / "moved # 100%")
    browser.open(moved / page.name)
    links = browser.run("return [...document.querySelectorAll('#students td a')].map(one => one.href)")
    assert len(links) > 500
    for link in (links[0], next(one for one in links if "%D9%85" in one)):
        browser.driver.get(link)
        assert browser.run("return document.querySelector('h1').innerText").startswith("Exercise ")


@pytest.mark.skipif("JITGRADE_SCREENSHOTS" not in os.environ, reason="nobody asked for pictures")
def test_pictures_are_left_to_look_at(browser, page):
    folder = Path(os.environ["JITGRADE_SCREENSHOTS"])
    for name, seen in (
        ("light", {"width": 1280}),
        ("dark", {"width": 1280, "scheme": "dark"}),
        ("phone", {"width": PHONE}),
        ("print", {"width": 700, "medium": "print"}),
    ):
        browser.open(page, **seen)
        browser.picture(folder / f"class-{name}.png")
    (folder / "class.pdf").write_bytes(browser.paper())
