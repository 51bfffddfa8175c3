# Right but slow: searches the same positions again and again.
import sys


def moves(r, c):
    near = ((r + 1, c - 2), (r - 1, c - 2), (r - 2, c - 1), (r - 2, c + 1))
    return [(r, c) for r, c in near if 0 <= r < 8 and 0 <= c < 8]


def wins(position):
    options = [
        tuple(sorted(position[:i] + (after,) + position[i + 1 :]))
        for i, square in enumerate(position)
        for after in moves(*square)
    ]
    return not options or any(not wins(option) for option in options)


numbers = map(int, sys.stdin.read().split())
for _ in range(next(numbers)):
    position = tuple(sorted((next(numbers), next(numbers)) for _ in range(next(numbers))))
    print("FIRST" if wins(position) else "SECOND")
