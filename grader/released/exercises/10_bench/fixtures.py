"""Functions to benchmark whose true duration is known, and observers that watch ``bench`` at work on them.

A pretended device runs one computation after another, in time of its own: a call returns at once, with results that
are ready later, as jax does. How long it takes is a matter of sleeping, so a busy machine does not change the answer;
and what the machine adds nonetheless is measured here, around the very calls that are judged.
"""

import math
import resource
import sys
import time

import jax
import jax.numpy as jnp
import numpy as np

_clock, _sleep, _used = time.perf_counter, time.sleep, time.thread_time
_THREAD = getattr(resource, "RUSAGE_THREAD", resource.RUSAGE_SELF)


def _yielded():
    """How often this thread gave its processor away by itself, as one does who sleeps."""
    return resource.getrusage(_THREAD).ru_nvcsw


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
        self.line = 0  # of the benchmark's file, from which the latest call came, or the latest that traced
        self.own = 0.0  # seconds that the benchmark slept or computed between calls and waits
        self.owns = []  # for each call: that until the event before
        self._file = getattr(getattr(bench, "__code__", None), "co_filename", None)
        self.ended()

    def begins(self):
        """Notes that the benchmark calls or waits: what it did since the event before is its own doing.

        Where it was only kept from running, by a busy machine, an honest clock sees that, too.
        """
        between = _clock() - self._latest
        self.own += between if _yielded() > self._yielded else min(between, _used() - self._used)

    def called(self):
        self.owns.append(self.own)
        self.begins()
        self.calls.append(self._latest)
        if not self.traced:
            self._place()

    def traces(self):
        """Notes that the function was called by a jitted one, and where: no other line matters then."""
        self.traced += 1
        self._place()

    def _place(self):
        frame = sys._getframe(3)  # that of whoever called the function
        while frame is not None and frame.f_code.co_filename != self._file:
            frame = frame.f_back
        self.line = 0 if frame is None else frame.f_lineno

    def ended(self):
        self._latest, self._used, self._yielded = _clock(), _used(), _yielded()

    def waited(self):
        self.waits.append(len(self.calls))
        self.ended()


class _Pending:
    """Stands for a jax.Array whose computation still runs: whoever wants its value waits."""

    def __init__(self, ready, diary):
        self._ready, self._diary = ready, diary

    def block_until_ready(self):
        self._diary.begins()
        remaining = self._ready - _clock()
        if remaining > 5e-4:
            _sleep(remaining - 3e-4)
        while _clock() < self._ready:  # sleeping is not precise enough for the end
            pass
        self._diary.waited()
        return self

    def is_ready(self):
        ready = _clock() >= self._ready
        if ready:
            self._diary.waited()
        return ready

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
            diary.traces()
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


def _watched(bench, fn, diary, reps, *, waits_are_seen):
    """Runs the benchmark once; what it reported, and what happened to ``fn`` meanwhile, as numbers."""
    result = bench(fn, jnp.float32(1.0), reps=reps)
    diary.begins()
    end = _clock()
    reported = _number(result)
    timed = diary.calls[-reps:]
    own = diary.own - diary.owns[-reps:][0] if timed and waits_are_seen else 0.0
    calls = len(diary.calls)
    between = [count for count in diary.waits if calls - reps < count < calls]
    return {
        "reported": math.nan if reported is None else reported,
        "type": "" if reported is not None else type(result).__name__,
        "calls": calls,
        "traced": diary.traced,
        "waits": len(diary.waits) if waits_are_seen else -1,
        "waits_between": len(set(between)) if waits_are_seen else -1,
        # From the event before the first timed call to the end, less what the benchmark did by itself after that call
        # began: more than an honest clock can have seen.
        "longest": (end - timed[0] - own) / max(len(timed), 1) if timed else 0.0,
        "clock_of_the_day": _clock_of_the_day(bench),
        "line": diary.line,
    }


def _observe(bench, reps, seconds, compile_seconds, shape):
    diary = _Diary(bench)
    fn = _pretended(seconds, compile_seconds, diary, shape)
    seen = _watched(bench, fn, diary, reps, waits_are_seen=True)
    return {**seen, "shortest": seconds, "longest": max(seconds, seen["longest"])}


def observe(bench, reps, seconds, compile_seconds):
    """A computation of one array, whose first call compiles."""
    return _observe(bench, reps, seconds, compile_seconds, lambda leaf: leaf())


def observe_pytree(bench, reps, seconds, compile_seconds):
    """One that returns a dict with a tuple in it."""
    return _observe(bench, reps, seconds, compile_seconds, lambda leaf: {"value": leaf(), "rest": (leaf(), leaf())})


def observe_real(bench, reps, rounds, _compile_seconds):
    """A jitted function of jax's own that computes for so many rounds, some 0.5 ms each, after its call returned."""
    matrix = jnp.full((300, 300), 0.01)

    @jax.jit
    def program(x):
        return jax.lax.fori_loop(0, int(rounds), lambda _, y: jnp.tanh(y @ matrix), x * matrix)

    diary = _Diary(bench)

    def fn(x):
        if isinstance(x, jax.core.Tracer):
            diary.traces()
            return program(x)
        diary.called()
        result = program(x)
        diary.ended()
        return result

    # An array of jax's own does not tell that somebody waits for it.
    seen = _watched(bench, fn, diary, reps, waits_are_seen=False)
    alone = []
    for _ in range(5):
        start = _clock()
        _block(program(jnp.float32(1.0)))
        alone.append(_clock() - start)
    return {**seen, "shortest": min(alone), "longest": max(*alone, seen["longest"])}
