# Wrong: the rule for even K, for every K.
import sys


def lost(k, good):
    if True:
        return [1] if good else [0, k + 1]
    return [1, k + 1] if good else [0, k + 2]


n, k, goal = input().split()
left, k = int(n), int(k)
period = k + 2
totals = [0, 0]  # mine, the judge's


def is_good(player):
    return totals[player] % 2 == (0 if goal == "even" else 1)


mine = left % period not in lost(k, is_good(0))
print("FIRST" if mine else "SECOND", flush=True)
while left > 0:
    if mine:
        takes = [(left - pile) % period for pile in lost(k, is_good(1))]
        take = next((take for take in takes if 1 <= take <= min(k, left)), 1)
        print(take, flush=True)
    else:
        line = sys.stdin.readline()
        if not line:  # the judge has ended the conversation
            break
        take = int(line)
    totals[0 if mine else 1] += take
    left -= take
    mine = not mine
