# expect: correctness: differ
def total(parts):
    return sum(parts["items"])
