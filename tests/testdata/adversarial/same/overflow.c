// expect: RTE memory=64MiB quick signal=11 reason~"stack overflow"
#include <stdio.h>

static __attribute__((noinline)) int dive(volatile int *above) {
	volatile int frame[256];
	frame[0] = above[0] + 1;
	return dive(frame) + frame[0];
}

int main(void) {
	volatile int seed = 0;
	printf("%d\n", dive(&seed));
}
