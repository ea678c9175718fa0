class Config:
    scale = 1.0


def set_scale(scale):
    Config.scale = scale


def shifted(x, offset):
    return x * Config.scale + offset
