// A city from which the mover loses makes the cities that burned a day before it winning ones; the last to burn come first.
#include <cstdio>
#include <vector>

int main() {
    int n, m;
    if (std::scanf("%d %d", &n, &m) != 2) return 1;
    std::vector<std::vector<int>> roads(n + 1);
    for (int i = 0; i < m; i++) {
        int a, b;
        if (std::scanf("%d %d", &a, &b) != 2) return 1;
        roads[a].push_back(b);
        roads[b].push_back(a);
    }
    std::vector<int> day(n + 1, 0), order{1};
    day[1] = 1;
    for (std::size_t i = 0; i < order.size(); i++) {
        for (int next : roads[order[i]]) {
            if (day[next] == 0) {
                day[next] = day[order[i]] + 1;
                order.push_back(next);
            }
        }
    }
    std::vector<char> wins(n + 1, 0);
    for (std::size_t i = order.size(); i-- > 0;) {
        int city = order[i];
        if (wins[city]) continue;
        for (int before : roads[city]) {
            if (day[before] + 1 == day[city]) wins[before] = 1;
        }
    }
    std::puts(wins[1] ? "Vladimir" : "Nikolai");
}
