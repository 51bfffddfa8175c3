# Divides in floating point, which has 53 bits: blocks of large rows and columns are confused.
import sys

BLOCKS = (
    ("0033", "0023", "1122", "1123"),
    ("0034", "0023", "1122", "1123"),
    ("0011", "0021", "1222", "1121"),
    ("0011", "0011", "3222", "4323"),
    ("0011", "0011", "3222", "3323"),
)


def grundy(r, c):
    right = max(-2, min(2, int(c / 4) - int(r / 4)))
    return int(BLOCKS[right + 2][r % 4][c % 4])


numbers = map(int, sys.stdin.buffer.read().split())
for _ in range(next(numbers)):
    knights = [(next(numbers), next(numbers)) for _ in range(next(numbers))]
    first = 0
    for r, c in knights:
        first ^= grundy(r, c)
    print("FIRST" if first else "SECOND")
