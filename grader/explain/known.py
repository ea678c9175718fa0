"""Names students mean: what they import, and the functions of jax that a misspelt one is compared with."""

__all__ = ["FUNCTIONS", "IMPORTS", "MODULES"]

IMPORTS = {
    "jax": "import jax",
    "jnp": "import jax.numpy as jnp",
    "np": "import numpy as np",
    "numpy": "import numpy",
    "lax": "from jax import lax",
    "jit": "from jax import jit",
    "grad": "from jax import grad",
    "vmap": "from jax import vmap",
    "random": "from jax import random",
    "partial": "from functools import partial",
    "functools": "import functools",
    "math": "import math",
    "time": "import time",
}
"""What a missing name is usually imported by."""

_JAX = (
    "Array block_until_ready checkpoint checking_leaks clear_caches config custom_jvp custom_vjp debug device_get "
    "device_put devices disable_jit eval_shape export grad hessian jacfwd jacobian jacrev jit jvp lax linearize "
    "make_jaxpr named_scope nn numpy pmap random scipy tree tree_util typeof value_and_grad vjp vmap"
)
_LAX = (
    "associative_scan cond custom_root dynamic_index_in_dim dynamic_slice dynamic_slice_in_dim dynamic_update_slice "
    "dynamic_update_slice_in_dim fori_loop map reduce_window scan select stop_gradient switch while_loop"
)
_RANDOM = (
    "PRNGKey bernoulli beta bits categorical choice exponential fold_in gamma key key_data normal permutation "
    "randint split truncated_normal uniform wrap_key_data"
)
_NN = "elu gelu leaky_relu log_softmax logsumexp one_hot relu selu sigmoid silu softmax softplus"
_LINALG = "cholesky det eig eigh inv norm qr slogdet solve svd"
_ARRAY = (
    "T all any argmax argmin argsort astype at clip conj copy cumprod cumsum diagonal dot dtype flatten imag item "
    "max mean min ndim nonzero prod ravel real repeat reshape round shape size sort squeeze std sum swapaxes take "
    "tolist trace transpose var view"
)
_JNP = (
    "abs add all allclose any append arange arccos arcsin arctan arctan2 argmax argmin argsort argwhere array "
    "array_equal asarray astype atleast_1d average bincount bitwise_and bitwise_or broadcast_to ceil clip "
    "column_stack concatenate conj cos cosh cross cumprod cumsum deg2rad diag diagonal diff digitize divide dot "
    "dtype einsum empty equal exp exp2 expand_dims expm1 eye finfo flatnonzero flip float32 float64 floor "
    "floor_divide fmod full full_like gradient greater hstack hypot identity iinfo imag inf inner int32 int64 "
    "interp isclose isfinite isin isinf isnan kron less linalg linspace log log10 log1p log2 logaddexp logical_and "
    "logical_not logical_or logical_xor logspace matmul max maximum mean median meshgrid min minimum mod moveaxis "
    "multiply nan nan_to_num nanmax nanmean nansum ndarray negative newaxis nonzero ones ones_like outer pad pi "
    "polyval power prod quantile ravel real reciprocal repeat reshape roll rot90 round searchsorted select shape "
    "sign sin sinh size sort sqrt square squeeze stack std subtract sum swapaxes take tan tanh tensordot tile trace "
    "transpose tri tril triu unique unravel_index var vdot vectorize vstack where zeros zeros_like"
)

FUNCTIONS: dict[str, tuple[str, ...]] = {
    "jax": tuple(_JAX.split()),
    "lax": tuple(_LAX.split()),
    "jax.random": tuple(_RANDOM.split()),
    "jax.nn": tuple(_NN.split()),
    "jax.numpy.linalg": tuple(_LINALG.split()),
    "array": tuple(_ARRAY.split()),
    "jnp": tuple(_JNP.split()),
    "np": tuple(_JNP.split()),
}
"""The functions by module as students call it; ``array`` stands for the methods of an array."""

MODULES = ("jnp", "lax", "jax", "jax.random", "jax.nn")
"""Where a function that was looked for in the wrong place is looked for, in this order."""
