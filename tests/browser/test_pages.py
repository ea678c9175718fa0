"""A report's page and its part of a notebook, in a real browser (see ``conftest.py`` for how to run it)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from grader.reports import explanation_html
from grader.reports.html import fragment, render
from tests.browser.conftest import FOCUSABLE
from tests.reports.full import HOSTILE, hostile, report, setting

_HOST = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A notebook</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width"></head>
<body data-jp-theme-light="{light}" style="background: {ground}; color: {ink}; font-family: serif"><main>
<style>html {{ overflow-y: scroll }} a {{ color: inherit }}</style>
<h1>A notebook</h1>
<h2 id="host">Its text</h2><p id="said">With <code>code</code>, <a href="#host">a link</a>.</p>
<pre>a cell</pre>{part}</main></body></html>"""
PHONE = 360
KEY = "\ue004"
"""The tabulator, as WebDriver names it."""


@pytest.fixture(scope="session")
def pages(tmp_path_factory) -> dict[str, Path]:
    """Each page as a file."""
    folder = tmp_path_factory.mktemp("pages")
    hosted = {"light": "true", "ground": "#fff", "ink": "#000", "part": fragment(report(), setting())}
    texts = {
        "page": render(report(), setting()),
        "hostile": render(*hostile()),
        "explanation": explanation_html.render(report(), (), setting()),
        "part": _HOST.format(**hosted),
        "part of a dark notebook": _HOST.format(**{**hosted, "light": "false", "ground": "#111", "ink": "#eee"}),
        "hostile part": _HOST.format(**{**hosted, "part": fragment(*hostile())}),
    }
    paths = {name: folder / f"{name.replace(' ', '-')}.html" for name in texts}
    for name, text in texts.items():
        paths[name].write_text(text, encoding="utf-8", errors="replace")
    return paths


ALL = ("page", "hostile", "explanation", "part", "part of a dark notebook", "hostile part")
EACH = pytest.mark.parametrize("name", ALL)


@EACH
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_is_accessible_in_light_and_dark(browser, pages, axe, name, scheme):
    browser.open(pages[name], scheme=scheme)
    browser.run("document.querySelectorAll('details').forEach(one => { one.open = true })")
    assert browser.violations(axe) == []


@EACH
def test_a_page_asks_for_nothing_and_the_console_is_silent(browser, pages, name):
    browser.open(pages[name])
    browser.run("document.querySelectorAll('details').forEach(one => { one.open = true })")
    assert [address for address in browser.requests() if not address.startswith("data:")] == [pages[name].as_uri()]
    assert browser.complaints() == []


@EACH
def test_a_page_fits_a_phone(browser, pages, name):
    browser.open(pages[name], width=PHONE)
    browser.run("document.querySelectorAll('details').forEach(one => { one.open = true })")
    assert browser.run("return [innerWidth, document.documentElement.scrollWidth]") == [PHONE, PHONE]


@EACH
def test_everything_that_can_be_used_is_reached_by_keys_and_seen(browser, pages, name):
    """Each in its turn, with a frame around it that is at least two pixels wide."""
    browser.open(pages[name])
    wanted = browser.run(f"window.wanted = (() => {{ {FOCUSABLE} }})(); return wanted.length")
    assert wanted > 5
    reached = []
    for _ in range(wanted):
        browser.driver.switch_to.active_element.send_keys(KEY)
        at, style, wide = browser.run(
            "const one = document.activeElement, style = getComputedStyle(one);"
            "return [wanted.indexOf(one), style.outlineStyle, parseFloat(style.outlineWidth)]"
        )
        reached.append(at)
        assert style != "none"
        assert wide >= 2 or "part" in name
    assert reached == list(range(wanted))


def test_the_first_key_skips_to_the_content(browser, pages):
    browser.open(pages["page"])
    browser.driver.switch_to.active_element.send_keys(KEY)
    assert browser.run("return document.activeElement.getBoundingClientRect().top") >= 0
    browser.driver.switch_to.active_element.send_keys("\ue007")
    assert browser.run("return document.activeElement.id") == "main"


