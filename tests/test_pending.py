"""Which earlier reports can be finished, and why another cannot."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec
import pytest

from grader.course import fingerprint, read_course, read_exercise
from grader.model.digest import signed
from grader.model.exercise import Source
from grader.model.report import SubmissionMark
from grader.pending import UnfitError, exercise_of, fitting

KEY = b"k" * 32
COURSE = read_course(Path(__file__).parent / "end_to_end" / "small_course")
EXERCISE = read_exercise(COURSE.exercises[2], COURSE)
FILE = Source(name="mine.py", data=b"def double(x):\n    return 2 * x\n")


@pytest.fixture
def written(a_report):
    """Writes a report of the file as JSON, signed; what is given is said otherwise."""

    def write(key=KEY, **given):
        usual = {
            "exercise": EXERCISE.slug,
            "status": "pending",
            "submission": SubmissionMark(name=FILE.name, sha256=hashlib.sha256(FILE.data).hexdigest()),
            "exercise_digest": fingerprint(EXERCISE),
        }
        return msgspec.json.encode(signed(a_report(**{**usual, **given}), key))

    return write


def test_a_report_of_this_grader_of_this_file_and_exercise_can_be_finished(written):
    assert fitting(written(), KEY, FILE, EXERCISE).exercise == "race"


def test_it_may_have_been_laid_out_anew(written):
    assert fitting(msgspec.json.format(written(), indent=1), KEY, FILE, EXERCISE).status == "pending"


def test_a_renamed_file_is_the_same_file(written):
    assert fitting(written(), KEY, msgspec.structs.replace(FILE, name="other.py"), EXERCISE)


def refusal(data, key=KEY, source=FILE, exercise=EXERCISE) -> str:
    """Why a report cannot be finished."""
    with pytest.raises(UnfitError) as refused:
        fitting(data, key, source, exercise)
    return str(refused.value)


def test_one_that_was_changed_is_refused(written):
    assert "was changed since" in refusal(written().replace(b'"score":4.0', b'"score":9.0'))


def test_one_of_another_key_is_refused(written):
    assert "not written by this grader" in refusal(written(key=b"l" * 32))


def test_one_without_a_digest_is_refused_even_where_there_is_no_key(written):
    assert "not signed" in refusal(written(key=b""))
    assert "not signed" in refusal(written(key=b""), key=b"")


def test_one_of_another_version_is_refused(written):
    assert "jitgrade/report/0" in refusal(written(schema="jitgrade/report/0"))


def test_no_key_knows_no_report(written):
    assert "not written by this grader" in refusal(written(), key=b"")


def test_one_of_another_file_is_refused(written):
    changed = msgspec.structs.replace(FILE, data=FILE.data + b"\n")
    assert "a file with other content" in refusal(written(), source=changed)


def test_one_of_another_exercise_is_refused(written):
    assert "another exercise, abs_static" in refusal(written(exercise="abs_static"))


def test_one_that_waits_for_what_is_no_check_of_the_exercise_is_refused(written, a_check):
    data = written(checks=(a_check(name="loads", status="pending"),))
    assert "has loads pending, which is no check of the exercise" in refusal(data)


def test_one_of_the_exercise_as_it_was_is_refused(written):
    assert "has been changed" in refusal(written(exercise_digest="ab" * 32))


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"{}", b"null", b"\xff\xfe", b"[" * 100_000, b'{"exercise": 3}'])
def test_what_is_no_report_is_refused_and_names_no_exercise(data):
    assert "no file that `--format json` wrote" in refusal(data)
    assert exercise_of(data) == ""
