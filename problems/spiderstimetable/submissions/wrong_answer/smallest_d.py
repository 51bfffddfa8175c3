# Wrong (the document's first example): in an emergency turns round the lone spider that is nearest to its fly.
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
        far = lone.pop(0)[1]
        one_sided = [distance - 1 for distance in one_sided + [far]]
        lone = [(near - 1, far + 1) for near, far in lone]
    return in_time(one_sided)


def main():
    numbers = map(int, sys.stdin.read().split())
    for _ in range(next(numbers)):
        k, c = next(numbers), next(numbers)
        one_sided = [next(numbers) for _ in range(c)]
        lone = [(next(numbers), next(numbers)) for _ in range(k)]
        print("FLIES" if flies_win(one_sided, lone) else "SPIDERS")


main()
