# Wrong: in misère play, too, one knight that wins alone is enough.
import sys
from functools import cache


@cache
def moves(r, c):
    near = ((r + 1, c - 2), (r - 1, c - 2), (r - 2, c - 1), (r - 2, c + 1))
    return [(r, c) for r, c in near if 0 <= r < 8 and 0 <= c < 8]


@cache
def normal(*square):
    return any(not normal(*after) for after in moves(*square))


@cache
def misere(*square):
    return not moves(*square) or any(not misere(*after) for after in moves(*square))


words = iter(sys.stdin.read().split())
for _ in range(int(next(words))):
    play = next(words)
    squares = [(int(next(words)), int(next(words))) for _ in range(int(next(words)))]
    live = [square for square in squares if moves(*square)]
    if play == "normal":
        won = any(normal(*square) for square in live)
    else:
        won = any(misere(*square) for square in squares)
    print("FIRST" if won else "SECOND")
