# Wrong: misère play is won exactly where normal play is lost.
import sys
from functools import cache

STEPS = (1, -2), (-1, -2), (-2, -1), (-2, 1)


@cache
def wins(r, c, misere):
    if max(r, c) < 2:
        return misere
    return any(not wins(r + a, c + b, misere) for a, b in STEPS if 0 <= r + a < 8 and 0 <= c + b < 8)


words = iter(sys.stdin.read().split())
for _ in range(int(next(words))):
    misere = next(words) == "misere"
    k = int(next(words))
    squares = [(int(next(words)), int(next(words))) for _ in range(k)]
    if any(max(square) < 2 for square in squares):
        won = misere
    else:
        won = any(wins(*square, False) for square in squares) != misere
    print("FIRST" if won else "SECOND")
