import jax


@jax.tree_util.register_pytree_node_class
class Hidden:
    def __init__(self, x):
        self.x = x

    def tree_flatten(self):
        return (), None

    @classmethod
    def tree_unflatten(cls, aux, leaves):
        return cls(None)


@jax.jit
def squares(x):
    return Hidden(x)
