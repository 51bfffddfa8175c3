# Wrong: cuts only when the spider is next to a fly, and else passes.
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
    turn = 0
    while last_edge(ends, flies, spider):
        turn += 1
        u, v = last_edge(ends, flies, spider)
        if u != spider:
            u, v = 1, 1
        print(u, v, flush=True)
        ends[u].discard(v)
        ends[v].discard(u)
        if not last_edge(ends, flies, spider):
            break
        spider = int(input())


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
