// Wrong: looks for the highest bit of the nim-sum below bit 32 only.
#include <iostream>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    std::vector<long long> heaps(n);
    long long sum = 0;
    for (auto& heap : heaps) {
        std::cin >> heap;
        sum ^= heap;
    }
    for (int bit = 31; bit >= 0; bit--) {
        if (!(sum >> bit & 1)) continue;
        for (int i = 0; i < n; i++) {
            if (heaps[i] >> bit & 1) {
                std::cout << "FIRST " << i + 1 << ' ' << (heaps[i] ^ sum) << '\n';
                return 0;
            }
        }
    }
    std::cout << "SECOND\n";
}
