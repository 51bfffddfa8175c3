# Wrong: misère play is the opposite of normal play.
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
    return "SW" if "SL" in reached else mex(reached)


words = iter(sys.stdin.read().split())
for _ in range(int(next(words))):
    misere = next(words) == "misere"
    values = [normal(int(next(words)), int(next(words))) for _ in range(int(next(words)))]
    if "SL" in values:
        won = False
    elif "SW" in values:
        won = True
    else:
        won = 0
        for number in values:
            won ^= number
    print("FIRST" if bool(won) != misere else "SECOND")
