"""A class of a few submissions on a page."""

from __future__ import annotations

import pytest

from grader.batch.late import LatePolicy
from grader.batch.overview.collected import Collected
from grader.batch.overview.page import Told, render
from grader.batch.overview.words import Links


@pytest.fixture
def collected():
    """Gathers results."""

    def gather(*results, policy=None):
        found = Collected(policy or LatePolicy())
        found.add_all(results)
        return found

    return gather


@pytest.fixture
def page(tmp_path, collected):
    """Renders results as the page beside them."""

    def make(*results, told=None, policy=None):
        return render(collected(*results, policy=policy), Links(tmp_path, tmp_path / "class.html"), told or Told())

    return make
