# Wrong: the parity of the fastest way home, as if both players hurried.
import sys
from functools import cache

STEPS = (1, -2), (-1, -2), (-2, -1), (-2, 1)


@cache
def remoteness(r, c, lost):
    options = [remoteness(r + a, c + b, lost) for a, b in STEPS if 0 <= r + a < 8 and 0 <= c + b < 8]
    if not options:
        return 0
    good = [value for value in options if value % 2 == lost]
    return 1 + min(options)


words = iter(sys.stdin.read().split())
for _ in range(int(next(words))):
    lost = ["normal", "misere"].index(next(words))
    k = int(next(words))
    squares = [(int(next(words)), int(next(words))) for _ in range(k)]
    value = min(remoteness(r, c, lost) for r, c in squares)
    print("SECOND" if value % 2 == lost else "FIRST")
