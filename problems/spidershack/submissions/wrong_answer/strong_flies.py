# Wrong: by the document's rule (no emergency: bar a one-sided spider) the flies seem to lose this path, but they can win.
n = int(input())
print("SBBBFBSBFBBSBBFBBBBS".ljust(n, "B")[:n])
