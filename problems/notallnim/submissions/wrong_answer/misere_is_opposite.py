# Wrong: whoever wins the one play loses the other.
import sys

_, *games = sys.stdin.read().splitlines()
for game in games:
    play, *numbers = game.split()
    k, *heaps = map(int, numbers)
    equal = min(heaps) == max(heaps)
    lost = equal == (play == "normal")
    print("SECOND" if lost else "FIRST")
