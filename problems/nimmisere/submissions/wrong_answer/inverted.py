# Wrong: whoever wins Nim loses misère Nim.
import sys
from functools import reduce
from operator import xor

_, *games = sys.stdin.read().splitlines()
for game in games:
    _, *heaps = map(int, game.split())
    print("SECOND" if reduce(xor, heaps) else "FIRST")
