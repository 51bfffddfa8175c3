// Wrong: a double has 53 bits for 63.
#include <iostream>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    std::vector<unsigned long long> heaps(n);
    unsigned long long sum = 0;
    for (auto& heap : heaps) {
        double read;
        std::cin >> read;
        heap = static_cast<unsigned long long>(read);
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
