# Wrong: looks only for two spiders that are next to a fly now.
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
    threats.sort()
    print("FLIES" if threats.count(1) < 2 else "SPIDERS")
