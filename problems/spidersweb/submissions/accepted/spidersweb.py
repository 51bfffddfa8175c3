# Cuts the edge between the spider and a fly, and otherwise the first edge of a shortest way, under the spider's feet.
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
    while True:
        step = first_step(ends, flies, spider)
        if not step:
            break
        print(spider, step, flush=True)
        ends[spider].discard(step)
        ends[step].discard(spider)
        if not first_step(ends, flies, spider):
            break
        spider = int(input())


def first_step(ends, flies, spider):
    before = {spider: spider}
    queue = [spider]
    for u in queue:
        if u in flies:
            while before[u] != spider:
                u = before[u]
            return u
        for v in ends[u]:
            if v not in before:
                before[v] = u
                queue.append(v)
    return None


main()
