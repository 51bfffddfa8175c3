# Wrong: leaves a multiple of K + 1, as if the last stone decided.
import sys


def least_take(n, k, goal):
    if k % 2 == 0:
        period, lost = k + 2, [1] if goal == "even" else [0, k + 1]
    else:
        period, lost = 2 * k + 2, [1, k + 1] if goal == "even" else [0, k + 2]
    return n % (k + 1)


for line in sys.stdin.readlines()[1:]:
    n, k, goal = line.split()
    print(least_take(int(n), int(k), goal))
