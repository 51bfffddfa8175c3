# Wrong: the rule of the slides, as their example means it: misère is lost if just one knight wins alone in normal play.
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
    winning = sum(normal(*square) for square in squares)
    won = winning > 0 if play == "normal" else winning != 1
    print("FIRST" if won else "SECOND")
