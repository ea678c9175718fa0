# expect: passed
"""nan, which the division gives if there are none, is made 0 at the end; the inner jnp.where keeps it from x."""

import jax.numpy as jnp


def positive_mean(x):
    mask = jnp.greater(x, 0)
    return jnp.nan_to_num(jnp.where(mask, x, 0).sum() / mask.sum())


if __name__ == "__main__":
    import uncertainties_is_missing

    print(uncertainties_is_missing.mean([1.0, 2.0]))
