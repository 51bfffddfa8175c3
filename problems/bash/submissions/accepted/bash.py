# A multiple of k+1 is lost: every move is completed to k+1 stones. O(1) a game.
import sys

_, *games = sys.stdin.read().splitlines()
for game in games:
    n, k = map(int, game.split())
    print("FIRST" if n % (k + 1) else "SECOND")
