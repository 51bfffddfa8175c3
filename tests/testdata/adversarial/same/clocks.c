// expect: AC memory=64MiB
// Each clock goes on, and those of the processor know what it used.
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static double now(clockid_t clock) {
	struct timespec t;
	return clock_gettime(clock, &t) ? -1 : (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int main(void) {
	clockid_t clocks[] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_BOOTTIME, CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID};
	for (int i = 0; i < 5; i++) {
		double before = now(clocks[i]);
		usleep(10000);
		for (volatile int spin = 0; spin < 10000000; spin++) {}
		if (before < 0 || now(clocks[i]) <= before) return 1;
	}
	puts("585987");
}
