#include <algorithm>
#include <iostream>
#include <utility>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    std::vector<std::pair<int, int>> ends;
    for (int i = 0; i < n; i++) {
        int a, b;
        std::cin >> a >> b;
        ends.push_back({a, 1});
        ends.push_back({b, -1});
    }
    std::sort(ends.begin(), ends.end());
    long long covered = 0;
    int open = 0, most = 0, since = 0;
    for (const auto &[at, change] : ends) {
        if (open > 0) {
            covered += at - since;
        }
        open += change;
        most = std::max(most, open);
        since = at;
    }
    std::cout << covered << ' ' << most << '\n';
}
