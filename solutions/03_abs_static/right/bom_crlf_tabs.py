# expect: passed
# -*- coding: utf-8 -*-
from jax import *


def my_abs(größe):
	if größe < 0:
		return -größe
	return größe


abs_jit = jit(my_abs, static_argnums=0)
