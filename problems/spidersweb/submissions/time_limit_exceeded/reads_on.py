# Plays well, but where there is a single fly it asks for another move of the spider until there is one, also at the end of its
# input.
import sys


def read():
    return map(int, input().split())


def main():
    n, m, _, spider = read()
    flies = set(read())
    ends = [set() for _ in range(n + 1)]
    for _ in range(m):
        u, v = read()
        ends[u].add(v)
        ends[v].add(u)
    while edge := last_edge(ends, flies, spider):
        u, v = edge
        print(u, v, flush=True)
        ends[u].discard(v)
        ends[v].discard(u)
        if len(flies) > 1 and not last_edge(ends, flies, spider):
            break
        move = ""
        while not move:
            move = sys.stdin.readline()
        spider = int(move)


def last_edge(ends, flies, spider):
    seen = {spider}
    queue = [spider]
    for u in queue:
        for v in sorted(ends[u] - seen):
            if v in flies:
                return u, v
            seen.add(v)
            queue.append(v)
    return None


main()
