// Mistake: the answer for a mouse next to the trap, wherever it is: it is thought to run down at once.
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
    printf("%d\n", weight[mouse]);
}
