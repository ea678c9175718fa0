"""Runs snippets beside jax and tells what they raise: one JSON object a line in, one ``Failure`` a line out."""

from __future__ import annotations

import io
import json
import linecache
import sys
import warnings

import jax
import jax.numpy as jnp
import msgspec
import numpy as np

from grader.worker.failures import described

HEAD = "import jax, jax.numpy as jnp, numpy as np, math; from jax import lax\n"


def failure(number, source, arguments, *, jit):
    """What running the source, and then calling its ``f``, raises; None where nothing does."""
    file = f"/submissions/{number}/exercise.py"
    text = HEAD + source
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    names = {"__name__": "submission"}
    stage = "import"
    try:
        exec(compile(text, file, "exec"), names)
        stage = "call"
        if arguments is not None:
            given = eval(arguments, {"jax": jax, "jnp": jnp, "np": np})
            (jax.jit(names["f"]) if jit else names["f"])(*given)
    except BaseException as error:  # noqa: BLE001 - what a snippet raises is what is asked for
        return described(error, file, stage)
    return None


def main():
    """Answers until the input ends."""
    warnings.simplefilter("ignore")
    answers = sys.stdout
    sys.stdout = io.StringIO()  # what snippets print is no answer
    for number, line in enumerate(sys.stdin):
        asked = json.loads(line)
        answer = failure(number, asked["source"], asked["arguments"], jit=asked["jit"])
        print(msgspec.json.encode(answer).decode(), file=answers, flush=True)


main()
