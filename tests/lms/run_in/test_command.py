"""What is wrong with the words after ``grade run-in`` is told in a sentence, and nothing is run."""

from __future__ import annotations

import sys

import pytest

from grader import cli

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the containers of platforms are Linux")


def test_an_unknown_platform_is_told_with_the_nearest(capsys):
    assert cli.run(["run-in", "gradscope"]) == cli.USAGE
    assert "there is no platform 'gradscope'; did you mean 'gradescope'?" in capsys.readouterr().err


@pytest.mark.parametrize("platform", ["autolab", "vpl", "coderunner", "classroom50"])
def test_where_a_student_could_put_a_package_it_has_to_be_named(capsys, platform):
    assert cli.run(["run-in", platform]) == cli.USAGE
    assert "name the package's folder with --package" in capsys.readouterr().err
