# Straight from the rules: a position is won if some move leads to one that is lost. Gives up on large positions.
from functools import cache
from math import prod

input()
heaps = list(map(int, input().split()))
if prod(heap + 1 for heap in heaps) > 20000:
    raise SystemExit("too many positions")


def moves(position):
    for i, heap in enumerate(position):
        for left in range(heap):
            yield i, left, position[:i] + (left,) + position[i + 1 :]


@cache
def wins(position):
    return any(not wins(tuple(sorted(after))) for _, _, after in moves(position))


for i, left, after in moves(tuple(heaps)):
    if not wins(tuple(sorted(after))):
        print("FIRST", i + 1, left)
        break
else:
    print("SECOND")
