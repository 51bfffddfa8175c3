# Straight from the rules: a cut is good if no step of the spider leads to a lost position. Gives up on large webs.
from functools import cache


def read():
    return map(int, input().split())


n, m, _, spider = read()
flies = frozenset(read())
edges = frozenset(tuple(read()) for _ in range(m))
if m > 9:
    raise SystemExit("too many positions")


def neighbours(edges, u):
    return {v for edge in edges for v in edge if u in edge and v != u}


def safe(edges, spider):
    reached = [spider]
    for u in reached:
        reached += [v for v in neighbours(edges, u) if v not in reached]
    return flies.isdisjoint(reached)


@cache
def good_cut(edges, spider):
    """An edge that wins; "over" if the game is won, None if it is lost."""
    if safe(edges, spider):
        return "over"
    for edge in sorted(edges):
        left = edges - {edge}
        steps = neighbours(left, spider) | {spider}
        if safe(left, spider) or flies.isdisjoint(steps) and all(good_cut(left, step) for step in steps):
            return edge
    return None


while not safe(edges, spider):
    edge = good_cut(edges, spider)
    print(*edge, flush=True)
    edges -= {edge}
    if not safe(edges, spider):
        spider = int(input())
