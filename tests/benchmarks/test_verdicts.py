"""How the benchmark of verdicts counts them, on given seconds."""

import runpy
from pathlib import Path
from types import SimpleNamespace

import pytest

from grader.checks.blocks import Block, Pair

PAIRS = 80
LEVEL, ABOVE = [0.5, 4.0] * (PAIRS // 2), [2.0] * PAIRS
"""Ratios of pairs, for a threshold of 1.43: on both sides by turns, and above."""


@pytest.fixture
def counted(monkeypatch):
    """Verdicts at 5 % above the threshold, of samples given by their ratios: each of its own pair of processes."""
    folder = Path(__file__).parent
    monkeypatch.syspath_prepend(folder)
    benchmark = SimpleNamespace(**runpy.run_path(str(folder / "verdicts.py")))

    def count(*ratios):
        samples = [
            SimpleNamespace(
                named=str, by=lambda _, each=each: [*map(_pair, each)], taken=[0.5] * PAIRS, opening=3.0, processes=0
            )
            for each in ratios
            for _ in range(3)
        ]
        truths = {"wall": SimpleNamespace(around=lambda _: SimpleNamespace(ratio=1.5))}
        return benchmark.verdicts(samples, truths, benchmark.RULES["ours"], "wall")[0.05]

    return count


def _pair(ratio):
    return Pair(submission=Block(walls=(1.0,), processors=None), baseline=Block(walls=(ratio,), processors=None))


def test_each_sample_is_read_from_its_first_pair_and_from_its_middle(counted):
    assert len(counted(ABOVE)) == 6


def test_a_verdict_takes_what_opening_and_its_pairs_took(counted):
    first, *_ = counted(ABOVE)
    assert (first.pairs, first.seconds, first.wrong, first.opened) == (6, 6.0, False, False)


def test_an_open_one_is_asked_for_once_more_of_other_processes(counted):
    first, *_ = counted(LEVEL, ABOVE)
    assert (first.opened, first.undecided, first.wrong) == (True, False, False)
    assert (first.pairs, first.seconds) == (PAIRS + 6, 3 + 40 + 3 + 3)


def test_what_is_open_twice_is_undecided_and_not_wrong(counted):
    assert all(one.undecided and not one.wrong for one in counted(LEVEL, LEVEL))


def test_a_verdict_on_the_other_side_of_the_truth_is_wrong(counted):
    assert all(one.wrong for one in counted([1.0] * PAIRS))
