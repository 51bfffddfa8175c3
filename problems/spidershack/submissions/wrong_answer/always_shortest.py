# Wrong: the shortest path, whatever n is.
n = int(input())
print("SFBSBFBBSBBFBBBBS")
