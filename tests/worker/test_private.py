"""The private names of jax that the worker relies on are where it expects them, and do what it expects."""

import re
import subprocess
import sys
from pathlib import Path

import grader

PROBE = """
import jax, jax.numpy as jnp, numpy as np
from grader.worker import private
plain = jax.device_put(np.arange(3, dtype=np.float32))
print(type(plain) is private.ArrayImpl)
print(type(jax.random.key(0)) is private.PRNGKeyArray)
print(private.to_numpy(plain).tolist() == [0.0, 1.0, 2.0])
print(private.to_numpy(jnp.bfloat16(3)).dtype == jnp.bfloat16)
print(not private.is_weak(plain) and private.is_weak(jnp.asarray(1.0)))
print(private.is_weak(private.weakened(plain)))
put = private.put(np.arange(3, dtype=np.float32))
print(put.tolist() == [0.0, 1.0, 2.0] and not put.committed and put.aval == plain.aval)
mesh = jax.sharding.Mesh(np.array(jax.devices()), ("a",))
spread = jax.device_put(np.arange(4), jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec("a")))
print(private.to_numpy(spread).tolist() == [0, 1, 2, 3])
primitives, origins = [], []
def operation(primitive, arguments, parameters):
    primitives.append((primitive.name, parameters.get("name")))
    origins.append(any(frame.function_name == "calls_twice" for frame in private.origin()))
    with private.plainly():
        assert (plain + 1).tolist() == [1.0, 2.0, 3.0]
    return [2 * one for one in private.evaluated(primitive, arguments, parameters)]
twice = jax.jit(lambda x: x + x)
twice(plain)
def calls_twice():
    return twice(plain)
with private.interposed(operation):
    print(calls_twice().tolist() == [0.0, 4.0, 8.0])
print(origins == [True])
print(primitives == [("jit", "<lambda>")] and twice(plain).tolist() == [0.0, 2.0, 4.0])
with jax.enable_x64(True):
    print(private.x64_is_on())
"""


def test_each_private_name_is_there_and_does_what_the_worker_needs():
    environment = {"JAX_PLATFORMS": "cpu", "XLA_FLAGS": "--xla_force_host_platform_device_count=2"}
    done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=False, env=environment)
    assert done.stdout.split() == ["True"] * 12, f"a private name of jax has moved or changed:\n{done.stderr}"


def test_no_other_file_names_the_private_modules_of_jax():
    folder = Path(grader.__file__).parent
    naming = [
        str(path.relative_to(folder))
        for path in folder.rglob("*.py")
        if re.search(r"^\s*(from|import)\s+jax\._src", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert naming == ["worker/private.py"]
