# Wrong: flies behind the last spider make it a lone one.
n = int(input())
print("SFBSBFBBSBBFBBBBS".ljust(n, "F"))
