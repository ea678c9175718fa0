"""How names, sentences and links get onto the class's page."""

from __future__ import annotations

import pytest

from grader.batch.overview.words import Links, named, one_line, percent


@pytest.fixture
def filed(tmp_path):
    """Files a report, and returns its links from a page in some folder."""

    def file(student, page="class.html"):
        there = tmp_path / "reports" / student / "03_abs.html"
        there.parent.mkdir(parents=True)
        there.touch()
        return Links(tmp_path, tmp_path / page)

    return file


def test_a_link_is_relative_to_the_page(filed):
    assert filed("ada").put("7", "ada", "03_abs") == '<a href="reports/ada/03_abs.html">7</a>'


def test_a_page_elsewhere_links_to_where_the_reports_are(filed, tmp_path):
    (tmp_path / "pages").mkdir()
    assert filed("ada", "pages/class.html").to("reports", "ada", "03_abs.html") == "../reports/ada/03_abs.html"


def test_a_missing_report_is_no_link(filed):
    assert filed("ada").put("7", "bob", "03_abs") == "7"


@pytest.mark.parametrize(
    ("student", "written"),
    [
        ("<b>\"'&", "%3Cb%3E%22%27%26"),
        ("javascript:alert(1)", "javascript%3Aalert%281%29"),
        ("a b#c?d%20", "a%20b%23c%3Fd%2520"),
        ("Zoë", "Zo%C3%AB"),
    ],
)
def test_a_name_is_quoted_in_an_address(filed, student, written):
    assert filed(student).to("reports", student, "03_abs.html") == f"reports/{written}/03_abs.html"


@pytest.mark.parametrize("student", ["", ".", "..", "../ada", "a\\b", "a\0b", "x" * 999, "\ud800"])
def test_what_is_no_name_of_a_folder_has_no_link(filed, student):
    assert not filed("ada").to("reports", student, "03_abs.html")


def test_a_name_is_escaped_cleaned_and_kept_to_itself():
    assert named("\u202e<b>\x1b[31m\nada") == "<bdi>&lt;b&gt; ada</bdi>"
    assert named("\u202e") == "<bdi>(without a name)</bdi>"


def test_a_long_text_is_cut():
    assert len(one_line("word " * 10**6)) == 240


def test_a_share_is_all_or_nothing_only_where_it_is():
    assert [percent(part, 1000) for part in (0, 1, 500, 999, 1000)] == ["0%", "1%", "50%", "99%", "100%"]
    assert percent(0, 0) == "–"
