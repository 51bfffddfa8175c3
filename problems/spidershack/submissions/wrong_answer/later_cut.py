# Wrong: the last spider is one step too far away.
n = int(input())
print("SFBSBFBBSBBFBBBBBS".ljust(n, "B")[:n])
