"""What the rules say that the benchmark of verdicts compares, on given seconds."""

import runpy
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from grader.checks.blocks import Block, Measure, Pair

WALL = Measure(clock="wall")
rules = SimpleNamespace(**runpy.run_path(str(Path(__file__).with_name("verdict_rules.py"))))


def _block(wall, processor):
    return Block(walls=(wall,), processors=(processor,))


def _pairs(baselines, submission=1.0):
    return [
        Pair(submission=_block(submission, submission), baseline=_block(baseline, baseline)) for baseline in baselines
    ]


@pytest.mark.parametrize("rule", rules.RULES.values(), ids=rules.RULES)
def test_without_noise_every_rule_is_right_on_either_side(rule):
    told = rule(_pairs([1.5] * rules.MOST), [1.4, 1.6], WALL)
    assert [one.verdict for one in told] == ["faster", "slower"]


def test_ours_takes_six_pairs_where_all_are_far():
    [told] = rules.sequential()(_pairs([2.5] * rules.MOST), [1.4], WALL)
    assert (told.verdict, told.pairs) == ("faster", 6)


def test_ours_is_open_where_no_side_gets_ahead():
    [told] = rules.sequential()(_pairs([2.0, 0.5] * (rules.MOST // 2)), [1.0], WALL)
    assert (told.verdict, told.pairs) == ("open", rules.MOST)


def test_groups_vote_by_their_minima():
    [told] = rules.groups(5, 3)(_pairs([1.5] * rules.MOST), [1.4], WALL)
    assert (told.verdict, told.pairs) == ("faster", 15)
    [told] = rules.groups(5, 3)(_pairs([1.3, 9.0, 9.0, 9.0, 9.0] * (rules.MOST // 5)), [1.4], WALL)
    assert told.verdict == "slower"


def test_fixed_rules_look_at_twenty_pairs_only():
    [told] = rules.RULES["mean"](_pairs([1.0] * 20 + [100.0] * 60), [1.4], WALL)
    assert (told.verdict, told.pairs) == ("slower", 20)


def test_mean_median_and_minimum_are_those_of_either_side():
    pairs = _pairs([2.0] * 9 + [3.0] * 6 + [25.0] * 5)  # their mean is 8.05
    faster = {
        name: [told.verdict == "faster" for told in rules.RULES[name](pairs, [2.0, 2.5, 8.0, 8.1], WALL)]
        for name in ("minimum", "median", "mean")
    }
    assert faster == {
        "minimum": [True, False, False, False],
        "median": [True, True, False, False],
        "mean": [True, True, True, False],
    }


def test_the_bootstrap_is_open_where_its_interval_holds_the_threshold():
    [told] = rules.bootstrap(np.mean)(_pairs([1.0, 2.0] * 40), [1.5], WALL)
    assert (told.verdict, told.pairs) == ("open", 80)


def test_the_bootstrap_decides_at_its_first_look_that_excludes_the_threshold():
    # Half and half at first; after forty pairs three quarters are 2.
    pairs = _pairs([1.0, 2.0] * 10 + [2.0] * 60)
    [told] = rules.bootstrap(np.mean)(pairs, [1.5], WALL)
    assert (told.verdict, told.pairs) == ("faster", 40)


def test_each_clock_is_judged_by_itself():
    pairs = [Pair(submission=_block(1.0, 1.0), baseline=_block(3.0, 1.5))] * rules.MOST
    verdicts = {
        by: [told.verdict for told in rules.RULES["ours"](pairs, [2.0], Measure(clock=by))]
        for by in ("wall", "processor")
    }
    assert verdicts == {"wall": ["faster"], "processor": ["slower"]}
