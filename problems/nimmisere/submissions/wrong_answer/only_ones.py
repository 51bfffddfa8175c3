# Wrong: makes the exception only if every heap has exactly one stone, not when some are empty.
import sys
from functools import reduce
from operator import xor

_, *games = sys.stdin.read().splitlines()
for game in games:
    _, *heaps = map(int, game.split())
    nim_sum = reduce(xor, heaps)
    wins = nim_sum == 0 if set(heaps) == {1} else nim_sum != 0
    print("FIRST" if wins else "SECOND")
