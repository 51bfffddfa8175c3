# As in Nim as long as some heap has two stones, the other way round when none has. O(n).
import sys
from functools import reduce
from operator import xor

_, *games = sys.stdin.read().splitlines()
for game in games:
    _, *heaps = map(int, game.split())
    nim_sum = reduce(xor, heaps)
    wins = nim_sum != 0 if max(heaps) > 1 else nim_sum == 0
    print("FIRST" if wins else "SECOND")
