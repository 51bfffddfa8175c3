// Right, but decides a city again each time that the search comes to it: exponential.
#include <cstdio>
#include <vector>

std::vector<std::vector<int>> roads;
std::vector<int> day;

bool wins(int city) {
    for (int next : roads[city]) {
        if (day[next] > day[city] && !wins(next)) return true;
    }
    return false;
}

int main() {
    int n, m;
    if (std::scanf("%d %d", &n, &m) != 2) return 1;
    roads.resize(n + 1);
    for (int i = 0; i < m; i++) {
        int a, b;
        if (std::scanf("%d %d", &a, &b) != 2) return 1;
        roads[a].push_back(b);
        roads[b].push_back(a);
    }
    std::vector<int> order{1};
    day.assign(n + 1, 0);
    day[1] = 1;
    for (std::size_t i = 0; i < order.size(); i++) {
        for (int next : roads[order[i]]) {
            if (day[next] == 0) {
                day[next] = day[order[i]] + 1;
                order.push_back(next);
            }
        }
    }
    std::puts(wins(1) ? "Vladimir" : "Nikolai");
}
