// expect: AC memory=256MiB peak>=100MiB
// A thread whose stack is larger than the memory limit uses less than half of that.
#include <pthread.h>
#include <stdio.h>

static __attribute__((noinline)) int dive(volatile int *above, int depth) {
	volatile int frame[256];
	frame[0] = above[0] + 1;
	if (depth == 0) return frame[0];
	return dive(frame, depth - 1) + frame[0];
}

static void *start(void *nothing) {
	volatile int seed = 0, sum = dive(&seed, 100 << 10);
	(void)sum;
	return nothing;
}

int main(void) {
	pthread_attr_t attr;
	pthread_t thread;
	pthread_attr_init(&attr);
	if (pthread_attr_setstacksize(&attr, (size_t)512 << 20)) return 1;
	if (pthread_create(&thread, &attr, start, NULL)) return 2;
	pthread_join(thread, NULL);
	puts("585987");
}
