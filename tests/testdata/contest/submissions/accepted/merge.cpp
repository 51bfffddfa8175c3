#include <iostream>
#include <vector>
using namespace std;

static vector<int> a, b;

static long long sorted(int from, int to) {
    if (to - from < 2) return 0;
    int middle = (from + to) / 2;
    long long inversions = sorted(from, middle) + sorted(middle, to);
    for (int i = from, j = middle, k = from; k < to; k++) {
        if (j == to || (i < middle && a[i] <= a[j])) {
            b[k] = a[i++];
        } else {
            inversions += middle - i;
            b[k] = a[j++];
        }
    }
    for (int k = from; k < to; k++) a[k] = b[k];
    return inversions;
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    cin >> n;
    a.resize(n), b.resize(n);
    for (int& x : a) cin >> x;
    cout << sorted(0, n) << endl;
}
