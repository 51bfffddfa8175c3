#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<int> a(n);
    for (int& x : a)
        if (scanf("%d", &x) != 1) return 1;
    vector<int> order(a);
    sort(order.begin(), order.end());
    order.erase(unique(order.begin(), order.end()), order.end());
    vector<int> tree(order.size() + 1);
    long long inversions = 0;
    for (int i = n - 1; i >= 0; i--) {
        int rank = lower_bound(order.begin(), order.end(), a[i]) - order.begin();
        for (int k = rank; k > 0; k &= k - 1) inversions += tree[k];
        for (int k = rank + 1; k < (int)tree.size(); k += k & -k) tree[k]++;
    }
    printf("%lld\n", inversions);
}
