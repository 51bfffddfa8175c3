#include <bits/stdc++.h>
using namespace std;

int n;
vector<long long> heaps;

bool over() { return *max_element(heaps.begin(), heaps.end()) == 0; }

void judge() {
    if (over()) return;
    int i;
    long long stones;
    cin >> i >> stones;
    heaps[i - 1] -= stones;
}

int main() {
    cin >> n;
    heaps.resize(n);
    for (auto& heap : heaps) cin >> heap;
    auto sum = [] { return reduce(heaps.begin(), heaps.end(), 0LL, bit_xor<>()); };
    if (sum() != 0) {
        cout << "FIRST" << endl;
    } else {
        cout << "SECOND" << endl;
        judge();
    }
    while (!over()) {
        long long x = sum();
        int i = 0;
        while ((heaps[i] ^ x) >= heaps[i]) i++;
        long long left = heaps[i] ^ x;
        cout << i + 1 << ' ' << heaps[i] - left << endl;
        heaps[i] = left;
        judge();
    }
}
