// expect: AC memory=256MiB quick peak<=64MiB
// A table of 1.9 GiB, of which some pages are used.
#include <stdio.h>

static int table[20000][25000];

int main(void) {
	int a, b;
	if (scanf("%d %d", &a, &b) != 2) return 1;
	for (int i = 0; i < 10; i++) table[i][i] = a;
	printf("%d\n", table[9][9] + b);
}
