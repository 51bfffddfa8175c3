// Marks in an array, for each pile, which numbers its options have. O(Nk).
#include <iostream>
#include <string>
#include <vector>

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    const int SL = -1, SW = -2;
    int tables;
    std::cin >> tables;
    while (tables--) {
        std::string play;
        int most, k;
        std::cin >> play >> most >> k;
        std::vector<int> takes(k);
        for (int& take : takes) std::cin >> take;
        std::vector<int> worth(most + 1), seen(k + 1, -1);
        for (int n = 0; n <= most; n++) {
            int options = 0, losing = 0;
            for (int take : takes) {
                if (take > n) break;
                options++;
                int w = worth[n - take];
                if (w == SL) losing++;
                if (w >= 0) seen[w] = n;
            }
            if (options == 0) {
                worth[n] = play == "normal" ? SL : SW;
            } else if (losing > 0) {
                worth[n] = SW;
            } else {
                while (seen[worth[n]] == n) worth[n]++;
            }
            if (n) std::cout << ' ';
            if (worth[n] == SL) std::cout << "SL";
            else if (worth[n] == SW) std::cout << "SW";
            else std::cout << worth[n];
        }
        std::cout << '\n';
    }
}
