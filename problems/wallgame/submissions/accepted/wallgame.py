# One pass from the top: right[c] and left[c] are the dearest ways of reaching column c moving only right, or only left.
import sys


def main():
    read = sys.stdin.buffer.readline
    h, w = map(int, read().split())
    block = ord("x")
    above = [-1] * w
    above[0] = 0
    for _ in range(h - 1):
        row = read()
        here = [-1] * w
        run = -1
        for c in range(w):
            if above[c] > run:
                run = above[c]
            if row[c] == block:
                run = -1
            elif run >= 0:
                run += row[c] - 48
                here[c] = run
        run = -1
        for c in range(w - 1, -1, -1):
            if above[c] > run:
                run = above[c]
            if row[c] == block:
                run = -1
            elif run >= 0:
                run += row[c] - 48
                if run > here[c]:
                    here[c] = run
        above = here
    last = read()
    best = -1
    for c in range(w):
        if above[c] >= 0 and last[c] != block:
            best = max(best, above[c] + last[c] - 48)
    print(best)


main()
