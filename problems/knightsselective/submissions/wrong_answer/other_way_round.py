# Wrong: misère play is the opposite of normal play.
import sys
from functools import cache


@cache
def moves(r, c):
    near = ((r + 1, c - 2), (r - 1, c - 2), (r - 2, c - 1), (r - 2, c + 1))
    return [(r, c) for r, c in near if 0 <= r < 8 and 0 <= c < 8]


@cache
def normal(*square):
    return any(not normal(*after) for after in moves(*square))


words = iter(sys.stdin.read().split())
for _ in range(int(next(words))):
    play = next(words)
    squares = [(int(next(words)), int(next(words))) for _ in range(int(next(words)))]
    won = any(normal(*square) for square in squares) == (play == "normal")
    print("FIRST" if won else "SECOND")
