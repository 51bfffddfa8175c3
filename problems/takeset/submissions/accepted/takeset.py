# Grundy numbers until twelve of them stand in a row for the second time: from there on they repeat.
import sys
from functools import cache


@cache
def sequence(takes):
    numbers = []
    seen = {}
    while True:
        window = tuple(numbers[-12:])
        if len(window) == 12:
            if window in seen:
                return numbers, seen[window], len(numbers) - seen[window]
            seen[window] = len(numbers)
        options = {numbers[-s] for s in takes if s <= len(numbers)}
        numbers.append(next(g for g in range(13) if g not in options))


_, *games = sys.stdin.read().splitlines()
for game in games:
    n, _, *takes = map(int, game.split())
    numbers, first, period = sequence(tuple(takes))
    if n >= first:
        n = first + (n - first) % period
    print("FIRST" if numbers[n] else "SECOND")
