# Tells blocks on the diagonal, left of it and right of it apart, but not those next to it.
import sys

LEFT = ("0033", "0023", "1122", "1123")
DIAGONAL = ("0011", "0021", "1222", "1121")
RIGHT = ("0011", "0011", "3222", "3323")


def grundy(r, c):
    block = LEFT if c // 4 < r // 4 else RIGHT if c // 4 > r // 4 else DIAGONAL
    return int(block[r % 4][c % 4])


numbers = map(int, sys.stdin.buffer.read().split())
for _ in range(next(numbers)):
    knights = [(next(numbers), next(numbers)) for _ in range(next(numbers))]
    first = 0
    for r, c in knights:
        first ^= grundy(r, c)
    print("FIRST" if first else "SECOND")
