# Wrong: the greatest winning move instead of the least.
import sys


def least_take(n, k, goal):
    if k % 2 == 0:
        period, lost = k + 2, [1] if goal == "even" else [0, k + 1]
    else:
        period, lost = 2 * k + 2, [1, k + 1] if goal == "even" else [0, k + 2]
    takes = [(n - pile) % period for pile in lost]
    return 0 if 0 in takes else max(take for take in takes if take <= min(n, k))


for line in sys.stdin.readlines()[1:]:
    n, k, goal = line.split()
    print(least_take(int(n), int(k), goal))
