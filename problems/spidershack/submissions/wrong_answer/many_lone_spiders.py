# Wrong: too many lone spiders.
n = int(input())
print("FBSB" * (n // 4) + "F" * (n % 4))
