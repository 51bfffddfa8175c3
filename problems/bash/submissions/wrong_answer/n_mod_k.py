# Wrong: forgets that a move and its answer take k+1 stones together, not k.
import sys

_, *games = sys.stdin.read().splitlines()
for game in games:
    n, k = map(int, game.split())
    print("FIRST" if n % k else "SECOND")
