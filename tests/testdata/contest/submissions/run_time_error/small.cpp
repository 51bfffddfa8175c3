#include <cstdio>
#include <cstdlib>

static int a[5000];

int main() {
    int n;
    if (scanf("%d", &n) != 1 || n > 5000) abort();
    long long inversions = 0;
    for (int i = 0; i < n; i++) {
        if (scanf("%d", &a[i]) != 1) abort();
        for (int j = 0; j < i; j++) inversions += a[j] > a[i];
    }
    printf("%lld\n", inversions);
}
