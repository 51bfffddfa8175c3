# Wrong: forgets the spiders beyond the outermost flies.
import sys

for path in sys.stdin.read().split()[1:]:
    gaps = path.split("F")
    threats = []
    for i, gap in enumerate(gaps):
        if "S" in gap:
            if 0 < i < len(gaps) - 1:
                threats.append(gap.index("S") + 1)
            if 0 < i < len(gaps) - 1:
                threats.append(len(gap) - gap.rindex("S"))
    threats.sort()
    print("FLIES" if all(threat > i for i, threat in enumerate(threats)) else "SPIDERS")
