"""The class on a page, as a text: what is on it, and what is not. In a browser it is tested by tests/browser."""

from __future__ import annotations

import re
from datetime import timedelta
from html.parser import HTMLParser

import msgspec
import pytest

from grader.batch.late import LatePolicy
from grader.batch.overview import students
from grader.batch.overview.page import Told
from tests.batch.conftest import NOON

NASTY = '<script>alert(1)</script>" onload="x\u202e\x1b[31m\x00'
VOID = {"meta", "link", "br", "input", "img"}


class Read(HTMLParser):
    """The elements of a page, its text, and whether each tag is closed by its own."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.ids, self.texts, self._open = [], [], [], []
        self.feed(page)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.ids += [value for name, value in attrs if name == "id"]
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self._open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)

    @property
    def text(self):
        return " ".join(" ".join(self.texts).split())


@pytest.fixture
def nasty(graded, check):
    """A result in which every text that a student or a course can choose is hostile."""
    hit = msgspec.structs.replace(check(NASTY, "failed", 0.0, message=NASTY, cause=NASTY), hint=NASTY)
    one = graded(NASTY, checks=[hit, check("speedup", ratio=3.0, threshold=2.0)], note=NASTY)
    return msgspec.structs.replace(one, report=msgspec.structs.replace(one.report, title=NASTY))


def test_every_text_is_shown_as_text(page, nasty):
    read = Read(page(nasty, told=Told(course=NASTY, policy=NASTY)))
    assert [tag for tag, _ in read.tags].count("script") == 1
    assert not [name for _, attrs in read.tags for name in attrs if name.startswith("on")]
    assert "<script>alert(1)</script>" in read.text
    assert not re.search(r"[\x00-\x08\x0b-\x1f\u202a-\u202e\u2066-\u2069]", read.text)


def test_nothing_is_asked_of_the_network(page, nasty, graded):
    read = Read(page(nasty, graded("ada")))
    asked = [value for _, attrs in read.tags for name, value in attrs.items() if name in {"src", "href", "srcset"}]
    assert [one for one in asked if not one.startswith(("#", "data:,"))] == []


def test_each_name_in_the_page_is_given_once(page, graded, check):
    speed = [check("speedup", ratio=3.0, threshold=2.0), check("faster", ratio=4.0, threshold=2.0)]
    read = Read(page(graded("ada", checks=speed), graded("ada", "03_other", checks=speed)))
    assert len(read.ids) == len(set(read.ids))
    wanted = {attrs["href"][1:] for _, attrs in read.tags if attrs.get("href", "").startswith("#")}
    assert wanted <= {*read.ids}


def test_a_mark_is_told_with_what_lateness_left_and_links_to_the_report(page, graded, tmp_path):
    there = tmp_path / "reports" / "ada" / "03_abs_static.html"
    there.parent.mkdir(parents=True)
    there.touch()
    late = graded("ada", handed_in=NOON + timedelta(hours=2), due=NOON)
    shown = page(late, policy=LatePolicy(steps=((0.0, 0.5),)))
    assert '<td><a href="reports/ada/03_abs_static.html">5</a> <span class="soft">late</span></td>' in shown


def test_whose_lateness_is_not_known_is_counted_where_it_matters(page, graded):
    told = "1 without a known hand-in time or due date lost nothing."
    assert told in page(graded("ada"), policy=LatePolicy(steps=((0.0, 0.5),)))
    assert told not in page(graded("ada"))


@pytest.mark.parametrize(
    ("status", "cell"),
    [
        ("passed", '<td class="passed">10'),
        ("pending", '<td class="pending">pending'),
        ("broken", '<td class="broken">broken'),
    ],
)
def test_a_mark_is_told_in_words_where_there_is_none(page, graded, check, status, cell):
    assert f"{cell}</td>" in page(graded("ada", checks=[check(status=status)]))


def test_what_was_not_handed_in_is_no_mark_and_takes_nothing_from_the_total(page, graded):
    rows = re.findall(
        r'<th scope="row"><bdi>(\w+)</bdi></th>(.*?)</tr>',
        page(graded("ada"), graded("bob", "05_loop"), graded("ada", "05_loop")),
    )
    assert dict(rows) == {
        "ada": '<td class="passed">10</td><td class="passed">10</td><td><strong>20</strong></td>',
        "bob": '<td>–</td><td class="passed">10</td><td><strong>10</strong></td>',
    }


def test_there_is_no_total_while_a_part_of_it_is_open(page, graded, check):
    assert "<td><strong>–</strong></td>" in page(
        graded("ada"), graded("ada", "05_loop", checks=[check(status="pending")])
    )


def test_a_very_large_class_is_cut_with_a_sentence(page, graded, monkeypatch):
    monkeypatch.setattr(students, "_CELLS", 6)
    read = Read(page(*(graded(name) for name in ("cy", "ada", "bob"))))
    assert "The first 2 of 3 students by name; students.csv has all of them." in read.text
    assert "cy" not in read.text


def test_where_nobody_needs_attention_that_is_said(page, graded):
    assert "Nobody: everything could be read, is marked, and earned something." in page(graded("ada"))


def test_without_hints_the_page_says_nothing_of_them(page, graded, check):
    assert "hint" not in Read(page(graded("ada"), graded("ada", "05_loop"))).text.lower().replace("grade hint", "")
    hint = msgspec.structs.replace(check(status="failed", score=0.0), hint="Try it.")
    told = Read(page(graded("ada", checks=[hint]), graded("ada", "05_loop"))).text
    assert "Most hints: 3 · Abs_Static , where 100% of the reports say what to try, 1 hint in all." in told
    assert "grade hint" in told


def test_what_stands_out_is_told_in_sentences(page, graded, check):
    slow = msgspec.structs.replace(
        graded("ada", checks=[check("speedup", "failed", 0.0, ratio=2.0, threshold=5.0)]), seconds=150.0
    )
    told = Read(page(slow, msgspec.structs.replace(graded("ada", "05_loop"), seconds=1.0))).text
    assert "Slowest to grade: 3 · Abs_Static , 2 min 30 s a submission, 2 min 30 s in all." in told
    assert "Hardest to make fast: 3 · Abs_Static , where 0% reach the 5× asked; the median is 2×." in told
    assert "Hardest by marks: 3 · Abs_Static , where 0% of the points were earned." in told


def test_a_cause_names_the_first_submissions_and_keeps_the_others_behind_a_click(page, graded, check):
    failing = [check(status="failed", score=0.0, message="Line 3 decides.", cause="python-if")]
    shown = page(*(graded(f"s{at}", checks=failing) for at in range(6)))
    assert "<summary>and 2 more</summary>" in shown
    assert "6 × python-if in Correctness Line 3 decides." in Read(shown).text


def test_an_exercise_that_changed_in_between_is_told_so(page, graded):
    assert "it changed in between (2 versions)" in page(graded("ada"), graded("bob", digest="e2"))
