def total(parts):
    items = list(parts["items"])
    result = items.pop()
    while items:
        result = result + items.pop()
    return {**parts, "total": parts["weight"] * result}["total"]
