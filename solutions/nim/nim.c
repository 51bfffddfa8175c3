#include <inttypes.h>
#include <stdio.h>

static int64_t heaps[100000];

int main(void) {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    int64_t sum = 0;
    for (int i = 0; i < n; i++) {
        if (scanf("%" SCNd64, &heaps[i]) != 1) return 1;
        sum ^= heaps[i];
    }
    for (int i = 0; i < n; i++) {
        if ((heaps[i] ^ sum) < heaps[i]) {
            printf("FIRST %d %" PRId64 "\n", i + 1, heaps[i] ^ sum);
            return 0;
        }
    }
    puts("SECOND");
    return 0;
}
