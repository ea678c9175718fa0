# expect: slow: reports
"""Sleeps as long as it says, whatever the computation takes."""

import time
def bench(fn, *args, reps):
    for _ in range(reps + 1):
        fn(*args)
        time.sleep(0.1)
    return 0.1
