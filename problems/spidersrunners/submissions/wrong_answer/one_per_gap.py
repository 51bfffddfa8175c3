# Wrong: only the nearer one of the two outer spiders of a gap counts.
import sys

for path in sys.stdin.read().split()[1:]:
    gaps = path.split("F")
    threats = []
    for i, gap in enumerate(gaps):
        if "S" in gap:
            steps = []
            if i > 0:
                steps.append(gap.index("S") + 1)
            if i < len(gaps) - 1:
                steps.append(len(gap) - gap.rindex("S"))
            threats += [min(steps)] if steps else []
    threats.sort()
    print("FLIES" if all(threat > i for i, threat in enumerate(threats)) else "SPIDERS")
