# Wrong: counts a super-winning square within a move as a 1: the slides have 1 = mex(0, SW) = mex(1).
import sys
from functools import cache


def moves(r, c):
    near = ((r + 1, c - 2), (r - 1, c - 2), (r - 2, c - 1), (r - 2, c + 1))
    return [(r, c) for r, c in near if 0 <= r < 8 and 0 <= c < 8]


def mex(values):
    return min(set(range(5)) - values)


@cache
def normal(*square):
    reached = {normal(*after) for after in moves(*square)}
    if not reached:
        return "SL"
    return "SW" if "SL" in reached else mex({1 if value == "SW" else value for value in reached})


@cache
def misere(*square):
    reached = {misere(*after) for after in moves(*square)}
    return mex(reached) if reached else "SW"


words = iter(sys.stdin.read().split())
for _ in range(int(next(words))):
    value = normal if next(words) == "normal" else misere
    values = [value(int(next(words)), int(next(words))) for _ in range(int(next(words)))]
    if "SL" in values:
        won = False
    elif "SW" in values:
        won = True
    else:
        won = 0
        for number in values:
            won ^= number
    print("FIRST" if won else "SECOND")
