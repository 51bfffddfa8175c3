#include <iostream>
#include <utility>
#include <vector>
using namespace std;

int main() {
    int n;
    cin >> n;
    vector<int> a(n);
    for (int& x : a) cin >> x;
    long long swaps = 0;
    for (int end = n; end > 1; end--)
        for (int i = 1; i < end; i++)
            if (a[i - 1] > a[i]) swap(a[i - 1], a[i]), swaps++;
    cout << swaps << endl;
}
