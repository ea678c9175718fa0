def total(parts):
    items = parts["items"]
    result = 0
    while items:
        result = result + items.pop()
    return parts["weight"] * result
