"""Looks for impurity: whether the same input gives the same output, and whether anything outside changes.

Kinds of finding, stable words. Faults: ``prints``, ``logs``, ``global-state`` (a variable, attribute, closure or
default changed), ``stale-global`` (read by the program, changed by other code of the file), ``tracer-leak``,
``argument-mutated``, ``randomness``, ``clock``, ``callback``, ``writes-file``, ``environment``, ``process``,
``network``, ``thread``, ``signal-handler``, ``tracing-hook``, ``native-code``, ``configuration``,
``unstable-program`` (traces differ), ``unstable-result`` (calls differ), ``eager-differs``. Never faults:
``first-run-only`` (a memo), ``global-read`` (a constant), ``program`` (the program's hash, to compare workers).

A ``detail`` begins with the words that name the place (``the list `history```), then ``: before → after``.
"""

from grader.worker.purity.examination import examine
from grader.worker.purity.watching import StateWatch, watch

__all__ = ["StateWatch", "examine", "watch"]
