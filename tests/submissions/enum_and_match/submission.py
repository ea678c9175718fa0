import enum


class Mode(enum.Enum):
    ADD = 1
    SUBTRACT = 2


MODE = Mode.ADD


def shifted(x, offset):
    match MODE:
        case Mode.ADD:
            return x + offset
        case Mode.SUBTRACT:
            return x - offset
