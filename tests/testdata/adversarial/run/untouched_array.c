// expect: AC memory=256MiB quick peak<=32MiB
#include <stdio.h>

static volatile char untouched[1 << 30];

int main(void) {
	untouched[12345] = 1;
	puts("585987");
}
