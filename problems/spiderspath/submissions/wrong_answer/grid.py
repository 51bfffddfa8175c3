# Wrong: the algorithm of section 3.4: the grid, its numbers in increasing order, and the flattened capacity.
import sys
from bisect import bisect_left


def late(due):
    return any(turn <= i for i, turn in enumerate(sorted(due)))


def flies_win(mono, dual):
    mono.sort()
    dual.sort()
    while True:
        if late(mono + [near for near, _ in dual]):
            return False
        if not dual:
            return True
        n = next((i + 1 for i, (near, _) in enumerate(dual) if near == i + 1), 0)
        if n == 0:  # no emergency in D: remove from M
            mono = [m - 1 for m in mono[1:]]
            dual = [(near - 1, far + 1) for near, far in dual]
            continue
        if any(m == i + 1 for i, m in enumerate(mono)):
            return False
        mono = [m - n for m in mono]
        grid = sorted((dual[c][1] - n + 2 * row, c, row) for c in range(n) for row in range(n))
        columns, rows = set(), set()
        for number, c, row in grid:
            i = bisect_left(mono, number)
            capacity = min((mono[j] - j - 1 for j in range(i, len(mono))), default=1)
            if c not in columns and row not in rows and capacity > 0 and number > i:
                mono.insert(i, number)
                columns.add(c)
                rows.add(row)
        if len(columns) < n:
            return False
        dual = [(near - n, far + n) for near, far in dual[n:]]


for path in sys.stdin.read().split()[1:]:
    gaps = path.split("F")
    mono, dual = [], []
    for i, gap in enumerate(gaps):
        if "S" in gap:
            left = gap.index("S") + 1
            right = len(gap) - gap.rindex("S")
            if 0 < i < len(gaps) - 1 and gap.count("S") == 1:
                dual.append((min(left, right), max(left, right)))
                continue
            if i > 0:
                mono.append(left)
            if i < len(gaps) - 1:
                mono.append(right)
    print("FLIES" if flies_win(mono, dual) else "SPIDERS")
