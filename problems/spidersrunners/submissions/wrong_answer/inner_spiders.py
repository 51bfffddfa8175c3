# Wrong: counts every spider between two flies, not only the outer ones.
import sys

for path in sys.stdin.read().split()[1:]:
    gaps = path.split("F")
    threats = []
    for i, gap in enumerate(gaps):
        if "S" in gap:
            for at, c in enumerate(gap):
                if c == "S":
                    steps = []
                    if i > 0:
                        steps.append(at + 1)
                    if i < len(gaps) - 1:
                        steps.append(len(gap) - at)
                    if steps:
                        threats.append(min(steps))
    threats.sort()
    print("FLIES" if all(threat > i for i, threat in enumerate(threats)) else "SPIDERS")
