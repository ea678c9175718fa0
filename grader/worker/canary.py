"""Compiling a throw-away function under a name the grader chose, so that XLA's own log numbers it."""

from __future__ import annotations

import jax
import numpy as np

__all__ = ["compile_canary"]

_jit = jax.jit


def compile_canary(name: str) -> None:
    """Compiles a new function of this name, ahead of time: settings such as ``jax_disable_jit`` have no say."""

    def canary(x: jax.Array) -> jax.Array:
        return x  # the least there is to compile

    canary.__name__ = canary.__qualname__ = name
    _jit(canary).lower(np.ones(2, np.float32)).compile()
