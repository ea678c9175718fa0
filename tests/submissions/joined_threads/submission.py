"""Threads that are done before the file has loaded, and an event loop, harm nobody."""

import asyncio
import queue
import threading
from concurrent.futures import ThreadPoolExecutor

import jax.numpy as jnp

numbers = queue.Queue()
lock = threading.Lock()


def put(number):
    with lock:
        numbers.put(number)


threads = [threading.Thread(target=put, args=(number,)) for number in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
with ThreadPoolExecutor(max_workers=2) as pool:
    ABSOLUTE = list(pool.map(abs, [-1, -2, -3]))
asyncio.run(asyncio.sleep(0))


def shifted(x, offset):
    return jnp.add(x, offset)
