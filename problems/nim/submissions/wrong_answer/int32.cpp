// Wrong: the heaps do not fit 32 bits.
#include <iostream>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    std::vector<int> heaps(n);
    int sum = 0;
    for (auto& heap : heaps) {
        long long read;
        std::cin >> read;
        heap = static_cast<int>(read);
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
