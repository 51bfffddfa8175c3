// Looks ahead in the game of distances, with every threat that can wait left out.
#include <algorithm>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

using Mono = std::vector<int>;
using Dual = std::vector<std::pair<int, int>>; // nearer, farther

std::map<std::pair<Mono, Dual>, bool> seen;

bool fliesWin(Mono mono, Dual dual);

bool late(Mono due) {
    std::sort(due.begin(), due.end());
    for (std::size_t i = 0; i < due.size(); i++)
        if (due[i] <= static_cast<int>(i)) return true;
    return false;
}

// The lone spiders from i on are to move.
bool hold(const Mono& mono, Dual dual, std::size_t i) {
    if (i == dual.size()) return fliesWin(mono, dual);
    auto [near, far] = dual[i];
    for (int step = -1; step <= 1; step++) {
        dual[i] = {std::min(near + step, far - step), std::max(near + step, far - step)};
        if (!hold(mono, dual, i + 1)) return false;
    }
    return true;
}

bool fliesWin(Mono mono, Dual dual) {
    std::sort(mono.begin(), mono.end());
    std::sort(dual.begin(), dual.end());
    for (;;) {
        int n = static_cast<int>(mono.size() + 2 * dual.size());
        if (!mono.empty() && mono.back() >= n) mono.pop_back();
        else if (!dual.empty() && dual.back().first >= n) dual.pop_back();
        else break;
    }
    Mono running = mono, resting = mono;
    for (auto [near, far] : dual) {
        running.insert(running.end(), {near, far + 2 * (near - 1)});
        resting.insert(resting.end(), {near, far});
    }
    if (late(running)) return false;
    if (!late(resting)) return true;
    auto key = std::make_pair(mono, dual);
    if (auto known = seen.find(key); known != seen.end()) return known->second;
    Mono closer = mono;
    for (int& m : closer) m--;
    bool wins = !mono.empty() && hold(Mono(closer.begin() + 1, closer.end()), dual, 0);
    for (std::size_t i = 0; i < dual.size() && !wins; i++) {
        Mono more = closer;
        more.push_back(dual[i].second - 1);
        Dual left = dual;
        left.erase(left.begin() + i);
        wins = hold(more, left, 0);
    }
    return seen[key] = wins;
}

int main() {
    int cases;
    std::cin >> cases;
    while (cases--) {
        std::string path;
        std::cin >> path;
        Mono mono;
        Dual dual;
        int n = static_cast<int>(path.size()), fly = -1, first = -1, last = -1;
        for (int v = 0; v <= n; v++) {
            if (v < n && path[v] == 'B') continue;
            if (v < n && path[v] == 'S') {
                if (first < 0) first = v;
                last = v;
                continue;
            }
            if (first >= 0 && first == last && fly >= 0 && v < n)
                dual.push_back({std::min(first - fly, v - first), std::max(first - fly, v - first)});
            else if (first >= 0) {
                if (fly >= 0) mono.push_back(first - fly);
                if (v < n) mono.push_back(v - last);
            }
            fly = v;
            first = last = -1;
        }
        std::cout << (fliesWin(mono, dual) ? "FLIES" : "SPIDERS") << '\n';
    }
}
