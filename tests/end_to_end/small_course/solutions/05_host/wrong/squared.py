# expect: correctness: differ
def double(x):
    return x * x
