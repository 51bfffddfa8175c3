# Wrong: takes a and b + 2(a - 1) for every lone spider, as if there were only one.
import sys

for path in sys.stdin.read().split()[1:]:
    gaps = path.split("F")
    due = []
    for i, gap in enumerate(gaps):
        if "S" in gap:
            inner = 0 < i < len(gaps) - 1
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
