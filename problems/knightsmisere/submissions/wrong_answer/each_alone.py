# Wrong: counts the knights that lose alone; an even number of them is won.
import sys
from functools import cache


def moves(r, c):
    near = ((r + 1, c - 2), (r - 1, c - 2), (r - 2, c - 1), (r - 2, c + 1))
    return [(r, c) for r, c in near if 0 <= r < 8 and 0 <= c < 8]


@cache
def wins_alone(*square):
    return not moves(*square) or any(not wins_alone(*after) for after in moves(*square))


numbers = map(int, sys.stdin.read().split())
for _ in range(next(numbers)):
    losing = 0
    for _ in range(next(numbers)):
        losing += not wins_alone(next(numbers), next(numbers))
    print("FIRST" if losing % 2 == 0 else "SECOND")
