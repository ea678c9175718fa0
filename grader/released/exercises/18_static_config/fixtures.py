"""What users of exercise 18 do with a config and with a model, and what they get."""

import sys

import jax
import numpy as np

_X = np.array([1.0, 2.0, -3.0], np.float32)


def _config(power, exponent):
    """A fresh config, made by the class ``Config`` that stands beside ``power``."""
    beside = [vars(module) for module in list(sys.modules.values()) if vars(module).get("power") is power]
    if not beside or "Config" not in beside[0]:
        raise NameError("the file defines no `Config` beside `power`")
    return beside[0]["Config"](exponent=exponent)


def with_fresh_config(power, x, cfg):
    """A call with a config that is made for it."""
    return power(x, _config(power, cfg))


def powers(power, x, exponent):
    """Three configs, the last one of which is drawn, and one that is equal to the first."""
    return {
        "power(x, Config(exponent=3))": power(x, _config(power, 3)),
        "power(x, Config(exponent=2))": power(x, _config(power, 2)),
        f"power(x, Config(exponent={exponent}))": power(x, _config(power, exponent)),
        "power(x, another Config(exponent=3))": power(x, _config(power, 3)),
    }


def model_called(model_class, k):
    """A call of a fresh model."""
    return model_class(k)(_X)


def model_changed(model_class, k):
    """A model whose attribute changes between two calls, beside one that stays as it was."""
    k = round(k, 2)
    model, other = model_class(k), model_class(k + 1)
    return {
        f"model = Model({k}); model(x)": model(_X),
        f"Model({k + 1:g})(x)": other(_X),
        "model.k = 5.0; model(x)": _set(model, 5.0)(_X),
        f"model.k = {-k}; model(x)": _set(model, -k)(_X),
    }


def _set(model, k):
    model.k = k
    return model


def model_as_pytree(model_class):
    """A model that functions of jax take apart and put together again."""
    model = model_class(2.0)
    leaves = jax.tree.leaves(model)
    if any(leaf is model for leaf in leaves):
        raise TypeError("jax.tree.leaves(Model(2.0)) gives the model itself: it is no pytree")
    doubled = jax.tree.map(lambda leaf: 2 * leaf, model)
    slope = jax.grad(lambda m: (m(_X) ** 2).sum())(model)
    return {
        "jax.tree.leaves(Model(2.0))": [float(leaf) for leaf in leaves],
        "jax.tree.map(lambda leaf: 2 * leaf, Model(2.0))(x)": doubled(_X),
        "jax.grad(lambda model: (model(x) ** 2).sum())(Model(2.0)).k": slope.k,
    }
