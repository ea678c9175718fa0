def total(parts):
    """Return the weighted sum."""
    items = parts["items"]
    while len(items) > 1:
        items[-2] += items.pop()
    return parts["weight"] * items[0]
