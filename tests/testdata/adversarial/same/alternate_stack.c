// expect: RTE memory=64MiB exit=3
// Handles the overflow of its stack, on another one.
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static void handle(int number) { _exit(number == SIGSEGV ? 3 : 4); }

static __attribute__((noinline)) int dive(volatile int *above) {
	volatile int frame[256];
	frame[0] = above[0] + 1;
	return dive(frame) + frame[0];
}

int main(void) {
	stack_t other = {.ss_sp = malloc(65536), .ss_size = 65536};
	struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
	if (sigaltstack(&other, NULL) || sigaction(SIGSEGV, &action, NULL)) return 1;
	volatile int seed = 0;
	return dive(&seed);
}
