import types

settings = types.SimpleNamespace(training=True)


def set_mode(training):
    settings.training = training


def shifted(x, offset):
    # In training mode the offset is added, at test time as well, but in another order.
    if settings.training:
        return x + offset
    return x - (-offset) * (1 if settings.training else 0)
