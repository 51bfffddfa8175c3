# Stretch by stretch: between two x the token drops in at one column and out at another.
import sys


def main():
    h, w, *board = sys.stdin.read().split()
    h, w = int(h), int(w)
    none = -1
    above = [none] * w
    above[0] = 0
    for row in board[:-1]:
        here = [none] * w
        for columns in (range(w), range(w - 1, -1, -1)):
            run = none
            for c in columns:
                cell = row[c]
                if cell == "x":
                    run = none
                    continue
                if above[c] > run:
                    run = above[c]
                if run >= 0:
                    run += int(cell)
                    if run > here[c]:
                        here[c] = run
        above = here
    ends = (paid + int(cell) for paid, cell in zip(above, board[-1]) if paid >= 0 and cell != "x")
    print(max(ends, default=-1))


main()
