# Straight from the rules: a position is won if some move leaves the opponent a lost one. Gives up on large piles.
n, k, goal = input().split()
left, k, goal = int(n), int(k), int(goal == "odd")
if left * min(k, left) > 200_000:
    raise SystemExit("too many stones")
# wins[left][own][other]: the parities of the totals of who is to move and of the opponent
wins = [[[own == goal] * 2 for own in range(2)]]
for pile in range(1, left + 1):
    takes = range(1, min(k, pile) + 1)
    wins.append(
        [
            [any(not wins[pile - take][other][(own + take) % 2] for take in takes) for other in range(2)]
            for own in range(2)
        ]
    )

totals = [0, 0]  # mine, the judge's
mine = wins[left][0][0]
print("FIRST" if mine else "SECOND", flush=True)
while left > 0:
    if mine:
        own, other = totals[0] % 2, totals[1] % 2
        take = next(take for take in range(1, k + 1) if not wins[left - take][other][(own + take) % 2])
        print(take, flush=True)
    else:
        take = int(input())
    totals[0 if mine else 1] += take
    left -= take
    mine = not mine
