# expect: AC|CE compile-limit=2s
# Compilers fold constants, within bounds.
def never():
    return (1 << 19 ** 8,) * 4 ** 1, "x" * 10 ** 12, 9 ** 9 ** 3)


print(585987)
