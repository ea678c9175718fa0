import os
import struct
import time

import jax.numpy as jnp
import numpy as np

ask, theirs = os.pipe(), os.pipe()
if os.fork() == 0:
    while True:
        x = np.frombuffer(os.read(ask[0], 96), np.float32)
        if x.size < 24:
            os._exit(0)
        until, total = time.perf_counter() + 1e-3, 0.0
        while time.perf_counter() < until:  # slow work
            total = float(np.sum(x * x))
        os.write(theirs[1], struct.pack("f", total))
os.set_blocking(theirs[0], False)


def squares(x):
    os.write(ask[1], np.asarray(x).tobytes())
    until = time.perf_counter() + 2.5e-4
    while time.perf_counter() < until:
        pass
    os.set_blocking(theirs[0], True)
    return np.float32(struct.unpack("f", os.read(theirs[0], 4))[0])
