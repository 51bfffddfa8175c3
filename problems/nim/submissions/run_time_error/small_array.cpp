// Room for 1000 heaps only.
#include <array>
#include <cstdint>
#include <iostream>

int main() {
    int n;
    std::cin >> n;
    std::array<std::int64_t, 1000> heaps{};
    std::int64_t sum = 0;
    for (int i = 0; i < n; i++) {
        std::cin >> heaps.at(i);
        sum ^= heaps[i];
    }
    for (int i = 0; i < n; i++) {
        if ((heaps[i] ^ sum) < heaps[i]) {
            std::cout << "FIRST " << i + 1 << ' ' << (heaps[i] ^ sum) << '\n';
            return 0;
        }
    }
    std::cout << "SECOND\n";
}
