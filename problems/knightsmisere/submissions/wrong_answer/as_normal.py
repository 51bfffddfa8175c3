# Wrong: the answer of the normal game.
import sys
from functools import cache


def moves(r, c):
    near = ((r + 1, c - 2), (r - 1, c - 2), (r - 2, c - 1), (r - 2, c + 1))
    return [(r, c) for r, c in near if 0 <= r < 8 and 0 <= c < 8]


@cache
def grundy(*square):
    reached = {grundy(*after) for after in moves(*square)}
    return min(set(range(5)) - reached)


numbers = map(int, sys.stdin.read().split())
for _ in range(next(numbers)):
    nim_sum = 0
    for _ in range(next(numbers)):
        square = next(numbers), next(numbers)
        nim_sum ^= grundy(*square)
    print("FIRST" if nim_sum else "SECOND")
