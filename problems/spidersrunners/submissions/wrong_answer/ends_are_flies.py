# Wrong: takes the ends of the path for flies.
import sys

for path in sys.stdin.read().split()[1:]:
    gaps = path.split("F")
    threats = []
    for i, gap in enumerate(gaps):
        if "S" in gap:
            if len(gaps) > 1:
                threats.append(gap.index("S") + 1)
            if len(gaps) > 1:
                threats.append(len(gap) - gap.rindex("S"))
    threats.sort()
    print("FLIES" if all(threat > i for i, threat in enumerate(threats)) else "SPIDERS")
