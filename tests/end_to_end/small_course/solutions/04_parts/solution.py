def total(parts):
    """Return the weighted sum."""
    return parts["weight"] * sum(parts["items"])