def test_a_check_leads_to_its_line_and_the_line_back(browser, pages):
    browser.open(pages["page"], width=PHONE)
    for link, target in (("#check-3 a[href='#line-12']", "line-12"), ("#line-12 a", "check-3")):
        browser.driver.find_element("css selector", link).click()
        top, bottom, height = browser.run(
            "const box = document.getElementById(arguments[0]).getBoundingClientRect();"
            "return [box.top, box.bottom, innerHeight]",
            target,
        )
        assert browser.run("return location.hash") == f"#{target}"
        assert -1 <= top < height
        assert bottom > 0


def test_a_link_of_a_part_unfolds_what_it_leads_to(browser, pages):
    browser.open(pages["part"])
    link = browser.driver.find_element("css selector", "[id$='check-3'] a[href$='line-12']")
    link.click()
    assert browser.run("return document.querySelector('[id$=line-12]').checkVisibility()")


@pytest.mark.parametrize("name", ["hostile", "hostile part"])
def test_hostile_text_is_seen_and_does_nothing(browser, pages, name):
    browser.open(pages[name])
    browser.run("document.querySelectorAll('details').forEach(one => { one.open = true })")
    assert browser.run("return window.hurt") is None
    assert browser.run("return document.querySelectorAll('.jitgrade :is(script, img, b, iframe)').length") == 0
    assert browser.run("return [...document.links].filter(one => one.protocol === 'javascript:').length") == 0
    shown = browser.run("return document.getElementsByClassName('listing')[0].innerText")
    assert HOSTILE[: HOSTILE.index("`")] in shown
    assert "[U+0000][U+001B][31m[U+202E][U+2066]" in shown


def test_a_part_changes_nothing_of_its_host(browser, pages, tmp_path):
    script = """return [...document.querySelectorAll('h1, h2#host, #said, #said *, main > pre, body, html')].map(
        one => [...getComputedStyle(one)].filter(name => !/^(block-size|height|.*-origin)$/.test(name))
            .map(name => `${one.tagName} ${name}: ${getComputedStyle(one)[name]}`)).flat()"""
    bare = tmp_path / "bare.html"
    bare.write_text(_HOST.format(light="true", ground="#fff", ink="#000", part=""), encoding="utf-8")
    browser.open(bare)
    before = browser.run(script)
    browser.open(pages["part"])
    assert [(was, now) for was, now in zip(before, browser.run(script), strict=True) if was != now] == []


@pytest.mark.parametrize(("name", "dark"), [("part", False), ("part of a dark notebook", True)])
def test_a_part_follows_the_notebook_and_not_the_system(browser, pages, name, dark):
    browser.open(pages[name], scheme="light" if dark else "dark")
    ground = browser.run("return getComputedStyle(document.querySelector('.jitgrade')).backgroundColor")
    assert ground == ("rgb(20, 23, 27)" if dark else "rgb(255, 255, 255)")


def test_paper_is_light_and_has_what_is_folded(browser, pages):
    browser.open(pages["page"], scheme="dark", medium="print")
    assert browser.run("return getComputedStyle(document.body).color") == "rgb(27, 31, 36)"
    assert browser.run("return document.querySelector('nav').checkVisibility()") is False
    assert browser.run("return document.querySelector('details table').getBoundingClientRect().height") > 20


@EACH
def test_pictures_are_left_to_be_looked_at(browser, pages, name):
    folder = os.environ.get("JITGRADE_SCREENSHOTS")
    if not folder:
        pytest.skip("JITGRADE_SCREENSHOTS names no folder for them")
    ways = {
        "light": {},
        "dark": {"scheme": "dark"},
        "phone": {"width": PHONE},
        "print": {"medium": "print", "width": 700},
    }
    for way, given in ways.items():
        browser.open(pages[name], **given)
        browser.picture(Path(folder) / f"{pages[name].stem}-{way}.png")
    (Path(folder) / f"{pages[name].stem}.pdf").write_bytes(browser.paper())
