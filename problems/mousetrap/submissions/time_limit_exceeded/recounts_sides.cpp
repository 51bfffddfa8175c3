// Correct but O(n² log n): counts the side passages from each level on afresh.
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
        weight[v] = int(adjacent[v].size()) - 1 + second;
    }

    vector<int> path;  // from the mouse up to the trap, the trap left out
    for (int v = mouse; v != trap; v = parent[v]) path.push_back(v);
    auto beside = [&](size_t i, int c) { return c != parent[path[i]] && (i == 0 || c != path[i - 1]); };

    auto suffices = [&](int moves) {
        int blocked = 0;
        for (size_t i = 0; i < path.size(); i++) {
            int before = blocked, sides = 0;
            for (size_t j = i; j < path.size(); j++)
                for (int c : adjacent[path[j]]) sides += beside(j, c);
            for (int c : adjacent[path[i]]) blocked += beside(i, c) && weight[c] + sides + before > moves;
            if (blocked > min(int(i) + 1, moves)) return false;
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
