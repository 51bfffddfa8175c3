# Searches among the paths with two lone spiders and a spider at each end, and puts blanks in front.
from functools import cache
from itertools import combinations_with_replacement, product


@cache
def flies_win(one_sided, lone, thinking):
    one_sided, lone = tuple(sorted(one_sided)), tuple(sorted(lone))
    if any(d <= i for i, d in enumerate(sorted(one_sided + tuple(min(s) for s in lone)))):
        return False
    if not lone:
        return True
    cuts = [(one_sided[1:], lone)] if one_sided else []
    for i, spider in enumerate(lone):
        cuts += [(one_sided + (way,), lone[:i] + lone[i + 1 :]) for way in set(spider)]
    return any(spiders_move(*cut, thinking) for cut in cuts)


def spiders_move(one_sided, lone, thinking):
    closer = tuple(d - 1 for d in one_sided)
    if thinking:
        steps = product((-1, 0, 1), repeat=len(lone))
    else:
        steps = [tuple(-1 if a <= b else 1 for a, b in lone)]
    return all(
        flies_win(closer, tuple((a + d, b - d) for (a, b), d in zip(lone, step)), thinking) for step in steps
    )


def paths(length):
    ways = [(a, b) for a in range(1, 5) for b in range(a, 5)]
    for lone in combinations_with_replacement(ways, 2):
        left_over = length - 3 - sum(a + b - 1 for a, b in lone)
        for left in range(1, left_over // 2 + 1):
            yield (left, left_over - left), lone


def main():
    n = int(input())
    for length in range(5, n + 1):
        for ends, lone in paths(length):
            if flies_win(ends, lone, False) and not flies_win(ends, lone, True):
                text = "S".ljust(ends[0], "B") + "F"
                for a, b in lone:
                    text += "B" * (a - 1) + "S" + "B" * (b - 1) + "F"
                print((text + "S".rjust(ends[1], "B")).rjust(n, "B"))
                return


main()
