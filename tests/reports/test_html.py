"""A report as a page, and as a part of a notebook's output."""

from __future__ import annotations

import re
from html import escape
from html.parser import HTMLParser
from itertools import pairwise

import msgspec
import pytest

from grader.model.exercise import Source
from grader.reports import explanation_html
from grader.reports.html import fragment, render
from grader.reports.html_page import document, words
from tests.reports.full import CODE, JAXPR, hostile, report, setting

VOID = {"meta", "link"}


class Reader(HTMLParser):
    """Reads a page: its elements, which have to nest, their names, what is linked and the levels of headings."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.names: list[str] = []
        self.links: list[str] = []
        self.events: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        given = dict(attrs)
        self.names += [given["id"]] if given.get("id") else []
        self.links += [given["href"]] if "href" in given else []
        self.events += [name for name in given if name.startswith("on") or name == "style"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    @property
    def levels(self) -> list[int]:
        return [int(tag[1]) for tag in self.tags if re.fullmatch(r"h[1-6]", tag)]


@pytest.fixture(params=["page", "part", "explanation"])
def written(request):
    """Writes a report in each of the forms that our pages have."""
    forms = {
        "page": render,
        "part": fragment,
        "explanation": lambda *both: explanation_html.render(both[0], (), both[1]),
    }
    return forms[request.param]


def test_each_line_has_its_number_and_stands_as_it_was_written():
    page = render(report(), setting())
    rows = re.findall(r'<li id="line-(\d+)"[^>]*><span class="number">(\d+)</span><code>(.*?)</code>', page, re.DOTALL)
    assert [(one, other, re.sub("</?span[^>]*>", "", code)) for one, other, code in rows] == [
        (str(at), str(at), escape(line)) for at, line in enumerate(CODE.splitlines(), 1)
    ]


def test_what_a_check_says_stands_at_its_line_and_leads_back_to_it():
    page = render(report(), setting())
    row = page[page.index('<li id="line-12"') : page.index('<li id="line-13"')]
    assert '<a href="#check-3">✗ A pure function</a>' in row
    assert "The global name <code>calls</code> is changed." in row


def test_a_check_leads_to_its_line():
    page = render(report(), setting())
    assert '<a href="#line-12">exercise3.py:12</a>' in page[page.index('id="check-3"') : page.index('id="check-4"')]


def test_a_line_that_was_compiled_is_noted_without_blame():
    page = render(report(), setting())
    row = page[page.index('<li id="line-19"') :]
    assert row.startswith('<li id="line-19" class="marked noted">')
    assert "absolute: arg x: f32[3] → f32[4]" in row


def test_what_a_check_says_already_is_not_noted_again():
    assert "global: " not in render(report(), setting())


def test_a_line_outside_the_file_is_told_without_a_link(a_report, a_check):
    page = render(a_report(checks=(a_check(status="failed", line=99, message="There."),)), setting("x = 1\n"))
    assert "exercise3.py:99" in page
    assert "#line-99" not in page


def test_a_file_that_is_not_at_hand_has_no_lines_and_no_section():
    page = render(report(), setting(source=None))
    assert "exercise3.py:12" in page
    assert "Your code" not in page


def test_a_notebook_is_shown_cell_by_cell():
    labels = {1: "cell 2, line 1", 2: "cell 2, line 2", 3: "cell 5, line 1"}
    source = Source(name="work.ipynb", data=b"a = 1\nb = 2\nc = 3\n", lines=labels)
    page = render(report(), setting(source=source, path="work.ipynb"))
    assert re.findall(r'<ol class="listing" aria-label="([^"]*)">', page) == ["cell 2", "cell 5"]
    assert re.findall(r'id="line-(\d)"[^>]*><span class="number">(\d)<', page) == [("1", "1"), ("2", "2"), ("3", "1")]


def test_a_file_nobody_wrote_by_hand_is_cut_and_says_so():
    page = render(report(), setting("x = 1\n" * 5_003))
    assert 'id="line-5000"' in page
    assert "3 more lines are not shown." in page


def test_the_program_the_plots_and_the_checklist_are_on_the_page():
    page = render(report(), setting())
    assert f"three numbers (4 equations)</h3>\n<pre>{JAXPR}</pre>" in page
    assert page.count('<svg class="plot"') == 3
    assert "Not looked at: does the benchmark wait (<code>block_until_ready</code>)?" in page


def test_a_report_without_them_has_no_empty_sections(a_report):
    page = render(a_report(checklist=()), setting())
    assert re.findall(r"<h2[^>]*>([^<]*)", page) == ["Checks", "Your code"]


def test_cases_are_told_one_by_one():
    page = render(report(), setting())
    assert "<summary>Cases: 1 of 3 right</summary>" in page
    assert '<td>large <span class="soft">(hidden)</span></td>' in page


def test_no_status_is_told_by_its_colour_alone():
    page = render(report(), setting())
    for status in ("passed", "failed", "pending", "skipped", "broken"):
        assert f'<span class="status">{status}</span>' in page


def test_names_are_given_once_and_links_within_lead_somewhere(written):
    for seen in (Reader(written(report(), setting())), Reader(written(*hostile()))):
        assert len(seen.names) == len(set(seen.names))
        assert {link[1:] for link in seen.links if link.startswith("#")} <= set(seen.names)


def test_headings_are_in_order(written):
    levels = Reader(written(report(), setting())).levels
    assert levels[0] == min(levels)
    assert levels.count(levels[0]) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_hostile_text_is_text(written):
    made, about = hostile()
    text = written(made, about)
    seen = Reader(text)
    assert not set(seen.tags) & {"script", "img", "b", "iframe", "object", "form", "base"}
    assert seen.events == []
    assert "&lt;script&gt;window.hurt = 1&lt;/script&gt;" in text
    assert not re.search("[\x00-\x08\x0b-\x1f\u202a-\u202e\u2066-\u2069\ufffe]", text)
    assert {link.partition(":")[0] for link in seen.links if not link.startswith("#")} <= {"https", "data"}


def test_characters_that_cannot_be_shown_are_spelled_out_in_the_file():
    page = render(report(), setting("x = '\u202e\x1b[31m'\n"))
    assert '<code>x = <span class="s">&#x27;[U+202E][U+001B][31m&#x27;</span></code>' in page


def test_a_page_lets_nothing_in_and_runs_nothing(written):
    text = written(report(), setting())
    assert set(re.findall(r"https?://[^\"<]*|url\(|@import|<img|src=|<script", text)) <= {
        "http://www.w3.org/2000/svg",
        "https://docs.jax.dev/en/latest/notebooks/Common_Gotchas_in_JAX.html",
    }


def test_a_page_tells_the_browser_to_load_nothing():
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', render(report(), setting()))[1]
    assert policy.startswith("default-src 'none'; ")
    assert "script-src" not in policy
    assert "unsafe" not in policy


def test_a_script_of_a_page_is_named_by_what_is_in_it():
    page = document("Class", (), script="sort()")
    assert "script-src 'sha256-" in page
    assert "<script>sort()</script>" in page


def test_a_part_is_no_document_and_has_no_landmarks():
    seen = Reader(fragment(report(), setting()))
    assert not set(seen.tags) & {"html", "head", "body", "meta", "link", "main", "header", "footer", "nav"}
    assert seen.tags[0] == "div"


def test_parts_of_two_reports_have_names_of_their_own():
    one, other = (Reader(fragment(report(seed=seed * 16), setting())).names for seed in ("5e", "7f"))
    assert not set(one) & set(other)


def test_a_part_tells_what_the_page_tells():
    def told(text):
        unread = r'<style>.*?</style>|<nav.*?</nav>|<a class="skip".*?</a>|<[^>]*>'
        return set(re.sub(unread, " ", text, flags=re.DOTALL).split())

    assert told(render(report(), setting())) <= told(fragment(report(), setting()))


def test_what_stands_between_backticks_is_code():
    assert words("`a < b` and ` alone") == "<code>a &lt; b</code> and ` alone"


def test_a_report_that_was_never_attempted_says_so():
    assert "(not attempted yet)" in render(msgspec.structs.replace(report(), attempted=False), setting())
