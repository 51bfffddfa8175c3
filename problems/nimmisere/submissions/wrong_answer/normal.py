# Wrong: the rule of Nim, in which the last stone wins. Forgets that single stones change everything.
import sys
from functools import reduce
from operator import xor

_, *games = sys.stdin.read().splitlines()
for game in games:
    _, *heaps = map(int, game.split())
    print("FIRST" if reduce(xor, heaps) else "SECOND")
