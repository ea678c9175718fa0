"""A check's verdict when something comes in between."""

from __future__ import annotations

import pytest

from grader.judging import judge
from grader.model.check import Broken, Check, DeviceBusyError
from grader.settling import Ledger


class _Raising(Check, tag="raising", frozen=True, kw_only=True):
    """A check that ends with an exception."""

    error: type[Exception]

    def judge(self, inquiry):
        del inquiry
        raise self.error("process 12 kept the cpu busy for 180 s")


@pytest.mark.parametrize(
    ("error", "status"), [(DeviceBusyError, "pending"), (Broken, "broken"), (ZeroDivisionError, "broken")]
)
def test_a_busy_device_makes_a_check_pending_and_a_fault_makes_it_broken(error, status):
    verdict = judge(_Raising(error=error), None, Ledger())
    assert (verdict.status, verdict.earned) == (status, None)
    assert "process 12 kept the cpu busy for 180 s" in verdict.message
