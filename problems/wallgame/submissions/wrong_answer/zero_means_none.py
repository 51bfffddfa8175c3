# Mistake: 0 stands for "no way", but a way may cost nothing.
def main():
    h, w = map(int, input().split())
    above = [0] * w
    for r in range(h):
        row = input()
        here = [0] * w
        for columns in (range(w), range(w - 1, -1, -1)):
            run = 0
            for c in columns:
                if row[c] == "x":
                    run = 0
                    continue
                begins = r == 0 and c == 0
                if r == h - 1:
                    run = 0
                run = max(run, above[c])
                if run or begins:
                    run += int(row[c])
                here[c] = max(here[c], run)
        above = here
    print(max(above) or -1)


main()
