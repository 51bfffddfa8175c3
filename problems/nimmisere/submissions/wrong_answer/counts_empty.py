# Wrong: when no heap has two stones the parity of all heaps decides, empty ones included.
import sys
from functools import reduce
from operator import xor

_, *games = sys.stdin.read().splitlines()
for game in games:
    _, *heaps = map(int, game.split())
    wins = reduce(xor, heaps) != 0 if max(heaps) > 1 else len(heaps) % 2 == 0
    print("FIRST" if wins else "SECOND")
