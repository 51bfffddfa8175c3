# Mistake: the rabbit's cheapest route on the board without any wall.
def main():
    h, w = map(int, input().split())
    far = float("inf")
    above = [0] + [far] * (w - 1)
    for r in range(h):
        row = input()
        here = [far if cell == "x" else cost + int(cell) for cost, cell in zip(above, row)]
        if r < h - 1:
            for c in range(1, w):
                if row[c] != "x":
                    here[c] = min(here[c], here[c - 1] + int(row[c]))
            for c in range(w - 2, -1, -1):
                if row[c] != "x":
                    here[c] = min(here[c], here[c + 1] + int(row[c]))
        above = here
    best = min(above)
    print(-1 if best == far else best)


main()
