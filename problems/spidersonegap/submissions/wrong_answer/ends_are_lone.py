# Wrong: a single spider beyond the outermost fly can turn round, too: there is no fly where it comes from, only the end.
import sys

for path in sys.stdin.read().split()[1:]:
    gaps = path.split("F")
    due = []
    for i, gap in enumerate(gaps):
        if "S" in gap:
            inner = len(gaps) > 1
            left = gap.index("S") + 1
            right = len(gap) - gap.rindex("S")
            if inner and gap.count("S") == 1:
                near, far = min(left, right), max(left, right)
                due += [near, far + 2 * (near - 1)]
            elif inner:
                due += [left, right]
            elif i > 0:
                due.append(left)
            elif i < len(gaps) - 1:
                due.append(right)
    due.sort()
    print("FLIES" if all(turn > i for i, turn in enumerate(due)) else "SPIDERS")
