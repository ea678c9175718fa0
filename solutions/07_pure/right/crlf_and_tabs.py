# expect: passed
import numpy as np

Δ = np.float32(0)


def shifted(x, offset):
	δ = offset
	return x + δ
