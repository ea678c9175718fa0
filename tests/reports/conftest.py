"""What a speed check measured, made by hand."""

from __future__ import annotations

import pytest

PAIRS = [[4.0e-5, 5.0e-3], [4.4e-5, 5.2e-3], [4.2e-5, 5.1e-3], [9.0e-5, 5.0e-3], [4.1e-5, 6.0e-3]]
SIZES = [
    {"case": "large", "size": 10_000, "submission": 6.0e-5, "baseline": 1.4e-3},
    {"case": "<small>", "size": 10, "submission": 4.0e-5, "baseline": 1.2e-5},
]


@pytest.fixture
def timed():
    """Makes the detail of a speed check that measured everything; ``without`` names what it did not."""

    def make(*without, **given):
        detail = {
            "kind": "speedup",
            "ratio": 120.0,
            "low": 110.0,
            "high": 125.0,
            "threshold": 50.0,
            "platform": "cpu",
            "clock": "processor",
            "witness": "grader",
            "pairs": PAIRS * 3,
            "first_call": {"submission": 0.062, "baseline": 0.0054},
            "transfer": 2.1e-5,
            "sizes": SIZES,
            "crossover": 196,
        }
        return {key: value for key, value in {**detail, **given}.items() if key not in without}

    return make
