// Mistake: the mouse runs into the heaviest subtree, as if the hunter did not move first.
#include <bits/stdc++.h>
using namespace std;

int main() {
    int n, trap, mouse;
    if (scanf("%d %d %d", &n, &trap, &mouse) != 3) return 1;
    vector<vector<int>> adjacent(n + 1);
    for (int i = 1; i < n; i++) {
        int u, v;
        if (scanf("%d %d", &u, &v) != 2) return 1;
        adjacent[u].push_back(v);
        adjacent[v].push_back(u);
    }

    vector<int> order = {trap}, parent(n + 1);
    for (size_t i = 0; i < order.size(); i++)
        for (int v : adjacent[order[i]])
            if (v != parent[order[i]]) {
                parent[v] = order[i];
                order.push_back(v);
            }

    vector<int> weight(n + 1);
    for (size_t i = n - 1; i > 0; i--) {
        int v = order[i], largest = 0, second = 0;
        for (int c : adjacent[v])
            if (c != parent[v]) {
                second = max(second, min(largest, weight[c]));
                largest = max(largest, weight[c]);
            }
        weight[v] = int(adjacent[v].size()) - 1 + largest;
    }

    // Per level of the path from the mouse to the trap: the weights of the subtrees beside it.
    vector<vector<int>> beside;
    for (int v = mouse, below = 0; v != trap; below = v, v = parent[v]) {
        beside.emplace_back();
        for (int c : adjacent[v])
            if (c != parent[v] && c != below) beside.back().push_back(weight[c]);
    }
    int all = 0;
    for (auto& level : beside) all += int(level.size());

    auto suffices = [&](int moves) {
        int blocked = 0, sides = all;
        for (size_t i = 0; i < beside.size(); i++) {
            int before = blocked;
            for (int w : beside[i]) blocked += w + sides + before > moves;
            if (blocked > min(int(i) + 1, moves)) return false;
            sides -= int(beside[i].size());
        }
        return true;
    };
    int low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (suffices(middle)) high = middle;
        else low = middle + 1;
    }
    printf("%d\n", low);
}
