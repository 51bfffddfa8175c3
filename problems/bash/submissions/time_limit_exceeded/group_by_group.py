# Right but slow: takes away one group of k+1 stones after the other. O(n/k).
import sys

_, *games = sys.stdin.read().splitlines()
for game in games:
    n, k = map(int, game.split())
    while n > k:
        n -= k + 1
    print("FIRST" if n else "SECOND")
