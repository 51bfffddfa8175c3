# Wrong (the document's final algorithm): in an emergency of n lone spiders fills the n by n grid in increasing order.
import sys


def in_time(deadlines):
    return all(deadline > i for i, deadline in enumerate(sorted(deadlines)))


def flies_win(one_sided, lone):
    while lone:
        lone.sort()
        slack = min(near - i - 1 for i, (near, _) in enumerate(lone))
        if slack < 0 or not in_time(one_sided):
            return False
        if slack > 0:  # no emergency among the lone spiders: the one-sided ones are barred
            one_sided = [distance - slack for distance in sorted(one_sided)[slack:]]
            lone = [(near - slack, far + slack) for near, far in lone]
            continue
        n = next(i + 1 for i, (near, _) in enumerate(lone) if near == i + 1)
        one_sided = [distance - n for distance in one_sided]
        cells = sorted((lone[i][1] - n + 2 * row, row, i) for i in range(n) for row in range(n))
        rows, columns = set(), set()
        for value, row, column in cells:
            if row not in rows and column not in columns and in_time(one_sided + [value]):
                one_sided.append(value)
                rows.add(row)
                columns.add(column)
        if len(rows) < n:
            return False
        lone = [(near - n, far + n) for near, far in lone[n:]]
    return in_time(one_sided)


def main():
    numbers = map(int, sys.stdin.read().split())
    for _ in range(next(numbers)):
        k, c = next(numbers), next(numbers)
        one_sided = [next(numbers) for _ in range(c)]
        lone = [(next(numbers), next(numbers)) for _ in range(k)]
        print("FLIES" if flies_win(one_sided, lone) else "SPIDERS")


main()
