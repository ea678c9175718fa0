"""jax, imported first and locked in before its first compilation, computes as ever and reaches nothing."""

from __future__ import annotations

import platform
import sys

import pytest

if sys.platform != "linux":
    pytest.skip("these locks are of Linux only", allow_module_level=True)
if platform.machine() not in {"x86_64", "aarch64"}:
    pytest.skip("no table of system calls for this machine", allow_module_level=True)

SCRIPT = """
import sys
import jax, jax.numpy as jnp, numpy as np
from grader.worker.confinement import kernel, landlock, seccomp
os.chdir(sys.argv[1])
child = os.fork()
if child:
    os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) & 255)
kernel.drop_capabilities()
if landlock.abi():
    places = [path for path in sys.path if path] + [sys.prefix, sys.base_prefix, "/usr", "/lib", "/lib64", "/proc/self"]
    landlock.restrict(places + ["/proc/cpuinfo", "/dev/urandom", "/sys/devices/system/cpu"], [".", "/dev/null"])
seccomp.install()
import ctypes, threading
def near(got, expected):
    assert np.allclose(got, expected), got
def looped(x):
    return jax.lax.while_loop(lambda s: s[0] < 10, lambda s: (s[0] + 1, s[1] @ s[1] / 2), (0, x))[1]
def in_threads():
    results = []
    square = lambda: results.append(float(jax.jit(lambda x: x * x)(3.0)))
    threads = [threading.Thread(target=square) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert results == [9.0] * 4
def called_back():
    near(jax.pure_callback(np.sin, jax.ShapeDtypeStruct((), jnp.float32), jnp.float32(1)), np.sin(1))
def exported():
    from jax import export
    data = export.export(jax.jit(looped))(jnp.eye(3)).serialize()
    near(export.deserialize(data).call(2 * jnp.eye(3)), 2 * np.eye(3))
def from_c():
    assert ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(lambda x: x + 1)(1) == 2
def saved():
    np.save("saved.npy", np.arange(3))
    near(np.load("saved.npy"), [0, 1, 2])
def linear():
    near(jnp.linalg.eigh(2 * jnp.eye(5))[0], 2)
    near(np.linalg.inv(np.eye(300) * 2), np.eye(300) / 2)
tell({
    "a jitted function": lambda: near(jax.jit(lambda x: jnp.sin(x) + 1)(jnp.zeros(3)), 1),
    "a product of matrices": lambda: near(jnp.ones((1000, 1000)) @ jnp.ones((1000, 1000)), 1000),
    "a loop": lambda: near(jax.jit(looped)(2 * jnp.eye(64)), 2 * np.eye(64)),
    "random numbers": lambda: jax.random.normal(jax.random.key(0), (100,)).block_until_ready(),
    "vmap": lambda: near(jax.vmap(jnp.sum)(jnp.ones((3, 4))), 4),
    "a gradient": lambda: near(jax.grad(lambda x: (x**2).sum())(jnp.arange(3.0)), [0, 2, 4]),
    "linear algebra": linear,
    "threads": in_threads,
    "a callback": called_back,
    "an export": exported,
    "a callback from C": from_c,
    "large arrays": lambda: near(jnp.ones(30_000_000).sum(), 30_000_000),
    "files of its own": saved,
    "a file outside": lambda: open("/etc/hostname" if os.path.exists("/etc/hostname") else "/etc/passwd"),
    "a process": os.fork,
})
"""
WORKS = (
    "a jitted function",
    "a product of matrices",
    "a loop",
    "random numbers",
    "vmap",
    "a gradient",
    "linear algebra",
    "threads",
    "a callback",
    "an export",
    "a callback from C",
    "large arrays",
    "files of its own",
)


@pytest.fixture(scope="module")
def tried(outcomes, tmp_path_factory):
    """What became of everything the script tries."""
    return outcomes(SCRIPT, tmp_path_factory.mktemp("scratch"), seconds=110)


@pytest.mark.parametrize("what", WORKS)
def test_jax_has_inside(tried, what):
    assert tried[what] == "fine"


def test_a_process_with_jax_is_refused_others(tried):
    assert tried["a process"] == "EPERM"


def test_a_process_with_jax_is_refused_files_outside(tried):
    from grader.worker.confinement import landlock

    if not landlock.abi():
        pytest.skip(landlock.missing())
    assert tried["a file outside"] == "EACCES"
