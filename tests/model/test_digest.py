"""A report is known again by its digest, and by nothing else."""

import msgspec
import pytest

from grader.model.digest import bears, signed

KEY = b"k" * 32


def written(report):
    """A report as it comes back from JSON."""
    return msgspec.json.decode(msgspec.json.encode(report))


def test_a_signed_report_is_known_again(a_report):
    assert bears(written(signed(a_report(), KEY)), KEY)


def test_how_its_json_is_laid_out_does_not_matter(a_report):
    tree = written(signed(a_report(), KEY))
    assert bears(dict(reversed(tree.items())), KEY)


def test_another_key_does_not_know_it(a_report):
    assert not bears(written(signed(a_report(), KEY)), b"l" * 32)


@pytest.mark.parametrize("field", ["score", "status", "seed", "checks", "exercise", "later", "digest", "another"])
def test_no_field_can_be_changed(a_report, field):
    tree = written(signed(a_report(), KEY))
    assert not bears({**tree, field: "changed"}, KEY)


def test_no_field_can_be_left_out(a_report):
    tree = written(signed(a_report(), KEY))
    for field in tree:
        assert not bears({name: value for name, value in tree.items() if name != field}, KEY)


def test_without_a_key_nothing_is_signed_and_nothing_known(a_report):
    assert signed(a_report(exercise_digest="ab" * 32), b"").digest == ""
    assert signed(a_report(exercise_digest="ab" * 32), b"").exercise_digest == ""
    assert not bears(written(signed(a_report(), b"")), b"")


def test_what_stands_for_the_exercise_cannot_be_guessed_without_the_key(a_report):
    report = a_report(exercise_digest="ab" * 32)
    assert signed(report, KEY).exercise_digest not in {
        report.exercise_digest,
        signed(report, b"l" * 32).exercise_digest,
    }
