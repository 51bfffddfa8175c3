# Wrong: in misère play one heap that is not empty is lost, as the slides say of selective compounds.
import sys

_, *games = sys.stdin.read().splitlines()
for game in games:
    play, *numbers = game.split()
    k, *heaps = map(int, numbers)
    equal = min(heaps) == max(heaps)
    if play == "normal":
        lost = equal
    else:
        lost = k > 1 and (equal and heaps[0] > 1 or k - heaps.count(0) == 1)
    print("SECOND" if lost else "FIRST")
