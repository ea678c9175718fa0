"""What lies outside the file and outlives a call: generators, environment, settings, threads, hooks, other modules."""

from __future__ import annotations

import atexit
import builtins
import decimal
import gc
import locale
import logging
import os
import random
import signal
import sys
import threading
import types
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import jax
import numpy as np

from grader.worker.purity.attribution import student_function
from grader.worker.purity.marks import Look, of
from grader.worker.purity.places import Fingerprint, Place

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["generators", "settings", "surroundings"]

_TIMERS = [getattr(signal, name) for name in ("ITIMER_REAL", "ITIMER_VIRTUAL", "ITIMER_PROF") if hasattr(signal, name)]


def surroundings(module: types.ModuleType, *, file: str) -> Fingerprint:
    """Takes a fingerprint of the process around the file, and of the names of modules the file imports."""
    found = settings(generators())
    for kind, words, hook in _hooks():
        if student_function(hook, file):
            found.add(words, Place(words, words), Look("set", f"#{id(hook)}", kind))
            found.kept.append(hook)
    for other in _imported(module):
        found.modules[other.__name__] = dict(vars(other))
    return found


def settings(found: Fingerprint) -> Fingerprint:
    """Adds the settings of the process and its environment to a fingerprint."""
    for kind, words, value in _settings():
        found.add(words, Place(words, words), Look(str(value)[:60], str(value), kind))
    for name, value in os.environ.items():
        words = f"the environment variable `{name}`"
        found.add(words, Place(name, words), Look(repr(value)[:60], repr(value), "environment"))
    return found


def generators() -> Fingerprint:
    """Takes a fingerprint of the two random generators that the whole process shares."""
    found = Fingerprint()
    found.add("random", Place("random", "the generator of `random`"), _state(hash(random.getstate())))
    _, words, position, has_gauss, _ = np.random.get_state()  # noqa: NPY002 - it is the shared one that is asked for
    state = (np.asarray(words).tobytes(), position, has_gauss)
    found.add("np.random", Place("np.random", "the generator of `np.random`"), _state(hash(state)))
    return found


def _state(state: int) -> Look:
    return Look("a state", str(state), "randomness")


def _settings() -> Iterator[tuple[str, str, object]]:
    yield "environment", "the working folder", Path.cwd()
    yield "configuration", "`np.seterr`", sorted(np.geterr().items())
    yield "configuration", "`np.set_printoptions`", sorted(map(str, np.get_printoptions().items()))
    yield "configuration", "the recursion limit", sys.getrecursionlimit()
    yield "configuration", "the filters of `warnings`", warnings.filters
    context = decimal.getcontext()
    yield "configuration", "`decimal.getcontext()`", (context.prec, context.rounding, context.Emin, context.Emax)
    yield "environment", "the umask", _umask()
    yield "environment", "`sys.path`", sys.path
    yield "environment", "`sys.argv`", sys.argv
    yield "configuration", "`sys.setswitchinterval`", sys.getswitchinterval()
    yield "configuration", "`gc.enable` and `gc.set_threshold`", (gc.isenabled(), gc.get_threshold())
    yield "configuration", "`logging.disable`", logging.root.manager.disable
    yield "configuration", "`locale.setlocale`", locale.setlocale(locale.LC_ALL)
    yield "environment", "the functions of `atexit`", atexit._ncallbacks()  # noqa: SLF001 - there is no other way to ask
    if hasattr(signal, "getitimer"):
        yield "signal-handler", "an alarm", [signal.getitimer(kind)[0] > 0 for kind in _TIMERS]
    for name, value in getattr(jax.config, "values", {}).items():
        yield "configuration", f"the jax setting `{name}`", value


def _umask() -> int:
    """The permissions that new files are not given. There is no way to ask but to set it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _hooks() -> Iterator[tuple[str, str, object]]:
    yield "tracing-hook", "`sys.settrace`", sys.gettrace()
    yield "tracing-hook", "`sys.setprofile`", sys.getprofile()
    yield "tracing-hook", "`threading.settrace`", threading.gettrace()
    yield "tracing-hook", "`threading.setprofile`", threading.getprofile()
    yield "tracing-hook", "`sys.excepthook`", sys.excepthook
    for index, callback in enumerate(gc.callbacks):
        yield "tracing-hook", f"`gc.callbacks[{index}]`", callback
    if threading.current_thread() is threading.main_thread():
        for number in signal.valid_signals():
            handler = signal.getsignal(number)
            if callable(handler):
                yield "signal-handler", f"the handler of signal {int(number)}", handler


def _imported(module: types.ModuleType) -> list[types.ModuleType]:
    """The modules the file named when it imported, and the built-in names."""
    named = [value for value in vars(module).values() if of(value, types.ModuleType)]
    return list({id(value): value for value in [builtins, *named]}.values())
