# Wrong: dots for blanks.
n = int(input())
print("SFBSBFBBSBBFBBBBS".replace("B", ".").ljust(n, "."))
