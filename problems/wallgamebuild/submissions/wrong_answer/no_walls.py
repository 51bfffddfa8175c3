# Mistake: the right value, but not a single wall.
h, w = map(int, input().split())
above = [0] + [-1] * (w - 1)
for _ in range(h - 1):
    row = input()
    here = [-1] * w
    for columns in (range(w), range(w - 1, -1, -1)):
        run = -1
        for c in columns:
            run = max(run, above[c])
            run = -1 if row[c] == "x" or run < 0 else run + int(row[c])
            here[c] = max(here[c], run)
    above = here
last = input()
value = max([-1] + [above[c] + int(last[c]) for c in range(w) if last[c] != "x" and above[c] >= 0])
print(value)
if value >= 0:
    for _ in range(h - 1):
        print("." * w)
