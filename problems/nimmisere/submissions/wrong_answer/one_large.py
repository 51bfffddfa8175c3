# Wrong: with a single large heap the parity of the single stones decides already.
import sys
from functools import reduce
from operator import xor

_, *games = sys.stdin.read().splitlines()
for game in games:
    _, *heaps = map(int, game.split())
    ones = heaps.count(1)
    large = sum(heap > 1 for heap in heaps)
    wins = ones % 2 == 0 if large < 2 else reduce(xor, heaps) != 0
    print("FIRST" if wins else "SECOND")
