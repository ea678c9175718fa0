def squares(x):
    total = 0.0
    for number in x:
        total = total + number * number
    return total
