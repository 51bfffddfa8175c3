#include <bits/stdc++.h>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    cin >> n;
    vector<long long> heaps(n);
    for (auto& heap : heaps) cin >> heap;
    long long sum = reduce(heaps.begin(), heaps.end(), 0LL, bit_xor<>());
    auto wins = [sum](long long heap) { return (heap ^ sum) < heap; };
    auto heap = find_if(heaps.begin(), heaps.end(), wins);
    if (heap == heaps.end())
        cout << "SECOND\n";
    else
        cout << "FIRST " << heap - heaps.begin() + 1 << ' ' << (*heap ^ sum) << '\n';
}
