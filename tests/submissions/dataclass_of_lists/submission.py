import dataclasses


@dataclasses.dataclass
class Trace:
    inputs: list


def trace_free(x):
    trace = Trace([])
    trace.inputs.append(x)
    return (2 * trace.inputs[-1] + 1) * 3, trace.inputs
