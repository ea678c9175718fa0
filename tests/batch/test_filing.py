"""A report each, for machines and as a page; what a killed run did not come to file is filed by the next."""

import json

import pytest

from grader.batch.filing import Filing
from grader.batch.whole import OutputError
from grader.course import read_course, read_exercise
from grader.model.digest import bears
from tests.batch.test_running import NAME, ROOT

KEY = b"k" * 32


@pytest.fixture
def filing(tmp_path):
    exercise = read_exercise(ROOT / "exercises" / NAME, read_course(ROOT))
    return Filing(tmp_path / "reports", KEY, lambda _: exercise)


def test_a_report_is_signed_for_machines_and_a_page_for_people(filing, graded, tmp_path):
    filing.file(graded("ada"))
    folder = tmp_path / "reports" / "ada"
    assert bears(json.loads((folder / f"{NAME}.json").read_bytes()), KEY)
    assert "<h1>" in (folder / f"{NAME}.html").read_text(encoding="utf-8")


def test_a_later_report_takes_the_place_of_an_earlier_one(filing, graded, check, tmp_path):
    filing.file(graded("ada"))
    filing.file(graded("ada", checks=[check(score=3.0)]))
    assert json.loads((tmp_path / "reports" / "ada" / f"{NAME}.json").read_bytes())["score"] == 3.0


def test_what_is_missing_is_filed_and_what_is_there_is_left(filing, graded, tmp_path):
    filing.file(graded("ada"))
    kept = tmp_path / "reports" / "ada" / f"{NAME}.html"
    kept.write_text("as it was")
    filing.complete([graded("ada"), graded("bob")])
    assert kept.read_text() == "as it was"
    assert (tmp_path / "reports" / "bob" / f"{NAME}.json").exists()


def test_a_report_of_an_earlier_result_gives_way_to_the_one_that_counts(filing, graded, check, tmp_path):
    filing.file(graded("ada"))
    filing.complete([graded("ada", checks=[check(score=3.0)])])
    assert json.loads((tmp_path / "reports" / "ada" / f"{NAME}.json").read_bytes())["score"] == 3.0


def test_a_folder_that_cannot_be_made_is_named(filing, graded, tmp_path):
    (tmp_path / "reports").write_text("")
    with pytest.raises(OutputError, match="cannot be made"):
        filing.file(graded("ada"))
