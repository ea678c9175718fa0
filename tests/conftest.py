"""What many tests need: a report made by hand, for everything that stands behind grading."""

from __future__ import annotations

import signal
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from grader.model.report import ChecklistAnswer, CheckResult, Environment, Report, SubmissionMark

# Whoever starts the tests in the background may have had this signal ignored, and all that is started here inherits it.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Lets machines, or supported stacks, share out the corpora."""
    parser.addoption(
        "--share", metavar="K/N", default="1/1", help="of tests marked as a corpus, run the K-th of N parts"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out the tests of a corpus that are in another part than the one that ``--share`` asks for."""
    part, parts = map(int, config.getoption("--share").split("/"))
    kept: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        elsewhere = item.get_closest_marker("corpus") and zlib.crc32(item.name.encode()) % parts != part - 1
        (left if elsewhere else kept).append(item)
    config.hook.pytest_deselected(items=left)
    items[:] = kept


@pytest.fixture(scope="session", autouse=True)
def _a_place_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A key and a cache for the graders of this session, so that none is made where its user keeps them."""
    path = tmp_path_factory.mktemp("key") / "report.key"
    path.write_bytes(b"a key of the tests, and no other")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JITGRADE_KEY_FILE", str(path))
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def a_check() -> Callable[..., CheckResult]:
    """Makes a check's result; what is not said is a passed correctness check of four points."""

    def make(**given: Any) -> CheckResult:
        usual = {"name": "correctness", "title": "Values", "status": "passed", "score": 4.0, "max_score": 4.0}
        return CheckResult(**{**usual, **given})

    return make


@pytest.fixture
def a_report(a_check: Callable[..., CheckResult]) -> Callable[..., Report]:
    """Makes a report; what is not said is exercise 3, passed."""

    def make(**given: Any) -> Report:
        usual: dict[str, Any] = {
            "exercise": "abs_static",
            "number": 3,
            "title": "Absolute value, by a static argument",
            "submission": SubmissionMark(name="exercise3.py", sha256="ab" * 32),
            "attempted": True,
            "status": "passed",
            "score": 4.0,
            "pending_score": 0.0,
            "max_score": 4.0,
            "checks": (a_check(),),
            "checklist": (
                ChecklistAnswer(item="Is the function pure?", answer="It is pure.", good=True, why="Nothing changed."),
            ),
            "environment": Environment(
                python="3.12.1",
                jax="0.12.0",
                jaxlib="0.12.0",
                platform="cpu",
                device="cpu",
                isolation="limits",
                isolation_lacks=("the network is open",),
                cores=2,
            ),
            "seed": "5e" * 16,
            "seconds": 1.25,
        }
        return Report(**{**usual, **given})

    return make
