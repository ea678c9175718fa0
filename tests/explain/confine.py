"""Locks this process in as a worker is, then tells what snippets raise: see observe.py."""

from __future__ import annotations

import os
import resource
import runpy
import site
import sys
from pathlib import Path

from grader.worker.confinement import landlock, seccomp


def main():
    """Goes into the folder that the first argument names, gives everything else up, and observes."""
    os.chdir(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
    resource.setrlimit(resource.RLIMIT_NOFILE, (128, 128))
    prefixes = {sys.prefix, sys.base_prefix, str(Path(sys.base_prefix).resolve()), *site.getsitepackages()}
    ours = Path(__file__).parents[2]
    landlock.restrict(
        ("/usr", "/lib", "/lib64", "/proc/self", "/proc/cpuinfo", "/dev/urandom", str(ours), *prefixes),
        (sys.argv[1], "/dev/null"),
    )
    seccomp.install()
    runpy.run_path(str(Path(__file__).with_name("observe.py")), run_name="__main__")


main()
