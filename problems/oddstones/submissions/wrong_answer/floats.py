# Wrong: a float has 53 bits only.
import sys


def least_take(n, k, goal):
    if k % 2 == 0:
        period, lost = k + 2, [1] if goal == "even" else [0, k + 1]
    else:
        period, lost = 2 * k + 2, [1, k + 1] if goal == "even" else [0, k + 2]
    return min((n - pile) % period for pile in lost)


for line in sys.stdin.readlines()[1:]:
    n, k, goal = line.split()
    print(int(least_take(float(n), int(k), goal)))
