# Wrong: looks at the threats in the order of the path.
import sys

for path in sys.stdin.read().split()[1:]:
    gaps = path.split("F")
    threats = []
    for i, gap in enumerate(gaps):
        if "S" in gap:
            if i > 0:
                threats.append(gap.index("S") + 1)
            if i < len(gaps) - 1:
                threats.append(len(gap) - gap.rindex("S"))
    print("FLIES" if all(threat > i for i, threat in enumerate(threats)) else "SPIDERS")
