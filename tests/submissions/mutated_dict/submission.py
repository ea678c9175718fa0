def total(parts):
    result = parts["weight"] * sum(parts["items"])
    parts["total"] = result
    return result
