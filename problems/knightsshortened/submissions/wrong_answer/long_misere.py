# Wrong: misère play under the long rule: with two knights or more on their way as in normal play.
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
    live = [square for square in squares if max(square) > 1]
    if misere and live:
        won = wins(*live[0], True) if len(live) == 1 else any(wins(*square, False) for square in live)
    else:
        won = misere if len(live) < k else any(wins(*square, misere) for square in squares)
    print("FIRST" if won else "SECOND")
