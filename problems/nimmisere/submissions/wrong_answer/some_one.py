# Wrong: makes the exception as soon as some heap has one stone.
import sys
from functools import reduce
from operator import xor

_, *games = sys.stdin.read().splitlines()
for game in games:
    _, *heaps = map(int, game.split())
    nim_sum = reduce(xor, heaps)
    wins = nim_sum == 0 if 1 in heaps or max(heaps) == 0 else nim_sum != 0
    print("FIRST" if wins else "SECOND")
