# Wrong: blocks beside the climb whatever there is, urgent or not.
n, trap, mouse, moves = map(int, input().split())
adjacent = [[] for _ in range(n + 1)]
for _ in range(n - 1):
    u, v = map(int, input().split())
    adjacent[u].append(v)
    adjacent[v].append(u)

parent = [0] * (n + 1)
order = [trap]
for u in order:
    for v in adjacent[u]:
        if v != parent[u]:
            parent[v] = u
            order.append(v)
children = [[c for c in adjacent[v] if c != parent[v]] for v in range(n + 1)]
weight = [0] * (n + 1)
for v in reversed(order):
    children[v].sort(key=lambda c: -weight[c])  # heaviest first
    weight[v] = len(children[v]) + (weight[children[v][1]] if len(children[v]) > 1 else 0)

way = []
v = mouse
while v != trap:
    way.append(v)
    v = parent[v]
sides = [[c for c in children[v] if c not in way] for v in way]


def urgent():
    blocks, left = [], sum(map(len, sides))
    for level in sides:
        spare = moves - left - len(blocks)
        blocks += [c for c in level if True]
        left -= len(level)
    return blocks


closed = set()  # rooms whose passage to their parent is blocked, or was climbed


def act(action, room):
    global mouse
    if action == "block":
        closed.add(room)
    print(action, room, parent[room], flush=True)
    mouse = int(input())


def wait():
    global mouse
    print("pass", flush=True)
    mouse = int(input())


def climb():
    blocks = urgent()
    while mouse in way:
        closed.add(mouse)
        if blocks:
            act("block", blocks.pop(0))
        else:
            wait()


def descend():
    while children[mouse] and children[mouse][0] not in closed:
        act("block", children[mouse][0])


def close_way():
    v, below = mouse, 0
    while v != trap:
        for c in children[v]:
            if c != below and c not in closed:
                act("block", c)
        v, below = parent[v], v


def clean_way():
    while mouse != trap:
        if mouse in way:
            wait()
        else:
            act("clean", mouse)


climb()
if mouse != trap:
    descend()
    close_way()
    clean_way()
