# Takes the numbers of the first four rows and columns for those of all blocks.
import sys

BLOCK = ("0011", "0021", "1222", "1121")


def grundy(r, c):
    return int(BLOCK[r % 4][c % 4])


numbers = map(int, sys.stdin.buffer.read().split())
for _ in range(next(numbers)):
    knights = [(next(numbers), next(numbers)) for _ in range(next(numbers))]
    first = 0
    for r, c in knights:
        first ^= grundy(r, c)
    print("FIRST" if first else "SECOND")
