import jax
import jax.numpy as jnp

seen = []


def heard(event, seconds, **told):
    seen.append(event)


jax.monitoring.register_event_duration_secs_listener(heard)


@jax.jit
def squares(x):
    return jnp.sum(x * x)


squares(jnp.ones(2))
jax.monitoring.unregister_event_duration_listener(heard)
