"""Checks as exercise.yaml has them, some of each kind, for whoever looks up how a field is written."""

from __future__ import annotations

__all__ = ["EXAMPLES", "SCENE"]

SCENE = """\
function: "f(x, key)"
cases:
  - {name: small, args: {x: {f32: [1, 2]}, key: key(7)}}
  - {name: large, hidden: true, args: {x: "f32[1000] in [0, 1]", key: key}}
"""
"""What the exercise of which they are has besides."""
EXAMPLES: dict[str, tuple[str, ...]] = {
    "correctness": (
        "{check: correctness, points: 4, hint: Add up the squares.}",
        "{check: correctness, name: mapped, cases: [small], vmap: [x], rtol: 1e-3, all_or_nothing: true}",
        "{check: correctness, name: types, dtype: exact, weak_type: true, eager: true}",
    ),
    "gradient": (
        "{check: gradient, points: 2, by: [x], cases: [small]}",
        "{check: gradient, name: at-zero, finite: true}",
    ),
    "keys": ("{check: keys, points: 2, cases: [small]}",),
    "memory": (
        "{check: memory, points: 2, case: large, donated: [x], kept: [key]}",
        "{check: memory, name: backward, case: large, temporary: {at_most: 0.5, over: starter, by: [x]}}",
    ),
    "purity": ("{check: purity, points: 2, allow: [prints, logs], forbid: [global-read]}",),
    "raises": ("{check: raises, call: {x: -1, key: key}, exceptions: [ValueError, TypeError], words: below 0}",),
    "recompiles": (
        '{check: recompiles, points: 3, at_most: 1, calls: [{x: "f32[3]", key: key}, {x: "f32[3]", key: key}]}',
        '{check: recompiles, name: shapes, at_most: 2, eager: count, calls: [{x: "f32[3]", key: key}]}',
    ),
    "speedup": (
        '{check: speedup, points: 3, over: starter, case: large, at_least: 10, steps: {5: 50%, "2.5": 20%}}',
        "{check: speedup, name: each, over: starter, case: large, at_least: {cpu: 9, gpu: 50}, steps: {gpu: {9: 50%}}}",
        "{check: speedup, name: by-size, over: starter, case: large, at_least: 10, sizes: [large], compile_seconds: 3}",
    ),
    "state": (
        "{check: state, points: 2, fixture: used}",
        "{check: state, name: changed, fixture: used, call: {x: 3, key: key}}",
    ),
    "structure": (
        "{check: structure, points: 2, required: [scan], forbidden: [while, pure_callback], at_most: 40}",
        "{check: structure, name: branches, any_of: [cond, select_n], wrapped: accepted}",
        "{check: structure, name: unrolled, growth: {cases: [small, large], at_most: 1}}",
        "{check: structure, name: same, equal: [small, large]}",
    ),
}
"""By kind; each is a check of an exercise that has `SCENE`, and `used` in its fixtures.py."""
