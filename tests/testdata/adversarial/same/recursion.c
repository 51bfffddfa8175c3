// expect: AC memory=256MiB peak>=200MiB
// 200 MB of stack.
#include <stdio.h>

static __attribute__((noinline)) int dive(volatile int *above, int depth) {
	volatile int frame[256];
	frame[0] = above[0] + 1;
	if (depth == 0) return frame[0];
	return dive(frame, depth - 1) + frame[0];
}

int main(void) {
	volatile int seed = 0, sum = dive(&seed, 200 << 10);
	(void)sum;
	puts("585987");
}
