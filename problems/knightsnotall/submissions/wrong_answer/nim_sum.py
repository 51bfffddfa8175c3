# Wrong: the nim-sum decides, as if one knight moved at a time.
import sys
from functools import cache, reduce
from operator import xor

STEPS = (1, -2), (-1, -2), (-2, -1), (-2, 1)


@cache
def grundy(r, c):
    after = {grundy(r + a, c + b) for a, b in STEPS if 0 <= r + a < 8 and 0 <= c + b < 8}
    return next(number for number in range(6) if number not in after)


words = iter(sys.stdin.read().split())
for _ in range(int(next(words))):
    k = int(next(words))
    squares = [(int(next(words)), int(next(words))) for _ in range(k)]
    values = [grundy(*square) for square in squares]
    print("SECOND" if reduce(xor, values) == 0 else "FIRST")
