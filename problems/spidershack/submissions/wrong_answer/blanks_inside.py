# Wrong: the blanks lie on the way of the last spider, which gives the flies more time.
n = int(input())
print("SFBSBFBBSBBF" + "B" * (n - 13) + "S")
