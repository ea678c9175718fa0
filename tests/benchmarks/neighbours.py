"""Other people on the machine: processes that spin for a while, rest for a while, and go with whoever started them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

__all__ = ["neighbours"]

_BURSTY: Final = """
import os, random, time
parent = os.getppid()
while os.getppid() == parent:
    end = time.perf_counter() + random.uniform(0.005, 0.05)
    while time.perf_counter() < end:
        pass
    time.sleep(random.uniform(0.005, 0.05))
"""


@contextmanager
def neighbours(count: int) -> Iterator[None]:
    """So many processes that spin at random for 5 to 50 ms and then sleep as long."""
    started = [subprocess.Popen([sys.executable, "-c", _BURSTY]) for _ in range(count)]
    try:
        yield
    finally:
        for process in started:
            process.kill()
        for process in started:
            process.wait()
