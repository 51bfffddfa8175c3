// Plays well, but does not flush its choice of the side: when the judge is to begin, both wait for each other.
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
    int filled = 0;
    for (auto& heap : heaps) {
        std::cin >> heap;
        sum ^= heap;
        filled += heap > 0;
    }
    bool mine = sum != 0;
    std::cout << (mine ? "FIRST" : "SECOND") << '\n';
    for (; filled > 0; mine = !mine) {
        int i = 0;
        std::int64_t stones;
        if (mine) {
            while ((heaps[i] ^ sum) >= heaps[i]) i++;
            stones = heaps[i] - (heaps[i] ^ sum);
            std::cout << i + 1 << ' ' << stones << std::endl;
        } else {
            std::cin >> i >> stones;
            i--;
        }
        sum ^= heaps[i];
        heaps[i] -= stones;
        sum ^= heaps[i];
        filled -= heaps[i] == 0;
    }
}
