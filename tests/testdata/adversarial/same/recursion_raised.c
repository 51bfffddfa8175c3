// expect: AC memory=256MiB peak>=100MiB
// Lifts the limit of the stack from within.
#include <stdio.h>
#include <sys/resource.h>

static __attribute__((noinline)) int dive(volatile int *above, int depth) {
	volatile int frame[256];
	frame[0] = above[0] + 1;
	if (depth == 0) return frame[0];
	return dive(frame, depth - 1) + frame[0];
}

int main(void) {
	struct rlimit limit = {(rlim_t)1 << 30, RLIM_INFINITY};
	if (setrlimit(RLIMIT_STACK, &limit)) return 1;
	volatile int seed = 0, sum = dive(&seed, 100 << 10);
	(void)sum;
	puts("585987");
}
