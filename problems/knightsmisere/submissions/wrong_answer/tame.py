# Wrong: believes that all squares are tame, and asks only which ones are firm.
import sys
from functools import cache


def moves(r, c):
    near = ((r + 1, c - 2), (r - 1, c - 2), (r - 2, c - 1), (r - 2, c + 1))
    return [(r, c) for r, c in near if 0 <= r < 8 and 0 <= c < 8]


@cache
def grundy(*square):
    reached = {grundy(*after) for after in moves(*square)}
    return min(set(range(5)) - reached)


@cache
def wins_alone(*square):
    return not moves(*square) or any(not wins_alone(*after) for after in moves(*square))


numbers = map(int, sys.stdin.read().split())
for _ in range(next(numbers)):
    nim_sum = 0
    firm = False
    for _ in range(next(numbers)):
        square = next(numbers), next(numbers)
        nim_sum ^= grundy(*square)
        number = grundy(*square)
        firm = firm or number > 1 or (number == 0) != wins_alone(*square)
    print("FIRST" if (nim_sum != 0) == firm else "SECOND")
