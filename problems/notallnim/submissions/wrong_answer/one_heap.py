# Wrong: lets the players take from the heap when there is only one.
import sys

_, *games = sys.stdin.read().splitlines()
for game in games:
    play, *numbers = game.split()
    k, *heaps = map(int, numbers)
    equal = min(heaps) == max(heaps)
    if play == "normal":
        lost = equal and (k > 1 or heaps[0] == 0)
    else:
        lost = equal and k > 1 and heaps[0] > 1 or sum(heaps) == 1
    print("SECOND" if lost else "FIRST")
