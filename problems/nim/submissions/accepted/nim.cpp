// The nim-sum decides, and a move that makes it zero wins. O(n).
#include <cstdint>
#include <iostream>
#include <vector>

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int n;
    std::cin >> n;
    std::vector<std::int64_t> heaps(n);
    std::int64_t sum = 0;
    for (auto& heap : heaps) {
        std::cin >> heap;
        sum ^= heap;
    }
    for (int i = 0; i < n; i++) {
        if ((heaps[i] ^ sum) < heaps[i]) {
            std::cout << "FIRST " << i + 1 << ' ' << (heaps[i] ^ sum) << '\n';
            return 0;
        }
    }
    std::cout << "SECOND\n";
}
