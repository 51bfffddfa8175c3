# Straight from the rules: who wins with n stones and m chips, by search; then what the worth is. Gives up on large piles.
import sys

_, *tables = sys.stdin.read().splitlines()
for table in tables:
    play, *numbers = table.split()
    most, k, *takes = map(int, numbers)
    if most * k * k > 40000:
        raise SystemExit("too many positions")
    chips = k + 3
    wins = []
    worth = []
    for n in range(most + 1):
        wins.append([])
        for m in range(chips):
            if n < min(takes):
                won = play == "misere"
            else:
                won = not all(wins[n - s][m] for s in takes if s <= n) or not all(wins[n][:m])
            wins[n].append(won)
        lost = [m for m in range(chips) if not wins[n][m]]
        assert len(lost) in (0, 1, chips)
        worth.append("SW" if not lost else lost[0] if len(lost) == 1 else "SL")
    print(*worth)
