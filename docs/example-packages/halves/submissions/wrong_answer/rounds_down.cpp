// Loses a metre where n is odd.
#include <iostream>

int main() {
    int n;
    std::cin >> n;
    std::cout << n / 2 << ' ' << n / 2 << '\n';
}
