# Right but recursive: piles of thousands of stones are too deep.
import sys
from functools import cache

_, *tables = sys.stdin.read().splitlines()
for table in tables:
    play, *numbers = table.split()
    most, _, *takes = map(int, numbers)

    @cache
    def w(n):
        options = {w(n - s) for s in takes if s <= n}
        if not options:
            return "SL" if play == "normal" else "SW"
        if "SL" in options:
            return "SW"
        return next(m for m in range(len(options) + 1) if m not in options)

    w(most)
    print(*(w(n) for n in range(most + 1)))
