def shifted(x, offset):
    parts = [x]
    parts.append(offset)
    return parts[0] + parts.pop()
