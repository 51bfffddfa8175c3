before, ways = 1, 1
for _ in range(int(input()) - 1):
    before, ways = ways, (before + ways) % (10**9 + 7)
print(ways)
