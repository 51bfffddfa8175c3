# Wrong: the spiders of the first example of the document win by running.
n = int(input())
print("FSSF".ljust(n, "B"))
