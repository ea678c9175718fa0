"""Sizes: where the submission begins to be the quicker one."""

import numpy as np
import pytest

from grader.checks.accounting import crossover, elements, sizes_in_words


def _sizes(*ratios):
    return [
        {"case": str(size), "size": size, "submission": 1.0, "baseline": ratio}
        for size, ratio in zip((10, 100, 1000, 10_000), ratios, strict=False)
    ]


def test_between_two_sizes_the_logarithms_are_linear():
    assert crossover(_sizes(0.1, 10)) == pytest.approx(32, abs=1)
    assert crossover(_sizes(0.01, 0.5, 2, 40)) == pytest.approx(316, abs=1)


def test_who_is_quicker_or_slower_throughout_does_not_cross():
    assert crossover(_sizes(2, 3, 4)) is None
    assert crossover(_sizes(0.2, 0.3)) is None
    assert crossover([]) is None


def test_who_falls_behind_again_has_no_size_to_tell():
    assert crossover(_sizes(0.5, 2, 0.5)) is None


@pytest.mark.parametrize(
    ("ratios", "words"),
    [
        ((0.01, 0.5, 2, 40), " It pays from about 320 elements on."),
        ((2, 3), " It pays on every size that was timed."),
        ((0.2, 0.3), " It pays on none of the sizes that were timed."),
        ((0.5, 2, 0.5), ""),
        ((), ""),
    ],
)
def test_it_is_told_in_a_sentence(ratios, words):
    assert sizes_in_words(_sizes(*ratios)) == words


def test_the_size_of_a_call_is_that_of_its_largest_array(doubles):
    assert elements(doubles.value(np.zeros((3, 4)))) == 12
    assert elements(doubles.value((np.zeros(3), np.zeros(5), 7))) == 5
    assert elements(doubles.value(2.0)) == 0
