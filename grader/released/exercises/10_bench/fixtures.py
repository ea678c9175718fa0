"""Functions to benchmark whose true duration is known, and observers that watch ``bench`` at work on them.

A pretended device runs one computation after another, in time of its own: a call returns at once, with results that
are ready later, as jax does. How long it takes is a matter of sleeping, so a busy machine does not change the answer;
and what the machine adds nonetheless is measured here, around the very calls that are judged.
"""

import math
import sys
import time

import jax
import jax.numpy as jnp
import numpy as np

_clock, _sleep = time.perf_counter, time.sleep
_block = jax.block_until_ready
_OTHER_CLOCKS = {
    *("perf_counter", "perf_counter_ns", "monotonic", "monotonic_ns", "default_timer", "timeit", "Timer"),
    *("process_time", "process_time_ns", "thread_time", "thread_time_ns"),
}


class _Diary:
    """What happened to a function while it was benchmarked: when it was called, and when somebody waited for it."""

    def __init__(self, bench):
        self.calls = []  # for each call: when the event before it had ended
        self.waits = []  # for each wait: the number of calls made by then
        self.traced = 0
        self.line = 0  # of the benchmark's file, from which the latest call came
        self._file = getattr(getattr(bench, "__code__", None), "co_filename", None)
        self._latest = _clock()

    def called(self):
        self.calls.append(self._latest)
        frame = sys._getframe(2)  # that of whoever called the function
        while frame is not None and frame.f_code.co_filename != self._file:
            frame = frame.f_back
        self.line = 0 if frame is None else frame.f_lineno

    def ended(self):
        self._latest = _clock()

    def waited(self):
        self.waits.append(len(self.calls))
        self.ended()


class _Pending:
    """Stands for a jax.Array whose computation still runs: whoever wants its value waits."""

    def __init__(self, ready, diary):
        self._ready, self._diary = ready, diary

    def block_until_ready(self):
        remaining = self._ready - _clock()
        if remaining > 5e-4:
            _sleep(remaining - 3e-4)
        while _clock() < self._ready:  # sleeping is not precise enough for the end
            pass
        self._diary.waited()
        return self

    def is_ready(self):
        return _clock() >= self._ready

    def __array__(self, dtype=None, copy=None):
        self.block_until_ready()
        return np.zeros((), dtype or np.float32)

    def __float__(self):
        return float(self.__array__())


def _pretended(seconds, compile_seconds, diary, shape):
    """A function of one argument that takes ``seconds`` on its device, and ``compile_seconds`` at its first call."""
    free = 0.0

    def fn(x):
        nonlocal free
        if isinstance(x, jax.core.Tracer):
            diary.traced += 1
            return x
        if not diary.calls:
            diary.called()
            _sleep(compile_seconds)
        else:
            diary.called()
        free = max(free, _clock()) + seconds
        result = shape(lambda: _Pending(free, diary))
        diary.ended()
        return result

    return fn


def _number(result):
    """What ``bench`` returned as a float; None where it is no number."""
    try:
        return float(result)
    except (TypeError, ValueError):
        return None


def _clock_of_the_day(bench):
    """Whether the code of ``bench`` reads time.time and none of the others."""
    names, waiting = set(), [getattr(bench, "__code__", None)]
    while waiting:
        code = waiting.pop()
        if code is not None:
            names.update(code.co_names)
            waiting.extend(const for const in code.co_consts if hasattr(const, "co_names"))
    return "time" in names and not names & _OTHER_CLOCKS


def _watched(bench, fn, diary, reps):
    """Runs the benchmark once; what it reported, and what happened to ``fn`` meanwhile, as numbers."""
    result = bench(fn, jnp.float32(1.0), reps=reps)
    end = _clock()
    reported = _number(result)
    timed = diary.calls[-reps:]
    calls = len(diary.calls)
    between = [count for count in diary.waits if calls - reps < count < calls]
    return {
        "reported": math.nan if reported is None else reported,
        "type": "" if reported is not None else type(result).__name__,
        "calls": calls,
        "traced": diary.traced,
        "waits": len(diary.waits),
        "waits_between": len(set(between)),
        # From the event before the first timed call to the end: more than an honest clock can have seen.
        "longest": (end - timed[0]) / max(len(timed), 1) if timed else 0.0,
        "clock_of_the_day": _clock_of_the_day(bench),
        "line": diary.line,
    }


def _observe(bench, reps, seconds, compile_seconds, shape):
    diary = _Diary(bench)
    fn = _pretended(seconds, compile_seconds, diary, shape)
    return {**_watched(bench, fn, diary, reps), "shortest": seconds}


def observe_slow(bench, reps):
    """A computation of 25 ms, whose first call compiles for 0.8 s."""
    return _observe(bench, reps, 0.025, 0.8, lambda leaf: leaf())


def observe_quick(bench, reps):
    """A computation of 0.4 ms, whose first call compiles for 0.1 s."""
    return _observe(bench, reps, 0.0004, 0.1, lambda leaf: leaf())


def observe_pytree(bench, reps):
    """A computation of 20 ms that returns a dict with a tuple in it."""
    return _observe(bench, reps, 0.020, 0.4, lambda leaf: {"value": leaf(), "rest": (leaf(), leaf())})


def observe_real(bench, reps):
    """A jitted function of jax's own that computes for some 10 ms after its call has returned."""
    matrix = jnp.full((300, 300), 0.01)

    @jax.jit
    def program(x):
        return jax.lax.fori_loop(0, 20, lambda _, y: jnp.tanh(y @ matrix), x * matrix)

    diary = _Diary(bench)

    def fn(x):
        if isinstance(x, jax.core.Tracer):
            diary.traced += 1
            return program(x)
        diary.called()
        result = program(x)
        diary.ended()
        return result

    seen = _watched(bench, fn, diary, reps)
    alone = []
    for _ in range(5):
        start = _clock()
        _block(program(jnp.float32(1.0)))
        alone.append(_clock() - start)
    # An array of jax's own does not tell that somebody waits for it: these two are left out.
    return {
        **seen,
        "waits": -1,
        "waits_between": -1,
        "shortest": min(alone),
        "longest": max(*alone, seen["longest"]),
    }
