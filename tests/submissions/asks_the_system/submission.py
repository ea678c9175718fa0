"""What a file asks about the machine, the clock and itself while it loads harms nobody."""

import datetime
import locale
import logging
import os
import platform
import sys
import time
import warnings
from pathlib import Path

import jax.numpy as jnp

STARTED = time.time(), time.perf_counter(), time.process_time(), datetime.datetime.now()
time.sleep(0.01)
PROCESS = os.getpid(), os.getppid(), os.getuid() if hasattr(os, "getuid") else None
CORES = os.cpu_count(), len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
MACHINE = platform.platform(), platform.python_version(), platform.machine(), sys.version_info, sys.argv
FOLDERS = Path.home(), Path.cwd(), Path("~").expanduser(), os.getcwd(), os.listdir(".")
HERE = Path(__file__).stem, os.path.dirname(os.path.abspath(__file__)), Path(__file__).parent / "data"
THERE = Path("data.csv").exists(), os.path.exists("/nowhere/at/all"), Path(__file__).is_file()
RANDOM = os.urandom(4)
LANGUAGE = locale.getlocale(), locale.setlocale(locale.LC_ALL, "")

logging.basicConfig(level=logging.INFO)
logging.getLogger(__name__).info("loaded on %s cores", CORES[0])
warnings.warn("only a warning", stacklevel=1)
print("loaded", file=sys.stderr)


def shifted(x, offset):
    return jnp.add(x, offset)
