# Counts the knights that win alone, as if each of them were worth the same.
import sys

numbers = map(int, sys.stdin.buffer.read().split())
for _ in range(next(numbers)):
    knights = [(next(numbers), next(numbers)) for _ in range(next(numbers))]
    first = sum(r % 4 > 1 or c % 4 > 1 for r, c in knights) % 2
    print("FIRST" if first else "SECOND")
